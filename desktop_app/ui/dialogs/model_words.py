"""What is said of a model, so that somebody who knows no model can choose one."""

from __future__ import annotations

from typing import Final

from desktop_app.domain.events import EngineChanged, EngineState
from desktop_app.domain.ports import ModelFile, UnusableModel
from desktop_app.domain.recommended_models import RecommendedModel
from desktop_app.support.sizes import format_bytes
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import format_number, translate

# Models of fewer parameters make sentences and little sense; the least one that ships is of these.
_TINY_PARAMETERS: Final = 300_000_000
_BETWEEN: Final = "  "


def details(model: ModelFile, *, in_use: bool) -> str:
    """Two or three lines: what it is, whether there is memory for it, where it is."""
    what = [
        _parameters(model.parameters),
        format_bytes(model.file_bytes),
        model.architecture,
        model.quantisation,
        translate("ModelsDialog", "context {tokens}").format(tokens=format_number(model.trained_context_length)),
        model.licence or translate("ModelsDialog", "licence not stated"),
    ]
    where = translate("ModelsDialog", "{file}, found in {place}").format(file=model.path.name, place=model.found_in)
    lines = [_BETWEEN.join(part for part in what if part), f"{_memory(model, in_use=in_use)}{_BETWEEN}{where}"]
    if 0 < model.parameters < _TINY_PARAMETERS:
        lines.append(
            translate(
                "ModelsDialog",
                "Very small: short English sentences, next to no Chinese; it reckons wrongly and makes things up. "
                "Memory, search and records work in full with it.",
            )
        )
    return "\n".join(lines)


def of_no_use(model: UnusableModel) -> str:
    """Two lines: that a file cannot be used, and why."""
    name = translate("ModelsDialog", "{file} (cannot be used)").format(file=model.path.name)
    reason = error_text(model.error).line
    place = translate("ModelsDialog", "Found in {place}.").format(place=model.found_in)
    return f"{name}\n{reason}  {place}"


def _parameters(count: int) -> str:
    if count <= 0:
        return ""
    size = f"{count / 1e9:.1f}B" if count >= 1e9 else f"{round(count / 1e6)}M"
    return translate("ModelsDialog", "{size} parameters").format(size=size)


def _memory(model: ModelFile, *, in_use: bool) -> str:
    needed = format_bytes(model.needed_bytes)
    if in_use:
        return translate("ModelsDialog", "takes {size} of memory").format(size=needed)
    if model.fits:
        return translate("ModelsDialog", "fits: needs {size} of memory").format(size=needed)
    if model.fitting_context:
        return translate(
            "ModelsDialog", "needs {size} of memory, more than is free; fits with a context of {tokens} tokens"
        ).format(size=needed, tokens=format_number(model.fitting_context))
    return translate("ModelsDialog", "needs {size} of memory, more than is free").format(size=needed)


def model_in_use(state: EngineChanged, asked_context: int) -> str:
    """Which model is loaded, with which context, and why that is not the one asked for."""
    model = state.model
    if state.state is EngineState.LOADING:
        percent = round(state.progress * 100)
        return translate("ModelsDialog", "Loading: {percent} %").format(percent=percent)
    if model is None:
        return translate("ModelsDialog", "No model is loaded.")
    name, tokens = model.name, format_number(model.context_length)
    if 0 < model.trained_context_length < asked_context:
        return translate(
            "ModelsDialog", "{name} is loaded with {tokens} tokens of context; it was trained for no more."
        ).format(name=name, tokens=tokens)
    return translate("ModelsDialog", "{name} is loaded with {tokens} tokens of context.").format(
        name=name, tokens=tokens
    )


def recommended(model: RecommendedModel, free_bytes: int) -> str:
    """Two lines: what a model that is worth copying is called, needs, writes and is licensed under.

    Args:
        model: the model.
        free_bytes: of memory, 0 where it is not known.
    """
    languages = {
        "zh+en": translate("ModelsDialog", "Chinese and English"),
        "en": translate("ModelsDialog", "English"),
    }
    writes = languages[model.languages]
    if model.reasons:
        writes = translate("ModelsDialog", "{languages}; thinks first").format(languages=writes)
    if not free_bytes:
        memory = translate("ModelsDialog", "takes {size} of memory")
    elif model.needed_bytes > free_bytes:
        memory = translate("ModelsDialog", "needs {size} of memory, more than is free")
    else:
        memory = translate("ModelsDialog", "fits: needs {size} of memory")
    what = [
        f"{format_bytes(model.file_bytes)} ({model.quantisation})",
        memory.format(size=format_bytes(model.needed_bytes)),
        writes,
        model.licence,
    ]
    return f"{model.name}\n{_BETWEEN.join(what)}"
