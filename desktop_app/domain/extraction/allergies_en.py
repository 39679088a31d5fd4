"""How allergies are told in English."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.allergen_lists import NOTHING_LISTED, keep_allergy, listed_items
from desktop_app.domain.extraction.lexicon import Kind
from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.patterns import Pattern

_TO_EN = Pattern(
    r"(?P<deny>\b(?:not|never been|no longer|isn't|aren't|wasn't|ain't|am not|"
    r"never)\s+)?(?P<how>(?:(?<![a-z])[a-z]{2,20}ly |also |very |super |highly |deathly |extremely |"
    r"mildly |a bit |so |really |possibly |probably |maybe )*)"
    r"\b(?:all?erg(?:ic|y|ies)|alergic|anaphyla(?:ctic|xis)(?: reaction)?|allergic reactions?|"
    r"sensitivity|bad reaction|reaction|reacts?|reacted|"
    r"hypersensitiv\w+)\s+to\s+(?=(?P<items>[^.;!?\n]{2,120}))"
)
_REACTING_EN = Pattern(r"all?erg|anaphyla|react|sensitiv")
_NOUN_EN = Pattern(
    r"(?P<deny>\b(?:no(?: other)?(?: known)?(?: history of)?(?: any)?|denies(?: any)?(?: known)?|"
    r"without(?: any)?(?: known)?|don't have (?:any )?(?:known )?|doesn't have (?:any )?(?:known )?|"
    r"do not have (?:any )?(?:known )?|does not have (?:any )?(?:known )?|"
    r"haven't (?:got )?(?:any )?(?:known )?|not have (?:any )?|never had (?:any |an? )?|"
    r"negative for)\s*)?"
    r"(?P<items>(?:(?!(?:and|has|have|is|an?|my|known|no|denies|with|any|the|severe|seasonal|of|got|"
    r"had|for|her|his|their|to|or|i|about|from|bad|mild|include|includes|reports?|documented|also|"
    r"possible|suspected|serious|life-threatening|terrible|confirmed|new|other|"
    r"without)\b)(?<![a-z-])[a-z][a-z-]{0,24}\s{1,3}|(?<=[a-z] )(?:or|and|/)\s+){0,4})"
    r"allerg(?:y|ies)\b(?!\s+(?:to|test|med|pill|shot|season|clinic|specialist))(?P<tail>\s*(?:[:=-]|"
    r"include[sd]?|are|is)\s*(?P<after>[^.;!?\n]{1,100}))?"
)
_CAUSES_EN = Pattern(
    r"(?:^|\b(?:and|but|because|that|eating|taking|says|"
    r"know) )(?P<items>[a-z][a-z -]{1,30}?) (?:gives?|gave|causes?|caused|makes?|made) (?:me|him|her|"
    r"my (?!ankles?|legs?|feet|foot|stomach|belly|tummy|gums?)\w+) (?:an? )?(?:\w+ )?(?:to )?(?:hives|rash|itch\w*|"
    r"swell\w*|break out|breaks out|"
    r"anaphyla\w+|my (?:throat|lips|face|tongue)|throat|wheez\w+|come out in)"
    r"|\b(?:break|breaks|broke|come|came) out in (?:hives|a rash|spots|welts) (?:when(?:ever)? (?:i|"
    r"he|she) (?:eats?|takes?|touch(?:es)?|ate|took|have|has|drinks?)|after(?: eating| taking)?|from|"
    r"with) (?P<items2>[a-z][a-z -]{1,30})"
    r"|\b(?:get|gets|got) (?:hives|a (?:bad )?rash|itchy|a swollen \w+) (?:when(?:ever)? (?:i|he|"
    r"she) (?:eats?|takes?|touch(?:es)?|ate|took|have|has|drinks?)|after(?: eating| taking)?|from|"
    r"with) (?P<items3>[a-z][a-z -]{1,30})"
)
# I can't eat shellfish, my throat swells up: the reaction names what is shunned an allergen.
_SHUNNED_EN = Pattern(
    r"\b(?:can't|cannot|can not|mustn't|never)(?: \w+ly)? (?:eat|have|take|touch|drink|use|"
    r"wear) (?P<items>[a-z][a-z -]{1,30}?),?"
    r" (?:(?:because|since|as|or(?: else)?|without) )?(?:it |they )?(?:(?:gives?|makes?) (?:me|him|her) )?(?:(?:i|"
    r"he|she|my|his|her|the)"
    r" )?(?:whole )?(?:(?:throat|face|lips?|tongue|mouth|eyes?|airway) (?:swells?|closes?|itch\w*|tingles?|"
    r"blows? up|go(?:es)? numb)|"
    r"(?:break|breaks|come|comes) out in|get(?:s)? (?:a )?(?:hives|rash|anaphylaxis)|hives|(?:can't|"
    r"cannot) breathe|stop breathing)"
)
# Penicillin I'm not allergic to.
_FRONTED_EN = Pattern(
    r"\s*(?:(?:but|and|so) )?(?P<items>(?:[a-z][a-z-]{2,24}(?: (?:and|or) |, | ))*[a-z][a-z-]{2,24}),? "
    r"(?:i'm|i am|he's|he is|she's|she is|i was|i've (?:never )?been)(?P<how>(?: (?:actually|definitely|really|also|so|"
    r"very|certainly|never|no longer|not))*)"
    r" all?ergic to(?=\s*$|[,.;!?\n]| (?:at all|though|either|anymore|any more|but)\b)"
)
_LEADS_ON_EN = Pattern(
    r"\b(?:what|that|which|things?|nothing|anything|everything|something|know|think|if|whether|foods?|drugs?|sure|say|said|"
    r"hope|told|guess|list|of|the|medicines?|medications?|one|ones|stuff|all|those|these|it|only|because|since|as|so|and|but)\b"
)
_CODES = Pattern(r"\b(?:nkda|nkfa|nka)\b")


def _to_en(reading: Reading, start: int, end: int) -> None:
    if not _REACTING_EN.search(reading.norm, start, end):
        return
    for match in _TO_EN.finditer(reading.norm, start, end):
        if reading.is_claimed(match.start(), match.start("items")):
            continue
        view = reading.view_at(match.start("how") if match["how"] else match.start("items") - 4)
        if view is None:
            continue
        before = view.text[: match.start() - view.start]
        negated = bool(match["deny"]) or bool(
            re.search(
                r"\b(?:no|not|never|denies|without|don't|doesn't|isn't|aren't|neither|n't)\b[^,]{0,30}$|"
                r"n't [^,]{0,20}$",
                before,
            )
        )
        suspected = bool(
            re.search(
                r"\b(?:might|may|maybe|possibl[ey]|probably|think|suspect|could be|perhaps|seem|wonder)\b",
                before + match["how"],
            )
        )
        if (
            re.search(
                r"\b(?:reacts?|reacted|reaction|sensitivity)\b", match.group()[: match.start("items") - match.start()]
            )
            and not any(
                one.kind is Kind.DRUG and match.start("items") <= one.start <= match.start("items") + 12
                for one in view.mentions
            )
            and "anaphyla" not in match.group()
            and "allerg" not in match.group()
        ):
            continue
        for begin, stop in listed_items(reading, *match.span("items")):
            if re.match(r"(?:nothing|no\b)", reading.norm[begin:stop]):
                continue
            general = re.match(r"(?:anything|any (?:drugs?|foods?|medications?|medicines?))", reading.norm[begin:stop])
            keep_allergy(
                reading,
                begin,
                stop,
                anchor=match.start("items") - 4,
                negated=negated or bool(general),
                suspected=suspected,
            )
        reading.claim(match.start(), match.start("items"))


def _fronted_en(reading: Reading, start: int, end: int) -> None:
    """Penicillin I'm not allergic to: what it is to stands in front."""
    if reading.norm.find("ergic to", start, end) < 0:
        return
    views = [view for view in reading.views if start <= view.start < end]
    for match in filter(None, (_FRONTED_EN.match(reading.norm, view.start, view.clause.end) for view in views)):
        if _LEADS_ON_EN.search(match["items"]) or reading.is_claimed(match.start("items"), match.end()):
            continue
        negated = bool(re.search(r"\bno|never", match.group()[match.end("items") - match.start() :]))
        for begin, stop in listed_items(reading, *match.span("items")):
            keep_allergy(reading, begin, stop, anchor=match.end() - 2, negated=negated)
        reading.claim(match.start("items"), match.end())


