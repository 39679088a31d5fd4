"""Words that tell a weighty turn from small talk, in Chinese and English.

Plain data and the patterns made of it; `turn_value` says what they are worth. Patterns are wrapped
at a ``|`` and joined without white space; all are matched against lower-case text but `NAME`.
"""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.domain.patterns import Pattern


def _joined(wrapped: str) -> str:
    return "".join(line.strip() for line in wrapped.splitlines())


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _alternatives(pattern: str) -> list[str]:
    """The pattern's parts between the ``|`` outside all brackets."""
    parts, depth, start = [], 0, 0
    for index, char in enumerate(pattern):
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            parts.append(pattern[start:index])
            start = index + 1
    return [*parts, pattern[start:]]


def _english(wrapped: str) -> str:
    """The joined pattern at word boundaries, its alternatives sorted by initial: three times as fast."""
    by_initial: dict[str, list[str]] = {}
    others: list[str] = []
    for part in _alternatives(_joined(wrapped)):
        literal = part[0].isalpha() and part[1:2] not in ("?", "*", "{")
        if literal:
            by_initial.setdefault(part[0], []).append(part[1:])
        else:
            others.append(part)
    groups = [f"{initial}(?:{'|'.join(rest)})" for initial, rest in by_initial.items()]
    return rf"(?<![a-z0-9])(?:{'|'.join(groups + others)})(?![a-z0-9])"


def _any_of(words: Iterable[str]) -> str:
    """A pattern for Chinese phrases, longest first."""
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


