"""Drugs somebody takes, took or does not take."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.dosing import CHANGE_ZH, CHANGED_EN, DOSE_UNIT, FREQUENCY, NUMBER
from desktop_app.domain.extraction.lexicon import Kind, concept_of
from desktop_app.domain.extraction.lexicons.drugs import ZH_FORMS
from desktop_app.domain.extraction.lexicons.people import FAMILY_ZH
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.extraction.scope import last_match
from desktop_app.domain.memory import Category, FactStatus, Polarity
from desktop_app.domain.patterns import Pattern

_TAIL = Pattern(
    rf"(?:{ZH_FORMS}|片|inhaler|吸入剂|注射液|tablets?|pills?|capsules?|cream|patch|gel|xr|er|sr|cr|xl|hfa)?"
    rf"(?:[ ,]?\(?(?:每次|一次|剂量|各)? ?(?P<dose>{NUMBER} ?(?:-|"
    rf"~)? ?(?:{NUMBER})? ?(?P<unit>{DOSE_UNIT})(?:(?<=[\u4e00-\u9fff])|(?![a-z]))(?: ?/ ?(?:日|天|次|day|d))?)\)?)?"
    rf"(?:[ ]{{0,2}}(?:{FREQUENCY})(?![a-z]))*"
    # 一天一次80mg, 一天一粒80的: the dose behind how often
    rf"(?:[ ]{{0,2}}(?:每次|一次|各)? ?(?P<late>{NUMBER} ?(?P<late_unit>{DOSE_UNIT})(?:(?<=[\u4e00-\u9fff])|(?![a-z])))"
    r"|(?<=[片粒颗丸])(?P<bare>\d{1,4}(?:\.\d+)?)(?=的|$))?"
)
_NEW_DOSE = Pattern(
    rf"[^,。;!?\d]{{0,6}}(?:的?(?:剂量|用量|量))?(?:从|由)?(?:{NUMBER} ?(?:{DOSE_UNIT})?)?[^,。;!?\d]{{0,6}}?"
    rf"{CHANGE_ZH} ?(?:每[天日次晚早]|一天|一次)?"
    rf"(?P<zh>{NUMBER} ?(?:-|~)? ?(?:{NUMBER})? ?(?P<zh_unit>{DOSE_UNIT})(?![a-z])"
    rf"(?:[ ]{{0,2}}{FREQUENCY}(?![a-z]))*)"
    rf"|(?: \d[\d.]* ?(?:{DOSE_UNIT})?)?(?: {FREQUENCY})? (?:dose |dosage )?(?:was |is |has been |got |went )?"
    rf"(?:now |recently |just )?{CHANGED_EN}(?: up| down| back)?(?: from \d[\d.]* ?(?:{DOSE_UNIT})?)?"
    rf" to (?P<en>\d[\d.]* ?(?P<en_unit>{DOSE_UNIT})(?![a-z])(?:[ ]{{1,2}}{FREQUENCY}(?![a-z]))*)"
)
# Increase amlodipine (from 5 mg) to 10 mg: the change stands before the name.
_CHANGES_EN = Pattern(
    r"\b(?:increas|rais|chang|reduc|lower|decreas|cut|adjust|titrat|uptitrat|downtitrat|taper|switch)(?:e[ds]?|ing|ed|"
    r"s|t?ting|)(?: up| down| back)?(?: (?:the|his|her|my|your|their))?(?: (?:dose|dosage) of)?(?: from)? ?$"
)
_CHANGES_ZH = Pattern(r"(?:增加|减少|加大|上调|下调|提高|降低|调整|加量|减量)$")
_TO_DOSE_ZH = Pattern(
    rf"(?:的?(?:剂量|用量))?(?:(?:从|由)?{NUMBER} ?(?:{DOSE_UNIT}))?(?:至|到)(?:每[天日次晚早]|一天|一次)?"
    rf"(?P<zh>{NUMBER} ?(?P<zh_unit>{DOSE_UNIT})(?![a-z])(?:[ ]{{0,2}}{FREQUENCY}(?![a-z]))*)"
)
_TO_DOSE_EN = Pattern(
    rf"(?:(?: from)? \d[\d.]* ?(?:{DOSE_UNIT})?(?: {FREQUENCY})?)?(?: dose| dosage)? to "
    rf"(?P<en>\d[\d.]* ?(?P<en_unit>{DOSE_UNIT})(?![a-z])(?:[ ]{{1,2}}{FREQUENCY}(?![a-z]))*)"
)
# 改为10mg每日一次 in a clause of its own, behind the one that names the drug.
_NEW_DOSE_ALONE = Pattern(
    rf"(?:我|今天|今日|现在|目前|今|现|起|开始|给予?|予以?|先|再|已|就|请|都|\s)*"
    rf"{CHANGE_ZH} ?(?:每[天日次晚早]|一天|一次)?"
    rf"(?P<zh>{NUMBER} ?(?P<unit>{DOSE_UNIT})(?![a-z])(?:[ ]{{0,2}}{FREQUENCY}(?![a-z]))*"
    rf"|{FREQUENCY}(?![a-z])).{{0,12}}"
)
# 氨氯地平改为每日两次, "changed to twice daily": how often from then on, at an unchanged dose.
_NEW_FREQUENCY = Pattern(
    rf"[^,。;!?\d改换调]{{0,6}}?(?:(?:从|由)?{FREQUENCY})?{CHANGE_ZH} ?"
    rf"(?:{FREQUENCY}|每[天日](?:早|晚)上?|早晚|隔[天日]一?次?|晚上|早上|必要时)(?:各?一次)?(?:服用|口服|吃|服|用)?"
    rf"|(?: \d[\d.]* ?(?:{DOSE_UNIT}))?(?: {FREQUENCY})?(?: was| is| has been| got)?(?: now| recently| just)?"
    rf" {CHANGED_EN}(?: from {FREQUENCY})? to {FREQUENCY}(?![a-z])"
)
# Taken otherwise is not stopped: 改为每日两次, 改成睡前, "changed to twice daily".
_OTHERWISE_ZH = (
    r"(?!了?\s?(?:每|一[日天次]|晚|早|中午|下午|睡前|饭|餐|空腹|隔[日天]|必要时|按需|口服|静滴|静脉|肌注|皮下|"
    r"间断|长期|\d|半|"
    r"[一二两三四]?[片粒颗]|b\.?i\.?d|q\.?[dn]|t\.?i\.?d|q\d|prn))"
)
_OTHERWISE_EN = (
    r"(?! (?:\d|once|twice|daily|nightly|every|the (?:morning|evening)|at night|bedtime|mornings?|evenings?|b\.?i\.?d|"
    r"q\.?[dn]|t\.?i\.?d|prn|as needed)\b)"
)
_OFTEN = Pattern(
    r"(?:(?:每[天日]|天天)?(?:早晨|早上|清晨|上午|中午|下午|傍晚|晚上|夜里|早晚|早中晚|睡前|睡觉前|饭前|饭后|餐前|"
    r"餐后|空腹)(?:各|饭[前后])?|"
    r"每晚|每早|每周[一二三四五六日天两\d]次?|隔天|隔日|"
    r"(?:每[天日]|一[天日])[一二两三四1-4]次)[,、]?(?:都|各|要|得|会|再|就)?(?:吃|服用|服|口服|用|打|注射|喷|滴|"
    r"喝)?(?:着|了)?\s?$"
    r"|\b(?:every|each) (?:morning|evening|night|noon|afternoon|other day)(?: at \d+)?,? (?:(?:i|he|she) )?"
    r"(?:takes?|uses?|injects?|am taking|is taking)\s?$"
)
# Numbers in words only in front of a counted form: "two tablets of …".
_OFTEN_ALONE = Pattern(
    rf"(?P<said>(?:(?:{FREQUENCY}(?![a-z])|(?:口服|服用|吃|静滴|皮下注射)(?=[每一\d早晚睡隔])"
    rf"|(?:每次|一次|各)? ?{NUMBER} ?{DOSE_UNIT}(?![a-z]))[ 、]?)+(?:口服|服用|服|吃|用)?"
    r"(?:(?<=[片粒颗丸])\d{1,4}(?:\.\d+)?(?=的))?)的?[了吧呢]?$"
)
_NAMED_LAST = Pattern(r"[了的吧]?\s*")
# 胰岛素每天打12单位: how often, the way it is given, how much.
_GIVEN_DAILY_ZH = Pattern(
    r"(?:我|他|她|患者|也|都|要|得|是|现在|目前|一直)*(?:每[天日晚早次]|一[天日]|早晚|早上|晚上|睡前|"
    r"[三早晚]?餐前|饭前)"
    r"(?:早上|晚上|睡前|早晚|[三早晚]?[餐饭][前后])?(?:各|都|要|得|再|皮下)*(?:打|注射|吃|服用?|口服|用|喷|吸|滴|"
    r"喝)(?:了|上)?"
    rf" ?(?P<dose>{NUMBER} ?个?(?P<unit>{DOSE_UNIT})(?![a-z]))"
)
_DOSE_BEFORE = Pattern(
    rf"(?<![a-z\d.])(?:{NUMBER}|half a|a|one|two|three|four) ?个?(?P<unit>{DOSE_UNIT})(?: of| 的|的)? ?$"
)
_ZH_UNIT_HEAD = Pattern(r"(?<=[\d半一二两三四五])(?:个?单位|毫克|微克|毫升|克|片|粒|颗|支|袋|滴)(?=[\u4e00-\u9fff]{2})")
_FORM_ONLY = Pattern(rf"(?:{ZH_FORMS}|片| ?(?:inhaler|tablets?|pills?|cream|patch)\b)?")
_TAKING_ZH = Pattern(
    r"吃|服(?!务|装|气|从)|口服|用(?!户|心|力|处)|打(?!算|扰|车|电|字|架|工)|注射|喝|涂|抹|喷|贴|"
    r"吸(?!烟)|滴|开(?!始(?:咳|头|发)|车|会)|换|改|加(?!重)|予|给|停|戒|断|靠|处方|输|静推|皮下|"
    r"备着|吊|挂|补|上了|嚼|含|减量|继续|维持|先后"
)
_TAKING_EN = Pattern(
    r"\b(?:takes?|taking|took|taken|on|uses?|using|used|prescribed|prescribes?|start(?:s|ed|ing)?|"
    r"given|gave|gives?|put|switch(?:ed|ing)?|inject(?:s|ed|ing)?|began|stop(?:s|ped|ping)?|quit|"
    r"discontinue[ds]?|discontinuing|held|hold|holding|d/c'?d?|dc'?d|"
    r"continue[ds]?|increase[ds]?|decrease[ds]?|finish(?:ed)?|complete[ds]?|came off|off|get(?:s|"
    r"ting)?|receiv(?:es?|ed|ing)|swallow\w*|apply|applies|applying|taper(?:ed|ing)?|wean(?:ed)?|"
    r"tried|trying|weaned|meds?|medications?|rx|treated with|managed with|controlled with|"
    r"controlled on|need(?:s|ed)?|drink(?:s|ing)?|add(?:ed)?|restart(?:ed)?|resume[ds]?|home meds|"
    r"plus|s/p)\b"
)
_HEADER = Pattern(
    r"\b(?:meds?|medications?|current meds|home meds|rx|drugs)\s*[:：]|(?:用药|目前用药|药物|"
    r"口服药|长期用药|用药史|现用药|用药情况)\s*[:：]"
)
_STOP_ZH = Pattern(
    r"停|不(?:用|要|需要|让我)?(?:再)?(?:吃|用|服|打|喝|贴|涂)(?:[\u4e00-\u9fff]{0,8})?了|"
    r"断(?:了|药)|戒(?:了|掉)|吃完了|换掉|不吃了|(?:吃|用|服|打|喝|服用|注射|口服|输)过(?!敏|量)|曾|以前|"
    r"之前(?!.*(?:一直|到现在))|过去|早年|那时|当时|自行停|撤"
)
_STOP_EN = Pattern(
    r"\b(?:stopp?(?:ed|ing)?|quit|discontinued?|d/c'?d?|dc'?d|came off|come off|went off|got off|"
    r"got me off|going off|weaned off|no longer|used to|was on|were on|had been on|had been taking|"
    r"previously|formerly|switched from|changed from|finished|completed|held|holding|"
    r"took|ran out of|tapered off|tried|was taking|were taking|was prescribed|was given|were given|"
    r"gave up|taken off|took (?:me|him|her) off|has not taken|off of|off|anymore|any more)\b"
)
_STOP_AFTER_EN = Pattern(
    rf"^[^,;]{{0,24}}\b(?:(?:was |were )?(?:changed|switched) to\b{_OTHERWISE_EN}|(?:replaced (?:by|with)|anymore|"
    r"any more)\b)|"
    r"^[^,;]{0,40}\b(?:was stopped|stopped|(?:was |were |has been |been |is )?discontinued|(?:was |were |"
    r"is |on )?held|was held|is on hold|d/c'?d|dc'?d|in the past|ago|before|as a child|until|for a week|"
    r"last (?:week|month|year|night)|yesterday)\b"
)
_STOP_AFTER_ZH = Pattern(
    rf"^[^,。]{{0,16}}(?:换成|改成|改为|换为|改用|调整为){_OTHERWISE_ZH}|"
    r"^[^,。]{0,6}(?:我)?(?:已经?|早就?|后来|"
    r"上周|上个月|昨天|前天|去年|也|都|就|现在)?(?:停|不(?:再)?(?:吃|用|打|服)了|断了|吃完了|戒了|没再|"
    r"没有再|吃过|用过|"
    rf"(?:换成|改成|改为){_OTHERWISE_ZH}|换了)"
)
_DENY_ZH = Pattern(
    r"(?:从来没有?|从没有?|从未|没有?|未|不(?!良|适|舒|久|过)|否认|无|别|不能|不可以|不敢|不想|"
    r"拒绝)(?:再|在|有|曾|能|可以|敢|需要|规律|正规|长期|自行|继续|任何|什么|想|愿意|按时|每天|怎么|会|"
    r"要|给|特殊|其他|其它|长期|经常|定期|常规)*(?:吃|服用?|口服|用|打|注射|喝|使用|应用|接受)?(?:过|"
    r"任何|什么|其他|其它|别的|这些|那些|、)*$"
)
# 二甲双胍我没吃, 他不肯吃, "but I'm not taking it": behind the name, or in the clause after it.
_WHO_ZH = (
    r"(?:我|他|她|患者|病人|这个?|那个?|药|但|但是|可|可是|就|却|其实|实际上?|到现在|"
    r"还|一直|都|也|根本|从来|最近|现在|就是|死活|说什么也|,|\s)*"
)
_NOT_TAKEN_ZH = (
    r"(?:没(?:有)?(?:敢|去|在|肯|想)?|未|从未|不(?:肯|愿意?|想|敢|能|可以|让|爱)?(?:再|去)?|拒绝|拒)"
    r"(?:吃|服用?|用|打|涂|喝|注射|口服)(?:过|药|它|呢|的)?(?!完|多|少|好|了|惯|准|饭|下|几)"
)
_NOT_TAKEN_AFTER_ZH = Pattern(rf"^{_WHO_ZH}{_NOT_TAKEN_ZH}")
_NOT_TAKEN_NEXT_ZH = Pattern(rf"{_WHO_ZH}{_NOT_TAKEN_ZH}(?:[^\u4e00-\u9fff].*)?")
_NOT_TAKEN_EN = (
    r"[\s,:-]*(?:but |and |which |though |although |however |yet |still |actually |really |just |currently )*(?:i |he |"
    r"she |i've |i'm |he's |she's |"
    r"they )?(?:am |is |'m |'s |was |have |has |just |still |really |actually )*(?:not (?:been )?taking|not taken|"
    r"never (?:took|takes?|started|taken|filled|"
    r"picked)|(?:do|does|did|have|has|is|wo)n't (?:been |actually |really )?(?:tak(?:e|ing|en)|took|start\w*|fill\w*)|"
    r"refus\w+(?: to take)?|"
    r"will not take|declin\w+)(?: up)?(?: it| them| that| this)?"
)
_NOT_TAKEN_NEXT_EN = Pattern(rf"{_NOT_TAKEN_EN}(?: (?:because|since|as|so|at all|yet|any).*)?")
# 拟加用地高辛，患者拒绝，未用: said of the patient or the family in a clause of its own.
_REFUSED_ZH = (
    r"(?:但|而|因|故|后|经沟通后?|向)?(?:患者|病人|家属|家人|其|本人|他|她|我)?(?:本人|及(?:其)?家属|和家属|家属)?"
    r"(?:仍|均|都|暂时?|坚决|明确|表示|目前|当时|再次|已)*"
    r"(?:拒绝|婉拒|谢绝|拒|不同意|未同意|不接受|未接受|不愿意?|不肯|不想|[暂故]?(?:未|没有?|不|缓)(?:予|给予?|加|"
    r"启|使|应|服|曾)?(?=用|服|给药|执行))"
    r"(?:使用|应用|服用|加用|用药|服药|给药|加药|执行|治疗|接受|用|服|吃|打)?(?:该|此|这个?|上述)?(?:药物?|方案|"
    r"治疗)?了?"
)
_REFUSED_EN = (
    r"(?:but |and |however |though )?(?:(?:the )?(?:patient|pt|family|parents?)|he|she|they|i) (?:has |"
    r"have )?(?:again |politely |"
    r"firmly )?"
    r"(?:declin\w+|refus\w+|did not (?:want|agree|accept|consent)|didn't (?:want|agree|accept)|was not willing)"
    r"(?: to (?:take|start|use|try))?(?: (?:it|this|that|the (?:drug|medication)|treatment))?"
    r"|(?:so )?(?:it was |was )?(?:not|never) (?:started|given|begun|taken|used)"
)
_REFUSED = Pattern(rf"(?:{_REFUSED_ZH}|{_REFUSED_EN})")
_SAME_LIST = Pattern(r"(?:[、/& ]|和|及|与|或|\band\b|\bor\b|[\d.]|mg|g|qd|bid|tid|qn)*")
_NEVER_BEGUN_EN = Pattern(
    r"\b(?:never (?:started|filled|picked up|began)|(?:did|have|has)n't (?:started|start|filled|fill|picked up|"
    r"pick up))"
    r"(?: taking)?(?: (?:the|my|his|her|any))? $"
)
_MAY_I_ZH = Pattern(
    r"(?:我|他|她|他们)?(?:还|现在|到底)?(?:能|可以|可|该|要)(?:不能|不可以|不该|不要)?(?:再|接着|继续)?(?:吃|用|"
    r"打|服|停)"
)
# 打了一个礼拜青霉素, 布洛芬吃了两片: so many doses or days, and it was done.
_TAKEN_ONCE = (
    r"(?:吃|服|服用|口服|打|输|用|注射|喝|吊|挂)了(?:大概|大约|差不多|有|才|就|只|整整|总共|一共|"
    r"\s)*[一二两三四五六七八九十几半\d]+"
    r"(?:个|来|多)?(?:片|粒|颗|支|针|次|回|顿|包|袋|瓶|滴|丸|勺|口|天|周|星期|礼拜|疗程)(?:半)?"
)
_TAKEN_ONCE_BEFORE = Pattern(rf"{_TAKEN_ONCE}(?:的)?$")
_TAKEN_ONCE_AFTER = Pattern(
    rf"^(?:我|他|她|昨[天晚日]|前天|今[早晚天]|当时|那时|还|就|也|已经)*{_TAKEN_ONCE}(?!了|[一-龥]*了$)"
)
_TAKEN_SOME = Pattern(
    rf"{_TAKEN_ONCE}|(?:昨[天晚日]|前[天晚]|今[早晚]|上周|前几天)[^,]{{0,10}}(?:吃|服|用|打|输)了(?!了)"
    r"|\b(?:took|had|used) (?:(?:a|an|one|two|three|four|half an?|some|\d+)\b"
    r"|[a-z]+ (?:once|last night|yesterday|this morning))"
)
_STOPS = Pattern(r"[停戒断撤]|不(?:再)?(?:吃|用|服|打)了|换[成了为]|\b(?:stop|quit|no longer|off|discontinued|until)")
_CURRENT_ZH = Pattern(r"现在|目前|仍|还在|一直|正在|每天|每日|天天|长期|继续|在吃|在用|在打|在服|吃着|开始")
# Considered or advised is not taken.
_NOT_YET = Pattern(
    r"可能|考虑(?!到)|打算|准备|想|建议|might|may|considering|thinking about|going to|plan|suggest|recommend"
)
_ORDERED = Pattern(r"建议.*(?:服|口服)")
# 邻居让我吃三七粉, "my neighbor says I should take aspirin": what others think of is not taken.
_LAY_ZH = (
    r"(?:邻居|邻床|隔壁|隔床|同病房|病友|朋友|同事|同学|室友|老乡|亲戚|熟人|别人|人家|有人|网上|网友|群里|抖音|"
    r"电视|广告|卖药的|店员|"
    rf"老板|战友|牌友|舞友|闺蜜|{FAMILY_ZH}|[爸妈哥姐弟妹])"
)
_DOCTOR_ZH = r"(?:医生|大夫|医师|主任|护士|药师|专家|教授|医院|门诊|急诊|社区|学医)"
_USE_ZH = r"(?:吃|服用?|口服|用|打|注射|喝|试|加|上|买)"
_URGED_ZH = Pattern(
    rf"{_LAY_ZH}(?:(?!{_DOCTOR_ZH})[^,。;]){{0,6}}?(?:让|叫|劝|推荐|建议|介绍|怂恿|鼓励|催|喊)(?:我|俺|咱|他|她|"
    rf"患者|我?[爸妈])?"
    rf"(?:们)?(?:也|去|多|可以|该|应该|试试|最好|赶紧|再|每天|天天)*{_USE_ZH}(?:点儿?|些|一下)?$"
)
_SOMEBODY_ZH = Pattern(rf"{_LAY_ZH}|听说")
_PRAISED_ZH = Pattern(r"(?:说|讲|告诉(?:我|他|她)|听说)[^,。;]{0,6}$")
_PRAISES_ZH = Pattern(
    r"^(?:片|药|针|胶囊|粉)?(?:对[^,。]{1,6})?(?:挺|很|最|特别|比较|更|就|也|都|会|能|可以|还)*"
    r"(?:好(?!了|多了|些|一点|点|转|几|久)|管用|有用|有效|有好处|见效|不错|灵|行(?!走)|预防|治|降|养|保护|补)"
)
_THEN_TOOK = Pattern(
    r"^(?:我|俺|他|她|就|也|已经?|现在|于是|后来|然后|从|昨[天晚]|今[天早]|一直|,|\s)*(?:每[天日晚早]|天天)?(?:都|"
    r"在|也|就)*"
    rf"(?:{_USE_ZH}(?:了|着|上|过|到|一|两|\d|的是)|在{_USE_ZH})"
    r"|^(?:and |so |now )*(?:i|he|she)(?:'ve|'m|'s| have| has| am| is)? (?:been |now |just |already )?(?:tak(?:e|"
    r"es|ing|en)|took|"
    r"start\w*|us(?:e|es|ed|ing)|tried)\b"
)
_URGED_EN = Pattern(
    r"\b(?:someone|somebody|people|everyone|everybody|(?:my|his|her|a|the|our|another) (?:(?!(?:doctor|gp|pcp|"
    r"nurse|np|physician|"
    r"pharmacist|specialist|consultant|surgeon|dentist|provider|clinician|psychiatrist|\w+ologist|doc|clinic|hospital|"
    r"dr)\b)[a-z]+ ){1,3}?)(?: ?(?:keeps?|kept))? ?(?:says?|said|tells?|told|telling|thinks?|suggest(?:s|ed)|"
    r"recommend(?:s|ed)|"
    r"advis(?:es|ed)|wants?|insists?|urge[sd]?|asks?|asked)\b(?:(?!\b(?:doctor|he|she) (?:takes|took|"
    r"is)\b)[^.;,]){0,20}?\b"
    r"(?:should|to|ought to|could|must|try|need to) (?:be |try |start |just |also )*(?:take|taking|use|using|try|"
    r"trying|start)? "
    r"?(?:some |an? |the |daily |baby )*$"
)
_REACTION_ZH = Pattern(
    r"[^,。]{0,4}(?:会|就|总|老)[^,。]{0,4}(?:难受|不舒服|恶心|想吐|吐|疼|痛|晕|拉肚子|反酸|起疹|痒|心慌|犯困|没用|"
    r"不管用)"
)
_NO_DRUGS = Pattern(
    r"(?:没有?|不|未|从不|无)(?:在|再|长期|规律|特殊|需要|常规)*(?:吃|服用?|用)(?:任何|什么|其他|其它|"
    r"别的|过|特殊|常规)*(?P<zh>药物?)(?=$|[,。;史]|物)"
    r"|\b(?:not (?:on|taking)|don't take|doesn't take|do not take|no(?: current| regular| home|"
    r" daily| chronic)?|denies|isn't on|aren't on|n't (?:on|taking))(?: any| any other)?(?: regular|"
    r" prescription| current| daily| other)? (?P<en>medications?|meds|medicines?|drugs|pills|"
    r"prescriptions?)\b(?! allerg| for| reactions?| intoleran)"
)
_BARE_DRUG = Pattern(
    r"(?:on|take|takes|taking|use|uses|using|started|"
    r"prescribed) (?P<name>[a-z][a-z-]{3,24}) (?P<dose>\d+(?:\.\d+)? ?(?:mg|mcg|ug|g|ml|units?|iu)\b)"
)
_BARE_DRUG_ZH = Pattern(
    r"(?:吃|服用?|口服|用|在用|开了?|打|注射|喷|涂|贴)(?:了|着|的|一种|是|"
    r"的是)*(?P<name>[\u4e00-\u9fff]{2,8}?(?:" + ZH_FORMS + r"))(?![\u4e00-\u9fff]?[剂])"
)
_ZH_NAME_HEAD = Pattern(
    r"^(?:[一二两三四五六七八九十半几]+(?:片|粒|颗|支|盒|瓶|个|种|包)|了|的|点儿?|些|过|着|是|就|完|"
    r"这种|那种|每天|早晚|一种)+"
)
_GENERIC_ZH = Pattern(
    r"^(?:[一二两三四五六七八九十半几]|一)?(?:药|片|粒|照片|名片|图片|影片|卡片|薯片|麦片|面膜|肉片|饼片)$|"
    r"(?:图|照|影|卡|薯|麦|唱|芯|碟|名|底|胶|X)片$|(?:肉|鱼|药)丸$"
)
FOOD_NAMES = frozenset(
    (
        "钾",
        "iron",
        "calcium",
        "magnesium",
        "potassium",
        "lithium",
        "contrast",
        "lead",
        "葡萄糖",
        "生理盐水",
        "疫苗",
        "vaccine",
        "creatine",
        "安定",
        "可定",
        "激素",
        "代文",
        "steroid",
        "心律平",
    )
)


def extract_medications(reading: Reading) -> None:
    """Find drugs with a word of taking, a dose, or under a heading, and claim their words."""
    header = False
    sentence = -1
    for view in reading.views:
        if view.clause.sentence != sentence:
            sentence, header = view.clause.sentence, False
        header = header or bool(_HEADER.search(view.text))
        taken_before = False
        for mention in view.mentions:
            if mention.kind is not Kind.DRUG or reading.is_claimed(mention.start, mention.end):
                continue
            taken_before = (
                _drug(reading, view, mention.start, mention.end, header=header or taken_before, listed=mention.listed)
                or taken_before
            )
        _dose_alone(reading, view)
        for match in _NO_DRUGS.finditer(view.text):
            group = "zh" if match["zh"] else "en"
            start, end = view.start + match.start(group), view.start + match.end(group)
            if reading.says(view, start) and not reading.is_claimed(start, end):
                reading.add(Category.MEDICATION, start, end, attribute=match[group], negated=True)
        for pattern in (_BARE_DRUG, _BARE_DRUG_ZH):
            for match in pattern.finditer(view.text):
                start, end = view.start + match.start("name"), view.start + match.end("name")
                if pattern is _BARE_DRUG_ZH:
                    head = _ZH_NAME_HEAD.match(match["name"])
                    start += head.end() if head else 0
                    if end - start < 3 or _GENERIC_ZH.search(reading.norm[start:end]):
                        continue
                if not reading.is_claimed(start, end) and not any(
                    one.start < end and start < one.end for one in view.mentions
                ):
                    _drug(reading, view, start, end, header=True, listed=True)


def _drug(reading: Reading, view: View, start: int, end: int, *, header: bool, listed: bool) -> bool:
    if not reading.says(view, start):
        return False
    text = view.text
    if _MAY_I_ZH.match(text, end - view.start) and view.clause.asks_from < view.clause.end:
        return False  # 阿司匹林我能吃吗
    unit_in_name = _ZH_UNIT_HEAD.match(text, start - view.start)
    if unit_in_name and unit_in_name.end() < end - view.start:
        start = view.start + unit_in_name.end()  # 5毫克氨氯地平: the name begins behind the unit
    if (
        view.clause.asks_from < view.clause.end
        and not view.subjects.names_somebody
        and not re.search(r"在|正|已|着|了|一直|每天", text[: start - view.start])
    ):
        return False  # 服用华法林期间能喝酒吗: asked in general
    left, right = start - view.start, end - view.start
    before, after = text[:left], text[right:]
    tail = _TAIL.match(text, right)
    dose_before = _DOSE_BEFORE.search(before)
    given = _GIVEN_DAILY_ZH.match(text, right)
    dosed = (
        given is not None or bool(tail and (tail["dose"] or tail["late"] or tail["bare"])) or dose_before is not None
    )
    new_dose = _new_dose(view, left, right)
    weighed = new_dose is not None and bool(
        _NOT_YET.search(before[-24:] + text[right : new_dose.end()])
        or re.search(r"[不没未勿]|暂缓|\b(?:not|n't)\b", text[right : new_dose.end()])
    )
    if new_dose is not None and not (weighed or reading.denied(view, start, end)):
        _changed_dose(reading, view, start, end, new_dose, listed=listed)
        return True
    has_frequency = bool(tail and tail.end() > right and tail.group().strip())
    otherwise = _NEW_FREQUENCY.match(text, right)
    value_end = right
    if otherwise and not _NOT_YET.search(before[-24:] + otherwise.group()):
        value_end = otherwise.end()
    elif given:
        value_end = given.end()
    elif tail and (dosed or has_frequency):
        value_end = tail.end()
    else:
        form = _FORM_ONLY.match(text, right)
        value_end = form.end() if form else right
    verb = bool(_TAKING_ZH.search(before)) if view.han else False
    verb = (
        verb
        or bool(_TAKING_EN.search(before))
        or bool(
            re.search(
                r"^[^,。]{0,8}(?:停|吃|用着|在用|在吃|口服|治疗|静滴|qd|bid|控制|维持|过(?!敏|不)|天了|年了|"
                r"一直|换|改)|^(?: that| which)? (?:i|he|she)(?:'m| am| is)? (?:takes?|uses?|on|have|taking)\b|"
                r"^\s(?:was |"
                r"has been |is |dose )?(?:increased|decreased|titrated|reduced|started|added|"
                r"continued|resumed|changed|restarted|initiated|uptitrated|doubled|halved)",
                after,
            )
        )
    )
    not_taken = _is_not_taken(reading, view, end)
    possessed = bool(re.search(r"(?:我的|my|his|her|their)\s?$", before))
    if not (verb or dosed or has_frequency or header or possessed or not_taken or _STOP_AFTER_EN.search(after)):
        previous = _carried(reading, view)
        if not previous:
            return False
    if _is_advice(reading, view, before, after) or _is_about(before, after):
        return False
    if _REACTION_ZH.match(after) and re.search(r"(?:吃|喝|服|用)$", before) and not _CURRENT_ZH.search(before):
        return False  # 吃布洛芬胃会难受: why it is not taken
    name = reading.norm[start:end]
    if name in FOOD_NAMES and not (dosed or re.search(r"吃|服|用|打|take|taking|on |补", before)):
        return False
    spans = view.spans
    negated = (
        not_taken
        or reading.denied(view, start, end)
        or bool(_DENY_ZH.search(_blanked(before, spans)))
        or bool(
            re.search(
                r"\b(?:can't|cannot|can not|won't|refuses? to|refused to|declines? to|declined to|never|not|"
                r"don't|doesn't|didn't|isn't|haven't|hasn't|avoids?|avoiding|denies|deny|without|"
                r"no)\b(?: \w+){0,3} (?:take|taking|taken|use|using|on|been on|tried|need|"
                r"tolerate)? ?(?:any |、 ?(?:or|and|,)? ?)*$",
                _blanked(before, spans),
            )
        )
    )
    past = (_stopped(before, after) or _was_taken_once(view, start, end)) and not weighed and not not_taken
    if negated and past and re.search(r"不(?:用|要|需要|让我)?(?:再)?(?:吃|用|服|打|喝|贴|涂)|\bno longer\b", text):
        negated = False
    if negated:
        past = False
    if _NOT_YET.search(before[-24:]) and not _ORDERED.search(before) and not (dosed and reading.clinical):
        return False
    status = FactStatus.PAST if past else FactStatus.CURRENT
    unit = (tail["unit"] or tail["late_unit"] or "") if tail else ""
    unit = given["unit"] if given else unit
    if dose_before is not None and not reading.is_claimed(view.start + dose_before.start(), start):
        start = view.start + dose_before.start()  # 20 mg of atorvastatin: the dose is part of what is taken
        unit = unit or dose_before["unit"]
    value_end = _with_frequency(reading, view, value_end) if tail and value_end == tail.end() else value_end
    often = _OFTEN.search(text[: start - view.start])
    if often and not (negated or past) and not reading.is_claimed(view.start + often.start(), start):
        start = view.start + often.start()  # when it is taken is part of how it is taken
    reading.add(
        Category.MEDICATION,
        start,
        view.start + value_end,
        attribute=concept_of(Kind.DRUG, name) if not listed else name,
        negated=negated,
        status=status,
        unit=unit,
    )
    return True


def _is_advice(reading: Reading, view: View, before: str, after: str) -> bool:
    """Whether a drug is only what somebody who is no doctor advises, and nothing says that it was taken."""
    said = view.subjects.names_somebody or _SOMEBODY_ZH.search(before)
    praised = said and _PRAISED_ZH.search(before) and _PRAISES_ZH.match(after)
    if not (praised or _URGED_ZH.search(before) or _URGED_EN.search(before)):
        return False
    following = reading.views[view.index + 1] if view.index + 1 < len(reading.views) else None
    told = following is not None and _THEN_TOOK.match(following.text) and reading.says(following, following.start)
    return not told


def was_taken_once(words: str) -> bool:
    """Whether normalised words tell of so many doses or days of a drug, rather than that it was stopped."""
    return _TAKEN_SOME.search(words) is not None and not _STOPS.search(words)


def _was_taken_once(view: View, start: int, end: int) -> bool:
    """Whether so many doses or days were taken and nothing says that it goes on: 吃了两片布洛芬, 打了一周青霉素.

    吃了三天阿莫西林了 goes on, and a while of months or years is as it is told.
    """
    before, after = view.text[: start - view.start], view.text[end - view.start :]
    if _CURRENT_ZH.search(view.text) or re.search(r"了$", after.strip()):
        return False
    return bool(_TAKEN_ONCE_BEFORE.search(before) or _TAKEN_ONCE_AFTER.search(after))


def _is_not_taken(reading: Reading, view: View, end: int) -> bool:
    """Whether the words behind a drug say that it is not taken: refused, never begun."""
    after = view.text[end - view.start :]
    if _NOT_TAKEN_AFTER_ZH.match(after) if view.han else _NOT_TAKEN_NEXT_EN.fullmatch(after):
        return True
    if not view.han and _NEVER_BEGUN_EN.search(view.text[: end - view.start].rsplit(" ", 1)[0] + " "):
        return True
    if _is_refused(reading, view, end):
        return True
    others = any(one.kind is Kind.DRUG and one.start >= end for one in view.mentions)
    if others or view.index + 1 >= len(reading.views):
        return False
    following = reading.views[view.index + 1]
    if any(one.kind is Kind.DRUG for one in following.mentions) or not reading.says(following, following.start):
        return False
    said = _NOT_TAKEN_NEXT_ZH if following.han else _NOT_TAKEN_NEXT_EN
    return said.fullmatch(following.text) is not None


def _is_refused(reading: Reading, view: View, end: int) -> bool:
    """Whether the clauses behind a proposed drug say that it was refused: 拟加用地高辛，已告知风险，患者拒绝."""
    last = max((one.end for one in view.mentions if one.kind is Kind.DRUG), default=end)
    if last > end and not _SAME_LIST.fullmatch(_between_drugs(view, end, last)):
        return False
    for following in reading.views[view.index + 1 : view.index + 4]:
        if _REFUSED.fullmatch(following.text):
            return reading.says(following, following.start)
        if following.mentions or following.clause.sentence != view.clause.sentence:
            return False
    return False


def _between_drugs(view: View, start: int, end: int) -> str:
    """The words of a clause between two places but for the drugs among them."""
    words, at = "", start
    for one in view.mentions:
        if one.kind is Kind.DRUG and one.start >= start:
            words, at = words + view.text[at - view.start : one.start - view.start], one.end
    return words + view.text[at - view.start : end - view.start]


def _with_frequency(reading: Reading, view: View, value_end: int) -> int:
    """Where a drug's words end with how often it is taken, which may stand behind a comma: 2mg，早上一次."""
    if not _NAMED_LAST.fullmatch(view.text, value_end) or view.index + 1 >= len(reading.views):
        return value_end
    following = reading.views[view.index + 1]
    often = _OFTEN_ALONE.match(following.text)
    if (
        following.clause.opener != ","
        or often is None
        or reading.is_claimed(following.start, following.start + often.end())
    ):
        return value_end
    return following.start + often.end("said") - view.start


