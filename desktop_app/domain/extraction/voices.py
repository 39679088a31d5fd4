"""What stands in a message without being said by its speaker: quotations, pasted text, fiction.

Such stretches are blanked before the rules read the text, so nothing in them becomes a fact.
"""

from __future__ import annotations

import re

from desktop_app.domain.patterns import Pattern

BLANK = "\x00"

_FENCE = Pattern(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_INLINE_CODE = Pattern(r"`[^`\n]{1,400}`")
_QUOTED_LINE = Pattern(r"(?m)^[ ]{0,3}(?:>|\|)[^\n]*$")
_QUOTES = Pattern(
    r"“[^”]{0,2000}(?:”|\Z)|「[^」]{0,2000}(?:」|\Z)|『[^』]{0,2000}(?:』|\Z)|《[^》]{0,200}》|"
    r"(?<!\d)\"[^\"]{0,2000}(?:\"|\Z)"
    r"|(?<![a-z0-9])'[^'\n]{12,600}'(?![a-z])"
)
# A short quotation after these is a name or a term, not somebody's speech.
_NAMING = Pattern(
    r"(?:叫|叫做|名叫|名字是|名字叫|称呼我|称为|是|对|吃|有|call me|named|called|name is|nickname is|i am|"
    r"i'm|take|to|on)[ :]*$"
)
_SHORT_QUOTE = 12

_FICTION = Pattern(
    r"(?:写|编|构思|创作)[^。\n]{0,10}(?:小说|剧本|童话)|(?:小说|剧本|电视剧|电影|连续剧|这部剧|剧|"
    r"动漫|漫画|综艺|童话|寓言|游戏)(?:里|中|的(?:主角|人物|女|男|开头|结尾|角色))|剧情|写(?:一|个|篇|"
    r"段)+[^。\n]{0,12}(?:故事|小说|文章|剧本|短文|作文|童话|对话|场景)|编(?:一|"
    r"个)+[^。\n]{0,10}(?:故事|对话|病例|人物)|讲(?:一)?个[^。\n]{0,10}故事|故事(?:里|中|"
    r"的主角|是这样|梗概|设定|背景)|"
    r"主角|主人公|男主|女主|反派|虚构|角色扮演|扮演|假装(?:你|我)|设定[:是]|人设|游戏角色|同人文|"
    r"\b(?:in|for|of|from|write|writing|wrote|about) (?:my|a|an|the|this|your|his|"
    r"her) (?:\w+ ){0,2}(?:novel|screenplay|fan ?fic(?:tion)?|fairy ?tale|short story|comic|script|"
    r"sitcom|tv show|soap opera)\b|"
    r"\b(?:write|tell|invent|make up|compose|draft|create|continue|generate)\b[^.\n]{0,40}\b(?:story|"
    r"tale|poem|dialogue|scene|script|song|character|essay|monologue|vignette|limerick|sketch|"
    r"case study|case vignette|patient profile|persona)\b|"
    r"\b(?:role[- ]?play|protagonist|fictional|fictitious|pretend (?:you|i|to|that)|act as|"
    r"in the (?:movie|film|show|series|book|game|episode|story)|main character|the hero(?:ine)?\b|"
    r"the villain|"
    r"character in|character (?:named|called|is|has|who)|you are (?:a|an|now) (?:\w+ )?(?:patient|"
    r"doctor|nurse|character)|imagine (?:a|an|that|you)|once upon a time|dungeons|d&d|rpg)\b"
)
_FOREIGN = Pattern(
    r"帮(?:我|忙)?(?:写|编|拟|起草|发|想)[^。\n]{0,16}(?:假条|邮件|短信|消息|文案|信|朋友圈|"
    r"说明|检讨|申请|理由|借口|评论)|"
    r"\b(?:write|draft|compose)\b[^.\n]{0,30}\b(?:letter|email|note|message|excuse|post|text|speech|reply)\b|"
    r"(?:总结|概括|翻译|改写|润色|分析|点评|校对|解读|解释|归纳|朗读|看看|评价|修改|提取|缩写|扩写|"
    r"续写|检查)[^。\n]{0,12}(?:这|那|下面|以下|如下)[^。\n]{0,8}(?:文章|段话|段文字|"
    r"话|句子|报道|新闻|帖子|内容|材料|文字|文本|段落|论文|摘要|说明书|笔记|短文|邮件|病历|出院小结|报告|"
    r"对话|聊天记录|评论|段|篇|代码)|"
    r"(?:翻译|译成|翻成|润色|改写|校对|扩写|缩写|续写|修改|改一改|改一下|概括|总结)[^。\n]{0,12}[:：]|(?:以下|下面|"
    r"如下)(?:是|"
    r"为)?[^。\n]{0,12}(?:文章|报道|新闻|帖子|说明书|论文|原文|摘要|摘录|节选|转发|题目|例题|例句|"
    r"病历|病例|案例|评论|聊天记录|消息|短信|邮件|内容|报告单?|出院小结|记录|材料|资料)|"
    r"(?:转发|转自|摘自|原文|引用|来源|出处|题目|例题|例句|病例讨论|案例|选择题|问答题|考题|模拟题|转载)[:：]|"
    r"(?:网上|网友|新闻|报道|报纸|杂志|文章|帖子|书上|书里|课本|百科|公众号|朋友圈|微博|知乎|小红书|"
    r"抖音|视频|论坛|贴吧|说明书)(?:里|上|中)?(?:有人|有个人|有个帖子|的人|一个人)?(?:说|写|讲|"
    r"提到|报道|称|分享|介绍|发的?|看到)|"
    r"看到(?:一|个|条|篇)+[^。\n]{0,8}(?:新闻|报道|帖子|文章|视频|案例)|"
    r"\b(?:summari[sz]e|translate|proofread|paraphrase|rewrite|rephrase|"
    r"tl;?dr)\b[^.\n]{0,30}\b(?:this|the following|following|below|text|article|paragraph|passage|"
    r"sentence|letter|email|abstract)\b|"
    r"\b(?:edit|analy[sz]e|critique|fix|correct|improve|review|explain|shorten|extract|classify|"
    r"check)\b[^.\n]{0,30}(?:\bthe following\b|\bbelow\b|\b(?:this|the) (?:text|article|paragraph|"
    r"passage|sentence|letter|email|abstract|note|post|excerpt|leaflet|transcript|story|page|chapter|"
    r"code)\b)|"
    r"\btranslate\b[^.\n]{0,30}:|\b(?:here is|here's|below is|the following is|this is|see) (?:the|"
    r"an?|my friend's|some)?\s?(?:\w+ )?(?:article|post|excerpt|email|text|passage|abstract|case|"
    r"vignette|transcript|leaflet|quote|forum post|blog post|news)\b|"
    r"\b(?:article|blog|post|news|paper|study|website|leaflet|wikipedia|reddit|forum|headline|"
    r"textbook|book|magazine|newspaper|tweet|podcast|video)\b[^.\n]{0,24}\b(?:says?|said|claims?|"
    r"reads?|states?|reports?|described|describes|wrote|mentions?|tells?)\b|"
    r"\b(?:exam|quiz|practice|board|multiple[- ]choice|usmle|homework|test) (?:question|case|"
    r"problem)\b|\bvignette\b|\bcase study\b|\bsample (?:note|case|patient|text|letter)\b|"
    r"\b(?:forwarded|original) message\b|^subject: |^from: .*@|\bquote:|"
    r"\b(?:read|saw|found) (?:an?|this|that) (?:\w+ ){0,2}(?:article|post|story|book|report|tweet|"
    r"thread)\b|\bfor example, (?:a|someone)\b|\b(?:a|an) \d{1,2}-year-old (?:man|woman|male|female|"
    r"boy|girl|patient) (?:presents|comes|is brought|with a history)\b|\blyrics?\b"
)
# He wrote me: what follows the colon are somebody else's words, in the first person as often as not.
_SAID_BY_OTHERS = Pattern(
    r"(?:他|她|他们|她们|朋友|同事|同学|室友|闺蜜|老板|领导|客户|邻居|对方|网友|群里|有人|别人|"
    r"[爸妈哥姐弟妹公婆])(?:昨天|今天|刚才?|"
    r"在群里|在微信上?|给我|跟我|对我|和我|又|还|就)*(?:发|说|写|讲|回|问|留言|告诉|转)(?:给?我|来|了|过|的|道|"
    r"一?段话?)*:"
    r"[^\n]*"
    r"|\b(?:he|she|they|my \w+|somebody|someone|a friend|this guy) (?:just |then )?(?:said|says|wrote|writes|texted|"
    r"messaged|sent|posted|replied|goes|told)(?: (?:me|us|this|back|the group))*:[^\n]*"
)
# Words that bring the speaker back after a story or a pasted text.
_RETURN = Pattern(
    r"我自己|我本人|至于我|而我(?=有|对|是|也)|说回我|回到我|现实(?:中|里)|话说回来|言归正传|"
    r"顺便说|对了|另外我|题外话|我这边|不过我(?=有|对|是|也|自己)|"
    r"\b(?:as for me|for my part|in real life|i myself|myself, i|back to me|by the way|btw|"
    r"personally|on my side|in my own case|my own|unlike him|unlike her|like her, i|like him, i)\b"
)
# A frame that is named only afterwards: 这是我小说里的…, that was from my novel.
_BACKWARD = Pattern(
    r"(?:这|以上|上面|前面|那)(?:些|段|个)?(?:只|都|全|其实)?(?:是|为)[^。\n]{0,10}(?:小说|"
    r"故事|剧本|台词|剧情|虚构|编的|歌词|新闻|文章|题目|例子|假的|游戏)|"
    r"\b(?:that's|that is|this is|that was|it's|it was|those are|"
    r"the above is)\b[^.\n]{0,24}\b(?:novel|story|movie|film|script|character|fiction|made up|"
    r"article|textbook|lyrics|quote|example|game|show|case study)\b"
)
_SENTENCE_END = Pattern(r"[。!?！？\n]|\.(?=\s|$)")


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + BLANK * (end - start) + text[end:]


def blank_foreign_words(text: str) -> str:
    """A normalised text of the same length in which what the speaker does not say himself is blanked."""
    for pattern in (_FENCE, _QUOTED_LINE, _INLINE_CODE):
        for match in pattern.finditer(text):
            text = _blank(text, *match.span())
    for match in _SAID_BY_OTHERS.finditer(text):
        text = _blank(text, *match.span())
    frame = _frame_start(text)
    for match in list(_QUOTES.finditer(text)):
        start, end = match.span()
        named = _NAMING.search(text, max(0, start - 16), start)
        inner = text[start + 1 : end - 1]
        if named and end - start - 2 <= _SHORT_QUOTE and not re.search(r"[,。!?，]", inner):
            text = text[:start] + " " + inner + " " + text[end:]
        else:
            text = _blank(text, start, end)
    if frame is not None:
        text = _blank_frame(text, frame)
    backward = _BACKWARD.search(text)
    if backward:
        text = _blank(text, 0, backward.end())
    return text


def _frame_start(text: str) -> int | None:
    """Where a story or somebody else's text begins: at the sentence that announces it."""
    starts = [match.start() for pattern in (_FICTION, _FOREIGN) if (match := pattern.search(text))]
    if not starts:
        return None
    first = min(starts)
    begin = 0
    for match in _SENTENCE_END.finditer(text, 0, first):
        begin = match.end()
    return begin


def _blank_frame(text: str, start: int) -> str:
    back = _RETURN.search(text, start)
    while back:
        # The way back has to open a sentence or a clause.
        before = text[start : back.start()].rstrip()
        if not before or before[-1] in "。!?,;.\n，！？":
            return _blank(text, start, back.start())
        back = _RETURN.search(text, back.end())
    return _blank(text, start, len(text))