# Courtesies and interjections carry nothing and are taken out before anything else is judged, so that
# "no problem" is no negation and "see you tomorrow" no date.
_EN_COURTESIES = r"""
    how (?:was|is) your (?:day|night|weekend|week|morning|evening|trip|holiday)|what do you (?:do for fun|like
    |love|think)|(?:i'?m )?(?:off|going|heading) to (?:bed|sleep)|time for bed|brr+|phew|sounds (?:good|great
    |fun|lovely)|it'?s (?:so |really |very |too )*(?:cold|hot|warm|chilly|freezing|humid|windy)(?: outside
    | today| tonight| here)*|hi|hiya|hello|hey|hey there|hi there|yo|greetings|howdy|good (?:morning|afternoon
    |evening|night|day)|morning|sweet dreams|sleep well|how(?:'s| is| are|'re| have) (?:it going|you(?: doing
    | been| feeling)?(?: today| tonight| these days)?|things|everything|life|your (?:day|weekend|evening
    |morning)(?: going)?)|what'?s up|what'?s new|what have you been up to|nice to (?:meet|see|hear from
    |talk to) you(?: again)?|pleased to meet you|long time no see|thanks(?: (?:so much|a lot|a bunch|again
    |very much|a million|anyway|for (?:your|the|all the|all your) (?:help|time|chat|answer|reply|patience)
    |for (?:that|everything|listening|asking|chatting)))*|thank you(?: (?:so much|very much|again|kindly
    |for (?:your|the|all the|all your) (?:help|time|chat|answer|reply|patience)|for (?:that|everything|listening
    |asking|chatting)))*|thx|ty|cheers|much appreciated|i (?:really )?appreciate (?:it|that|you)|appreciate it
    |you'?re welcome|you are welcome|my pleasure|anytime|any time|no (?:problem|worries|big deal|rush
    |hurry)(?: at all)?|not a problem|don'?t (?:worry|mention it|be silly|sweat it)|never ?mind|not at all
    |not bad(?: at all)?|can'?t complain|it'?s (?:ok|okay|fine|all good|nothing)|all good
    |(?:good ?)?bye(?: bye)?|bye|see (?:you|ya)(?: (?:later|soon|tomorrow|then|around|next time|next week
    |on monday|again))*|talk (?:to you )?(?:later|soon|tomorrow)|catch you later|take care|later|ttyl
    |have a (?:nice|good|great|lovely|wonderful) (?:day|one|night|evening|weekend|time|rest|trip)(?: too
    | as well)?|you too|same to you|good luck|ok|okay|okey|k|kk|alright|all right|right|sure(?: thing)?|yep|yup
    |yeah|yes|nope|uh ?huh|mm+|hm+|hmm+|um+|uh+|er+|ah+|oh+|ooh+|wow+|whoa|aha+|huh|ha(?:ha)+|he(?:he)+|lol+
    |lmao|rofl|xd|phew|oops|ugh|yay+|whatever|fine|cool|nice|great|awesome|amazing|lovely|perfect|excellent
    |fantastic|wonderful|brilliant|super|sweet|neat|gotcha|got it|i see|makes sense|sounds good|fair enough
    |good to know|interesting|indeed|exactly|true|of course|absolutely|totally|definitely|(?:that(?:'s| is| was)
    |it(?:'s| is| was)|you(?:'re| are)) (?:so |really |very |pretty |quite |just |too |the )*(?:funny|hilarious
    |cute|sweet|kind|nice|cool|great|awesome|amazing|best|helpful|lovely|smart|clever|interesting|fun|boring
    |adorable|wonderful|fantastic|good|silly)
    |i'?m (?:just |so |really |a bit |kind of |pretty |doing |feeling )*(?:fine|good|great|ok|okay|bored
    |happy|excited|sleepy|here|back|well|alright|glad|chilling
    |kidding|joking|hungry|tired)(?: today| now| again| right now| thanks)?|(?:just )?(?:kidding|joking|chatting
    |saying hi|checking in|killing time|passing time|hanging out|chilling)|just (?:wanted|want
    |wanting) to (?:say|chat|talk)(?: hi| hello| a bit)?|(?:that'?s all|that'?s it|nothing much|not much
    |nothing special|same as (?:usual|always)|same old(?: same old)?|so so|so-so)|(?:please|pls|well|so|anyway
    |by the way|btw|you know|i mean|actually|basically|honestly|look|listen)|(?:give me|wait|hang on|hold on
    |just) (?:a|one) (?:second|sec|moment|minute|min)|one (?:second|sec|moment)|brb|be right back|i'?m back
    |are you (?:there|here|still there|busy|ok|okay|awake|real|a (?:robot|bot|human|person)|happy|tired|bored
    |listening)|(?:let'?s|shall we|can we|could we|want to|wanna) (?:just )?(?:chat|talk|have a chat)(?: a bit
    | a little| for a bit| for a while)?|guess what(?:\?? nothing)?|you (?:crack me up|made (?:me (?:laugh
    |smile)|my day))|do you (?:ever )?(?:sleep|eat|dream|get (?:tired|bored|lonely)|have (?:feelings|a name
    |friends))|how old are you|what(?:'s| is) your name|who are you|what can you do|good one|nice one|my bad
    |no offense|same here|me too|me neither|i don'?t know|dunno|no idea|not sure|knock knock|congrat(?:s
    |ulations)|happy (?:birthday|new year|friday|monday|weekend|holidays)|merry christmas|bless you
    |fingers crossed|no way|oh my(?: god| gosh)?|omg
"""

