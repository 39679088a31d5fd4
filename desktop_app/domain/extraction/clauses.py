"""Splitting a normalised text into clauses, and telling which of them ask."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from desktop_app.domain.extraction.normal import is_han
from desktop_app.domain.patterns import Pattern

# A longer clause is cut, so that no pattern ever runs over an unbounded stretch.
LONGEST_CLAUSE = 300

_ABBREVIATION = Pattern(
    r"(?:\b(?:mr|mrs|ms|dr|st|vs|approx|dept|no|inc|ltd|prof|jr|sr|fig|e\.g|i\.e|p\.o|a\.m|p\.m)|"
    r"\b[a-z])$"
)
_BOUNDARY = Pattern(
    r"[。!;\n…｡]+|\?+(?![a-z])|(?<=\S)\?+(?=[a-z])|\.{2,}|\.(?=\s|$|[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])\.(?!\d)"
    r"|(?<!\d),|,(?!\d{3}(?!\d))|[()|~～•·]|\s-\s|(?<!\d)—+|—+(?!\d)|(?<=[\u4e00-\u9fff。])[ ]+(?=[\u4e00-\u9fff])"
)
# Words that open a clause of their own. The clause keeps them.
_OPENERS = Pattern(
    r"(?<=[\u4e00-\u9fff\d%a-z ])(?:但是|(?<![不非])但(?!愿)|(?<![喘透忙看说熬瞒])不过(?![敏量期夜气瘾]|去(?!年))|"
    r"可是|然而|而且|并且|因为|(?<!之)所以|因此|"
    r"其实|另外|还有|后来|然后|现在(?!还)|目前|如果|假如|要是|万一|不然|否则|除了|另(?!一(?!直)|个))"
    r"|(?<= )(?:but|however|although|though|because|whereas|except|if|unless|so that|so(?= (?:i|my|"
    r"can|should|is|what|how|he|she|please)\b))\b"
    r"|(?<= )(?:since|given that|now that|while|considering|as|when)(?= (?:i|i'm|i've|my|he|she|he's|"
    r"she's|we|the patient|pt)\b)"
    r"|(?<= )who(?= (?:is|has|takes|was|had|lives|also)\b)"
    r"|(?<= )(?:and|or|then)(?= (?:also |now |then |currently |still )?(?:i|i'm|i've|i'd|my|he|she|"
    r"he's|she's|we|it|its|it's|they|the|has|have|had|is|isn't|am|are|was|takes?|"
    r"taking|took|uses?|using|used|don't|doesn't|didn't|does|do|did|no|not|never|currently|now|must|"
    r"should|will|lives?|works?|drinks?|"
    r"smokes?|weighs?|wants?|hopes?|plans?|quit|stopped|started|please|allergic|eats?|runs?|loves?|"
    r"likes?|hates?|prefers?|denies|"
    r"underwent|goes|needs?|avoid|use|keep|can|could|suffers?|sleeps?|feels?|got|gets|moved|born|"
    r"avoids?|swims?|walks?|jogs?|enjoys?)\b)"
)
_QUESTION_ZH = Pattern(
    r"(?<!不)(?<!没)怎么(?!也|都|着)|咋|什么(?!也|都|的|事也)(?=.*)|啥(?!也|都)|为何|"
    r"多少(?!有)|多久|是否|能否|可否|能不能|可不可以|可以不可以|要不要|会不会|是不是|有没有|"
    r"好不好|行不行|需不需要|需要不需要|该不该|用不用|算不算|对不对|如何|何时|吗|哪(?!怕|里都|儿都)|"
    r"谁(?!都|也)|有何|有无|难道|嘛$|么$|"
    r"介绍(?:一下|下)?|解释|讲讲|讲一下|科普|告诉我|了解一下|了解下|想了解|想知道|推荐|帮我(?:查|写|"
    r"列|找|看|分析|解读|算)|给我(?:讲|写|列|推荐|查|解释)|咨询"
)
# These announce a question; what they ask comes later.
_ASKING_ZH = Pattern(r"请问|求问|想问|问一下|请教")
_NOTHING_ZH = Pattern(
    r"没(?:有)?什么|没啥|什么都|啥都|不怎么|没怎么|怎么都|不知怎么|不知道怎么|莫名|什么的|有什么就|"
    r"没多少|不多久|没多久"
)
_MODAL_ZH = Pattern(
    r"能(?!力|量)|可以|可不|该|应该|需要|要(?!是)|会(?!诊)|算|用(?=做|不)|严重|正常|还|有(?=影响|关系|"
    r"事|问题|危险|必要)|多(?=大|重|高|长)|几|呢$|属于|好"
)
_FINAL_ZH = Pattern(r"(?:对吧|是吧|吧|呢|好吗|可以吗|行吗|对吗)$")
_QUESTION_EN = Pattern(
    r"^(?:(?:and|but|so|hi|hello|hey|also|well|ok|okay|doctor|then|or|now)\b[ ,]*)*(?:"
    r"what|which|whom|whose|when(?! i\b)|where|why|how|who(?! is\b| has\b| takes\b)|is (?:it|this|"
    r"that|there|my|he|she|the)|are (?:there|these|they|you|my|the)|"
    r"can(?!'t)|could|should|do i|do you|does|did (?:i|you|he|she)|am i|would you|would it|will (?:it|this|"
    r"you|my)|may i|shall|tell me|explain|"
    r"describe|remind me|give me|show me|help me (?:understand|with|find)|list|compare|summari[sz]e|"
    r"define|i wonder|wondering|any (?:idea|advice|tips)|"
    r"i(?:'d| would) like to know|i want to know|i need to know|please (?:tell|explain|describe|list|"
    r"summari[sz]e|give me|write|translate)|do(?= \w+ (?:cause|help|work))|have you|has anyone)\b"
)
_INVERTED_EN = Pattern(
    r"^(?:(?:and|but|so|or|also)\s)*(?:is|are|was|were|do|did|have|has|had|will|would|may|might|isn't|"
    r"aren't|doesn't|don't|can't|won't|any)\b"
)
_SUBJECT_EN = Pattern(r"\b(?:i|i'm|i've|i'd|my|he|she|he's|she's|we|who|im|ive)\b")
_REASON = Pattern(
    r"(?:since|because|given that|now that|while|considering|as|although|though|who) (?:i|i'm|i've|"
    r"my|he|she|is|has|takes)\b"
)
_HYPOTHETICAL_ZH = Pattern(
    r"如果|假如|假设|假使|要是|倘若|万一|设想|若(?!干)|(?<!我)(?<!他)(?<!她)的话(?!题|说)|要不是|"
    r"即使|哪怕|就算|等我(?!爸|妈)|假装|想象|比方说"
)
_HYPOTHETICAL_EN = Pattern(
    r"(?<!as )\bif\b|\bsuppose|\bsupposing\b|\bassum(?:e|ing)\b|\bimagine\b|\bwhat if\b|\bin case\b|"
    r"\bunless\b|\bhypothetical|\blet's say\b|"
    r"\bwould(?! like| love)\b|\bwere i\b|\bpretend\b|\bwish i (?:had|were|was|could)\b|"
    r"\bcould have\b|\bprovided that\b|\bfor example\b|\bwhether\b"
)
_POLITE_IF = Pattern(
    r"\bif (?:it helps|you (?:need|want|must|don't mind|remember)|that (?:matters|helps)|"
    r"relevant|i remember|i recall|possible|i'm not mistaken|it matters)|如果(?:我)?(?:没记错|有用|"
    r"需要|可以|方便|你|您)"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch ``start:end`` of the normalised text, without surrounding spaces.

    ``asks_from`` is where its question begins, ``end`` where it asks nothing.
    """

    start: int
    end: int
    text: str
    sentence: int
    first: bool  # of its sentence
    asks_from: int
    hypothetical: bool = False
    opener: str = ""  # the mark before it within the sentence


