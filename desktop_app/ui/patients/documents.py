"""Papers of a clinical vault: the notice for patients, the record of processing, the assessment of its impact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from html import escape
from typing import Final

from markdown_it import MarkdownIt

from desktop_app import __version__
from desktop_app.domain.conversation import Person
from desktop_app.domain.ports import ModelInfo
from desktop_app.domain.settings import FactMode, Settings
from desktop_app.support.paths import resources_directory
from desktop_app.ui.patients.words import identified
from desktop_app.ui.texts import counted, product_name, product_statement, translate

_STYLE: Final = (
    "body { font-family: sans-serif; line-height: 1.5; color: #222; } h1 { font-size: 18pt; }"
    " h2 { font-size: 13pt; } .foot { color: #555; font-size: 9pt; } th, td { padding: 3px 8px; }"
)


class Paper(StrEnum):
    """Which paper; also the beginning of its template's file name."""

    NOTICE = "notice"
    PROCESSING = "processing"
    IMPACT = "impact"

    @property
    def heading(self) -> str:
        """What it is called."""
        return {
            Paper.NOTICE: translate("Papers", "Notice for the patient"),
            Paper.PROCESSING: translate("Papers", "Record of processing"),
            Paper.IMPACT: translate("Papers", "Impact assessment"),
        }[self]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the papers are filled in from.

    Attributes:
        person: for whom the notice is; None where a paper is about the vault.
        settings: of the vault.
        model: the one that is loaded.
        protected: whether the vault opens with a passphrase only.
        patients: how many there are.
        today: the day it is.
    """

    person: Person | None
    settings: Settings
    model: ModelInfo | None
    protected: bool
    patients: int
    today: date


def paper_html(paper: Paper, about: Circumstances, languages: Sequence[str]) -> str:
    """A paper in each of these languages ("zh", "en"), with the statement at its end."""
    texts = (_filled(paper, about, language) for language in languages)
    body = '<p style="page-break-after: always"></p>'.join(
        MarkdownIt("commonmark", {"html": False}).enable("table").render(text) for text in texts
    )
    foot = f'<p class="foot">{escape(product_statement())}<br>{escape(product_name())} {escape(__version__)}, '
    return (
        f'<!DOCTYPE html><html lang="{languages[0]}"><head><meta charset="utf-8"><title>{escape(paper.heading)}</title>'
        f"<style>{_STYLE}</style></head><body>{body}{foot}{about.today.isoformat()}</p></body></html>"
    )


def _filled(paper: Paper, about: Circumstances, language: str) -> str:
    text = (resources_directory() / "clinical" / f"{paper.value}_{language}.md").read_text(encoding="utf-8")
    for name, value in _values(about).items():
        text = text.replace("{{" + name + "}}", _literal(value))
    return text


def _values(about: Circumstances) -> dict[str, str]:
    settings, none = about.settings, translate("Papers", "none")
    years = settings.clinical.retention_years
    return {
        "patient": identified(about.person, about.today) if about.person is not None else "",
        "clinician": settings.user_name or "________________",
        "date": about.today.isoformat(),
        "model": f"{about.model.name} ({about.model.quantisation})" if about.model is not None else none,
        "model_fit": _yes(about.model is not None and about.model.name in settings.clinical.fit_models),
        "licence": (about.model.licence if about.model is not None else "") or none,
        "protected": _yes(about.protected),
        "cover_minutes": str(settings.privacy.cover_after_minutes or none),
        "lock_minutes": str(settings.privacy.lock_after_minutes or none),
        "lock_with_system": _yes(settings.privacy.lock_with_system),
        "backup_minutes": str(settings.backup.every_minutes or none),
        "retention": counted(
            years,
            translate("Papers", "1 year after the last visit"),
            translate("Papers", "{count} years after the last visit"),
        )
        if years
        else none,
        "basis_required": _yes(settings.clinical.require_basis),
        "recall": _yes(settings.recall.enabled),
        "facts": {
            FactMode.AUTOMATIC: translate("Papers", "kept at once"),
            FactMode.ASK: translate("Papers", "proposed, kept when confirmed"),
            FactMode.OFF: translate("Papers", "not taken"),
        }[settings.fact_mode],
        "model_facts": _yes(settings.model_facts),
        "patients": str(about.patients),
        "version": __version__,
        "product": product_name(),
    }


def _yes(holds: bool) -> str:
    return translate("Papers", "yes") if holds else translate("Papers", "no")


def _literal(value: str) -> str:
    """A value in which nothing is read as Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]()<>#+-.!|~" else sign for sign in " ".join(value.split()))
