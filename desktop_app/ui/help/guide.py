"""The guide: pages of Markdown that come with the program, in the language of the window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from PySide6.QtCore import QLocale, Qt, QUrl, Slot
from PySide6.QtGui import QFontMetricsF, QImage, QTextCursor, QTextDocument, QTextTable
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QTextBrowser, QWidget

from desktop_app.support.paths import resources_directory
from desktop_app.ui.dialogs.base import Dialog

# Of the dialects Qt reads, this one has tables.
_DIALECT = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_PICTURES = PurePosixPath("../../pictures")  # seen from a page, so that the files read alone show them too
_SPACE = "\u00a0"
_CELL_PX = 5
_MARGIN_PX, _HEADING_PX, _PARAGRAPH_PX, _LINE_PX = 12, 14, 8, 3


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page; its first heading is its title."""

    title: str
    markdown: str


def guide_pages(language: str, directory: Path | None = None) -> tuple[GuidePage, ...]:
    """The pages of a language ("zh" or "en") in the order of their files."""
    folder = (directory or resources_directory() / "guide") / language
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md")))
    return tuple(GuidePage(text.split("\n", 1)[0].lstrip("# ").strip(), text) for text in texts)


class _Page(QTextBrowser):
    """Shows Markdown with the program's own pictures and loads nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """One of the program's own pictures, as wide as there is room for at most; no other file and no address."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return None
        named = PurePosixPath(name.path() if isinstance(name, QUrl) else name)
        if named.parent != _PICTURES:
            return None
        picture = QImage(str(resources_directory() / "pictures" / named.name))
        room = self.viewport().width() - 2 * _MARGIN_PX
        if picture.width() <= room:
            return picture
        return picture.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)


def _give_air(document: QTextDocument) -> None:
    """Room between paragraphs, above headings, and between a bullet and its words: Markdown comes without any."""
    document.setDocumentMargin(_MARGIN_PX)
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            table_format = frame.format()
            table_format.setCellPadding(_CELL_PX)
            table_format.setCellSpacing(0)
            table_format.setBorderCollapse(True)
            frame.setFormat(table_format)
    block = document.begin()
    while block.isValid():
        form = block.blockFormat()
        form.setTopMargin(_HEADING_PX if form.headingLevel() > 1 else 0)
        goes_on = block.textList() is not None and block.next().textList() is not None
        form.setBottomMargin(_LINE_PX if goes_on else _PARAGRAPH_PX)
        cursor = QTextCursor(block)
        if block.textList() is not None:
            # A bullet keeps to the first letter wherever that stands, so it gets a space as its first; the lines below
            # stand where the words begin.
            cursor.insertText(_SPACE)
            space_px = QFontMetricsF(block.charFormat().font()).horizontalAdvance(_SPACE)
            form.setLeftMargin(space_px)
            form.setTextIndent(-space_px)
        cursor.setBlockFormat(form)
        block = block.next()


_LEAST_LIST_PX = 200


class GuideDialog(Dialog):
    """The pages on the left, the chosen one beside them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, 760)
        self.setMinimumHeight(520)
        self.cancel_button.hide()
        self._list, self._page = QListWidget(), _Page()
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.currentRowChanged.connect(self._show_page)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._list)
        row.addWidget(self._page, 1)
        self.body.addLayout(row, 1)
        self._pages: tuple[GuidePage, ...] = ()
        self.retranslate()
        self._list.setFocus()

    def fit_height(self) -> None:
        """As high as the screen has room for: it is read."""
        super().fit_height()
        self.resize_within_screen(self.width(), self.screen().availableGeometry().height())

    @Slot(int)
    def _show_page(self, number: int) -> None:
        if 0 <= number < len(self._pages):
            self._page.document().setMarkdown(self._pages[number].markdown, _DIALECT)
            _give_air(self._page.document())
            self._page.moveCursor(QTextCursor.MoveOperation.Start)  # else it opens at its end
            self._page.setAccessibleName(self._pages[number].title)

    def retranslate(self) -> None:
        """Show the pages of the language in force, at the same place."""
        super().retranslate()
        self.set_title(self.tr("Guide"))
        self.accept_button.setText(self.tr("Close"))
        self._list.setAccessibleName(self.tr("Pages of the guide"))
        at = max(0, self._list.currentRow())
        language = "zh" if QLocale().language() == QLocale.Language.Chinese else "en"
        self._pages = guide_pages(language)
        self._list.clear()
        self._list.addItems([page.title for page in self._pages])
        self._list.ensurePolished()
        bar_px = self._list.verticalScrollBar().sizeHint().width()
        titles_px = self._list.sizeHintForColumn(0) + 2 * self._list.frameWidth() + bar_px
        self._list.setFixedWidth(max(_LEAST_LIST_PX, titles_px))
        self._list.setCurrentRow(min(at, len(self._pages) - 1))
