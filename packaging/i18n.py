"""Keeps the translations: `update` reads the sources, `fill` merges texts, `compile` writes what the window loads.

Usage::

    python packaging/i18n.py update
    python packaging/i18n.py fill FILE.json
    python packaging/i18n.py compile
    python packaging/i18n.py missing

The English texts stand in the sources. ``retrace_zh_CN.ts`` holds the Chinese ones,
``retrace_en.ts`` only English plurals. FILE.json is ``{context: {source: translation}}`` or
``{source: translation}``; a plural is a list of its forms.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ROOT / "resources" / "i18n"
CHINESE, ENGLISH = TEXTS / "retrace_zh_CN.ts", TEXTS / "retrace_en.ts"
FILES = (CHINESE, ENGLISH)


def _tool(name: str) -> str:
    """The Qt tool of this interpreter's environment."""
    return str(Path(sys.executable).parent / f"pyside6-{name}")


def update() -> None:
    """Read every text of the sources into the .ts files; translations that are there stay."""
    package = ROOT / "desktop_app"
    files = [package / "domain" / "error_words.py", *(package / "ui").rglob("*.py")]
    sources = sorted(str(path.relative_to(ROOT)) for path in files)
    common = ["-no-obsolete", "-locations", "none"]
    for path, language, extra in ((CHINESE, "zh_CN", []), (ENGLISH, "en", ["-pluralonly"])):
        command = [_tool("lupdate"), *sources, "-source-language", "en", "-target-language", language, *common, *extra]
        subprocess.run([*command, "-ts", str(path)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        _write(ElementTree.parse(path), path)  # one layout, whoever wrote last


def fill(texts: dict[str, object], path: Path = CHINESE) -> int:
    """Put translations into a .ts file. Returns how many texts were set."""
    tree = ElementTree.parse(path)
    count = 0
    for context in tree.getroot().iter("context"):
        own = texts.get(context.findtext("name", ""))
        for message in context.iter("message"):
            source = message.findtext("source", "")
            value = own.get(source) if isinstance(own, dict) else None
            if value is None:
                value = texts.get(source)
            if value is None or isinstance(value, dict):
                continue
            _set(message, value)
            count += 1
    _write(tree, path)
    return count


def missing(path: Path = CHINESE) -> list[tuple[str, str]]:
    """Context and source of every text without a translation."""
    return [
        (context.findtext("name", ""), message.findtext("source", ""))
        for context in ElementTree.parse(path).getroot().iter("context")
        for message in context.iter("message")
        if not all(text.strip() for text in _forms(message))
    ]


def compile_texts(directory: Path = TEXTS) -> None:
    """Write the .qm files beside the .ts files, or into another directory."""
    for path in FILES:
        target = directory / path.with_suffix(".qm").name
        fresh = target.with_suffix(".qm.new")
        subprocess.run([_tool("lrelease"), str(path), "-qm", str(fresh)], check=True, stdout=subprocess.DEVNULL)
        # Never in place: a window that is open has the old file mapped into its memory and would crash.
        fresh.replace(target)


def _translation(message: ElementTree.Element) -> ElementTree.Element:
    found = message.find("translation")
    return found if found is not None else ElementTree.SubElement(message, "translation")


def _forms(message: ElementTree.Element) -> list[str]:
    translation = _translation(message)
    if message.get("numerus") == "yes":
        return [form.text or "" for form in translation.iter("numerusform")] or [""]
    return [translation.text or ""]


def _set(message: ElementTree.Element, value: object) -> None:
    translation = _translation(message)
    translation.attrib.pop("type", None)
    if message.get("numerus") != "yes":
        translation.text = str(value)
        return
    for form in list(translation):
        translation.remove(form)
    translation.text = None
    for text in value if isinstance(value, list) else [value]:
        ElementTree.SubElement(translation, "numerusform").text = str(text)


def _write(tree: ElementTree.ElementTree[ElementTree.Element], path: Path) -> None:
    ElementTree.indent(tree, "    ")
    body = ElementTree.tostring(tree.getroot(), encoding="unicode")
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")


def main() -> int:
    """Run one command. Returns 1 where texts are missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["update", "fill", "compile", "missing"])
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--english", action="store_true", help="fill the English plurals")
    options = parser.parse_args()
    if options.command == "update":
        update()
    elif options.command == "fill":
        if options.file is None:
            parser.error("fill needs a file")
        texts = json.loads(options.file.read_text(encoding="utf-8"))
        print(fill(texts, ENGLISH if options.english else CHINESE), "texts set")
    elif options.command == "compile":
        compile_texts()
    untranslated = [entry for path in FILES for entry in missing(path)]
    for context, source in untranslated:
        print(f"{context}: {source!r}")
    return 1 if untranslated and options.command == "missing" else 0


if __name__ == "__main__":
    raise SystemExit(main())
