"""Classes of drugs that an allergy is told by: who reacts to 头孢 is meant to react to cefixime."""

from __future__ import annotations

from typing import Final

from desktop_app.domain.extraction.lexicon import Kind, concept_of
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.patterns import Pattern

# The concept that names a class by itself, and what its members are called.
_CLASSES: Final = {
    "青霉素": Pattern(r"青霉素|西林|cillin|augmentin|amoxi?-?clav"),
    "头孢": Pattern(r"^头孢|^先锋|^cef|^ceph|^keflex"),
    "磺胺": Pattern(r"磺胺|新诺明|柳氮磺|^sul(?:f|ph)[ao]|^bactrim|^septra|sulfameth|co-trimoxazole"),
    "沙星": Pattern(r"沙星|喹诺酮|floxacin|quinolone"),
}
_NAMES: Final = Pattern(
    r"青霉素类?|penicillins?|头孢(?:类|菌素)?|cephalosporins?|磺胺(?:类|药)?|sulfa|sulphas?|sulfonamides?|喹诺酮类?|沙星类?|"
    r"(?:fluoro)?quinolones?"
)


def are_related(one: str, other: str) -> bool:
    """Whether of two drugs one is a class that the other belongs to: 头孢 and cefixime, not two of its members."""
    names = [concept_of(Kind.DRUG, normalise(name).strip()) for name in (one, other)]
    if not any(_NAMES.fullmatch(name) for name in names):
        return False
    return any(all(pattern.search(name) for name in names) for pattern in _CLASSES.values())
