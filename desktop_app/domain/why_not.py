"""Why a turn or a fact is not in a prompt: the steps it must pass, and the one where it stopped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Step(StrEnum):
    """What must go well, in this order. A fact has steps of its own."""

    STORED = "stored"  # said, finished, and on the branch that is shown
    HISTORY = "history"  # in the window with the turns before, not clipped
    SEARCHED = "searched"  # recall was asked
    ALLOWED = "allowed"  # not excluded from recall
    INDEXED = "indexed"  # its words are in the index
    EMBEDDED = "embedded"  # its meaning is in the index
    RANKED = "ranked"  # among the candidates for the question
    SCORED = "scored"  # at or above the least similarity
    TOP_K = "top_k"  # among the best that may be recalled
    BUDGET = "budget"  # room for it
    HELD = "held"  # the fact is believed now
    CHOSEN = "chosen"  # the fact was not left out by hand
    RELEVANT = "relevant"  # the fact stands in every prompt, or shares words with the question
    FACTS_BUDGET = "facts_budget"  # room for the fact


class Cause(StrEnum):
    """Why a step failed, where the step alone does not say it."""

    NONE = ""
    UNFINISHED = "unfinished"
    REFUSED = "refused"
    OTHER_BRANCH = "other_branch"
    OTHER_PERSON = "other_person"
    LATER = "later"
    RECALL_OFF = "recall_off"
    NO_PROMPT = "no_prompt"
    NO_TEXT = "no_text"
    SMALL_TALK = "small_talk"
    RESTRICTED = "restricted"
    THIS_TIME = "this_time"
    ALWAYS = "always"
    WAITING = "waiting"
    FAILED = "failed"
    NOTHING_TO_INDEX = "nothing_to_index"
    NO_MODEL = "no_model"
    REPEAT = "repeat"
    FROM_MEMORY = "from_memory"
    TAKEN_BACK = "taken_back"


@dataclass(frozen=True, slots=True)
class Link:
    """One step of the chain.

    Attributes:
        step: which.
        passed: whether it went well; None where it was not reached.
        cause: why not.
        figures: what was compared, by name, e.g. ``score`` and ``least``; codes of errors and states too.
    """

    step: Step
    passed: bool | None
    cause: Cause = Cause.NONE
    figures: Mapping[str, float | int | str] = field(default_factory=dict)


# The setting that decides a step, as group and field of `settings.Settings`.
SETTINGS: Mapping[Step, str] = {
    Step.HISTORY: "context.clip_strategy",
    Step.SEARCHED: "recall.enabled",
    Step.SCORED: "recall.minimum_score",
    Step.TOP_K: "recall.top_k",
    Step.BUDGET: "context.recall_budget_tokens",
    Step.FACTS_BUDGET: "context.facts_budget_tokens",
}


@dataclass(frozen=True, slots=True)
class Trace:
    """The chain for one turn or fact.

    Attributes:
        links: the steps, in order.
        present: it is in the prompt after all.
        words: what the turn says, "" for a fact and for a turn of another person.
    """

    links: tuple[Link, ...]
    present: bool = False
    words: str = ""

    @property
    def failed(self) -> Link | None:
        """The step that decided it, None where it is in the prompt.

        A turn that left the window can still be recalled, so what stopped recall decides; it is the
        clip where nothing was looked up at all.
        """
        if self.present:
            return None
        failed = [link for link in self.links if link.passed is False]
        clipped = self.clip
        others = [link for link in failed if link is not clipped]
        if clipped is not None and (not others or others[0].step is Step.SEARCHED):
            return clipped
        return others[0] if others else None

    @property
    def clip(self) -> Link | None:
        """The step at which a turn left the window, None where it did not."""
        return next((link for link in self.links if link.step is Step.HISTORY and link.passed is False), None)

    @property
    def setting(self) -> str:
        """The setting that would change it, "" where none would."""
        failed = self.failed
        if failed is None or (failed.step is Step.SEARCHED and failed.cause is not Cause.RECALL_OFF):
            return ""
        if failed.cause in (Cause.REPEAT, Cause.FROM_MEMORY):
            return ""
        return SETTINGS.get(failed.step, "")
