"""Which section of a note a line of the record belongs to: by its label, by who said it, and by its words.

A sentence is cut into clauses only where the later one says the same on its own: what is denied, supposed or said of
kin reaches over commas, and such a sentence stays whole in every section it touches. One that names another patient
stays whole in a single section.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Final

from desktop_app.domain.conversation import DOCUMENT, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.extraction.lexicon import Kind, find_mentions
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.extraction.scope import is_denied
from desktop_app.domain.memory import SELF, Category, FactCandidate
from desktop_app.domain.notes.lines import Line
from desktop_app.domain.notes.note import CLINICIAN_ONLY, Part, SectionPlan
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.verbatim import is_weighty, reaches_on

# What a section gathers; one that is not named gathers its own part.
GATHERS: Final[Mapping[Part, frozenset[Part]]] = {
    Part.SUBJECTIVE: frozenset({Part.COMPLAINT, Part.PRESENT, Part.PAST, Part.ALLERGIES}),
    Part.OBJECTIVE: frozenset({Part.EXAMINATION, Part.INVESTIGATIONS}),
    Part.SIGNATURE: frozenset(),
    Part.OWN: frozenset(),
}

_LABELS: Final = (
    (Part.COMPLAINT, r"主诉|chief complaint|cc|presenting complaint"),
    (Part.PRESENT, r"现病史|病史|hpi|history of presenting? (?:illness|complaint)|s|subjective"),
    (Part.PAST, r"既往史|既往|个人史|家族史|pmh|past (?:medical )?history|family history|social history|fh|sh|meds?"),
    (Part.ALLERGIES, r"(?:药物)?过敏史?|allerg(?:y|ies)"),
    (Part.EXAMINATION, r"体格检查|查体|体检|专科检查|生命体征|o/e|pe|(?:on )?exam(?:ination)?|vitals?|o|objective"),
    (Part.INVESTIGATIONS, r"辅助检查|检查结果|化验(?:结果)?|实验室检查|labs?|ix|investigations?|results?|imaging"),
    (Part.DIAGNOSIS, r"(?:初步|门诊|临床)?诊断|印象|dx|diagnos[ei]s|impression|assessment|a"),
    (Part.PLAN, r"处理(?:意见)?|处置|医嘱|治疗(?:方案)?|计划|处方|plan|rx|treatment|p|advice"),
)  # fmt: skip
_LABEL = Pattern("|".join(rf"(?P<{part.name}>^\s*(?:{words})\s*[:：])" for part, words in _LABELS), re.IGNORECASE)

_ALLERGY = Pattern(
    r"过敏(?!性(?!休克|反应|皮疹))|起疹子|nkda|(?<![a-z])nka(?![a-z])|allerg|intoleran|anaphyla|(?<![a-z])hives", re.I
)
_ORDER = Pattern(
    r"(?:^|[，,；;。\s])(?:那?就?我?(?:给你|给您|先|再)?)?(?:建议|给予|予以?|开(?!始)|处方|嘱|继续(?!观察到)|加用|改[为用成]|停用?|减量|加量|"
    r"复查|复诊|随访|转诊|收(?:住|入)院|住院|预约|安排|多喝水|多饮水|注意|避免|忌|回去|请|需要?(?:做|查|拍|复查)|去(?:做|拍|查))"
    r"|^\s*(?:如果?(?!是)|如有|若|一旦|if (?:you|he|she|it|the)(?![a-z]))"
    r"|(?:天|周|个?月)后.{0,6}(?:复诊|复查|再来|来看)|(?:如果?|若).{1,24}(?:就诊|来|急诊|复诊|医院)"
    r"|^\W*(?:we(?:'| wi)?ll |i(?:'| wi)?ll |let's |please |you should |"
    r"i(?:'d| would) (?:like|advise|suggest|recommend) )"
    r"|(?<![a-z])(?:prescrib\w+|recommend\w*|advise\w*|follow[- ]?up|come back|return (?:if|in|for)|"
    r"refer(?:red|ral)?|arrange|order(?:ed)?|review in|repeat .{0,30} in|book|plan to|safety[- ]net)"
    r"|^\W*(?:start|stop|continue|take|rest|drink|avoid|use|increase|reduce|switch|keep|apply|repeat|check|call|see|"
    r"give)(?![a-z])",
    re.IGNORECASE,
)
_DOSING = Pattern(r"(?<![a-z])(?:tid|bid|qid|qd|qn|q\d+h|prn)(?![a-z])|[每一][日天][一二三四123]次", re.IGNORECASE)
_USUAL = Pattern(
    r"长期|一直(?:在)?(?:吃|服)|平时(?=[吃服用])|目前(?:在)?(?:吃|服|用)|正在(?:吃|服)|既往|病史|手术史|史\d+年|家族|父|母|吸烟|抽烟|饮酒|喝酒|\d+年前|多年|"
    r"确诊|曾|做过|住过院|小时候|童年|儿时|幼年|从小|年轻时|(?<![a-z])(?:as a (?:child|kid|boy|girl|teenager|baby)|"
    r"childhood|when (?:i|he|she) was (?:a )?(?:child|kid|little|small|young)|"
    r"history of|hx of|pmh|years? ago|since (?:19|20)\d\d|"
    r"diagnosed (?:with .{1,40} )?in|smok\w+|alcohol|drinks? \w+ (?:units|beers?|glass)|father|mother|family|"
    r"had (?:an? |his |her |my )?\w*\s?"
    r"(?:surgery|operation|removed)|takes|i take|taking|is on|am on|'m on|long[- ]?standing|known)(?![a-z])",
    re.IGNORECASE,
)
_LAB = Pattern(
    r"血常规|尿常规|便常规|化验|验血|抽血|白细胞|中性粒|血红蛋白|血小板|c反应蛋白|降钙素|肝功|肾功|肌酐|尿酸|(?<!高)血脂|胆固醇|甘油三酯|(?<!低)血糖|糖化|评分|"
    r"电解质|甲功|肌钙|胸片|x光|x线|拍片|拍了片|ct(?![a-z])|核磁|磁共振|b超|彩超|超声|心电图|胃镜|肠镜|病理|培养|报告|"
    r"(?<![a-z])(?:wbc|crp|hb|plt|inr|hba1c|esr|tsh|egfr|bnp|ldl|hdl|alt|ast|fbc|cbc|u&e|lfts?|x-?ray|cxr|mri|ecg|ekg|"
    r"ultrasound|scan|bloods|blood (?:tests?|counts?|results?)|"
    r"urine (?:dip\w*|tests?|culture|sample)|dipstick|cholesterol|ferritin|phq-?9|gad-?7|scores?|"
    r"tests? (?:are |were |is |was )?(?:normal|negative|positive|raised)|urinalysis|creatinine|glucose|troponin|"
    r"culture|swab|spirometry|echo(?:cardiogram)?|endoscopy|colonoscopy|biopsy)(?![a-z])",
    re.IGNORECASE,
)
_EXAM = Pattern(
    r"查体|体温|(?<![高低])血压|脉搏|心率|呼吸\d|血氧|听诊|叩诊|触诊|压痛|反跳痛|肌紧张|啰音|湿罗音|呼吸音|心音|杂音|咽(?:部)?(?:充血|红)|扁桃体|腹软|"
    r"肝脾|水肿|神清|瞳孔|淋巴结|活动度|直腿抬高|肿胀|皮温|体重\d|"
    r"(?<![a-z])(?:bp|hr|rr|spo2|sats?|temp(?:erature)?|pulse|afebrile|on examination|o/e|auscultat\w+|tender\w*|"
    r"guarding|crackles|wheez(?:e|es|ing) (?:on|at|in|bi)|chest (?:is |was )?clear|lungs? (?:are |were )?clear|abdomen|"
    r"soft and|murmur|oedema|edema|erythema\w*|throat (?:is |was )?(?:red|inflamed)|tonsils?|lymph nodes?|"
    r"reflexes|range of movement|"
    r"straight leg raise|heart sounds|bmi)(?![a-z])|(?<![a-z])[thrpb]\s?\d{2}",
    re.IGNORECASE,
)
# What is measured at the bedside; every other measurement comes from a laboratory or a machine.
_BEDSIDE = frozenset(
    ("blood pressure", "systolic pressure", "diastolic pressure", "heart rate", "pulse", "temperature", "vision",
     "respiratory rate", "oxygen saturation", "weight", "height", "bmi", "waist", "hip circumference",
     "head circumference", "apgar", "pain score", "steps")
)  # fmt: skip
_ELECTROLYTE = Pattern(r"(?<![a-z])(?:potassium|sodium|calcium|magnesium|chloride)[^.;]{0,30}?\d", re.IGNORECASE)
# A drug is taken, or is no longer, before anybody orders anything.
_TAKEN = Pattern(
    r"在[吃服用打]|[吃服用打]的是|每[天日晚早周][^，。]{0,6}[吃服用打]|一直|长期|正在|目前|平时|[吃服用]着|停了|已停|停用|停药|停服|不[吃服用]了|没[再]?[吃服用]|"
    r"(?<![a-z])(?:taking|takes?|stopped|quit|came off|no longer|used to take|is on|am on|i'm on|on)(?![a-z])",
    re.IGNORECASE,
)
_ENDED = Pattern(
    r"已|了|(?:上|前|去)[个]?[天周月年]|昨|自行|自己|(?<![a-z])(?:stopped|quit|last|ago|was|has been)(?![a-z])", re.I
)
_STOPPED = Pattern(r"停用?|停药|停服|(?<![a-z])stop", re.IGNORECASE)
_JUDGED = Pattern(
    r"诊断|考虑(?!到)|印象|符合|拟诊|待[排查]|排除|可能是|应该是|像是|属于|这是|"
    r"(?<![a-z])(?:diagnos\w+|impression|assessment|consistent with|likely|i think (?:this|it|you)|"
    r"this (?:is|looks|sounds)|you have|suspect\w*|rule out|r/o|probabl[ey]|most likely|"
    r"suggests?|in keeping with)(?![a-z])",
    re.IGNORECASE,
)
_REACTION = Pattern(
    r"皮疹|疹子|红疹|休克|肿|呼吸困难|(?<![a-z])(?:rash|hives|swell\w*|swollen|breath\w*|itch\w*)(?![a-z])",
    re.IGNORECASE,
)
# Behind an allergy these go on with it: 青霉素过敏，吃了就喘.
_ON_TAKING = Pattern(
    r"^\s*(?:一|每次|只要)?[吃喝用打输服碰闻沾](?:了|过|完|下去)?[^，。；]{0,3}?(?:就|会|后|便|起|出|没法|不行)"
    r"|^\s*(?:he |she |it |i |they )?(?:gets?|got|gives?|gave|causes?|caused|comes? out|came out|breaks? out|broke out|"
    r"makes?|made)(?![a-z])",
    re.IGNORECASE,
)
_REACTS = Pattern(
    r"疹|休克|喉头|呼吸困难|喘不上|痒|(?<![a-z])(?:rash|hives|swell\w*|swollen|anaphyla\w*|itch\w*)(?![a-z])", re.I
)
_LASTS = Pattern(
    r"[\d一二两三四五六七八九十半几](?:个)?(?:天|周|月|年|小时)|(?<![a-z])(?:days?|weeks?|months?|years?)(?![a-z])"
)
# Words about a food or a drug that may tell of an allergy without the word.
_MAY_TELL_OF_ALLERGY = Pattern(
    r"[吃喝用打输服碰闻沾]|疹|痒|喘|肿|(?<![a-z])(?:eat\w*|ate|drink\w*|took|tak\w+|after|rash|hives|swell\w*|itch\w*)(?![a-z])",
    re.IGNORECASE,
)
_RESULT = Pattern(r"\d|[阴阳]性|(?<![a-z])(?:positive|negative)(?![a-z])", re.IGNORECASE)
_KIN = Pattern(
    r"父|母|爸|妈|兄|弟|姐|妹|爷|奶奶|外公|外婆|(?<![a-z])(?:father|mother|brother|sister|grand\w+|family)(?![a-z])",
    re.IGNORECASE,
)
# Who else may be ill; where one of them is named the words are read for whom they are about.
_RELATIVE = Pattern(
    r"[父母爸妈爹娘兄弟姐妹哥嫂叔伯舅姑姨爷奶婆公儿女孙妻]|丈夫|老伴|爱人|家里|家族|(?<![a-z])(?:father|mother|dad|mom|mum|brothers?|"
    r"sisters?|siblings?|grand\w+|parents?|aunts?|uncles?|cousins?|sons?|daughters?|wife|husband|family)(?![a-z])",
    re.IGNORECASE,
)
_HEALTH = frozenset(
    {Category.CONDITION, Category.ALLERGY, Category.PROCEDURE, Category.MEDICATION, Category.MEASUREMENT}
)
_ANY_DAY = date(2000, 1, 1)  # on which day something was said does not matter to where it belongs
_FINDINGS = (Part.EXAMINATION, Part.INVESTIGATIONS, Part.DIAGNOSIS)
_COMMA = Pattern(r"(?<=[，；;])\s*|(?<=,)\s+(?!\d)")
_READING = Pattern(r"\d")
_OWN_DENIAL = Pattern(r"\s*(?:否认|无|没有?|未|不|no |nil |denies |nkda)", re.IGNORECASE)


def sorted_lines(lines: Iterable[Line]) -> dict[Part, list[Line]]:
    """The lines of a visit by the part they belong to, each in the order in which it was said.

    What only the clinician may say is filled by the clinician's lines alone, whatever others said.
    """
    found: dict[Part, list[Line]] = {}
    labelled: Part | None = None
    message = 0
    for line in lines:
        if line.messages[-1] != message:
            message, labelled = line.messages[-1], None
        for piece in _pieces(line):
            parts = _parts(piece, labelled)
            if piece.names_other:
                parts = parts[:1]
            told = parts[0] if len(parts) == 1 else None
            labelled = _label_of(piece) or (told if told in (Part.DIAGNOSIS, Part.ALLERGIES) else labelled)
            for part in parts:
                if part not in CLINICIAN_ONLY or piece.is_clinicians:
                    found.setdefault(part, []).append(piece)
    _choose_complaint(found)
    return found


def material(plan: SectionPlan, placed: Mapping[Part, Sequence[Line]], lines: Sequence[Line]) -> list[Line]:
    """The lines a section is made of: part by part, in the order in which they were said."""
    if plan.part is Part.OWN:
        words = [word.casefold() for word in plan.words]
        return [line for line in lines if any(word in line.text.casefold() for word in words)]
    wanted = GATHERS.get(plan.part, frozenset({plan.part}))
    gathered = [line for part in Part if part in wanted for line in placed.get(part, ())]
    return list(dict.fromkeys(gathered))


def clauses_of(text: str) -> list[str]:
    """A text cut behind its commas and semicolons; together the clauses are the text but for spaces."""
    return [clause for clause in _COMMA.split(text) if clause]


def _pieces(line: Line) -> list[Line]:
    """A line cut where the later clause belongs elsewhere and says the same on its own."""
    clauses = clauses_of(line.text)
    if line.names_other or len(clauses) < 2 or len(line.messages) > 1 or _tells_only_of_allergy(line):
        return [line]
    parts = [clauses[0]]
    at = _strong(clauses[0], line)
    for clause in clauses[1:]:
        part = _strong(clause, line)
        if at is Part.PAST and part is Part.PLAN and not _ORDER.search(clause):
            part = None  # how a drug is taken that is taken already
        if at in _FINDINGS and part not in (None, Part.PLAN) and not _leaves_findings(parts[-1], clause, part):
            part = None  # what was found goes on
        if at is Part.ALLERGIES and part is Part.PRESENT and _goes_on_from_allergy(clause):
            part = None
        alone = (
            _LABEL.match(clause) is not None
            or not reaches_on(parts[-1])
            or (part in (Part.EXAMINATION, Part.INVESTIGATIONS) and _READING.search(clause) is not None)
            or _OWN_DENIAL.match(clause) is not None
        )
        if part is not None and at is not None and part is not at and alone:
            parts.append(clause)
            at = part
        else:
            parts[-1] += clause if parts[-1][-1:] in "，；" else " " + clause
            at = at or part
    return [replace(line, text=part.strip().rstrip("，,；;")) for part in parts]


def _strong(clause: str, line: Line) -> Part | None:
    """The part a clause belongs to by its own words, None where they tell nothing."""
    label = _LABEL.match(clause)
    if label is not None:
        return Part[label.lastgroup or ""]
    if _is_of_kin(clause, line.speaker):
        return Part.PAST
    if _ALLERGY.search(clause) or _tells_only_of_allergy(replace(line, text=clause)):
        return Part.ALLERGIES
    clinicians = line.is_clinicians
    usual = _USUAL.search(clause) is not None
    if clinicians and not usual and (_ORDER.search(clause) or _DOSING.search(clause)):
        return Part.PLAN
    if clinicians and _JUDGED.search(clause) and _names_illness(clause):
        return Part.DIAGNOSIS
    if (_LAB.search(clause) and (clinicians or _RESULT.search(clause))) or _names_result(clause):
        return Part.INVESTIGATIONS  # 血糖没毛病, said by a patient, is no result
    if _names_drug(clause) and (_TAKEN.search(clause) or _DOSING.search(clause)):
        return Part.PAST
    if clinicians and _EXAM.search(clause):
        return Part.EXAMINATION
    if usual or any(mention.kind is Kind.CHRONIC for mention in find_mentions(normalise(clause))):
        return Part.PAST
    if any(mention.kind in (Kind.SYMPTOM, Kind.ACUTE) for mention in find_mentions(normalise(clause))):
        return Part.PRESENT
    return None


@lru_cache(maxsize=256)
def _health_told(text: str, speaker: str) -> tuple[FactCandidate, ...]:
    """What a text says of anybody's health."""
    found = extract(text, speaker=speaker, vault=VaultKind.CLINICAL, said_on=_ANY_DAY)
    return tuple(one for one in found if one.category in _HEALTH)


