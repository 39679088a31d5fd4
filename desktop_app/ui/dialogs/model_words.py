"""What is said of a model, so that somebody who knows no model can choose one."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from desktop_app.domain.events import EngineChanged, EngineState
from desktop_app.domain.ports import ModelFile, UnusableModel
from desktop_app.domain.recommended_models import RECOMMENDED
from desktop_app.support.sizes import format_bytes
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import format_number, translate

# Models of fewer parameters make sentences and little sense; the least one that ships is of these.
_TINY_PARAMETERS: Final = 300_000_000


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
    lines = ["  ".join(part for part in what if part), f"{_memory(model, in_use=in_use)}  {where}"]
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


def recommended_table(table: QTreeWidget | None = None, free_bytes: int = 0) -> QTreeWidget:
    """The table of recommended models in the language in force, made anew where none is given."""
    if table is None:
        table = QTreeWidget()
        table.setRootIsDecorated(False)
        table.setProperty("surface", "card")
        table.setUniformRowHeights(True)
        return table
    table.clear()
    table.setHeaderLabels(
        [
            translate("ModelsDialog", "Name"),
            translate("ModelsDialog", "File"),
            translate("ModelsDialog", "Memory"),
            translate("ModelsDialog", "Writes"),
            translate("ModelsDialog", "Licence"),
        ]
    )
    languages = {
        "zh+en": translate("ModelsDialog", "Chinese and English"),
        "en": translate("ModelsDialog", "English"),
    }
    for model in RECOMMENDED:
        writes = languages[model.languages]
        if model.reasons:
            writes = translate("ModelsDialog", "{languages}; thinks first").format(languages=writes)
        memory = format_bytes(model.needed_bytes)
        if free_bytes and model.needed_bytes > free_bytes:
            memory = translate("ModelsDialog", "{size}, more than is free").format(size=memory)
        size = f"{format_bytes(model.file_bytes)} ({model.quantisation})"
        table.addTopLevelItem(QTreeWidgetItem([model.name, size, memory, writes, model.licence]))
    for column in range(table.columnCount()):
        table.resizeColumnToContents(column)
    return table