_ZH_COURTESIES = """
    又见面了 麻烦啦 麻烦你啦 麻烦您啦 被你发现了 就是想聊聊 想聊聊 想聊天 想找人说话 应该的 猜猜我在干嘛
    我在干嘛 你多大了 你几岁 你会做梦吗 你会累吗 你有朋友吗 你真有趣 你好有趣 你太逗了 笑死人了 嗯呢 好嘞 晓得了
    明白啦 有空聊 下回聊 不说了 先不说了 慢走 早点睡哦 一路顺风 辛苦 太客气了 哪里哪里 过奖了 彼此彼此 我也是
    我也觉得 同意 你好 您好 你好呀 你好啊 大家好 嗨 哈喽 哈啰 早 早啊 早呀 早安 早上好 上午好 中午好 下午好
    晚上好 晚安 午安 好梦 做个好梦 在吗 在不在 在么 在嘛 你在吗 有人吗 好久不见 最近好吗 最近怎么样 近来可好
    还好吗 你还好吗 你好吗 过得怎么样 过得好吗 今天过得怎么样 吃了吗 吃饭了吗 吃了没 吃饭了没 吃过了吗 睡了吗
    睡醒了吗 忙吗 在忙吗 忙什么呢 在干嘛 干嘛呢 在做什么呢 你在做什么 你在干什么 谢谢 谢谢你 谢谢您 谢谢啦 谢啦
    谢了 多谢 太感谢了 非常感谢 感谢 感谢你 感谢您 辛苦了 辛苦啦 辛苦你了 麻烦你了 麻烦您了 不客气 不用谢
    不用客气 别客气 客气了 没关系 没事 没事的 没事儿 没问题 不要紧 不打紧 无所谓 别担心 不用担心 别急 不急
    慢慢来 没什么 没啥 没啥事 没什么事 不好意思 打扰了 打扰一下 抱歉 对不起 别介意 再见 拜拜 拜拜啦 回见 回头见
    回头聊 回聊 明天见 下次见 下周见 下次聊 下次再聊 改天聊 改天再聊 明天聊 明天再聊 有空再聊 先这样 先这样吧
    就这样 就这样吧 我先走了 我先忙了 我先睡了 我去睡了 先忙了 去忙吧 去忙啦 保重 注意休息 早点休息 早点睡
    周末愉快 假期愉快 节日快乐 新年快乐 生日快乐 祝你好运 祝你愉快 祝你开心 加油 加油哦 好的 好 好啊 好呀 好哒
    好吧 好滴 行 行吧 行啊 可以 可以的 嗯 嗯嗯 恩 哦 哦哦 噢 喔 呃 额 唉 哎 哎呀 哎哟 诶 欸 啊 呀 哇 哇塞 哈 嘿
    嘿嘿 哈哈 呵呵 嘻嘻 嘿嘿嘿 哼 唔 是的 是啊 是呀 是吧 对 对啊 对呀 对的 对吧 没错 确实 确实是 当然 当然啦
    知道了 知道啦 我知道了 明白 明白了 我明白了 懂了 我懂了 了解 了解了 收到 原来如此 原来是这样 这样啊 这样子
    是这样啊 这样呀 有道理 说得对 说得有道理 有意思 真有意思 挺有意思 好玩 真好玩 厉害 好厉害 太厉害了 真厉害 牛
    太棒了 真棒 真不错 不错 不错啊 挺好 挺好的 很好 太好了 真好 还好 还行 还不错 一般般 马马虎虎 随便 都行
    都可以 随便聊聊 聊聊天 聊会儿天 陪我聊聊 陪我聊聊天 陪我聊会儿 聊聊呗 随便说说 没什么特别的 老样子
    还是老样子 凑合 开个玩笑 开玩笑的 逗你的 逗你玩的 真逗 笑死我了 笑死 太好笑了 好笑 好可爱 真可爱 太可爱了
    你真好 你真棒 你真聪明 你真厉害 你真可爱 你好聪明 你真会说话 爱你 么么哒 比心 抱抱 你太好了 太有才了 恭喜
    恭喜恭喜 恭喜你 祝贺 祝贺你 无聊 好无聊 好无聊啊 真无聊 有点无聊 闲着没事 闲着 没事干 好困 困了 好困啊 好累
    累了 好累啊 好饿 饿了 好饿啊 好热 好热啊 好冷 好冷啊 好开心 真开心 开心 好烦 真烦 烦死了 心情不错 心情很好
    心情真好 心情一般 等一下 等等 稍等 等会儿 等我一下 我回来了 回来啦 我来了 我来啦 你是谁 你叫什么
    你叫什么名字 你是机器人吗 你是真人吗 你几岁了 你会什么 你累吗 你开心吗 你喜欢我吗 猜猜看 你猜 那个 这个 那么
    然后呢 就是说 话说 对了 其实 总之 反正 真的吗 真的假的 是吗 是嘛 真的 我不知道 不知道 不晓得 不清楚
    我也不知道 天哪 天啊 我的天 不会吧 怎么说呢
"""

