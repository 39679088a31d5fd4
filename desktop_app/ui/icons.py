"""The program's own line icons, drawn from SVG in the colour the theme asks for."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop_app.support.paths import resources_directory

ICON_PX = 16
_APPLICATION_PX = (16, 24, 32, 48, 64, 128, 256)


def icon(name: str, color: QColor, size_px: int = ICON_PX) -> QIcon:
    """An icon of ``resources/icons`` in one colour, sharp at 100 % and 200 %.

    Raises:
        FileNotFoundError: there is no icon of that name.
    """
    source = (resources_directory() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    svg = source.replace("currentColor", color.name()).encode("utf-8")
    result = QIcon()
    for scale in (1, 2):
        result.addPixmap(_render(svg, size_px, scale))
    return result


def application_icon() -> QIcon:
    """The mark of the program: a loop that comes back to where it began."""
    svg = (resources_directory() / "icons" / "retrace.svg").read_bytes()
    result = QIcon()
    for size_px in _APPLICATION_PX:
        result.addPixmap(_render(svg, size_px, 1))
    return result


def _render(svg: bytes, size_px: int, scale: int) -> QPixmap:
    pixmap = QPixmap(QSize(size_px, size_px) * scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg)).render(painter)
    painter.end()
    pixmap.setDevicePixelRatio(scale)
    return pixmap