def _is_of_kin(text: str, speaker: str) -> bool:
    """Whether a text tells of the illness of relatives and of nobody else's: 他爸爸得过脑梗."""
    told = _health_told(text, speaker) if _RELATIVE.search(text) else ()
    return bool(told) and all(one.subject != SELF for one in told)


def _tells_only_of_allergy(line: Line) -> bool:
    """Whether a line tells how a drug or a food was borne, badly or well, and of nothing else: 吃磺胺起过疹子."""
    text = line.text
    told = _health_told(text, line.speaker) if _MAY_TELL_OF_ALLERGY.search(text) or _names_drug(text) else ()
    return bool(told) and all(one.category is Category.ALLERGY and one.subject == SELF for one in told)


def _goes_on_from_allergy(clause: str) -> bool:
    """Whether a clause behind an allergy tells what it does, and no complaint of today."""
    return not _LASTS.search(clause) and bool(_ON_TAKING.search(clause) or _REACTS.search(clause))


def _leaves_findings(before: str, clause: str, part: Part | None) -> bool:
    """Whether a clause behind what was found is about something else: the past, or a value of another kind."""
    if part is Part.PRESENT and _READING.search(before) and _names_symptom(clause):
        return True  # 肌钙蛋白0.5ng/ml，胸痛加重: the value is told, the complaint goes on
    if part in (Part.PAST, Part.PRESENT):
        return _USUAL.search(clause) is not None
    return part is Part.ALLERGIES or _READING.search(clause) is not None or part is Part.DIAGNOSIS


