"""Whose facts a clause states: the session's person, family, others, or nobody in particular."""

from __future__ import annotations

import re
from collections.abc import Sequence

from desktop_app.domain.conversation import CLINICIAN, FAMILY_PREFIX
from desktop_app.domain.extraction.clause_subjects import NOBODY, ClauseSubjects, Reference
from desktop_app.domain.extraction.known_subjects import NOBODY_KNOWN, KnownSubjects
from desktop_app.domain.extraction.lexicon import SURNAME, alternation
from desktop_app.domain.extraction.lexicons import people
from desktop_app.domain.extraction.named_people import NO_ONE, NamedPeople
from desktop_app.domain.extraction.normal import is_han
from desktop_app.domain.extraction.relatives import FEMALE, MALE, RELATIONS, SIBLINGS, is_patient
from desktop_app.domain.extraction.strangers import find_stranger
from desktop_app.domain.memory import SELF
from desktop_app.domain.patterns import Pattern

_SINGLE = "爸|妈|爹|娘|哥|弟|姐|妹|兄|叔|舅|姨|娃|崽|嫲|姑|伯|婶|嫂"
_LONG_FAMILY = "|".join(
    word
    for word in people.FAMILY_ZH.split("|")
    if len(word) > 1 and word not in ("先生", "太太", "对象", "阿姨", "兄弟", "宝贝", "公公", "婆婆", "娃娃")
)
_PERSON = Pattern(
    rf"(?P<generic>(?:(?:病|症|炎|癌|压|亢|减|瘤|衰|颤|痛|喘|孕)(?:的)?)(?:患者|病人|人群|"
    rf"人士|的人|者|朋友|孕妇)|(?:邻床|隔壁床|隔床|同病房|同室|另一位?|另外一?个|其他|别的|上一个)(?:的)?(?:患者|病人|"
    rf"病友|大爷|大妈|阿姨|孩子)|孕妇(?=不|能|可|应|要)|有些人|有的人|很多人|好多人|大多数人|一般人|普通人|别人|"
    rf"有人|大家|人们|(?<!我是)(?<!是)(?:中)?老年人|"
    r"\b(?:people|patients|someone|somebody|anyone|anybody|everyone|everybody|adults|children|women|"
    r"men|those|persons?|folks|seniors|diabetics|asthmatics|pregnant women|most|a patient|a person|"
    r"a man|a woman|one|(?:some(?:one|body)|a (?:guy|girl|lady|kid|couple)|half (?:of )?(?:the|my|our) \w+|"
    r"one of (?:my|our|the) \w+)(?: (?:at|in|from|on|next)(?: [a-z]+){1,3}?)?)(?= (?:with|who|often|usually|should|"
    r"can|may|had|has|have|gets?|got|is|was|feels?|needs?|take|use|"
    r"in)\b))"
    rf"|(?P<self>我(?!国|校|市|省|院|们(?:公司|单位|团队|项目|部门|厂|店))|俺(?!娘)|咱|本人|"
    rf"(?<![糖病炎癌症])患者|患儿|(?<![糖病炎癌症])病人|病患|伤者|产妇|\b(?:i|i'm|i've|i'd|i'll|im|ive|"
    rf"me|my|mine|myself|pt|patient|the patient|this patient)\b)"
    rf"|(?P<family>{_LONG_FAMILY})"
    rf"|(?<=我)(?P<owned>(?:先生|太太|对象|阿姨|兄弟|宝贝|公公|婆婆|娃娃|{_SINGLE})(?!气|理|生子))"
    rf"|(?:(?<=我家)|(?<=我的)|(?<=咱)|(?<=他)|(?<=她)|(?<=俺)|(?<=和)|(?<=跟)|(?<=给)|(?<=带)|"
    rf"(?<=陪)|(?<=因为)|(?<=但是)|(?<=但)|(?<=不过)|(?<=my )|(?<=our )|(?<=家)|(?<=老)|"
    rf"(?<=^))(?P<loose>(?:先生|太太|对象|宝贝|公公|婆婆|"
    rf"{_SINGLE})(?!妹|姐|呀|的天|理))"
    rf"|(?:(?<=^)|(?<=[我和跟的个位有壁家只条上下]))(?P<other>(?:(?:橘|黑|白|花|灰|黄|蓝|狸花|三花|奶牛|大|老)(?=[猫狗犬兔]))?"
    rf"(?:{people.OTHERS_ZH}))"
    rf"(?=[\u4e00-\u9fffa-z ])(?!过敏)(?!毛)(?!(?:也|都|昨天|今天|刚才|又|还)?(?:说|讲|告诉|觉得|"
    rf"认为|要求|通知|让我|叫我|给我|问我|推荐|建议)(?![他她]))"
    rf"|(?<=我)(?P<doubled>([\u4e00-\u9fff])"
    rf"(?<![常天人时事个只每刚慢好早晚多少经渐暗偷偏种层步句字样次回])\4)(?=有|得|患|对|今|也|的|每|以|是|最|身|"
    rf"老)"
    rf"|(?P<named>(?!小时|小于|小方|小苏打|小麦|小米|小龙|小段|老是|老方|小金|小江|小路|老常)(?:小|老|"
    rf"阿)(?:{SURNAME})(?![\u4e00-\u9fff]?[岁年])(?=有|得|患|对|每|今|"
    rf"也|的|说|最|去|吃|在|是|因|又|昨|喜|爱|不|下|明|住|要|想|会|从|都|还|没|平)|"
    rf"(?:{SURNAME})(?:[\u4e00-\u9fff]{{0,2}})(?:叔叔|阿姨|大爷|大妈|先生|女士|老师|总|经理|大哥|"
    rf"大姐|奶奶|爷爷)(?!好|[,。，]?你好))"
    rf"|(?P<pronoun>(?<!其)他们?|她们?|它们?|\b(?:he|she|he's|she's|they|him|his|her|they're|it)\b)"
    rf"|\b(?P<english>{alternation(people.FAMILY_EN)})\b(?!-)(?! (?:aspirin|food|teeth|bump|steps|shower|blues|"
    rf"formula)\b)"
    rf"|\b(?P<english_other>{alternation(people.OTHERS_EN)})\b"
    rf"|\b(?:{people.PROFESSIONALS})\b"
)
_LEADS_FAMILY_EN = Pattern(
    r"(?:\b(?:my|our|his|her|their|your|the|pt's|patient's|'s|maternal|paternal|older|younger|elder|"
    r"my old|our old|his old|her old|eldest|youngest|little|big|late|new|and|both|oldest|adult|teenage|year-old|"
    r"-old|month-old|"
    r"我|我的|我家|他|她|fhx|fh|history|for|of|in|with|step|middle|twin|first|second)[: ]*|^|[,:;/] ?)$"
)
_NOT_PEOPLE_EN = Pattern(r"(?:\bas an? |\bexpecting an? |\bhave an? |\bhaving an? |\bhad an? |\bnew to |\bthe )$")
_CONVEYED = Pattern(r"(?:带|陪|替|帮|给|抱|代|为)(?:着|了)?(?:我)?(?:的|家)?$")
_SPEAKING_AS = Pattern(r"(?:作为|身为|我也?是)[^,。]{0,10}$|\bas (?:a )?$|\bi'm (?:a )?$|\bi am (?:a )?$")
_REPORTS = Pattern(r" (?:wants?|needs|expects?|asked|asks|says|said|told|thinks|suggested|insists|noticed|mentioned)\b")
_NO_ONE = Pattern(r"\b(?:nobody|no one|none of (?:us|them|my))\b|没(?:有)?人(?=有|得|患|抽|吸|喝|对)")
# 家族史, family history: no relative in particular.
_KIN = Pattern(
    r"家族(?=史|中|里|性|有|遗传|都|没)|\bfamily(?= (?:history|hx)\b)|(?<=runs in my )family|"
    r"(?<=runs in the )family|\b(?:fhx|fh|famhx)\b"
)
_OBLIQUE = Pattern(
    r"(?:\b(?:with|by|from|to|than|like|near|told|per)(?: (?:my|his|her|the|our))?(?: \w+)? |"
    r"[和跟与像比被](?:我|他|她)?(?:的)?)$"
)
# I'm meeting Anna: she whom the next clause tells of.
_MET_EN = Pattern(
    r"\b(?:meet|meeting|met|seeing|visit|visiting|visited|call|called|with|told|asked|invited|know|for) "
    r"(?P<who>(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|"
    r"September|October|November|December|Dr|Christmas|Easter|I\b)[A-Z][a-z]{2,14})\b"
)
_TOGETHER = Pattern(r"都|\bboth\b|\ball of us\b")
_CARERS = Pattern(
    r"给|开|予|嘱|建议|考虑|怀疑|认为|诊断|查体|发现|suspect|think|diagnos|prescrib|start|order|gave|found|"
    r"examined|noted|recommend|refer|switch|stopp|increas|decreas"
)
_PLURAL = frozenset({"他们", "她们", "they", "they're"})
# Whose facts are kept: the person, family, pets. What is said of a friend, a colleague, a neighbour, a celebrity or a
# figure of a story is nobody's business here, and a fact that is lost does less harm than one filed wrongly.
_OURS = Pattern(
    rf"(?:[我俺咱他她]|my |our |his |her )?(?:{alternation(people.FAMILY_ZH)}|{alternation(people.FAMILY_EN)}|"
    rf"[\u4e00-\u9fff]{{0,3}}(?:{people.PETS}))",
    re.IGNORECASE,
)
_STRANGE_BEFORE = Pattern(rf"(?:{people.STRANGE_ZH})[^和跟与我他她咱俺给,]{{0,3}}(?:的|家|家的|她|他|床)?$")
# 听我爸说, 儿子诉其, wife states he: who reports is not who it is about; 老板让我 is about me.
_REPORTER = Pattern(
    r"(?:听|据)(?P<heard>[^,。]{1,6}?)(?:说|讲|提起|反映)"
    r"|(?P<told>[\u4e00-\u9fff]{1,4}?)(?:代诉|代述|诉|述|反映|提供病史|补充|"
    r"(?:说|称|讲|表示)(?=其|患者|病人|他|她))(?:其|患者|病人|他|她)?"
    r"|(?:(?:^|\b(?:pt's|his|her|the) )(?P<states>[a-z-]{3,14}) (?:reports?|states?|notes?|says?|confirms?|denies)\b)"
)
_ONESELF = frozenset({"我", "俺", "咱", "本人", "my", "i"})
_CAUSED = Pattern(
    r"(?P<who>[^,。]{1,6}?)(?:让|叫|派|安排|要求|通知|喊|请|催|劝|逼|嘱咐?|带|陪)(?=我)"
    r"|(?P<en>\bmy [a-z -]{2,20}?|\b(?:he|she|they)) (?:wants?|asked|told|needs?|expects?|made|makes|is making|"
    r"sent|got|has|had) (?=me\b)"
)
_HIS_OR_HERS = Pattern(r"\b(?:his|her|their)(?: (?:late|old|older|younger|elder|own|step|dear|poor|only|eldest))* $")
_HERS, _HIS = frozenset({"她", "she", "her", "she's"}), frozenset({"他", "he", "him", "his", "he's"})
# 王秀英是他母亲, 他母亲叫王秀英, "Mary is his mother": who is known by a name is the person's relative.
_KIN_OF_NAMED = Pattern(
    rf"(?:就|也)?是(?P<whose>我|俺|咱|他|她|患者|病人|本人)?(?:的)?(?P<kin>{people.FAMILY_ZH})(?!的)"
    rf"|,? (?:is |who is )?(?P<whose_en>my|his|her|the patient's|pt's|patient's) "
    rf"(?P<kin_en>{alternation(people.FAMILY_EN)})\b"
)
_NAMED_KIN = Pattern(
    rf"(?P<whose>我|俺|咱|他|她|患者|病人|本人)?(?:的)?(?P<kin>{people.FAMILY_ZH})(?:名?叫|名字叫|是|,)?$"
    rf"|\b(?P<whose_en>my|his|her|the patient's|pt's|patient's) (?P<kin_en>{alternation(people.FAMILY_EN)}),? (?:is )?"
    rf"(?:called |named )?$"
)
# My daughter Emma, 我儿子叫豆豆: the name stands for the word from now on.
_NAMED_AFTER = Pattern(
    r"(?:,? (?:is |who(?:'s| is) )?(?:named|called) |,? )(?P<en>(?!I\b)[A-Z][a-z]{1,14})(?=[ ,.'’;:!?)]|$)"
    r"|(?:叫|名叫|名字叫|名字是)?(?P<zh>(?P<twice>[\u4e00-\u9fff])(?P=twice)|[小阿][\u4e00-\u9fff])"
    r"(?=$|[,。今有得患对也都在最上每去吃、]|\d)"
)
# 我是他闺女, "I'm the patient's wife": what a relative is to the patient.
_I_AM_THEIR = Pattern(
    rf"(?:我|俺)(?:就|就是)?是(?P<whose>他|她|患者|病人|病患)(?:的|家)?(?P<kin>{people.FAMILY_ZH}|老伴|家长)(?![的说])"
    rf"|\b(?:i'm|i am) (?P<whose_en>his|her|the patient's|pt's|patient's) (?P<kin_en>{alternation(people.FAMILY_EN)})\b"
)
# 患者是我爸, "he is my father": what the patient is to a relative.
_THEY_ARE_MY = Pattern(
    rf"(?:^|[,。;])(?:这|他|她|患者|病人)(?:就|就是)?是我(?:的)?(?P<kin>{people.FAMILY_ZH}|{_SINGLE}|老伴)(?![的说])"
    rf"|^(?:this|he|she|the patient|pt) is my (?P<kin_en>{alternation(people.FAMILY_EN)})\b"
)