def split(text: str) -> list[Clause]:
    """The clauses of a normalised text in order."""
    clauses: list[Clause] = []
    sentence, pending, start, mark = 0, [], 0, ""
    for match in _BOUNDARY.finditer(text):
        token = match.group()
        if token == "." and _ABBREVIATION.search(text, max(0, match.start() - 8), match.start()):
            continue
        pending.extend(_pieces(text, start, match.start(), mark))
        start, mark = match.end(), token[0]
        if mark in "。!;\n…｡?." and token != "..":
            clauses.extend(_sentence(text, pending, sentence, asked=mark == "?"))
            sentence, pending, mark = sentence + 1, [], ""
    pending.extend(_pieces(text, start, len(text), mark))
    clauses.extend(_sentence(text, pending, sentence, asked=False))
    return clauses


def _pieces(text: str, start: int, end: int, mark: str) -> list[tuple[int, int, str]]:
    """The parts of a stretch between two marks: split before words that open a clause."""
    cuts = [match.start() for match in _OPENERS.finditer(text, start, end) if match.start() > start]
    edges = [start, *cuts, end]
    pieces = []
    for left, right in pairwise(edges):
        opener = mark if left == start else " "
        while right - left > LONGEST_CLAUSE:
            pieces.append((left, left + LONGEST_CLAUSE, opener))
            left, opener = left + LONGEST_CLAUSE, " "
        while left < right and text[left].isspace():
            left += 1
        while right > left and (text[right - 1].isspace() or text[right - 1] in "、:,"):
            right -= 1
        if left < right:
            pieces.append((left, right, opener))
    return pieces