def _new_dose(view: View, left: int, right: int) -> re.Match[str] | None:
    """The dose that the drug at ``left:right`` of a clause was changed to."""
    match = _NEW_DOSE.match(view.text, right)
    if match is None and _CHANGES_EN.search(view.text[:left]):
        match = _TO_DOSE_EN.match(view.text, right)
    if match is None and _CHANGES_ZH.search(view.text[:left]):
        match = _TO_DOSE_ZH.match(view.text, right)
    if match is None:
        return None
    others = any(
        mention.kind is Kind.DRUG and right < mention.end - view.start <= match.end() for mention in view.mentions
    )
    return None if others else match  # A、B改成10毫克 is B's


def _dose_alone(reading: Reading, view: View) -> None:
    """氨氯地平5mg每日一次，改为10mg: a clause that only changes a dose speaks of the one drug before it."""
    match = _NEW_DOSE_ALONE.fullmatch(view.text)
    if match is None or not view.index or not reading.says(view, view.start):
        return
    before = reading.views[view.index - 1]
    named = {
        (one.attribute, one.subject)
        for one in reading.candidates
        if one.category is Category.MEDICATION
        and before.start <= one.start < before.clause.end
        and one.status is FactStatus.CURRENT
        and one.polarity is Polarity.AFFIRMED
    }
    if len(named) != 1 or before.clause.sentence < view.clause.sentence - 1:
        return
    ((attribute, subject),) = named
    start, end = view.start + match.start("zh"), view.start + match.end("zh")
    reading.add(Category.MEDICATION, start, end, subjects=(subject,), attribute=attribute, unit=match["unit"] or "")


