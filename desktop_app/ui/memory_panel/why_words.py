"""The chain of "why is it not here?" in words."""

from __future__ import annotations

from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import ClipReason
from desktop_app.domain.memory import FactState
from desktop_app.domain.why_not import Cause, Link, Step, Trace
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import format_number, sentences, translate
from desktop_app.ui.transcript.captions import reason_name


def step_name(step: Step) -> str:
    """What a step asks, as the chain lists it."""
    return {
        Step.STORED: translate("WhyNot", "Stored on this branch"),
        Step.HISTORY: translate("WhyNot", "In the window"),
        Step.SEARCHED: translate("WhyNot", "Looked up"),
        Step.ALLOWED: translate("WhyNot", "Not excluded"),
        Step.INDEXED: translate("WhyNot", "Words in the index"),
        Step.EMBEDDED: translate("WhyNot", "Meaning in the index"),
        Step.RANKED: translate("WhyNot", "Among the candidates"),
        Step.SCORED: translate("WhyNot", "Similar enough"),
        Step.TOP_K: translate("WhyNot", "Among the best"),
        Step.BUDGET: translate("WhyNot", "Room for it"),
        Step.HELD: translate("WhyNot", "Believed now"),
        Step.CHOSEN: translate("WhyNot", "Not left out by you"),
        Step.RELEVANT: translate("WhyNot", "Belongs to the question"),
        Step.FACTS_BUDGET: translate("WhyNot", "Room for the fact"),
    }[step]


def state_word(passed: bool | None) -> str:
    """How a step went, for those who do not see the sign."""
    if passed is None:
        return translate("WhyNot", "not reached")
    return translate("WhyNot", "passed") if passed else translate("WhyNot", "failed")


def link_words(link: Link) -> str:
    """What a step found, with its figures; "" where there is nothing to add."""
    if link.passed is None:
        return ""
    figures = link.figures
    if link.cause is not Cause.NONE:
        return _cause_words(link)
    if link.step is Step.HISTORY and not link.passed:
        return translate("WhyNot", "left out: {reason}, value {value}, saves {tokens} tokens").format(
            reason=_clip_reason(link),
            value=f"{float(figures['value']):.2f}",
            tokens=format_number(int(figures["tokens"])),
        )
    if link.step is Step.RANKED:
        if not link.passed:
            return translate("WhyNot", "not among the {count} nearest in meaning or words").format(
                count=format_number(int(figures["candidates"]))
            )
        return translate("WhyNot", "number {rank} of {count}").format(
            rank=format_number(int(figures["rank"])), count=format_number(int(figures["candidates"]))
        )
    if link.step is Step.SCORED:
        words = translate("WhyNot", "{score}; at least {least} is asked")
        return words.format(score=f"{float(figures['score']):.2f}", least=f"{float(figures['least']):.2f}")
    if link.step is Step.TOP_K:
        return translate("WhyNot", "the best {count} are recalled").format(count=format_number(int(figures["top_k"])))
    if link.step in (Step.BUDGET, Step.FACTS_BUDGET):
        return translate("WhyNot", "{used} of {budget} tokens are taken, {free} are free in the window").format(
            used=format_number(int(figures["used"])),
            budget=format_number(int(figures["budget"])),
            free=format_number(int(figures["free"])),
        )
    if link.step is Step.HELD and not link.passed:
        return _state_words(FactState(str(figures["state"])))
    if link.step is Step.RELEVANT and not link.passed:
        return translate("WhyNot", "a plan is told only to questions that share words with it")
    return ""


def _cause_words(link: Link) -> str:
    if link.cause is Cause.FAILED:
        code = str(link.figures.get("error", ""))
        return error_text(UserError(code)).title if code else translate("WhyNot", "it failed and is tried again")
    return {
        Cause.UNFINISHED: translate("WhyNot", "its reply is still being written"),
        Cause.REFUSED: translate("WhyNot", "it was too large to send"),
        Cause.OTHER_BRANCH: translate("WhyNot", "it was edited away: another branch is shown"),
        Cause.OTHER_PERSON: translate("WhyNot", "it belongs to somebody else, or is gone"),
        Cause.LATER: translate("WhyNot", "it was said after this prompt"),
        Cause.RECALL_OFF: translate("WhyNot", "recall is off"),
        Cause.NO_PROMPT: translate("WhyNot", "nothing was sent in this session yet"),
        Cause.NO_TEXT: translate("WhyNot", "the message has no text to search with"),
        Cause.SMALL_TALK: translate("WhyNot", "the message asks about nothing"),
        Cause.RESTRICTED: translate("WhyNot", "this person is restricted: nothing is recalled"),
        Cause.THIS_TIME: translate("WhyNot", "left out by you this time"),
        Cause.ALWAYS: translate("WhyNot", "you asked never to recall it"),
        Cause.WAITING: translate("WhyNot", "this work is waiting for a quiet moment"),
        Cause.NOTHING_TO_INDEX: translate("WhyNot", "there is nothing in it to search for"),
        Cause.NO_MODEL: translate("WhyNot", "no embedding model is loaded"),
        Cause.REPEAT: translate("WhyNot", "a better memory says the same"),
        Cause.TAKEN_BACK: translate("WhyNot", "all it says was corrected or forgotten since"),
        Cause.FROM_MEMORY: translate("WhyNot", "answered from memory, which is not shown to the model"),
    }[link.cause]