def _sentence(text: str, pieces: list[tuple[int, int, str]], number: int, *, asked: bool) -> list[Clause]:
    clauses: list[Clause] = []
    for index, (start, end, opener) in enumerate(pieces):
        body = text[start:end]
        last = asked and index == len(pieces) - 1
        asks = _asks_from(body, last=last, asked=asked)
        if asks == 0 and _REASON.match(body) and any(one.asks_from == one.start for one in clauses):
            asks = None  # Is it safe to drink while I'm taking …?
        clause = Clause(start, end, body, number, index == 0, end if asks is None else start + asks, opener=opener)
        before = clauses[-1] if clauses else None
        if before and asks is None and before.asks_from == before.start and _is_fragment(body):
            clause = replace(clause, asks_from=start)  # Can I take aspirin, ibuprofen …
        supposed = _supposes(body) or (before is not None and before.hypothetical)
        clauses.append(replace(clause, hypothetical=supposed))
    return clauses


def _supposes(body: str) -> bool:
    if _POLITE_IF.search(body):
        return False
    return bool(_HYPOTHETICAL_ZH.search(body) or _HYPOTHETICAL_EN.search(body))


def _is_fragment(body: str) -> bool:
    """Whether a clause goes on with the one before instead of saying something of its own."""
    return not any(map(is_han, body)) and not _SUBJECT_EN.search(body)


def _asks_from(body: str, *, last: bool, asked: bool) -> int | None:
    """Where a clause starts to ask, None if it does not."""
    positions = []
    if any(map(is_han, body)):
        spared = [match.span() for match in _NOTHING_ZH.finditer(body)]
        for match in _QUESTION_ZH.finditer(body):
            if not any(left <= match.start() < right for left, right in spared):
                positions.append(match.start())
                break
        final = bool(re.search(r"[吗么]$|(?:能|可以|可|敢|该|要|用|得)[^,]{1,10}不$", body))  # 我能吃不
        opening = _ASKING_ZH.search(body)
        if opening and not positions and not final and not last:
            positions.append(opening.start())
        if last or final or (positions and body[positions[0]] == "吗"):
            modal = _MODAL_ZH.search(body)
            if modal:
                positions.append(modal.start())
            elif last or final:
                positions.append(0)
        elif asked and re.match(r"(?:我)?(?:能|可以|该|需要)", body):
            positions.append(0)
        if last and not positions and not _FINAL_ZH.search(body):
            positions.append(0)
    if _QUESTION_EN.search(body) or (last and _INVERTED_EN.search(body)) or (last and not any(map(is_han, body))):
        positions.append(0)
    return min(positions, default=None)
