<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>AboutDialog</name>
        <message>
            <source>no licence named</source>
            <translation>未注明许可证</translation>
        </message>
        <message>
            <source>{name} carries no text of its licence.</source>
            <translation>{name} 没有附带许可证全文。</translation>
        </message>
        <message>
            <source>About {product}</source>
            <translation>关于{product}</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Version {version}
Qt {qt}</source>
            <translation>版本 {version}
Qt {qt}</translation>
        </message>
        <message>
            <source>A private assistant on a local model that remembers, and shows its memory while it works.</source>
            <translation>运行本地模型的私人助手：会记住说过的话，并随时让您看见它的记忆。</translation>
        </message>
        <message>
            <source>Everything stays on this machine, encrypted. The program opens no network connection.</source>
            <translation>所有内容加密保存在本机，程序不建立任何网络连接。</translation>
        </message>
        <message>
            <source>What is inside, with its licence</source>
            <translation>所含组件及其许可证</translation>
        </message>
        <message>
            <source>The text of the chosen licence stands below.</source>
            <translation>所选许可证的全文显示在下方。</translation>
        </message>
        <message>
            <source>Looking…</source>
            <translation>正在查看…</translation>
        </message>
        <message>
            <source>Text of the licence</source>
            <translation>许可证全文</translation>
        </message>
        <message>
            <source>Apache License 2.0. It stands on Qt, llama.cpp, SQLite, sqlite-vec and sentence-transformers.</source>
            <translation>以 Apache License 2.0 发布，基于 Qt、llama.cpp、SQLite、sqlite-vec 和 sentence-transformers。</translation>
        </message>
    </context>
    <context>
        <name>AddressDialog</name>
        <message>
            <source>Address of the link</source>
            <translation>链接的地址</translation>
        </message>
        <message>
            <source>It leads to {host}</source>
            <translation>它指向 {host}</translation>
        </message>
        <message>
            <source>The whole address</source>
            <translation>完整地址</translation>
        </message>
        <message>
            <source>The program is offline and opens no address. Copy it, and open it where you want to, if you trust it.</source>
            <translation>本程序离线运行，不会打开任何地址。如果信任它，可以复制后自行打开。</translation>
        </message>
        <message>
            <source>Copy address</source>
            <translation>复制地址</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
    </context>
    <context>
        <name>AttachmentBar</name>
        <message>
            <source>{left_out} of {parts} parts of “{name}” have no room; those closest to the question go.</source>
            <translation>“{name}”的 {parts} 段中有 {left_out} 段放不下；只发送与问题最相关的部分。</translation>
        </message>
        <message>
            <source>about {tokens} tokens</source>
            <translation>约 {tokens} 个词元</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <source>Remove the attachment {name}</source>
            <translation>移除附件 {name}</translation>
        </message>
        <message>
            <source>The message is sent without it.</source>
            <translation>发送时不带它。</translation>
        </message>
        <message>
            <source>Attach files</source>
            <translation>附加文件</translation>
        </message>
        <message>
            <source>Text and documents ({kinds})</source>
            <translation>文本和文档 ({kinds})</translation>
        </message>
        <message>
            <source>Attach…</source>
            <translation>附加…</translation>
        </message>
        <message>
            <source>Their text goes with the message: .txt, .md, .csv, .pdf, .docx. It is never taken for facts.</source>
            <translation>其文字随消息发送：.txt、.md、.csv、.pdf、.docx。不会被当作事实。</translation>
        </message>
        <message>
            <source>Attached files</source>
            <translation>附加的文件</translation>
        </message>
    </context>
    <context>
        <name>AuditDialog</name>
        <message>
            <source>Hand in the window</source>
            <translation>窗口中的操作</translation>
        </message>
        <message>
            <source>Program</source>
            <translation>程序</translation>
        </message>
        <message>
            <source>Only the newest {count} entries are shown; the export has all.</source>
            <translation>只显示最新的 {count} 条；导出包含全部。</translation>
        </message>
        <message>
            <source>Entries: {count}</source>
            <translation>条目：{count}</translation>
        </message>
        <message>
            <source>Turn</source>
            <translation>轮次</translation>
        </message>
        <message>
            <source>Session</source>
            <translation>会话</translation>
        </message>
        <message>
            <source>Fact</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>Summary</source>
            <translation>摘要</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>笔记</translation>
        </message>
        <message>
            <source>{thing} #{number}</source>
            <translation>{thing} #{number}</translation>
        </message>
        <message>
            <source>{name}: {value}</source>
            <translation>{name}：{value}</translation>
        </message>
        <message>
            <source>; </source>
            <translation>；</translation>
        </message>
        <message>
            <source>prompt</source>
            <translation>提示</translation>
        </message>
        <message>
            <source>turns recalled</source>
            <translation>召回的轮次</translation>
        </message>
        <message>
            <source>state</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>reason</source>
            <translation>原因</translation>
        </message>
        <message>
            <source>format</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>bytes</source>
            <translation>字节</translation>
        </message>
        <message>
            <source>SHA-256</source>
            <translation>SHA-256</translation>
        </message>
        <message>
            <source>de-identified</source>
            <translation>已去标识</translation>
        </message>
        <message>
            <source>source</source>
            <translation>来源</translation>
        </message>
        <message>
            <source>turns</source>
            <translation>轮次</translation>
        </message>
        <message>
            <source>facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>from</source>
            <translation>自</translation>
        </message>
        <message>
            <source>to</source>
            <translation>至</translation>
        </message>
        <message>
            <source>into</source>
            <translation>并入</translation>
        </message>
        <message>
            <source>number before</source>
            <translation>原编号</translation>
        </message>
        <message>
            <source>until</source>
            <translation>截止</translation>
        </message>
        <message>
            <source>day</source>
            <translation>日期</translation>
        </message>
        <message>
            <source>consent</source>
            <translation>同意书</translation>
        </message>
        <message>
            <source>basis</source>
            <translation>依据</translation>
        </message>
        <message>
            <source>uses</source>
            <translation>用途</translation>
        </message>
        <message>
            <source>what</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>went on</source>
            <translation>仍继续</translation>
        </message>
        <message>
            <source>certificate</source>
            <translation>证明</translation>
        </message>
        <message>
            <source>nothing left</source>
            <translation>无残留</translation>
        </message>
        <message>
            <source>entries</source>
            <translation>条目</translation>
        </message>
        <message>
            <source>entry</source>
            <translation>条目</translation>
        </message>
        <message>
            <source>missing</source>
            <translation>缺少</translation>
        </message>
        <message>
            <source>head of the log</source>
            <translation>记录末端</translation>
        </message>
        <message>
            <source>messages</source>
            <translation>消息</translation>
        </message>
        <message>
            <source>turns placed</source>
            <translation>归位的轮次</translation>
        </message>
        <message>
            <source>sessions</source>
            <translation>会话</translation>
        </message>
        <message>
            <source>session</source>
            <translation>会话</translation>
        </message>
        <message>
            <source>section</source>
            <translation>部分</translation>
        </message>
        <message>
            <source>sentences</source>
            <translation>句子</translation>
        </message>
        <message>
            <source>changes</source>
            <translation>改动</translation>
        </message>
        <message>
            <source>confirmed</source>
            <translation>已确认</translation>
        </message>
        <message>
            <source>kind</source>
            <translation>种类</translation>
        </message>
        <message>
            <source>change</source>
            <translation>改动</translation>
        </message>
        <message>
            <source>categories</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>facts found</source>
            <translation>事实提取</translation>
        </message>
        <message>
            <source>facts in every space</source>
            <translation>各空间共享事实</translation>
        </message>
        <message>
            <source>decision</source>
            <translation>决定</translation>
        </message>
        <message>
            <source>confirmed fact</source>
            <translation>确认的事实</translation>
        </message>
        <message>
            <source>kept fact</source>
            <translation>保留的事实</translation>
        </message>
        <message>
            <source>beside turn</source>
            <translation>并列于轮次</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>是</translation>
        </message>
        <message>
            <source>no</source>
            <translation>否</translation>
        </message>
        <message>
            <source>asked</source>
            <translation>提问</translation>
        </message>
        <message>
            <source>answered</source>
            <translation>回答</translation>
        </message>
        <message>
            <source>answered from memory</source>
            <translation>据记忆回答</translation>
        </message>
        <message>
            <source>recorded</source>
            <translation>记录</translation>
        </message>
        <message>
            <source>given</source>
            <translation>给定</translation>
        </message>
        <message>
            <source>refused: too large</source>
            <translation>拒绝：太长</translation>
        </message>
        <message>
            <source>reply continued</source>
            <translation>继续回答</translation>
        </message>
        <message>
            <source>turn deleted</source>
            <translation>删除轮次</translation>
        </message>
        <message>
            <source>session cleared</source>
            <translation>清空会话</translation>
        </message>
        <message>
            <source>session moved</source>
            <translation>移动会话</translation>
        </message>
        <message>
            <source>summary added</source>
            <translation>新增摘要</translation>
        </message>
        <message>
            <source>memory settings changed</source>
            <translation>更改记忆设置</translation>
        </message>
        <message>
            <source>own categories changed</source>
            <translation>更改了自定类别</translation>
        </message>
        <message>
            <source>fact put into another category</source>
            <translation>事实放入其他类别</translation>
        </message>
        <message>
            <source>fact deleted</source>
            <translation>删除事实</translation>
        </message>
        <message>
            <source>forgotten</source>
            <translation>忘记</translation>
        </message>
        <message>
            <source>passphrase set</source>
            <translation>设置密码</translation>
        </message>
        <message>
            <source>recovery code made</source>
            <translation>生成恢复码</translation>
        </message>
        <message>
            <source>key removed</source>
            <translation>移除密钥</translation>
        </message>
        <message>
            <source>protection taken away</source>
            <translation>取消保护</translation>
        </message>
        <message>
            <source>entries were missing</source>
            <translation>曾缺失条目</translation>
        </message>
        <message>
            <source>entries were replaced</source>
            <translation>条目曾被替换</translation>
        </message>
        <message>
            <source>session deleted</source>
            <translation>删除会话</translation>
        </message>
        <message>
            <source>person deleted</source>
            <translation>删除人物</translation>
        </message>
        <message>
            <source>viewed</source>
            <translation>查看</translation>
        </message>
        <message>
            <source>identity corrected</source>
            <translation>更正身份</translation>
        </message>
        <message>
            <source>today's list changed</source>
            <translation>更改今日名单</translation>
        </message>
        <message>
            <source>records merged</source>
            <translation>合并病历</translation>
        </message>
        <message>
            <source>restricted</source>
            <translation>已限制</translation>
        </message>
        <message>
            <source>restriction lifted</source>
            <translation>解除限制</translation>
        </message>
        <message>
            <source>retention changed</source>
            <translation>更改保存期限</translation>
        </message>
        <message>
            <source>consent recorded</source>
            <translation>记录同意</translation>
        </message>
        <message>
            <source>consent withdrawn</source>
            <translation>撤回同意</translation>
        </message>
        <message>
            <source>asked whether words may leave</source>
            <translation>询问内容可否带出</translation>
        </message>
        <message>
            <source>turn moved</source>
            <translation>移动消息</translation>
        </message>
        <message>
            <source>fact added</source>
            <translation>新增事实</translation>
        </message>
        <message>
            <source>fact changed</source>
            <translation>更改事实</translation>
        </message>
        <message>
            <source>fact retracted</source>
            <translation>撤回事实</translation>
        </message>
        <message>
            <source>erased, with certificate</source>
            <translation>抹去并出具证明</translation>
        </message>
        <message>
            <source>unlocked</source>
            <translation>解锁</translation>
        </message>
        <message>
            <source>exported</source>
            <translation>导出</translation>
        </message>
        <message>
            <source>note drafted</source>
            <translation>病历已起草</translation>
        </message>
        <message>
            <source>note reworded by the model</source>
            <translation>病历由模型改写</translation>
        </message>
        <message>
            <source>marks of a draft brought up to date</source>
            <translation>更新草稿中的注记</translation>
        </message>
        <message>
            <source>words of a note restored</source>
            <translation>病程记录恢复原话</translation>
        </message>
        <message>
            <source>addendum put on a hand-out, or taken off</source>
            <translation>补记加入或移出患者说明</translation>
        </message>
        <message>
            <source>note edited</source>
            <translation>病历已修改</translation>
        </message>
        <message>
            <source>unsupported sentence kept</source>
            <translation>保留了无依据的句子</translation>
        </message>
        <message>
            <source>unsupported sentence dropped</source>
            <translation>删去了无依据的句子</translation>
        </message>
        <message>
            <source>note confirmed</source>
            <translation>病历已确认</translation>
        </message>
        <message>
            <source>note added to</source>
            <translation>病历已补记</translation>
        </message>
        <message>
            <source>draft of a note deleted</source>
            <translation>病历草稿已删除</translation>
        </message>
        <message>
            <source>note copied</source>
            <translation>病历已复制</translation>
        </message>
        <message>
            <source>note printed</source>
            <translation>病历已打印</translation>
        </message>
        <message>
            <source>note written into a file</source>
            <translation>病历已写入文件</translation>
        </message>
        <message>
            <source>imported</source>
            <translation>导入</translation>
        </message>
        <message>
            <source>log exported</source>
            <translation>导出记录</translation>
        </message>
        <message>
            <source>another version shown</source>
            <translation>切换到另一版本</translation>
        </message>
        <message>
            <source>run again on trial</source>
            <translation>试运行</translation>
        </message>
        <message>
            <source>trial kept as a version</source>
            <translation>试运行结果存为版本</translation>
        </message>
        <message>
            <source>fact entered by hand</source>
            <translation>手工录入事实</translation>
        </message>
        <message>
            <source>fact corrected</source>
            <translation>修改事实</translation>
        </message>
        <message>
            <source>facts merged</source>
            <translation>合并事实</translation>
        </message>
        <message>
            <source>fact confirmed</source>
            <translation>确认事实</translation>
        </message>
        <message>
            <source>contradiction settled</source>
            <translation>核实矛盾</translation>
        </message>
        <message>
            <source>change to facts undone</source>
            <translation>撤销对事实的改动</translation>
        </message>
        <message>
            <source>remembered again after forgetting</source>
            <translation>忘掉后重新记住</translation>
        </message>
        <message>
            <source>fact withdrawn with its version</source>
            <translation>事实随版本收回</translation>
        </message>
        <message>
            <source>fact returned with its version</source>
            <translation>事实随版本恢复</translation>
        </message>
        <message>
            <source>never to be recalled</source>
            <translation>设为不再召回</translation>
        </message>
        <message>
            <source>may be recalled again</source>
            <translation>恢复可召回</translation>
        </message>
        <message>
            <source>vault restored from a backup</source>
            <translation>从备份恢复保险库</translation>
        </message>
        <message>
            <source>vault repaired</source>
            <translation>修复保险库</translation>
        </message>
        <message>
            <source>vault brought over from a trial version</source>
            <translation>从试用版迁入保险库</translation>
        </message>
        <message>
            <source>Export the log</source>
            <translation>导出操作记录</translation>
        </message>
        <message>
            <source>Exported entries: {count}</source>
            <translation>已导出条目：{count}</translation>
        </message>
        <message>
            <source>What was done</source>
            <translation>操作记录</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <source>Writes what is shown, one line of JSON each</source>
            <translation>写出所显示的内容，每条一行 JSON</translation>
        </message>
        <message>
            <source>Everything</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>Conversation</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>People</source>
            <translation>人物</translation>
        </message>
        <message>
            <source>Sessions</source>
            <translation>会话</translation>
        </message>
        <message>
            <source>Erasures</source>
            <translation>抹去</translation>
        </message>
        <message>
            <source>Vault</source>
            <translation>保险库</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>密钥</translation>
        </message>
        <message>
            <source>Log</source>
            <translation>记录</translation>
        </message>
        <message>
            <source>At any time</source>
            <translation>不限时间</translation>
        </message>
        <message>
            <source>Last day</source>
            <translation>最近一天</translation>
        </message>
        <message>
            <source>Last week</source>
            <translation>最近一周</translation>
        </message>
        <message>
            <source>Last month</source>
            <translation>最近一月</translation>
        </message>
        <message>
            <source>Last year</source>
            <translation>最近一年</translation>
        </message>
        <message>
            <source>Everybody</source>
            <translation>所有人</translation>
        </message>
        <message>
            <source>Kind of action</source>
            <translation>操作类别</translation>
        </message>
        <message>
            <source>Person</source>
            <translation>人</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Who</source>
            <translation>谁</translation>
        </message>
        <message>
            <source>What</source>
            <translation>做了什么</translation>
        </message>
        <message>
            <source>About</source>
            <translation>对象</translation>
        </message>
        <message>
            <source>Details</source>
            <translation>详情</translation>
        </message>
        <message>
            <source>The log is being checked…</source>
            <translation>正在核查操作记录…</translation>
        </message>
        <message>
            <source>The log is whole: each of its {count} entries is what was written.</source>
            <translation>操作记录完整：{count} 条都与写入时一致。</translation>
        </message>
    </context>
    <context>
        <name>BackupMark</name>
        <message>
            <source>backup failed</source>
            <translation>备份失败</translation>
        </message>
        <message>
            <source>no backup yet</source>
            <translation>尚无备份</translation>
        </message>
        <message>
            <source>backed up {time}</source>
            <translation>已备份 {time}</translation>
        </message>
        <message>
            <source>{state}, second place failed</source>
            <translation>{state}，第二存放处失败</translation>
        </message>
        <message>
            <source>{state}: the backups of this vault</source>
            <translation>{state}：此保险库的备份</translation>
        </message>
    </context>
    <context>
        <name>BackupTable</name>
        <message>
            <source>Made</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Why</source>
            <translation>缘由</translation>
        </message>
        <message>
            <source>Turns</source>
            <translation>轮次</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>Where</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>Backups, the newest first</source>
            <translation>备份，最新的在前</translation>
        </message>
        <message>
            <source>Select one to restore it</source>
            <translation>选中一份即可恢复</translation>
        </message>
        <message>
            <source>second place</source>
            <translation>第二存放处</translation>
        </message>
        <message>
            <source>beside the vault</source>
            <translation>保险库旁</translation>
        </message>
        <message>
            <source>by itself</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>when the program ended</source>
            <translation>程序结束时</translation>
        </message>
        <message>
            <source>by hand</source>
            <translation>手动</translation>
        </message>
        <message>
            <source>before a restore</source>
            <translation>恢复之前</translation>
        </message>
        <message>
            <source>before an update of the vault</source>
            <translation>保险库升级之前</translation>
        </message>
    </context>
    <context>
        <name>BackupsDialog</name>
        <message>
            <source>Backing up…</source>
            <translation>正在备份…</translation>
        </message>
        <message>
            <source>Back up and replace</source>
            <translation>先备份再替换</translation>
        </message>
        <message>
            <source>Keep the vault</source>
            <translation>保留现在的保险库</translation>
        </message>
        <message>
            <source>Second place for backups</source>
            <translation>备份的第二存放处</translation>
        </message>
        <message>
            <source>Backups</source>
            <translation>备份</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Back up now</source>
            <translation>立即备份</translation>
        </message>
        <message>
            <source>Restore…</source>
            <translation>恢复…</translation>
        </message>
        <message>
            <source>Bring back the backup of {time}?</source>
            <translation>恢复 {time} 的备份？</translation>
        </message>
        <message>
            <source>Adding brings back what only the backup holds, and changes nothing that is here.

Replacing makes the vault what it was then: what was said since is not in it. Then the program starts again.

Both back up the vault as it is now first, so you can come back.</source>
            <translation>“补入”把只有备份中才有的内容取回，现有内容一概不改。

“替换”使保险库回到当时的样子：此后说的话不在其中，随后程序重新启动。