def _changed_dose(reading: Reading, view: View, start: int, end: int, dose: re.Match[str], *, listed: bool) -> None:
    """Keep a drug with the dose it was changed to; it is taken on, whatever was changed."""
    group = "zh" if dose.groupdict().get("zh") else "en"
    name = reading.norm[start:end]
    reading.add(
        Category.MEDICATION,
        start,
        view.start + dose.end(group),
        attribute=name if listed else concept_of(Kind.DRUG, name),
        unit=dose[f"{group}_unit"],
    )


def _carried(reading: Reading, view: View) -> bool:
    """A bare drug right after a clause that gave one: 吃二甲双胍，阿卡波糖; lisinopril and metformin."""
    index = view.index
    if not index or not reading.candidates:
        return False
    before = reading.views[index - 1]
    if before.clause.sentence != view.clause.sentence or len(view.text) > 40:
        return False
    if not reading.has(Category.MEDICATION, before.start, before.clause.end):
        return False
    first = view.spans[0][0] if view.spans else 0
    return bool(
        re.fullmatch(r"(?:(?:and|also|plus|then|or|还有|以及|和|及|另外)\s*)*", view.text[:first].strip() + " ")
    )


def _blanked(before: str, spans: list[tuple[int, int]]) -> str:
    text = before
    for left, right in reversed(spans):
        if right <= len(before):
            text = text[:left] + "、" + text[right:]
    return re.sub(r"(?:、|\s|和|及|或|or|and|,)+$", "", text) + ("、" if spans and spans[0][1] <= len(before) else "")