# What people chat about to pass the time. Alone, without a number or a decision, it is small talk.
_EN_IDLE_TOPICS = r"""
    any (?:fun |nice |big )?plans|sunset|sunshine|umbrella|autumn leaves|spring|squirrels?|tiktok|instagram
    |youtube|emoji|hobby|hobbies|karaoke|barbecue|burgers?|ice cream|cookies?|sushi|noodles|popcorn|weather
    |sunny|rain(?:y|ing)?|snow(?:y|ing)?|cloudy|windy|sunset|sunrise|rainbow|breeze|joke|jokes|riddle|funny|meme
    |memes|horoscope|weekend|lunch|dinner|breakfast|coffee|tea|snack|snacks|ice-?cream|chocolate|pizza|cake
    |movie|movies|film|series|tv|netflix|song|songs|music|game|games|football|soccer|cat|cats|kitten|dog|dogs
    |puppy|puppies|traffic|mood|vibe|vibes|boredom|bored|chat|chatting|gossip|celebrity|selfie|nap|couch|sofa
    |relax(?:ing)?|chill(?:ing)?|sing|story|poem|favou?rite|colou?r|dream|dreams|robot|robots|alien|aliens
    |aliens|superpower|unicorn|flowers|birds
"""

_ZH_IDLE_TOPICS = """
    颜色 动漫 明星 歌 抖音 短视频 朋友圈 表情包 自拍 午觉 夕阳 秋天 春天 冬天 夏天 树叶 小鸟 好香 甜品 水果 西瓜
    烤肉 炸鸡 面条 天气 太阳 下雨 下雪 刮风 阴天 晴天 大晴天 出太阳 彩虹 晚霞 日落 月亮 星星 云 凉快 暖和 闷热
    好热 好冷 风好大 笑话 段子 谜语 脑筋急转弯 八卦 综艺 追剧 电视剧 电影 剧 唱歌 唱首歌 听歌 音乐 游戏 打游戏
    球赛 足球 周末 放假 午饭 晚饭 早饭 早餐 午餐 晚餐 奶茶 咖啡 火锅 零食 蛋糕 冰淇淋 烧烤 好吃 外卖 夜宵 猫 狗
    小猫 小狗 猫咪 狗狗 堵车 心情 星座 运势 发呆 摸鱼 躺平 睡懒觉 打盹 逛街 散步 溜达 聊天 讲个故事 故事 唱 诗
    外星人 机器人 超能力 花开 鸟叫 窗外
"""

# What says that a turn will be needed again.
_EN_CLINICAL = r"""
    bro(?:ke|ken)|fell|injur\w+|wound\w*|burn(?:s|ed|t)?|bruis\w+|sprain\w*|test(?:ed)? (?:came|negative
    |positive)|results?|negative|positive|hospital\w*|clinic|icu|emergency|ambulance|stroke|wheelchair|hip|knee
    |back pain|allerg(?:y|ic|ies)|anaphyla\w+|intoleran(?:t|ce)|side effects?|penicillin|amoxicillin|aspirin
    |ibuprofen|paracetamol|acetaminophen|insulin|warfarin|heparin|statins?|antibiotics?|vaccin\w+|steroids?
    |morphine|codeine|\w+(?:cillin|mycin|floxacin|prazole|sartan|statin|olol|pril|dipine|formin|gliptin
    |gliflozin|azole|azepam|oxetine|parin|xaban|setron|triptan|metformin)|dose|doses|dosage|tablets?|capsules?
    |pills?|inhaler|injections?|prescri\w+|medication|medicine|meds|drugs?|twice (?:a day|daily)|once (?:a day
    |daily)|three times a day|bid|tid|qd|prn|diabet\w+|hypertensi\w+|asthma\w*|cancer|tumou?rs?|stroke|seizures?
    |epilep\w+|heart (?:attack|disease|failure)|blood (?:pressure|sugar|type|test|thinners?)|cholesterol|kidney
    |liver|thyroid|anemi\w+|anaemi\w+|arthritis|depress(?:ion|ed)|anxiety|migraines?|pregnan\w+|miscarriage
    |fractur\w+|surger(?:y|ies)|operat(?:ion|ed)|biops\w+|mri|ct scan|ultrasound|x-?ray|ecg|ekg|chemo\w*
    |radiotherapy|transplant|pacemaker|stent|diagnos\w+|symptoms?|fever|cough\w*|nausea|vomit\w*|diarrh\w+
    |dizz\w+|faint\w*|rash|swelling|bleeding|numb\w*|pains?|painful|aches?|aching|hurts?|headaches?|insomnia
    |wheez\w*|breathless\w*|short(?:ness)? of breath|palpitations?|\w+itis|\w+emia|\w+ectomy|nkda|hba1c|ldl|egfr
"""