def _state_words(state: FactState) -> str:
    return {
        FactState.PROPOSED: translate("WhyNot", "only proposed: confirm it first"),
        FactState.SUPERSEDED: translate("WhyNot", "replaced by a newer fact"),
        FactState.RETRACTED: translate("WhyNot", "retracted"),
        FactState.FORGOTTEN: translate("WhyNot", "forgotten"),
    }.get(state, "")


def verdict(trace: Trace) -> str:
    """The answer in a sentence."""
    failed = trace.failed
    if trace.present or failed is None:
        return translate("WhyNot", "It is here: the model is sent it.")
    if failed.cause is Cause.LATER:
        return translate("WhyNot", "It is not here: it was said after this prompt.")
    if failed.cause is Cause.NO_PROMPT:
        return translate("WhyNot", "Nothing was sent in this session yet: write a message and ask again.")
    words = link_words(failed)
    stopped = _failure(failed.step)
    if trace.clip is not None and trace.clip is not failed:
        # It was not in the window in the first place; what stopped recall is only the second half.
        if trace.clip.figures.get("reason") == ClipReason.EXCLUDED:
            answer = translate("WhyNot", "It was kept out of the window, and recall did not bring it back: {failure}")
            answer = answer.format(failure=stopped)
        else:
            answer = translate(
                "WhyNot", "It left the window to make room ({why}), and recall did not bring it back: {failure}"
            )
            answer = answer.format(why=_clip_reason(trace.clip), failure=stopped)
    else:
        answer = translate("WhyNot", "It is not here: {failure}").format(failure=stopped)
    return translate("WhyNot", "{answer} ({reason}).").format(answer=answer, reason=words) if words else f"{answer}."


def _failure(step: Step) -> str:
    """What it means that a step failed: the chain's names say what would have been well."""
    return {
        Step.STORED: translate("WhyNot", "it is not stored on this branch"),
        Step.HISTORY: translate("WhyNot", "it is not in the window"),
        Step.SEARCHED: translate("WhyNot", "nothing was looked up"),
        Step.ALLOWED: translate("WhyNot", "it is excluded"),
        Step.INDEXED: translate("WhyNot", "its words are not in the index"),
        Step.EMBEDDED: translate("WhyNot", "its meaning is not in the index"),
        Step.RANKED: translate("WhyNot", "it is not among the candidates"),
        Step.SCORED: translate("WhyNot", "it is not similar enough"),
        Step.TOP_K: translate("WhyNot", "it is not among the best"),
        Step.BUDGET: translate("WhyNot", "there is no room for it"),
        Step.HELD: translate("WhyNot", "it is not believed now"),
        Step.CHOSEN: translate("WhyNot", "you left it out"),
        Step.RELEVANT: translate("WhyNot", "it does not belong to the question"),
        Step.FACTS_BUDGET: translate("WhyNot", "there is no room for the fact"),
    }[step]


def _clip_reason(link: Link) -> str:
    return reason_name(ClipReason(str(link.figures["reason"])), float(link.figures["value"]))


def advice(trace: Trace) -> str:
    """What would change it, "" where nothing has to be done."""
    words = _advice(trace)
    if trace.clip is None or trace.clip is trace.failed:
        return words
    if trace.clip.figures.get("reason") == ClipReason.EXCLUDED.value:
        # No window is too small for it: it was kept out.
        return sentences(words, translate("WhyNot", "To have it sent after all: bring it back or pin it."))
    back = translate("WhyNot", "Or bring it back or pin it; in a larger window fewer turns leave.")
    return sentences(words, back)


def _advice(trace: Trace) -> str:
    failed = trace.failed
    if failed is None:
        return ""
    by_setting = {
        "context.clip_strategy": translate(
            "WhyNot", "To have it back: bring it back or pin it, or change which turns leave first."
        ),
        "recall.enabled": translate("WhyNot", "To change it: set how many memories are recalled at most above 0."),
        "recall.minimum_score": translate("WhyNot", "To change it: lower the least similarity."),
        "recall.top_k": translate("WhyNot", "To change it: raise how many memories are recalled at most."),
        "context.recall_budget_tokens": translate("WhyNot", "To change it: give recall more tokens."),
        "context.facts_budget_tokens": translate(
            "WhyNot", "To change it: give facts more tokens, or pin it to every prompt."
        ),
    }
    if trace.setting:
        return by_setting[trace.setting]
    return {
        Cause.THIS_TIME: translate("WhyNot", "To change it: allow it again in the tab of recalled memories."),
        Cause.ALWAYS: translate("WhyNot", "To change it: allow it again in the tab of recalled memories."),
        Cause.WAITING: translate("WhyNot", "Nothing to do: it is done when nothing else is asked of the program."),
        Cause.NO_MODEL: translate("WhyNot", "To change it: choose an embedding model in the settings."),
    }.get(failed.cause, "")