def _noun_en(reading: Reading, start: int, end: int) -> None:
    if reading.norm.find("allerg", start, end) < 0:
        return
    for match in _NOUN_EN.finditer(reading.norm, start, end):
        word = match.end("items")
        if reading.is_claimed(word, min(word + 6, end)):
            continue
        view = reading.view_at(word)
        if view is None:
            continue
        stop = re.match(r"allerg(?:y|ies)", reading.norm[word:]).end() + word  # type: ignore[union-attr]
        negated = bool(match["deny"]) or reading.denied(view, word, stop) or view.denied_list
        after = match["after"]
        if after and not match["items"].strip() and not negated:
            if NOTHING_LISTED.match(after) or re.match(r"\s*(?:none|no known|nkda|nil|denies|no )", after):
                code = _CODES.search(after)
                if not code:
                    keep_allergy(reading, word, stop, anchor=word, negated=True)
                    reading.claim(word, stop)
                continue
            for begin, finish in listed_items(reading, *match.span("after")):
                keep_allergy(reading, begin, finish, anchor=word, negated=False)
            reading.claim(word, stop)
            continue
        items = match["items"].strip()
        if not items:
            if negated:
                keep_allergy(reading, word, stop, anchor=word, negated=True)
                reading.claim(word, stop)
            elif re.search(r"\bseasonal\s*$", reading.norm[max(0, word - 12) : word]):
                at = reading.norm.rindex("seasonal", 0, word)
                keep_allergy(reading, at, stop, anchor=word, negated=False)
                reading.claim(at, stop)
            continue
        suspected = reading.suspected(view, match.start("items"), stop)
        for begin, finish in listed_items(reading, match.start("items"), word):
            keep_allergy(reading, begin, finish, anchor=word, negated=negated, suspected=suspected)
        reading.claim(match.start("items"), stop)