# Groups of `_PERSON` that may be somebody's: 我妈, his sister, 同事小张.
_OWNED_GROUPS = frozenset({"family", "owned", "loose", "doubled", "other", "named", "english", "english_other"})
# Between the words for a person and for whose that is: 我最小的妹妹, "my 3-year-old daughter".
_OF_THEIRS = Pattern(
    r"(?:[最小大可爱亲二三]{1,3}的|的|家|家的|们家的?|们?(?:组|班|部门|公司|单位|宿舍|学校|楼上|楼下|隔壁)的?|"
    r"办公室的?|家里|屋里|屋头|那|那个|个|们|们的|嘅|'s| )?(?: ?(?:[a-z-]+|\d+[- ]year[- ]old) ){0,2} ?"
)


class SubjectTracker:
    """Follows from clause to clause whom the words are about."""

    def __init__(self, speaker: str, named: NamedPeople = NO_ONE, known: KnownSubjects = NOBODY_KNOWN) -> None:
        self._named = named
        self._known = known
        self._clinician = speaker == CLINICIAN
        self._relation = speaker.removeprefix(FAMILY_PREFIX) if speaker.startswith(FAMILY_PREFIX) else ""
        self._sex = known.sex  # the session's person's, "" where it is not known
        self._topic: tuple[str, ...] = (SELF,)
        self._last_other: tuple[str, ...] = ()
        self._possessor = ""  # whose relative that is, in the words used: 她 of 她父亲
        self._told_in = 0  # the sentence that named them
        self._aliases: dict[str, str] = {}
        self._sentence = 0
        self._before = ""
        self._strange = False  # whether the topic is a stranger without a name
        self._ours = {
            SELF,
            self._relation,
            *known.subjects,
        }  # subjects whose facts are kept, beside the words for family

    def read(self, text: str, original: str, sentence: int = 0) -> ClauseSubjects:
        """Take in the next clause, normalised and as written, and return who its parts are about."""
        if sentence != self._sentence and self._strange:
            # What was said of a thing or of people at large ends with its sentence.
            self._topic, self._strange = (SELF,), False
        if sentence != self._sentence and self._of_the_patient and all(map(self._is_kin, self._topic)):
            # Who tells of a patient comes back to them after a word about their kin.
            self._topic = (SELF,)
        self.introduce(text)
        before = self._before if sentence == self._sentence else ""
        self._sentence, self._before = sentence, text
        if _NO_ONE.search(text):
            return ClauseSubjects((Reference(0, len(text), NOBODY),), self._kept(self._topic), False)
        references = self._without_reporters(text, self._references(text, original))
        if references:
            self._strange = False
        references = self._with_stranger(text, original, before, references)
        met = _MET_EN.search(original)
        if met and not any(one.subject not in (NOBODY, SELF) for one in references):
            self._last_other = (met["who"],)
        kin = _KIN.search(text)
        if kin and not any(one.subject not in (NOBODY, SELF) for one in references):
            references = [Reference(0, kin.end(), original[kin.start() : kin.end()])]
            return ClauseSubjects(tuple(references), self._kept(self._topic), False)
        inherited = self._topic
        if references:
            self._topic = self._next_topic(text, references)
        told = tuple(Reference(one.start, one.end, *self._kept((one.subject,))) for one in references)
        return ClauseSubjects(told, self._kept(inherited), bool(_TOGETHER.search(text)))

    def introduce(self, text: str) -> None:
        """Take in what a relative says to be to the patient, in a normalised clause, be it of an earlier message."""
        if not self._relation:
            return
        own = _I_AM_THEIR.search(text)
        if own:
            self._relation = own["kin"] or own["kin_en"]
            self._ours.add(self._relation)
            whose = own["whose"] or own["whose_en"]
            self._sex = "male" if whose in _HIS else "female" if whose in _HERS else self._sex
        theirs = _THEY_ARE_MY.search(text)
        if theirs:
            self._aliases[theirs["kin"] or theirs["kin_en"]] = SELF

    def _without_reporters(self, text: str, references: list[Reference]) -> list[Reference]:
        """The references without those who only report, order or bring about."""
        spans = [match.span() for match in _CAUSED.finditer(text)]
        for match in _REPORTER.finditer(text):
            if match["heard"] or self._clinician:
                spans.append(match.span())
        dropped = [one for one in references if any(left <= one.start < right for left, right in spans)]
        others = [one for one in dropped if one.subject != SELF]
        if others and self._clinician:
            self._last_other = ()
        return [one for one in references if one not in others]

    @property
    def _of_the_patient(self) -> bool:
        """Whether the speaker tells of somebody else: the session's person."""
        return self._clinician or bool(self._relation)

    @property
    def _has_own_kin(self) -> bool:
        """Whether the relatives of the one who speaks are known to be others than the patient's."""
        return any(self._relation in words for words in RELATIONS) and self._relation not in SIBLINGS

    def _is_kin(self, subject: str) -> bool:
        return subject not in (SELF, NOBODY) and self._kept((subject,)) == (subject,)

    def _kept(self, subjects: tuple[str, ...]) -> tuple[str, ...]:
        """The subjects, with nobody in the place of those whose facts are not kept."""
        return tuple(one if one in self._ours or _OURS.fullmatch(one) else NOBODY for one in subjects)

    def _with_stranger(self, text: str, original: str, before: str, references: list[Reference]) -> list[Reference]:
        """The references and the stranger the clause is about, who is none of the persons known by their words."""
        if self._clinician:
            return references
        found = find_stranger(text, original, before)
        if found is None:
            return references
        start, end, subject = found
        subject = self._aliases.get(subject, subject)
        if any(
            one.start < max(end, 1) and text[one.start : one.end] not in ("我", "咱", "my", "i") for one in references
        ):
            return references
        self._strange = subject == NOBODY
        if subject:
            self._last_other = (subject,)
        kept = [one for one in references if one.start >= end]
        return [Reference(start, end, subject), *kept]

    def _next_topic(self, text: str, references: list[Reference]) -> tuple[str, ...]:
        if _TOGETHER.search(text) and len(references) > 1:
            subjects = tuple(dict.fromkeys(one.subject for one in references if one.subject))
            return subjects or self._topic
        first = references[0]
        if first.subject != SELF and _OBLIQUE.search(text, max(0, first.start - 14), first.start):
            return self._topic  # lives with wife
        for one in references[1:]:
            if one.subject not in ("", SELF) and _CONVEYED.search(text, max(0, one.start - 8), one.start):
                return (one.subject,)
        return (first.subject,)

    def _references(self, text: str, original: str) -> list[Reference]:
        found: list[Reference] = []
        named, kin_spans = self._by_name(text)
        if named:
            # He whom the next clauses tell of. Until somebody else is named, nothing of it is the person's own.
            self._last_other = () if named[-1].subject == SELF else (named[-1].subject,)
            self._possessor, self._told_in = "", self._sentence
        called = self._called(text, original, named)
        if called and not named:
            self._last_other = (called[-1].subject,)
        named = sorted([*named, *called], key=lambda one: one.start)
        by_name = list(named)
        for match in _PERSON.finditer(text):
            group = match.lastgroup
            word = match[group] if group else match.group()
            start = match.start(group) if group else match.start()
            while by_name and by_name[0].start <= start:
                found.append(by_name.pop(0))
            if any(one.start < match.end() and start < one.end for one in named):
                continue
            if any(left <= start < right for left, right in kin_spans):
                continue
            if word == "mine" and found and text[found[-1].end : start] == " of ":
                continue  # a friend of mine
            subjects = self._resolve(group, word, text, start)
            if subjects is None:
                continue
            if group in ("named",) and found and found[-1].end == start and found[-1].subject not in (NOBODY, SELF):
                self._aliases[word] = found[-1].subject  # 同事小张
                continue
            if group in _OWNED_GROUPS:
                subjects = self._of_owner(text, found, group, word, start, subjects)
            if group == "family" and len(subjects) == 1 and subjects[0] == word:
                subjects = (original[start : match.end(group)],)
            if group == "doubled":
                self._ours.update(subjects)
            if group not in ("self", "pronoun") and len(subjects) == 1 and subjects[0] != SELF:
                self._last_other = tuple(subjects)
                name = _NAMED_AFTER.match(original, match.end())
                if name and subjects[0] != NOBODY:
                    self._aliases[name["en"] or name["zh"]] = subjects[0]
            found.extend(Reference(start, match.end(), subject) for subject in subjects)
        return [*found, *by_name]

    def _of_owner(
        self, text: str, found: list[Reference], group: str, word: str, start: int, subjects: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Whom a word for somebody means after the words for whose that is, which leave ``found``: 我妈, 他的弟弟.

        The possessor says nothing about himself.
        """
        owner, possessor = SELF, ""
        while found and _OF_THEIRS.fullmatch(text, found[-1].end, start) and _possesses(text, found[-1]):
            last = found.pop()
            possessor = text[last.start : last.end]
            owner = SELF if possessor in _ONESELF else last.subject
        related = group not in ("other", "english_other", "named")
        if related and owner not in (SELF, NOBODY) and self._kept((owner,)) != (NOBODY,):
            # My brother's son is not my son.
            subjects = (_kin_of(owner, word),)
            self._ours.update(subjects)
        if related and not possessor and not self._of_the_patient and _HIS_OR_HERS.search(text, 0, start):
            owner, possessor = NOBODY, "his"  # of somebody nothing is known about, never the speaker's own
        if related and possessor in _ONESELF and subjects == (word,) and self._has_own_kin:
            # A daughter's mother is not her father's.
            subjects = (_kin_of(self._relation, word),)
            self._ours.update(subjects)
        if self._kept((owner,)) == (NOBODY,) or _STRANGE_BEFORE.search(text, max(0, start - 6), start):
            subjects = (NOBODY,)  # my friend's mother
        self._possessor, self._told_in = possessor, self._sentence
        return subjects

    def _called(self, text: str, original: str, named: Sequence[Reference]) -> list[Reference]:
        """Kin and pets that are called by a name they are known by."""
        found = [Reference(*one) for one in sorted(self._known.find(text, original))]
        return [one for one in found if not any(other.start < one.end and one.start < other.end for other in named)]

    def _by_name(self, text: str) -> tuple[list[Reference], list[tuple[int, int]]]:
        """Those who are called by their names, and where the text says whose relatives they are."""
        found: list[Reference] = []
        spans: list[tuple[int, int]] = []
        for start, end, own in self._named.find(text):
            name = text[start:end]
            kin = None if own else _KIN_OF_NAMED.match(text, end) or _NAMED_KIN.search(text, 0, start)
            if kin is not None:
                word, whose = kin["kin"] or kin["kin_en"], kin["whose"] or kin["whose_en"] or ""
                subject = SELF if self._relation and is_patient(word, self._relation, self._sex) else word
                if subject != SELF and self._relation and whose in _ONESELF:
                    subject = _kin_of(self._relation, word)
                    self._ours.add(subject)
                self._aliases[name] = subject
                spans.append(kin.span())
            begin = min(start, kin.start()) if kin is not None else start
            found.append(Reference(begin, end, SELF if own else self._aliases.get(name, NOBODY)))
        return found, spans

    def _resolve(self, group: str | None, word: str, text: str, start: int) -> tuple[str, ...] | None:
        if group is None:
            return None  # professionals are passed over
        if group == "generic":
            named = _SPEAKING_AS.search(text, max(0, start - 16), start)
            return (SELF,) if named else (NOBODY,)
        if group == "self":
            return self._resolve_self(word, text)
        if group == "pronoun":
            return self._resolve_pronoun(word)
        if group in ("english", "english_other"):
            if _NOT_PEOPLE_EN.search(text, max(0, start - 14), start) and word in (
                "child",
                "kid",
                "baby",
                "teenager",
                "partner",
                "infant",
                "student",
                "teacher",
                "newborn",
                "toddler",
                "cat",
                "dog",
            ):
                return None
            of_mine = re.match(r" of (?:mine|ours|my|our)\b", text[start + len(word) :])
            if not (of_mine or _LEADS_FAMILY_EN.search(text, max(0, start - 16), start)):
                return None
            if group == "english_other" and text[max(0, start - 3) : start] == "'s ":
                return None  # my son's teacher thinks he …
            if group == "english_other" and _REPORTS.match(text, start + len(word)):
                return None
        if word in self._aliases:
            return (self._aliases[word],)
        if self._relation and is_patient(word, self._relation, self._sex):
            return (SELF,)
        return (word,)

    def _resolve_self(self, word: str, text: str) -> tuple[str, ...]:
        speaks_of_himself = word not in (
            "患者",
            "患儿",
            "病人",
            "病患",
            "伤者",
            "产妇",
            "pt",
            "patient",
            "the patient",
            "this patient",
        )
        if speaks_of_himself and self._clinician:
            return (SELF,) if _CARERS.search(text) else (NOBODY,)
        if speaks_of_himself and self._relation:
            return (self._relation,)
        return (SELF,)

    def _resolve_pronoun(self, word: str) -> tuple[str, ...] | None:
        if word in ("it", "它"):
            return None
        if word in _PLURAL:
            return self._last_other or (NOBODY,)
        if self._last_other and self._goes_on_with(word, self._last_other[-1]):
            return self._last_other[-1:]
        if self._clinician or self._relation:
            return (SELF,)
        return (word.removesuffix("'s"),) if word in ("他", "她", "he", "she", "he's", "she's") else None

    def _goes_on_with(self, pronoun: str, other: str) -> bool:
        """Whether a pronoun means who was told of last, rather than the patient.

        她父亲有脑卒中。她没有磺胺过敏: no father is 她, and a new sentence of whoever tells of a patient goes back to
        them, unless the pronoun is not the patient's: 他母亲来了。她有青光眼.
        """
        if not self._is_kin(other):
            return True
        female, male = bool(FEMALE.search(other)), bool(MALE.search(other))
        if female != male and (pronoun in _HIS if female else pronoun in _HERS):
            return False
        if not self._of_the_patient or self._sentence == self._told_in:
            return True
        if self._possessor in _ONESELF:
            return True  # the speaker's own relative
        whose = _HERS if self._possessor in _HERS else _HIS if self._possessor in _HIS else frozenset({pronoun})
        return pronoun not in whose


def _possesses(text: str, reference: Reference) -> bool:
    word = text[reference.start : reference.end]
    return (
        word
        in (
            "我",
            "俺",
            "咱",
            "my",
            "他",
            "她",
            "his",
            "her",
            "患者",
            "病人",
            "pt",
            "patient",
            "the patient",
            "本人",
            "i",
            "隔壁",
        )
        or text[reference.end : reference.end + 2] in ("'s",)
        or text[reference.end : reference.end + 1] == "的"
    )


def _kin_of(owner: str, word: str) -> str:
    """The name of somebody's relative: 弟弟的儿子, "brother's son"."""
    return f"{owner}的{word}" if is_han(word[0]) else f"{owner}'s {word}"