def _names_result(text: str) -> bool:
    """Whether a text holds a value of a laboratory or of a machine."""
    if not _READING.search(text):
        return False
    named = find_mentions(normalise(text))
    return _ELECTROLYTE.search(text) is not None or any(
        one.kind is Kind.MEASURE and one.concept not in _BEDSIDE for one in named
    )


def _names_drug(text: str) -> bool:
    return any(mention.kind is Kind.DRUG for mention in find_mentions(normalise(text)))


def _names_symptom(text: str) -> bool:
    return any(mention.kind is Kind.SYMPTOM for mention in find_mentions(normalise(text)))


def _names_illness(text: str) -> bool:
    return any(mention.kind.is_condition for mention in find_mentions(normalise(text))) or bool(
        re.search(
            r"[炎病症癌瘤疹折伤]|itis|osis|infection|syndrome|disease|disorder|failure|"
            r"depressi|anxiety|angina|gout|migraine|sprain|strain|fracture",
            text,
        )
    )


def _label_of(line: Line) -> Part | None:
    label = _LABEL.match(line.text)
    return Part[label.lastgroup or ""] if label is not None else None


def _parts(line: Line, labelled: Part | None) -> list[Part]:
    """The parts a line belongs to; ``labelled`` is that of the label or the judgement before it in its message."""
    if line.speaker == DOCUMENT:
        return [Part.INVESTIGATIONS] if _LAB.search(line.text) else []
    strong = _strong(line.text, line)
    own_label = _label_of(line)
    if own_label is not None:
        return [own_label, Part.ALLERGIES] if _ALLERGY.search(line.text) and own_label is Part.PAST else [own_label]
    if _is_of_kin(line.text, line.speaker):
        return [Part.PAST]
    if _tells_only_of_allergy(line):
        return [Part.ALLERGIES]
    weak = strong in (None, Part.PRESENT) or (strong is Part.PAST and not _USUAL.search(line.text))
    if labelled is Part.ALLERGIES:
        weak = strong in (None, Part.PRESENT, Part.PAST) and (
            _goes_on_from_allergy(line.text)
            or (_REACTION.search(clauses_of(line.text)[0]) is not None and not _LASTS.search(line.text))
        )
    elif labelled is Part.DIAGNOSIS and strong is not Part.PAST and not _names_illness(line.text):
        labelled = Part.PLAN  # what follows the judgement and names no illness is what shall be done
    if labelled is not None and weak:
        return [labelled]
    if _KIN.search(line.text) and _USUAL.search(line.text):
        return [Part.PAST]
    if len(line.messages) > 1 and strong is not None:
        return [strong]  # a question with its answer is about one thing
    clauses = clauses_of(line.text)
    touched: dict[Part, None] = {}
    for clause in clauses:
        part = _strong(clause, line)
        if part is not None and not (
            part is Part.PRESENT and Part.ALLERGIES in touched and _goes_on_from_allergy(clause)
        ):
            touched[part] = None
    if Part.PAST in touched and not _ORDER.search(line.text):
        touched.pop(Part.PLAN, None)  # how a drug is taken that is taken already
    if Part.PAST in touched and line.is_clinicians and _STOPPED.search(line.text) and not _ENDED.search(line.text):
        touched[Part.PLAN] = None  # 阿司匹林停用 is told and ordered in one
    if touched:
        return list(touched)
    if strong is not None:
        return [strong]
    return [Part.PRESENT] if is_weighty(line.text) else []