def _causes_en(reading: Reading, start: int, end: int) -> None:
    for match in _CAUSES_EN.finditer(reading.norm, start, end):
        group = next(name for name, value in match.groupdict().items() if value)
        if re.search(
            r"\b(?:worr|afraid|scared|in case|might|fear)", reading.norm[max(start, match.start() - 30) : match.end()]
        ):
            reading.claim(*match.span(group))
            continue
        if re.match(r"(?:it|this|that|stress|heat|he|she|they|which|the sun|sun|cold|work)\b", match[group]):
            continue
        for begin, stop in listed_items(reading, *match.span(group)):
            keep_allergy(reading, begin, stop, anchor=match.start(), negated=False)
            reading.claim(begin, stop)


def _shunned_en(reading: Reading, start: int, end: int) -> None:
    for match in _SHUNNED_EN.finditer(reading.norm, start, end):
        for begin, stop in listed_items(reading, *match.span("items")):
            if not reading.is_claimed(begin, stop):
                keep_allergy(reading, begin, stop, anchor=match.start(), negated=False)
                reading.claim(begin, stop)


def _codes(reading: Reading, start: int, end: int) -> None:
    for match in _CODES.finditer(reading.norm, start, end):
        keep_allergy(reading, match.start(), match.end(), anchor=match.start(), negated=True)


# In this order; each is asked of every sentence.
ALLERGY_RULES_EN = (_fronted_en, _to_en, _noun_en, _causes_en, _shunned_en, _codes)