_ZH_CLINICAL = """
    拉肚子 摔 受伤 烫伤 扭伤 阴性 阳性 结果 医院 急诊 救护车 结节 息肉 囊肿 血栓 梗 溃疡 湿疹 荨麻疹 哮喘 过敏
    青霉素 头孢 阿司匹林 布洛芬 胰岛素 华法林 二甲双胍 降压药 降糖药 抗生素 激素 疫苗 止痛药 服药 吃药 停药 换药
    用药 药 剂量 一日 每日 每天两次 每天三次 一天两次 一天三次 口服 注射 静滴 输液 处方 高血压 低血压 糖尿病
    冠心病 心脏病 心梗 脑梗 中风 癫痫 肿瘤 癌 结石 血压 血糖 血脂 胆固醇 尿酸 肝功能 肾功能 甲状腺 贫血 关节炎
    肺炎 胃炎 肝炎 肾炎 鼻炎 抑郁 焦虑 偏头痛 怀孕 孕 流产 骨折 手术 切除 开刀 住院 出院 活检 核磁 ct b超 彩超
    心电图 胃镜 肠镜 化疗 放疗 支架 起搏器 移植 确诊 诊断 症状 病史 家族史 既往 发烧 发热 咳嗽 咳血 恶心 呕吐
    腹泻 便血 头晕 头痛 晕倒 皮疹 肿 出血 麻木 疼 痛 失眠 胸闷 气短 心慌 心悸 乏力 消瘦 体重下降 月经 停经 炎 症
    综合征 血型 体温 心率 脉搏 复查 随访 化验
"""

_EN_DECISIONS = r"""
    switch\w*|backups?|migrat\w+|deploy\w*|invoice|number|code(?:name)?|answer in|reply in|in (?:english|french
    |german|chinese)|decid\w+|decision|agreed|agree to|chosen?|chose|settled on|go(?:ing)? with|went with
    |switch(?:ed|ing)? to|approved?|rejected?|cancel\w*|confirm\w*|final(?:ised|ized|ly settled)?|committed?
    |promis\w+|must|have to|has to|need(?:s)? to|required?|requirement|deadline|due|budget|important|urgent
    |remember (?:that|this|to|my|our|the)|don'?t forget|note that|keep in mind|make sure|from now on|always|rule
    |policy|contract|signed?|hired?|fired|quit|resign\w*|appointment|booked|reserv\w+|scheduled?|meeting
    |interview|exam|flight|password|address|account|invoice|salary|mortgage|rent|loan|insurance|plan(?:s|ned
    |ning)? to|will (?:start|stop|move|launch|ship|meet|call|visit)|start(?:s|ed|ing)? (?:on|taking|work|at|in
    |from)|stop(?:s|ped|ping)? (?:taking|using|eating|drinking|smoking)|quit smoking|instead of|changed? (?:to
    |from|my|the|our)|moved? (?:to|from|the)|rename\w*|replace\w*|release|version|bug|crash\w*|server|database
    |api|client|customer|supplier|order|deliver\w*|shipment|refund|fee|price|cost|discount|margin|target|goal
"""

_ZH_DECISIONS = """
    以后 今后 往后 用英文 用中文 备份 迁移 编号 代号 型号 用户名 便签 上线 幼儿园 学校 毕业 转正 升职 降薪 决定
    定了 定下来 确定 确认 同意 批准 否决 拒绝 取消 改成 改为 改到 改用 换成 选了 选择 选用 采用 就用 用这个 一致
    商定 约定 约好 预约 预订 订了 报名 签了 签字 合同 协议 承诺 答应 必须 务必 需要 一定要 截止 期限 到期 预算
    报价 价格 成本 费用 折扣 利润 毛利 目标 指标 重要 紧急 记住 记得 请记 别忘 不要忘 注意 以后都 从现在起 规定
    规则 要求 计划 打算 准备 安排 会议 开会 面试 考试 航班 高铁 火车票 机票 密码 地址 账号 账户 发票 工资 薪水
    房租 贷款 保险 辞职 入职 离职 搬到 搬家 搬去 结婚 离婚 出生 去世 过世 戒烟 戒酒 开始吃 停了 发布 版本 故障
    服务器 数据库 接口 客户 供应商 订单 发货 交付 退款 负责人 负责 生日是 电话 手机号 邮箱 微信号
"""

