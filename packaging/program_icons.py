"""Draws the program's mark for the desktops: PNG in the sizes of Linux menus, ICO for Windows, ICNS for macOS.

    python packaging/program_icons.py FOLDER

Runs in an environment with Qt; the drawing is ``resources/icons/retrace.svg``.
"""

from __future__ import annotations

import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
PNG_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
_ICO_SIZE, _ICNS_SIZE = 256, 512


def draw(folder: Path) -> None:
    """Writes ``retrace-SIZE.png``, ``retrace.ico`` and ``retrace.icns`` into a folder."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(str(PROJECT / "resources" / "icons" / "retrace.svg"))

    def save(name: str, size: int) -> None:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        if not image.save(str(folder / name)):
            raise SystemExit(f"{name} could not be written")

    folder.mkdir(parents=True, exist_ok=True)
    for size in PNG_SIZES:
        save(f"retrace-{size}.png", size)
    save("retrace.ico", _ICO_SIZE)
    save("retrace.icns", _ICNS_SIZE)


if __name__ == "__main__":
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication(sys.argv[:1])
    draw(Path(sys.argv[1]))