def _complains(line: Line) -> bool:
    """Whether a line tells of what ails somebody, and not only of what they lack or take."""
    for clause in map(normalise, clauses_of(line.text)):
        named = find_mentions(clause)
        spans = [(one.start, one.end) for one in named]
        for one in named:
            ails = one.kind in (Kind.SYMPTOM, Kind.ACUTE) and not one.negated
            if ails and not is_denied(clause, one.start, one.end, spans):
                return True
    return False


def _takes(line: Line) -> bool:
    """Whether a line tells of a drug or of what is denied, which is no complaint."""
    text = normalise(line.text)
    found = find_mentions(text)
    return any(one.kind is Kind.DRUG for one in found) or _OWN_DENIAL.match(line.text) is not None


def _choose_complaint(found: dict[Part, list[Line]]) -> None:
    """The first of the present illness that complains is the complaint, where nobody named it; alone it stays in both.

    A patient's own words come first, but not before a complaint that the clinician wrote down: what is taken is none.
    """
    present = found.get(Part.PRESENT, [])
    if Part.COMPLAINT in found or not present:
        return
    complaints = [line for line in present if _complains(line)] or [line for line in present if not _takes(line)]
    if not complaints:
        return
    first = next((line for line in complaints if not line.is_clinicians), complaints[0])
    found[Part.COMPLAINT] = [first]
    if len(present) > 1:
        present.remove(first)