两者都会先备份现在的保险库，之后可以再换回来。</translation>
        </message>
        <message>
            <source>Bring back a backup</source>
            <translation>恢复备份</translation>
        </message>
        <message>
            <source>Back up and add what is missing</source>
            <translation>先备份再补入</translation>
        </message>
        <message>
            <source>Adding what only the backup holds…</source>
            <translation>正在补入只有备份中才有的内容…</translation>
        </message>
        <message>
            <source>Adds what only the selected backup holds, or replaces the vault</source>
            <translation>补入只有所选备份中才有的内容，或用它替换保险库</translation>
        </message>
        <message>
            <source>Stop adding</source>
            <translation>停止补入</translation>
        </message>
        <message>
            <source>Nothing of what was added so far stays</source>
            <translation>此前补入的内容都不保留</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
        <message>
            <source>Copies every backup to another drive too</source>
            <translation>把每份备份也复制到另一块磁盘</translation>
        </message>
        <message>
            <source>No second place</source>
            <translation>不用第二存放处</translation>
        </message>
        <message>
            <source>Second place</source>
            <translation>第二存放处</translation>
        </message>
        <message>
            <source>Made by itself when the program ends, where anything changed.</source>
            <translation>程序结束时，如有变化则自动备份。</translation>
        </message>
        <message numerus="yes">
            <source>Made by itself every %n minutes of use and when the program ends, where anything changed.</source>
            <translation>
                <numerusform>每使用 %n 分钟以及程序结束时，如有变化则自动备份。</numerusform>
            </translation>
        </message>
        <message>
            <source>Each is encrypted like the vault, and opened and counted before it counts. The 10 newest stay, then one a day for 7 days and one a week for 4.</source>
            <translation>每份备份与保险库同样加密，经打开并核对数量后才算数。保留最新的 10 份，此后 7 天每天一份、4 周每周一份。</translation>
        </message>
        <message>
            <source>Choose another folder…</source>
            <translation>另选文件夹…</translation>
        </message>
        <message>
            <source>Choose a folder…</source>
            <translation>选择文件夹…</translation>
        </message>
        <message>
            <source>This vault has no passphrase, so its key never leaves this machine: copies in the second place can be opened here only. Set a passphrase to be able to open them anywhere.</source>
            <translation>此保险库没有密码，因此密钥不会离开本机：第二存放处的备份只能在本机打开。设置密码后便可在任何地方打开。</translation>
        </message>
        <message>
            <source>None. A drive that is not always plugged in outlives the machine.</source>
            <translation>无。可以选一个平时不连接的移动硬盘：电脑坏了，备份还在。</translation>
        </message>
        <message>
            <source>last copy: {time}</source>
            <translation>最近一份：{time}</translation>
        </message>
        <message>
            <source>no copy there yet; the next backup goes there too</source>
            <translation>那里还没有备份；下次备份会同时存一份</translation>
        </message>
    </context>
    <context>
        <name>BringOverDialog</name>
        <message>
            <source>This memory is from a trial version</source>
            <translation>这份记忆来自试用版</translation>
        </message>
        <message>
            <source>“{name}” was written before the form of the file was settled. Everything in it can be brought over: people, sessions, messages, facts, settings and the log of what was done.</source>
            <translation>“{name}”写于文件格式定稿之前。其中的一切都可以转入：人物、会话、消息、事实、设置和操作记录。</translation>
        </message>
        <message>
            <source>The file is first copied as it is. If anything does not fit, nothing is changed. Search by words is made anew at once, recall by meaning afterwards, in idle time.</source>
            <translation>会先原样复制文件。若有任何内容不相容，则不作任何改动。文字搜索立即重建，语义召回随后在空闲时重建。</translation>
        </message>
        <message>
            <source>Bring it over</source>
            <translation>转入</translation>
        </message>
        <message>
            <source>Everything was brought over</source>
            <translation>已全部转入</translation>
        </message>
        <message>
            <source>Open it</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Quit, change nothing</source>
            <translation>退出，不作改动</translation>
        </message>
        <message>
            <source>Working… this can take a minute.</source>
            <translation>正在处理…可能需要一分钟。</translation>
        </message>
        <message>
            <source>Messages: {count}</source>
            <translation>消息：{count}</translation>
        </message>
        <message>
            <source>Facts: {count}</source>
            <translation>事实：{count}</translation>
        </message>
        <message>
            <source>The file as it was is kept in the vault's folder: {name}</source>
            <translation>原文件保存在保险库文件夹中：{name}</translation>
        </message>
        <message>
            <source>Without a place in this version, kept in that copy alone: {names}</source>
            <translation>在此版本中没有位置、只保存在该副本中：{names}</translation>
        </message>
    </context>
    <context>
        <name>Cases</name>
        <message>
            <source>a turn is in the prompt</source>
            <translation>某一轮在提示中</translation>
        </message>
        <message>
            <source>a turn is not in the prompt</source>
            <translation>某一轮不在提示中</translation>
        </message>
        <message>
            <source>what is recalled contains</source>
            <translation>召回的内容包含</translation>
        </message>
        <message>
            <source>the reply contains</source>
            <translation>回复包含</translation>
        </message>
        <message>
            <source>a turn that was deleted</source>
            <translation>已删除的一轮</translation>
        </message>
        <message>
            <source>“{text}” ({session}, turn {number})</source>
            <translation>“{text}”（{session}，第 {number} 轮）</translation>
        </message>
        <message>
            <source>in the prompt: {turn}</source>
            <translation>在提示中：{turn}</translation>
        </message>
        <message>
            <source>not in the prompt: {turn}</source>
            <translation>不在提示中：{turn}</translation>
        </message>
        <message>
            <source>recalled contains “{text}”</source>
            <translation>召回包含“{text}”</translation>
        </message>
        <message>
            <source>reply contains “{text}”</source>
            <translation>回复包含“{text}”</translation>
        </message>
        <message>
            <source>– not looked at</source>
            <translation>– 未检查</translation>
        </message>
        <message>
            <source>✓ passed</source>
            <translation>✓ 通过</translation>
        </message>
        <message>
            <source>✗ failed</source>
            <translation>✗ 未通过</translation>
        </message>
        <message>
            <source>The model is sent it.</source>
            <translation>它会发送给模型。</translation>
        </message>
        <message>
            <source>No recalled memory holds this text.</source>
            <translation>召回的内容里没有这段文字。</translation>
        </message>
        <message>
            <source>The reply does not hold this text.</source>
            <translation>回复里没有这段文字。</translation>
        </message>
    </context>
    <context>
        <name>CasesDialog</name>
        <message>
            <source>No cases yet. Save one from a turn of the conversation: right click, “Save as case…”.</source>
            <translation>还没有用例。在对话的一轮上点右键，选“保存为用例…”。</translation>
        </message>
        <message>
            <source>Running builds each prompt again by the settings in force. Replies are made only when asked.</source>
            <translation>运行时按当前设置重建每份提示。只有要求时才生成回复。</translation>
        </message>
        <message>
            <source>{passed} passed, {failed} failed.</source>
            <translation>{passed} 个通过，{failed} 个未通过。</translation>
        </message>
        <message>
            <source>prompt: {count} tokens</source>
            <translation>提示：{count} 词元</translation>
        </message>
        <message>
            <source>JSON files (*.json)</source>
            <translation>JSON 文件 (*.json)</translation>
        </message>
        <message>
            <source>Written: {path}</source>
            <translation>已写入：{path}</translation>
        </message>
        <message>
            <source>{added} cases taken; {missing} speak of turns that are not here.</source>
            <translation>已导入 {added} 个用例；{missing} 个涉及这里没有的轮次。</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Run all</source>
            <translation>全部运行</translation>
        </message>
        <message>
            <source>Run with replies</source>
            <translation>连同回复运行</translation>
        </message>
        <message>
            <source>Cases</source>
            <translation>用例</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Replay a session</source>
            <translation>重放会话</translation>
        </message>
        <message>
            <source>Cases or replay</source>
            <translation>用例或重放</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <source>Import…</source>
            <translation>导入…</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>to the conversation</source>
            <translation>到对话中</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
        <message>
            <source>Case</source>
            <translation>用例</translation>
        </message>
        <message>
            <source>Result</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>Reason</source>
            <translation>原因</translation>
        </message>
        <message>
            <source>Cases with their results</source>
            <translation>用例及其结果</translation>
        </message>
        <message>
            <source>What is expected of the chosen case</source>
            <translation>所选用例的期望</translation>
        </message>
    </context>
    <context>
        <name>Certificate</name>
        <message>
            <source>turn no. {number}</source>
            <translation>第 {number} 轮</translation>
        </message>
        <message>
            <source>session no. {number}</source>
            <translation>第 {number} 号会话</translation>
        </message>
        <message>
            <source>person no. {number}</source>
            <translation>第 {number} 号人物</translation>
        </message>
        <message>
            <source>the whole vault</source>
            <translation>整个保险库</translation>
        </message>
        <message>
            <source>Erased: {what}</source>
            <translation>已抹去：{what}</translation>
        </message>
        <message>
            <source>Vault: {vault}</source>
            <translation>保险库：{vault}</translation>
        </message>
        <message>
            <source>Time: {time}</source>
            <translation>时间：{time}</translation>
        </message>
        <message>
            <source>Sessions: {sessions} · turns: {turns} · facts: {facts}</source>
            <translation>会话：{sessions}，轮次：{turns}，事实：{facts}</translation>
        </message>
        <message>
            <source>How it was verified</source>
            <translation>如何验证</translation>
        </message>
        <message>
            <source>It was erased, but something may be left: see below.</source>
            <translation>已抹去，但可能有残留：见下文。</translation>
        </message>
        <message>
            <source>It is gone. Nothing of it was found but 1 text that also stands in what is kept, such as another record; there it was left.</source>
            <translation>已抹去。除 1 段同时也出现在保留内容（如其他病历）中的文字外，没有找到任何残留；那段文字保留在那里。</translation>
        </message>
        <message>
            <source>It is gone. Nothing of it was found but {count} texts that also stand in what is kept, such as another record; there they were left.</source>
            <translation>已抹去。除 {count} 段同时也出现在保留内容（如其他病历）中的文字外，没有找到任何残留；那些文字保留在那里。</translation>
        </message>
        <message>
            <source>It is gone. Nothing of it was found.</source>
            <translation>已抹去。没有找到任何残留。</translation>
        </message>
        <message>
            <source>Reason: {reason}</source>
            <translation>原因：{reason}</translation>
        </message>
        <message>
            <source>none was asked for</source>
            <translation>无需说明</translation>
        </message>
        <message>
            <source>Erased by: {who}</source>
            <translation>抹去人：{who}</translation>
        </message>
        <message>
            <source>Name and record number are not written here on purpose: they were erased too. The number above is the one the log of what was done knows it by.</source>
            <translation>此处有意不写姓名和病历号：它们也已被抹去。上面的编号就是操作日志中的编号。</translation>
        </message>
        <message>
            <source>What was erased is not named here on purpose: the name was erased too. The number above is the one the log of what was done knows it by.</source>
            <translation>此处有意不写抹去了什么：名称也已被抹去。上面的编号就是操作日志中的编号。</translation>
        </message>
        <message>
            <source>Result: {words}</source>
            <translation>结果：{words}</translation>
        </message>
        <message>
            <source>Found in: {file}</source>
            <translation>发现于：{file}</translation>
        </message>
        <message>
            <source>What the program cannot reach</source>
            <translation>程序够不到的</translation>
        </message>
        <message>
            <source>exports, prints and copies made elsewhere, also a backup drive unplugged now</source>
            <translation>导出、打印件和别处的副本，包括此刻未接上的备份盘</translation>
        </message>
        <message>
            <source>the memory of the running program, until it is locked or closed</source>
            <translation>运行中程序的内存，直到锁定或关闭</translation>
        </message>
        <message>
            <source>worn-out cells of a flash drive, which keep encrypted remains</source>
            <translation>闪存盘的损耗单元，其中留有加密的残余</translation>
        </message>
        <message>
            <source>This hash stands in the log of what was done, where it cannot be changed unseen.</source>
            <translation>此哈希已写入操作记录，在那里无法悄悄改动。</translation>
        </message>
        <message>
            <source>who opened the vault with its passphrase or recovery code</source>
            <translation>用密码或恢复码打开保险库的人</translation>
        </message>
        <message>
            <source>who used this machine: the vault opens without a passphrase</source>
            <translation>使用本机的人：该保险库无需密码即可打开</translation>
        </message>
        <message>
            <source>{name}, {how}</source>
            <translation>{name}（{how}）</translation>
        </message>
        <message>
            <source>texts looked for: {texts}</source>
            <translation>搜寻的文字：{texts} 段</translation>
        </message>
        <message>
            <source>decrypted pages searched, free ones included: {size} bytes</source>
            <translation>搜寻的解密页（含空闲页）：{size} 字节</translation>
        </message>
        <message>
            <source>files of the data folder searched: {files}, {size} bytes</source>
            <translation>搜寻的数据文件夹文件：{files} 个，{size} 字节</translation>
        </message>
        <message>
            <source>rows and index entries left: {rows}</source>
            <translation>剩余的行和索引条目：{rows}</translation>
        </message>
        <message>
            <source>journal emptied</source>
            <translation>日志已清空</translation>
        </message>
        <message>
            <source>the journal could not be emptied; it will be by the next start</source>
            <translation>日志未能清空；下次启动时会清空</translation>
        </message>
        <message>
            <source>backups that held it, deleted: {count}; one without it was made</source>
            <translation>含有它的备份已删除：{count} 份；另做了一份不含它的</translation>
        </message>
        <message>
            <source>of the texts, {count} also stand word for word in what is kept, such as another record: they were left there, and were not looked for</source>
            <translation>其中 {count} 段在保留内容（如其他病历）中也逐字出现：它们保留在那里，未作查找</translation>
        </message>
        <message>
            <source>of the texts, {count} are too short to be looked for byte by byte</source>
            <translation>其中 {count} 段太短，无法逐字节搜寻</translation>
        </message>
    </context>
    <context>
        <name>ClinicalNote</name>
        <message>
            <source>{model} is not known to be fit for clinical text.</source>
            <translation>{model} 未经核查，不确定是否适用于临床文本。</translation>
        </message>
    </context>
    <context>
        <name>CommandWords</name>
        <message>
            <source>chat conversation thread</source>
            <translation>聊天 对话</translation>
        </message>
        <message>
            <source>private temporary incognito</source>
            <translation>私密 临时 无痕</translation>
        </message>
        <message>
            <source>switch file</source>
            <translation>切换 文件</translation>
        </message>
        <message>
            <source>switch person book change</source>
            <translation>切换 人 书 更换</translation>
        </message>
        <message>
            <source>find look for anything said</source>
            <translation>查找 搜寻 说过的话</translation>
        </message>
        <message>
            <source>why forgot missing not recalled remember</source>
            <translation>为什么 忘了 不记得 没召回 缺</translation>
        </message>
        <message>
            <source>look for search this session</source>
            <translation>搜索 查找 本会话</translation>
        </message>
        <message>
            <source>hide screen</source>
            <translation>隐藏 屏幕</translation>
        </message>
        <message>
            <source>password log out</source>
            <translation>密码 登出</translation>
        </message>
        <message>
            <source>cancel abort</source>
            <translation>取消 中止</translation>
        </message>
        <message>
            <source>side panel facts</source>
            <translation>侧栏 事实</translation>
        </message>
        <message>
            <source>budget experiment settings</source>
            <translation>预算 实验 设置</translation>
        </message>
        <message>
            <source>new remember note</source>
            <translation>新建 记住 笔记</translation>
        </message>
        <message>
            <source>load model language model</source>
            <translation>加载 语言模型</translation>
        </message>
        <message>
            <source>save copy restore</source>
            <translation>保存 副本 恢复</translation>
        </message>
        <message>
            <source>save share file</source>
            <translation>保存 分享 文件</translation>
        </message>
        <message>
            <source>load bring in file</source>
            <translation>载入 导入 文件</translation>
        </message>
        <message>
            <source>options preferences configure theme language</source>
            <translation>选项 偏好 配置 主题 语言</translation>
        </message>
        <message>
            <source>system prompt role character</source>
            <translation>系统提示词 角色</translation>
        </message>
        <message>
            <source>templates snippets</source>
            <translation>模板 片段</translation>
        </message>
        <message>
            <source>zoom in bigger font</source>
            <translation>放大 字体</translation>
        </message>
        <message>
            <source>zoom out font</source>
            <translation>缩小 字体</translation>
        </message>
        <message>
            <source>zoom reset font</source>
            <translation>缩放 复原 字体</translation>
        </message>
        <message>
            <source>help keys hotkeys</source>
            <translation>帮助 按键 热键</translation>
        </message>
        <message>
            <source>help manual how to first steps</source>
            <translation>帮助 手册 怎么用 入门</translation>
        </message>
        <message>
            <source>clean up duplicates delete old</source>
            <translation>清理 重复 删除 旧的</translation>
        </message>
        <message>
            <source>password lock encryption</source>
            <translation>密码 锁 加密</translation>
        </message>
        <message>
            <source>network connections</source>
            <translation>网络 连接</translation>
        </message>
        <message>
            <source>history log</source>
            <translation>历史 日志</translation>
        </message>
        <message>
            <source>delete forget for ever</source>
            <translation>删除 忘记 永久</translation>
        </message>
        <message>
            <source>version licence help</source>
            <translation>版本 许可 帮助</translation>
        </message>
        <message>
            <source>exit close</source>
            <translation>退出 关闭</translation>
        </message>
    </context>
    <context>
        <name>Commands</name>
        <message>
            <source>New session</source>
            <translation>新会话</translation>
        </message>
        <message>
            <source>All commands</source>
            <translation>所有命令</translation>
        </message>
        <message>
            <source>New scratch session: nothing is kept</source>
            <translation>新建草稿会话：什么都不保存</translation>
        </message>
        <message>
            <source>Open another vault</source>
            <translation>打开其他保险库</translation>
        </message>
        <message>
            <source>Find a patient; today's list</source>
            <translation>查找患者；今日名单</translation>
        </message>
        <message>
            <source>Patient page</source>
            <translation>患者页</translation>
        </message>
        <message>
            <source>Consent, restriction and retention</source>
            <translation>同意、限制与保存期限</translation>
        </message>
        <message>
            <source>The clinician speaks</source>
            <translation>医师说</translation>
        </message>
        <message>
            <source>The patient speaks</source>
            <translation>患者说</translation>
        </message>
        <message>
            <source>The family speaks</source>
            <translation>家属说</translation>
        </message>
        <message>
            <source>Go to another space</source>
            <translation>转到另一个空间</translation>
        </message>
        <message>
            <source>Search everything said</source>
            <translation>搜索说过的一切</translation>
        </message>
        <message>
            <source>Why is it not here? Find a message and ask</source>
            <translation>它为什么不在这里…（先找到那句话）</translation>
        </message>
        <message>
            <source>Find in this session</source>
            <translation>在本会话中查找</translation>
        </message>
        <message>
            <source>Cover the window</source>
            <translation>遮盖窗口</translation>
        </message>
        <message>
            <source>Patient beside me: show no other name</source>
            <translation>患者在旁：不显示其他人的姓名</translation>
        </message>
        <message>
            <source>Somebody beside me: show no other name</source>
            <translation>旁边有人：不显示其他名字</translation>
        </message>
        <message>
            <source>Lock the program</source>
            <translation>锁定程序</translation>
        </message>
        <message>
            <source>Stop the reply</source>
            <translation>停止回答</translation>
        </message>
        <message>
            <source>Go to the sessions</source>
            <translation>转到会话列表</translation>
        </message>
        <message>
            <source>Go to the conversation</source>
            <translation>转到对话内容</translation>
        </message>
        <message>
            <source>Go to the composer</source>
            <translation>转到输入框</translation>
        </message>
        <message>
            <source>Go to the memory panel</source>
            <translation>转到记忆面板</translation>
        </message>
        <message>
            <source>Show or hide the memory panel</source>
            <translation>显示或隐藏记忆面板</translation>
        </message>
        <message>
            <source>What if: try other memory for the next message</source>
            <translation>假如：为下一条消息试用别的记忆</translation>
        </message>
        <message>
            <source>Add a fact</source>
            <translation>添加事实</translation>
        </message>
        <message>
            <source>Memory in a window of its own, or back</source>
            <translation>把记忆放进单独的窗口，或放回</translation>
        </message>
        <message>
            <source>Menu of what has the focus</source>
            <translation>当前焦点处的菜单</translation>
        </message>
        <message>
            <source>Choose a model</source>
            <translation>选择模型</translation>
        </message>
        <message>
            <source>Backups</source>
            <translation>备份</translation>
        </message>
        <message>
            <source>Export conversations</source>
            <translation>导出会话</translation>
        </message>
        <message>
            <source>Import conversations</source>
            <translation>导入会话</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Personas</source>
            <translation>角色</translation>
        </message>
        <message>
            <source>Saved prompts</source>
            <translation>常用提示</translation>
        </message>
        <message>
            <source>Notes and hand-outs of this session</source>
            <translation>本会话的病历与患者说明</translation>
        </message>
        <message>
            <source>Templates of notes</source>
            <translation>病历模板</translation>
        </message>
        <message>
            <source>Larger text</source>
            <translation>放大文字</translation>
        </message>
        <message>
            <source>Smaller text</source>
            <translation>缩小文字</translation>
        </message>
        <message>
            <source>Text in its usual size</source>
            <translation>文字恢复默认大小</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <source>Guide</source>
            <translation>指南</translation>
        </message>
        <message>
            <source>New patient</source>
            <translation>新建患者</translation>
        </message>
        <message>
            <source>New space</source>
            <translation>新建空间</translation>
        </message>
        <message>
            <source>This space: its name and its own categories</source>
            <translation>这个空间：名称与自定类别</translation>
        </message>
        <message>
            <source>Test my memory</source>
            <translation>测试记忆</translation>
        </message>
        <message>
            <source>Tidy up the memory</source>
            <translation>整理记忆</translation>
        </message>
        <message>
            <source>Passphrase and recovery code</source>
            <translation>密码与恢复码</translation>
        </message>
        <message>
            <source>Privacy: what every process has open</source>
            <translation>隐私：各进程打开了什么</translation>
        </message>
        <message>
            <source>What was done: the audit log</source>
            <translation>操作记录</translation>
        </message>
        <message>
            <source>Erase with certificate</source>
            <translation>抹去并出具证明</translation>
        </message>
        <message>
            <source>Write the record of this session into a file</source>
            <translation>把本会话的记录写入文件</translation>
        </message>
        <message>
            <source>Open a record</source>
            <translation>打开记录文件</translation>
        </message>
        <message>
            <source>About the program</source>
            <translation>关于本程序</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>Send the message</source>
            <translation>发送</translation>
        </message>
        <message>
            <source>Break the line</source>
            <translation>换行</translation>
        </message>
        <message>
            <source>Record without a reply</source>
            <translation>只记录，不回答</translation>
        </message>
        <message>
            <source>Ask the record, without the model</source>
            <translation>查询记录，不用模型</translation>
        </message>
        <message>
            <source>In the conversation: edit the message and resend</source>
            <translation>在对话中：编辑消息并重新发送</translation>
        </message>
        <message>
            <source>In the conversation: regenerate the reply</source>
            <translation>在对话中：重新生成回复</translation>
        </message>
        <message>
            <source>In the conversation: continue the reply</source>
            <translation>在对话中：继续写回复</translation>
        </message>
        <message>
            <source>In the conversation: copy as Markdown</source>
            <translation>在对话中：复制为 Markdown</translation>
        </message>
        <message>
            <source>In the conversation: other version</source>
            <translation>在对话中：另一个版本</translation>
        </message>
        <message>
            <source>In the conversation: other message</source>
            <translation>在对话中：另一条消息</translation>
        </message>
        <message>
            <source>In the conversation: pin or unpin the message</source>
            <translation>对话中：固定或取消固定这条消息</translation>
        </message>
        <message>
            <source>In the conversation: delete the message</source>
            <translation>对话中：删除这条消息</translation>
        </message>
        <message>
            <source>Put in a saved prompt</source>
            <translation>插入常用提示</translation>
        </message>
        <message>
            <source>What was sent before, in an empty composer</source>
            <translation>在空的输入框里：以前发送过的</translation>
        </message>
        <message>
            <source>Rename the session</source>
            <translation>重命名会话</translation>
        </message>
        <message>
            <source>Delete the session</source>
            <translation>删除会话</translation>
        </message>
    </context>
    <context>
        <name>Composer</name>
        <message>
            <source>Waiting</source>
            <translation>等待发送</translation>
        </message>
        <message>
            <source>Take back</source>
            <translation>取回</translation>
        </message>
        <message>
            <source>Take the waiting message back into the composer</source>
            <translation>把等待发送的内容取回输入框</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Send</source>
            <translation>发送</translation>
        </message>
        <message>
            <source>Stop the reply</source>
            <translation>停止回答</translation>
        </message>
        <message>
            <source>Send the message</source>
            <translation>发送</translation>
        </message>
        <message>
            <source>sent after the reply</source>
            <translation>回答结束后发送</translation>
        </message>
        <message>
            <source>Speaker: {name}</source>
            <translation>说话人：{name}</translation>
        </message>
        <message>
            <source>Family</source>
            <translation>家属</translation>
        </message>
        <message>
            <source>Composer</source>
            <translation>输入区</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>Write a message</source>
            <translation>写点什么</translation>
        </message>
        <message>
            <source>Ask the record</source>
            <translation>查询记录</translation>
        </message>
        <message>
            <source>Ask the record, without the model</source>
            <translation>查询记录，不用模型</translation>
        </message>
        <message>
            <source>Answers from facts and quotes of what was said. The model is not asked.</source>
            <translation>以事实和原话作答，不询问模型。</translation>
        </message>
        <message>
            <source>From facts and quotes, without the model (Ctrl+Shift+Enter)</source>
            <translation>以事实和原话作答，不用模型（Ctrl+Shift+Enter）</translation>
        </message>
        <message>
            <source>Record only</source>
            <translation>只记录</translation>
        </message>
        <message>
            <source>Record without a reply</source>
            <translation>只记录，不回答</translation>
        </message>
    </context>
    <context>
        <name>ConflictNotice</name>
        <message>
            <source>Two statements contradict each other: {matter}. Until you decide, it is in doubt.</source>
            <translation>有两处说法互相矛盾（{matter}）。核实之前按存疑处理。</translation>
        </message>
        <message>
            <source>{count} contradictions wait for you, the first about {matter}.</source>
            <translation>有 {count} 处矛盾待您核实，第一处关于“{matter}”。</translation>
        </message>
        <message>
            <source>Settle</source>
            <translation>核实</translation>
        </message>
        <message>
            <source>Settle the contradiction in the Facts tab</source>
            <translation>到“事实”页核实这处矛盾</translation>
        </message>
        <message>
            <source>Settle the contradiction later</source>
            <translation>以后再核实这处矛盾</translation>
        </message>
        <message>
            <source>{category}: {value}</source>
            <translation>{category}：{value}</translation>
        </message>
    </context>
    <context>
        <name>Consent</name>
        <message>
            <source>Write the day as year-month-day, for example 2026-03-12.</source>
            <translation>日期请写成年-月-日，例如 2026-03-12。</translation>
        </message>
        <message>
            <source>The day lies in the future.</source>
            <translation>日期在未来。</translation>
        </message>
        <message>
            <source>Nothing is marked that was agreed to.</source>
            <translation>没有勾选同意的内容。</translation>
        </message>
        <message>
            <source>Who writes it down must be named.</source>
            <translation>请写明由谁记录。</translation>
        </message>
        <message>
            <source>Basis</source>
            <translation>依据</translation>
        </message>
        <message>
            <source>Given</source>
            <translation>方式</translation>
        </message>
        <message>
            <source>On</source>
            <translation>日期</translation>
        </message>
        <message>
            <source>By a guardian</source>
            <translation>监护人</translation>
        </message>
        <message>
            <source>Written down by</source>
            <translation>记录人</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>备注</translation>
        </message>
        <message>
            <source>Agreed to</source>
            <translation>同意</translation>
        </message>
        <message>
            <source>Relation to the patient</source>
            <translation>与患者的关系</translation>
        </message>
        <message>
            <source>relation, e.g. mother</source>
            <translation>关系，如母亲</translation>
        </message>
        <message>
            <source>name; empty for the patient</source>
            <translation>姓名；患者本人则留空</translation>
        </message>
        <message>
            <source>year-month-day</source>
            <translation>年-月-日</translation>
        </message>
        <message>
            <source>Record</source>
            <translation>记录</translation>
        </message>
        <message>
            <source>recorded and remembered</source>
            <translation>记录并记住</translation>
        </message>
        <message>
            <source>put before the language model</source>
            <translation>交给语言模型</translation>
        </message>
        <message>
            <source>exported or printed</source>
            <translation>导出或打印</translation>
        </message>
        <message>
            <source>Consent</source>
            <translation>同意</translation>
        </message>
        <message>
            <source>Needed for the treatment</source>
            <translation>诊疗所需</translation>
        </message>
        <message>
            <source>Required by law</source>
            <translation>法律要求</translation>
        </message>
        <message>
            <source>in writing</source>
            <translation>书面</translation>
        </message>
        <message>
            <source>spoken</source>
            <translation>口头</translation>
        </message>
        <message>
            <source>electronically</source>
            <translation>电子</translation>
        </message>
        <message>
            <source>the patient</source>
            <translation>患者本人</translation>
        </message>
        <message>
            <source>{name} ({relation})</source>
            <translation>{name}（{relation}）</translation>
        </message>
        <message>
            <source>{basis}: {uses}. Given {form} on {day} by {by}, written down by {recorder}.</source>
            <translation>{basis}：{uses}。{by}于 {day} {form}给出，{recorder}记录。</translation>
        </message>
        <message>
            <source>, </source>
            <translation>、</translation>
        </message>
        <message>
            <source>Withdrawn {when} by {by}.</source>
            <translation>{by}于{when}撤回。</translation>
        </message>
        <message>
            <source>The patient or who stands for them asked for it</source>
            <translation>患者或其代表要求</translation>
        </message>
        <message>
            <source>It was entered for the wrong person or twice</source>
            <translation>录错患者或重复录入</translation>
        </message>
        <message>
            <source>A court or an authority ordered it</source>
            <translation>法院或主管机关要求</translation>
        </message>
        <message>
            <source>It is kept elsewhere for the whole period</source>
            <translation>已在别处保存至期满</translation>
        </message>
        <message>
            <source>No basis is recorded for this patient (Ctrl+Shift+K).</source>
            <translation>没有记录依据：这位患者没有记下同意或其他依据（Ctrl+Shift+K）。</translation>
        </message>
    </context>
    <context>
        <name>ConsentDialog</name>
        <message>
            <source>Restricted: kept, never recalled, searched or put before a model.</source>
            <translation>已限制：仅保存，不召回、不搜索、不交给模型。</translation>
        </message>
        <message>
            <source>Active.</source>
            <translation>使用中。</translation>
        </message>
        <message>
            <source>To be kept until {day}.</source>
            <translation>保存至{day}。</translation>
        </message>
        <message>
            <source>No period of retention.</source>
            <translation>无保存期限。</translation>
        </message>
        <message>
            <source>Lift the restriction</source>
            <translation>解除限制</translation>
        </message>
        <message>
            <source>Restrict this record</source>
            <translation>限制此病历</translation>
        </message>
        <message>
            <source>Withdraw</source>
            <translation>撤回</translation>
        </message>
        <message>
            <source>It takes effect at once. Name of the guardian who withdraws it; empty for the patient:</source>
            <translation>立即生效。撤回的监护人姓名；患者本人则留空：</translation>
        </message>
        <message>
            <source>Write the day as year-month-day, for example 2041-03-12; empty for the usual period.</source>
            <translation>日期请写成年-月-日，例如 2041-03-12；留空则按通常期限。</translation>
        </message>
        <message>
            <source>Saved as {name}. The file is not encrypted.</source>
            <translation>已保存为 {name}。该文件未加密。</translation>
        </message>
        <message>
            <source>Consent and retention: {person}</source>
            <translation>同意与保存期限：{person}</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Agreed</source>
            <translation>已同意</translation>
        </message>
        <message>
            <source>New entry</source>
            <translation>新记录</translation>
        </message>
        <message>
            <source>State and retention</source>
            <translation>状态与期限</translation>
        </message>
        <message>
            <source>Documents</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>What was agreed to</source>
            <translation>同意的内容</translation>
        </message>
        <message>
            <source>Withdraw…</source>
            <translation>撤回…</translation>
        </message>
        <message>
            <source>A restricted record is kept and used for nothing: it is not recalled, searched, summed up or put before a model, and nothing can be added. It happens by itself when the last consent is withdrawn.</source>
            <translation>受限制的病历只保存、不使用：不召回、不搜索、不概括、不交给模型，也不能添加内容。撤回最后一项同意时自动限制。</translation>
        </message>
        <message>
            <source>Until this day erasing the record asks for a reason. Empty: the period of the settings.</source>
            <translation>在此日期之前删除病历须说明理由。留空则按设置中的期限。</translation>
        </message>
        <message>
            <source>To be kept until</source>
            <translation>保存至</translation>
        </message>
        <message>
            <source>year-month-day</source>
            <translation>年-月-日</translation>
        </message>
        <message>
            <source>Keep until then</source>
            <translation>保存至此日</translation>
        </message>
        <message>
            <source>Filled in from the settings and from what is recorded. Check them before you use them.</source>
            <translation>依据设置和记录填写，使用前请核对。</translation>
        </message>
        <message>
            <source>{paper}…</source>
            <translation>{paper}…</translation>
        </message>
        <message>
            <source>Readable copy of everything about this patient…</source>
            <translation>此患者全部内容的可读副本…</translation>
        </message>
    </context>
    <context>
        <name>Conversation</name>
        <message>
            <source>Restricted: nothing is recorded or sent here. Lift it under Consent and retention.</source>
            <translation>此病历已限制：不记录，也不发送。可在“同意与保存期限”里解除。</translation>
        </message>
        <message>
            <source>Choose or create a patient first (Ctrl+P).</source>
            <translation>请先选择或新建患者（Ctrl+P）。</translation>
        </message>
        <message>
            <source>Choose or create a space first.</source>
            <translation>请先选择或新建空间。</translation>
        </message>
        <message>
            <source>answered from memory, without the model</source>
            <translation>由记忆作答，不用模型</translation>
        </message>
        <message>
            <source>would send {tokens} tokens</source>
            <translation>将发送 {tokens} 词元</translation>
        </message>
        <message>
            <source>would send about {tokens} tokens</source>
            <translation>将发送约 {tokens} 词元</translation>
        </message>
        <message numerus="yes">
            <source>%n turns would leave</source>
            <translation>
                <numerusform>%n 轮会移出</numerusform>
            </translation>
        </message>
        <message>
            <source>nothing leaves</source>
            <translation>无内容移出</translation>
        </message>
        <message>
            <source>{sends}; {leaves}</source>
            <translation>{sends}；{leaves}</translation>
        </message>
        <message>
            <source>, </source>
            <translation>、</translation>
        </message>
        <message>
            <source>“{words}”</source>
            <translation>“{words}”</translation>
        </message>
        <message>
            <source>{sends}; no room for what you pinned: {pins}</source>
            <translation>{sends}；固定的内容放不下：{pins}</translation>
        </message>
    </context>
    <context>
        <name>Cover</name>
        <message>
            <source>Covered. A reply that is being written goes on.</source>
            <translation>已遮盖。正在写的回复会继续。</translation>
        </message>
        <message>
            <source>Uncover</source>
            <translation>取消遮盖</translation>
        </message>
        <message>
            <source>Covered</source>
            <translation>已遮盖</translation>
        </message>
    </context>
    <context>
        <name>CrashDialog</name>
        <message>
            <source>Copied</source>
            <translation>已复制</translation>
        </message>
        <message>
            <source>Something went wrong the last time</source>
            <translation>上次运行时出了问题</translation>
        </message>
        <message>
            <source>The program noted an error that it did not expect. The note names places in the program and holds nothing of what was said. It stays on this machine unless you copy it.</source>
            <translation>程序记下了一个意外的错误。记录只写明程序中的位置，不含任何说过的话。除非您复制，否则它只留在这台电脑上。</translation>
        </message>
        <message>
            <source>Note of the error</source>
            <translation>错误记录</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Keep and close</source>
            <translation>保留并关闭</translation>
        </message>
    </context>
    <context>
        <name>Dates</name>
        <message>
            <source>Jan</source>
            <translation>1月</translation>
        </message>
        <message>
            <source>Feb</source>
            <translation>2月</translation>
        </message>
        <message>
            <source>Mar</source>
            <translation>3月</translation>
        </message>
        <message>
            <source>Apr</source>
            <translation>4月</translation>
        </message>
        <message>
            <source>May</source>
            <translation>5月</translation>
        </message>
        <message>
            <source>Jun</source>
            <translation>6月</translation>
        </message>
        <message>
            <source>Jul</source>
            <translation>7月</translation>
        </message>
        <message>
            <source>Aug</source>
            <translation>8月</translation>
        </message>
        <message>
            <source>Sep</source>
            <translation>9月</translation>
        </message>
        <message>
            <source>Oct</source>
            <translation>10月</translation>
        </message>
        <message>
            <source>Nov</source>
            <translation>11月</translation>
        </message>
        <message>
            <source>Dec</source>
            <translation>12月</translation>
        </message>
        <message>
            <source>Today</source>
            <translation>今天</translation>
        </message>
        <message>
            <source>{day} {month}</source>
            <translation>{month}{day}日</translation>
        </message>
        <message>
            <source>{day} {month} {year}</source>
            <translation>{year}年{month}{day}日</translation>
        </message>
        <message>
            <source>{month}</source>
            <translation>{month}</translation>
        </message>
        <message>
            <source>{month} {year}</source>
            <translation>{year}年{month}</translation>
        </message>
        <message>
            <source>{year}</source>
            <translation>{year}年</translation>
        </message>
    </context>
    <context>
        <name>Deletion</name>
        <message>
            <source>turns: {count}</source>
            <translation>轮次 {count}</translation>
        </message>
        <message>
            <source>facts: {count}</source>
            <translation>事实 {count}</translation>
        </message>
        <message>
            <source>summaries: {count}</source>
            <translation>摘要 {count}</translation>
        </message>
        <message>
            <source>vectors: {count}</source>
            <translation>向量 {count}</translation>
        </message>
        <message>
            <source>context records: {count}</source>
            <translation>上下文记录 {count}</translation>
        </message>
        <message>
            <source>, </source>
            <translation>、</translation>
        </message>
        <message>
            <source>What goes with it: {counts}</source>
            <translation>一并删除：{counts}</translation>
        </message>
        <message>
            <source>Facts that rest on it alone: {facts} and {count} more</source>
            <translation>仅由此得出的事实：{facts}，另有 {count} 条</translation>
        </message>
        <message>
            <source>Facts that rest on it alone: {facts}</source>
            <translation>仅由此得出的事实：{facts}</translation>
        </message>
        <message>
            <source>Facts that were also said elsewhere and stay: {count}</source>
            <translation>在别处也说过、会保留的事实：{count}</translation>
        </message>
        <message>
            <source>You can undo this for 20 seconds.</source>
            <translation>20 秒内可以撤销。</translation>
        </message>
    </context>
    <context>
        <name>Dialog</name>
        <message>
            <source>Arrows and Page Up or Page Down scroll</source>
            <translation>用方向键和 Page Up、Page Down 滚动</translation>
        </message>
        <message>
            <source>OK</source>
            <translation>确定</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
    </context>
    <context>
        <name>EraseDialog</name>
        <message>
            <source>session “{title}”</source>
            <translation>会话“{title}”</translation>
        </message>
        <message>
            <source>Erasing…</source>
            <translation>正在抹去…</translation>
        </message>
        <message>
            <source>Erase for good</source>
            <translation>彻底抹去</translation>
        </message>
        <message>
            <source>Text (*.txt);;JSON (*.json)</source>
            <translation>文本 (*.txt);;JSON (*.json)</translation>
        </message>
        <message>
            <source>certificate</source>
            <translation>抹去证明</translation>
        </message>
        <message>
            <source>Save the certificate</source>
            <translation>保存证明</translation>
        </message>
        <message>
            <source>Saved as {name}.</source>
            <translation>已保存为 {name}。</translation>
        </message>
        <message>
            <source>Erase with certificate</source>
            <translation>抹去并出具证明</translation>
        </message>
        <message>
            <source>Certificate of erasure</source>
            <translation>抹去证明</translation>
        </message>
        <message>
            <source>The newest turn of this session</source>
            <translation>本会话最新的一轮</translation>
        </message>
        <message>
            <source>This session</source>
            <translation>本会话</translation>
        </message>
        <message>
            <source>This space, with all sessions and everything remembered</source>
            <translation>本空间，连同全部会话和所有记忆</translation>
        </message>
        <message>
            <source>This patient, with all sessions and everything remembered</source>
            <translation>该患者，连同全部会话和所有记忆</translation>
        </message>
        <message>
            <source>Turn {number}: the message and its reply</source>
            <translation>第 {number} 轮：消息及其回复</translation>
        </message>
        <message>
            <source>I know that this cannot be undone</source>
            <translation>我知道这无法撤销</translation>
        </message>
        <message>
            <source>Save…</source>
            <translation>保存…</translation>
        </message>
        <message>
            <source>What was said goes, and so does all that was made of it: facts, summaries, the word index, the vectors, texts in stored prompts. Backups that hold it are deleted and one without it is made. Afterwards every page and file is searched for it.</source>
            <translation>说过的话会抹去，由它产生的一切也会：事实、摘要、词语索引、向量、已存提示中的文字。含有它的备份会删除，并另做一份不含它的。之后会在每一页、每个文件中搜寻。</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
    </context>
    <context>
        <name>Errors</name>
        <message>
            <source>Too large to send: {section} needs {needed_tokens} tokens, {available_tokens} are free.</source>
            <translation>内容过长，无法发送：{section}需要 {needed_tokens} 词元，可用 {available_tokens} 词元。</translation>
        </message>
        <message>
            <source>Shorten the message, send it in parts, or raise the context length in Settings (now {context_limit}, {reserved} of it kept for the reply).</source>
            <translation>请缩短内容、分几次发送，或在设置中调大上下文长度（现为 {context_limit}，其中 {reserved} 留给回答）。</translation>
        </message>
        <message>
            <source>This is not a settings file of this program: {path}</source>
            <translation>这不是本程序的设置文件：{path}</translation>
        </message>
        <message>
            <source>Nothing was changed. Choose a file that was written by Export in Settings.</source>
            <translation>没有任何改动。请选择由设置中的“导出”写出的文件。</translation>
        </message>
        <message>
            <source>This is no file of personas or saved prompts: {path}</source>
            <translation>这不是人格或常用提示的文件：{path}</translation>
        </message>
        <message>
            <source>Nothing was changed. Choose a file that was written by Export in that window.</source>
            <translation>没有改动任何内容。请选择由该窗口的“导出”写出的文件。</translation>
        </message>
        <message>
            <source>The file gives a value that “{setting}” does not take: {value}</source>
            <translation>文件给“{setting}”的值不可用：{value}</translation>
        </message>
        <message>
            <source>Nothing was changed. Correct that value in the file, or take it out.</source>
            <translation>没有任何改动。请在文件中更正或去掉这个值。</translation>
        </message>
        <message>
            <source>The file has a setting that this version does not know: {setting}</source>
            <translation>文件中有本版本不认识的设置：{setting}</translation>
        </message>
        <message>
            <source>Nothing was changed. Take it out of the file, or update the program.</source>
            <translation>没有任何改动。请从文件中去掉它，或更新程序。</translation>
        </message>
        <message>
            <source>The file could not be written: {path}</source>
            <translation>无法写入文件：{path}</translation>
        </message>
        <message>
            <source>Choose another folder, or make room on the disk.</source>
            <translation>请换一个文件夹，或腾出磁盘空间。</translation>
        </message>
        <message>
            <source>This note is confirmed and is only added to.</source>
            <translation>这份病历已经确认，只能追加。</translation>
        </message>
        <message>
            <source>Write an addendum; what is confirmed stays as it is.</source>
            <translation>请写补记；已确认的内容保持原样。</translation>
        </message>
        <message>
            <source>A note is confirmed by somebody who answers for it.</source>
            <translation>病历要由对它负责的人确认。</translation>
        </message>
        <message>
            <source>Enter the name of the clinician who checked it.</source>
            <translation>请填写核对医师的姓名。</translation>
        </message>
        <message>
            <source>Keep or drop each of them, then confirm the note.</source>
            <translation>请逐句保留或删去，再确认病历。</translation>
        </message>
        <message>
            <source>A hand-out is printed after the clinician has checked it.</source>
            <translation>患者说明要经医师核对后才能打印。</translation>
        </message>
        <message>
            <source>Read it, correct it, and confirm it by name; then print it.</source>
            <translation>请阅读、修改并署名确认，然后打印。</translation>
        </message>
        <message>
            <source>This template has no sections.</source>
            <translation>这个模板没有栏目。</translation>
        </message>
        <message>
            <source>Edit it: write one heading on each line.</source>
            <translation>请编辑模板：每行写一个栏目名。</translation>
        </message>
        <message>
            <source>The model file is not there: {path}</source>
            <translation>找不到模型文件：{path}</translation>
        </message>
        <message>
            <source>There is no bundle of models in the folder {path}.</source>
            <translation>文件夹 {path} 里没有模型包。</translation>
        </message>
        <message>
            <source>The list of models, {path}, cannot be read or names what is no model.</source>
            <translation>模型清单 {path} 无法读取，或列有并非模型的文件。</translation>
        </message>
        <message>
            <source>The file {path} of the bundle is missing, cut short or cannot be read.</source>
            <translation>模型包中的文件 {path} 缺失、不完整或无法读取。</translation>
        </message>
        <message>
            <source>The file {path} of the bundle is not what its checksum says.</source>
            <translation>模型包中的文件 {path} 与校验和不符。</translation>
        </message>
        <message>
            <source>The models could not be written into the folder {path}.</source>
            <translation>模型无法写入文件夹 {path}。</translation>
        </message>
        <message>
            <source>The model file is empty: {path}</source>
            <translation>模型文件是空的：{path}</translation>
        </message>
        <message>
            <source>Copy it again; the model loaded before still answers.</source>
            <translation>请重新复制；之前加载的模型仍可使用。</translation>
        </message>
        <message>
            <source>The model file is incomplete: {path}</source>
            <translation>模型文件不完整：{path}</translation>
        </message>
        <message>
            <source>A download or copy broke off. Copy it again; the model loaded before still answers.</source>
            <translation>下载或复制中断了。请重新复制；之前加载的模型仍可使用。</translation>
        </message>
        <message>
            <source>This is not a model in GGUF format: {path}</source>
            <translation>这不是 GGUF 格式的模型：{path}</translation>
        </message>
        <message>
            <source>Choose a file that ends in .gguf.</source>
            <translation>请选择扩展名为 .gguf 的文件。</translation>
        </message>
        <message>
            <source>The engine does not know this kind of model: {architecture}</source>
            <translation>引擎不支持这种模型：{architecture}</translation>
        </message>
        <message>
            <source>Choose another model, or update the program.</source>
            <translation>请换一个模型，或更新程序。</translation>
        </message>
        <message>
            <source>This is an embedding model; it cannot write replies: {path}</source>
            <translation>这是向量模型，不能写回答：{path}</translation>
        </message>
        <message>
            <source>Choose a chat model here.</source>
            <translation>这里请选择对话模型。</translation>
        </message>
        <message>
            <source>Not enough memory for this model: it needs {needed_bytes}, {free_bytes} are free.</source>
            <translation>内存不足：这个模型需要 {needed_bytes}，可用 {free_bytes}。</translation>
        </message>
        <message>
            <source>Close other programs, choose a smaller model, or set the context length to {suggested_context}.</source>
            <translation>请关闭其他程序、选择较小的模型，或把上下文长度设为 {suggested_context}。</translation>
        </message>
        <message>
            <source>The model could not be loaded: {path}</source>
            <translation>无法加载模型：{path}</translation>
        </message>
        <message>
            <source>The file may be damaged. Copy it again or choose another one.</source>
            <translation>文件可能已损坏。请重新复制，或换一个文件。</translation>
        </message>
        <message>
            <source>No model is loaded.</source>
            <translation>尚未加载模型。</translation>
        </message>
        <message>
            <source>Choose one above; Ctrl+Enter still records without a reply.</source>
            <translation>请在上方选择模型；按 Ctrl+Enter 仍可只记录、不回答。</translation>
        </message>
        <message>
            <source>This reply cannot be continued.</source>
            <translation>这条回复不能继续写。</translation>
        </message>
        <message>
            <source>Only the last reply shown goes on where it was cut off. Regenerate it instead.</source>
            <translation>只有显示的最后一条被中断的回复可以接着写。可以改为重新生成。</translation>
        </message>
        <message>
            <source>The summary of earlier turns could not be made.</source>
            <translation>更早对话的摘要没有写成。</translation>
        </message>
        <message>
            <source>Nothing was changed; it is tried again later.</source>
            <translation>对话没有改动，稍后会再试。</translation>
        </message>
        <message>
            <source>The model stopped unexpectedly.</source>
            <translation>模型意外停止。</translation>
        </message>
        <message>
            <source>What it had written is kept; it is being started again. Send the message once more.</source>
            <translation>已写的部分已保留，模型正在重新启动。请再发送一次。</translation>
        </message>
        <message>
            <source>The model gave no sign for too long and was ended.</source>
            <translation>模型长时间没有响应，已被结束。</translation>
        </message>
        <message>
            <source>What it had written is kept. Send the message once more, or choose a smaller model.</source>
            <translation>已写的部分已保留。请再发送一次，或选择较小的模型。</translation>
        </message>
        <message>
            <source>The window did not take this message of the script: {text}</source>
            <translation>窗口没有接受脚本里的这条消息：{text}</translation>
        </message>
        <message>
            <source>Look at what the window says with --screenshots, or play it in a new vault.</source>
            <translation>请用 --screenshots 看看窗口说了什么，或在新的保险库里播放。</translation>
        </message>
        <message>
            <source>This model stopped three times within a minute: {path}</source>
            <translation>这个模型一分钟内停止了三次：{path}</translation>
        </message>
        <message>
            <source>It is not started again. Choose another model.</source>
            <translation>不再自动启动。请换一个模型。</translation>
        </message>
        <message>
            <source>The model for recall by meaning is missing.</source>
            <translation>缺少按语义召回所用的模型。</translation>
        </message>
        <message>
            <source>The model for recall by meaning cannot be used: {path}</source>
            <translation>按语义召回所用的模型无法使用：{path}</translation>
        </message>
        <message>
            <source>Recall goes by words only. Choose another folder of a sentence-transformers model.</source>
            <translation>目前只按词语召回。请换一个 sentence-transformers 模型文件夹。</translation>
        </message>
        <message>
            <source>The model for recall by meaning stopped or gave no answer.</source>
            <translation>按语义召回所用的模型停止或没有响应。</translation>
        </message>
        <message>
            <source>The record of {person} is restricted.</source>
            <translation>{person} 的记录已限制使用。</translation>
        </message>
        <message>
            <source>No basis is recorded for {person}.</source>
            <translation>{person}没有记录依据。</translation>
        </message>
        <message>
            <source>Record a consent or another basis (Ctrl+Shift+K). Until then no model is asked about this patient.</source>
            <translation>请记录同意或其他依据（Ctrl+Shift+K）。在此之前不就此患者询问模型。</translation>
        </message>
        <message>
            <source>It was not agreed that words of {person} are exported or printed.</source>
            <translation>{person} 未同意导出或打印其内容。</translation>
        </message>
        <message>
            <source>Record that it was agreed, or another basis (Ctrl+Shift+K). A readable copy for the patient is made there too.</source>
            <translation>请登记同意或其他依据（Ctrl+Shift+K）。给患者本人的可读副本也在那里生成。</translation>
        </message>
        <message>
            <source>The record number {number} belongs to {person}.</source>
            <translation>病历号 {number} 属于{person}。</translation>
        </message>
        <message>
            <source>Two patients cannot share one. If they are the same person, merge them.</source>
            <translation>两位患者不能共用。若是同一人，请合并。</translation>
        </message>
        <message>
            <source>The record of {person} is to be kept until {day}.</source>
            <translation>{person}的病历应保存至 {day}。</translation>
        </message>
        <message>
            <source>Name a reason to erase it before that day. It is noted in the audit log.</source>
            <translation>提前删除请说明理由，理由会记入日志。</translation>
        </message>
        <message>
            <source>The vault is not there: {path}</source>
            <translation>找不到保险库：{path}</translation>
        </message>
        <message>
            <source>Plug in the drive it lies on or name its folder. Nothing new was created.</source>
            <translation>请接上它所在的磁盘，或指定它的文件夹。没有新建任何内容。</translation>
        </message>
        <message>
            <source>The vault's file is empty: {path}</source>
            <translation>保险库文件是空的：{path}</translation>
        </message>
        <message>
            <source>Take it from a backup. Nothing was written over it.</source>
            <translation>请从备份恢复。没有覆盖任何内容。</translation>
        </message>
        <message>
            <source>The vault is damaged: {path}</source>
            <translation>保险库已损坏：{path}</translation>
        </message>
        <message>
            <source>Keep a copy of the folder and take the vault from a backup. Nothing was written over it.</source>
            <translation>请先复制整个文件夹，再从备份恢复。没有覆盖任何内容。</translation>
        </message>
        <message>
            <source>The key does not open this vault.</source>
            <translation>密钥打不开这个保险库。</translation>
        </message>
        <message>
            <source>Check the passphrase, or take the key file that belongs to it from a backup.</source>
            <translation>请检查密码，或从备份取回对应的密钥文件。</translation>
        </message>
        <message>
            <source>This vault needs its passphrase: {path}</source>
            <translation>这个保险库需要密码：{path}</translation>
        </message>
        <message>
            <source>Enter the passphrase or the recovery code.</source>
            <translation>请输入密码或恢复码。</translation>
        </message>
        <message>
            <source>This does not open the vault.</source>
            <translation>这个密码打不开保险库。</translation>
        </message>
        <message>
            <source>Check the keyboard layout and Caps Lock, or use the recovery code. Nothing was changed.</source>
            <translation>请检查键盘布局和大写锁定，或改用恢复码。什么都没有改动。</translation>
        </message>
        <message>
            <source>This passphrase is too easily guessed.</source>
            <translation>这个密码太容易猜到。</translation>
        </message>
        <message>
            <source>Take at least {least} characters; four words that have nothing in common are good.</source>
            <translation>至少 {least} 个字符；四个毫不相干的词就很好。</translation>
        </message>
        <message>
            <source>A clinical vault keeps its passphrase.</source>
            <translation>临床保险库必须有密码。</translation>
        </message>
        <message>
            <source>Change it instead, or add another one.</source>
            <translation>可以更改密码，或再增加一个。</translation>
        </message>
        <message>
            <source>Without a passphrase there is nothing to lock with.</source>
            <translation>没有密码就无法锁定。</translation>
        </message>
        <message>
            <source>Set one, or cover the window instead: that hides every text at once.</source>
            <translation>请设置密码，或改用遮盖：它立刻隐藏所有文字。</translation>
        </message>
        <message>
            <source>Nothing else would open the vault.</source>
            <translation>没有别的能打开保险库了。</translation>
        </message>
        <message>
            <source>Set another passphrase first, or take the protection away altogether.</source>
            <translation>请先设置另一个密码，或完全取消保护。</translation>
        </message>
        <message>
            <source>The vault's key file is missing: {path}</source>
            <translation>缺少保险库的密钥文件：{path}</translation>
        </message>
        <message>
            <source>Take vault.keys from a backup; without it the vault cannot be opened.</source>
            <translation>请从备份取回 vault.keys；没有它就打不开保险库。</translation>
        </message>
        <message>
            <source>The vault's key file is damaged: {path}</source>
            <translation>保险库的密钥文件已损坏：{path}</translation>
        </message>
        <message>
            <source>Take vault.keys from a backup; the vault itself was not touched.</source>
            <translation>请从备份取回 vault.keys；保险库本身没有改动。</translation>
        </message>
        <message>
            <source>The key file belongs to another vault.</source>
            <translation>这个密钥文件属于另一个保险库。</translation>
        </message>
        <message>
            <source>Put the vault and its own vault.keys into one folder. Nothing new was created.</source>
            <translation>请把保险库和它自己的 vault.keys 放在同一文件夹。没有新建任何内容。</translation>
        </message>
        <message>
            <source>The vault was written by a newer version of the program.</source>
            <translation>这个保险库由更新版本的程序写成。</translation>
        </message>
        <message>
            <source>Update the program. The vault was not changed.</source>
            <translation>请更新程序。保险库没有改动。</translation>
        </message>
        <message>
            <source>There is no vault in this folder: {path}</source>
            <translation>此文件夹中没有保险库：{path}</translation>
        </message>
        <message>
            <source>Choose the folder that holds vault.db and vault.keys.</source>
            <translation>请选择含有 vault.db 和 vault.keys 的文件夹。</translation>
        </message>
        <message>
            <source>A folder cannot be called so on every system: {name}</source>
            <translation>并非所有系统都允许文件夹使用此名称：{name}</translation>
        </message>
        <message>
            <source>Leave out slashes, colons, quotes and the like, and a dot at either end.</source>
            <translation>请勿使用斜杠、冒号、引号等符号，首尾也不要用句点。</translation>
        </message>
        <message>
            <source>There is something called {name} already.</source>
            <translation>已有名为 {name} 的内容。</translation>
        </message>
        <message>
            <source>Choose another name; nothing was changed.</source>
            <translation>请换一个名称；什么都没有改动。</translation>
        </message>
        <message>
            <source>This vault was written by a trial version of the program: {path}</source>
            <translation>此保险库由程序的试用版写成：{path}</translation>
        </message>
        <message>
            <source>Open it in the window once: everything in it is brought over. Nothing was changed so far.</source>
            <translation>请在窗口中打开一次：其中的全部内容都会转入新格式。目前没有任何改动。</translation>
        </message>
        <message>
            <source>This vault could not be brought over: what stands in “{table}” does not fit.</source>
            <translation>此保险库无法转入：“{table}”中的内容不相容。</translation>
        </message>
        <message>
            <source>Nothing was changed. Open it with the version that wrote it, export everything, and import that.</source>
            <translation>没有任何改动。请用写成它的版本打开，导出全部内容，再在此处导入。</translation>
        </message>
        <message>
            <source>These facts have changed since they were shown.</source>
            <translation>这些事实在显示之后已有变化。</translation>
        </message>
        <message>
            <source>Look at them again, then decide; nothing was changed.</source>
            <translation>请重新查看后再决定；尚未做任何改动。</translation>
        </message>
        <message>
            <source>A fact needs a value.</source>
            <translation>事实需要有内容。</translation>
        </message>
        <message>
            <source>Write what is known, for example a drug or a number; nothing was changed.</source>
            <translation>请写下已知的内容，例如药名或数值；未作任何更改。</translation>
        </message>
        <message>
            <source>A category needs a name.</source>
            <translation>类别需要名称。</translation>
        </message>
        <message>
            <source>Write one, for example Characters; nothing was changed.</source>
            <translation>请写一个名称，例如：人物；什么都没有改动。</translation>
        </message>
        <message>
            <source>This name has {count} characters; a category's has {limit} at most.</source>
            <translation>这个名称有 {count} 个字符；类别名称最多 {limit} 个。</translation>
        </message>
        <message>
            <source>Write a shorter one; nothing was changed.</source>
            <translation>请写短一些；什么都没有改动。</translation>
        </message>
        <message>
            <source>This space has a category “{name}” already.</source>
            <translation>这个空间已有类别“{name}”。</translation>
        </message>
        <message>
            <source>These facts belong to different people.</source>
            <translation>这些事实属于不同的人。</translation>
        </message>
        <message>
            <source>Only facts of one person can be made into one; nothing was changed.</source>
            <translation>只有同一个人的事实才能合并；未作任何更改。</translation>
        </message>
        <message>
            <source>There is no turn in this session to erase.</source>
            <translation>此会话中没有可抹去的轮次。</translation>
        </message>
        <message>
            <source>Choose the session itself, or open another one.</source>
            <translation>请选择会话本身，或打开另一个会话。</translation>
        </message>
        <message>
            <source>The log of what was done was changed: entry {entry} is not what was written.</source>
            <translation>操作记录被改动过：第 {entry} 条与当初写入的不符。</translation>
        </message>
        <message>
            <source>Somebody who can open this vault wrote into its file past the program, or the file is damaged. What was said is not affected. See Help, What was done.</source>
            <translation>有能打开此保险库的人绕过程序改写了文件，或文件已损坏。对话内容不受影响。请看“帮助”中的“操作记录”。</translation>
        </message>
        <message>
            <source>The newest {missing} entries of the log of what was done are missing.</source>
            <translation>操作记录中最新的 {missing} 条不见了。</translation>
        </message>
        <message>
            <source>An older copy of the vault was put in its place, or its last writes were lost. What was done since then is missing from the vault as well.</source>
            <translation>保险库被换成了较旧的副本，或最后的写入丢失。此后所做的一切在保险库里也没有了。</translation>
        </message>
        <message>
            <source>The log of what was done is another one than when the vault was last closed.</source>
            <translation>操作记录与上次关闭保险库时的不是同一份。</translation>
        </message>
        <message>
            <source>An older copy of the vault was put in its place and gone on with elsewhere. What was done here since that copy was made is missing.</source>
            <translation>保险库被换成了较旧的副本，并在别处继续使用过。那份副本之后在此处所做的一切都没有了。</translation>
        </message>
        <message>
            <source>The vault is already open in another window.</source>
            <translation>保险库已在另一个窗口中打开。</translation>
        </message>
        <message>
            <source>Use that window, or close it first.</source>
            <translation>请使用那个窗口，或先关闭它。</translation>
        </message>
        <message>
            <source>The vault can be read but not written.</source>
            <translation>保险库只能读取，不能写入。</translation>
        </message>
        <message>
            <source>Check the permissions of its folder. What you typed stays in the composer.</source>
            <translation>请检查文件夹的权限。您输入的内容仍在输入框中。</translation>
        </message>
        <message>
            <source>The disk is full; nothing more can be stored.</source>
            <translation>磁盘已满，无法继续保存。</translation>
        </message>
        <message>
            <source>Free some space and send again. What was stored before is safe, what you typed stays in the composer.</source>
            <translation>请腾出空间后再发送。已保存的内容是安全的，您输入的内容仍在输入框中。</translation>
        </message>
        <message>
            <source>The disk of the vault could not be read or written: {path}</source>
            <translation>保险库所在的磁盘无法读写：{path}</translation>
        </message>
        <message>
            <source>Check that the drive is connected. What was stored before is safe.</source>
            <translation>请检查磁盘是否接好。之前保存的内容是安全的。</translation>
        </message>
        <message>
            <source>The word search did not match what was said and was made anew.</source>
            <translation>文字检索与所说内容不一致，已重新建立。</translation>
        </message>
        <message>
            <source>Nothing is lost; there is nothing to do.</source>
            <translation>没有丢失任何内容，无需处理。</translation>
        </message>
        <message>
            <source>Nothing in the vault's file can be read any more: {path}</source>
            <translation>保险库文件已完全无法读取：{path}</translation>
        </message>
        <message>
            <source>Restore a backup. The damaged file is kept as it is.</source>
            <translation>请恢复一份备份。损坏的文件会原样保留。</translation>
        </message>
        <message>
            <source>This backup cannot be used: {path}</source>
            <translation>此备份无法使用：{path}</translation>
        </message>
        <message>
            <source>It is damaged or of another vault. Choose another one; nothing was changed.</source>
            <translation>它已损坏或属于另一个保险库。请另选一份；没有改动任何内容。</translation>
        </message>
        <message>
            <source>The second place for backups is not there: {path}</source>
            <translation>备份的第二存放处不在：{path}</translation>
        </message>
        <message>
            <source>Plug in its drive. Until then backups are made beside the vault only.</source>
            <translation>请接上它所在的磁盘。在此之前备份只存放在保险库旁。</translation>
        </message>
        <message>
            <source>The second place for backups is full: {path}</source>
            <translation>备份的第二存放处已满：{path}</translation>
        </message>
        <message>
            <source>Free some space there or choose another place; beside the vault it was made.</source>
            <translation>请在那里腾出空间或另选一处；保险库旁的备份已做好。</translation>
        </message>
        <message>
            <source>The second place for backups could not be written: {path}</source>
            <translation>无法写入备份的第二存放处：{path}</translation>
        </message>
        <message>
            <source>Check the drive and its permissions; beside the vault it was made.</source>
            <translation>请检查该磁盘及其权限；保险库旁的备份已做好。</translation>
        </message>
        <message>
            <source>This folder lies in the vault itself: {path}</source>
            <translation>此文件夹就在保险库内：{path}</translation>
        </message>
        <message>
            <source>Choose one on another drive; what happens to the vault would happen to it too.</source>
            <translation>请选另一块磁盘上的文件夹；否则保险库出事时它也难幸免。</translation>
        </message>
        <message>
            <source>The vault would not be encrypted and was not opened.</source>
            <translation>保险库无法加密，因此没有打开。</translation>
        </message>
        <message>
            <source>Install the program again; its database library lacks encryption.</source>
            <translation>请重新安装程序；它的数据库组件不支持加密。</translation>
        </message>
        <message>
            <source>The file could not be read: {path}, line {line}</source>
            <translation>无法读取文件：{path}，第 {line} 行</translation>
        </message>
        <message>
            <source>Check that it is there, that it is whole, and that its text is UTF-8.</source>
            <translation>请检查文件是否存在、是否完整、文字是否为 UTF-8 编码。</translation>
        </message>
        <message>
            <source>Check that it is there and that you may read it.</source>
            <translation>请检查它是否存在、是否可读。</translation>
        </message>
        <message>
            <source>{path} is larger than what can be shown ({limit_bytes}).</source>
            <translation>{path} 超出可显示的大小（{limit_bytes}）。</translation>
        </message>
        <message>
            <source>Export a single turn, or a shorter session.</source>
            <translation>请导出单独一轮，或较短的会话。</translation>
        </message>
        <message>
            <source>{path} is not a text in UTF-8.</source>
            <translation>{path} 不是 UTF-8 文本。</translation>
        </message>
        <message>
            <source>Choose a record in JSON, or a list of messages.</source>
            <translation>请选择 JSON 格式的记录，或消息列表。</translation>
        </message>
        <message>
            <source>{path} is not JSON: {reason}.</source>
            <translation>{path} 不是 JSON：{reason}。</translation>
        </message>
        <message>
            <source>The file may be cut short. Export it again, or choose another one.</source>
            <translation>文件可能不完整。请重新导出，或另选一个。</translation>
        </message>
        <message>
            <source>{path} holds neither turns nor messages.</source>
            <translation>{path} 中既没有轮次，也没有消息。</translation>
        </message>
        <message>
            <source>{path} is neither a record nor a list of messages: {reason}.</source>
            <translation>{path} 既不是记录，也不是消息列表：{reason}。</translation>
        </message>
        <message>
            <source>This case is of a turn that was edited away.</source>
            <translation>这个用例的轮次已被改写。</translation>
        </message>
        <message>
            <source>Show that version in its session, then run the case again.</source>
            <translation>请在其会话中显示那个版本，再运行用例。</translation>
        </message>
        <message>
            <source>This case speaks of a turn that was deleted.</source>
            <translation>这个用例涉及的轮次已被删除。</translation>
        </message>
        <message>
            <source>Delete the case, or save it anew from another turn.</source>
            <translation>请删除用例，或从另一轮重新保存。</translation>
        </message>
        <message>
            <source>The display {display} is on another machine.</source>
            <translation>显示器 {display} 在另一台机器上。</translation>
        </message>
        <message>
            <source>Retrace opens no network connection. Start it on the machine whose screen you use.</source>
            <translation>溯忆不建立网络连接。请在您所用屏幕的机器上启动它。</translation>
        </message>
        <message>
            <source>Cancelled.</source>
            <translation>已取消。</translation>
        </message>
        <message>
            <source>Nothing was changed.</source>
            <translation>没有改动任何内容。</translation>
        </message>
        <message>
            <source>Choose another folder, or check that the disk has room and may be written to.</source>
            <translation>请换一个文件夹，或检查磁盘是否有空间、是否可写。</translation>
        </message>
        <message>
            <source>The file could not be read: {path}</source>
            <translation>无法读取文件：{path}</translation>
        </message>
        <message>
            <source>Sentences not supported by what was said: {count}.</source>
            <translation>有 {count} 句话在所说的话里没有依据。</translation>
        </message>
        <message>
            <source>Choose a model file, or install those that go with the program from a folder.</source>
            <translation>请选择模型文件，或从文件夹安装随程序提供的模型。</translation>
        </message>
        <message>
            <source>Choose the folder “retrace-models”; it holds the file models.json.</source>
            <translation>请选择“retrace-models”文件夹，其中有 models.json 文件。</translation>
        </message>
        <message>
            <source>Nothing was changed. Copy the bundle again from where it came.</source>
            <translation>没有改动任何内容。请从来源处重新复制模型包。</translation>
        </message>
        <message>
            <source>Nothing was changed. Put the stick in again, or copy the bundle again.</source>
            <translation>没有改动任何内容。请重新插入 U 盘，或重新复制模型包。</translation>
        </message>
        <message>
            <source>Not enough room for the models: {needed_bytes} are needed, {free_bytes} are free.</source>
            <translation>磁盘空间不足以存放模型：需要 {needed_bytes}，剩余 {free_bytes}。</translation>
        </message>
        <message>
            <source>Nothing was changed. Make room on the disk and try again.</source>
            <translation>没有改动任何内容。请腾出磁盘空间后重试。</translation>
        </message>
        <message>
            <source>Look whether the data folder may be written and the disk has room; try again.</source>
            <translation>请检查数据文件夹是否可写、磁盘是否有空间，然后重试。</translation>
        </message>
        <message>
            <source>Recall goes by words only until it is installed, see Models.</source>
            <translation>在装好它之前，召回只按词语进行，见“模型”。</translation>
        </message>
        <message>
            <source>Recall goes by words only for now and tries it again within a minute; chatting is not affected.</source>
            <translation>目前只按词语回忆，一分钟内会自动重试；对话不受影响。</translation>
        </message>
        <message>
            <source>It is kept and can be read; nothing is added to it, asked of it, confirmed, copied out or printed. A copy for the patient is made with Ctrl+Shift+K.</source>
            <translation>它照常保存，可以查看；不能添加、询问、确认、复制出去或打印。给患者本人的副本按 Ctrl+Shift+K 生成。</translation>
        </message>
        <message>
            <source>Files of this kind cannot be attached: {path}</source>
            <translation>不能附加这种文件：{path}</translation>
        </message>
        <message>
            <source>Text (.txt, .md, .csv), .pdf and .docx can.</source>
            <translation>可以附加文本（.txt、.md、.csv）、.pdf 和 .docx。</translation>
        </message>
        <message>
            <source>The file is too large to attach: {path}</source>
            <translation>文件太大，无法附加：{path}</translation>
        </message>
        <message>
            <source>At most {limit_bytes}. Attach the part that matters.</source>
            <translation>最多 {limit_bytes}。请只附加要紧的部分。</translation>
        </message>
        <message>
            <source>There is no text in this file: {path}</source>
            <translation>这个文件里没有文字：{path}</translation>
        </message>
        <message>
            <source>Scanned pages are pictures; their text has to be typed or recognised first.</source>
            <translation>扫描页是图片，需先录入或识别出文字。</translation>
        </message>
        <message>
            <source>The text of the file could not be taken: {path}</source>
            <translation>无法取出文件中的文字：{path}</translation>
        </message>
        <message>
            <source>It may be damaged or locked. Save it as text and attach that.</source>
            <translation>文件可能已损坏或加了锁。请另存为文本后再附加。</translation>
        </message>
        <message>
            <source>Check that it is there and may be read; nothing was changed.</source>
            <translation>请检查文件是否存在、是否有读取权限；没有改动任何内容。</translation>
        </message>
        <message>
            <source>There is nothing in this file: {path}</source>
            <translation>这个文件里没有内容：{path}</translation>
        </message>
        <message>
            <source>Export it again; nothing was changed.</source>
            <translation>请重新导出；没有改动任何内容。</translation>
        </message>
        <message>
            <source>The file is too large: more than {limit_bytes}.</source>
            <translation>文件太大：超过 {limit_bytes}。</translation>
        </message>
        <message>
            <source>Export it in parts; nothing was changed.</source>
            <translation>请分几次导出；没有改动任何内容。</translation>
        </message>
        <message>
            <source>This is a database, not an export: {path}</source>
            <translation>这是数据库，不是导出文件：{path}</translation>
        </message>
        <message>
            <source>Databases of others are never opened, because they can hold programs. Choose a JSON export.</source>
            <translation>外来的数据库可能带有程序，因此从不打开。请选择 JSON 导出文件。</translation>
        </message>
        <message>
            <source>The file is not text in UTF-8: {path}</source>
            <translation>文件不是 UTF-8 文本：{path}</translation>
        </message>
        <message>
            <source>Save it as UTF-8 in a text editor and try again; nothing was changed.</source>
            <translation>请用文本编辑器另存为 UTF-8 后再试；没有改动任何内容。</translation>
        </message>
        <message>
            <source>The file is not whole JSON: {path}</source>
            <translation>文件不是完整的 JSON：{path}</translation>
        </message>
        <message>
            <source>A download or copy may have broken off. Export it again; nothing was changed.</source>
            <translation>下载或复制可能中断了。请重新导出；没有改动任何内容。</translation>
        </message>
        <message>
            <source>The file is nested too deeply to be an export: {path}</source>
            <translation>文件嵌套太深，不可能是导出文件：{path}</translation>
        </message>
        <message>
            <source>This file has no format that can be imported: {path}</source>
            <translation>这个文件的格式无法导入：{path}</translation>
        </message>
        <message>
            <source>Exports of this program, ChatGPT's conversations.json (also zipped) and lists of messages can be.</source>
            <translation>可以导入本程序的导出文件、ChatGPT 的 conversations.json（也可在 zip 中）以及消息列表。</translation>
        </message>
        <message>
            <source>The export was written by a newer version of the program (format {version}).</source>
            <translation>这份导出来自更新版本的程序（格式 {version}）。</translation>
        </message>
        <message>
            <source>Update the program; nothing was changed.</source>
            <translation>请更新程序；没有改动任何内容。</translation>
        </message>
        <message>
            <source>The export contradicts its format at {where}.</source>
            <translation>导出文件在 {where} 处不符合格式。</translation>
        </message>
        <message>
            <source>It was damaged or changed by hand. Export it again; nothing was changed.</source>
            <translation>它已损坏或被人改动过。请重新导出；没有改动任何内容。</translation>
        </message>
        <message>
            <source>This archive is not what an export looks like: {path}</source>
            <translation>这个压缩包不像导出文件：{path}</translation>
        </message>
        <message>
            <source>It holds links, doubled or unusual names, or far more than its size. Unpack it yourself and choose conversations.json; nothing was changed.</source>
            <translation>其中有链接、重复或异常的文件名，或展开后远超其大小。请自行解压并选择 conversations.json；没有改动任何内容。</translation>
        </message>
        <message>
            <source>This export holds several people.</source>
            <translation>这份导出包含多个人。</translation>
        </message>
        <message>
            <source>Import it as it is; nobody's memory is mixed with another's.</source>
            <translation>请按原样导入；任何人的记忆都不会与他人混在一起。</translation>
        </message>
        <message>
            <source>Something went wrong in the program ({kind}).</source>
            <translation>程序出了问题（{kind}）。</translation>
        </message>
        <message>
            <source>Nothing stored was lost. If it happens again, the log says where.</source>
            <translation>已保存的内容没有丢失。如果再次发生，日志里写明了位置。</translation>
        </message>
    </context>
    <context>
        <name>Exchange</name>
        <message>
            <source>Conversations</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>Exported {time}</source>
            <translation>导出于 {time}</translation>
        </message>
        <message>
            <source>This file is not encrypted. Whoever has it can read it.</source>
            <translation>此文件未加密，拿到它的人都能读。</translation>
        </message>
        <message>
            <source>Identifying details were replaced as far as they were recognised. This is not anonymous.</source>
            <translation>能识别出的身份信息已替换。这并不是匿名。</translation>
        </message>
        <message>
            <source>Untitled</source>
            <translation>无标题</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>Summary</source>
            <translation>摘要</translation>
        </message>
        <message>
            <source>pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>recorded only</source>
            <translation>仅记录</translation>
        </message>
        <message>
            <source>another version</source>
            <translation>另一版本</translation>
        </message>
        <message>
            <source>stopped before its end</source>
            <translation>中途停止，不完整</translation>
        </message>
        <message>
            <source>not finished</source>
            <translation>尚未写完</translation>
        </message>
        <message>
            <source>nothing was written</source>
            <translation>没有写出内容</translation>
        </message>
        <message>
            <source>Attachment: {name}</source>
            <translation>附件：{name}</translation>
        </message>
        <message>
            <source>Context: {tokens} tokens; earlier turns: {kept}, left out: {clipped}, recalled: {recalled}</source>
            <translation>上下文：{tokens} 个词元；之前的轮次 {kept}，未纳入 {clipped}，召回 {recalled}</translation>
        </message>
        <message>
            <source>since {day}</source>
            <translation>自 {day} 起</translation>
        </message>
        <message>
            <source>until {day}</source>
            <translation>至 {day}</translation>
        </message>
        <message>
            <source>{text} ({more})</source>
            <translation>{text}（{more}）</translation>
        </message>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
        <message>
            <source>{label}: {text}</source>
            <translation>{label}：{text}</translation>
        </message>
        <message>
            <source>Consent and retention</source>
            <translation>同意与保存期限</translation>
        </message>
        <message>
            <source>On the lists of days</source>
            <translation>历日名单</translation>
        </message>
        <message>
            <source>To be kept until {day}.</source>
            <translation>保存至 {day}。</translation>
        </message>
        <message>
            <source>born {day}</source>
            <translation>{day} 出生</translation>
        </message>
        <message>
            <source>Added: people {people}, sessions {sessions}, turns {turns}, facts {facts}.</source>
            <translation>已加入：人员 {people}、会话 {sessions}、消息 {turns}、事实 {facts}。</translation>
        </message>
        <message>
            <source>Added: sessions {sessions}, turns {turns}, facts {facts}.</source>
            <translation>已加入：会话 {sessions}、消息 {turns}、事实 {facts}。</translation>
        </message>
        <message>
            <source>Here already and left as they are: turns {turns}, facts {facts}.</source>
            <translation>原已存在、保持不变：消息 {turns}、事实 {facts}。</translation>
        </message>
        <message>
            <source>Restricted people passed over: {count}.</source>
            <translation>已限制、因而略过的人员：{count}。</translation>
        </message>
        <message>
            <source>Erased with a certificate and so not brought back: {count}.</source>
            <translation>已凭证明擦除、因而不再取回：{count}。</translation>
        </message>
        <message>
            <source>ID number</source>
            <translation>证件号</translation>
        </message>
        <message>
            <source>phone</source>
            <translation>电话</translation>
        </message>
        <message>
            <source>bank card</source>
            <translation>银行卡</translation>
        </message>
        <message>
            <source>passport</source>
            <translation>护照或通行证</translation>
        </message>
        <message>
            <source>record number</source>
            <translation>病历号</translation>
        </message>
        <message>
            <source>e-mail</source>
            <translation>邮箱</translation>
        </message>
        <message>
            <source>account</source>
            <translation>账号</translation>
        </message>
        <message>
            <source>address</source>
            <translation>地址</translation>
        </message>
        <message>
            <source>date</source>
            <translation>日期</translation>
        </message>
        <message>
            <source>name</source>
            <translation>姓名</translation>
        </message>
        <message>
            <source>left out</source>
            <translation>已隐去</translation>
        </message>
        <message>
            <source>JSON: complete, can be imported again</source>
            <translation>JSON：完整，可再导入</translation>
        </message>
        <message>
            <source>Markdown</source>
            <translation>Markdown</translation>
        </message>
        <message>
            <source>HTML: one page</source>
            <translation>HTML：单个网页</translation>
        </message>
        <message>
            <source>PDF</source>
            <translation>PDF</translation>
        </message>
        <message>
            <source>Plain text</source>
            <translation>纯文本</translation>
        </message>
        <message>
            <source>CSV: messages as a table</source>
            <translation>CSV：消息表格</translation>
        </message>
    </context>
    <context>
        <name>ExchangeDialogs</name>
        <message>
            <source>Import conversations</source>
            <translation>导入会话</translation>
        </message>
        <message>
            <source>Exports (*.json *.zip);;All files (*)</source>
            <translation>导出文件 (*.json *.zip);;所有文件 (*)</translation>
        </message>
    </context>
    <context>
        <name>ExchangeExportDialog</name>
        <message>
            <source>Look at what is replaced first.</source>
            <translation>请先查看会替换什么。</translation>
        </message>
        <message>
            <source>The file is not encrypted: whoever has it can read it. Only you may open it on this machine.</source>
            <translation>文件未加密：拿到它的人都能读。在这台机器上只有您的账户可以打开。</translation>
        </message>
        <message>
            <source>What is not recognised stays in it, so it is not anonymous.</source>
            <translation>没识别出的内容会留在里面，因此并不匿名。</translation>
        </message>
        <message>
            <source>Look at what is replaced before exporting.</source>
            <translation>导出前请先查看会替换什么。</translation>
        </message>
        <message>
            <source>Written: {name}, {size}.</source>
            <translation>已写入：{name}，{size}。</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>conversations</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>Export conversations</source>
            <translation>导出会话</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <source>This session</source>
            <translation>当前会话</translation>
        </message>
        <message>
            <source>Everything of {name}</source>
            <translation>{name} 的全部内容</translation>
        </message>
        <message>
            <source>All patients, with the settings</source>
            <translation>所有患者及设置</translation>
        </message>
        <message>
            <source>All spaces, with the settings</source>
            <translation>所有空间及设置</translation>
        </message>
        <message>
            <source>only their year</source>
            <translation>只留年份</translation>
        </message>
        <message>
            <source>moved, the same way for all</source>
            <translation>统一平移</translation>
        </message>
        <message>
            <source>What</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>Format</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>Exact dates</source>
            <translation>确切日期</translation>
        </message>
        <message>
            <source>Also replace</source>
            <translation>另外替换</translation>
        </message>
        <message>
            <source>names and words, with commas between them</source>
            <translation>姓名和词语，用逗号分隔</translation>
        </message>
        <message>
            <source>With times</source>
            <translation>含时间</translation>
        </message>
        <message>
            <source>With speakers</source>
            <translation>含说话人</translation>
        </message>
        <message>
            <source>With the record of what the model saw, for each turn</source>
            <translation>含每轮中模型看到的内容记录</translation>
        </message>
        <message>
            <source>Replace identifying details (not anonymous)</source>
            <translation>替换身份信息（并非匿名）</translation>
        </message>
        <message>
            <source>Leave out who did not agree to it</source>
            <translation>略过未同意导出的患者</translation>
        </message>
        <message>
            <source>Show what is replaced</source>
            <translation>查看会替换什么</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
    </context>
    <context>
        <name>ExportDialog</name>
        <message>
            <source>record</source>
            <translation>记录</translation>
        </message>
        <message>
            <source>Web pages (*.html)</source>
            <translation>网页 (*.html)</translation>
        </message>
        <message>
            <source>JSON files (*.json)</source>
            <translation>JSON 文件 (*.json)</translation>
        </message>
        <message>
            <source>Export the record</source>
            <translation>导出记录</translation>
        </message>
        <message>
            <source>Save as…</source>
            <translation>另存为…</translation>
        </message>
        <message>
            <source>What</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>As</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>one turn:</source>
            <translation>一轮：</translation>
        </message>
        <message>
            <source>Number of the turn</source>
            <translation>轮次编号</translation>
        </message>
        <message>
            <source>Turns are counted from the beginning of the session.</source>
            <translation>从会话开头数起。</translation>
        </message>
        <message>
            <source>the whole session, 1 turn</source>
            <translation>整个会话，1 轮</translation>
        </message>
        <message>
            <source>the whole session, {count} turns</source>
            <translation>整个会话，共 {count} 轮</translation>
        </message>
        <message>
            <source>a page to read and print (HTML)</source>
            <translation>可阅读、打印的网页（HTML）</translation>
        </message>
        <message>
            <source>data for other programs (JSON)</source>
            <translation>供其他程序使用的数据（JSON）</translation>
        </message>
        <message>
            <source>What was sent to the model for it, and its reply.</source>
            <translation>这一轮发给模型的内容和它的回复。</translation>
        </message>
        <message>
            <source>The file is not encrypted: whoever has it can read what was said and what is known.</source>
            <translation>文件不加密：谁拿到它，都能读到说过的话和记下的事实。</translation>
        </message>
    </context>
    <context>
        <name>FactDialog</name>
        <message>
            <source>A value is needed.</source>
            <translation>需要填写内容。</translation>
        </message>
        <message>
            <source>Write dates as year-month-day, for example 2026-03-12.</source>
            <translation>日期请写成 年-月-日，例如 2026-03-12。</translation>
        </message>
        <message>
            <source>It ends before it begins.</source>
            <translation>结束早于开始。</translation>
        </message>
        <message>
            <source>for example: eyes, favourite colour</source>
            <translation>例如：眼睛、喜欢的颜色</translation>
        </message>
        <message>
            <source>New fact</source>
            <translation>录入事实</translation>
        </message>
        <message>
            <source>Correct a fact</source>
            <translation>修改事实</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Category</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>What it is about</source>
            <translation>事项</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Since</source>
            <translation>起始</translation>
        </message>
        <message>
            <source>Until</source>
            <translation>截止</translation>
        </message>
        <message>
            <source>About whom</source>
            <translation>关于谁</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>单位</translation>
        </message>
        <message>
            <source>unit</source>
            <translation>单位</translation>
        </message>
        <message>
            <source>for example: aspirin, blood pressure</source>
            <translation>例如：阿司匹林、血压</translation>
        </message>
        <message>
            <source>the person; or for example: mother</source>
            <translation>本人；或例如：母亲</translation>
        </message>
        <message>
            <source>year-month-day</source>
            <translation>年-月-日</translation>
        </message>
        <message>
            <source>Denied: it is not so</source>
            <translation>否认：没有此事</translation>
        </message>
        <message>
            <source>current</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>past</source>
            <translation>过去</translation>
        </message>
        <message>
            <source>suspected</source>
            <translation>疑似</translation>
        </message>
    </context>
    <context>
        <name>FactNotice</name>
        <message>
            <source>Later</source>
            <translation>以后再说</translation>
        </message>
    </context>
    <context>
        <name>Facts</name>
        <message>
            <source>No longer held</source>
            <translation>不再采用</translation>
        </message>
        <message>
            <source>Nothing is known yet. Facts appear here with the words they rest on.</source>
            <translation>还没有事实。这里会列出事实及其原话。</translation>
        </message>
        <message>
            <source>and {count} more</source>
            <translation>还有 {count} 条</translation>
        </message>
        <message>
            <source>source</source>
            <translation>来源</translation>
        </message>
        <message>
            <source>Go to where it was said: {quote}</source>
            <translation>转到原话：{quote}</translation>
        </message>
        <message>
            <source>fold</source>
            <translation>收起</translation>
        </message>
        <message>
            <source>settle</source>
            <translation>核实</translation>
        </message>
        <message>
            <source>Fold the contradiction</source>
            <translation>收起矛盾</translation>
        </message>
        <message>
            <source>Show both sides of the contradiction</source>
            <translation>显示矛盾的双方</translation>
        </message>
        <message>
            <source>Previous contradiction</source>
            <translation>上一个矛盾</translation>
        </message>
        <message>
            <source>Next contradiction</source>
            <translation>下一个矛盾</translation>
        </message>
        <message>
            <source>Hold what stands on the left</source>
            <translation>按左边的说法</translation>
        </message>
        <message>
            <source>Hold what stands on the right</source>
            <translation>按右边的说法</translation>
        </message>
        <message>
            <source>ask the patient</source>
            <translation>询问患者</translation>
        </message>
        <message>
            <source>ask me later</source>
            <translation>以后再问我</translation>
        </message>
        <message>
            <source>It stays open and is listed as to be asked</source>
            <translation>保持未决，并列为待询问</translation>
        </message>
        <message>
            <source>keep both in doubt</source>
            <translation>两者都存疑</translation>
        </message>
        <message>
            <source>Both stay, marked as in doubt, and are not asked about again</source>
            <translation>两者都保留并标为存疑，不再询问</translation>
        </message>
        <message>
            <source>; </source>
            <translation>；</translation>
        </message>
        <message>
            <source>{who} …</source>
            <translation>{who}…</translation>
        </message>
        <message>
            <source>hold {claim}
