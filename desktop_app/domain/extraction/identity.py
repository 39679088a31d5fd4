"""Who somebody is: name, age, sex, blood type, contact, residence, occupation, family status."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.lexicon import SURNAME, alternation
from desktop_app.domain.extraction.lexicons import people
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.extraction.subjects import NOBODY
from desktop_app.domain.memory import Category, FactStatus

_ZH_NAME = rf"{SURNAME}[\u4e00-\u9fff]{{1,2}}"
_END_ZH = r"(?=$|[,。;!?\s、(]|吧|就行|就好|就可以|即可|呢|啊|呀|哦|哈|,|男|女|今年|\d|年龄|住|现|因|性别|[,]?患|系|来自|是(?!谁))"
_NAMED_ZH = (
    re.compile(
        rf"(?:叫做|叫作|名叫|名字是|名字叫做?|大名是?|全名是?|本名|真名|姓名[:是 ]*|称呼[我他她]?(?:为)?|英文名(?:字)?(?:是|叫)?|小名(?:是|叫)?|昵称(?:是|"
        rf"叫)?|网名(?:是|叫)?)(?P<name>[\u4e00-\u9fff·]{{1,6}}?|[a-z][a-z .'-]{{0,24}}?){_END_ZH}"
    ),
    re.compile(
        rf"(?<![不])叫(?!我(?:去|来|做|吃|别|不|回|注意|多|少|住|休|好|复|今|明|后|下))(?:我|他|她)?(?P<name>(?!什么|啥|他|她|我|你|做|人|车|外|"
        rf"医生|救|苦|停|醒|号|个|一|了|大家|嚣)[\u4e00-\u9fff·]{{1,4}}?|[a-z][a-z .'-]{{0,24}}?){_END_ZH}"
    ),
    re.compile(rf"(?:免贵)?姓(?P<name>(?!名|氏|什么)[\u4e00-\u9fff]{{1,2}}?){_END_ZH}"),
    re.compile(rf"(?:我是|患者|病人|患儿|本人)[:是]?\s?(?P<name>{_ZH_NAME})(?=$|[,。;!?\s(、]|男|女)"),
)
_NAMED_EN = re.compile(
    r"\b(?P<intro>my (?:full |first |last |real |middle )?name(?:'s| is)|(?:his|her|its) (?:full |first |"
    r"last )?name(?:'s| is| was)|name(?: is|:)|(?:please |just |you can |people |everyone |friends |"
    r"they )?(?:call|calls) (?:me|him|her)|i go by|goes by|this is|i'm|i am|im|i was named|named|pt|"
    r"patient(?:'s name)?(?: is|:)?|nickname is|surname is|known as)[: ]+(?P<name>\S.{0,60})"
)
_NAME_WORDS = re.compile(
    r"(?:(?:[A-Z][a-zA-Z'’.-]*[a-zA-Z]|[A-Z]\.?|de|van|von|der|la|del|bin|al|Mc[A-Z]\w+|"
    r"[\u4e00-\u9fff]{2,4})(?:\s+|$|(?=[,.;!?(])))+"
)
_NOT_NAMES = frozenset(
    "I Hi Hello Allergic Diabetic Dr Mr Mrs Ms Monday Tuesday Wednesday Thursday Friday Saturday Sunday J"
    "anuary February March April May June July August September October November December "
    "A An The Not Very So On In At From Currently Really Just Always Also Taking Chinese English American"
    " German French Indian Japanese Canadian British Australian Mexican Italian Spanish Asian Muslim Cath"
    "olic Jewish Christian T2DM HTN NKDA OK Vegan Vegetarian ADHD PTSD "
    "CEO CTO CFO UX UI IT HR PM QA PhD RN MD GP MRI CT Type Male Female Sorry Sick Tired Pregnant Fine Go"
    "od Great Afraid Glad Happy Sure Male Old Years Google Microsoft Apple Siemens Amazon BP HR".split()
)
_FAMILY_NAME_EN = re.compile(
    rf"\b(?:my|our|his|her)\s(?:[\w-]+\s){{0,"
    rf"2}}(?P<who>{alternation(people.FAMILY_EN + '|friend|colleague|neighbor|neighbour|boss|dog|cat')})"
    rf"(?:'s name is|,? (?:is )?(?:named|called)|,|)\s(?P<name>\S.{{0,40}})"
)
_FAMILY_NAME_ZH = re.compile(
    rf"(?:我|咱)(?:家|的|家的|那|那个)?(?P<who>大女儿|小女儿|女儿|儿子|闺女|老公|老婆|丈夫|妻子|哥哥|弟弟|姐姐|妹妹|孙子|孙女|妈妈|爸爸|母亲|父亲|宝宝|外孙女?|"
    rf"表[哥弟姐妹]|堂[哥弟姐妹]|爱人|侄[子女]|外甥女?|奶奶|爷爷)(?:叫|名叫|名字叫|名字是)?(?P<name>(?:小|阿|大)[\u4e00-\u9fff]|"
    rf"(?:{SURNAME})[\u4e00-\u9fff]{{1,2}}|[\u4e00-\u9fff]{{2,3}}(?=今年|叫))(?=今年|有|患|得|对|也|在|上|是|,|每|去|最|"
    rf"从|刚|昨|吃|因|不|\d|$|已|才|快)"
)
_NOT_ZH_NAME = re.compile(
    r"^(?:上|下|昨|今|明天|前|去|最|刚|已|也|都|在|有|对|得|就|还|没|不|一|又|才|最|能|会|要|想|今年|以前|现在|最近|经常|一直|昨天|常常|高血压|高烧|高热|经过|"
    r"曾经|明天|于是|马上|都是|因为|时常|常年|平时|平常|严重|金属|安徽|江苏|江西|石家庄|连续|连云港|程序员|和我|和他|陪我|左撇|右撇|应该|常规|全职|白领|白血病|毛病|黄疸|"
    r"高中|高级|时候|方便|包括|解放军|单身|单位|农民|司机|老师|从小|关节|关心|支气管|万一|项目|钱|江|高龄|高考|单亲|古|方案|成年|管理|成都|常州|温州|金华|康复|安全|习惯|"
    r"祖父|祖母|冷|凌晨|武汉|文员|和田)|(?:人|的|师|员|工|生|病|症|痛|疼|了|过|着|吗|吧|呢|史|者|市|省|子|党|控|粉|族|迷)$"
)

_AGE_ZH = re.compile(
    r"(?P<age>(?<![\d.])(?:1[01]\d|[1-9]?\d)(?:\.5)?\s?(?:多|来)?(?:周?岁)(?:多|半|\d{1,2}个月)?|"
    r"(?<![\d])[一二三四五六七八九十两]{1,4}(?:多|来)?(?:周)?岁(?:半|多)?|(?<!怀孕)(?<!\d)\d{1,2}\s?个(?:半)?月(?:大|零\d+天)|"
    r"(?:刚)?满月|[0-9一二三四五六七八九十]{1,3}个半?月大)"
)
_AGE_BABY_ZH = re.compile(r"(?P<age>\d{1,2}个半?多?月|[一二两三四五六七八九十]{1,2}个半?多?月)(?=$|了|,|大)")
_AGE_BARE_ZH = re.compile(
    r"(?:今年|年龄|年纪|已经|都|快|马上|才|刚|刚满|岁数)[:是]?(?:快|都|已经|才|刚|满|有)*(?P<age>(?:1[01]\d|[1-9]\d)(?:多|来)?|"
    r"[二三四五六七八九]十[一二三四五六七八九]?(?:多|来)?)(?=$|[,。;!了吧的\s]|岁)|(?:我|爸|妈|爷|奶|公|婆|娘|爹|父亲|母亲|老人|姥|哥|姐|弟|妹|儿子|女儿)(?:都|"
    r"已经|快|也|今年|现在|马上|刚){0,3}(?P<age2>[1-9]\d(?:多|来)?|[二三四五六七八九]十[一二三四五六七八九]?(?:多|来)?)(?=了(?:$|[,。])|,|$|岁)"
)
_AGE_EN = re.compile(
    r"\b(?:(?P<age>\d{1,3}(?:\.5)?[ -]?(?:years?|yrs?|yr|months?|weeks?|days?)[ -]old|\d{1,3}\s?y/?o\b|"
    r"\d{1,3}\s?yo\b)|(?P<bare>(?:(?<=i'm )|(?<=i am )|(?<=im )|(?<=age )|(?<=aged )|(?<=age: )|"
    r"(?<=age is )|(?<=he's )|(?<=she's )|(?<=is )|(?<=turned )|(?<=turning )|(?<=is now )|"
    r"(?<=just turned ))\d{1,3}|(?<=i'm )(?:thirty|forty|fifty|sixty|seventy|eighty|"
    r"ninety)(?:-\w+)?)(?![\d./%'′-]|\s?(?:kg|lbs?|cm|weeks|pounds|percent|%|minutes|hours|miles|km|feet|"
    r"mg|mm|bpm|degrees|°|days|months|over|°c|stone|stones|euros|dollars|am|pm|years(?! old)|people|"
    r"[a-z]+ pregnant)\b))"
)
_AGE_SEX_EN = re.compile(
    r"(?<![\w.])(?P<age>\d{1,3})\s?(?P<sex>[mf])(?![\w%/])|(?<![\w.])(?P<age2>\d{1,3})[\s-]*(?:y/?o|yo|"
    r"year[ -]old|yr old|years old|yrs)[\s,-]*(?P<sex2>[mf]|male|female|man|woman|boy|girl|lady|gentleman)\b"
)
_AGE_IN_NAME = re.compile(r"(?:^|,)\s*(?:and )?(?P<age>\d{1,3})\s*$")
_BORN = re.compile(
    r"(?:我|他|她|患者|本人)?(?:是|生于|出生于|生日是)?(?P<born>(?:19|20)\d\d\s?年(?:\d{1,2}月(?:\d{1,2}[日号])?)?)(?:出生|生人|生的|"
    r"的$|生$)|(?:生于|出生于|出生日期[:是]?|生日是?)(?P<born2>(?:19|20)\d\d[年-]?(?:\d{1,2}[月-]?(?:\d{1,2}[日号]?)?)?)|"
    r"\bborn (?:in|on) (?P<born3>(?:\w+ )?(?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d)|\b(?:dob|"
    r"date of birth)[: ]+(?P<born4>[\d/.-]{6,10})"
)
_NOT_AGE_NOW = re.compile(
    r"(?:时|的时候|那年|起|开始|就|以前|之前|前|后)$|^(?:时|的时候|那年|起|开始|就|以前|之前|前|得|患|做|查|确诊)"
)

_SEX_ZH = re.compile(
    r"(?:(?:患者|病人|性别|患儿)[:是,，、\s]*(?:[\u4e00-\u9fff]{2,3}[,、\s])?(?P<a>男性?|女性?)(?![儿孩婿友朋的人生士朋])|(?:^|"
    r"[,、\s(岁])(?P<b>男性?|女性?)(?=$|[,、\s;)。\d])|(?:我|他|她|患者)(?:是)?(?:个|一名|一位)?(?P<c>男的|女的|男生|女生|男人|女人|男性|女性|"
    r"男孩|女孩)(?![友朋]))"
)
_SEX_EN = re.compile(
    r"\b(?:sex|gender)[: ]+(?P<a>male|female|m|f)\b|\b(?:i'm|i am|is|as) an? (?:[\w-]+ ){0,3}(?P<b>male|"
    r"female|man|woman|boy|girl)\b|(?:^|, ?|\(|岁 ?|old |y/o |yo )(?P<c>male|female)(?=$|,|;|\.|\)| )|"
    r"\byear[ -]old (?:\w+ )?(?P<d>male|female|man|woman|boy|girl)\b|\b(?:pt|"
    r"patient) is (?:an? )?(?:[\w-]+ )?(?P<e>male|female)\b"
)
_BLOOD = re.compile(
    r"(?:血型|blood (?:type|group))(?:\s?(?:是|为|:|is|=))*\s?(?P<a>(?:rh[\s-]?)?(?:ab|a|b|"
    r"o)(?:\s?型)?(?:\s?血)?(?:\s?(?:rh)?\s?(?:positive|negative|pos|neg|\+|-|阳性|阴性))?)|"
    r"(?P<b>(?<![a-z])(?:ab|a|b|o)\s?型血?(?:\s?rh[\s-]?(?:阳|阴)性)?)(?=$|[,。;!?\s的])|\b(?P<c>(?:ab|a|b|"
    r"o)(?:\s?(?:positive|negative)|[+]|\s?rh\s?(?:positive|negative)))(?=$|[\s,.;])(?: blood)?|"
    r"(?P<d>rh\s?-?(?:阴性|阳性|negative|positive))"
)
_CONTACT = (
    re.compile(r"(?P<v>[a-z0-9._%+-]{1,40}@[a-z0-9-]{1,40}(?:\.[a-z0-9-]{2,24}){1,3})"),
    re.compile(r"(?<![\d.])(?P<v>(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4})(?!\d)"),
    re.compile(
        r"(?:电话|手机|座机|联系方式|号码|phone|cell|mobile|tel|call me (?:at|on)|reach me (?:at|on)|"
        r"number)[^\d+\n]{0,16}(?P<v>\+?\(?\d[\d() -]{5,17}\d)"
    ),
    re.compile(
        r"(?:微信号?|vx|wechat|qq|skype|telegram|line id|whatsapp)(?:号|id)?(?:\s?(?:是|为|:|"
        r"is))*\s?(?P<v>[a-z0-9_+-]{4,24})"
    ),
)
_PLACE_ZH = r"[\u4e00-\u9fffa-z0-9·]{2,20}?"
_PLACE_END = (
    r"(?=$|[,。;!?\s(、]|了(?:$|[,。])|已经|都|快|十|[一二三四五六七八九]年|\d+年|这边|那边|市区|附近|住|工作|上班|生活|,|读|上学|做|当|和|跟|好多年|多年|的|"
    r"呢)"
)
_RESIDENCE_ZH = re.compile(
    rf"(?P<verb>(?:现|目前|现在|一直|长期|暂时|常年|之前|以前|原来|曾经?|小时候|一家)?(?:都)?(?:居)?(?:住|定居|居住|常住|租住|暂住|现居|旅居|搬家?|移居|"
    rf"迁|落户|回)(?:在|到|去|于|址[:是]?|回)?了?|家(?:住|在)|住址[:是]*|地址[:是]*|现住址?[:是]*|"
    rf"籍贯)(?P<place>{_PLACE_ZH}){_PLACE_END}"
)
_MOVED_ZH = re.compile(
    rf"从(?P<old>[\u4e00-\u9fff]{{2,10}}?)(?:搬|迁|移居|移民|回)(?:家|来)?(?:到|去|"
    rf"回)?了?(?P<new>[\u4e00-\u9fff]{{2,12}}?){_PLACE_END}"
)
_LIVED_ZH = re.compile(
    r"在(?P<place>[\u4e00-\u9fff]{2,10}?)(?:住|生活|待|呆|定居)(?P<how>过|了)(?:[一二两三四五六七八九十\d半多好几]+(?:个)?(?:年|月))?"
)
_NOT_PLACE_ZH = re.compile(
    r"^(?:在|院|过|校|了|一起|哪|这|那|不|医院|我|他|她|得|宿舍|酒店|宾馆|楼|家里|一个人|一块|公司|着|附近|满|院了|院治疗|出来|走|家了?$|国外|外面|农村$|城里$|"
    r"学校|心|步|去|我家|你|起来|家|嘴|病房|床|重症|icu|[一二两三四五六七八九十\d]+(?:天|周|个|年|次|楼|层|人))|(?:医院|病房|酒店|科室?|公司|一起|多久|天|"
    r"问题|以后|之后|病)$"
)
_RESIDENCE_EN = re.compile(
    r"\b(?P<verb>(?:i|he|she|we|they|who|family|parents|and|currently|now|still|used to|also|pt|patient|"
    r"has|have|mother|father|mom|dad|mum|sister|brother|son|daughter|wife|husband|friend|"
    r"\w+)?\s?(?:live[sd]?|living|reside[sd]?|residing|moved|move|relocated|based|settled|grew up|"
    r"stay(?:s|ing)?|relocating))\s(?:here |there |alone |back |out |with [\w ]{2,20}? )?(?P<prep>in|to|"
    r"near|outside|at|from|on|just outside|around)\s(?P<place>[^.;!?\n]{2,60})"
)
_PLACE_WORDS = re.compile(
    r"(?:the\s)?(?:(?:[A-Z][\w'’.-]*|of|de|la|St\.|upon|on|and(?=\s[A-Z])|[\u4e00-\u9fff]{2,8}|north|south|"
    r"east|west|northern|southern|central|downtown|upstate)(?:\s+|,\s(?=[A-Z])|$|(?=[,.;!?])))+"
)
_ADDRESS_EN = re.compile(r"\b(?:my |home |mailing )?address(?: is|:)\s(?P<place>[^.;!?\n]{4,60})")

_JOB_ZH = alternation(people.OCCUPATIONS_ZH)
_OCCUPATION_ZH = re.compile(
    rf"(?P<link>职业[:是为]*|是(?:一名|一个|一位|名|个|位|做|搞|干|当)?|当(?:了)?(?:[\d一二三四五六七八九十多几]+年)?(?:的)?(?:一名|一个)?|担任|"
    rf"从事|做(?:了)?(?:[\d一二三四五六七八九十多几]+年)?(?:的)?(?:一名|一个)?|干(?:了)?(?:[\d一二三四五六七八九十多几]+年)?|系|[,、\s(]|^|"
    rf"职务[:是]|工作是|在(?P<org>[\u4e00-\u9fffa-z ]{{1,14}}?)(?:当|做|任|担任|干))(?P<job>(?:(?!是|的|当|做|和|有|我|他|她|在|"
    rf"从)[\u4e00-\u9fffa-z]){{0,7}}?(?:{_JOB_ZH}))"
)
_WORKPLACE_ZH = re.compile(
    r"(?P<v>在(?P<org>[\u4e00-\u9fffa-z]{2,16}?)(?:上班|工作|任职|任教|就职|打工|教书|读书|上学|读(?:大学|研究生|博士|硕士|高中|初中|小学)))"
)
_OCCUPATION_GENERIC_ZH = re.compile(
    r"(?:^|我|他|她|爸|妈|公|婆|人|本人|一直)(?:是|以前是|曾是|退休前是|现在是)(?:一名|一位|一个|个|名|位|做|搞)(?P<job>(?!不|"
    r"什么)[\u4e00-\u9fff]{1,8}?(?:师|员|工|家|长|手|司机|生意|人员|的|商|匠|夫|兵|警|医|农|士))(?=$|[,。;!\s])"
)
_RUNS_ZH = re.compile(
    r"(?:我|他|她|公|婆|爸|妈|哥|姐|弟|妹|女儿|儿子|在[\u4e00-\u9fff]{1,8}?)(?:自己|现在|目前|以前)?(?P<job>(?:开(?:了)?(?:一?家|一?个|"
    r"间)?[\u4e00-\u9fff]{0,6}(?:店|馆|厂|公司|诊所|超市|出租车|出租|滴滴|网约车|货车|大车|卡车|公交车?)|做[\u4e00-\u9fff]{1,6}(?:生意|行业|工作|"
    r"销售|贸易|外贸|电商)|跑(?:出租|滴滴|外卖|运输|长途|业务|销售|货运)|送(?:外卖|快递)|种地|务农|教(?:书|语文|数学|英语|物理|化学|生物|历史|地理|政治|体育|音乐|美术|"
    r"钢琴|舞蹈|高中|初中|小学|幼儿园|大学|瑜伽)|摆摊|经商))"
)
_JOB_EN = alternation(people.OCCUPATIONS_EN)
_OCCUPATION_EN = re.compile(
    rf"(?P<link>\b(?:i'm|i am|im|i was|he's|she's|he is|she is|he was|she was|is|was|as|are|am|be|been|"
    rf"became|become|works? as|worked as|working as|job as|job is|occupation(?: is|:)|profession(?: is|"
    rf":)|employed as|who is)\s(?:now |currently |also |still |actually |just |formerly |once )?(?:an? |"
    rf"the |our |my )?|年.{{0,2}}|,\s(?:an? )?|^(?:occ|occupation(?:al)?(?: hx| history)?|job|work hx|shx|"
    rf"social)[: ]+|^(?=(?:retired |former |ex-)?(?:{_JOB_EN})\b)|是(?:一名|一个)?\s?|做\s?|"
    rf"old )(?P<job>(?:retired |former |"
    rf"ex-)?(?:(?!(?:{_JOB_EN})\b)[a-z0-9'&-]+\s){{0,3}}?(?:{_JOB_EN}))(?![a-z'-]|\s(?:said|says|told|"
    rf"thinks|gave|prescribed|recommended|suggested|advised|wants|asked|put|called|office|visit|"
    rf"appointment|found|diagnosed|started))"
)
_EMPLOYER_EN = re.compile(
    r"\b(?P<v>(?:work|works|working|worked) (?:nights |days |full[- ]time |part[- ]time |shifts |"
    r"night shifts |remotely )?(?:for|at|in(?= (?:an? |the )?(?:\w+ )?(?:factory|hospital|office|warehouse|"
    r"shop|bank|school|restaurant|finance|it\b|marketing|construction|retail|tech|sales|hr\b|healthcare|"
    r"insurance|advertising|logistics|hotel|kitchen|lab|clinic|store|mine|library|university|government|"
    r"real estate|education|manufacturing|publishing|law firm|bakery|supermarket|call cent(?:er|"
    r"re)))) (?P<org>[^.;,!?\n]{2,40}))"
)
_JOB_STOP_EN = frozenset(
    "not no never my your his her their our allergic having taking seeing going trying the that this told sai"
    "d with by to from for like and or but so".split()
)
_RUNS_EN = re.compile(
    r"\b(?P<job>(?:run|runs|ran|own|owns|owned|manage|manages|managed) (?:an? |my own |his own |her own |"
    r"our |the family |our own )(?:small |little |local |family )?(?:\w+ )?(?:bakery|shop|store|"
    r"restaurant|caf[eé]|business|company|clinic|farm|salon|hotel|bar|garage|gym|practice|startup|studio|"
    r"pub|agency|firm|bookstore|bookshop|pharmacy|factory|vineyard|hostel|franchise)|"
    r"(?:drive|drives|drove) (?:an? )?(?:truck|taxi|bus|cab|lorry|uber|forklift|van)(?: for (?:a living|"
    r"work))?|(?:teach|teaches|taught) (?:(?:high school|middle school|elementary|primary|college|"
    r"secondary) )?(?:math|maths|mathematics|english|history|physics|chemistry|biology|music|art|science|"
    r"french|spanish|german|kindergarten|piano|yoga|pe|economics|philosophy|first grade|third grade|"
    r"school)\b)"
)
_RETIRED = re.compile(
    r"退休前|以前|曾经?|原来|之前|年轻时|过去|\b(?:used to|formerly|was|were|worked as|previously|ex-|former|before retiring|"
    r"until)\b"
)
_OTHER = re.compile(
    r"(?P<a>已婚已育|已婚未育|未婚未育|已婚|未婚|离异|离婚了?|丧偶|单身)(?![夫妻妈爸])|(?:我|他|她|家里|我们|家)(?:现在|"
    r"一共)?(?P<b>有(?:[一二两三四五六1-9])(?:个|对)(?:孩子|儿子|女儿|小孩|娃|双胞胎|哥哥|姐姐|弟弟|妹妹|孙子|孙女|兄弟|姐妹))|(?P<c>(?:养了|养着|"
    r"有)[一二两三四1-9]只(?:[\u4e00-\u9fff]{0,4})?(?:狗|猫|兔子|鹦鹉|乌龟|仓鼠))|"
    r"\b(?:i'm|i am|is|am|he's|she's)\s(?:now |recently |happily |still )?(?P<d>married|divorced|widowed|"
    r"single|separated|engaged)\b(?! to my work)|\b(?:i|we|he|she)\s(?:have|has|'ve got)\s(?P<e>(?:one|"
    r"two|three|four|five|six|\d|a|an|no)\s(?:\w+\s)?(?:kids?|children|sons?|daughters?|brothers?|"
    r"sisters?|siblings?|grandchildren|cats?|dogs?|twins|boys?|girls?|rabbits?|parrots?))\b"
)


def extract_identity(reading: Reading) -> None:
    """Find who the people of the message are."""
    for view in reading.views:
        if view.clause.hypothetical:
            continue
        _names(reading, view)
        _ages(reading, view)
        _sex(reading, view)
        _blood_and_contact(reading, view)
        _residence(reading, view)
        _occupation(reading, view)
        _other(reading, view)


def _own(reading: Reading, subjects: tuple[str, ...]) -> tuple[str, ...]:
    return subjects


def _names(reading: Reading, view: View) -> None:
    text = view.text
    for match in _FAMILY_NAME_ZH.finditer(text):
        start, end = view.start + match.start("name"), view.start + match.end("name")
        if not _NOT_ZH_NAME.search(match["name"]) and reading.says(view, start):
            reading.add(Category.NAME, start, end, subjects=view.subjects.at(match.start("name")), claim=True)
    for pattern in _NAMED_ZH:
        for match in pattern.finditer(text):
            start, end = view.start + match.start("name"), view.start + match.end("name")
            name = match["name"]
            if not reading.says(view, start) or reading.is_claimed(start, end) or not name.strip():
                continue
            if re.search(r"不(?:是)?$", text[: match.start()]) or (
                pattern is _NAMED_ZH[3] and (_NOT_ZH_NAME.search(name) or name in people.OCCUPATIONS_ZH.split("|"))
            ):
                continue
            if pattern is _NAMED_ZH[1] and (
                len(name) < 2
                or re.search(r"^(?:[^我他她]*医生|.*大夫)", text[: match.start()])
                or name.startswith(("病", "药", "什", "这", "那", "不"))
            ):
                continue
            if name.isascii() and not reading.text[start].isupper():
                continue
            if reading.norm[start:end] in ("先生", "女士", "医生", "大夫", "患者"):
                continue
            if any(mention.start < end and start < mention.end for mention in view.mentions):
                continue
            reading.add(
                Category.NAME,
                start,
                end,
                subjects=view.subjects.at(match.start("name") if view.subjects.names_somebody else 0),
            )
    for match in _FAMILY_NAME_EN.finditer(text):
        _latin_name(reading, view, match.start("name"), view.subjects.at(match.start("name")), direct=True)
    for match in _NAMED_EN.finditer(text):
        subjects = view.subjects.at(match.start("name"))
        _latin_name(reading, view, match.start("name"), subjects, intro=match["intro"])


def _latin_name(
    reading: Reading, view: View, offset: int, subjects: tuple[str, ...], *, intro: str = "", direct: bool = False
) -> None:
    start = view.start + offset
    if not reading.says(view, start):
        return
    words = _NAME_WORDS.match(reading.text, start, view.clause.end)
    if not words:
        if intro.startswith("my name") or "call" in intro or "name" in intro:
            lower = re.match(r"[a-z][a-z'-]{1,19}(?=$|[\s,.;!])", reading.norm[start : view.clause.end])
            if lower and reading.norm[start : start + lower.end()] not in (
                "the",
                "a",
                "an",
                "not",
                "when",
                "if",
                "back",
                "in",
                "on",
                "at",
                "later",
                "my",
                "names",
                "is",
                "for",
            ):
                reading.add(Category.NAME, start, start + lower.end(), subjects=subjects)
        return
    tokens = words.group().split()
    kept = []
    for token in tokens:
        if (
            token.strip(".,") in _NOT_NAMES
            or (token.isupper() and len(token) > 3 and not direct)
            or token.lower().startswith(("i'm", "i’m", "i'"))
        ):
            break
        kept.append(token)
    while kept and kept[-1] in ("de", "van", "von", "der", "la", "del"):
        kept.pop()
    if not kept or kept[0] in ("de", "la"):
        return
    end = start + words.group().index(kept[-1], sum(len(one) for one in kept[:-1])) + len(kept[-1])
    if any(mention.start < end and start < mention.end for mention in view.mentions) or _NOT_ZH_NAME.search(
        words.group()
    ):
        return
    after = reading.norm[end : end + 12]
    if intro in ("i'm", "i am", "im", "this is", "pt", "patient") and (
        re.match(r"\s(?:citizen|speaker|years?|born|by)", after) or re.search(r"\bnot\s*$", view.text[:offset])
    ):
        return
    reading.add(Category.NAME, start, end, subjects=subjects)
    following = re.match(
        r",?\s(?:and\s)?(?:aged?\s)?(?P<age>\d{1,3})(?=$|[,.;\s])(?!\s?(?:kg|cm|lbs))", reading.norm[end : end + 14]
    )
    if following:
        reading.add(
            Category.AGE,
            end + following.start("age"),
            end + following.end("age"),
            subjects=subjects,
            valid_from=reading.said_on.isoformat(),
        )


def _ages(reading: Reading, view: View) -> None:
    today = reading.said_on.isoformat()
    text = view.text
    for match in _AGE_SEX_EN.finditer(text):
        group, sex = ("age", "sex") if match["age"] else ("age2", "sex2")
        if not 0 < int(match[group]) < 120 or not reading.says(view, view.start + match.start()):
            continue
        if group == "age" and not (reading.clinical or reading.text[view.start + match.start("sex")].isupper()):
            continue
        subjects = view.subjects.at(match.start(group))
        if (
            match[sex] in ("man", "woman", "boy", "girl", "lady", "gentleman")
            and re.search(r"\ba \d*$|\b(?:an? )$", text[: match.start()])
            and not view.subjects.names_somebody
            and not reading.clinical
        ):
            continue
        reading.add(
            Category.AGE,
            view.start + match.start(group),
            view.start + match.end(group),
            subjects=subjects,
            valid_from=today,
        )
        reading.add(Category.SEX, view.start + match.start(sex), view.start + match.end(sex), subjects=subjects)
    for pattern in (_AGE_ZH, _AGE_BABY_ZH, _AGE_BARE_ZH, _AGE_EN):
        for match in pattern.finditer(text):
            if pattern is _AGE_BABY_ZH and not re.search(
                r"(?:宝宝|孩子|宝贝|娃|儿子|女儿|婴儿|崽|孙子|孙女|小孩|闺女|丫头)(?:现在|今天|刚|才|已经|快|马上|都|有)*$",
                text[: match.start()],
            ):
                continue
            group = next(name for name, value in match.groupdict().items() if value)
            start, end = view.start + match.start(group), view.start + match.end(group)
            if not reading.says(view, start) or reading.is_claimed(start, end):
                continue
            after, before = text[match.end(group) :], text[: match.start(group)]
            if (
                _NOT_AGE_NOW.search(after[:4])
                or re.match(r"(?:初潮|绝经|结婚|上学|参加工作|入伍|退休|出国|离家|丧)", after)
                or re.search(
                    r"(?:从|自|在|满|到|超过|以上|不到|未满|at|when i was|when he was|when she was|since|by|was|were|until|"
                    r"before|over|under|about)\s?(?:age |the age of )?$",
                    before,
                )
            ):
                if not re.search(r"(?:刚|才)满$", before):
                    continue
            if (
                re.match(r"^(?:以上|以下|以内|左右的(?:人|老人)|的(?:老人|时候|男|女|人)|孩子$|儿童)", after)
                and not view.subjects.names_somebody
            ):
                continue
            if group in ("bare",) and re.search(
                r"(?:[a-z]+ (?:pressure|rate|sugar|weight|temp\w*|bp|a1c|budget|price|number|address|room|"
                r"score|level|spo2|bmi))(?: \w+)? is\s?$",
                before,
            ):
                continue
            if (
                group == "bare"
                and re.search(r"\bis (?:now |already |only )?$", before)
                and not view.subjects.ends_at(
                    re.search(r"\s*is (?:now |already |only )?$", before).start()  # type: ignore[union-attr]
                )
                and not re.search(r"\b(?:age|who) is $", before)
            ):
                continue
            reading.add(Category.AGE, start, end, subjects=view.subjects.at(match.start(group)), valid_from=today)
    for match in _BORN.finditer(text):
        group = next(name for name, value in match.groupdict().items() if value)
        start = view.start + match.start(group)
        if reading.says(view, start) and (reading.norm[start : start + 4].isdigit() or group in ("born3", "born4")):
            reading.add(
                Category.AGE,
                start,
                view.start + match.end(group),
                subjects=view.subjects.at(match.start(group)),
                valid_from=today,
            )


def _sex(reading: Reading, view: View) -> None:
    for pattern in (_SEX_ZH, _SEX_EN):
        for match in pattern.finditer(view.text):
            group = next(name for name, value in match.groupdict().items() if value)
            start, end = view.start + match.start(group), view.start + match.end(group)
            if reading.says(view, start) and not reading.is_claimed(start, end):
                if (
                    group == "b"
                    and pattern is _SEX_ZH
                    and not (
                        reading.clinical
                        or re.search(
                            r"岁|\d|姓名|性别|患者|名", view.text + reading.norm[max(0, start - 12) : end + 12]
                        )
                    )
                ):
                    continue
                reading.add(Category.SEX, start, end, subjects=view.subjects.at(match.start(group)))


def _blood_and_contact(reading: Reading, view: View) -> None:
    for match in _BLOOD.finditer(view.text):
        group = next(name for name, value in match.groupdict().items() if value)
        start, end = view.start + match.start(group), view.start + match.end(group)
        if group in ("b", "c") and not re.search(r"血|blood|rh|是|i'm|i am", view.text):
            continue
        if group == "b" and re.search(r"[甲乙丙]|肝炎|流感|性格|行为|超|血友|题", view.text):
            continue
        if reading.says(view, start):
            reading.add(Category.BLOOD_TYPE, start, end, attribute="rh" if group == "d" else "")
    for pattern in _CONTACT:
        for match in pattern.finditer(view.text):
            start, end = view.start + match.start("v"), view.start + match.end("v")
            if reading.says(view, start) and not reading.is_claimed(start, end):
                kind = "email" if "@" in match["v"] else "messenger" if pattern is _CONTACT[3] else "phone"
                reading.add(Category.CONTACT, start, end, attribute=kind, subjects=view.subjects.leading(match.start()))


def _residence(reading: Reading, view: View) -> None:
    text = view.text
    for match in _MOVED_ZH.finditer(text):
        if not reading.says(view, view.start + match.start()):
            continue
        subjects = view.subjects.leading(match.start())
        for group, status in (("old", FactStatus.PAST), ("new", FactStatus.CURRENT)):
            if not _NOT_PLACE_ZH.search(match[group]):
                reading.add(
                    Category.RESIDENCE,
                    view.start + match.start(group),
                    view.start + match.end(group),
                    subjects=subjects,
                    status=status,
                )
    for match in _RESIDENCE_ZH.finditer(text):
        start, end = view.start + match.start("place"), view.start + match.end("place")
        place = match["place"]
        if not reading.says(view, start) or reading.is_claimed(start, end) or _NOT_PLACE_ZH.search(place):
            continue
        if match["verb"].endswith("回") and not match["verb"].endswith(("搬回", "迁回")):
            continue
        if match["verb"] in ("籍贯", "搬", "搬了", "搬家", "迁", "住了"):
            continue
        if match["verb"] == "住" and not re.search(r"(?:^|[我他她家现都爸妈])$", text[: match.start()]):
            continue
        if re.search(r"打算|想|准备|计划|希望|要(?=搬|移|定)|如果", text[: match.start("place")]):
            continue
        left = bool(re.search(r"以前|之前|原来|曾|小时候|过$", text[: match.start("place")])) or bool(
            re.match(r"过", text[match.end("place") :])
        )
        gone = bool(re.search(r"不(?:再)?(?:住|在)", text[: match.start("place")]))
        reading.add(
            Category.RESIDENCE,
            start,
            end,
            subjects=view.subjects.leading(match.start()),
            status=FactStatus.PAST if left or gone else FactStatus.CURRENT,
        )
    for match in _LIVED_ZH.finditer(text):
        start, end = view.start + match.start("place"), view.start + match.end("place")
        if (
            reading.says(view, start)
            and not reading.is_claimed(start, end)
            and not _NOT_PLACE_ZH.search(match["place"])
        ):
            over = match["how"] == "过" or bool(re.search(r"以前|之前|曾|小时候", text[: match.start()]))
            reading.add(
                Category.RESIDENCE,
                start,
                end,
                subjects=view.subjects.leading(match.start()),
                status=FactStatus.PAST if over else FactStatus.CURRENT,
            )
    for pattern in (_RESIDENCE_EN, _ADDRESS_EN):
        for match in pattern.finditer(text):
            _english_place(reading, view, match)


def _english_place(reading: Reading, view: View, match: re.Match[str]) -> None:
    text = view.text
    verb = match.groupdict().get("verb") or "live"
    prep = match.groupdict().get("prep") or "in"
    before = text[: match.start("place")]
    if re.search(r"\b(?:want|hope|plan|going|would|might|may|thinking|considering|wish|planning|will|'ll)\b", before):
        return
    subjects = view.subjects.leading(match.start())
    place = match["place"]
    pair = (
        re.match(r"(?P<old>.{2,30}?) to (?P<new>.{2,30})", place)
        if prep == "from"
        else re.match(r"(?P<new>.{2,30}?) from (?P<old>.{2,30})", place)
        if "mov" in verb or "relocat" in verb
        else None
    )
    gone = bool(re.search(r"\b(?:lived|resided|grew up|used to|previously|formerly)\b", before)) and not re.search(
        r"\b(?:have|has|'ve) lived\b", before
    )
    denied = bool(re.search(r"\b(?:no longer|don't|doesn't|not)\b", before))
    places = (
        [(match.start("place") + pair.start(group), group == "old") for group in ("old", "new")]
        if pair
        else [(match.start("place"), gone or denied or (prep == "from" and "mov" in verb))]
    )
    for offset, past in places:
        start = view.start + offset
        words = _PLACE_WORDS.match(reading.text, start, view.clause.end)
        if words and reading.says(view, start):
            found = re.split(r"\s+(?:and|on|of)\s*$", words.group().strip(" ,."))[0]
            months = re.match(
                r"(?:January|February|March|April|May|June|July|August|September|October|November|December|I|"
                r"My)\b",
                found,
            )
            if found and not months:
                reading.add(
                    Category.RESIDENCE,
                    start,
                    start + len(found),
                    subjects=subjects,
                    status=FactStatus.PAST if past else FactStatus.CURRENT,
                )


def _occupation(reading: Reading, view: View) -> None:
    text = view.text
    for pattern in (_OCCUPATION_ZH, _OCCUPATION_GENERIC_ZH, _RUNS_ZH):
        for match in pattern.finditer(text):
            start, end = view.start + match.start("job"), view.start + match.end("job")
            if not reading.says(view, start) or reading.is_claimed(start, end):
                continue
            before, after = text[: match.start("job")], text[match.end("job") :]
            if match["job"].startswith("退休") and re.match(r"(?:之?前|后|金|工资|手续|年龄|了$)", after):
                continue
            if re.search(
                r"^(?:说|给|让|建议|开|叫|告诉|认为|怀疑|问|帮|你好|您好|的(?!$)|都|好|要|看|们|今|把|认|嘱|跟|推荐|$(?<=医生)(?=x))",
                after,
            ) and not re.match(r"^(?:的$)", after):
                continue
            if pattern is _OCCUPATION_ZH:
                link = match["link"]
                if link in ("", ",", " ", "、", "(") or not link.strip():
                    plain = (
                        re.fullmatch(
                            rf"[,、\s(]*(?:{_JOB_ZH}|(?:退休|中学|小学|高中|大学|公司|工厂|建筑|银行)[\u4e00-\u9fff]{{1,8}})",
                            text[match.start() :].strip(),
                        )
                        is not None
                    )
                    if not plain or match["job"] in (
                        "医生",
                        "老师",
                        "护士",
                        "学生",
                        "老板",
                        "教授",
                        "客服",
                        "失业",
                        "主任",
                        "运营",
                        "翻译",
                        "策划",
                        "记者",
                        "人事",
                        "物流",
                        "采购",
                    ):
                        continue
                    if not (
                        reading.clinical
                        or any(
                            one.category in (Category.NAME, Category.AGE, Category.SEX, Category.RESIDENCE)
                            for one in reading.candidates
                        )
                    ):
                        continue
                if re.search(
                    r"(?:不|你|您|如果|想|梦想|希望|想要|像|找|请|问|看|去|不再|去了|见|打算)(?:是|当|做)?(?:个|一个|一名)?$",
                    before,
                ):
                    continue
                if match["job"].startswith(("主任", "前台")) and after:
                    continue
            past = bool(_RETIRED.search(before)) and not re.search(r"现在|目前", before)
            reading.add(
                Category.OCCUPATION,
                start,
                end,
                subjects=view.subjects.leading(match.start())
                if pattern is not _RUNS_ZH
                else view.subjects.at(match.start("job")),
                status=FactStatus.PAST if past else FactStatus.CURRENT,
            )
    if not any(
        one.category is Category.OCCUPATION and view.start <= one.start < view.clause.end for one in reading.candidates
    ):
        for match in _WORKPLACE_ZH.finditer(text):
            start = view.start + match.start("v")
            if (
                reading.says(view, start)
                and not re.search(r"想|打算|希望|以前|曾|正在|刚才|昨天|今天", text[: match.start()])
                and not re.match(r"家|这|哪|外面|一起|那|上面|单位$", match["org"])
            ):
                reading.add(
                    Category.OCCUPATION,
                    start,
                    view.start + match.end("v"),
                    subjects=view.subjects.leading(match.start()),
                )
    for match in _RUNS_EN.finditer(text):
        start, end = view.start + match.start("job"), view.start + match.end("job")
        if (
            reading.says(view, start)
            and view.subjects.at(match.start())
            and not re.search(r"\b(?:want|hope|would|like|plan|going|dream)\b", text[: match.start()])
        ):
            past = bool(_RETIRED.search(text[: match.start()])) or match["job"].startswith(
                ("ran", "owned", "managed", "drove", "taught")
            )
            reading.add(Category.OCCUPATION, start, end, status=FactStatus.PAST if past else FactStatus.CURRENT)
    for match in _OCCUPATION_EN.finditer(text):
        start, end = view.start + match.start("job"), view.start + match.end("job")
        words = match["job"].split()
        first = re.match(
            r"(?:\d+[ -]year[ -]old |\d+yo |healthy |single |married |divorced |male |female |busy |"
            r"proud |very |really |full-time )+",
            match["job"],
        )
        start += first.end() if first else 0
        if not reading.says(view, start) or reading.is_claimed(start, end) or _JOB_STOP_EN & set(words[:-1]):
            continue
        link = match["link"]
        if not link and not (reading.clinical and re.fullmatch(r"[\s.]*(?:\([^)]*\))?", text[match.end("job") :])):
            continue
        if link.startswith(",") and not any(
            one.category in (Category.NAME, Category.AGE) for one in reading.candidates
        ):
            continue
        if re.search(
            r"\b(?:not|n't|want to be|want to become|like|if i were|wish|hope to be|see|dream of being|"
            r"dream is to be)\b[^,]{0,8}$",
            text[: match.start("job")],
        ):
            continue
        if match["job"] == "pm" and not reading.text[start:end].isupper():
            continue
        leading = (
            view.subjects.at(match.start("job"))
            if view.subjects.names_somebody
            else view.subjects.leading(match.start())
        )
        past = bool(_RETIRED.search(text[: match.start("job")])) and not re.search(
            r"\bnow\b", text[: match.start("job")]
        )
        reading.add(
            Category.OCCUPATION, start, end, subjects=leading, status=FactStatus.PAST if past else FactStatus.CURRENT
        )
    if not any(
        one.category is Category.OCCUPATION and view.start <= one.start < view.clause.end for one in reading.candidates
    ):
        for match in _EMPLOYER_EN.finditer(text):
            start = view.start + match.start("v")
            words = re.match(r"(?:an? |the )?(?:[\w'&-]+\s?){1,3}", match["org"])
            if (
                words
                and reading.says(view, start)
                and not re.match(
                    r"(?:me|my|him|her|it|that|all|home|least|this|the moment|night|most|you|a while)\b", match["org"]
                )
            ):
                past = "worked" in match["v"] or "used to" in text
                reading.add(
                    Category.OCCUPATION,
                    start,
                    view.start + match.start("org") + words.end(),
                    status=FactStatus.PAST if past else FactStatus.CURRENT,
                )


def _other(reading: Reading, view: View) -> None:
    for match in _OTHER.finditer(view.text):
        group = next(name for name, value in match.groupdict().items() if value)
        start, end = view.start + match.start(group), view.start + match.end(group)
        if (
            reading.says(view, start)
            and not reading.is_claimed(start, end)
            and view.subjects.at(match.start(group)) != (NOBODY,)
        ):
            if group == "a" and match["a"] == "单身" and not view.subjects.names_somebody and not reading.clinical:
                continue
            attribute = "marital status" if group in ("a", "d") else "family" if group in ("b", "e") else "pets"
            if group == "a" and view.han:
                attribute = "婚姻"
            elif view.han and group in ("b", "c"):
                attribute = "家庭" if group == "b" else "宠物"
            reading.add(Category.OTHER, start, end, attribute=attribute)