# Statements about oneself and one's own.
_EN_PERSONAL = r"""
    grandma|grandpa|grandmother|grandfather|mum|mom|dad|wife|husband|daughter|son|sister|brother|landlord
    |my name(?:'s| is)|call me|i(?:'m| am) (?:a|an|from|allergic|married|divorced|retired|vegan|vegetarian
    |pregnant|diabetic|left-handed|colou?r-?blind|afraid of|working|based)\b|i (?:live|work|study|teach|moved
    |grew up|was born|come from|own|run|prefer|don'?t|do not|can'?t|cannot|won'?t|always|usually|only|like|love
    |hate|dislike|enjoy|want to|plan to|hope to|smoke|drink|take|took|never|speak|drive|have (?:a|an|two|three
    |been|had)|had (?:a|an|my))\b|(?:my|our) (?:wife|husband|son|daughter|mother|mom|mum|father|dad|brother
    |sister|boss|manager|doctor|landlord|partner|girlfriend|boyfriend|grandmother|grandfather|grandma|grandpa
    |aunt|uncle|child|children|kids?|baby|job|company|birthday|team|project|house|car|phone|email)
"""

_ZH_PERSONAL = r"""
    我(?:不(?!知道|信|懂|明白)|从不|从来|没有|只|总是|一般|通常|叫|姓|是(?!说|不是|觉得|想)|住|在.{1,8}(?:工作
    |上班|上学|读书|住)|来自|出生|毕业|属|喜欢|爱吃|爱喝|不喜欢|不吃|不喝|讨厌|害怕|怕|习惯|打算|计划|想要|希望
    |准备|有(?:个|一个|两个|三个|高|糖|慢)|得过|做过|患|家在|老家|换了|买了|养了)|我(?:妈妈?|爸爸?|母亲|父亲
    |老婆|妻子|老公|丈夫|先生|太太|儿子|女儿|孩子|哥哥?|姐姐?|弟弟?|妹妹?|爷爷|奶奶|外公|外婆|姥姥|姥爷|老板
    |领导|医生|房东|公司|单位|项目|家人)|妈妈|爸爸|奶奶|爷爷|姥姥|姥爷|外婆|外公|女儿|儿子|老婆|老公|患者|病人
    |本人
"""

_EN_NEGATIONS = r"""
    no|not|never|none|without|cannot|can'?t|won'?t|don'?t|doesn'?t|didn'?t|isn'?t|aren'?t|wasn'?t|weren'?t
    |haven'?t|hasn'?t|shouldn'?t|mustn'?t|nothing|nobody|neither|nor|denies|denied|negative for|stopped|avoid\w*
    |except|unable
"""
_ZH_NEGATIONS = (
    "否认|没有|没|不能|不可|不要|不会|不是|不再|不用|不吃|不喝|不|无|未|别|勿|禁|忌|停用|停止|从不|从未|除了"
)

_UNITS = r"""
    mg|mcg|µg|μg|ug|kg|g|lbs?|ml|l|dl|iu|units?|mmol(?:/l)?|mmhg|bpm|cm|mm|km|m|miles?|%|°c|°f|℃|kcal|cal|gb|mb
    |tb|hours?|hrs?|h|minutes?|mins?|days?|weeks?|months?|years?(?: old)?|yrs?|times|tablets?|pills?|puffs?
    |drops?|usd|eur|gbp|rmb|dollars?|euros?|pounds?|yuan|k|毫克|微克|克|千克|公斤|斤|毫升|升|单位|片|粒|丸|袋|支
    |滴|喷|次|度|厘米|毫米|米|公里|分钟|小时|天|日|周|个月|月|年|岁|元|块钱|块|万|亿|人|个人|楼|层|号
"""
_ZH_NUMERAL = "[零〇一二两三四五六七八九十百千万半几]+"