({who})</source>
            <translation>按{claim}
（{who}）</translation>
        </message>
        <message>
            <source>To be asked</source>
            <translation>待询问</translation>
        </message>
        <message>
            <source>{number} of {count}</source>
            <translation>第 {number} 个，共 {count} 个</translation>
        </message>
        <message>
            <source>{category}: {value}</source>
            <translation>{category}：{value}</translation>
        </message>
        <message>
            <source>confirm</source>
            <translation>确认</translation>
        </message>
        <message>
            <source>actions</source>
            <translation>处理</translation>
        </message>
        <message>
            <source>confidence {value}</source>
            <translation>置信度 {value}</translation>
        </message>
        <message>
            <source>in this prompt</source>
            <translation>在本次提示中</translation>
        </message>
        <message>
            <source>pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>No fact is like that. Change the search or the filters.</source>
            <translation>没有符合条件的事实。请更改搜索词或筛选条件。</translation>
        </message>
        <message>
            <source>{shown} of {count} facts</source>
            <translation>已显示 {shown} 条，共 {count} 条</translation>
        </message>
        <message>
            <source>show more</source>
            <translation>显示更多</translation>
        </message>
        <message>
            <source>{count} readings</source>
            <translation>{count} 次测量</translation>
        </message>
        <message>
            <source>hide table</source>
            <translation>收起表格</translation>
        </message>
        <message>
            <source>table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>hide each</source>
            <translation>收起各次</translation>
        </message>
        <message>
            <source>each with its words</source>
            <translation>逐条查看原话</translation>
        </message>
        <message>
            <source>said {count} times</source>
            <translation>说过 {count} 次</translation>
        </message>
        <message>
            <source>☑ selected</source>
            <translation>☑ 已选</translation>
        </message>
        <message>
            <source>☐ select</source>
            <translation>☐ 选择</translation>
        </message>
        <message>
            <source>less</source>
            <translation>收起</translation>
        </message>
        <message>
            <source>edit</source>
            <translation>修改</translation>
        </message>
        <message>
            <source>delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>unpin</source>
            <translation>取消固定</translation>
        </message>
        <message>
            <source>pin to every prompt</source>
            <translation>固定到每次提示</translation>
        </message>
        <message>
            <source>why not in the prompt?</source>
            <translation>为什么不在提示中？</translation>
        </message>
        <message>
            <source>Retract: it is wrong; its history stays.</source>
            <translation>撤回：这条不对，历史保留。</translation>
        </message>
        <message>
            <source>Forget: it is not used, nor learnt again.</source>
            <translation>忘掉：不再使用，也不再记。</translation>
        </message>
        <message>
            <source>Delete: it goes with its history and out of stored prompts.</source>
            <translation>删除：连同历史和已存提示中的文字一起去掉。</translation>
        </message>
        <message>
            <source>What you said stays in the conversation; delete or erase the turn there.</source>
            <translation>说过的话仍在对话里，可在那里删除或抹去那一轮。</translation>
        </message>
        <message>
            <source>1 reply rested on it</source>
            <translation>有 1 条回答用过它</translation>
        </message>
        <message>
            <source>{count} replies rested on it</source>
            <translation>有 {count} 条回答用过它</translation>
        </message>
        <message>
            <source>dismiss</source>
            <translation>知道了</translation>
        </message>
        <message>
            <source>retract</source>
            <translation>撤回</translation>
        </message>
        <message>
            <source>forget</source>
            <translation>忘掉</translation>
        </message>
        <message>
            <source>To settle</source>
            <translation>待核实</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>姓名</translation>
        </message>
        <message>
            <source>Age</source>
            <translation>年龄</translation>
        </message>
        <message>
            <source>Sex</source>
            <translation>性别</translation>
        </message>
        <message>
            <source>Blood type</source>
            <translation>血型</translation>
        </message>
        <message>
            <source>Contact</source>
            <translation>联系方式</translation>
        </message>
        <message>
            <source>Home</source>
            <translation>住址</translation>
        </message>
        <message>
            <source>Work</source>
            <translation>工作</translation>
        </message>
        <message>
            <source>Allergies</source>
            <translation>过敏</translation>
        </message>
        <message>
            <source>Medication</source>
            <translation>用药</translation>
        </message>
        <message>
            <source>Conditions</source>
            <translation>病情</translation>
        </message>
        <message>
            <source>Measurements</source>
            <translation>测量</translation>
        </message>
        <message>
            <source>Procedures</source>
            <translation>手术与检查</translation>
        </message>
        <message>
            <source>Habits</source>
            <translation>习惯</translation>
        </message>
        <message>
            <source>Plans</source>
            <translation>计划</translation>
        </message>
        <message>
            <source>Goals</source>
            <translation>目标</translation>
        </message>
        <message>
            <source>Preferences</source>
            <translation>偏好</translation>
        </message>
        <message>
            <source>Figures</source>
            <translation>业务数据</translation>
        </message>
        <message>
            <source>Other</source>
            <translation>其他</translation>
        </message>
        <message>
            <source>The conversation still has the words; delete its turn to take them out of it too.</source>
            <translation>对话里还有原话；删除那一轮才会一并去掉。</translation>
        </message>
        <message>
            <source>{done}. {left}</source>
            <translation>{done}。{left}</translation>
        </message>
        <message>
            <source>allergic to {value}</source>
            <translation>{value}过敏</translation>
        </message>
        <message>
            <source>no drug allergies</source>
            <translation>无药物过敏</translation>
        </message>
        <message>
            <source>no food allergies</source>
            <translation>无食物过敏</translation>
        </message>
        <message>
            <source>no allergies</source>
            <translation>无过敏</translation>
        </message>
        <message>
            <source>not allergic to {value}</source>
            <translation>对{value}不过敏</translation>
        </message>
        <message>
            <source>no known drug allergies ({value})</source>
            <translation>无已知药物过敏（{value}）</translation>
        </message>
        <message>
            <source>no known food allergies ({value})</source>
            <translation>无已知食物过敏（{value}）</translation>
        </message>
        <message>
            <source>no known allergies ({value})</source>
            <translation>无已知过敏（{value}）</translation>
        </message>
        <message>
            <source>denied: {value}</source>
            <translation>否认 {value}</translation>
        </message>
        <message>
            <source>does not {value}</source>
            <translation>不{value}</translation>
        </message>
        <message>
            <source>not taking {value}</source>
            <translation>不服用 {value}</translation>
        </message>
        <message>
            <source>rather not {value}</source>
            <translation>不要 {value}</translation>
        </message>
        <message>
            <source>no {value}</source>
            <translation>没有 {value}</translation>
        </message>
        <message>
            <source>corrected</source>
            <translation>已更正</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>已停</translation>
        </message>
        <message>
            <source>all states</source>
            <translation>全部状态</translation>
        </message>
        <message>
            <source>current</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>past</source>
            <translation>既往</translation>
        </message>
        <message>
            <source>suspected</source>
            <translation>疑似</translation>
        </message>
        <message>
            <source>to confirm</source>
            <translation>待确认</translation>
        </message>
        <message>
            <source>in doubt</source>
            <translation>存疑</translation>
        </message>
        <message>
            <source>said in another version</source>
            <translation>在另一版本中说过</translation>
        </message>
        <message>
            <source>all sources</source>
            <translation>全部来源</translation>
        </message>
        <message>
            <source>said</source>
            <translation>说过</translation>
        </message>
        <message>
            <source>proposed</source>
            <translation>自动提取待确认</translation>
        </message>
        <message>
            <source>entered by {speaker}, {when}</source>
            <translation>{speaker}录入，{when}</translation>
        </message>
        <message>
            <source>replaced</source>
            <translation>已被取代</translation>
        </message>
        <message>
            <source>{tokens} tokens of re-reading</source>
            <translation>重读 {tokens} 个词元</translation>
        </message>
        <message>
            <source>about {seconds} s of re-reading, {tokens} tokens</source>
            <translation>重读约 {seconds} 秒，{tokens} 个词元</translation>
        </message>
        <message>
            <source>A change costs {price}</source>
            <translation>更改需要{price}</translation>
        </message>
        <message>
            <source>Said</source>
            <translation>说过</translation>
        </message>
        <message>
            <source>History</source>
            <translation>历史</translation>
        </message>
        <message>
            <source>Used in</source>
            <translation>用于</translation>
        </message>
        <message>
            <source>{speaker}, {when}</source>
            <translation>{speaker}，{when}</translation>
        </message>
        <message>
            <source>by hand</source>
            <translation>手工录入</translation>
        </message>
        <message>
            <source>by the program</source>
            <translation>由程序</translation>
        </message>
        <message>
            <source>as {speaker} said</source>
            <translation>据{speaker}所说</translation>
        </message>
        <message>
            <source>{fact}: {what}</source>
            <translation>{fact}：{what}</translation>
        </message>
        <message>
            <source>another fact</source>
            <translation>另一条事实</translation>
        </message>
        <message>
            <source>replaced by {fact}</source>
            <translation>被“{fact}”取代</translation>
        </message>
        <message>
            <source>holds</source>
            <translation>成立</translation>
        </message>
        <message>
            <source>waits for confirmation</source>
            <translation>等待确认</translation>
        </message>
        <message>
            <source>contradicted</source>
            <translation>出现矛盾</translation>
        </message>
        <message>
            <source>retracted</source>
            <translation>已撤回</translation>
        </message>
        <message>
            <source>forgotten</source>
            <translation>已忘掉</translation>
        </message>
        <message>
            <source>recorded</source>
            <translation>记录</translation>
        </message>
        <message>
            <source>corrected to {fact}</source>
            <translation>已更正为 {fact}</translation>
        </message>
        <message>
            <source>merged into {fact}</source>
            <translation>并入“{fact}”</translation>
        </message>
        <message>
            <source>took in {fact}</source>
            <translation>并入了“{fact}”</translation>
        </message>
        <message>
            <source>no longer pinned</source>
            <translation>取消固定</translation>
        </message>
        <message>
            <source>to be asked</source>
            <translation>待询问</translation>
        </message>
        <message>
            <source>left in doubt</source>
            <translation>保持存疑</translation>
        </message>
        <message>
            <source>put into another category</source>
            <translation>放入其他类别</translation>
        </message>
        <message>
            <source>change undone</source>
            <translation>已撤销更改</translation>
        </message>
        <message>
            <source>said only on a version that is not shown</source>
            <translation>只在未显示的版本里说过</translation>
        </message>
        <message>
            <source>held again: the version shown says so</source>
            <translation>重新采信：当前显示的版本这样说</translation>
        </message>
        <message>
            <source>no prompt so far</source>
            <translation>尚未用于任何提示</translation>
        </message>
        <message>
            <source>and {count} earlier prompts</source>
            <translation>以及更早的 {count} 次提示</translation>
        </message>
        <message>
            <source>ask again</source>
            <translation>重新提问</translation>
        </message>
        <message>
            <source>today</source>
            <translation>今天</translation>
        </message>
        <message>
            <source>as of today</source>
            <translation>截至今天</translation>
        </message>
        <message>
            <source>until {day}</source>
            <translation>至{day}</translation>
        </message>
        <message>
            <source>{day} – {end}</source>
            <translation>{day}至{end}</translation>
        </message>
        <message>
            <source>noted {day}</source>
            <translation>{day}记下</translation>
        </message>
        <message>
            <source>since {day}</source>
            <translation>自{day}</translation>
        </message>
        <message>
            <source>“{words}”</source>
            <translation>“{words}”</translation>
        </message>
        <message>
            <source>Confirmed: {value}</source>
            <translation>已确认：{value}</translation>
        </message>
        <message>
            <source>Merged into: {value}</source>
            <translation>已合并到：{value}</translation>
        </message>
        <message>
            <source>Deleted: {value}</source>
            <translation>已删除：{value}</translation>
        </message>
        <message>
            <source>{count} facts confirmed</source>
            <translation>已确认 {count} 条事实</translation>
        </message>
        <message>
            <source>{count} facts retracted</source>
            <translation>已撤回 {count} 条事实</translation>
        </message>
        <message>
            <source>{count} facts forgotten</source>
            <translation>已忘掉 {count} 条事实</translation>
        </message>
        <message>
            <source>{count} facts deleted</source>
            <translation>已删除 {count} 条事实</translation>
        </message>
        <message>
            <source>To be asked: {value}</source>
            <translation>待询问：{value}</translation>
        </message>
        <message>
            <source>Left in doubt: {value}</source>
            <translation>保持存疑：{value}</translation>
        </message>
        <message>
            <source>Settled: {value}</source>
            <translation>已核实：{value}</translation>
        </message>
        <message>
            <source>Taken out of the own categories: {count}</source>
            <translation>已移出自定类别：{count} 条</translation>
        </message>
        <message>
            <source>Moved to {category}: {count}</source>
            <translation>已移到{category}：{count} 条</translation>
        </message>
        <message>
            <source>Pinned: {value}</source>
            <translation>已固定：{value}</translation>
        </message>
        <message>
            <source>No longer pinned: {value}</source>
            <translation>已取消固定：{value}</translation>
        </message>
        <message>
            <source>Entered: {value}</source>
            <translation>已录入：{value}</translation>
        </message>
        <message>
            <source>Put into another category: {value}</source>
            <translation>已改归其他类别：{value}</translation>
        </message>
        <message>
            <source>Corrected: {old} → {new}</source>
            <translation>已更正：{old} → {new}</translation>
        </message>
        <message>
            <source>Retracted: {value}</source>
            <translation>已撤回：{value}</translation>
        </message>
        <message>
            <source>Merge into one fact?</source>
            <translation>合并为一条事实？</translation>
        </message>
        <message>
            <source>{others} will no longer be held by itself: it counts as another way of saying {kept}.</source>
            <translation>“{others}”将不再单独保留，而是算作“{kept}”的另一种说法。</translation>
        </message>
        <message>
            <source>Merge only what means the same, as two names of one drug do.</source>
            <translation>只有含义相同的才应合并，例如同一种药的两个名称。</translation>
        </message>
        <message>
            <source>Saving costs {price}</source>
            <translation>保存需要{price}</translation>
        </message>
        <message>
            <source>Forgotten: {value}</source>
            <translation>已忘掉：{value}</translation>
        </message>
        <message>
            <source>Find a fact</source>
            <translation>查找事实</translation>
        </message>
        <message>
            <source>Find among the facts</source>
            <translation>在事实中查找</translation>
        </message>
        <message>
            <source>Filter</source>
            <translation>筛选</translation>
        </message>
        <message>
            <source>Filter the facts by category, source and state</source>
            <translation>按类别、来源和状态筛选事实</translation>
        </message>
        <message>
            <source>Add</source>
            <translation>添加</translation>
        </message>
        <message>
            <source>Enter a fact by hand</source>
            <translation>手工录入一条事实</translation>
        </message>
        <message>
            <source>Select</source>
            <translation>多选</translation>
        </message>
        <message>
            <source>Select several facts</source>
            <translation>选择多条事实</translation>
        </message>
        <message>
            <source>Facts of which category</source>
            <translation>哪个类别的事实</translation>
        </message>
        <message>
            <source>Facts from which source</source>
            <translation>按来源筛选事实</translation>
        </message>
        <message>
            <source>Facts in which state</source>
            <translation>按状态筛选事实</translation>
        </message>
        <message>
            <source>all categories</source>
            <translation>全部类别</translation>
        </message>
        <message>
            <source>Out of the own categories</source>
            <translation>移出自定类别</translation>
        </message>
        <message>
            <source>Set up own categories…</source>
            <translation>设置自定类别…</translation>
        </message>
        <message>
            <source>{count} selected</source>
            <translation>已选 {count} 条</translation>
        </message>
        <message>
            <source>Move</source>
            <translation>移动</translation>
        </message>
        <message>
            <source>Move the selected facts to a category of your own</source>
            <translation>把选中的事实移到自定类别</translation>
        </message>
        <message>
            <source>All shown</source>
            <translation>全选</translation>
        </message>
        <message>
            <source>Select all facts that are listed</source>
            <translation>选择列出的全部事实</translation>
        </message>
        <message>
            <source>Confirm</source>
            <translation>确认</translation>
        </message>
        <message>
            <source>Confirm the selected facts</source>
            <translation>确认所选事实</translation>
        </message>
        <message>
            <source>Retract</source>
            <translation>撤回</translation>
        </message>
        <message>
            <source>Retract the selected facts as wrong</source>
            <translation>撤回所选事实（有误）</translation>
        </message>
        <message>
            <source>Forget</source>
            <translation>忘掉</translation>
        </message>
        <message>
            <source>Forget the selected facts; they are not learnt again</source>
            <translation>忘掉所选事实，以后不再记住</translation>
        </message>
        <message>
            <source>Merge</source>
            <translation>合并</translation>
        </message>
        <message>
            <source>Make the selected facts one, the first of them, with the words of all</source>
            <translation>将所选事实合并为先选中的一条，并保留全部原话</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Delete the selected facts with their history</source>
            <translation>删除所选事实及其历史</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Undo: {what}</source>
            <translation>撤销：{what}</translation>
        </message>
        <message>
            <source>Undo (Ctrl+Z)</source>
            <translation>撤销（Ctrl+Z）</translation>
        </message>
        <message>
            <source>the side said last</source>
            <translation>按最后说的一方</translation>
        </message>
        <message>
            <source>the other side</source>
            <translation>按另一方</translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message>
            <source>message {position} of {count}</source>
            <translation>第 {position} 条消息，共 {count} 条</translation>
        </message>
        <message>
            <source>not found</source>
            <translation>没有找到</translation>
        </message>
        <message>
            <source>restricted: not searched</source>
            <translation>已限制：不搜索</translation>
        </message>
        <message>
            <source>Find in this session</source>
            <translation>在本会话中查找</translation>
        </message>
        <message>
            <source>Older match</source>
            <translation>更早的一处</translation>
        </message>
        <message>
            <source>Newer match</source>
            <translation>更新的一处</translation>
        </message>
        <message>
            <source>Close the search</source>
            <translation>关闭查找</translation>
        </message>
    </context>
    <context>
        <name>FolderNameDialog</name>
        <message>
            <source>New folder</source>
            <translation>新建文件夹</translation>
        </message>
        <message>
            <source>Create</source>
            <translation>创建</translation>
        </message>
        <message>
            <source>Name of the folder</source>
            <translation>文件夹名称</translation>
        </message>
        <message>
            <source>for example: the novel, letters, work</source>
            <translation>例如：小说、书信、工作</translation>
        </message>
    </context>
    <context>
        <name>Gauge</name>
        <message>
            <source>How full the window is</source>
            <translation>窗口占用情况</translation>
        </message>
        <message>
            <source>{section}: {tokens} tokens</source>
            <translation>{section}：{tokens} 词元</translation>
        </message>
        <message>
            <source>{tokens} of {limit} tokens</source>
            <translation>{tokens} / {limit} 词元</translation>
        </message>
        <message>
            <source>Tokens by section</source>
            <translation>各部分词元数</translation>
        </message>
    </context>
    <context>
        <name>GuideDialog</name>
        <message>
            <source>Guide</source>
            <translation>指南</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Pages of the guide</source>
            <translation>指南的页面</translation>
        </message>
    </context>
    <context>
        <name>HandOutQuestion</name>
        <message>
            <source>Not agreed to</source>
            <translation>未获同意</translation>
        </message>
        <message>
            <source>{person} did not agree that words are exported or printed.</source>
            <translation>{person}没有同意导出或打印其内容。</translation>
        </message>
        <message>
            <source>, </source>
            <translation>、</translation>
        </message>
        <message>
            <source>Agreed was: {uses}.</source>
            <translation>已同意的是：{uses}。</translation>
        </message>
        <message>
            <source>What is copied, saved or printed is no longer protected by the vault. The answer is noted.</source>
            <translation>复制、保存或打印出去的内容不再受保险库保护。这次回答会记入日志。</translation>
        </message>
        <message>
            <source>Go on all the same</source>
            <translation>仍然继续</translation>
        </message>
        <message>
            <source>Leave it</source>
            <translation>不继续</translation>
        </message>
    </context>
    <context>
        <name>HygieneDialog</name>
        <message>
            <source>{title}
