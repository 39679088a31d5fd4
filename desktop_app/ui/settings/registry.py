"""Every setting with its words and ranges: the one list that the window, the search and the files go by."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from desktop_app.domain.settings import ClipStrategy, FactMode, SummaryLevel
from desktop_app.ui.settings.descriptors import (
    Choice,
    Decimal,
    Descriptor,
    EmbeddingChoice,
    Kind,
    Line,
    Lines,
    ModelChoice,
    Page,
    Paragraph,
    Seed,
    Switch,
    Whole,
)
from desktop_app.ui.theme import MAXIMUM_BODY_PX, MINIMUM_BODY_PX, ThemeName

AS_THE_VAULT = ""  # a person's fact mode where it follows the vault's
PAGE_NAMES: Final[dict[Page, str]] = {
    Page.APPEARANCE: str(QT_TRANSLATE_NOOP("Settings", "Appearance")),
    Page.MODEL: str(QT_TRANSLATE_NOOP("Settings", "Model")),
    Page.REPLIES: str(QT_TRANSLATE_NOOP("Settings", "Replies")),
    Page.CONTEXT: str(QT_TRANSLATE_NOOP("Settings", "Context and memory")),
    Page.RECALL: str(QT_TRANSLATE_NOOP("Settings", "Recall")),
    Page.FACTS: str(QT_TRANSLATE_NOOP("Settings", "Facts")),
    Page.PRIVACY: str(QT_TRANSLATE_NOOP("Settings", "Privacy")),
}

_TOKENS: Final = str(QT_TRANSLATE_NOOP("Settings", "tokens"))
_MINUTES: Final = str(QT_TRANSLATE_NOOP("Settings", "minutes"))
_YEARS: Final = str(QT_TRANSLATE_NOOP("Settings", "years"))
_NO_PERIOD: Final = str(QT_TRANSLATE_NOOP("Settings", "no period"))
_PIXELS: Final = str(QT_TRANSLATE_NOOP("Settings", "px"))
_TURNS: Final = str(QT_TRANSLATE_NOOP("Settings", "turns"))
_NEVER: Final = str(QT_TRANSLATE_NOOP("Settings", "never"))
_ONLY_AT_THE_END: Final = str(QT_TRANSLATE_NOOP("Settings", "only at the end"))
_MODES: Final = (
    (FactMode.AUTOMATIC.value, str(QT_TRANSLATE_NOOP("Settings", "Kept at once"))),
    (FactMode.ASK.value, str(QT_TRANSLATE_NOOP("Settings", "Proposed, kept when confirmed"))),
    (FactMode.OFF.value, str(QT_TRANSLATE_NOOP("Settings", "Not taken"))),
)


def _setting(
    path: str,
    page: Page,
    name: object,
    explanation: object,
    kind: Kind,
    *,
    loads_model: bool = False,
    needs_gpu: bool = False,
    only_personal: bool = False,
    only_clinical: bool = False,
) -> Descriptor:
    return Descriptor(
        path, page, str(name), str(explanation), kind, loads_model, needs_gpu, only_personal, only_clinical
    )


_APPEARANCE: Final = (
    _setting(
        "window.language",
        Page.APPEARANCE,
        QT_TRANSLATE_NOOP("Settings", "Language"),
        QT_TRANSLATE_NOOP("Settings", "Of the window. Replies follow the language you write in."),
        Choice(
            (
                ("system", str(QT_TRANSLATE_NOOP("Settings", "As the system"))),
                ("zh", "中文"),
                ("en", "English"),
            )
        ),
    ),
    _setting(
        "window.theme",
        Page.APPEARANCE,
        QT_TRANSLATE_NOOP("Settings", "Colours"),
        QT_TRANSLATE_NOOP("Settings", "Light, dark, or black and white with strong lines."),
        Choice(
            (
                (ThemeName.SYSTEM.value, str(QT_TRANSLATE_NOOP("Settings", "As the system"))),
                (ThemeName.LIGHT.value, str(QT_TRANSLATE_NOOP("Settings", "Light"))),
                (ThemeName.DARK.value, str(QT_TRANSLATE_NOOP("Settings", "Dark"))),
                (ThemeName.CONTRAST.value, str(QT_TRANSLATE_NOOP("Settings", "High contrast"))),
            )
        ),
    ),
    _setting(
        "window.body_px",
        Page.APPEARANCE,
        QT_TRANSLATE_NOOP("Settings", "Text size"),
        QT_TRANSLATE_NOOP("Settings", "Everything else follows in proportion. Ctrl + and Ctrl - do the same."),
        Whole(MINIMUM_BODY_PX, MAXIMUM_BODY_PX, 1, _PIXELS),
    ),
)

_MODEL: Final = (
    _setting(
        "model.path",
        Page.MODEL,
        QT_TRANSLATE_NOOP("Settings", "Model that writes"),
        QT_TRANSLATE_NOOP("Settings", "A file in GGUF format on this machine."),
        ModelChoice(str(QT_TRANSLATE_NOOP("Settings", "The one that ships with the program"))),
        loads_model=True,
    ),
    _setting(
        "context.context_length",
        Page.MODEL,
        QT_TRANSLATE_NOOP("Settings", "Context length"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "How much the model sees at once: instructions, memory, conversation and reply. More takes more "
            "memory and longer reading. A change loads the model again.",
        ),
        Whole(256, 131_072, 256, _TOKENS),
        loads_model=True,
    ),
    _setting(
        "model.threads",
        Page.MODEL,
        QT_TRANSLATE_NOOP("Settings", "Threads"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "How many cores work for the model. More than there are free make it slower. A change loads the "
            "model again.",
        ),
        Whole(0, 128, 1, at_least_means=str(QT_TRANSLATE_NOOP("Settings", "automatic"))),
        loads_model=True,
    ),
    _setting(
        "model.batch",
        Page.MODEL,
        QT_TRANSLATE_NOOP("Settings", "Batch"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "How much of a prompt is read in one go. Less takes less memory; Stop takes effect between two "
            "batches. A change loads the model again.",
        ),
        Whole(32, 4_096, 32, _TOKENS),
        loads_model=True,
    ),
    _setting(
        "model.gpu_layers",
        Page.MODEL,
        QT_TRANSLATE_NOOP("Settings", "Layers on the graphics processor"),
        QT_TRANSLATE_NOOP("Settings", "Faster, as far as its memory reaches. A change loads the model again."),
        Whole(0, 999, 1, at_least_means=str(QT_TRANSLATE_NOOP("Settings", "none"))),
        loads_model=True,
        needs_gpu=True,
    ),
    _setting(
        "model.folders",
        Page.MODEL,
        QT_TRANSLATE_NOOP("Settings", "More folders with models"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Looked into besides the folders of Hugging Face, ModelScope, LM Studio, Ollama, Jan and GPT4All. One a "
            "line.",
        ),
        Lines(str(QT_TRANSLATE_NOOP("Settings", "none"))),
    ),
    _setting(
        "model.embedding",
        Page.MODEL,
        QT_TRANSLATE_NOOP("Settings", "Model that recalls"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Finds earlier turns by meaning. Any folder of a sentence-transformers model will do if it holds only "
            "safetensors and JSON files, which cannot run anything. Another model reads all turns anew.",
        ),
        EmbeddingChoice(
            (
                ("e5", str(QT_TRANSLATE_NOOP("Settings", "e5-small: about a hundred languages"))),
                ("minilm", str(QT_TRANSLATE_NOOP("Settings", "MiniLM: English only"))),
            )
        ),
    ),
)

_REPLIES: Final = (
    _setting(
        "reply.temperature",
        Page.REPLIES,
        QT_TRANSLATE_NOOP("Settings", "Temperature"),
        QT_TRANSLATE_NOOP("Settings", "How freely words are chosen. 0: always the likeliest; above 1: surprising."),
        Decimal(0.0, 2.0),
    ),
    _setting(
        "reply.top_p",
        Page.REPLIES,
        QT_TRANSLATE_NOOP("Settings", "Top-p"),
        QT_TRANSLATE_NOOP("Settings", "Only the likeliest words that make up this share are considered. 1: all."),
        Decimal(0.0, 1.0),
    ),
    _setting(
        "reply.top_k",
        Page.REPLIES,
        QT_TRANSLATE_NOOP("Settings", "Top-k"),
        QT_TRANSLATE_NOOP("Settings", "Only so many of the likeliest words are considered."),
        Whole(0, 1_000, 5, at_least_means=str(QT_TRANSLATE_NOOP("Settings", "all"))),
    ),
    _setting(
        "reply.min_p",
        Page.REPLIES,
        QT_TRANSLATE_NOOP("Settings", "Min-p"),
        QT_TRANSLATE_NOOP(
            "Settings", "Words less likely than this share of the likeliest are not considered. 0: no such limit."
        ),
        Decimal(0.0, 1.0, 0.01),
    ),
    _setting(
        "reply.repeat_penalty",
        Page.REPLIES,
        QT_TRANSLATE_NOOP("Settings", "Repeat penalty"),
        QT_TRANSLATE_NOOP("Settings", "Above 1, words that were just written become less likely. Too much hurts."),
        Decimal(0.5, 2.0),
    ),
    _setting(
        "reply.seed",
        Page.REPLIES,
        QT_TRANSLATE_NOOP("Settings", "Seed"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "The same seed, prompt and model give the same reply. The one that was used is stored with each turn.",
        ),
        Seed(str(QT_TRANSLATE_NOOP("Settings", "a new one each turn"))),
    ),
    _setting(
        "reply.stop",
        Page.REPLIES,
        QT_TRANSLATE_NOOP("Settings", "Stop strings"),
        QT_TRANSLATE_NOOP("Settings", "The reply ends where one of these would be written. One a line."),
        Lines(str(QT_TRANSLATE_NOOP("Settings", "none"))),
    ),
    _setting(
        "context.reply_reserve_tokens",
        Page.REPLIES,
        QT_TRANSLATE_NOOP("Settings", "Kept for the reply"),
        QT_TRANSLATE_NOOP("Settings", "So long a reply can be at most. Half of the context length at most."),
        Whole(16, 8_192, 64, _TOKENS),
    ),
    _setting(
        "user_name",
        Page.REPLIES,
        QT_TRANSLATE_NOOP("Settings", "What you are called"),
        QT_TRANSLATE_NOOP("Settings", "Stands for {{user}} in personas and saved prompts."),
        Line(str(QT_TRANSLATE_NOOP("Settings", "As the person who is shown"))),
    ),
    _setting(
        "system_prompt",
        Page.REPLIES,
        QT_TRANSLATE_NOOP("Settings", "System prompt"),
        QT_TRANSLATE_NOOP("Settings", "What the model is told before everything else, in every session."),
        Paragraph(str(QT_TRANSLATE_NOOP("Settings", "Empty: the prompt that ships with the program"))),
    ),
)

_CONTEXT: Final = (
    _setting(
        "context.clip_strategy",
        Page.CONTEXT,
        QT_TRANSLATE_NOOP("Settings", "What leaves a full window"),
        QT_TRANSLATE_NOOP(
            "Settings", "Turns that leave are summed up and can be recalled; they are never deleted by this."
        ),
        Choice(
            (
                (ClipStrategy.BY_VALUE.value, str(QT_TRANSLATE_NOOP("Settings", "The least valuable turns"))),
                (ClipStrategy.NEWEST_ONLY.value, str(QT_TRANSLATE_NOOP("Settings", "The oldest turns"))),
            )
        ),
    ),
    _setting(
        "context.keep_last_turns",
        Page.CONTEXT,
        QT_TRANSLATE_NOOP("Settings", "Newest turns that always stay"),
        QT_TRANSLATE_NOOP("Settings", "As far as they fit. They are never left out for pins or recall."),
        Whole(1, 50, 1, _TURNS, unit_of_one=str(QT_TRANSLATE_NOOP("Settings", "turn"))),
    ),
    _setting(
        "context.denoise",
        Page.CONTEXT,
        QT_TRANSLATE_NOOP("Settings", "Leave out small talk"),
        QT_TRANSLATE_NOOP(
            "Settings", "Greetings and thanks in old turns are not sent again. Stored words stay as they are."
        ),
        Switch(str(QT_TRANSLATE_NOOP("Settings", "from what is sent"))),
    ),
    _setting(
        "context.summary_level",
        Page.CONTEXT,
        QT_TRANSLATE_NOOP("Settings", "Summary of earlier turns"),
        QT_TRANSLATE_NOOP("Settings", "How much of the turns that left the window stays word for word."),
        Choice(
            (
                (SummaryLevel.BRIEF.value, str(QT_TRANSLATE_NOOP("Settings", "Brief"))),
                (SummaryLevel.NORMAL.value, str(QT_TRANSLATE_NOOP("Settings", "Normal"))),
                (SummaryLevel.DETAILED.value, str(QT_TRANSLATE_NOOP("Settings", "Detailed"))),
            )
        ),
    ),
    _setting(
        "context.summary_budget_tokens",
        Page.CONTEXT,
        QT_TRANSLATE_NOOP("Settings", "Room for the summary"),
        QT_TRANSLATE_NOOP("Settings", "At most; less in a small window."),
        Whole(0, 8_192, 50, _TOKENS),
    ),
    _setting(
        "context.facts_budget_tokens",
        Page.CONTEXT,
        QT_TRANSLATE_NOOP("Settings", "Room for facts"),
        QT_TRANSLATE_NOOP("Settings", "At most, and at most a fifth of the window."),
        Whole(0, 8_192, 50, _TOKENS),
    ),
    _setting(
        "context.recall_budget_tokens",
        Page.CONTEXT,
        QT_TRANSLATE_NOOP("Settings", "Room for what is recalled"),
        QT_TRANSLATE_NOOP("Settings", "At most; less in a small window."),
        Whole(0, 8_192, 50, _TOKENS),
    ),
    _setting(
        "show_cl100k",
        Page.CONTEXT,
        QT_TRANSLATE_NOOP("Settings", "Count by cl100k as well"),
        QT_TRANSLATE_NOOP("Settings", "OpenAI's table beside the model's own count. For Chinese it says about twice."),
        Switch(str(QT_TRANSLATE_NOOP("Settings", "shown as an estimate"))),
    ),
)

_RECALL: Final = (
    _setting(
        "recall.enabled",
        Page.RECALL,
        QT_TRANSLATE_NOOP("Settings", "Recall earlier turns"),
        QT_TRANSLATE_NOOP("Settings", "Looks up what was said before and fits the question."),
        Switch(str(QT_TRANSLATE_NOOP("Settings", "for every question"))),
    ),
    _setting(
        "recall.top_k",
        Page.RECALL,
        QT_TRANSLATE_NOOP("Settings", "Memories recalled at most"),
        QT_TRANSLATE_NOOP("Settings", "Fewer where fewer fit the question or the window."),
        Whole(0, 50, 1, at_least_means=str(QT_TRANSLATE_NOOP("Settings", "none"))),
    ),
    _setting(
        "recall.minimum_score",
        Page.RECALL,
        QT_TRANSLATE_NOOP("Settings", "Least similarity (together)"),
        QT_TRANSLATE_NOOP(
            "Settings", "Of the score “together”, from 0 to 1. Higher: less is recalled, and it fits better."
        ),
        Decimal(0.0, 1.0),
    ),
    _setting(
        "recall.vector_weight",
        Page.RECALL,
        QT_TRANSLATE_NOOP("Settings", "Meaning against words"),
        QT_TRANSLATE_NOOP("Settings", "1: only what means the same counts; 0: only what says the same words."),
        Decimal(0.0, 1.0),
    ),
)

_FACTS: Final = (
    _setting(
        "fact_mode",
        Page.FACTS,
        QT_TRANSLATE_NOOP("Settings", "Facts found in what is said"),
        QT_TRANSLATE_NOOP("Settings", "Such as a name, an allergy or a dose, each with the words it rests on."),
        Choice(_MODES),
    ),
    _setting(
        "person.fact_mode",
        Page.FACTS,
        QT_TRANSLATE_NOOP("Settings", "For {name}"),
        QT_TRANSLATE_NOOP("Settings", "In place of the choice above."),
        Choice(((AS_THE_VAULT, str(QT_TRANSLATE_NOOP("Settings", "As above"))), *_MODES)),
    ),
    _setting(
        "person.shares_facts",
        Page.FACTS,
        QT_TRANSLATE_NOOP("Settings", "Facts of {name} are used"),
        QT_TRANSLATE_NOOP("Settings", "What is known in this space can hold in all of yours."),
        Choice(
            (
                ("here", str(QT_TRANSLATE_NOOP("Settings", "In this space"))),
                ("everywhere", str(QT_TRANSLATE_NOOP("Settings", "In every space"))),
            )
        ),
        only_personal=True,
    ),
    _setting(
        "model_facts",
        Page.FACTS,
        QT_TRANSLATE_NOOP("Settings", "Also let the model look for facts"),
        QT_TRANSLATE_NOOP(
            "Settings", "Where the rules find nothing. What the model finds is proposed, never believed by itself."
        ),
        Switch(str(QT_TRANSLATE_NOOP("Settings", "as proposals"))),
    ),
    _setting(
        "mark_unrecorded",
        Page.FACTS,
        QT_TRANSLATE_NOOP("Settings", "Check replies against the record"),
        QT_TRANSLATE_NOOP(
            "Settings", "Drugs, doses, numbers, dates and denials of a reply that stand nowhere in its prompt."
        ),
        Switch(str(QT_TRANSLATE_NOOP("Settings", "mark what is not in it"))),
    ),
)

_CLINICAL: Final = (
    _setting(
        "clinical.require_basis",
        Page.PRIVACY,
        QT_TRANSLATE_NOOP("Settings", "Ask for a recorded basis"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "No model is asked about a patient for whom neither a consent nor another basis is recorded, and nothing of"
            " theirs is exported or printed without one (Ctrl+Shift+K).",
        ),
        Switch(str(QT_TRANSLATE_NOOP("Settings", "required"))),
        only_clinical=True,
    ),
    _setting(
        "clinical.retention_years",
        Page.PRIVACY,
        QT_TRANSLATE_NOOP("Settings", "Keep records for"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Since the last visit. Erasing one before asks for a reason. Each patient may have a day of their own.",
        ),
        Whole(0, 100, 1, _YEARS, at_least_means=_NO_PERIOD),
        only_clinical=True,
    ),
    _setting(
        "clinical.fit_models",
        Page.PRIVACY,
        QT_TRANSLATE_NOOP("Settings", "Models checked for clinical text"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Names of models you have tried on texts like yours and found fit, one a line. With any other the window"
            " says that it is not known to be.",
        ),
        Lines(str(QT_TRANSLATE_NOOP("Settings", "none"))),
        only_clinical=True,
    ),
)

_PRIVACY: Final = (
    _setting(
        "privacy.cover_after_minutes",
        Page.PRIVACY,
        QT_TRANSLATE_NOOP("Settings", "Cover the window after"),
        QT_TRANSLATE_NOOP("Settings", "Without input. A key or a click shows it again."),
        Whole(0, 240, 1, _MINUTES, at_least_means=_NEVER),
    ),
    _setting(
        "privacy.lock_after_minutes",
        Page.PRIVACY,
        QT_TRANSLATE_NOOP("Settings", "Lock the program after"),
        QT_TRANSLATE_NOOP(
            "Settings", "Without input. It then asks for the passphrase; without one the window is only covered."
        ),
        Whole(0, 240, 1, _MINUTES, at_least_means=_NEVER),
    ),
    _setting(
        "privacy.lock_with_system",
        Page.PRIVACY,
        QT_TRANSLATE_NOOP("Settings", "Lock with the system"),
        QT_TRANSLATE_NOOP("Settings", "When the desktop locks its screen or the machine goes to sleep."),
        Switch(str(QT_TRANSLATE_NOOP("Settings", "lock as well"))),
    ),
    _setting(
        "privacy.clipboard_history",
        Page.PRIVACY,
        QT_TRANSLATE_NOOP("Settings", "Clipboard history"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Off: what is copied here is marked so that the desktop's history of copied things leaves it out. Most"
            " desktops heed that, not all.",
        ),
        Switch(str(QT_TRANSLATE_NOOP("Settings", "may keep what is copied here"))),
    ),
    _setting(
        "backup.every_minutes",
        Page.PRIVACY,
        QT_TRANSLATE_NOOP("Settings", "Back up every"),
        QT_TRANSLATE_NOOP(
            "Settings", "Of use, where anything changed, and when the program ends. Ctrl+Shift+B lists the backups."
        ),
        Whole(0, 240, 5, _MINUTES, at_least_means=_ONLY_AT_THE_END),
    ),
)

REGISTRY: Final[tuple[Descriptor, ...]] = (
    *_APPEARANCE,
    *_MODEL,
    *_REPLIES,
    *_CONTEXT,
    *_RECALL,
    *_FACTS,
    *_PRIVACY,
    *_CLINICAL,
)
BY_PATH: Final[dict[str, Descriptor]] = {descriptor.path: descriptor for descriptor in REGISTRY}