_DATES = r"""
    \d{4}\s?[-/.年]\s?\d{1,2}|\d{1,2}\s?[月/]\s?\d{1,2}|(?:(?<![a-z])(?:january|february|march(?= \d)|april|june
    |july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday
    |yesterday|tomorrow|tonight|last (?:week|month|year|night|summer|winter|spring|autumn|fall)|next (?:week
    |month|year|summer|winter|spring|autumn|fall)|\w+ (?:days|weeks|months|years) ago|since \d+|noon|midnight
    |\d{1,2}(?::\d\d)? ?(?:am|pm|o'?clock))(?![a-z]))|\d{1,2}[:：]\d\d|昨天|前天|明天|后天|上周|下周|上个月
    |下个月|去年|明年|前年|周[一二三四五六日天]|星期[一二三四五六日天]|礼拜[一二三四五六日天]
    |[一二三四五六七八九十]+月|月底|年底|[零〇一二两三四五六七八九十]+点
"""

_LATIN = Pattern("[a-z]")


class Lexicon:
    """A pattern for each language; only those that a text can match are tried."""

    def __init__(self, english: str, chinese: str) -> None:
        self._english = Pattern(english)
        self._chinese = Pattern(chinese)

    def search(self, text: str) -> bool:
        """Whether a lower-case text holds any of it."""
        if not text.isascii() and self._chinese.search(text):
            return True
        return bool(_LATIN.search(text) and self._english.search(text))

    def findall(self, text: str) -> list[str]:
        """Everything of it that a lower-case text holds."""
        found = [] if text.isascii() else [match.group() for match in self._chinese.finditer(text)]
        if _LATIN.search(text):
            found += [match.group() for match in self._english.finditer(text)]
        return found


EN_COURTESY = Pattern(_english(_EN_COURTESIES))
# A Chinese clause is a courtesy only as a whole: 好 opens 好的 and 好朋友 alike.
ZH_COURTESY_CLAUSE = Pattern(
    rf"(?:{_any_of(_words(_ZH_COURTESIES))}|[啊呀哦噢嗯呢吧啦嘛哈的了呵嘿么吗哇嘻～~]|"
    r"你|您|我|也|真|太|好|今天|现在|先|那|医生|大夫|护士|老师|亲|朋友|小助手|助手|大家|"
    r"[\u4e00-\u9fff]{1,4}快乐|你[真好太最][\u4e00-\u9fff]{1,3})+"
)
IDLE_TOPIC = Lexicon(_english(_EN_IDLE_TOPICS), _any_of(_words(_ZH_IDLE_TOPICS)))
CLINICAL = Lexicon(_english(_EN_CLINICAL), _any_of(_words(_ZH_CLINICAL)))
DECISION = Lexicon(_english(_EN_DECISIONS), _any_of(_words(_ZH_DECISIONS)))
PERSONAL = Lexicon(_english(_EN_PERSONAL), _joined(_ZH_PERSONAL))
NEGATION = Lexicon(_english(_EN_NEGATIONS), _ZH_NEGATIONS)
QUANTITY = Pattern(rf"(?:\d+(?:[.,/]\d+)*\s?|{_ZH_NUMERAL})(?:{_joined(_UNITS)})(?![a-z])")
NUMBER = Pattern(r"\d+(?:[.,:/-]\d+)*")
DATE = Pattern(_joined(_DATES))
# A capitalised word that opens no sentence; an address, a link, an identifier; a place or a title.
_ZH_NAME = r"""
    [\u4e00-\u9fff]{1,6}(?:省|市|县|区|镇|路|街|医院|大学|公司|小区|学校|银行|教授|主任|医生|老师|经理|总监|先生
    |女士|护士)|[老小][王李张刘陈杨赵黄周吴徐孙]
"""
NAME = Pattern(
    r"(?<=[a-z,;:] )(?!I\b|I'|OK\b|Haha|LOL\b|God\b|TV\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b)[A-Z][a-zA-Z]+|"
    r"\S+@\S+\.\w+|https?://\S+|\b\w+_\w+\b|\b[A-Z]{2,}[a-z]*\d*\b|" + _joined(_ZH_NAME)
)
WORD = Pattern(r"[a-z]+(?:'[a-z]+)?|[\u3400-\u9fff]")