segments out of date: {count}</source>
            <translation>{title}
过时的摘要段：{count}</translation>
        </message>
        <message>
            <source>said {count} times: {places}</source>
            <translation>说过 {count} 次：{places}</translation>
        </message>
        <message>
            <source>; </source>
            <translation>；</translation>
        </message>
        <message>
            <source>{session}, turn {turn}, {time}</source>
            <translation>{session}，第 {turn} 轮，{time}</translation>
        </message>
        <message>
            <source>Turns and sessions</source>
            <translation>轮次与会话</translation>
        </message>
        <message>
            <source>Memories</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>Vectors</source>
            <translation>向量</translation>
        </message>
        <message>
            <source>Word indexes</source>
            <translation>词语索引</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>Summaries</source>
            <translation>摘要</translation>
        </message>
        <message>
            <source>Records of prompts</source>
            <translation>提示记录</translation>
        </message>
        <message>
            <source>Settings, audit trail, other</source>
            <translation>设置、审计与其他</translation>
        </message>
        <message>
            <source>{count} turns are recalled no longer.</source>
            <translation>{count} 轮不再被召回。</translation>
        </message>
        <message>
            <source>Delete {count} turns for ever?</source>
            <translation>永久删除 {count} 轮？</translation>
        </message>
        <message>
            <source>The newest of each group stays. The others go with their replies, what was derived from them, and their words in the records of prompts. This cannot be undone.</source>
            <translation>每组留下最新的一轮，其余连同回复、由其得出的内容以及提示记录中的文字一并删除，无法撤销。</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>{count} turns deleted.</source>
            <translation>已删除 {count} 轮。</translation>
        </message>
        <message>
            <source>{count} facts retracted.</source>
            <translation>已撤回 {count} 条事实。</translation>
        </message>
        <message>
            <source>The summaries are made anew in idle time; what there is holds until then.</source>
            <translation>空闲时重做摘要，在此之前沿用现有的。</translation>
        </message>
        <message>
            <source>Undone.</source>
            <translation>已撤销。</translation>
        </message>
        <message>
            <source>Said twice</source>
            <translation>重复</translation>
        </message>
        <message>
            <source>Unused facts</source>
            <translation>未用的事实</translation>
        </message>
        <message>
            <source>Stale summaries</source>
            <translation>过时的摘要</translation>
        </message>
        <message>
            <source>Work and sizes</source>
            <translation>工作与大小</translation>
        </message>
        <message>
            <source>Turns that say nearly the same. Recall takes one of each group, and searches all of them.</source>
            <translation>所说几乎相同的轮次。召回每组只取一轮，但会搜索全部。</translation>
        </message>
        <message>
            <source>Facts that are held and that no prompt has carried so far.</source>
            <translation>仍成立但至今没有任何提示用到的事实。</translation>
        </message>
        <message>
            <source>Sessions whose summary covers turns that have changed since.</source>
            <translation>摘要所涵盖的轮次后来有变化的会话。</translation>
        </message>
        <message>
            <source>{about} Nothing was found.</source>
            <translation>{about}没有发现。</translation>
        </message>
        <message>
            <source>Memory work: {waiting} steps waiting, {failed} of them failed before. Sizes are the vault's.</source>
            <translation>记忆工作：等待中 {waiting} 步，其中曾失败 {failed} 步。大小为整个保险库的。</translation>
        </message>
        <message>
            <source>Memory hygiene</source>
            <translation>整理记忆</translation>
        </message>
        <message>
            <source>1 turn is recalled no longer.</source>
            <translation>1 轮不再被召回。</translation>
        </message>
        <message>
            <source>Delete 1 turn for ever?</source>
            <translation>永久删除 1 轮？</translation>
        </message>
        <message>
            <source>1 turn deleted.</source>
            <translation>已删除 1 轮。</translation>
        </message>
        <message>
            <source>1 fact retracted.</source>
            <translation>已撤回 1 条事实。</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Recall only the newest</source>
            <translation>只召回最新的</translation>
        </message>
        <message>
            <source>Delete the older…</source>
            <translation>删除较早的…</translation>
        </message>
        <message>
            <source>Retract</source>
            <translation>撤回</translation>
        </message>
        <message>
            <source>Rebuild</source>
            <translation>重做</translation>
        </message>
        <message>
            <source>Memory work…</source>
            <translation>记忆工作…</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>to the conversation</source>
            <translation>到对话中</translation>
        </message>
        <message>
            <source>Repeated turns</source>
            <translation>重复的轮次</translation>
        </message>
        <message>
            <source>Facts without use</source>
            <translation>未用的事实</translation>
        </message>
        <message>
            <source>Summaries out of date</source>
            <translation>过时的摘要</translation>
        </message>
        <message>
            <source>Several can be chosen; the buttons below act on what is chosen</source>
            <translation>可选多项，下方按钮作用于所选</translation>
        </message>
        <message>
            <source>Layer</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>Rows</source>
            <translation>条数</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>Sizes of the layers of memory</source>
            <translation>记忆各层的大小</translation>
        </message>
        <message>
            <source>Kinds of findings</source>
            <translation>发现的种类</translation>
        </message>
    </context>
    <context>
        <name>ImportDialog</name>
        <message>
            <source>Untitled</source>
            <translation>无标题</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message numerus="yes">
            <source>%n messages hold no text of a person or a model and are left out.</source>
            <translation>
                <numerusform>%n 条消息不含人或模型的文字，不导入。</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing that is here already is changed or replaced.</source>
            <translation>已有的内容不会被改动或替换。</translation>
        </message>
        <message>
            <source>Reading {name}…</source>
            <translation>正在读取 {name}…</translation>
        </message>
        <message>
            <source>An export of this program</source>
            <translation>本程序的导出</translation>
        </message>
        <message>
            <source>Conversations of ChatGPT</source>
            <translation>ChatGPT 的对话</translation>
        </message>
        <message>
            <source>A list of messages</source>
            <translation>消息列表</translation>
        </message>
        <message>
            <source>{source}: sessions {sessions}, turns {turns}, facts {facts}.</source>
            <translation>{source}：会话 {sessions} 个，轮次 {turns} 个，事实 {facts} 条。</translation>
        </message>
        <message>
            <source>as in the file: {names}</source>
            <translation>按文件中的：{names}</translation>
        </message>
        <message>
            <source>Import conversations</source>
            <translation>导入会话</translation>
        </message>
        <message>
            <source>Import</source>
            <translation>导入</translation>
        </message>
        <message>
            <source>Session</source>
            <translation>会话</translation>
        </message>
        <message>
            <source>Begun</source>
            <translation>开始于</translation>
        </message>
        <message>
            <source>Turns</source>
            <translation>轮次</translation>
        </message>
        <message>
            <source>Sessions in the file</source>
            <translation>文件中的会话</translation>
        </message>
        <message>
            <source>Title, day and number of turns of each</source>
            <translation>每个会话的标题、日期和轮次数</translation>
        </message>
        <message>
            <source>Into</source>
            <translation>归入</translation>
        </message>
        <message>
            <source>Whose memory it becomes</source>
            <translation>归入谁的记忆</translation>
        </message>
        <message>
            <source>Questions said by</source>
            <translation>提问者</translation>
        </message>
        <message>
            <source>Who wrote the questions</source>
            <translation>提问是谁写的</translation>
        </message>
        <message>
            <source>Facts are read from what they said; never from a document.</source>
            <translation>会从其所说的话中读取事实；文档则从不读取。</translation>
        </message>
        <message>
            <source>Also use the settings in the file</source>
            <translation>同时采用文件中的设置</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
    </context>
    <context>
        <name>InstallModelsDialog</name>
        <message>
            <source>Folder or stick with the models</source>
            <translation>存放模型的文件夹或 U 盘</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Choose the folder…</source>
            <translation>选择文件夹…</translation>
        </message>
        <message>
            <source>All of them were here already, whole: {names}.</source>
            <translation>这些模型早已在本机，且完整无缺：{names}。</translation>
        </message>
        <message>
            <source>Installed and checked, {size}: {names}.</source>
            <translation>已安装并核对，共 {size}：{names}。</translation>
        </message>
        <message>
            <source>Copying the models and comparing each with its checksum…</source>
            <translation>正在复制模型，并逐一核对校验和…</translation>
        </message>
        <message>
            <source>Choose the folder “retrace-models”, or the stick it lies on. Its models are copied to this machine and each is compared with its checksum before it is used. No network is needed.</source>
            <translation>请选择“retrace-models”文件夹，或它所在的 U 盘。其中的模型会复制到本机，并在使用前逐一核对校验和。全程无需网络。</translation>
        </message>
        <message>
            <source>Install models from a folder</source>
            <translation>从文件夹安装模型</translation>
        </message>
        <message>
            <source>Progress of copying</source>
            <translation>复制进度</translation>
        </message>
    </context>
    <context>
        <name>LanguageChoice</name>
        <message>
            <source>Language of the window</source>
            <translation>窗口的语言</translation>
        </message>
    </context>
    <context>
        <name>Map</name>
        <message>
            <source>Map of the memories</source>
            <translation>记忆地图</translation>
        </message>
        <message>
            <source>Arrow keys go from point to point, Enter to where it was said</source>
            <translation>方向键在点之间移动，按 Enter 前往说出它的地方</translation>
        </message>
        <message>
            <source>this session</source>
            <translation>本会话</translation>
        </message>
        <message>
            <source>other sessions, each its shape</source>
            <translation>其他会话，每个会话一种形状</translation>
        </message>
        <message>
            <source>question</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>recalled</source>
            <translation>召回</translation>
        </message>
        <message>
            <source>has a fact</source>
            <translation>有事实</translation>
        </message>
        <message>
            <source>Legend</source>
            <translation>图例</translation>
        </message>
        <message>
            <source>Point at a memory or go to it by the arrow keys to read it; press it, or Enter, to go there.</source>
            <translation>指向一条记忆，或用方向键选中，即可阅读；按下它或按 Enter 键前往。</translation>
        </message>
        <message>
            <source>Point at a memory to read it.</source>
            <translation>指向一条记忆即可阅读。</translation>
        </message>
        <message>
            <source>Point at a memory.</source>
            <translation>指向一条记忆。</translation>
        </message>
        <message>
            <source>Picture</source>
            <translation>图</translation>
        </message>
        <message>
            <source>List</source>
            <translation>列表</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>Mark the memories that facts rest on</source>
            <translation>标出事实所依据的记忆</translation>
        </message>
        <message>
            <source>to the conversation</source>
            <translation>到对话中</translation>
        </message>
        <message>
            <source>Show this memory in the conversation</source>
            <translation>在对话中显示这条记忆</translation>
        </message>
        <message>
            <source>Recalled</source>
            <translation>召回</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>Session</source>
            <translation>会话</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>List of the memories on the map</source>
            <translation>地图上的记忆列表</translation>
        </message>
        <message>
            <source>Untitled session</source>
            <translation>无标题会话</translation>
        </message>
        <message>
            <source>recalled, number {rank}</source>
            <translation>召回，第 {rank} 位</translation>
        </message>
        <message>
            <source>facts: {names}</source>
            <translation>事实：{names}</translation>
        </message>
        <message>
            <source>{count} memories</source>
            <translation>{count} 条记忆</translation>
        </message>
        <message>
            <source>1 memory</source>
            <translation>1 条记忆</translation>
        </message>
        <message>
            <source>{count} not on it yet</source>
            <translation>{count} 条尚未放上</translation>
        </message>
        <message>
            <source>shows {percent}% of their differences</source>
            <translation>图上能看出 {percent}% 的差异</translation>
        </message>
        <message>
            <source>The model for recall by meaning is being loaded. The map appears here then.</source>
            <translation>按含义回忆所用的模型正在加载，加载后这里会出现地图。</translation>
        </message>
        <message>
            <source>There is no map without a model for recall by meaning: it places what was said. Choose one in Settings, page Model, at “{setting}”. Recall goes by words meanwhile.</source>
            <translation>没有按含义回忆的模型就没有地图：说过的话由它定位。请在“设置”的“模型”页的“{setting}”处选择一个。在此期间按词语回忆。</translation>
        </message>
        <message>
            <source>The model for recall by meaning stopped. It is tried again within a minute, and the map appears here then. Recall goes by words meanwhile.</source>
            <translation>按含义回忆所用的模型停止了。一分钟内会自动重试，成功后这里会出现地图。在此期间按词语回忆。</translation>
        </message>
        <message>
            <source>Reading the memories…</source>
            <translation>正在读取记忆…</translation>
        </message>
        <message>
            <source>What was said is being placed on the map. It appears here in idle time.</source>
            <translation>正在把说过的话放到地图上，空闲时会出现在这里。</translation>
        </message>
        <message>
            <source>Nothing has been said yet. Each memory becomes a point here; what is alike stands near.</source>
            <translation>还没有说过什么。每条记忆会成为这里的一个点，相近的挨在一起。</translation>
        </message>
    </context>
    <context>
        <name>Memory</name>
        <message>
            <source>no room: worth less than what stayed</source>
            <translation>放不下：比留下的价值低</translation>
        </message>
        <message>
            <source>small talk</source>
            <translation>寒暄</translation>
        </message>
        <message>
            <source>filler</source>
            <translation>应声</translation>
        </message>
        <message>
            <source>duplicate</source>
            <translation>重复</translation>
        </message>
        <message>
            <source>near duplicate</source>
            <translation>近似重复</translation>
        </message>
        <message>
            <source>low value</source>
            <translation>价值低</translation>
        </message>
        <message>
            <source>oldest</source>
            <translation>最早</translation>
        </message>
        <message>
            <source>in the summary</source>
            <translation>已并入摘要</translation>
        </message>
        <message>
            <source>kept out</source>
            <translation>不放入</translation>
        </message>
        <message>
            <source>its words hold nothing that speaks for it</source>
            <translation>内容中没有值得保留之处</translation>
        </message>
        <message>
            <source>a quantity</source>
            <translation>剂量或数值</translation>
        </message>
        <message>
            <source>a word about health</source>
            <translation>与健康有关的词</translation>
        </message>
        <message>
            <source>a decision</source>
            <translation>决定</translation>
        </message>
        <message>
            <source>something personal</source>
            <translation>个人情况</translation>
        </message>
        <message>
            <source>a date</source>
            <translation>日期</translation>
        </message>
        <message>
            <source>a number</source>
            <translation>数字</translation>
        </message>
        <message>
            <source>a negation</source>
            <translation>否定</translation>
        </message>
        <message>
            <source>a name</source>
            <translation>姓名</translation>
        </message>
        <message>
            <source>its words hold {kinds}</source>
            <translation>内容含{kinds}</translation>
        </message>
    </context>
    <context>
        <name>MemoryNotice</name>
        <message>
            <source>Forget</source>
            <translation>忘掉</translation>
        </message>
        <message>
            <source>Forget: {fact}</source>
            <translation>忘掉：{fact}</translation>
        </message>
        <message>
            <source>Keep all</source>
            <translation>都保留</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Undo: {what}</source>
            <translation>撤销：{what}</translation>
        </message>
        <message>
            <source>Forget all of these</source>
            <translation>全部忘掉</translation>
        </message>
        <message>
            <source>Show all in Facts</source>
            <translation>在“事实”中全部查看</translation>
        </message>
        <message>
            <source>, </source>
            <translation>、</translation>
        </message>
        <message>
            <source>Which of these is to be forgotten?</source>
            <translation>要忘掉哪一条？</translation>
        </message>
        <message>
            <source>Undone, as it was before: {facts}</source>
            <translation>已撤销，恢复原状：{facts}</translation>
        </message>
        <message>
            <source>Forgotten: {facts}</source>
            <translation>已忘掉：{facts}</translation>
        </message>
        <message>
            <source>Remembered: {facts}</source>
            <translation>已记住：{facts}</translation>
        </message>
        <message>
            <source>Forgotten</source>
            <translation>已忘掉</translation>
        </message>
    </context>
    <context>
        <name>MemoryTest</name>
        <message>
            <source>The file does not say what shall be recalled: look at each question yourself.</source>
            <translation>文件没有写明应召回什么：请自己逐题查看。</translation>
        </message>
        <message>
            <source>{found} of {asked} questions recall their memory.</source>
            <translation>{asked} 题中有 {found} 题召回了对应的记忆。</translation>
        </message>
        <message>
            <source>below the least similarity: {count}</source>
            <translation>低于最低相似度：{count} 题</translation>
        </message>
        <message>
            <source>others took the places: {count}</source>
            <translation>名额被其他内容占去：{count} 题</translation>
        </message>
        <message>
            <source>no room: {count}</source>
            <translation>预算放不下：{count} 题</translation>
        </message>
        <message>
            <source>not among the candidates: {count}</source>
            <translation>不在候选之中：{count} 题</translation>
        </message>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
        <message>
            <source>Missed: {reasons}.</source>
            <translation>未召回的原因：{reasons}。</translation>
        </message>
        <message>
            <source>By their order alone, before anything is left out, {first}% stand first and {five}% among the first five.</source>
            <translation>只按相关程度排序、不管取舍时，{first}% 排在第一，{five}% 排在前五。</translation>
        </message>
        <message>
            <source>{day}, “{session}”, turn {number}: score {score}</source>
            <translation>{day}，“{session}”第 {number} 轮，得分 {score}</translation>
        </message>
        <message>
            <source>✓ recalled, rank {place}</source>
            <translation>✓ 已召回，第 {place} 名</translation>
        </message>
        <message>
            <source>✗ missed: rank {place}, score {score} is below the minimum</source>
            <translation>✗ 未召回：第 {place} 名，得分 {score} 低于最低值</translation>
        </message>
        <message>
            <source>✗ missed: rank {place}, others took the places</source>
            <translation>✗ 未召回：第 {place} 名，名额已被占满</translation>
        </message>
        <message>
            <source>✗ missed: rank {place}, no room in the budget</source>
            <translation>✗ 未召回：第 {place} 名，空间不够</translation>
        </message>
        <message>
            <source>✗ missed: not among the candidates</source>
            <translation>✗ 未召回：不在候选之中</translation>
        </message>
        <message>
            <source>– not scored</source>
            <translation>– 不计分</translation>
        </message>
        <message>
            <source>Nothing would be recalled.</source>
            <translation>什么也不会召回。</translation>
        </message>
    </context>
    <context>
        <name>MemoryTestDialog</name>
        <message>
            <source>Questions to ask</source>
            <translation>要问的问题</translation>
        </message>
        <message>
            <source>JSON files (*.json *.jsonl)</source>
            <translation>JSON 文件 (*.json *.jsonl)</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Ask again</source>
            <translation>再问一遍</translation>
        </message>
        <message>
            <source>Asking 1 question.</source>
            <translation>正在问，共 1 题。</translation>
        </message>
        <message>
            <source>Asking: {count} questions in all.</source>
            <translation>正在问，共 {count} 题。</translation>
        </message>
        <message>
            <source>Looking for questions in what was said…</source>
            <translation>正在从说过的话里找问题…</translation>
        </message>
        <message>
            <source>Too little was said so far to ask about it.</source>
            <translation>目前说过的还太少，没有可问的。</translation>
        </message>
        <message>
            <source>Recall by meaning is being loaded; then it asks. “Ask again” asks at once, by words alone.</source>
            <translation>正在加载按语义召回所用的模型，加载完就开始提问。按“重新提问”可立即只按词语提问。</translation>
        </message>
        <message>
            <source>Not asked yet: 1 question.</source>
            <translation>还没有问，共 1 题。</translation>
        </message>
        <message>
            <source>Not asked yet: {count} questions in all.</source>
            <translation>还没有问，共 {count} 题。</translation>
        </message>
        <message>
            <source>Recall by meaning is off: words alone were searched.</source>
            <translation>未按语义召回，只按词语查找。</translation>
        </message>
        <message>
            <source>Other settings are entered: ask again to see what they do.</source>
            <translation>设置已改动：再问一遍就能看到效果。</translation>
        </message>
        <message>
            <source>With the settings in force: {found} of {asked} ({change}).</source>
            <translation>现用设置：{asked} 题中 {found} 题（{change}）。</translation>
        </message>
        <message>
            <source>Test my memory</source>
            <translation>测试记忆</translation>
        </message>
        <message>
            <source>Keep these settings</source>
            <translation>保留这些设置</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Questions about what was said are asked, and what would be recalled is compared with the turn that answers. Change the settings below and ask again; nothing is kept until you say so.</source>
            <translation>就说过的话提问，看召回的是不是能回答的那一轮。可以在下面改设置再问一遍；点“保留”之前什么都不会改变。</translation>
        </message>
        <message>
            <source>Questions from my history</source>
            <translation>从我的对话里出题</translation>
        </message>
        <message>
            <source>Questions from a file…</source>
            <translation>从文件里读题…</translation>
        </message>
        <message>
            <source>Memories recalled at most</source>
            <translation>最多召回几条</translation>
        </message>
        <message>
            <source>Least similarity (together)</source>
            <translation>最低相似度（综合）</translation>
        </message>
        <message>
            <source>Meaning against words</source>
            <translation>语义与词语的比重</translation>
        </message>
        <message>
            <source>Room for them</source>
            <translation>可用空间</translation>
        </message>
        <message>
            <source> tokens</source>
            <translation> 词元</translation>
        </message>
        <message>
            <source>What is asked</source>
            <translation>问什么</translation>
        </message>
        <message>
            <source>Questions asked so far</source>
            <translation>已问的题数</translation>
        </message>
        <message>
            <source>Questions and what became of them</source>
            <translation>问题和结果</translation>
        </message>
        <message>
            <source>What the question recalled</source>
            <translation>这个问题召回的内容</translation>
        </message>
        <message>
            <source>Show the best in the conversation</source>
            <translation>在对话中查看第一条</translation>
        </message>
    </context>
    <context>
        <name>MemoryWorkDialog</name>
        <message>
            <source>Nothing that was said is lost. Each step is tried again by itself.</source>
            <translation>说过的话不会丢失。每个步骤都会自动重试。</translation>
        </message>
        <message numerus="yes">
            <source>%n steps wait. They are done in idle time, those of the model once it is loaded.</source>
            <translation>
                <numerusform>%n 步等待中，空闲时进行；需要模型的，等模型加载后进行。</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing has failed. What is said is remembered in idle time.</source>
            <translation>没有失败的步骤。说过的话会在空闲时记住。</translation>
        </message>
        <message>
            <source>Make it findable</source>
            <translation>建立检索</translation>
        </message>
        <message>
            <source>Read it for facts</source>
            <translation>提取事实</translation>
        </message>
        <message>
            <source>Let the model look for facts</source>
            <translation>让模型找事实</translation>
        </message>
        <message>
            <source>Sum up earlier turns</source>
            <translation>总结较早的轮次</translation>
        </message>
        <message>
            <source>Give the session a title</source>
            <translation>为会话起标题</translation>
        </message>
        <message>
            <source>{step}: turn {number} of “{session}”</source>
            <translation>{step}：“{session}”第 {number} 轮</translation>
        </message>
        <message>
            <source>failed tries: {count}</source>
            <translation>已失败 {count} 次</translation>
        </message>
        <message>
            <source>{failed}; being tried again</source>
            <translation>{failed}；正在重试</translation>
        </message>
        <message>
            <source>{failed}; next try {time}</source>
            <translation>{failed}；下次重试 {time}</translation>
        </message>
        <message>
            <source>Memory work</source>
            <translation>记忆工作</translation>
        </message>
        <message>
            <source>Try again now</source>
            <translation>立即重试</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Steps that failed</source>
            <translation>失败的步骤</translation>
        </message>
        <message>
            <source>Each with its reason and when it is tried again</source>
            <translation>每一项都附有原因和下次重试时间</translation>
        </message>
    </context>
    <context>
        <name>MissingVaultDialog</name>
        <message>
            <source>Where is the memory?</source>
            <translation>记忆库在哪里？</translation>
        </message>
        <message>
            <source>There is no memory in {folder}.</source>
            <translation>{folder} 中没有记忆库。</translation>
        </message>
        <message>
            <source>The memory is not there</source>
            <translation>记忆库不在原处</translation>
        </message>
        <message>
            <source>It was in {path}. Perhaps the folder was moved, or the drive it lies on is not connected. Nothing was created or changed.</source>
            <translation>它原来在 {path}。可能文件夹被移走了，或者所在的磁盘没有连接。没有新建或更改任何内容。</translation>
        </message>
        <message>
            <source>Show me where it is…</source>
            <translation>指出它的位置…</translation>
        </message>
        <message>
            <source>Begin a new, empty memory</source>
            <translation>新建一个空的记忆库</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
    </context>
    <context>
        <name>ModelsDialog</name>
        <message>
            <source>Looking for models on this machine…</source>
            <translation>正在查找本机上的模型…</translation>
        </message>
        <message>
            <source>No model was found in the usual folders. Open a GGUF file.</source>
            <translation>常用文件夹中没有找到模型。请打开一个 GGUF 文件。</translation>
        </message>
        <message>
            <source>Found on this machine. Any other GGUF file can be opened too.</source>
            <translation>以下模型在本机上找到，也可以打开其他 GGUF 文件。</translation>
        </message>
        <message>
            <source>{name} (in use)</source>
            <translation>{name}（使用中）</translation>
        </message>
        <message>
            <source>Load with {tokens} tokens</source>
            <translation>以 {tokens} 个词元加载</translation>
        </message>
        <message>
            <source>context {tokens}</source>
            <translation>上下文 {tokens}</translation>
        </message>
        <message>
            <source>licence not stated</source>
            <translation>未注明许可证</translation>
        </message>
        <message>
            <source>{file}, found in {place}</source>
            <translation>{file}，位于 {place}</translation>
        </message>
        <message>
            <source>Very small: short English sentences, next to no Chinese; it reckons wrongly and makes things up. Memory, search and records work in full with it.</source>
            <translation>极小的模型：只能写简短的英文句子，几乎不会中文；计算会出错，也会编造内容。记忆、搜索和记录功能不受影响。</translation>
        </message>
        <message>
            <source>{file} (cannot be used)</source>
            <translation>{file}（不能使用）</translation>
        </message>
        <message>
            <source>Found in {place}.</source>
            <translation>位于 {place}。</translation>
        </message>
        <message>
            <source>{size} parameters</source>
            <translation>{size} 参数</translation>
        </message>
        <message>
            <source>takes {size} of memory</source>
            <translation>占用 {size} 内存</translation>
        </message>
        <message>
            <source>fits: needs {size} of memory</source>
            <translation>放得下：需要 {size} 内存</translation>
        </message>
        <message>
            <source>needs {size} of memory, more than is free; fits with a context of {tokens} tokens</source>
            <translation>需要 {size} 内存，超过空闲内存；上下文为 {tokens} 个词元时放得下</translation>
        </message>
        <message>
            <source>needs {size} of memory, more than is free</source>
            <translation>需要 {size} 内存，超过可用内存</translation>
        </message>
        <message>
            <source>Loading: {percent} %</source>
            <translation>正在加载：{percent}%</translation>
        </message>
        <message>
            <source>No model is loaded.</source>
            <translation>没有加载模型。</translation>
        </message>
        <message>
            <source>{name} is loaded with {tokens} tokens of context; it was trained for no more.</source>
            <translation>已加载 {name}，上下文 {tokens} 个词元；它的训练长度就这么长。</translation>
        </message>
        <message>
            <source>{name} is loaded with {tokens} tokens of context.</source>
            <translation>已加载 {name}，上下文 {tokens} 个词元。</translation>
        </message>
        <message>
            <source>Chinese and English</source>
            <translation>中文和英文</translation>
        </message>
        <message>
            <source>English</source>
            <translation>英文</translation>
        </message>
        <message>
            <source>{languages}; thinks first</source>
            <translation>{languages}；先思考再答</translation>
        </message>
        <message>
            <source>Open a model</source>
            <translation>打开模型</translation>
        </message>
        <message>
            <source>GGUF models (*.gguf)</source>
            <translation>GGUF 模型 (*.gguf)</translation>
        </message>
        <message>
            <source>All files (*)</source>
            <translation>所有文件 (*)</translation>
        </message>
        <message>
            <source>Load</source>
            <translation>加载</translation>
        </message>
        <message>
            <source>Look for models in a folder</source>
            <translation>在文件夹里寻找模型</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Unload</source>
            <translation>卸载</translation>
        </message>
        <message>
            <source>Unload the model and give its memory back</source>
            <translation>卸载模型并归还内存</translation>
        </message>
        <message>
            <source>Settings…</source>
            <translation>设置…</translation>
        </message>
        <message>
            <source>Settings of the model that writes and of the one that recalls</source>
            <translation>写回复的模型与负责召回的模型的设置</translation>
        </message>
        <message>
            <source>Progress of loading</source>
            <translation>加载进度</translation>
        </message>
        <message>
            <source>Open a file…</source>
            <translation>打开文件…</translation>
        </message>
        <message>
            <source>Open a model file</source>
            <translation>打开模型文件</translation>
        </message>
        <message>
            <source>Add a folder…</source>
            <translation>添加文件夹…</translation>
        </message>
        <message>
            <source>Look for models in another folder too</source>
            <translation>也在另一个文件夹里寻找模型</translation>
        </message>
        <message>
            <source>Install…</source>
            <translation>安装…</translation>
        </message>
        <message>
            <source>Install models from a folder or stick</source>
            <translation>从文件夹或 U 盘安装模型</translation>
        </message>
        <message>
            <source>Models on this machine</source>
            <translation>本机上的模型</translation>
        </message>
        <message>
            <source>Worth copying here</source>
            <translation>推荐的模型</translation>
        </message>
        <message>
            <source>This program fetches nothing. Get the file on a machine with a network and put it into the folder of models; it then stands above. Sizes are approximate.</source>
            <translation>本程序不下载任何东西。请在联网的机器上取得文件，放进模型文件夹，它就会出现在上面。大小为约数。</translation>
        </message>
        <message>
            <source>Copy the folder's path</source>
            <translation>复制文件夹路径</translation>
        </message>
        <message>
            <source>Models worth copying here</source>
            <translation>推荐的模型</translation>
        </message>
    </context>
    <context>
        <name>NameGuard</name>
        <message>
            <source>Another patient is named</source>
            <translation>提到了另一位患者</translation>
        </message>
        <message>
            <source>, </source>
            <translation>、</translation>
        </message>
        <message>
            <source>The text names {names}.</source>
            <translation>文字中提到{names}。</translation>
        </message>
        <message>
            <source>It would go into the record of {person}.</source>
            <translation>它将进入{person}的病历。</translation>
        </message>
        <message>
            <source>Another sex is said</source>
            <translation>性别不一致</translation>
        </message>
        <message>
            <source>The text says “{said}”; the record says “{held}”.</source>
            <translation>文字里说的是“{said}”，病历登记的是“{held}”。</translation>
        </message>
        <message>
            <source>It would go into the record of {person}. The sex of a record is corrected under “Correct…” (Ctrl+P).</source>
            <translation>这段话会记入{person}的病历。病历的性别可在“更正…”里改（Ctrl+P）。</translation>
        </message>
        <message>
            <source>The text names another patient, or tells a number or birth date of one.</source>
            <translation>文字中提到了另一位患者，或含有其病历号或出生日期。</translation>
        </message>
        <message>
            <source>Who it is does not show while the patient is beside you.</source>
            <translation>患者在旁时不显示是哪一位。</translation>
        </message>
        <message>
            <source>It belongs here</source>
            <translation>属于这里</translation>
        </message>
        <message>
            <source>Back to the text</source>
            <translation>回去修改</translation>
        </message>
        <message>
            <source>Open {name}</source>
            <translation>打开{name}</translation>
        </message>
    </context>
    <context>
        <name>NamedTextsDialog</name>
        <message>
            <source>Without a name</source>
            <translation>未命名</translation>
        </message>
        <message>
            <source>New</source>
            <translation>新建</translation>
        </message>
        <message>
            <source>{name}, copy</source>
            <translation>{name}，副本</translation>
        </message>
        <message>
            <source>Export what is your own here</source>
            <translation>导出这里您自己的内容</translation>
        </message>
        <message>
            <source>Import from a file</source>
            <translation>从文件导入</translation>
        </message>
        <message>
            <source>Names and texts (*.json)</source>
            <translation>名称与文本 (*.json)</translation>
        </message>
        <message>
            <source>All files (*)</source>
            <translation>所有文件 (*)</translation>
        </message>
        <message>
            <source>Written to the file: {count}.</source>
            <translation>已写入文件：{count} 条。</translation>
        </message>
        <message>
            <source>New from the file: {count}.</source>
            <translation>从文件新增：{count} 条。</translation>
        </message>
        <message>
            <source>There is none yet.</source>
            <translation>还没有。</translation>
        </message>
        <message>
            <source>A heading on each line. Usual ones, such as 主诉 or Plan, know what belongs there; any other takes the lines that hold a word behind its colon, for example “Sleep: insomnia, snoring”.</source>
            <translation>每行一个栏目名。常用栏目（如“主诉”“处理意见”）知道该放什么；其他栏目收入含有冒号后任一词语的话，例如“睡眠：失眠、打鼾”。</translation>
        </message>
        <message>
            <source>It ships with the program. Duplicate it to change it.</source>
            <translation>这是程序自带的。复制一份后再改。</translation>
        </message>
        <message>
            <source>Filled in when it is used: {variables}</source>
            <translation>使用时会填入：{variables}</translation>
        </message>
        <message>
            <source>Personas</source>
            <translation>角色</translation>
        </message>
        <message>
            <source>Saved prompts</source>
            <translation>常用提示</translation>
        </message>
        <message>
            <source>Templates of notes</source>
            <translation>病历模板</translation>
        </message>
        <message>
            <source>Sections of the note</source>
            <translation>病历的栏目</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>System prompt</source>
            <translation>系统提示</translation>
        </message>
        <message>
            <source>Text of the prompt</source>
            <translation>提示的内容</translation>
        </message>
        <message>
            <source>Duplicate</source>
            <translation>复制一份</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Import…</source>
            <translation>导入…</translation>
        </message>
        <message>
            <source>Adds those of a file; nothing here is replaced.</source>
            <translation>加入文件中的内容；这里已有的不会被替换。</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <source>Writes your own, not those that ship, to a file.</source>
            <translation>把您自己的内容写入文件，自带的除外。</translation>
        </message>
    </context>
    <context>
        <name>NewVaultDialog</name>
        <message>
            <source>New vault</source>
            <translation>新建保险库</translation>
        </message>
        <message>
            <source>Create and open</source>
            <translation>新建并打开</translation>
        </message>
        <message>
            <source>Name, for example: practice, diary</source>
            <translation>名称，例如：诊室、日记</translation>
        </message>
        <message>
            <source>Name of the vault</source>
            <translation>保险库名称</translation>
        </message>
        <message>
            <source>Personal</source>
            <translation>个人</translation>
        </message>
        <message>
            <source>Clinical</source>
            <translation>临床</translation>
        </message>
        <message>
            <source>Spaces for one person. A passphrase is offered.</source>
            <translation>供一个人使用的空间。可以设置密码。</translation>
        </message>
        <message>
            <source>Patients, each apart from every other. A passphrase is required; an unattended window is covered after one minute and locked after fifteen; exports leave out names by default.</source>
            <translation>患者彼此完全隔开。必须设置密码；无人操作时，窗口一分钟后遮盖、十五分钟后锁定；导出时默认去除姓名。</translation>
        </message>
    </context>
    <context>
        <name>NoteExits</name>
        <message>
            <source>Copied. What is copied is no longer protected by the vault.</source>
            <translation>已复制。复制出去的内容不再受保险库保护。</translation>
        </message>
        <message>
            <source>Hand-out</source>
            <translation>患者说明</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>病历</translation>
        </message>
        <message>
            <source>Save the note</source>
            <translation>保存病历</translation>
        </message>
        <message>
            <source>PDF files (*.pdf)</source>
            <translation>PDF 文件 (*.pdf)</translation>
        </message>
        <message>
            <source>Saved as {name}. The file is not encrypted.</source>
            <translation>已保存为 {name}。该文件未加密。</translation>
        </message>
        <message>
            <source>Printed. Paper is not protected by the vault.</source>
            <translation>已打印。纸张不受保险库保护。</translation>
        </message>
    </context>
    <context>
        <name>NotePage</name>
        <message>
            <source>The clinician also said, and it was put into no section:</source>
            <translation>医师还说了以下内容，未放入任何一栏：</translation>
        </message>
        <message>
            <source>Addendum by {name}, {time}</source>
            <translation>补记：{name}，{time}</translation>
        </message>
    </context>
    <context>
        <name>NoteSection</name>
        <message>
            <source>It names another patient or follows such words; left out until decided:</source>
            <translation>提到另一位患者，或紧接这样的话；决定之前不写入：</translation>
        </message>
        <message>
            <source>Not in the words it cites, left out:</source>
            <translation>所引的话里没有，未列入：</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>Drop</source>
            <translation>删去</translation>
        </message>
        <message>
            <source>Keep: {sentence}</source>
            <translation>保留：{sentence}</translation>
        </message>
        <message>
            <source>Drop: {sentence}</source>
            <translation>删去：{sentence}</translation>
        </message>
        <message>
            <source>It stands in the note, and goes on saying that it names another patient.</source>
            <translation>写入病历，并继续注明提到另一位患者。</translation>
        </message>
        <message>
            <source>It stands in the note, marked as kept by hand.</source>
            <translation>列入病历，并标明由人工保留。</translation>
        </message>
        <message>
            <source>It stays out of the note.</source>
            <translation>不列入病历。</translation>
        </message>
        <message>
            <source>for a pen</source>
            <translation>供手写</translation>
        </message>
        <message>
            <source>the clinician's words only</source>
            <translation>只取医师的话</translation>
        </message>
        <message>
            <source>The clinician said nothing of this. It stays empty.</source>
            <translation>医师没有说到，此栏留空。</translation>
        </message>
        <message>
            <source>Nothing was said of this.</source>
            <translation>没有说到。</translation>
        </message>
        <message>
            <source>One sentence on each line. What it rests on is shown beside.</source>
            <translation>每行一句，旁边显示它所依据的话。</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copy {heading}</source>
            <translation>复制{heading}</translation>
        </message>
        <message>
            <source>Copies the section as plain text for another system.</source>
            <translation>把此栏复制为纯文本，供其他系统使用。</translation>
        </message>
        <message>
            <source>Reword</source>
            <translation>改写</translation>
        </message>
        <message>
            <source>Reword {heading}</source>
            <translation>改写{heading}</translation>
        </message>
        <message>
            <source>The model puts the words into sentences; each is held against the words.</source>
            <translation>由模型把原话写成句子，逐句与原话核对。</translation>
        </message>
        <message>
            <source>Restore the words</source>
            <translation>恢复原话</translation>
        </message>
        <message>
            <source>Restore the words of {heading}</source>
            <translation>恢复“{heading}”的原话</translation>
        </message>
        <message>
            <source>Puts the words back as they were said, before the model reworded them (Ctrl+Z).</source>
            <translation>恢复模型改写之前的原话（Ctrl+Z）。</translation>
        </message>
    </context>
    <context>
        <name>NoteSources</name>
        <message>
            <source>What it rests on</source>
            <translation>依据</translation>
        </message>
        <message>
            <source>Put the caret into a sentence to see the words it rests on.</source>
            <translation>把光标放进一句话，即可看到它所依据的原话。</translation>
        </message>
        <message>
            <source>Before it was edited</source>
            <translation>修改之前</translation>
        </message>
        <message>
            <source>The words before the rewording</source>
            <translation>改写之前的原话</translation>
        </message>
        <message>
            <source>Left out of this section by hand</source>
            <translation>人工从此栏删去</translation>
        </message>
        <message>
            <source>Go to the turn</source>
            <translation>转到原话</translation>
        </message>
        <message>
            <source>Go to the turn: {words}</source>
            <translation>转到原话：{words}</translation>
        </message>
        <message>
            <source>Closes the notes and shows where it was said.</source>
            <translation>关闭病历，显示这句话是在哪里说的。</translation>
        </message>
        <message>
            <source>As it was said.</source>
            <translation>按原话。</translation>
        </message>
        <message>
            <source>Reworded by the model, held against these words.</source>
            <translation>由模型改写，已与这些话核对。</translation>
        </message>
        <message>
            <source>Written by the model and not in these words; kept by hand.</source>
            <translation>模型所写，这些话里没有；由人工保留。</translation>
        </message>
        <message>
            <source>Changed by hand; what it says now is not in these words.</source>
            <translation>人工修改过；现在的内容不在这些话里。</translation>
        </message>
        <message>
            <source>Edited by hand; it was drafted from these words.</source>
            <translation>人工修改过；原依据这些话起草。</translation>
        </message>
        <message>
            <source>Written by hand; no words of the record stand behind it.</source>
            <translation>人工所写；记录里没有对应的话。</translation>
        </message>
    </context>
    <context>
        <name>NotesButton</name>
        <message>
            <source>Notes…</source>
            <translation>病历…</translation>
        </message>
        <message>
            <source>Notes and hand-outs of this session</source>
            <translation>本会话的病历与患者说明</translation>
        </message>
        <message>
            <source>Drafts a note from what was said, each sentence with its source.</source>
            <translation>按说过的话起草病历，每句都有出处。</translation>
        </message>
    </context>
    <context>
        <name>NotesDialog</name>
        <message>
            <source>Without a name</source>
            <translation>未命名</translation>
        </message>
        <message>
            <source>confirmed</source>
            <translation>已确认</translation>
        </message>
        <message>
            <source>draft</source>
            <translation>草稿</translation>
        </message>
        <message>
            <source>session “{title}”</source>
            <translation>会话“{title}”</translation>
        </message>
        <message numerus="yes">
            <source>%n notes of other sessions</source>
            <translation>
                <numerusform>其他会话中有 %n 份病历</numerusform>
            </translation>
        </message>
        <message>
            <source>Shows the newest of them; the others are in the list beside.</source>
            <translation>打开其中最新的一份；其余的在旁边的列表里。</translation>
        </message>
        <message>
            <source>What was settled or changed since it was drafted is said in it now.</source>
            <translation>起草之后核实或改变了的内容，已在其中更新。</translation>
        </message>
        <message>
            <source>Checked by {name}, {time}</source>
            <translation>核对：{name}，{time}</translation>
        </message>
        <message>
            <source>Draft, not checked · {count} call unresolved what was settled</source>
            <translation>草稿，未核对（{count} 句仍写作待核实，其实已核实）</translation>
        </message>
        <message>
            <source>Draft, not checked · {count} to decide</source>
            <translation>草稿，未核对（{count} 句待定）</translation>
        </message>
        <message>
            <source>Draft, not checked</source>
            <translation>草稿，未核对</translation>
        </message>
        <message>
            <source>Drafted by AI ({model}).</source>
            <translation>由 AI 起草（{model}）。</translation>
        </message>
        <message>
            <source>From the words said; every sentence of the model was taken out.</source>
            <translation>按原话整理；模型所写的句子均已删去。</translation>
        </message>
        <message>
            <source>Drafted by AI from the words said; no model reworded them.</source>
            <translation>由 AI 按原话起草，未用模型改写。</translation>
        </message>
        <message>
            <source>A hand wrote or changed sentences of it.</source>
            <translation>其中有人工所写或改动的句子。</translation>
        </message>
        <message>
            <source>Sentences left it because their words were erased or moved away.</source>
            <translation>有句子因其依据的原话已删除或移走而不在此处。</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Translate</source>
            <translation>翻译</translation>
        </message>
        <message>
            <source>Reword all</source>
            <translation>全部改写</translation>
        </message>
        <message>
            <source>A hand-out is printed after it was checked.</source>
            <translation>患者说明核对后才能打印。</translation>
        </message>
        <message>
            <source>Addendum…</source>
            <translation>补记…</translation>
        </message>
        <message>
            <source>Confirm…</source>
            <translation>确认…</translation>
        </message>
        <message>
            <source>The model puts “{heading}” into words…</source>
            <translation>模型正在改写“{heading}”…</translation>
        </message>
        <message>
            <source>Notes</source>
            <translation>病历</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>病历</translation>
        </message>
        <message>
            <source>Template</source>
            <translation>模板</translation>
        </message>
        <message>
            <source>The sections a new note has.</source>
            <translation>新病历的栏目。</translation>
        </message>
        <message>
            <source>Drafted from</source>
            <translation>起草范围</translation>
        </message>
        <message>
            <source>What a new note is made from.</source>
            <translation>新病历依据的范围。</translation>
        </message>
        <message>
            <source>Language of the patient</source>
            <translation>患者的语言</translation>
        </message>
        <message>
            <source>The language of the hand-out.</source>
            <translation>患者说明的语言。</translation>
        </message>
        <message>
            <source>the last day</source>
            <translation>最近一天</translation>
        </message>
        <message>
            <source>the whole session</source>
            <translation>整个会话</translation>
        </message>
        <message>
            <source>in Chinese</source>
            <translation>中文</translation>
        </message>
        <message>
            <source>in English</source>
            <translation>英文</translation>
        </message>
        <message>
            <source>Draft</source>
            <translation>起草</translation>
        </message>
        <message>
            <source>Puts the words that were said under the headings.</source>
            <translation>把说过的话归到各栏目下。</translation>
        </message>
        <message>
            <source>Templates…</source>
            <translation>模板…</translation>
        </message>
        <message>
            <source>Shows the templates, for changing them.</source>
            <translation>显示模板，可修改。</translation>
        </message>
        <message>
            <source>Delete the draft</source>
            <translation>删除草稿</translation>
        </message>
        <message>
            <source>The model changed nothing: what it wrote said less or more than the words. They stand.</source>
            <translation>模型没有改动：它写的比原话少了或多了。原话保持不变。</translation>
        </message>
        <message numerus="yes">
            <source>%n sections were reworded.</source>
            <translation>
                <numerusform>已改写 %n 个部分。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sections stand as they were said.</source>
            <translation>
                <numerusform>%n 个部分保持原话。</numerusform>
            </translation>
        </message>
        <message>
            <source>Delete the draft “{title}” of {time}?</source>
            <translation>删除 {time} 的草稿“{title}”？</translation>
        </message>
        <message>
            <source>What was written into it by hand goes with it. The words said stay.</source>
            <translation>其中人工所写的内容会一并删除；说过的话仍在。</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>The notes and hand-outs of this patient.</source>
            <translation>该患者的病历和说明。</translation>
        </message>
        <message>
            <source>A confirmed note is never deleted alone.</source>
            <translation>已确认的病历不会被单独删除。</translation>
        </message>
        <message>
            <source>Drop all of them</source>
            <translation>全部删去</translation>
        </message>
        <message>
            <source>Leaves out every sentence that nothing supports.</source>
            <translation>把没有依据的句子全部删去。</translation>
        </message>
        <message>
            <source>Hand-out</source>
            <translation>患者说明</translation>
        </message>
        <message>
            <source>The plan in plain words for the patient.</source>
            <translation>用通俗的话写给患者的处理意见。</translation>
        </message>
        <message>
            <source>With what was added to the note</source>
            <translation>附上病历的补记</translation>
        </message>
        <message>
            <source>Puts the addendum on the hand-out, with who wrote it; unchecked it is taken off again.</source>
            <translation>把补记连同署名放进患者说明；取消勾选即移出。</translation>
        </message>
        <message>
            <source>What was added to the note speaks of something that stands here, and is not on this sheet.</source>
            <translation>病历的补记提到了此处的内容，但没有放进本说明。</translation>
        </message>
        <message>
            <source>Copy all</source>
            <translation>全部复制</translation>
        </message>
        <message>
            <source>Copies the note as plain text.</source>
            <translation>把病历复制为纯文本。</translation>
        </message>
        <message>
            <source>PDF…</source>
            <translation>PDF…</translation>
        </message>
        <message>
            <source>Writes the note into a file that is not encrypted.</source>
            <translation>把病历写入未加密的文件。</translation>
        </message>
        <message>
            <source>Print…</source>
            <translation>打印…</translation>
        </message>
        <message>
            <source>Prints it with who drafted and who checked it.</source>
            <translation>打印时注明由谁起草、由谁核对。</translation>
        </message>
        <message>
            <source>The model puts the words into sentences, section by section; each is held against the words.</source>
            <translation>由模型逐栏把原话写成句子，逐句与原话核对。</translation>
        </message>
        <message>
            <source>Somebody answers for it by name.</source>
            <translation>由人署名负责。</translation>
        </message>
        <message>
            <source>Choose a template and draft one: the words that were said are put under its headings, each with where it was said. Diagnosis and plan are taken from the clinician's words alone.</source>
            <translation>选择模板并起草：说过的话会放到各标题下，并注明出处。诊断与处理只取自医师的话。</translation>
        </message>
        <message>
            <source>No note of this session yet.</source>
            <translation>本次会话还没有病历。</translation>
        </message>
        <message>
            <source>No note yet.</source>
            <translation>还没有病历。</translation>
        </message>
        <message>
            <source>Other sessions of this patient have notes: see above.</source>
            <translation>该患者在其他会话中已有病历：见上方。</translation>
        </message>
    </context>
    <context>
        <name>NoticeBar</name>
        <message>
            <source>Dismiss</source>
            <translation>知道了</translation>
        </message>
        <message>
            <source>Dismiss this message</source>
            <translation>关闭这条提示</translation>
        </message>
    </context>
    <context>
        <name>PaletteDialog</name>
        <message>
            <source>No command has these words. What was said is found with {keys}.</source>
            <translation>没有含这些词的命令。要找说过的话，请按 {keys}。</translation>
        </message>
        <message>
            <source>No other space has this in its name.</source>
            <translation>没有别的空间名称含有这些字。</translation>
        </message>
        <message>
            <source>Go to {name}</source>
            <translation>转到{name}</translation>
        </message>
        <message>
            <source>Commands</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>Go to another space</source>
            <translation>转到另一个空间</translation>
        </message>
        <message>
            <source>What do you want to do?</source>
            <translation>想做什么？</translation>
        </message>
        <message>
            <source>Which space?</source>
            <translation>哪个空间？</translation>
        </message>
        <message>
            <source>Spaces</source>
            <translation>空间</translation>
        </message>
    </context>
    <context>
        <name>Panel</name>
        <message>
            <source>read again {tokens}: {section} changed</source>
            <translation>重读 {tokens} 词元：{section}有变</translation>
        </message>
        <message>
            <source>read {tokens}, nothing to reuse</source>
            <translation>读取 {tokens} 词元，无可复用</translation>
        </message>
        <message>
            <source>saved re-reading {tokens}, about {seconds} s</source>
            <translation>少重读 {tokens} 词元，约省 {seconds} 秒</translation>
        </message>
        <message>
            <source>saved re-reading {tokens} tokens</source>
            <translation>少重读 {tokens} 词元</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>Would be sent</source>
            <translation>将要发送的内容</translation>
        </message>
        <message>
            <source>Sent to the model, turn {number}</source>
            <translation>第 {number} 轮发给模型的内容</translation>
        </message>
        <message>
            <source>Sent to the model</source>
            <translation>本次发给模型的内容</translation>
        </message>
        <message>
            <source>estimate</source>
            <translation>估算</translation>
        </message>
        <message>
            <source>Turn {number}</source>
            <translation>第 {number} 轮</translation>
        </message>
        <message>
            <source>Sent</source>
            <translation>已发送</translation>
        </message>
        <message>
            <source>counted by the model</source>
            <translation>由模型计数</translation>
        </message>
        <message>
            <source>matches the engine ✓</source>
            <translation>与引擎一致 ✓</translation>
        </message>
        <message>
            <source>the engine counted {tokens}</source>
            <translation>引擎计为 {tokens}</translation>
        </message>
        <message>
            <source>Reading what was sent last…</source>
            <translation>正在读取上次发送的内容…</translation>
        </message>
        <message>
            <source>Nothing has been sent yet. The first message shows here what the model gets.</source>
            <translation>还没有发送过内容。发出第一条消息后，这里会显示模型收到的内容。</translation>
        </message>
        <message>
            <source>Read again from here on, because it changed: {section}</source>
            <translation>从这里起重读，因为有变化：{section}</translation>
        </message>
        <message>
            <source>Not with the next message: 1 fact</source>
            <translation>下一条消息不带：1 条事实</translation>
        </message>
        <message>
            <source>Not with the next message: {count} facts</source>
            <translation>下一条消息不带：{count} 条事实</translation>
        </message>
        <message>
            <source>copy all</source>
            <translation>复制全部</translation>
        </message>
        <message>
            <source>Total</source>
            <translation>合计</translation>
        </message>
        <message>
            <source>show words</source>
            <translation>显示文字</translation>
        </message>
        <message>
            <source>show tokens</source>
            <translation>显示词元</translation>
        </message>
        <message>
            <source>by cl100k, an estimate</source>
            <translation>按 cl100k 估算</translation>
        </message>
        <message>
            <source>Facts left out, no room: {count}</source>
            <translation>因空间不足未放入的事实：{count}</translation>
        </message>
        <message>
            <source>and {count} more</source>
            <translation>另有 {count} 条</translation>
        </message>
        <message>
            <source>{count} turns</source>
            <translation>{count} 轮</translation>
        </message>
        <message>
            <source>1 turn</source>
            <translation>1 轮</translation>
        </message>
        <message>
            <source>{count} facts</source>
            <translation>{count} 条</translation>
        </message>
        <message>
            <source>1 fact</source>
            <translation>1 条</translation>
        </message>
        <message>
            <source>1 memory</source>
            <translation>1 段</translation>
        </message>
        <message>
            <source>{count} memories</source>
            <translation>{count} 段</translation>
        </message>
        <message>
            <source>read before: {reused} of {tokens}</source>
            <translation>已读过：{reused} / {tokens}</translation>
        </message>
        <message>
            <source>copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>show more: {count} characters left</source>
            <translation>显示更多：还有 {count} 字</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>消息</translation>
        </message>
        <message>
            <source>Reply</source>
            <translation>回复</translation>
        </message>
        <message>
            <source>Reading the tokens…</source>
            <translation>正在读取词元…</translation>
        </message>
        <message>
            <source>{count} more tokens are not shown</source>
            <translation>还有 {count} 词元未显示</translation>
        </message>
        <message>
            <source>The rest is not shown here.</source>
            <translation>其余部分未在此显示。</translation>
        </message>
        <message>
            <source>Nothing was left out: every turn of this session is in the prompt.</source>
            <translation>没有移出：本会话的每一轮都在提示中。</translation>
        </message>
        <message>
            <source>{count} turns left out, {tokens} tokens saved</source>
            <translation>移出 {count} 轮，省下 {tokens} 词元</translation>
        </message>
        <message>
            <source>show {count} more</source>
            <translation>再显示 {count} 条</translation>
        </message>
        <message>
            <source>Every turn of this session is in the prompt; not all of its files are.</source>
            <translation>本会话的每一轮都在提示词里；文件则不全在。</translation>
        </message>
        <message>
            <source>Attachment {number}: {left_out} of {parts} parts left out, about {tokens} tokens</source>
            <translation>附件 {number}：{parts} 段中有 {left_out} 段未纳入，约 {tokens} 个词元</translation>
        </message>
        <message>
            <source>File {number} of turn {turn}: {left_out} of {parts} parts are not in the prompt</source>
            <translation>第 {turn} 轮的文件 {number}：{parts} 段中有 {left_out} 段不在提示词里</translation>
        </message>
        <message>
            <source>Parts that share words with the message go with it, as do those of a file it names.</source>
            <translation>与消息有相同词语的段落会随消息一起发送；消息中点名的文件，其段落也会。</translation>
        </message>
        <message>
            <source>{reason}: {count}</source>
            <translation>{reason}：{count}</translation>
        </message>
        <message>
            <source>1 turn left out, {tokens} tokens saved</source>
            <translation>移出 1 轮，省下 {tokens} 词元</translation>
        </message>
        <message>
            <source>No turn had to make room.</source>
            <translation>没有哪一轮要让出位置。</translation>
        </message>
        <message>
            <source>1 turn answered from memory, not shown to the model</source>
            <translation>1 轮由记忆回答，不给模型看</translation>
        </message>
        <message>
            <source>{count} turns answered from memory, not shown to the model</source>
            <translation>{count} 轮由记忆回答，不给模型看</translation>
        </message>
        <message>
            <source>1 turn kept out</source>
            <translation>1 轮不放入</translation>
        </message>
        <message>
            <source>{count} turns kept out</source>
            <translation>{count} 轮不放入</translation>
        </message>
        <message>
            <source>Back with the next message: {turns}</source>
            <translation>下一条消息带回：{turns}</translation>
        </message>
        <message>
            <source>leaves for it: {turns}</source>
            <translation>为此离开：{turns}</translation>
        </message>
        <message>
            <source>leave out after all</source>
            <translation>还是不带回</translation>
        </message>
        <message>
            <source>{free} tokens are free</source>
            <translation>还空 {free} 词元</translation>
        </message>
        <message>
            <source>{turns} kept out to save re-reading {tokens} tokens</source>
            <translation>{turns}未放入，省去重读 {tokens} 词元</translation>
        </message>
        <message>
            <source>{turns} kept out to save re-reading {tokens} tokens, about {seconds} s</source>
            <translation>{turns}未放入，省去重读 {tokens} 词元，约 {seconds} 秒</translation>
        </message>
        <message>
            <source>fill now</source>
            <translation>现在填满</translation>
        </message>
        <message>
            <source>turn {number} is pinned</source>
            <translation>第 {number} 轮已固定</translation>
        </message>
        <message>
            <source>unpin</source>
            <translation>取消固定</translation>
        </message>
        <message>
            <source>answered from memory, not shown to the model</source>
            <translation>由记忆回答，不给模型看</translation>
        </message>
        <message>
            <source>{reason}, value {value}</source>
            <translation>{reason}，价值 {value}</translation>
        </message>
        <message>
            <source>why?</source>
            <translation>为什么？</translation>
        </message>
        <message>
            <source>saves {tokens} tokens</source>
            <translation>省下 {tokens} 词元</translation>
        </message>
        <message>
            <source>bring back</source>
            <translation>带回</translation>
        </message>
        <message>
            <source>pin</source>
            <translation>固定</translation>
        </message>
        <message>
            <source>nothing has to be read again for it</source>
            <translation>放回它不必重新读取其他内容</translation>
        </message>
        <message>
            <source>reads {tokens} tokens more</source>
            <translation>多读 {tokens} 词元</translation>
        </message>
        <message>
            <source>reads {tokens} tokens more, about {seconds} s</source>
            <translation>多读 {tokens} 词元，约 {seconds} 秒</translation>
        </message>
        <message>
            <source>turns {numbers} and {count} more</source>
            <translation>第 {numbers} 轮等，另有 {count} 轮</translation>
        </message>
        <message>
            <source>go to</source>
            <translation>定位</translation>
        </message>
        <message>
            <source>The embedding model was still loading: words alone were searched.</source>
            <translation>当时嵌入模型仍在载入：只按词语查找。</translation>
        </message>
        <message>
            <source>Recall by meaning is off: no embedding model. Words alone are searched.</source>
            <translation>语义召回未启用：没有嵌入模型，只按词语查找。</translation>
        </message>
        <message>
            <source>The embedding model failed: words alone were searched. The next message tries it again.</source>
            <translation>嵌入模型出错：这次只按词查找，下一条消息会再试。</translation>
        </message>
        <message>
            <source>The message has no text to search with: nothing was looked up.</source>
            <translation>这条消息没有可供查找的文字：没有查找记忆。</translation>
        </message>
        <message>
            <source>Found, and without room in the prompt: {count}. A larger budget for recall would take them in.</source>
            <translation>找到了但提示词里放不下：{count} 条。提高召回预算就能放进来。</translation>
        </message>
        <message>
            <source>Nothing relevant: nothing was added to the prompt.</source>
            <translation>没有相关内容，未向提示加入任何召回内容。</translation>
        </message>
        <message>
            <source>Nothing was added to the prompt from earlier.</source>
            <translation>没有从以前的对话中召回内容。</translation>
        </message>
        <message>
            <source>{day}, {session}, turn {number}</source>
            <translation>{day} {session} 第 {number} 轮</translation>
        </message>
        <message>
            <source>never recall</source>
            <translation>不再召回</translation>
        </message>
        <message>
            <source>Not with the next message: 1 memory</source>
            <translation>下一条消息不带：1 段召回内容</translation>
        </message>
        <message>
            <source>together {score}: below the least similarity of {least}</source>
            <translation>综合 {score}，低于最低相似度 {least}</translation>
        </message>
        <message>
            <source>not this time</source>
            <translation>本次不用</translation>
        </message>
        <message>
            <source>meaning</source>
            <translation>语义</translation>
        </message>
        <message>
            <source>words</source>
            <translation>词语</translation>
        </message>
        <message>
            <source>together</source>
            <translation>综合</translation>
        </message>
        <message>
            <source>Not with the next message: {count} memories</source>
            <translation>下一条消息不带：{count} 段召回内容</translation>
        </message>
        <message>
            <source>allow them after all</source>
            <translation>还是带上</translation>
        </message>
        <message>
            <source>show what was nearly recalled</source>
            <translation>查看差一点召回的内容</translation>
        </message>
        <message>
            <source>hide what was nearly recalled</source>
            <translation>收起差一点召回的内容</translation>
        </message>
        <message>
            <source>Searching…</source>
            <translation>正在查找…</translation>
        </message>
        <message>
            <source>Nothing else was found for these words.</source>
            <translation>没有找到其他相关内容。</translation>
        </message>
        <message>
            <source>Nearly recalled: not in the prompt</source>
            <translation>差一点召回：不在提示中</translation>
        </message>
        <message>
            <source>left out by you this time</source>
            <translation>本次由您排除</translation>
        </message>
        <message>
            <source>not similar enough</source>
            <translation>相似度不够</translation>
        </message>
        <message>
            <source>similar enough, but no room: at most {count} memories within their budget</source>
            <translation>相似度足够，但没有位置：在预算内最多 {count} 段召回内容</translation>
        </message>
        <message>
            <source>Never recalled: {count} turns</source>
            <translation>不再召回：{count} 轮</translation>
        </message>
        <message>
            <source>Never recalled: 1 turn</source>
            <translation>不再召回：1 轮</translation>
        </message>
        <message>
            <source>hide</source>
            <translation>收起</translation>
        </message>
        <message>
            <source>show</source>
            <translation>查看</translation>
        </message>
        <message>
            <source>{day}, {turn}</source>
            <translation>{day} {turn}</translation>
        </message>
        <message>
            <source>recall it again</source>
            <translation>恢复召回</translation>
        </message>
        <message>
            <source>sent then, replaced since</source>
            <translation>当时发送，现已更新</translation>
        </message>
        <message>
            <source>Nothing summarised yet.</source>
            <translation>还没有摘要。</translation>
        </message>
        <message>
            <source>Summing up: 1 turn to go</source>
            <translation>正在写摘要，还剩 1 轮</translation>
        </message>
        <message>
            <source>Summing up: {count} turns to go</source>
            <translation>正在写摘要，还剩 {count} 轮</translation>
        </message>
        <message>
            <source>make anew</source>
            <translation>重新生成</translation>
        </message>
        <message>
            <source>covers {turns}</source>
            <translation>涵盖 {turns}</translation>
        </message>
        <message>
            <source>brief</source>
            <translation>简略</translation>
        </message>
        <message>
            <source>normal</source>
            <translation>普通</translation>
        </message>
        <message>
            <source>detailed</source>
            <translation>详细</translation>
        </message>
        <message>
            <source>from now on, or made anew:</source>
            <translation>今后或重做时：</translation>
        </message>
        <message>
            <source>no turns</source>
            <translation>无</translation>
        </message>
        <message>
            <source>turns {numbers}</source>
            <translation>第 {numbers} 轮</translation>
        </message>
        <message>
            <source>out of date: its turns changed, or it is being made anew</source>
            <translation>已过时：涵盖的对话已改动，或正在重新生成</translation>
        </message>
        <message>
            <source>not summed up: it would save nothing. Recall still finds them.</source>
            <translation>未写摘要：写了也省不下词元。召回仍能找到这些对话。</translation>
        </message>
        <message>
            <source>not in this prompt; it waits for the next clip</source>
            <translation>不在这次的提示里，下次移出对话时放入</translation>
        </message>
        <message>
            <source>put back word for word</source>
            <translation>逐字补回</translation>
        </message>
        <message>
            <source>[left out: no room]</source>
            <translation>［放不下，已移出］</translation>
        </message>
        <message>
            <source>turn {number}</source>
            <translation>第 {number} 轮</translation>
        </message>
        <message>
            <source>Context</source>
            <translation>上下文</translation>
        </message>
        <message>
            <source>Clipped</source>
            <translation>移出</translation>
        </message>
        <message>
            <source>Recalled</source>
            <translation>召回</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>1 to settle</source>
            <translation>1 处待核实</translation>
        </message>
        <message>
            <source>{count} to settle</source>
            <translation>{count} 处待核实</translation>
        </message>
        <message>
            <source>Summary</source>
            <translation>摘要</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
        <message>
            <source>Map</source>
            <translation>地图</translation>
        </message>
        <message>
            <source>Memory tabs</source>
            <translation>记忆标签页</translation>
        </message>
        <message>
            <source>What the model is sent, section by section</source>
            <translation>发给模型的内容，按部分列出</translation>
        </message>
        <message>
            <source>Turns left out of the prompt</source>
            <translation>未放入提示的轮次</translation>
        </message>
        <message>
            <source>Recalled from earlier</source>
            <translation>从以前召回的内容</translation>
        </message>
        <message>
            <source>Back into the window</source>
            <translation>放回主窗口</translation>
        </message>
        <message>
            <source>Own window</source>
            <translation>单独窗口</translation>
        </message>
        <message>
            <source>Facts about this person</source>
            <translation>关于此人的事实</translation>
        </message>
        <message>
            <source>Summary of earlier turns</source>
            <translation>较早轮次的摘要</translation>
        </message>
        <message>
            <source>Hide figures</source>
            <translation>隐藏词元数</translation>
        </message>
        <message>
            <source>Show all figures</source>
            <translation>显示词元数</translation>
        </message>
        <message>
            <source>What if…</source>
            <translation>试一试…</translation>
        </message>
        <message>
            <source>What if: try changes for the next message</source>
            <translation>试一试：为下一条消息试用其他设置</translation>
        </message>
        <message>
            <source>{count} found</source>
            <translation>找到 {count} 处</translation>
        </message>
        <message>
            <source>Search what is sent</source>
            <translation>在发送内容中查找</translation>
        </message>
        <message>
            <source>More tabs: {names}</source>
            <translation>更多标签页：{names}</translation>
        </message>
        <message>
            <source>Show the memory panel</source>
            <translation>显示记忆面板</translation>
        </message>
    </context>
    <context>
        <name>Papers</name>
        <message>
            <source>Notice for the patient</source>
            <translation>患者告知书</translation>
        </message>
        <message>
            <source>Record of processing</source>
            <translation>处理活动记录</translation>
        </message>
        <message>
            <source>Impact assessment</source>
            <translation>影响评估</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>1 year after the last visit</source>
            <translation>最后一次就诊后 1 年</translation>
        </message>
        <message>
            <source>{count} years after the last visit</source>
            <translation>最后一次就诊后 {count} 年</translation>
        </message>
        <message>
            <source>kept at once</source>
            <translation>立即保存</translation>
        </message>
        <message>
            <source>proposed, kept when confirmed</source>
            <translation>先提议，确认后保存</translation>
        </message>
        <message>
            <source>not taken</source>
            <translation>不提取</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>是</translation>
        </message>
        <message>
            <source>no</source>
            <translation>否</translation>
        </message>
    </context>
    <context>
        <name>PassphraseDialog</name>
        <message>
            <source>The two are not the same.</source>
            <translation>两次输入不一样。</translation>
        </message>
        <message>
            <source>Change the passphrase</source>
            <translation>更改密码</translation>
        </message>
        <message>
            <source>Set a passphrase</source>
            <translation>设置密码</translation>
        </message>
        <message>
            <source>It is asked for whenever the vault is opened. There is no way around a forgotten one but the recovery code, which you are given next.</source>
            <translation>每次打开保险库都要输入。忘了密码，只有恢复码能打开；接下来就会给您恢复码。</translation>
        </message>
        <message>
            <source>It is asked for whenever the vault is opened.</source>
            <translation>每次打开保险库都要输入。</translation>
        </message>
        <message>
            <source>Set</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Whose it is (optional)</source>
            <translation>谁的密码（可不填）</translation>
        </message>
        <message>
            <source>New passphrase</source>
            <translation>新密码</translation>
        </message>
        <message>
            <source>The same again</source>
            <translation>再输入一次</translation>
        </message>
    </context>
    <context>
        <name>PatientPage</name>
        <message>
            <source>Current medication</source>
            <translation>现用药</translation>
        </message>
        <message>
            <source>Stopped medication</source>
            <translation>已停用药</translation>
        </message>
        <message>
            <source>Not taken</source>
            <translation>否认服用</translation>
        </message>
        <message>
            <source>Plans due</source>
            <translation>待办计划</translation>
        </message>
        <message>
            <source>Family</source>
            <translation>家族</translation>
        </message>
        <message>
            <source>Also recorded</source>
            <translation>其他记录</translation>
        </message>
        <message>
            <source>Confirmed notes</source>
            <translation>已确认的病历</translation>
        </message>
        <message>
            <source>Visits</source>
            <translation>就诊</translation>
        </message>
        <message>
            <source>Nothing was recorded yet.</source>
            <translation>还没有记录。</translation>
        </message>
        <message>
            <source>No allergy is recorded. That is not the same as none.</source>
            <translation>没有记录过敏，不等于没有过敏。</translation>
        </message>
        <message>
            <source>Open contradictions</source>
            <translation>未解决的矛盾</translation>
        </message>
        <message>
            <source>None recorded.</source>
            <translation>无记录。</translation>
        </message>
        <message>
            <source>and {count} earlier readings in the chart</source>
            <translation>图中还有更早的 {count} 次</translation>
        </message>
        <message>
            <source>checked by {name}</source>
            <translation>核对：{name}</translation>
        </message>
        <message>
            <source>messages: {count}</source>
            <translation>{count} 条消息</translation>
        </message>
    </context>
    <context>
        <name>PatientPageDialog</name>
        <message>
            <source>born {day}</source>
            <translation>{day} 出生</translation>
        </message>
        <message>
            <source>restricted: kept, and used for nothing</source>
            <translation>已限制：只保存，不使用</translation>
        </message>
        <message>
            <source>, </source>
            <translation>、</translation>
        </message>
        <message>
            <source>agreed: {uses}</source>
            <translation>同意：{uses}</translation>
        </message>
        <message>
            <source>no basis recorded</source>
            <translation>未记录依据</translation>
        </message>
        <message>
            <source>to be kept until {day}</source>
            <translation>保存至{day}</translation>
        </message>
        <message>
            <source>saved as {name}, not encrypted</source>
            <translation>已保存为 {name}，未加密</translation>
        </message>
        <message>
            <source> · </source>
            <translation>；</translation>
        </message>
        <message>
            <source>Patient page</source>
            <translation>患者页</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Allergies, medication, conditions, procedures and plans</source>
            <translation>过敏、用药、疾病、操作和计划</translation>
        </message>
        <message>
            <source>Measurements, family, confirmed notes and visits</source>
            <translation>测量值、家族、已确认的病历和就诊</translation>
        </message>
        <message>
            <source>Consent and retention…</source>
            <translation>同意与保存…</translation>
        </message>
        <message>
            <source>Copy of everything…</source>
            <translation>全部副本…</translation>
        </message>
        <message>
            <source>One page with everything held about this patient</source>
            <translation>一页列出此患者的全部内容</translation>
        </message>
    </context>
    <context>
        <name>PatientPages</name>
        <message>
            <source>Copy of everything</source>
            <translation>全部副本</translation>
        </message>
        <message>
            <source>For whom is the copy of everything about {person}?</source>
            <translation>{person}的全部副本是给谁的？</translation>
        </message>
        <message>
            <source>Patients have a right to a copy of their own, whatever was agreed to. The file is not encrypted.</source>
            <translation>无论同意过什么，患者都有权得到自己的一份副本。文件不加密。</translation>
        </message>
        <message>
            <source>For the patient</source>
            <translation>给患者本人</translation>
        </message>
        <message>
            <source>For somebody else</source>
            <translation>给其他人</translation>
        </message>
        <message>
            <source>everything</source>
            <translation>全部内容</translation>
        </message>
        <message>
            <source>PDF (*.pdf)</source>
            <translation>PDF (*.pdf)</translation>
        </message>
        <message>
            <source>Web page (*.html)</source>
            <translation>网页 (*.html)</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Whose is this?</source>
            <translation>这是谁的？</translation>
        </message>
        <message>
            <source>What was said there is remembered of {person} alone. Facts are looked for anew.</source>
            <translation>那里说的话只算作{person}的记忆，事实会重新提取。</translation>
        </message>
        <message>
            <source>Move it to {person}?</source>
            <translation>移到{person}？</translation>
        </message>
        <message>
            <source>Move</source>
            <translation>移动</translation>
        </message>
        <message>
            <source>“{words}”</source>
            <translation>“{words}”</translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>另有 %n 条</numerusform>
            </translation>
        </message>
        <message>
            <source>Sessions, facts and consents go over; contradictions between both records are shown. The record that was chosen first is gone afterwards. This cannot be undone.</source>
            <translation>会话、事实和同意书都会转过去，两份病历的矛盾会显示出来。先选的那份病历随后消失，不能撤销。</translation>
        </message>
        <message>
            <source>Merge with which record?</source>
            <translation>与哪份病历合并？</translation>
        </message>
        <message>
            <source>Merge into the record of {person}?</source>
            <translation>合并到{person}的病历？</translation>
        </message>
        <message>
            <source>Merge</source>
            <translation>合并</translation>
        </message>
    </context>
    <context>
        <name>Patients</name>
        <message>
            <source>expected</source>
            <translation>待到</translation>
        </message>
        <message>
            <source>here</source>
            <translation>已到</translation>
        </message>
        <message>
            <source>seen</source>
            <translation>已看</translation>
        </message>
        <message>
            <source>same name ×{count}</source>
            <translation>同名 {count} 人</translation>
        </message>
        <message>
            <source>restricted</source>
            <translation>已限制</translation>
        </message>
        <message>
            <source>due: {plan}</source>
            <translation>到期：{plan}</translation>
        </message>
        <message>
            <source>last here {day}</source>
            <translation>上次就诊 {day}</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>姓名</translation>
        </message>
        <message>
            <source>Sex, age</source>
            <translation>性别年龄</translation>
        </message>
        <message>
            <source>Born</source>
            <translation>出生日期</translation>
        </message>
        <message>
            <source>Record number</source>
            <translation>病历号</translation>
        </message>
        <message>
            <source>Today</source>
            <translation>今日</translation>
        </message>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
        <message>
            <source>Patients found</source>
            <translation>找到的患者</translation>
        </message>
        <message>
            <source>{name} ({identifiers})</source>
            <translation>{name}（{identifiers}）</translation>
        </message>
    </context>
    <context>
        <name>PatientsDialog</name>
        <message>
            <source>{shown} of {count} patients</source>
            <translation>{count} 位患者中的 {shown} 位</translation>
        </message>
        <message>
            <source>Nobody is found by this.</source>
            <translation>没有找到。</translation>
        </message>
        <message>
            <source>Other patients are hidden while the patient is beside you (Shift+F8).</source>
            <translation>患者在旁时，其他患者已隐藏（Shift+F8）。</translation>
        </message>
        <message>
            <source>Patients</source>
            <translation>患者</translation>
        </message>
        <message>
            <source>Choose</source>
            <translation>选择</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Name, initials or record number; with both, such as l07: L… with a number that ends in 07</source>
            <translation>姓名、拼音首字母或病历号；也可合用，如 l07：首字母 l 且病历号尾数 07</translation>
        </message>
        <message>
            <source>Find a patient</source>
            <translation>查找患者</translation>
        </message>
        <message>
            <source>Today:</source>
            <translation>今日：</translation>
        </message>
        <message>
            <source>off the list</source>
            <translation>移出名单</translation>
        </message>
        <message>
            <source>Today: {word}</source>
            <translation>今日：{word}</translation>
        </message>
        <message>
            <source>Patient page</source>
            <translation>患者页</translation>
        </message>
        <message>
            <source>Correct…</source>
            <translation>更正…</translation>
        </message>
        <message>
            <source>Correct name, sex, birth date or record number</source>
            <translation>更正姓名、性别、出生日期或病历号</translation>
        </message>
        <message>
            <source>Merge…</source>
            <translation>合并…</translation>
        </message>
        <message>
            <source>Merge with another record of the same person</source>
            <translation>与同一人的另一份病历合并</translation>
        </message>
        <message>
            <source>New patient…</source>
            <translation>新患者…</translation>
        </message>
    </context>
    <context>
        <name>People</name>
        <message>
            <source>space</source>
            <translation>空间</translation>
        </message>
        <message>
            <source>male</source>
            <translation>男</translation>
        </message>
        <message>
            <source>female</source>
            <translation>女</translation>
        </message>
        <message>
            <source>other sex</source>
            <translation>其他性别</translation>
        </message>
        <message>
            <source>{age} y</source>
            <translation>{age} 岁</translation>
        </message>
        <message>
            <source>no. {number}</source>
            <translation>病历号 {number}</translation>
        </message>
    </context>
    <context>
        <name>PersonDialog</name>
        <message>
            <source>There is already: {name} ({identifiers})</source>
            <translation>已有同名：{name}（{identifiers}）</translation>
        </message>
        <message>
            <source>born {day}</source>
            <translation>{day} 出生</translation>
        </message>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
        <message>
            <source>There is no such day. Write year-month-day, for example 1957-03-12.</source>
            <translation>没有这一天。请写 年-月-日，例如 1957-03-12。</translation>
        </message>
        <message>
            <source>A name is needed.</source>
            <translation>请填写姓名。</translation>
        </message>
        <message>
            <source>The birth date lies in the future.</source>
            <translation>出生日期在今天之后。</translation>
        </message>
        <message>
            <source>Another patient of the same name</source>
            <translation>另一位同名患者</translation>
        </message>
        <message>
            <source>Is this somebody else? Two records of one patient each hold half of what was said.</source>
            <translation>这是另一个人吗？同一位患者建两份记录，每份都只有一半的内容。</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Somebody else: create</source>
            <translation>是另一个人：新建</translation>
        </message>
        <message>
            <source>This number is taken: {name} ({identifiers})</source>
            <translation>这个号码已有人用：{name}（{identifiers}）</translation>
        </message>
        <message>
            <source>Correct the identity</source>
            <translation>更正身份</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>New patient</source>
            <translation>新患者</translation>
        </message>
        <message>
            <source>New space</source>
            <translation>新空间</translation>
        </message>
        <message>
            <source>Create</source>
            <translation>创建</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>姓名</translation>
        </message>
        <message>
            <source>Name of the space</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Sex</source>
            <translation>性别</translation>
        </message>
        <message>
            <source>Birth date</source>
            <translation>出生日期</translation>
        </message>
        <message>
            <source>Record number</source>
            <translation>病历号</translation>
        </message>
        <message>
            <source>year-month-day</source>
            <translation>年-月-日</translation>
        </message>
        <message>
            <source>for example: me, the novel, kitchen</source>
            <translation>例如：我、小说、厨房</translation>
        </message>
        <message>
            <source>female</source>
            <translation>女</translation>
        </message>
        <message>
            <source>male</source>
            <translation>男</translation>
        </message>
        <message>
            <source>other</source>
            <translation>其他</translation>
        </message>
    </context>
    <context>
        <name>PersonaButton</name>
        <message>
            <source>No persona</source>
            <translation>无角色</translation>
        </message>
        <message>
            <source>The system prompt of the settings</source>
            <translation>设置中的系统提示</translation>
        </message>
        <message>
            <source>Edit personas…</source>
            <translation>编辑角色…</translation>
        </message>
        <message>
            <source>{persona}: {price}</source>
            <translation>{persona}：{price}</translation>
        </message>
        <message>
            <source>Persona: {name}</source>
            <translation>角色：{name}</translation>
        </message>
        <message>
            <source>What the model is told to be in this session</source>
            <translation>在这个会话里让模型扮演什么</translation>
        </message>
    </context>
    <context>
        <name>Product</name>
        <message>
            <source>Retrace</source>
            <translation>溯忆</translation>
        </message>
        <message>
            <source>A tool for recording and remembering. It does not diagnose, prescribe or advise on drugs; a clinician checks and answers for what is used. It is not the legal record.</source>
            <translation>记录与回忆工具，不诊断、不开方，也不给用药建议；由医师核对并负责。不是法定病历。</translation>
        </message>
        <message>
            <source>Records and remembers; does not diagnose, prescribe or advise on drugs. The clinician checks and answers. Not the legal record.</source>
            <translation>只记录与回忆，不诊断、不开方、不给用药建议；由医师核对并负责。不是法定病历。</translation>
        </message>
    </context>
    <context>
        <name>ProofDialog</name>
        <message>
            <source>The processes did not answer. They are asked again.</source>
            <translation>各进程没有回答，正在再次询问。</translation>
        </message>
        <message>
            <source>This vault opens only with a passphrase or its recovery code.</source>
            <translation>此保险库只能用密码或恢复码打开。</translation>
        </message>
        <message>
            <source>This vault has no passphrase: its key lies beside it, and whoever takes both can read it.</source>
            <translation>此保险库没有密码：密钥就在旁边，两者都拿到的人就能读。</translation>
        </message>
        <message>
            <source>A process has a network socket open. Please report this: it must not happen.</source>
            <translation>有进程打开了网络套接字。这绝不该发生，请报告。</translation>
        </message>
        <message>
            <source>No process has a network socket open, and the system's kernel refuses to make one. Every process tried it just now and was refused.</source>
            <translation>没有任何进程打开网络套接字，系统内核也拒绝建立。每个进程刚刚都试过并被拒绝。</translation>
        </message>
        <message>
            <source>No process has a network socket open. The kernel does not guard this machine; the program refuses attempts of its own and of its libraries itself.</source>
            <translation>没有任何进程打开网络套接字。这台机器上内核不把关；程序自己拒绝自身和程序库的联网尝试。</translation>
        </message>
        <message>
            <source>Window</source>
            <translation>窗口</translation>
        </message>
        <message>
            <source>Model that answers</source>
            <translation>回答的模型</translation>
        </message>
        <message>
            <source>Model that recalls</source>
            <translation>召回所用的模型</translation>
        </message>
        <message>
            <source>inside this machine</source>
            <translation>本机内部</translation>
        </message>
        <message>
            <source>kernel</source>
            <translation>内核</translation>
        </message>
        <message>
            <source>program</source>
            <translation>程序</translation>
        </message>
        <message>
            <source> and </source>
            <translation>和</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Memory is never written to the disk: this machine uses no swap.</source>
            <translation>内存不会写到磁盘：这台机器不用交换空间。</translation>
        </message>
        <message>
            <source>Memory that is written to the disk (swap) is encrypted.</source>
            <translation>写到磁盘的内存（交换空间）是加密的。</translation>
        </message>
        <message>
            <source>This machine may write memory to the disk without encryption (swap), and with it what you read here. Encrypt the swap or the whole disk.</source>
            <translation>这台机器可能把内存不加密地写到磁盘（交换空间），其中会有您在这里读到的内容。请加密交换空间或整个磁盘。</translation>
        </message>
        <message>
            <source>It cannot be told whether memory is written to the disk (swap). Whole-disk encryption covers it.</source>
            <translation>无法得知内存是否会写到磁盘（交换空间）。整盘加密可以覆盖。</translation>
        </message>
        <message>
            <source>Vault, encrypted</source>
            <translation>保险库（加密）</translation>
        </message>
        <message>
            <source>What opens the vault</source>
            <translation>用来打开保险库</translation>
        </message>
        <message>
            <source>Empty: one window at a time</source>
            <translation>空文件：同一时间只开一个窗口</translation>
        </message>
        <message>
            <source>Empty room for a full disk</source>
            <translation>为磁盘写满时预留的空间</translation>
        </message>
        <message>
            <source>Backups, encrypted</source>
            <translation>备份（加密）</translation>
        </message>
        <message>
            <source>Kept before a repair, encrypted</source>
            <translation>修复前保留的副本，已加密</translation>
        </message>
        <message>
            <source>Window size and language</source>
            <translation>窗口大小和语言</translation>
        </message>
        <message>
            <source>Folders of vaults</source>
            <translation>保险库所在文件夹</translation>
        </message>
        <message>
            <source>Logs, without what was said</source>
            <translation>日志（不含对话内容）</translation>
        </message>
        <message>
            <source>Privacy</source>
            <translation>隐私</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Process</source>
            <translation>进程</translation>
        </message>
        <message>
            <source>Number</source>
            <translation>编号</translation>
        </message>
        <message>
            <source>Network refused by</source>
            <translation>由谁拒绝联网</translation>
        </message>
        <message>
            <source>Open sockets</source>
            <translation>打开的套接字</translation>
        </message>
        <message>
            <source>Refused attempts</source>
            <translation>被拒的尝试</translation>
        </message>
        <message>
            <source>Processes of the program</source>
            <translation>程序的各进程</translation>
        </message>
        <message>
            <source>What each has open and what it was refused, as it tells itself</source>
            <translation>各进程自己报告打开了什么、被拒了什么</translation>
        </message>
        <message>
            <source>Files open now</source>
            <translation>此刻打开的文件</translation>
        </message>
        <message>
            <source>Everything the program writes</source>
            <translation>程序会写入的一切</translation>
        </message>
        <message>
            <source>The processes are being asked…</source>
            <translation>正在询问各进程…</translation>
        </message>
    </context>
    <context>
        <name>ProposalNotice</name>
        <message>
            <source>1 fact found waits to be confirmed; until then it is not used.</source>
            <translation>有 1 条新事实待确认；确认前不会采用。</translation>
        </message>
        <message>
            <source>{count} facts found wait to be confirmed; until then they are not used.</source>
            <translation>有 {count} 条新事实待确认；确认前不会采用。</translation>
        </message>
        <message>
            <source>Look at them</source>
            <translation>查看</translation>
        </message>
        <message>
            <source>Look at the facts that wait</source>
            <translation>查看待确认的事实</translation>
        </message>
        <message>
            <source>Confirm facts later</source>
            <translation>稍后再确认事实</translation>
        </message>
    </context>
    <context>
        <name>ProtectionDialog</name>
        <message>
            <source>Take the protection away?</source>
            <translation>取消保护？</translation>
        </message>
        <message>
            <source>Then whoever has the files of this vault can read it. Every passphrase and code is removed.</source>
            <translation>之后，谁拿到这个保险库的文件都能读。所有密码和恢复码都会删除。</translation>
        </message>
        <message>
            <source>Take it away</source>
            <translation>取消保护</translation>
        </message>
        <message>
            <source>Keep it</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>Take the protection away</source>
            <translation>取消保护</translation>
        </message>
        <message>
            <source>Whoever has its files</source>
            <translation>拿到文件的任何人</translation>
        </message>
        <message>
            <source>Passphrase of {name}</source>
            <translation>{name} 的密码</translation>
        </message>
        <message>
            <source>Passphrase</source>
            <translation>密码</translation>
        </message>
        <message>
            <source>Recovery code</source>
            <translation>恢复码</translation>
        </message>
        <message>
            <source>Change</source>
            <translation>更改</translation>
        </message>
        <message>
            <source>Change: {what}</source>
            <translation>更改：{what}</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Remove: {what}</source>
            <translation>删除：{what}</translation>
        </message>
        <message>
            <source>What opens this vault</source>
            <translation>什么能打开这个保险库</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>A clinical vault opens with a passphrase only. Set one to begin.</source>
            <translation>临床保险库只能用密码打开。请先设置密码。</translation>
        </message>
        <message>
            <source>The vault is encrypted, and only what is listed here opens it. Without any of it, nobody can read the vault, you included.</source>
            <translation>保险库已加密，只有下面列出的能打开它。一样都没有，谁也读不了，包括您自己。</translation>
        </message>
        <message>
            <source>The vault is encrypted, but its key lies beside it: whoever takes both can read everything. With a passphrase, the files alone are worth nothing.</source>
            <translation>保险库已加密，但钥匙就放在旁边：两样都拿走的人什么都能读。设了密码，光有文件就没有用。</translation>
        </message>
        <message>
            <source>It is opened now by:</source>
            <translation>目前能打开它的：</translation>
        </message>
        <message>
            <source>Add a passphrase…</source>
            <translation>增加一个密码…</translation>
        </message>
        <message>
            <source>Set a passphrase…</source>
            <translation>设置密码…</translation>
        </message>
        <message>
            <source>New recovery code…</source>
            <translation>换一个恢复码…</translation>
        </message>
        <message>
            <source>Make a recovery code…</source>
            <translation>生成恢复码…</translation>
        </message>
        <message>
            <source>Take the protection away…</source>
            <translation>取消保护…</translation>
        </message>
    </context>
    <context>
        <name>QAbstractFileIconProvider</name>
        <message>
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <source>File Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <source>File</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>%1 File</source>
            <translation>%1 文件</translation>
        </message>
        <message>
            <source>Drive</source>
            <translation>驱动器</translation>
        </message>
        <message>
            <source>Shortcut</source>
            <translation>快捷方式</translation>
        </message>
        <message>
            <source>Alias</source>
            <translation>替身</translation>
        </message>
        <message>
            <source>Unknown</source>
            <translation>未知</translation>
        </message>
    </context>
    <context>
        <name>QFileDialog</name>
        <message>
            <source>&amp;Look in:</source>
            <translation>位置(&amp;L)：</translation>
        </message>
        <message>
            <source>Look in:</source>
            <translation>位置：</translation>
        </message>
        <message>
            <source>Files of &amp;type:</source>
            <translation>文件类型(&amp;T)：</translation>
        </message>
        <message>
            <source>Files of type:</source>
            <translation>文件类型：</translation>
        </message>
        <message>
            <source>Save in:</source>
            <translation>保存到：</translation>
        </message>
        <message>
            <source>&amp;Directory:</source>
            <translation>文件夹(&amp;D)：</translation>
        </message>
        <message>
            <source>Directory:</source>
            <translation>文件夹：</translation>
        </message>
        <message>
            <source>Sidebar</source>
            <translation>侧栏</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>文件</translation>
        </message>
    </context>
    <context>
        <name>QFileSystemModel</name>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>类型</translation>
        </message>
        <message>
            <source>Computer</source>
            <translation>计算机</translation>
        </message>
    </context>
    <context>
        <name>QShortcut</name>
        <message>
            <source>Left</source>
            <translation>←</translation>
        </message>
        <message>
            <source>Right</source>
            <translation>→</translation>
        </message>
        <message>
            <source>Up</source>
            <translation>↑</translation>
        </message>
        <message>
            <source>Down</source>
            <translation>↓</translation>
        </message>
        <message>
            <source>Return</source>
            <translation>Enter</translation>
        </message>
        <message>
            <source>Enter</source>
            <translation>Enter</translation>
        </message>
    </context>
    <context>
        <name>ReasonedDeletion</name>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>保留</translation>
        </message>
    </context>
    <context>
        <name>RecordDialog</name>
        <message>
            <source>Record: {name}</source>
            <translation>记录：{name}</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Opened to be read: nothing of it is stored or remembered.</source>
            <translation>只供阅读：其中的内容不会保存，也不会记住。</translation>
        </message>
        <message>
            <source>The figures are estimates by the cl100k table.</source>
            <translation>词元数是按 cl100k 词表的估算。</translation>
        </message>
        <message>
            <source>Entry</source>
            <translation>条目</translation>
        </message>
        <message>
            <source>of {count}</source>
            <translation>共 {count} 条</translation>
        </message>
        <message>
            <source>Entry of the record</source>
            <translation>记录中的条目</translation>
        </message>
        <message>
            <source>What the record holds</source>
            <translation>记录的内容</translation>
        </message>
    </context>
    <context>
        <name>Records</name>
        <message>
            <source>Tokens of every prompt, by section</source>
            <translation>每次提示词的词元数，按部分</translation>
        </message>
        <message>
            <source>Reply</source>
            <translation>回复</translation>
        </message>
        <message>
            <source>ended: {reason}</source>
            <translation>结束方式：{reason}</translation>
        </message>
        <message>
            <source>Left out</source>
            <translation>移出的内容</translation>
        </message>
        <message>
            <source>not: {value}</source>
            <translation>否：{value}</translation>
        </message>
        <message>
            <source>in this prompt</source>
            <translation>在这次提示词中</translation>
        </message>
        <message>
            <source>not in this prompt</source>
            <translation>不在这次提示词中</translation>
        </message>
        <message>
            <source>“{quote}”</source>
            <translation>“{quote}”</translation>
        </message>
        <message>
            <source>Record of “{session}”</source>
            <translation>“{session}”的记录</translation>
        </message>
        <message>
            <source>This file is not encrypted.</source>
            <translation>本文件未加密。</translation>
        </message>
        <message>
            <source>Sent to the model: {tokens} of {limit} tokens</source>
            <translation>发给模型：{tokens} / {limit} 词元</translation>
        </message>
        <message>
            <source>read before {reused}, computed {computed}</source>
            <translation>已读过 {reused}，新计算 {computed}</translation>
        </message>
        <message>
            <source>The exact prompt</source>
            <translation>原样的提示词</translation>
        </message>
        <message>
            <source>Turn</source>
            <translation>轮次</translation>
        </message>
        <message>
            <source>Reason</source>
            <translation>原因</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>价值</translation>
        </message>
        <message>
            <source>Tokens saved</source>
            <translation>省下的词元</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>召回</translation>
        </message>
        <message>
            <source>From</source>
            <translation>出处</translation>
        </message>
        <message>
            <source>Quote</source>
            <translation>原话</translation>
        </message>
        <message>
            <source>Said by</source>
            <translation>谁说的</translation>
        </message>
        <message>
            <source>Holds</source>
            <translation>有效期</translation>
        </message>
        <message>
            <source>No prompt was built for this turn.</source>
            <translation>这一轮没有生成提示词。</translation>
        </message>
    </context>
    <context>
        <name>RecoveryCodeDialog</name>
        <message>
            <source>Recovery code</source>
            <translation>恢复码</translation>
        </message>
        <message>
            <source>Write it on paper and keep it where you keep what matters. It opens the vault like a passphrase; it is shown only now, and an older code no longer works.</source>
            <translation>请写在纸上，和重要的东西放在一起。它和密码一样能打开保险库；只在现在显示一次，旧的恢复码从此无效。</translation>
        </message>
        <message>
            <source>Copy (for 30 seconds)</source>
            <translation>复制（30 秒后清除）</translation>
        </message>
        <message>
            <source>I have written it down</source>
            <translation>我已经写下来了</translation>
        </message>
        <message>
            <source>Done</source>
            <translation>完成</translation>
        </message>
    </context>
    <context>
        <name>ReplacementView</name>
        <message>
            <source>Nothing was recognised. Read it yourself.</source>
            <translation>没有识别出任何内容。请自行通读。</translation>
        </message>
        <message>
            <source>Before: {text}</source>
            <translation>替换前：{text}</translation>
        </message>
        <message>
            <source>After: {text}</source>
            <translation>替换后：{text}</translation>
        </message>
        <message>
            <source>Found</source>
            <translation>找到的</translation>
        </message>
        <message>
            <source>Replaced by</source>
            <translation>替换为</translation>
        </message>
        <message>
            <source>How often</source>
            <translation>次数</translation>
        </message>
        <message>
            <source>What is replaced</source>
            <translation>会替换的内容</translation>
        </message>
        <message>
            <source>A row for each identifying detail; the text stands below.</source>
            <translation>每行一项身份信息；原文在下方。</translation>
        </message>
    </context>
    <context>
        <name>Replay</name>
        <message>
            <source>Open a session first.</source>
            <translation>请先打开一个会话。</translation>
        </message>
        <message>
            <source>Builds the prompt of every turn of the open session again by these settings. Nothing is generated or changed; facts, summaries and memories are today's.</source>
            <translation>按这些设置重建所开会话每一轮的提示。不生成、不改动任何内容；事实、摘要与记忆以今日为准。</translation>
        </message>
        <message>
            <source>{changed} of {count} prompts would differ; {was} tokens were sent, now {now}.</source>
            <translation>{count} 份提示中有 {changed} 份会不同；当时发送 {was} 词元，现为 {now}。</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Replay the session</source>
            <translation>重放会话</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
        <message>
            <source>Prompts as they were and as they would be</source>
            <translation>当时与现在的提示</translation>
        </message>
        <message>
            <source>Turn</source>
            <translation>轮次</translation>
        </message>
        <message>
            <source>Tokens</source>
            <translation>词元</translation>
        </message>
        <message>
            <source>Kept</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>Left out</source>
            <translation>移出</translation>
        </message>
        <message>
            <source>Recalled</source>
            <translation>召回</translation>
        </message>
        <message>
            <source>{count}, others</source>
            <translation>{count}（不同）</translation>
        </message>
    </context>
    <context>
        <name>ReplyNotices</name>
        <message>
            <source>The reply is finished.</source>
            <translation>回复已完成。</translation>
        </message>
        <message>
            <source>The reply has ended.</source>
            <translation>回复已结束。</translation>
        </message>
    </context>
    <context>
        <name>RescueDialog</name>
        <message>
            <source>Saved from damage</source>
            <translation>损坏后救回</translation>
        </message>
        <message>
            <source>(This could not be read any more.)</source>
            <translation>（此处已无法读取。）</translation>
        </message>
        <message>
            <source>Folder with backups</source>
            <translation>存放备份的文件夹</translation>
        </message>
        <message>
            <source>This vault does not open</source>
            <translation>此保险库无法打开</translation>
        </message>
        <message>
            <source>The vault is repaired</source>
            <translation>保险库已修复</translation>
        </message>
        <message>
            <source>Quit, change nothing</source>
            <translation>退出，不做改动</translation>
        </message>
        <message>
            <source>Open the vault</source>
            <translation>打开保险库</translation>
        </message>
        <message>
            <source>Nothing was changed. Whatever you choose, the damaged files are copied as they are first.</source>
            <translation>没有改动任何内容。无论选择哪一项，都会先把损坏的文件原样复制一份。</translation>
        </message>
        <message>
            <source>Restore a backup</source>
            <translation>恢复备份</translation>
        </message>
        <message>
            <source>Restore the selected backup</source>
            <translation>恢复选中的备份</translation>
        </message>
        <message>
            <source>Look in another folder…</source>
            <translation>到另一个文件夹中查找…</translation>
        </message>
        <message>
            <source>For example on the drive of the second place</source>
            <translation>例如第二存放处所在的磁盘</translation>
        </message>
        <message>
            <source>Or save what can be read</source>
            <translation>或者救回还能读取的内容</translation>
        </message>
        <message>
            <source>Reads every message, fact and setting that is not on a damaged place into a new file, and makes the search anew. You are told what is lost.</source>
            <translation>把未损坏之处的每条消息、事实和设置读入新文件，并重建检索。会告诉您丢失了什么。</translation>
        </message>
        <message>
            <source>Repair</source>
            <translation>修复</translation>
        </message>
        <message>
            <source>Working… this can take a minute.</source>
            <translation>正在处理…可能需要一分钟。</translation>
        </message>
        <message>
            <source>Messages saved: {count}</source>
            <translation>救回的消息：{count}</translation>
        </message>
        <message>
            <source>Messages lost: {count}</source>
            <translation>丢失的消息：{count}</translation>
        </message>
        <message>
            <source>Facts saved: {count}</source>
            <translation>救回的事实：{count}</translation>
        </message>
        <message>
            <source>Facts lost: {count}</source>
            <translation>丢失的事实：{count}</translation>
        </message>
        <message>
            <source>Other rows lost: {count}</source>
            <translation>丢失的其他记录：{count}</translation>
        </message>
        <message>
            <source>Turns put in their place again, by what else is known: {count}</source>
            <translation>根据其余信息重新归位的轮次：{count}</translation>
        </message>
        <message>
            <source>Recall by meaning works again once everything has been embedded anew, in idle time.</source>
            <translation>空闲时全部重新计算向量之后，语义召回即可恢复。</translation>
        </message>
        <message>
            <source>The damaged files are kept in the vault's folder: {name}</source>
            <translation>损坏的文件保留在保险库文件夹中：{name}</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>未知</translation>
        </message>
    </context>
    <context>
        <name>RetentionReason</name>
        <message>
            <source>The record is to be kept until {day}. Why is it erased before?</source>
            <translation>病历应保存至{day}。为什么提前删除？</translation>
        </message>
        <message>
            <source>Reason for erasing</source>
            <translation>删除理由</translation>
        </message>
        <message>
            <source>Noted in the audit log, without what was said</source>
            <translation>记入审计日志，不含所说内容</translation>
        </message>
        <message>
            <source>Choose a reason</source>
            <translation>选择理由</translation>
        </message>
    </context>
    <context>
        <name>Safety</name>
        <message>
            <source>Restricted: kept, and used for nothing</source>
            <translation>已限制：只保存，不作任何使用</translation>
        </message>
        <message>
            <source>Medication {drugs}</source>
            <translation>用药 {drugs}</translation>
        </message>
        <message>
            <source>No current medication recorded</source>
            <translation>未记录当前用药</translation>
        </message>
        <message>
            <source>1 conflict</source>
            <translation>1 个冲突</translation>
        </message>
        <message>
            <source>{count} conflicts</source>
            <translation>{count} 个冲突</translation>
        </message>
        <message>
            <source>Settle the open conflicts</source>
            <translation>处理未核实的冲突</translation>
        </message>
        <message>
            <source>{value} (unresolved)</source>
            <translation>{value}（待核实）</translation>
        </message>
        <message>
            <source>Allergy {allergies}</source>
            <translation>过敏 {allergies}</translation>
        </message>
        <message>
            <source>Allergy denied</source>
            <translation>否认过敏</translation>
        </message>
        <message>
            <source>No allergy recorded</source>
            <translation>未记录过敏</translation>
        </message>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
    </context>
    <context>
        <name>SaveCaseDialog</name>
        <message>
            <source>Save as case</source>
            <translation>保存为用例</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Say what you expect of this turn. Cases are run again from the menu Memory, after a change.</source>
            <translation>说明您对这一轮的期望。改动之后，可从“记忆”菜单重新运行用例。</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Name of the case</source>
            <translation>用例的名称</translation>
        </message>
        <message>
            <source>Unnamed case</source>
            <translation>未命名的用例</translation>
        </message>
        <message>
            <source>What is expected</source>
            <translation>所期望的</translation>
        </message>
        <message>
            <source>What is ticked is kept</source>
            <translation>保留勾选的</translation>
        </message>
        <message>
            <source>Kind of expectation</source>
            <translation>期望的种类</translation>
        </message>
        <message>
            <source>Turn that is expected</source>
            <translation>期望的轮次</translation>
        </message>
        <message>
            <source>Text that is expected</source>
            <translation>期望的文字</translation>
        </message>
        <message>
            <source>Add</source>
            <translation>添加</translation>
        </message>
        <message>
            <source>Add this expectation</source>
            <translation>添加这条期望</translation>
        </message>
    </context>
    <context>
        <name>SavedPrompts</name>
        <message>
            <source>Edit saved prompts…</source>
            <translation>编辑常用提示…</translation>
        </message>
        <message>
            <source>Saved prompts</source>
            <translation>常用提示</translation>
        </message>
        <message>
            <source>Enter puts it in, Esc closes the list</source>
            <translation>Enter 插入，Esc 关闭</translation>
        </message>
    </context>
    <context>
        <name>ScratchWindow</name>
        <message>
            <source>Scratch session · {product}</source>
            <translation>{product}：草稿会话</translation>
        </message>
        <message>
            <source>Scratch: nothing is kept. What is said here is gone when this window is closed.</source>
            <translation>草稿会话：什么都不保存。关闭此窗口后，这里说过的话就没有了。</translation>
        </message>
        <message>
            <source>Close and forget</source>
            <translation>关闭并忘掉</translation>
        </message>
        <message>
            <source>Closes this window; nothing of what was said in it is left</source>
            <translation>关闭此窗口；其中说过的话不会留下</translation>
        </message>
    </context>
    <context>
        <name>ScratchWindows</name>
        <message>
            <source>Scratch</source>
            <translation>草稿</translation>
        </message>
    </context>
    <context>
        <name>Search</name>
        <message>
            <source>in another version of the conversation</source>
            <translation>在这段对话的另一个版本里</translation>
        </message>
        <message>
            <source>Fact: {name}</source>
            <translation>事实：{name}</translation>
        </message>
        <message>
            <source>Facts that mean this: {count}</source>
            <translation>意思与此相符的事实：{count}</translation>
        </message>
        <message>
            <source>Facts: {count}</source>
            <translation>事实 {count} 条</translation>
        </message>
        <message>
            <source>Facts that mean this</source>
            <translation>意思与此相符的事实</translation>
        </message>
        <message>
            <source>Facts that contain this</source>
            <translation>含有这些字的事实</translation>
        </message>
    </context>
    <context>
        <name>SearchDialog</name>
        <message>
            <source>This record is restricted: it is kept, and not searched.</source>
            <translation>该病历已限制：只保存，不搜索。</translation>
        </message>
        <message>
            <source>Every word is taken literally: 150/95, C++ or (. Chinese in any script finds both.</source>
            <translation>按字面查找：150/95、C++ 或 ( 都可以。简体和繁体互相都能找到。</translation>
        </message>
        <message>
            <source>Nothing was said that contains this.</source>
            <translation>没有说过包含这些字的话。</translation>
        </message>
        <message>
            <source>The newest {count} messages; there are more.</source>
            <translation>最新的 {count} 条消息；还有更多。</translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <translation>
                <numerusform>%n 条消息</numerusform>
            </translation>
        </message>
        <message>
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <source>Open what is marked</source>
            <translation>打开选中的</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Why is it not here?</source>
            <translation>它为什么不在这里？</translation>
        </message>
        <message>
            <source>Why the prompt of the open session does not have the marked turn, step by step</source>
            <translation>一步一步说明：选中的这一轮为什么不在打开的会话的提示里</translation>
        </message>
        <message>
            <source>What was said</source>
            <translation>说过的话</translation>
        </message>
        <message>
            <source>Results</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>Said by</source>
            <translation>谁说的</translation>
        </message>
        <message>
            <source>Said when</source>
            <translation>什么时候说的</translation>
        </message>
        <message>
            <source>In this session</source>
            <translation>只在本会话</translation>
        </message>
        <message>
            <source>All patients</source>
            <translation>所有患者</translation>
        </message>
        <message>
            <source>All spaces</source>
            <translation>所有空间</translation>
        </message>
        <message>
            <source>Said by anybody</source>
            <translation>不限说话人</translation>
        </message>
        <message>
            <source>Family</source>
            <translation>家属</translation>
        </message>
        <message>
            <source>At any time</source>
            <translation>不限时间</translation>
        </message>
        <message>
            <source>Today</source>
            <translation>今天</translation>
        </message>
        <message>
            <source>In the last 7 days</source>
            <translation>最近 7 天</translation>
        </message>
        <message>
            <source>In the last 30 days</source>
            <translation>最近 30 天</translation>
        </message>
        <message>
            <source>In the last year</source>
            <translation>最近一年</translation>
        </message>
    </context>
    <context>
        <name>Secrets</name>
        <message>
            <source>Show</source>
            <translation>显示</translation>
        </message>
        <message>
            <source>Show what is typed</source>
            <translation>显示输入的内容</translation>
        </message>
    </context>
    <context>
        <name>SectionLetters</name>
        <message>
            <source>S</source>
            <translation>系</translation>
        </message>
        <message>
            <source>F</source>
            <translation>事</translation>
        </message>
        <message>
            <source>Σ</source>
            <translation>摘</translation>
        </message>
        <message>
            <source>H</source>
            <translation>话</translation>
        </message>
        <message>
            <source>R</source>
            <translation>召</translation>
        </message>
        <message>
            <source>Q</source>
            <translation>问</translation>
        </message>
        <message>
            <source>A</source>
            <translation>附</translation>
        </message>
    </context>
    <context>
        <name>Sections</name>
        <message>
            <source>System</source>
            <translation>系统提示</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>Summary</source>
            <translation>摘要</translation>
        </message>
        <message>
            <source>History</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>Recalled</source>
            <translation>召回</translation>
        </message>
        <message>
            <source>Question</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Attachments</source>
            <translation>附件</translation>
        </message>
        <message>
            <source>Template</source>
            <translation>模板</translation>
        </message>
        <message>
            <source>Reply reserve</source>
            <translation>留给回答</translation>
        </message>
        <message>
            <source>Free</source>
            <translation>空余</translation>
        </message>
    </context>
    <context>
        <name>SessionDelegate</name>
        <message>
            <source>Title of the session</source>
            <translation>会话标题</translation>
        </message>
        <message>
            <source>Name of the folder</source>
            <translation>文件夹名称</translation>
        </message>
    </context>
    <context>
        <name>SessionListModel</name>
        <message numerus="yes">
            <source>%n turns</source>
            <translation>
                <numerusform>%n 轮</numerusform>
            </translation>
        </message>
        <message>
            <source>pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>folded</source>
            <translation>已收起</translation>
        </message>
        <message>
            <source>unfolded</source>
            <translation>已展开</translation>
        </message>
        <message numerus="yes">
            <source>%n sessions</source>
            <translation>
                <numerusform>%n 个会话</numerusform>
            </translation>
        </message>
        <message>
            <source>Folder {name}, {count}, {state}</source>
            <translation>文件夹 {name}，{count}，{state}</translation>
        </message>
    </context>
    <context>
        <name>SessionMenus</name>
        <message>
            <source>Rename…</source>
            <translation>重命名…</translation>
        </message>
        <message>
            <source>Unpin</source>
            <translation>取消置顶</translation>
        </message>
        <message>
            <source>Pin to the top</source>
            <translation>置顶</translation>
        </message>
        <message>
            <source>Duplicate</source>
            <translation>复制一份</translation>
        </message>
        <message>
            <source>Fetch back from the archive</source>
            <translation>从归档中取回</translation>
        </message>
        <message>
            <source>Archive</source>
            <translation>归档</translation>
        </message>
        <message>
            <source>Delete…</source>
            <translation>删除…</translation>
        </message>
        <message>
            <source>Unfold</source>
            <translation>展开</translation>
        </message>
        <message>
            <source>Fold</source>
            <translation>收起</translation>
        </message>
        <message>
            <source>Dissolve the folder…</source>
            <translation>解散文件夹…</translation>
        </message>
        <message>
            <source>Dissolve the folder</source>
            <translation>解散文件夹</translation>
        </message>
        <message>
            <source>Dissolve the folder “{name}”?</source>
            <translation>要解散文件夹“{name}”吗？</translation>
        </message>
        <message>
            <source>Its sessions stay. They stand under their days again.</source>
            <translation>其中的会话会保留，重新按日期排列。</translation>
        </message>
        <message>
            <source>Dissolve</source>
            <translation>解散</translation>
        </message>
        <message>
            <source>Put into a folder</source>
            <translation>放入文件夹</translation>
        </message>
        <message>
            <source>Out of its folder</source>
            <translation>移出文件夹</translation>
        </message>
        <message>
            <source>New folder…</source>
            <translation>新建文件夹…</translation>
        </message>
        <message>
            <source>Move to another patient…</source>
            <translation>移到另一位患者…</translation>
        </message>
        <message>
            <source>Move to another patient</source>
            <translation>移到另一位患者</translation>
        </message>
        <message>
            <source>Move to another space</source>
            <translation>移到另一个空间</translation>
        </message>
        <message>
            <source>{title} (copy)</source>
            <translation>{title}（副本）</translation>
        </message>
        <message>
            <source>Move “{title}” to {person}?</source>
            <translation>要把“{title}”移给{person}吗？</translation>
        </message>
        <message>
            <source>Move {count} sessions to {person}?</source>
            <translation>要把 {count} 个会话移给{person}吗？</translation>
        </message>
        <message>
            <source>What was said there becomes memory of {person} alone. Facts that rest only on it are looked for anew for {person}, and the prompts that were kept with it go, because they held facts of the other patient.</source>
            <translation>其中说过的话将只属于{person}的记忆。只以它为依据的事实会为{person}重新提取；随它保存的提示词会被删除，因为里面有另一位患者的事实。</translation>
        </message>
        <message>
            <source>Move</source>
            <translation>移动</translation>
        </message>
    </context>
    <context>
        <name>SessionPanel</name>
        <message>
            <source>Delete session</source>
            <translation>删除会话</translation>
        </message>
        <message>
            <source>Delete sessions</source>
            <translation>删除会话</translation>
        </message>
        <message>
            <source>Delete “{title}”?</source>
            <translation>删除“{title}”？</translation>
        </message>
        <message>
            <source>Delete {count} sessions?</source>
            <translation>要删除 {count} 个会话吗？</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>No session has this in its title.</source>
            <translation>没有标题包含这些字的会话。</translation>
        </message>
        <message>
            <source>Nothing is archived.</source>
            <translation>没有已归档的对话。</translation>
        </message>
        <message>
            <source>No sessions yet. Write below, and one begins.</source>
            <translation>还没有会话。在下方输入，就会开始一个。</translation>
        </message>
        <message>
            <source>Back to the sessions</source>
            <translation>返回会话列表</translation>
        </message>
        <message>
            <source>Archived: {count}</source>
            <translation>已归档：{count}</translation>
        </message>
        <message>
            <source>Deleted “{title}”</source>
            <translation>已删除“{title}”</translation>
        </message>
        <message>
            <source>Deleted {count} sessions</source>
            <translation>已删除 {count} 个会话</translation>
        </message>
        <message>
            <source>Sessions</source>
            <translation>会话列表</translation>
        </message>
        <message>
            <source>New session</source>
            <translation>新会话</translation>
        </message>
        <message>
            <source>Filter sessions</source>
            <translation>筛选会话</translation>
        </message>
        <message>
            <source>Clear the filter</source>
            <translation>清除筛选</translation>
        </message>
        <message>
            <source>Shows the sessions that were put away, or the others again</source>
            <translation>显示已归档的会话，或返回其他会话</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Undo the deletion</source>
            <translation>撤销删除</translation>
        </message>
    </context>
    <context>
        <name>Sessions list</name>
        <message>
            <source>New session</source>
            <translation>新会话</translation>
        </message>
        <message>
            <source>Pinned</source>
            <translation>已置顶</translation>
        </message>
    </context>
    <context>
        <name>Settings</name>
        <message>
            <source>Loading the model: {percent} %</source>
            <translation>正在加载模型：{percent}%</translation>
        </message>
        <message>
            <source>The model has {tokens} tokens now: </source>
            <translation>模型现在有 {tokens} 个词元：</translation>
        </message>
        <message>
            <source>it could not be loaded with more.</source>
            <translation>再多就无法加载。</translation>
        </message>
        <message>
            <source>it was trained for no more than {tokens}.</source>
            <translation>它的训练长度不超过 {tokens}。</translation>
        </message>
        <message>
            <source>that is what the engine gave.</source>
            <translation>这是引擎实际分配的。</translation>
        </message>
        <message>
            <source>Export the settings</source>
            <translation>导出设置</translation>
        </message>
        <message>
            <source>Import settings</source>
            <translation>导入设置</translation>
        </message>
        <message>
            <source>Settings (*.json)</source>
            <translation>设置 (*.json)</translation>
        </message>
        <message>
            <source>All files (*)</source>
            <translation>所有文件 (*)</translation>
        </message>
        <message>
            <source>Exported to {file}.</source>
            <translation>已导出到{file}。</translation>
        </message>
        <message>
            <source>Imported: 1 setting changed.</source>
            <translation>已导入：改动了 1 项设置。</translation>
        </message>
        <message>
            <source>Imported: {count} settings changed.</source>
            <translation>已导入：改动了 {count} 项设置。</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Import…</source>
            <translation>导入…</translation>
        </message>
        <message>
            <source>Import settings from a file</source>
            <translation>从文件导入设置</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <source>Export the settings to a file</source>
            <translation>把设置导出到文件</translation>
        </message>
        <message>
            <source>Personas…</source>
            <translation>角色…</translation>
        </message>
        <message>
            <source>System prompts with names, chosen for a session</source>
            <translation>有名称的系统提示，为会话选用</translation>
        </message>
        <message>
            <source>Saved prompts…</source>
            <translation>常用提示…</translation>
        </message>
        <message>
            <source>Put into the composer by typing /</source>
            <translation>在输入框键入 / 即可插入</translation>
        </message>
        <message>
            <source>Search the settings</source>
            <translation>搜索设置</translation>
        </message>
        <message>
            <source>Pages of the settings</source>
            <translation>设置的各页</translation>
        </message>
        <message>
            <source>No setting has these words.</source>
            <translation>没有设置含有这些词语。</translation>
        </message>
        <message>
            <source>on</source>
            <translation>开</translation>
        </message>
        <message>
            <source>off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>Choose a model…</source>
            <translation>选择模型…</translation>
        </message>
        <message>
            <source>Folder of a sentence-transformers model</source>
            <translation>sentence-transformers 模型的文件夹</translation>
        </message>
        <message>
            <source>Choose a folder…</source>
            <translation>选择文件夹…</translation>
        </message>
        <message>
            <source>Exact</source>
            <translation>精确</translation>
        </message>
        <message>
            <source>for records, figures and code</source>
            <translation>用于记录、数字和代码</translation>
        </message>
        <message>
            <source>Balanced</source>
            <translation>均衡</translation>
        </message>
        <message>
            <source>for conversation</source>
            <translation>用于对话</translation>
        </message>
        <message>
            <source>Inventive</source>
            <translation>发散</translation>
        </message>
        <message>
            <source>for stories and ideas</source>
            <translation>用于故事和点子</translation>
        </message>
        <message>
            <source>Values of your own. A preset sets the first five below.</source>
            <translation>自定的取值。选用预设会替换下面的前五项。</translation>
        </message>
        <message>
            <source>{preset}, {purpose}: {values}</source>
            <translation>{preset}，{purpose}：{values}</translation>
        </message>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
        <message>
            <source>Appearance</source>
            <translation>外观</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Replies</source>
            <translation>回复</translation>
        </message>
        <message>
            <source>Context and memory</source>
            <translation>上下文与记忆</translation>
        </message>
        <message>
            <source>Recall</source>
            <translation>召回</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>Privacy</source>
            <translation>隐私</translation>
        </message>
        <message>
            <source>tokens</source>
            <translation>词元</translation>
        </message>
        <message>
            <source>minutes</source>
            <translation>分钟</translation>
        </message>
        <message>
            <source>years</source>
            <translation>年</translation>
        </message>
        <message>
            <source>no period</source>
            <translation>无期限</translation>
        </message>
        <message>
            <source>px</source>
            <translation>像素</translation>
        </message>
        <message>
            <source>turns</source>
            <translation>轮</translation>
        </message>
        <message>
            <source>never</source>
            <translation>从不</translation>
        </message>
        <message>
            <source>only at the end</source>
            <translation>仅在结束时</translation>
        </message>
        <message>
            <source>Kept at once</source>
            <translation>立即记下</translation>
        </message>
        <message>
            <source>Proposed, kept when confirmed</source>
            <translation>先提出，确认后记下</translation>
        </message>
        <message>
            <source>Not taken</source>
            <translation>不记</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Of the window. Replies follow the language you write in.</source>
            <translation>界面的语言。回复跟随您书写的语言。</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Colours</source>
            <translation>配色</translation>
        </message>
        <message>
            <source>Light, dark, or black and white with strong lines.</source>
            <translation>浅色、深色，或线条分明的黑白。</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>High contrast</source>
            <translation>高对比度</translation>
        </message>
        <message>
            <source>Text size</source>
            <translation>字号</translation>
        </message>
        <message>
            <source>Everything else follows in proportion. Ctrl + and Ctrl - do the same.</source>
            <translation>其余一切按比例变化。Ctrl + 与 Ctrl - 作用相同。</translation>
        </message>
        <message>
            <source>Model that writes</source>
            <translation>写回复的模型</translation>
        </message>
        <message>
            <source>A file in GGUF format on this machine.</source>
            <translation>本机上的一个 GGUF 格式文件。</translation>
        </message>
        <message>
            <source>The one that ships with the program</source>
            <translation>程序自带的模型</translation>
        </message>
        <message>
            <source>Context length</source>
            <translation>上下文长度</translation>
        </message>
        <message>
            <source>How much the model sees at once: instructions, memory, conversation and reply. More takes more memory and longer reading. A change loads the model again.</source>
            <translation>模型一次能看到多少：指令、记忆、对话和回复。越长越占内存，读得也越久。改动后会重新加载模型。</translation>
        </message>
        <message>
            <source>Threads</source>
            <translation>线程</translation>
        </message>
        <message>
            <source>How many cores work for the model. More than there are free make it slower. A change loads the model again.</source>
            <translation>多少个核心为模型工作。超过空闲核心数反而更慢。改动后会重新加载模型。</translation>
        </message>
        <message>
            <source>Batch</source>
            <translation>批量</translation>
        </message>
        <message>
            <source>How much of a prompt is read in one go. Less takes less memory; Stop takes effect between two batches. A change loads the model again.</source>
            <translation>一次读取多少提示。越小越省内存；“停止”在两批之间生效。改动后会重新加载模型。</translation>
        </message>
        <message>
            <source>Layers on the graphics processor</source>
            <translation>放到显卡上的层数</translation>
        </message>
        <message>
            <source>Faster, as far as its memory reaches. A change loads the model again.</source>
            <translation>显存够用时更快。改动后会重新加载模型。</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>More folders with models</source>
            <translation>更多存放模型的文件夹</translation>
        </message>
        <message>
            <source>Looked into besides the folders of Hugging Face, ModelScope, LM Studio, Ollama, Jan and GPT4All. One a line.</source>
            <translation>除 Hugging Face、ModelScope、LM Studio、Ollama、Jan 和 GPT4All 的文件夹外，还在这里寻找。每行一个。</translation>
        </message>
        <message>
            <source>Model that recalls</source>
            <translation>负责召回的模型</translation>
        </message>
        <message>
            <source>automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>Finds earlier turns by meaning. Any folder of a sentence-transformers model will do if it holds only safetensors and JSON files, which cannot run anything. Another model reads all turns anew.</source>
            <translation>按语义找到从前的对话。任何 sentence-transformers 模型文件夹都可以，只要其中只有 safetensors 和 JSON 文件，这类文件不会运行任何代码。换模型后会重新读取所有轮次。</translation>
        </message>
        <message>
            <source>e5-small: about a hundred languages</source>
            <translation>e5-small：约一百种语言</translation>
        </message>
        <message>
            <source>MiniLM: English only</source>
            <translation>MiniLM：仅英文</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>温度</translation>
        </message>
        <message>
            <source>How freely words are chosen. 0: always the likeliest; above 1: surprising.</source>
            <translation>选词的自由程度。0：总选最可能的；大于 1：出人意料。</translation>
        </message>
        <message>
            <source>Top-p</source>
            <translation>Top-p</translation>
        </message>
        <message>
            <source>Only the likeliest words that make up this share are considered. 1: all.</source>
            <translation>只考虑合起来占这一比例的最可能的词。1：全部。</translation>
        </message>
        <message>
            <source>Top-k</source>
            <translation>Top-k</translation>
        </message>
        <message>
            <source>Only so many of the likeliest words are considered.</source>
            <translation>只考虑这么多个最可能的词。</translation>
        </message>
        <message>
            <source>all</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>Min-p</source>
            <translation>Min-p</translation>
        </message>
        <message>
            <source>Words less likely than this share of the likeliest are not considered. 0: no such limit.</source>
            <translation>可能性不到最可能的词的这一比例，就不考虑。0：不设限。</translation>
        </message>
        <message>
            <source>Repeat penalty</source>
            <translation>重复惩罚</translation>
        </message>
        <message>
            <source>Above 1, words that were just written become less likely. Too much hurts.</source>
            <translation>大于 1 时，刚写过的词更不容易再出现。过大会变差。</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <source>The same seed, prompt and model give the same reply. The one that was used is stored with each turn.</source>
            <translation>种子、提示和模型都相同，回复就相同。每轮用过的种子都会存下。</translation>
        </message>
        <message>
            <source>a new one each turn</source>
            <translation>每轮换一个</translation>
        </message>
        <message>
            <source>Stop strings</source>
            <translation>停止文字</translation>
        </message>
        <message>
            <source>The reply ends where one of these would be written. One a line.</source>
            <translation>将要写出其中之一时，回复就结束。每行一个。</translation>
        </message>
        <message>
            <source>Kept for the reply</source>
            <translation>留给回复</translation>
        </message>
        <message>
            <source>So long a reply can be at most. Half of the context length at most.</source>
            <translation>回复最多这么长。最多占上下文长度的一半。</translation>
        </message>
        <message>
            <source>What you are called</source>
            <translation>怎么称呼您</translation>
        </message>
        <message>
            <source>Stands for {{user}} in personas and saved prompts.</source>
            <translation>角色和常用提示里写有 {{user}} 的地方，都会换成这个名字。</translation>
        </message>
        <message>
            <source>As the person who is shown</source>
            <translation>与当前人物相同</translation>
        </message>
        <message>
            <source>System prompt</source>
            <translation>系统提示</translation>
        </message>
        <message>
            <source>What the model is told before everything else, in every session.</source>
            <translation>在每个会话里，最先告诉模型的话。</translation>
        </message>
        <message>
            <source>Empty: the prompt that ships with the program</source>
            <translation>留空：使用程序自带的提示</translation>
        </message>
        <message>
            <source>What leaves a full window</source>
            <translation>窗口满时移出什么</translation>
        </message>
        <message>
            <source>Turns that leave are summed up and can be recalled; they are never deleted by this.</source>
            <translation>移出的轮次会写进摘要，也能再召回；绝不会因此被删除。</translation>
        </message>
        <message>
            <source>The least valuable turns</source>
            <translation>价值最低的轮次</translation>
        </message>
        <message>
            <source>The oldest turns</source>
            <translation>最早的轮次</translation>
        </message>
        <message>
            <source>Newest turns that always stay</source>
            <translation>始终保留的最新轮次</translation>
        </message>
        <message>
            <source>As far as they fit. They are never left out for pins or recall.</source>
            <translation>只要放得下。不会为了固定或召回而移出。</translation>
        </message>
        <message>
            <source>turn</source>
            <translation>轮</translation>
        </message>
        <message>
            <source>Leave out small talk</source>
            <translation>略去寒暄</translation>
        </message>
        <message>
            <source>Greetings and thanks in old turns are not sent again. Stored words stay as they are.</source>
            <translation>旧轮次里的问候和道谢不再发送。存下的话保持原样。</translation>
        </message>
        <message>
            <source>from what is sent</source>
            <translation>不再发送</translation>
        </message>
        <message>
            <source>Summary of earlier turns</source>
            <translation>更早轮次的摘要</translation>
        </message>
        <message>
            <source>How much of the turns that left the window stays word for word.</source>
            <translation>移出窗口的轮次有多少逐字保留。</translation>
        </message>
        <message>
            <source>Brief</source>
            <translation>简略</translation>
        </message>
        <message>
            <source>Normal</source>
            <translation>适中</translation>
        </message>
        <message>
            <source>Detailed</source>
            <translation>详细</translation>
        </message>
        <message>
            <source>Room for the summary</source>
            <translation>摘要的空间</translation>
        </message>
        <message>
            <source>At most; less in a small window.</source>
            <translation>上限；窗口小时更少。</translation>
        </message>
        <message>
            <source>Room for facts</source>
            <translation>事实的空间</translation>
        </message>
        <message>
            <source>At most, and at most a fifth of the window.</source>
            <translation>上限，且最多占窗口的五分之一。</translation>
        </message>
        <message>
            <source>Room for what is recalled</source>
            <translation>召回内容的空间</translation>
        </message>
        <message>
            <source>Count by cl100k as well</source>
            <translation>同时按 cl100k 计数</translation>
        </message>
        <message>
            <source>OpenAI's table beside the model's own count. For Chinese it says about twice.</source>
            <translation>在模型自己的计数旁显示 OpenAI 词表的计数。中文约多一倍。</translation>
        </message>
        <message>
            <source>shown as an estimate</source>
            <translation>作为估计显示</translation>
        </message>
        <message>
            <source>Recall earlier turns</source>
            <translation>召回从前的对话</translation>
        </message>
        <message>
            <source>Looks up what was said before and fits the question.</source>
            <translation>找出从前说过、与问题相符的话。</translation>
        </message>
        <message>
            <source>for every question</source>
            <translation>每次提问时</translation>
        </message>
        <message>
            <source>Memories recalled at most</source>
            <translation>最多召回几条</translation>
        </message>
        <message>
            <source>Fewer where fewer fit the question or the window.</source>
            <translation>与问题相符或放得下的较少时，就更少。</translation>
        </message>
        <message>
            <source>Least similarity (together)</source>
            <translation>最低相似度（综合）</translation>
        </message>
        <message>
            <source>Of the score “together”, from 0 to 1. Higher: less is recalled, and it fits better.</source>
            <translation>以“综合”得分为准，从 0 到 1。越高，召回越少、越贴切。</translation>
        </message>
        <message>
            <source>Meaning against words</source>
            <translation>语义与词语的比重</translation>
        </message>
        <message>
            <source>1: only what means the same counts; 0: only what says the same words.</source>
            <translation>1：只看语义；0：只看词语。</translation>
        </message>
        <message>
            <source>Facts found in what is said</source>
            <translation>从对话中发现的事实</translation>
        </message>
        <message>
            <source>Such as a name, an allergy or a dose, each with the words it rests on.</source>
            <translation>如姓名、过敏或剂量，每条都附原话。</translation>
        </message>
        <message>
            <source>For {name}</source>
            <translation>“{name}”单独设置</translation>
        </message>
        <message>
            <source>In place of the choice above.</source>
            <translation>只对它有效，代替上面的选择。</translation>
        </message>
        <message>
            <source>As above</source>
            <translation>同上</translation>
        </message>
        <message>
            <source>Facts of {name} are used</source>
            <translation>{name}的事实用于</translation>
        </message>
        <message>
            <source>What is known in this space can hold in all of yours.</source>
            <translation>这个空间里的事实也可以用于您所有的空间。</translation>
        </message>
        <message>
            <source>In this space</source>
            <translation>这个空间</translation>
        </message>
        <message>
            <source>In every space</source>
            <translation>所有空间</translation>
        </message>
        <message>
            <source>Also let the model look for facts</source>
            <translation>也让模型寻找事实</translation>
        </message>
        <message>
            <source>Where the rules find nothing. What the model finds is proposed, never believed by itself.</source>
            <translation>在规则没有发现的地方。模型发现的只作提议，不会自动采信。</translation>
        </message>
        <message>
            <source>as proposals</source>
            <translation>作为提议</translation>
        </message>
        <message>
            <source>Check replies against the record</source>
            <translation>对照记录核对回复</translation>
        </message>
        <message>
            <source>Drugs, doses, numbers, dates and denials of a reply that stand nowhere in its prompt.</source>
            <translation>标出回复中提示里没有依据的药物、剂量、数字、日期和否认。</translation>
        </message>
        <message>
            <source>mark what is not in it</source>
            <translation>标出没有依据的</translation>
        </message>
        <message>
            <source>Ask for a recorded basis</source>
            <translation>须有记录的依据</translation>
        </message>
        <message>
            <source>No model is asked about a patient for whom neither a consent nor another basis is recorded, and nothing of theirs is exported or printed without one (Ctrl+Shift+K).</source>
            <translation>未登记同意或其他依据的患者，不向任何模型询问；没有相应依据，其内容也不导出、不打印（Ctrl+Shift+K）。</translation>
        </message>
        <message>
            <source>required</source>
            <translation>必须</translation>
        </message>
        <message>
            <source>Keep records for</source>
            <translation>病历保存</translation>
        </message>
        <message>
            <source>Since the last visit. Erasing one before asks for a reason. Each patient may have a day of their own.</source>
            <translation>自最后一次就诊起。提前删除须说明理由。每位患者可另定日期。</translation>
        </message>
        <message>
            <source>Models checked for clinical text</source>
            <translation>已核查适用于临床文本的模型</translation>
        </message>
        <message>
            <source>Names of models you have tried on texts like yours and found fit, one a line. With any other the window says that it is not known to be.</source>
            <translation>您用类似文本试过并认为适用的模型名称，每行一个。使用其他模型时，窗口会说明未经核查。</translation>
        </message>
        <message>
            <source>Cover the window after</source>
            <translation>多久后遮住窗口</translation>
        </message>
        <message>
            <source>Without input. A key or a click shows it again.</source>
            <translation>没有操作时。按键或点击即可恢复。</translation>
        </message>
        <message>
            <source>Lock the program after</source>
            <translation>多久后锁定程序</translation>
        </message>
        <message>
            <source>Without input. It then asks for the passphrase; without one the window is only covered.</source>
            <translation>没有操作时。之后需要输入密码；没有设密码时只遮住窗口。</translation>
        </message>
        <message>
            <source>Lock with the system</source>
            <translation>随系统锁定</translation>
        </message>
        <message>
            <source>When the desktop locks its screen or the machine goes to sleep.</source>
            <translation>桌面锁屏或机器休眠时。</translation>
        </message>
        <message>
            <source>lock as well</source>
            <translation>一并锁定</translation>
        </message>
        <message>
            <source>Clipboard history</source>
            <translation>剪贴板历史</translation>
        </message>
        <message>
            <source>Off: what is copied here is marked so that the desktop's history of copied things leaves it out. Most desktops heed that, not all.</source>
            <translation>关闭：在此复制的内容会加上标记，使桌面的剪贴板历史不予记录。多数桌面遵守此标记，但并非全部。</translation>
        </message>
        <message>
            <source>may keep what is copied here</source>
            <translation>可以保留在此复制的内容</translation>
        </message>
        <message>
            <source>Back up every</source>
            <translation>备份间隔</translation>
        </message>
        <message>
            <source>Of use, where anything changed, and when the program ends. Ctrl+Shift+B lists the backups.</source>
            <translation>按使用时间计，有改动才备份；程序结束时也备份。Ctrl+Shift+B 列出备份。</translation>
        </message>
        <message>
            <source>Changed; default: {value}</source>
            <translation>已改；默认：{value}</translation>
        </message>
        <message>
            <source>Reset</source>
            <translation>还原</translation>
        </message>
        <message>
            <source>Reset {setting}</source>
            <translation>还原{setting}</translation>
        </message>
        <message>
            <source>Not in force: {reserve} tokens are kept for the reply, which may take half of the context at most. Give {least} tokens or more, or keep less for the reply first.</source>
            <translation>未生效：为回复预留了 {reserve} 个词元，而回复最多占上下文的一半。请填 {least} 或更多，或先减少为回复预留的数量。</translation>
        </message>
        <message>
            <source>Not in force: the reply may take half of the context length at most, here {most} tokens.</source>
            <translation>未生效：回复最多占上下文长度的一半，这里是 {most} 个词元。</translation>
        </message>
    </context>
    <context>
        <name>ShortcutsDialog</name>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
    </context>
    <context>
        <name>SigningDialog</name>
        <message>
            <source>Sentences in it that are not in the record: {count}.</source>
            <translation>其中未见于记录的句子：{count} 句。</translation>
        </message>
        <message>
            <source>Open contradictions in this patient's record: {count}.</source>
            <translation>该患者的记录里未解决的矛盾：{count} 处。</translation>
        </message>
        <message>
            <source>Sentences in it that call unresolved what was settled since: {count}.</source>
            <translation>仍写作“待核实”、其实已经核实的句子：{count} 句。</translation>
        </message>
        <message>
            <source>Add to the note</source>
            <translation>追加补记</translation>
        </message>
        <message>
            <source>Confirm the note</source>
            <translation>确认病历</translation>
        </message>
        <message>
            <source>Add</source>
            <translation>追加</translation>
        </message>
        <message>
            <source>I have checked it</source>
            <translation>我已核对</translation>
        </message>
        <message>
            <source>What was confirmed stays as it is. The addendum stands below it with your name and the time.</source>
            <translation>已确认的内容保持原样。补记列在其下，附姓名和时间。</translation>
        </message>
        <message>
            <source>By your name you say that you have read and checked it and answer for it. From then on it is only added to.</source>
            <translation>署名表示您已阅读、核对并对其负责。此后只能追加。</translation>
        </message>
        <message>
            <source>Name of the clinician</source>
            <translation>医师姓名</translation>
        </message>
        <message>
            <source>Addendum</source>
            <translation>补记</translation>
        </message>
    </context>
    <context>
        <name>SpaceDialog</name>
        <message>
            <source>{name}, facts: {count}</source>
            <translation>{name}，事实：{count}</translation>
        </message>
        <message>
            <source>Delete a category</source>
            <translation>删除类别</translation>
        </message>
        <message>
            <source>Delete the category “{name}”?</source>
            <translation>删除类别“{name}”吗？</translation>
        </message>
        <message>
            <source>No fact is deleted. Facts that go back to the category they were found under: {count}.</source>
            <translation>不会删除任何事实。回到原来类别的事实：{count} 条。</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>“{name}” is gone. Facts that are back under the category they were found under: {count}.</source>
            <translation>“{name}”已删除。回到原来类别的事实：{count} 条。</translation>
        </message>
        <message>
            <source>This space</source>
            <translation>这个空间</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Name of the space</source>
            <translation>空间的名称</translation>
        </message>
        <message>
            <source>Own categories of facts</source>
            <translation>自定的事实类别</translation>
        </message>
        <message>
            <source>What the program finds by itself stands under the usual categories; you put it into yours.</source>
            <translation>程序自己找到的事实归入通用类别；要放进自定类别，由您动手。</translation>
        </message>
        <message>
            <source>In the order in which they stand above the others</source>
            <translation>排在其他类别之前，按此顺序</translation>
        </message>
        <message>
            <source>Name of a category</source>
            <translation>类别的名称</translation>
        </message>
        <message>
            <source>for example: Characters, Places, Plot decisions</source>
            <translation>例如：人物、地点、情节决定</translation>
        </message>
        <message>
            <source>Add</source>
            <translation>添加</translation>
        </message>
        <message>
            <source>Add a category of this name</source>
            <translation>添加这个名称的类别</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>改名</translation>
        </message>
        <message>
            <source>Give the chosen category this name</source>
            <translation>把选中的类别改成这个名称</translation>
        </message>
        <message>
            <source>Up</source>
            <translation>上移</translation>
        </message>
        <message>
            <source>Move the chosen category up</source>
            <translation>把选中的类别上移</translation>
        </message>
        <message>
            <source>Down</source>
            <translation>下移</translation>
        </message>
        <message>
            <source>Move the chosen category down</source>
            <translation>把选中的类别下移</translation>
        </message>
        <message>
            <source>Delete the chosen category; its facts stay</source>
            <translation>删除选中的类别；其中的事实保留</translation>
        </message>
    </context>
    <context>
        <name>Speakers</name>
        <message>
            <source>mother</source>
            <translation>妈妈</translation>
        </message>
        <message>
            <source>father</source>
            <translation>爸爸</translation>
        </message>
        <message>
            <source>wife</source>
            <translation>妻子</translation>
        </message>
        <message>
            <source>husband</source>
            <translation>丈夫</translation>
        </message>
        <message>
            <source>son</source>
            <translation>儿子</translation>
        </message>
        <message>
            <source>daughter</source>
            <translation>女儿</translation>
        </message>
        <message>
            <source>relative</source>
            <translation>家属</translation>
        </message>
        <message>
            <source>Patient</source>
            <translation>患者</translation>
        </message>
        <message>
            <source>You</source>
            <translation>我</translation>
        </message>
        <message>
            <source>Clinician</source>
            <translation>医师</translation>
        </message>
        <message>
            <source>Document</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Assistant</source>
            <translation>助手</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>brother</source>
            <translation>兄弟</translation>
        </message>
        <message>
            <source>sister</source>
            <translation>姐妹</translation>
        </message>
        <message>
            <source>grandmother</source>
            <translation>祖母</translation>
        </message>
        <message>
            <source>grandfather</source>
            <translation>祖父</translation>
        </message>
        <message>
            <source>friend</source>
            <translation>朋友</translation>
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message>
            <source>memory steps failed: {count}</source>
            <translation>记忆步骤失败：{count}</translation>
        </message>
        <message numerus="yes">
            <source>%n memory steps waiting</source>
            <translation>
                <numerusform>%n 项记忆待整理</numerusform>
            </translation>
        </message>
        <message>
            <source>reading {read} of {total}</source>
            <translation>正在读取 {read} / {total}</translation>
        </message>
        <message>
            <source>{rate} tok/s</source>
            <translation>{rate} 词元/秒</translation>
        </message>
        <message>
            <source>first token {seconds} s</source>
            <translation>首字 {seconds} 秒</translation>
        </message>
        <message>
            <source>computed {computed} of {total}</source>
            <translation>新算 {computed} / {total}</translation>
        </message>
        <message>
            <source>Status</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>Shows what waits, and what failed</source>
            <translation>显示等待中和失败的步骤</translation>
        </message>
        <message>
            <source>Shows what failed, why, and when it is tried again</source>
            <translation>显示哪些步骤失败、原因以及下次重试时间</translation>
        </message>
        <message>
            <source>How fast the last reply was written</source>
            <translation>上一条回复的生成速度</translation>
        </message>
        <message>
            <source>How long it took until the reply began</source>
            <translation>从发送到回复出现第一个字的时间</translation>
        </message>
        <message>
            <source>Tokens of the prompt that were read for it; the others were still known</source>
            <translation>为这条回复新读取的提示词元；其余的之前已读过</translation>
        </message>
        <message>
            <source>offline</source>
            <translation>完全离线</translation>
        </message>
        <message>
            <source>encrypted</source>
            <translation>已加密</translation>
        </message>
        <message>
            <source>encrypted, no passphrase</source>
            <translation>已加密，未设密码</translation>
        </message>
        <message>
            <source>{state}: what opens this vault</source>
            <translation>{state}：什么能打开这个保险库</translation>
        </message>
    </context>
    <context>
        <name>Timeline</name>
        <message>
            <source>Tokens by section over the turns</source>
            <translation>各轮各部分的词元数</translation>
        </message>
        <message>
            <source>room for the prompt: {tokens}</source>
            <translation>提示最多可用 {tokens}</translation>
        </message>
        <message>
            <source>the turn before</source>
            <translation>上一轮</translation>
        </message>
        <message>
            <source>The first prompt of this session: there is none before it.</source>
            <translation>这是本会话的第一份提示，之前没有。</translation>
        </message>
        <message>
            <source>Turn of the session</source>
            <translation>会话的轮次</translation>
        </message>
        <message>
            <source>to the conversation</source>
            <translation>到对话中</translation>
        </message>
        <message>
            <source>Show this turn in the conversation</source>
            <translation>在对话中显示这一轮</translation>
        </message>
        <message>
            <source>back to now</source>
            <translation>回到现在</translation>
        </message>
        <message>
            <source>Back to the newest turn (Esc)</source>
            <translation>回到最新一轮（Esc）</translation>
        </message>
        <message>
            <source>compared with</source>
            <translation>相比于</translation>
        </message>
        <message>
            <source>Turn to compare with</source>
            <translation>要比较的轮次</translation>
        </message>
        <message>
            <source>Changes</source>
            <translation>变化</translation>
        </message>
        <message>
            <source>Run again</source>
            <translation>再运行一次</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>What changed between two prompts</source>
            <translation>两份提示之间的变化</translation>
        </message>
        <message>
            <source>The exact prompt of this turn</source>
            <translation>这一轮的确切提示</translation>
        </message>
        <message>
            <source>▼ clips {count}</source>
            <translation>▼ 移出 {count}</translation>
        </message>
        <message>
            <source>◆ summary {count}</source>
            <translation>◆ 摘要 {count}</translation>
        </message>
        <message>
            <source>○ prefix breaks {count}</source>
            <translation>○ 需要重读 {count} 次</translation>
        </message>
        <message>
            <source>▮ other model {count}</source>
            <translation>▮ 换模型 {count}</translation>
        </message>
        <message>
            <source>No prompt was built for this turn: it was answered from memory.</source>
            <translation>这一轮没有构建提示：由记忆回答，没有用模型。</translation>
        </message>
        <message>
            <source>No prompt was built for this turn: it was only recorded.</source>
            <translation>这一轮没有构建提示：只记录，没有要回复。</translation>
        </message>
        <message>
            <source>No prompt was built for this turn: it was too large to send.</source>
            <translation>这一轮没有构建提示：太大，发不出去。</translation>
        </message>
        <message>
            <source>No prompt was built for this turn: its reply was brought along.</source>
            <translation>这一轮没有构建提示：回复是随对话一起带来的。</translation>
        </message>
        <message>
            <source>No prompt is kept of this turn.</source>
            <translation>这一轮没有保存提示。</translation>
        </message>
        <message>
            <source>Total</source>
            <translation>合计</translation>
        </message>
        <message>
            <source>erased: text of this prompt was deleted since, so it cannot be shown in full</source>
            <translation>已抹去：这份提示里有文字后来被删除，无法完整显示</translation>
        </message>
        <message>
            <source>copy the prompt</source>
            <translation>复制提示</translation>
        </message>
        <message>
            <source>prompt hash does not match: this is not what the engine got</source>
            <translation>提示哈希不符：这不是引擎收到的内容</translation>
        </message>
        <message>
            <source>prompt hash matches ✓</source>
            <translation>提示哈希相符 ✓</translation>
        </message>
        <message>
            <source>The rest is in the copy.</source>
            <translation>其余部分请复制查看。</translation>
        </message>
        <message>
            <source>{turn}, reply</source>
            <translation>{turn}，回复</translation>
        </message>
        <message>
            <source>{turn}, message</source>
            <translation>{turn}，消息</translation>
        </message>
        <message>
            <source>earlier</source>
            <translation>更早</translation>
        </message>
        <message>
            <source>Both prompts are the same.</source>
            <translation>两份提示相同。</translation>
        </message>
        <message>
            <source>{earlier}: {before} → {later}: {after}</source>
            <translation>{earlier}：{before} → {later}：{after}</translation>
        </message>
        <message>
            <source>{earlier} → {later}</source>
            <translation>{earlier} → {later}</translation>
        </message>
        <message>
            <source>all {count}</source>
            <translation>全部 {count} 条</translation>
        </message>
        <message>
            <source>+ entered: {count}</source>
            <translation>+ 进入：{count}</translation>
        </message>
        <message>
            <source>− left: {count}</source>
            <translation>− 离开：{count}</translation>
        </message>
        <message>
            <source>± changed: {count}</source>
            <translation>± 改变：{count}</translation>
        </message>
        <message>
            <source>erased</source>
            <translation>已抹去</translation>
        </message>
        <message>
            <source>Entered</source>
            <translation>进入</translation>
        </message>
        <message>
            <source>Left</source>
            <translation>离开</translation>
        </message>
        <message>
            <source>Changed</source>
            <translation>改变</translation>
        </message>
        <message>
            <source>Difference</source>
            <translation>相差</translation>
        </message>
        <message>
            <source>Prompt</source>
            <translation>提示</translation>
        </message>
        <message>
            <source>Read</source>
            <translation>读取</translation>
        </message>
        <message>
            <source>Reused</source>
            <translation>沿用</translation>
        </message>
        <message>
            <source>Turn</source>
            <translation>轮次</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Events</source>
            <translation>事件</translation>
        </message>
        <message>
            <source>no prompt was built</source>
            <translation>没有构建提示</translation>
        </message>
        <message>
            <source>Figures of every turn</source>
            <translation>每一轮的数字</translation>
        </message>
        <message>
            <source>turn {number} of {total}, {moment}</source>
            <translation>第 {number} / {total} 轮，{moment}</translation>
        </message>
        <message>
            <source>{tokens} tokens</source>
            <translation>{tokens} 个词元</translation>
        </message>
        <message>
            <source>clip: 1 more turn left out</source>
            <translation>又移出 1 轮</translation>
        </message>
        <message>
            <source>clip: {count} more turns left out</source>
            <translation>又移出 {count} 轮</translation>
        </message>
        <message>
            <source>clip: 1 turn came back</source>
            <translation>1 轮移回</translation>
        </message>
        <message>
            <source>clip: {count} turns came back</source>
            <translation>{count} 轮移回</translation>
        </message>
        <message>
            <source>clip: other turns are left out</source>
            <translation>移出的轮次换了</translation>
        </message>
        <message>
            <source>the summary changed</source>
            <translation>摘要变了</translation>
        </message>
        <message>
            <source>read again from here: {section} changed</source>
            <translation>从这里重新读取：{section}变了</translation>
        </message>
        <message>
            <source>another model: {name}</source>
            <translation>换了模型：{name}</translation>
        </message>
        <message>
            <source>Both replies are the same.</source>
            <translation>两个回复相同。</translation>
        </message>
        <message>
            <source>1 difference: {places}</source>
            <translation>1 处不同：{places}</translation>
        </message>
        <message>
            <source>{count} differences: {places}</source>
            <translation>{count} 处不同：{places}</translation>
        </message>
        <message>
            <source>Fact: {words}</source>
            <translation>事实：{words}</translation>
        </message>
        <message>
            <source>recalled: {words}</source>
            <translation>召回：{words}</translation>
        </message>
        <message>
            <source>Run again, about {seconds} s to read</source>
            <translation>再运行一次，读取约 {seconds} 秒</translation>
        </message>
        <message>
            <source>Original, {turn}</source>
            <translation>原来的回复，{turn}</translation>
        </message>
        <message>
            <source>Trial, not saved</source>
            <translation>试运行，未保存</translation>
        </message>
        <message>
            <source>Looking up what would be sent…</source>
            <translation>正在查看会发送什么…</translation>
        </message>
        <message>
            <source>then {before} → now {after} tokens</source>
            <translation>当时 {before} → 现在 {after} 个词元</translation>
        </message>
        <message>
            <source>reads {tokens} tokens</source>
            <translation>要读取 {tokens} 个词元</translation>
        </message>
        <message>
            <source>What to ask</source>
            <translation>要问的话</translation>
        </message>
        <message>
            <source>With these facts and memories</source>
            <translation>带着这些事实和记忆</translation>
        </message>
        <message>
            <source>Untick what to leave out; F2 corrects a fact for this run. Facts are as known today.</source>
            <translation>取消勾选的不带；按 F2 可为这一次改正事实。事实以今天所知为准。</translation>
        </message>
        <message>
            <source>other settings</source>
            <translation>其他设置</translation>
        </message>
        <message>
            <source>Other settings for this run</source>
            <translation>这一次的其他设置</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Stop the trial</source>
            <translation>停止试运行</translation>
        </message>
        <message>
            <source>keep as a branch</source>
            <translation>保留为分支</translation>
        </message>
        <message>
            <source>Keep this trial as a turn beside the original</source>
            <translation>把这次试运行保留为原轮次旁的一轮</translation>
        </message>
    </context>
    <context>
        <name>TopBar</name>
        <message>
            <source>Person: {name}</source>
            <translation>当前：{name}</translation>
        </message>
        <message>
            <source>No model</source>
            <translation>无模型</translation>
        </message>
        <message>
            <source>choose one</source>
            <translation>请选择</translation>
        </message>
        <message>
            <source>restricted</source>
            <translation>已限制</translation>
        </message>
        <message>
            <source>loading {percent}%</source>
            <translation>加载中 {percent}%</translation>
        </message>
        <message>
            <source>ready</source>
            <translation>就绪</translation>
        </message>
        <message>
            <source>answering</source>
            <translation>回答中</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>出错</translation>
        </message>
        <message>
            <source>Model: {name}, {state}</source>
            <translation>模型：{name}，{state}</translation>
        </message>
        <message>
            <source>Patient beside me: show no other name</source>
            <translation>患者在旁：不显示其他人的姓名</translation>
        </message>
        <message>
            <source>Somebody beside me: show no other name</source>
            <translation>旁边有人：不显示其他人的姓名</translation>
        </message>
        <message>
            <source>patient beside me</source>
            <translation>患者在旁</translation>
        </message>
        <message>
            <source>somebody beside me</source>
            <translation>旁边有人</translation>
        </message>
        <message>
            <source>New patient…</source>
            <translation>新患者…</translation>
        </message>
        <message>
            <source>New space…</source>
            <translation>新空间…</translation>
        </message>
        <message>
            <source>This space…</source>
            <translation>这个空间…</translation>
        </message>
        <message>
            <source>Open another vault…</source>
            <translation>打开其他保险库…</translation>
        </message>
        <message>
            <source>In a window of its own, or back</source>
            <translation>放进单独的窗口，或放回</translation>
        </message>
        <message>
            <source>Test my memory…</source>
            <translation>测试记忆…</translation>
        </message>
        <message>
            <source>Hygiene…</source>
            <translation>整理…</translation>
        </message>
        <message>
            <source>Cases…</source>
            <translation>记忆用例…</translation>
        </message>
        <message>
            <source>Notes and hand-outs…</source>
            <translation>病历与患者说明…</translation>
        </message>
        <message>
            <source>Export conversations…</source>
            <translation>导出会话…</translation>
        </message>
        <message>
            <source>Import conversations…</source>
            <translation>导入会话…</translation>
        </message>
        <message>
            <source>Export the record…</source>
            <translation>导出记录…</translation>
        </message>
        <message>
            <source>Open a record…</source>
            <translation>打开记录…</translation>
        </message>
        <message>
            <source>Guide</source>
            <translation>指南</translation>
        </message>
        <message>
            <source>All commands…</source>
            <translation>所有命令…</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <source>Privacy…</source>
            <translation>隐私…</translation>
        </message>
        <message>
            <source>What was done…</source>
            <translation>操作记录…</translation>
        </message>
        <message>
            <source>Erase with certificate…</source>
            <translation>抹去并出具证明…</translation>
        </message>
        <message>
            <source>About {product}</source>
            <translation>关于{product}</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <source>Search everything said</source>
            <translation>搜索说过的一切</translation>
        </message>
        <message>
            <source>Cover</source>
            <translation>遮盖</translation>
        </message>
        <message>
            <source>Cover the window: hide every text</source>
            <translation>遮盖窗口：隐藏所有文字</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>Show or hide the memory panel</source>
            <translation>显示或隐藏记忆面板</translation>
        </message>
        <message>
            <source>More about memory</source>
            <translation>更多记忆功能</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>帮助</translation>
        </message>
    </context>
    <context>
        <name>Transcript</name>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Select all</source>
            <translation>全选</translation>
        </message>
        <message>
            <source>Copy address</source>
            <translation>复制地址</translation>
        </message>
        <message>
            <source>covered by the summary</source>
            <translation>已并入摘要</translation>
        </message>
        <message>
            <source>not in this prompt: answered from memory</source>
            <translation>不在此提示中：由记忆回答</translation>
        </message>
        <message>
            <source>not in this prompt: {reason}, value {value}</source>
            <translation>不在本次提示中：{reason}，价值 {value}</translation>
        </message>
        <message>
            <source>, recalled as a quote</source>
            <translation>，已作为引文召回</translation>
        </message>
        <message>
            <source>answering</source>
            <translation>正在回答</translation>
        </message>
        <message>
            <source>recorded, no reply asked</source>
            <translation>仅记录</translation>
        </message>
        <message>
            <source>from facts and quotes, without the model</source>
            <translation>由事实和原话作答，未用模型</translation>
        </message>
        <message>
            <source>fixed reply</source>
            <translation>固定回答</translation>
        </message>
        <message>
            <source>pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>Attached: {files}</source>
            <translation>附件：{files}</translation>
        </message>
        <message>
            <source>about {tokens} tokens</source>
            <translation>约 {tokens} 个词元</translation>
        </message>
        <message>
            <source>{name} ({figures})</source>
            <translation>{name}（{figures}）</translation>
        </message>
        <message>
            <source>The version before</source>
            <translation>上一个版本</translation>
        </message>
        <message>
            <source>The version after</source>
            <translation>下一个版本</translation>
        </message>
        <message>
            <source>Thinking …</source>
            <translation>思考中…</translation>
        </message>
        <message>
            <source>Thought before the answer; not sent again</source>
            <translation>回答前的思考，不会再次发送</translation>
        </message>
        <message>
            <source>Continue</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>used</source>
            <translation>用到</translation>
        </message>
        <message>
            <source>the attached file</source>
            <translation>附件</translation>
        </message>
        <message>
            <source>1 fact</source>
            <translation>1 条事实</translation>
        </message>
        <message>
            <source>{count} facts</source>
            <translation>{count} 条事实</translation>
        </message>
        <message>
            <source>{count} recalled</source>
            <translation>召回 {count} 段</translation>
        </message>
        <message>
            <source>1 value not in the record</source>
            <translation>1 处记录中没有</translation>
        </message>
        <message>
            <source>{count} values not in the record</source>
            <translation>{count} 处记录中没有</translation>
        </message>
        <message>
            <source>speaks of medicines: no advice, the clinician decides</source>
            <translation>涉及用药：不是用药建议，由医师决定</translation>
        </message>
        <message>
            <source>a fact it used was forgotten since</source>
            <translation>所用事实后来被忘掉了</translation>
        </message>
        <message>
            <source>a fact it used was corrected since</source>
            <translation>所用事实后来被更正</translation>
        </message>
        <message>
            <source>ask again</source>
            <translation>重新提问</translation>
        </message>
        <message>
            <source>1 turn not in this prompt: {reasons}</source>
            <translation>1 轮不在本次提示中：{reasons}</translation>
        </message>
        <message>
            <source>{count} turns not in this prompt: {reasons}</source>
            <translation>{count} 轮不在本次提示中：{reasons}</translation>
        </message>
        <message>
            <source>hide</source>
            <translation>收起</translation>
        </message>
        <message>
            <source>show</source>
            <translation>查看</translation>
        </message>
        <message>
            <source>Stopped before anything was written.</source>
            <translation>在写出任何内容之前已停止。</translation>
        </message>
        <message>
            <source>Interrupted before anything was written: the model or the program ended.</source>
            <translation>在写出任何内容之前中断：模型或程序已结束。</translation>
        </message>
        <message>
            <source>The reply reached its length limit and stops here. Ask it to go on, or raise the limit.</source>
            <translation>回答已达长度上限，到此为止。可以请它继续，或调高上限。</translation>
        </message>
        <message>
            <source>Stopped. What was written is kept.</source>
            <translation>已停止，写出的部分已保留。</translation>
        </message>
        <message>
            <source>The model could not finish this reply. The question is kept.</source>
            <translation>模型未能完成这次回答，问题已保留。</translation>
        </message>
        <message>
            <source>Interrupted: the model or the program ended. What was written is kept.</source>
            <translation>已中断：模型或程序意外结束，写出的部分已保留。</translation>
        </message>
        <message>
            <source>Not sent: the message is larger than the window. It is kept here; shorten or split it.</source>
            <translation>未发送：消息超出窗口大小。内容保留在这里，请缩短或分开发送。</translation>
        </message>
        <message>
            <source>reading {read} of {total}</source>
            <translation>正在读取 {read} / {total}</translation>
        </message>
        <message>
            <source>reading {read} of {total}, about {seconds} s</source>
            <translation>正在读取 {read} / {total}，约 {seconds} 秒</translation>
        </message>
        <message>
            <source>copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>To the end</source>
            <translation>到末尾</translation>
        </message>
        <message>
            <source>Scroll to the end of the conversation</source>
            <translation>滚动到对话末尾</translation>
        </message>
        <message>
            <source>This conversation could not be read. Nothing was changed.</source>
            <translation>无法读取这段对话，没有做任何改动。</translation>
        </message>
        <message>
            <source>Write below, and a session begins.</source>
            <translation>在下方输入，就会开始一个会话。</translation>
        </message>
        <message>
            <source>Open a session on the left, or begin a new one.</source>
            <translation>在左侧打开一段会话，或新建会话。</translation>
        </message>
        <message>
            <source>Nothing said yet.
What you write here stays on this machine and is remembered in this space only.</source>
            <translation>还没有对话。
您在这里写的内容只留在本机，也只在这个空间里被记住。</translation>
        </message>
        <message>
            <source>Nothing said yet.
What you write here stays on this machine and is remembered for this person only.</source>
            <translation>还没有内容。
这里写下的一切只留在本机，只为此人记住。</translation>
        </message>
        <message>
            <source>Why is it not here?</source>
            <translation>它为什么不在这里？</translation>
        </message>
        <message>
            <source>Show in the timeline</source>
            <translation>在时间线中显示</translation>
        </message>
        <message>
            <source>Save as case…</source>
            <translation>保存为用例…</translation>
        </message>
        <message>
            <source>Show among what was left out</source>
            <translation>在移出列表中查看</translation>
        </message>
        <message>
            <source>Conversation</source>
            <translation>对话内容</translation>
        </message>
        <message>
            <source>not in the record</source>
            <translation>记录中没有</translation>
        </message>
        <message>
            <source>said before, but corrected since: go to the correction</source>
            <translation>说过，但后来已更正：转到更正处</translation>
        </message>
        <message>
            <source>said before, but {drug} was stopped since: go to where that was said</source>
            <translation>以前说过，但{drug}已停用：转到说停用的地方</translation>
        </message>
        <message>
            <source>said before, but changed since to {value}: go to where that was said</source>
            <translation>以前说过，但已改为 {value}：转到说改动的地方</translation>
        </message>
        <message>
            <source>in the record: go to where it was said</source>
            <translation>记录中有：转到说的地方</translation>
        </message>
        <message>
            <source>“{value}”: not in the record. Nothing the model was given says this.</source>
            <translation>“{value}”：记录中没有。模型拿到的内容里没有这一项。</translation>
        </message>
        <message>
            <source>Copy message and reply</source>
            <translation>复制消息和回复</translation>
        </message>
        <message>
            <source>Copy as Markdown</source>
            <translation>复制为 Markdown</translation>
        </message>
        <message>
            <source>Edit and resend</source>
            <translation>编辑并重新发送</translation>
        </message>
        <message>
            <source>Regenerate the reply</source>
            <translation>重新生成回复</translation>
        </message>
        <message>
            <source>Continue the reply</source>
            <translation>继续写回复</translation>
        </message>
        <message>
            <source>Show the version before</source>
            <translation>显示上一个版本</translation>
        </message>
        <message>
            <source>Show the version after</source>
            <translation>显示下一个版本</translation>
        </message>
        <message>
            <source>Unpin</source>
            <translation>取消固定</translation>
        </message>
        <message>
            <source>Pin</source>
            <translation>固定</translation>
        </message>
        <message>
            <source>Move to another patient …</source>
            <translation>移到另一位患者…</translation>
        </message>
        <message>
            <source>Delete …</source>
            <translation>删除…</translation>
        </message>
        <message>
            <source>Erase with certificate …</source>
            <translation>抹去并出具证明…</translation>
        </message>
        <message>
            <source>Every long reply: stay at its beginning, do not scroll along</source>
            <translation>所有长回复：停在开头，不跟着滚动</translation>
        </message>
        <message>
            <source>Regenerate the reply ({price})</source>
            <translation>重新生成回复（{price}）</translation>
        </message>
        <message>
            <source>reads {tokens} tokens</source>
            <translation>需读取 {tokens} 个词元</translation>
        </message>
        <message>
            <source>reads about {seconds} s</source>
            <translation>读取约 {seconds} 秒</translation>
        </message>
        <message>
            <source>Delete message</source>
            <translation>删除消息</translation>
        </message>
        <message>
            <source>Delete this message and its reply?</source>
            <translation>删除这条消息及其回复？</translation>
        </message>
        <message>
            <source>What was learnt from it alone, its place in recall and in stored prompts go too. Replies of the model that repeat it stay where they are; they are recalled no more. For twenty seconds it can be undone.</source>
            <translation>仅由它得知的内容、它在召回和已存提示中的部分也会一并删除。模型的其他回复如果复述了它，会留在原处，但不再被召回。二十秒内可以撤销。</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>More …</source>
            <translation>更多…</translation>
        </message>
        <message>
            <source>The old message stays with what followed it, as another version; ‹ › leads there.</source>
            <translation>旧消息连同其后的内容作为另一个版本保留，用 ‹ › 可以切换。</translation>
        </message>
        <message>
            <source>Resend</source>
            <translation>重新发送</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>The message to send in its place</source>
            <translation>用来代替的消息</translation>
        </message>
        <message>
            <source>Send the edited message</source>
            <translation>发送编辑后的消息</translation>
        </message>
        <message>
            <source>Leave the message as it is</source>
            <translation>保持原消息不变</translation>
        </message>
        <message>
            <source>Message and reply deleted</source>
            <translation>已删除消息和回复</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Undo the deletion</source>
            <translation>撤销删除</translation>
        </message>
    </context>
    <context>
        <name>UnlockDialog</name>
        <message>
            <source>Opening…</source>
            <translation>正在打开…</translation>
        </message>
        <message>
            <source>Open the vault</source>
            <translation>打开保险库</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>“{vault}” is protected. Enter its passphrase, or the recovery code from your paper.</source>
            <translation>“{vault}”受密码保护。请输入密码，或纸上的恢复码。</translation>
        </message>
        <message>
            <source>Passphrase or recovery code</source>
            <translation>密码或恢复码</translation>
        </message>
    </context>
    <context>
        <name>VaultDialog</name>
        <message>
            <source>Folder of the vault</source>
            <translation>保险库所在文件夹</translation>
        </message>
        <message>
            <source>Which vault?</source>
            <translation>打开哪个保险库？</translation>
        </message>
        <message>
            <source>Vaults</source>
            <translation>保险库</translation>
        </message>
        <message>
            <source>Each vault is a memory of its own, with its own key. Nothing passes from one to another.</source>
            <translation>每个保险库都是独立的记忆，各有各的钥匙，内容互不相通。</translation>
        </message>
        <message>
            <source>Each vault is a memory of its own. To open another one the program ends and starts anew, so that nothing of this one stays in its memory; a reply that is being written is stopped and kept.</source>
            <translation>每个保险库都是独立的记忆。打开另一个时，程序会结束并重新启动，使当前内容不留在内存中；正在写的回复会停止并保留。</translation>
        </message>
        <message>
            <source>Arrow keys choose, Enter opens</source>
            <translation>方向键选择，Enter 打开</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Add another…</source>
            <translation>添加其他…</translation>
        </message>
        <message>
            <source>Adds a vault that lies in another folder to this list</source>
            <translation>把其他文件夹中的保险库加入此列表</translation>
        </message>
        <message>
            <source>New…</source>
            <translation>新建…</translation>
        </message>
        <message>
            <source>Makes a new, empty vault</source>
            <translation>新建一个空的保险库</translation>
        </message>
        <message>
            <source>Take off the list</source>
            <translation>从列表中移除</translation>
        </message>
        <message>
            <source>Its files stay as they are</source>
            <translation>其文件保持原样</translation>
        </message>
    </context>
    <context>
        <name>Vaults</name>
        <message>
            <source>Personal</source>
            <translation>个人</translation>
        </message>
        <message>
            <source>personal</source>
            <translation>个人</translation>
        </message>
        <message>
            <source>clinical</source>
            <translation>临床</translation>
        </message>
        <message>
            <source>open now</source>
            <translation>当前打开</translation>
        </message>
        <message>
            <source>not there: moved, or its drive is not connected</source>
            <translation>不在原处：已被移走，或其所在驱动器未连接</translation>
        </message>
        <message>
            <source>asks for its passphrase</source>
            <translation>需要密码</translation>
        </message>
    </context>
    <context>
        <name>WayBack</name>
        <message>
            <source>← Back to where you were</source>
            <translation>← 回到刚才的位置</translation>
        </message>
        <message>
            <source>To the turn from which you went to the source</source>
            <translation>回到前往出处之前的那一轮</translation>
        </message>
        <message>
            <source>Stay here</source>
            <translation>留在这里</translation>
        </message>
        <message>
            <source>The way back is forgotten</source>
            <translation>不再显示返回</translation>
        </message>
    </context>
    <context>
        <name>WelcomeDialog</name>
        <message>
            <source>Welcome to {product}</source>
            <translation>欢迎使用{product}</translation>
        </message>
        <message>
            <source>Begin</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>Choose a model</source>
            <translation>选择模型</translation>
        </message>
        <message>
            <source>Set a passphrase…</source>
            <translation>设置密码…</translation>
        </message>
        <message>
            <source>Install models from a folder…</source>
            <translation>从文件夹安装模型…</translation>
        </message>
        <message>
            <source>From a stick, for a machine without a network</source>
            <translation>可用 U 盘，适合不联网的电脑</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Write, and a model on this machine answers. It remembers across weeks; the panel on the right shows what it was sent, what was left out and why.</source>
            <translation>写下内容，由本机上的模型回答。它能记住几周前说过的话；右侧面板显示发给模型的内容、移出的内容和原因。</translation>
        </message>
        <message>
            <source>Nothing leaves this machine. Everything is kept in one encrypted vault.</source>
            <translation>任何内容都不会离开本机，全部保存在一个加密的保险库中。</translation>
        </message>
        <message>
            <source>Nothing leaves this machine. Everything is kept in one encrypted vault, whose key lies beside it until you set a passphrase. Then only the passphrase opens it, or the recovery code you can make: without either nobody does, not who takes the computer and not you.</source>
            <translation>任何内容都不会离开这台电脑。一切都存在一个加密的保险库里；设置密码之前，钥匙就放在它旁边。设了密码，就只有密码或您另做的恢复码能打开：两样都没有，拿走电脑的人打不开，您自己也打不开。</translation>
        </message>
        <message>
            <source>The model that ships is small: it chats, but makes mistakes with facts and figures. You can choose any larger GGUF model.</source>
            <translation>自带的模型很小：能聊天，但容易弄错事实和数字。您可以换成任何更大的 GGUF 模型。</translation>
        </message>
        <message>
            <source>No model is here yet. Install those that go with the program from the folder or stick you were given, or choose any GGUF file.</source>
            <translation>本机还没有模型。请从您拿到的文件夹或 U 盘安装随程序提供的模型，也可以选择任意 GGUF 文件。</translation>
        </message>
        <message>
            <source>For work with patients make a clinical vault: {keys}, “New…”, “Clinical”.</source>
            <translation>接诊患者请建临床保险库：{keys}，“新建…”，“临床”。</translation>
        </message>
    </context>
    <context>
        <name>WhatIf</name>
        <message>
            <source>close</source>
            <translation>收起</translation>
        </message>
        <message>
            <source>change</source>
            <translation>更改</translation>
        </message>
        <message>
            <source>Close what if</source>
            <translation>收起试一试</translation>
        </message>
        <message>
            <source>Change what is tried</source>
            <translation>更改试用的设置</translation>
        </message>
        <message>
            <source>Nothing is changed: the next message goes out as usual.</source>
            <translation>未作更改：下一条消息照常发送。</translation>
        </message>
        <message>
            <source>; </source>
            <translation>；</translation>
        </message>
        <message>
            <source>With the next message: {changes}</source>
            <translation>下一条消息：{changes}</translation>
        </message>
        <message>
            <source>{before} → {after} tokens</source>
            <translation>{before} → {after} 词元</translation>
        </message>
        <message>
            <source>: </source>
            <translation>：</translation>
        </message>
        <message>
            <source>nothing more is read again</source>
            <translation>不增加重读</translation>
        </message>
        <message>
            <source>read again: {tokens} tokens</source>
            <translation>重读 {tokens} 词元</translation>
        </message>
        <message>
            <source>read again: {tokens} tokens, about {seconds} s</source>
            <translation>重读 {tokens} 词元，约 {seconds} 秒</translation>
        </message>
        <message>
            <source>What if</source>
            <translation>试一试</translation>
        </message>
        <message>
            <source>What if the next message…</source>
            <translation>如果下一条消息…</translation>
        </message>
        <message>
            <source>{name} {most}</source>
            <translation>{name} {most}</translation>
        </message>
        <message>
            <source>More than this context has room for. In force: {limits}</source>
            <translation>超出当前上下文的容量，实际按：{limits}</translation>
        </message>
        <message>
            <source>Recall at most</source>
            <translation>最多召回</translation>
        </message>
        <message>
            <source>Least score</source>
            <translation>最低综合分</translation>
        </message>
        <message>
            <source>For recall</source>
            <translation>召回预算</translation>
        </message>
        <message>
            <source>For facts</source>
            <translation>事实预算</translation>
        </message>
        <message>
            <source>For summary</source>
            <translation>摘要预算</translation>
        </message>
        <message>
            <source>For the reply</source>
            <translation>留给回答</translation>
        </message>
        <message>
            <source>Newest kept</source>
            <translation>保留最新</translation>
        </message>
        <message>
            <source>Leaves first</source>
            <translation>先移出</translation>
        </message>
        <message>
            <source>Memories recalled for this message; 0 recalls nothing</source>
            <translation>这条消息最多召回几段；0 表示不召回</translation>
        </message>
        <message>
            <source>From 0 to 1; what fits less is not recalled</source>
            <translation>0 到 1；低于此值的不召回</translation>
        </message>
        <message>
            <source>Tokens that recalled memories may take</source>
            <translation>召回内容可用的词元数</translation>
        </message>
        <message>
            <source>Tokens that facts may take</source>
            <translation>事实可用的词元数</translation>
        </message>
        <message>
            <source>Tokens that the summary may take</source>
            <translation>摘要可用的词元数</translation>
        </message>
        <message>
            <source>Tokens kept free for the reply</source>
            <translation>为回答预留的词元数</translation>
        </message>
        <message>
            <source>Newest turns that are never left out</source>
            <translation>始终保留的最新轮数</translation>
        </message>
        <message>
            <source>Which turns leave when the window is full</source>
            <translation>窗口满时哪些轮次先移出</translation>
        </message>
        <message>
            <source>low value</source>
            <translation>价值最低</translation>
        </message>
        <message>
            <source>reset</source>
            <translation>还原</translation>
        </message>
        <message>
            <source>Take back everything tried for the next message</source>
            <translation>撤销为下一条消息试用的全部更改</translation>
        </message>
        <message>
            <source>keep as settings</source>
            <translation>存为设置</translation>
        </message>
        <message>
            <source>Keep these settings from now on</source>
            <translation>以后都用这些设置</translation>
        </message>
        <message>
            <source>oldest</source>
            <translation>最早</translation>
        </message>
        <message>
            <source>1 turn brought back</source>
            <translation>找回 1 轮</translation>
        </message>
        <message>
            <source>{count} turns brought back</source>
            <translation>找回 {count} 轮</translation>
        </message>
        <message>
            <source>1 turn left out</source>
            <translation>移出 1 轮</translation>
        </message>
        <message>
            <source>{count} turns left out</source>
            <translation>移出 {count} 轮</translation>
        </message>
        <message>
            <source>1 turn pinned</source>
            <translation>固定 1 轮</translation>
        </message>
        <message>
            <source>{count} turns pinned</source>
            <translation>固定 {count} 轮</translation>
        </message>
        <message>
            <source>1 memory left out</source>
            <translation>不带 1 段召回内容</translation>
        </message>
        <message>
            <source>{count} memories left out</source>
            <translation>不带 {count} 段召回内容</translation>
        </message>
        <message>
            <source>1 fact left out</source>
            <translation>不带 1 条事实</translation>
        </message>
        <message>
            <source>{count} facts left out</source>
            <translation>不带 {count} 条事实</translation>
        </message>
        <message>
            <source>1 fact changed</source>
            <translation>改动 1 条事实</translation>
        </message>
        <message>
            <source>{count} facts changed</source>
            <translation>改动 {count} 条事实</translation>
        </message>
        <message>
            <source>all the free space used</source>
            <translation>用满空余</translation>
        </message>
        <message>
            <source>other recall</source>
            <translation>召回设置不同</translation>
        </message>
        <message>
            <source>other budgets or clip</source>
            <translation>预算或移出方式不同</translation>
        </message>
    </context>
    <context>
        <name>WhyNot</name>
        <message>
            <source>Stored on this branch</source>
            <translation>已存入当前分支</translation>
        </message>
        <message>
            <source>In the window</source>
            <translation>在窗口内</translation>
        </message>
        <message>
            <source>Looked up</source>
            <translation>已查找</translation>
        </message>
        <message>
            <source>Not excluded</source>
            <translation>未被排除</translation>
        </message>
        <message>
            <source>Words in the index</source>
            <translation>词语已索引</translation>
        </message>
        <message>
            <source>Meaning in the index</source>
            <translation>语义已索引</translation>
        </message>
        <message>
            <source>Among the candidates</source>
            <translation>进入候选</translation>
        </message>
        <message>
            <source>Similar enough</source>
            <translation>相似度足够</translation>
        </message>
        <message>
            <source>Among the best</source>
            <translation>排名靠前</translation>
        </message>
        <message>
            <source>Room for it</source>
            <translation>有空间</translation>
        </message>
        <message>
            <source>Believed now</source>
            <translation>目前采信</translation>
        </message>
        <message>
            <source>Not left out by you</source>
            <translation>未被您排除</translation>
        </message>
        <message>
            <source>Belongs to the question</source>
            <translation>与问题有关</translation>
        </message>
        <message>
            <source>Room for the fact</source>
            <translation>事实有空间</translation>
        </message>
        <message>
            <source>not reached</source>
            <translation>未到这一步</translation>
        </message>
        <message>
            <source>passed</source>
            <translation>通过</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>未通过</translation>
        </message>
        <message>
            <source>left out: {reason}, value {value}, saves {tokens} tokens</source>
            <translation>已移出：{reason}，价值 {value}，省 {tokens} 词元</translation>
        </message>
        <message>
            <source>not among the {count} nearest in meaning or words</source>
            <translation>不在语义或词语最接近的 {count} 个之中</translation>
        </message>
        <message>
            <source>number {rank} of {count}</source>
            <translation>第 {rank} 名，共 {count} 个</translation>
        </message>
        <message>
            <source>{score}; at least {least} is asked</source>
            <translation>{score}，要求至少 {least}</translation>
        </message>
        <message>
            <source>the best {count} are recalled</source>
            <translation>只召回最好的 {count} 段</translation>
        </message>
        <message>
            <source>{used} of {budget} tokens are taken, {free} are free in the window</source>
            <translation>预算 {budget} 词元已用 {used}，窗口空余 {free}</translation>
        </message>
        <message>
            <source>a plan is told only to questions that share words with it</source>
            <translation>计划只在问题提到相关词语时带上</translation>
        </message>
        <message>
            <source>it failed and is tried again</source>
            <translation>失败了，会再试</translation>
        </message>
        <message>
            <source>its reply is still being written</source>
            <translation>回答还在生成</translation>
        </message>
        <message>
            <source>it was too large to send</source>
            <translation>太长，未能发送</translation>
        </message>
        <message>
            <source>it was edited away: another branch is shown</source>
            <translation>已被编辑取代：当前显示另一分支</translation>
        </message>
        <message>
            <source>it belongs to somebody else, or is gone</source>
            <translation>属于他人，或已删除</translation>
        </message>
        <message>
            <source>it was said after this prompt</source>
            <translation>在这次提示之后说的</translation>
        </message>
        <message>
            <source>recall is off</source>
            <translation>召回已关闭</translation>
        </message>
        <message>
            <source>nothing was sent in this session yet</source>
            <translation>这个会话还没有发送过消息</translation>
        </message>
        <message>
            <source>the message has no text to search with</source>
            <translation>消息没有可查找的文字</translation>
        </message>
        <message>
            <source>the message asks about nothing</source>
            <translation>消息没有询问任何内容</translation>
        </message>
        <message>
            <source>this person is restricted: nothing is recalled</source>
            <translation>此人已受限：不召回任何内容</translation>
        </message>
        <message>
            <source>left out by you this time</source>
            <translation>本次由您排除</translation>
        </message>
        <message>
            <source>you asked never to recall it</source>
            <translation>您要求不再召回它</translation>
        </message>
        <message>
            <source>this work is waiting for a quiet moment</source>
            <translation>正等待空闲时处理</translation>
        </message>
        <message>
            <source>there is nothing in it to search for</source>
            <translation>其中没有可查找的内容</translation>
        </message>
        <message>
            <source>no embedding model is loaded</source>
            <translation>未加载嵌入模型</translation>
        </message>
        <message>
            <source>a better memory says the same</source>
            <translation>已有更好的一段说了同样的内容</translation>
        </message>
        <message>
            <source>all it says was corrected or forgotten since</source>
            <translation>其中所说的后来都已更正或忘掉</translation>
        </message>
        <message>
            <source>answered from memory, which is not shown to the model</source>
            <translation>由记忆回答，这样的轮次不给模型看</translation>
        </message>
        <message>
            <source>only proposed: confirm it first</source>
            <translation>仅为提议：请先确认</translation>
        </message>
        <message>
            <source>replaced by a newer fact</source>
            <translation>已被更新的事实取代</translation>
        </message>
        <message>
            <source>retracted</source>
            <translation>已撤回</translation>
        </message>
        <message>
            <source>forgotten</source>
            <translation>已忘记</translation>
        </message>
        <message>
            <source>It is here: the model is sent it.</source>
            <translation>它在这里：已发给模型。</translation>
        </message>
        <message>
            <source>It is not here: it was said after this prompt.</source>
            <translation>它不在这里：它是在这次提示之后说的。</translation>
        </message>
        <message>
            <source>Nothing was sent in this session yet: write a message and ask again.</source>
            <translation>这个会话还没有发送过消息：先写一条再问。</translation>
        </message>
        <message>
            <source>It was kept out of the window, and recall did not bring it back: {failure}</source>
            <translation>它没有放入窗口，召回也没有把它带回来：{failure}</translation>
        </message>
        <message>
            <source>It left the window to make room ({why}), and recall did not bring it back: {failure}</source>
            <translation>窗口放不下，它被移出（{why}），召回也没有把它带回来：{failure}</translation>
        </message>
        <message>
            <source>It is not here: {failure}</source>
            <translation>它不在这里：{failure}</translation>
        </message>
        <message>
            <source>{answer} ({reason}).</source>
            <translation>{answer}（{reason}）。</translation>
        </message>
        <message>
            <source>it is not stored on this branch</source>
            <translation>它没有存在这个分支上</translation>
        </message>
        <message>
            <source>it is not in the window</source>
            <translation>它不在窗口里</translation>
        </message>
        <message>
            <source>nothing was looked up</source>
            <translation>没有查找</translation>
        </message>
        <message>
            <source>it is excluded</source>
            <translation>它被排除在外</translation>
        </message>
        <message>
            <source>its words are not in the index</source>
            <translation>它的词语还不在索引里</translation>
        </message>
        <message>
            <source>its meaning is not in the index</source>
            <translation>它的语义还不在索引里</translation>
        </message>
        <message>
            <source>it is not among the candidates</source>
            <translation>它不在候选之中</translation>
        </message>
        <message>
            <source>it is not similar enough</source>
            <translation>相似度不够</translation>
        </message>
        <message>
            <source>it is not among the best</source>
            <translation>它不在最相近的几条之中</translation>
        </message>
        <message>
            <source>there is no room for it</source>
            <translation>没有空间放它</translation>
        </message>
        <message>
            <source>it is not believed now</source>
            <translation>它现在不被采信</translation>
        </message>
        <message>
            <source>you left it out</source>
            <translation>您把它去掉了</translation>
        </message>
        <message>
            <source>it does not belong to the question</source>
            <translation>它与问题无关</translation>
        </message>
        <message>
            <source>there is no room for the fact</source>
            <translation>没有空间放这条事实</translation>
        </message>
        <message>
            <source>To have it sent after all: bring it back or pin it.</source>
            <translation>若仍要发送：请移回或固定。</translation>
        </message>
        <message>
            <source>Or bring it back or pin it; in a larger window fewer turns leave.</source>
            <translation>也可以把它带回来或固定；窗口更大时，移出的轮次更少。</translation>
        </message>
        <message>
            <source>To have it back: bring it back or pin it, or change which turns leave first.</source>
            <translation>要它回来：找回或固定它，或更改先移出哪些轮次。</translation>
        </message>
        <message>
            <source>To change it: set how many memories are recalled at most above 0.</source>
            <translation>要改变：把最多召回数设为大于 0。</translation>
        </message>
        <message>
            <source>To change it: lower the least similarity.</source>
            <translation>要改变：调低最低相似度。</translation>
        </message>
        <message>
            <source>To change it: raise how many memories are recalled at most.</source>
            <translation>要改变：调高最多召回数。</translation>
        </message>
        <message>
            <source>To change it: give recall more tokens.</source>
            <translation>要改变：给召回更多词元。</translation>
        </message>
        <message>
            <source>To change it: give facts more tokens, or pin it to every prompt.</source>
            <translation>要改变：给事实更多词元，或固定到每次提示。</translation>
        </message>
        <message>
            <source>To change it: allow it again in the tab of recalled memories.</source>
            <translation>要改变：在“召回”页恢复它。</translation>
        </message>
        <message>
            <source>Nothing to do: it is done when nothing else is asked of the program.</source>
            <translation>无需操作：程序空闲时会完成。</translation>
        </message>
        <message>
            <source>To change it: choose an embedding model in the settings.</source>
            <translation>要改变：在设置中选择嵌入模型。</translation>
        </message>
    </context>
    <context>
        <name>WhyNotDialog</name>
        <message>
            <source>Why is it not here?</source>
            <translation>它为什么不在这里？</translation>
        </message>
        <message>
            <source>In the prompt of the question “{question}”</source>
            <translation>所指的提示：提问“{question}”时</translation>
        </message>
        <message>
            <source>Try another setting</source>
            <translation>换个设置试试</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>The steps on the way into the prompt</source>
            <translation>进入提示的各个步骤</translation>
        </message>
    </context>
    <context>
        <name>WindowDialogs</name>
        <message>
            <source>Open a record</source>
            <translation>打开记录</translation>
        </message>
        <message>
            <source>JSON files (*.json)</source>
            <translation>JSON 文件 (*.json)</translation>
        </message>
    </context>
    <context>
        <name>_OwnWindow</name>
        <message>
            <source>Memory · {product}</source>
            <translation>记忆 – {product}</translation>
        </message>
    </context>
</TS>
