"""What the pictures of the README and the guide show: whose dialogue, which tab, language, look and size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from desktop_app.domain.conversation import VaultKind
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.memory_panel.tab import CLIPPED, CONTEXT, FACTS, MAP, RECALLED, TIMELINE
from desktop_app.ui.theme import ThemeName

HERE = Path(__file__).parent
MODEL = "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"


@dataclass(frozen=True, slots=True)
class Patient:
    """Who the dialogue of a clinical vault is about."""

    name: str
    sex: str
    birth_date: str
    record_number: str


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A script with the vault it is played into.

    Attributes:
        script: as for `play`.
        kind: of the vault.
        model: the GGUF file's name among the installed ones.
        language: of the window while it is played.
        days_ago: when each session was held.
        context: the window of the model, in tokens; small, so that turns leave it.
        reply: tokens of the longest reply.
        patient: in a clinical vault.
    """

    script: Path
    kind: VaultKind
    model: str
    language: str
    days_ago: Mapping[str, int]
    context: int
    reply: int
    patient: Patient | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: the newest session of a dialogue with something open in the panel.

    Attributes:
        panel_only: the panel without the window around it, as the guide shows it.
    """

    name: str
    dialogue: str
    language: str
    theme: ThemeName
    arrange: Callable[[MainWindow], None]
    size: tuple[int, int] = (1280, 800)
    typed: str = ""  # in the composer
    panel_only: bool = False


DIALOGUES: Mapping[str, Dialogue] = {
    "clinic": Dialogue(
        HERE / "clinic_zh.jsonl", VaultKind.CLINICAL, MODEL, "zh",
        {"初诊 既往史": 54, "血压复查": 20, "复诊 尿频尿痛": 0}, 1024, 48,
        Patient("周淑芬", "female", "1962-03-09", "20417"),
    ),
    "home": Dialogue(
        HERE / "home_en.jsonl", VaultKind.PERSONAL, MODEL, "en",
        {"The garden": 26, "Winter plans": 0}, 1024, 256,
    ),
    "weeks": Dialogue(
        HERE.parent / "data" / "dialogues" / "weeks_zh.jsonl", VaultKind.PERSONAL, MODEL, "zh",
        {"初识": 23, "做饭": 9, "旅行": 0}, 1024, 256,
    ),
}  # fmt: skip


def _tab(key: str) -> Callable[[MainWindow], None]:
    return lambda window: window.memory_panel.show_tab(key)


def _contradiction(window: MainWindow) -> None:
    window.memory_panel.show_tab(FACTS)
    window.memory_panel.safety.conflicts_requested.emit()


_ASKED = "How much may the tomato beds cost?"
# Of the guide, in each language: the dialogue, and a question that recalls something of it.
_GUIDE = {"en": ("home", _ASKED), "zh": ("weeks", "我先生不吃什么？")}
_GUIDE_TABS = (CONTEXT, CLIPPED, RECALLED, FACTS, TIMELINE)

PICTURES = (
    Picture("clinic-zh", "clinic", "zh", ThemeName.LIGHT, _contradiction, size=(1440, 900)),
    Picture("timeline-en", "home", "en", ThemeName.DARK, _tab(TIMELINE)),
    Picture("recalled-en", "home", "en", ThemeName.LIGHT, _tab(RECALLED), typed=_ASKED),
    Picture("clipped-en", "home", "en", ThemeName.LIGHT, _tab(CLIPPED)),
    Picture("map-en", "home", "en", ThemeName.DARK, _tab(MAP), typed=_ASKED),
    Picture("contrast-zh", "clinic", "zh", ThemeName.CONTRAST, _tab(RECALLED)),
    *(
        Picture(
            f"panel-{tab}-{language}",
            dialogue,
            language,
            ThemeName.LIGHT,
            _tab(tab),
            typed=asked if tab == RECALLED else "",
            panel_only=True,
        )
        for language, (dialogue, asked) in _GUIDE.items()
        for tab in _GUIDE_TABS
    ),
)
