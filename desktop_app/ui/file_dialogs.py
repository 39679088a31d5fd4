"""Qt's dialogs for files and folders, opened where the person looked last, in the beginning among their documents."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QSize, QStandardPaths, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QHeaderView, QSplitter, QTreeView, QWidget

_LAST_FOLDER: Final = "last_folder"  # of the application, for this run: the files outside the vault name no folder
_SIZE_IN_TEXT: Final = (110, 24)  # characters wide, lines high
_SCREEN_SHARE: Final = 0.9
_NAME_IN_TEXT: Final = 30
_SIDE_IN_TEXT: Final = 14  # characters of the list of places
_NOT_IN_NAMES: Final = frozenset('<>:"/\\|?*')
_LONGEST_NAME: Final = 60  # characters


def ask_for_file(parent: QWidget, title: str, kinds: str) -> Path | None:
    """A file to read, None where the person thinks better of it; ``kinds`` as Qt's dialogs take them."""
    QTimer.singleShot(0, _widen)
    path, _ = QFileDialog.getOpenFileName(parent, title, start_folder(), kinds)
    return _taken(path)


def ask_for_files(parent: QWidget, title: str, kinds: str) -> list[Path]:
    """Files to read; none where the person thinks better of it."""
    QTimer.singleShot(0, _widen)
    paths, _ = QFileDialog.getOpenFileNames(parent, title, start_folder(), kinds)
    return [path for path in map(_taken, paths) if path is not None]


def ask_where_to_save(parent: QWidget, title: str, name: str, kinds: str = "") -> Path | None:
    """Where to write a file, None where the person thinks better of it.

    Args:
        parent: the window behind.
        title: of the dialog.
        name: is proposed; its ending is put to a name that was typed without one.
        kinds: as Qt's dialogs take them.
    """
    ending = Path(name).suffix
    while True:
        QTimer.singleShot(0, _widen)
        path, _ = QFileDialog.getSaveFileName(parent, title, str(Path(start_folder(), name)), kinds)
        chosen = _taken(path)
        if chosen is None or not ending or _has_ending(chosen):
            return chosen
        whole = chosen.with_name(chosen.name + ending)
        if not whole.exists():
            return whole
        name = whole.name  # Qt asked about the name that was typed: let it ask about this one


def ask_for_folder(parent: QWidget, title: str) -> Path | None:
    """A folder, None where the person thinks better of it."""
    QTimer.singleShot(0, _widen)
    folder = QFileDialog.getExistingDirectory(parent, title, start_folder())
    if folder:
        remember(Path(folder))
    return Path(folder) if folder else None


def file_dialog(parent: QWidget, title: str) -> QFileDialog:
    """A dialog to be set up and opened by its caller, which deletes itself; what is chosen is remembered."""
    dialog = QFileDialog(parent, title, start_folder())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    QTimer.singleShot(0, _widen)
    dialog.fileSelected.connect(lambda chosen: remember(_folder_of(Path(chosen))))
    return dialog


def start_folder() -> str:
    """Where the next dialog begins."""
    application = QCoreApplication.instance()
    last = application.property(_LAST_FOLDER) if application is not None else None
    if last and Path(last).is_dir():
        return str(last)
    places = QStandardPaths.StandardLocation
    documents = QStandardPaths.writableLocation(places.DocumentsLocation)
    return documents if Path(documents).is_dir() else QStandardPaths.writableLocation(places.HomeLocation)


def remember(folder: Path) -> None:
    """Begin there the next time."""
    application = QCoreApplication.instance()
    if application is not None:
        application.setProperty(_LAST_FOLDER, str(folder))


def file_name(title: str, ending: str, otherwise: str) -> str:
    """A name to propose for a file, after what is in it: without what no file system takes, not too long.

    Args:
        title: of what is written, as a person or the program named it; may be empty.
        ending: of the name, without the dot.
        otherwise: the name where nothing of the title can be used.
    """
    kept = "".join(" " if sign in _NOT_IN_NAMES or not sign.isprintable() else sign for sign in title)
    stem = " ".join(kept.split())[:_LONGEST_NAME].strip(" .")
    return f"{stem or otherwise}.{ending}"


def _widen() -> None:
    """Give Qt's own dialog, which is open by now, room for its columns; the system's own has none of these parts."""
    dialog = QApplication.activeModalWidget()
    view = dialog.findChild(QTreeView, "treeView") if isinstance(dialog, QFileDialog) else None
    if dialog is None or view is None:
        return
    letter, line = dialog.fontMetrics().averageCharWidth(), dialog.fontMetrics().lineSpacing()
    room = dialog.screen().availableGeometry().size() * _SCREEN_SHARE
    wanted = QSize(letter * _SIZE_IN_TEXT[0], line * _SIZE_IN_TEXT[1])
    dialog.resize(dialog.size().expandedTo(wanted).boundedTo(room))
    side = letter * _SIDE_IN_TEXT
    for splitter in dialog.findChildren(QSplitter):
        splitter.setSizes([side, dialog.width() - side])
    header = view.header()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
    header.resizeSection(0, max(letter * _NAME_IN_TEXT, header.sectionSize(0)))


def _taken(path: str) -> Path | None:
    if not path:
        return None
    remember(_folder_of(Path(path)))
    return Path(path)


def _has_ending(path: Path) -> bool:
    """Whether a name ends as a kind of file does; the rest of 2026.11.30 is none."""
    return any(letter.isascii() and letter.isalpha() for letter in path.suffix)


def _folder_of(path: Path) -> Path:
    return path if path.is_dir() else path.parent