def _stopped(before: str, after: str) -> bool:
    started = re.search(
        r"\b(?:put (?:me|him|her) on|started|starting|began|switched to|prescribed|restarted|"
        r"added)\b[^,]{0,20}$",
        before,
    )
    if started and not re.search(r"\b(?:stopped|discontinued|held|anymore|switched to|changed to)\b", after):
        return False
    if _STOP_AFTER_ZH.search(after) or _STOP_AFTER_EN.search(after):
        return not re.search(r"^[^,。]{0,6}(?:停不|没停|不能停|不敢停)", after)
    if re.search(r"不(?:用|要|需要|让我)?(?:再)?(?:吃|用|服|打|喝|贴|涂)[\u4e00-\u9fff]{0,4}$", before) and re.match(
        r"[^,。]{0,6}了", after
    ):
        return True
    # 把X换成Y, from X to Y: what comes after the change is current.
    change = re.search(
        r"换成|换为|改成|改为|改用|换了|改吃|改服|调整为|改(?=.{0,2}$)|\b(?:switch|chang|mov|transition|increas|"
        r"decreas|reduc)\w*\b.*\bto\b|replaced by|changed to|and started|now",
        before,
    )
    if change:
        return False
    stop = last_match(_STOP_ZH, before)
    if (
        stop
        and not re.search(r"(?:现在|目前|一直|开始|继续)", before[stop.end() :])
        and not re.search(r"^.{0,12}(?:停不|没停|不停|不能停)", before[stop.start() - 1 if stop.start() else 0 :])
    ):
        return True
    if re.search(
        r"(?:昨[天晚]|前天|上周|上个月|去年|前年|前几天)[^,]{0,10}(?:吃|服|用|打|输)了", before
    ) and not _CURRENT_ZH.search(before):
        return True
    match = last_match(_STOP_EN, before)
    if not match:
        return False
    resumed = (
        (r"\b(?:now|currently|started)\b")
        if match.group() in ("no longer", "used to")
        else (r"\b(?:now|currently|started|takes?|on)\b")
    )
    return not re.search(resumed, before[match.end() :])


def _is_about(before: str, after: str) -> bool:
    """Talk about a drug instead of its use: 二甲双胍是…, the effects of aspirin."""
    if re.search(
        r"^(?:是(?!我|每天)|的(?:作用|副作用|用法|功效|原理|价格|说明)|和.{1,8}的区别|有(?:什么|副作用)|可以治|能治|"
        r"会(?:引起|导致))|^ (?:is an?|are|works|causes|can cause|vs)\b",
        after,
    ):
        return True
    return bool(
        re.search(
            r"(?:关于|听说|了解|介绍|比如|推荐|广告)[^,]{0,4}$|\b(?:about|effects? of|mechanism of|dose of|"
            r"information on|instead of|better than|heard of|overdose of|than)\s*$",
            before,
        )
    )
