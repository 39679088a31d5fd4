"""Where everything lies: the user's data folder, the files in it, and what the set-up left behind.

The data folder is the platform's own (``~/.local/share/retrace`` on Linux), or ``$RETRACE_DATA``::

    models/chat/*.gguf            chat models
    models/embedding/<name>/      embedding models, one directory each
    models/models.json            what the set-up fetched, with hashes
    vaults/<name>/                one encrypted vault each
    vaults.json                   which vaults were opened, see `known_vaults`
    logs/                         errors nobody caught, without a word of what was said
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from desktop_app.support import models_list

DATA_VARIABLE = "RETRACE_DATA"

CHAT_MODEL = "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"
SMALL_CHAT_MODEL = "smollm2-135m-instruct-q4_1.gguf"
# In order of preference: the small one stands in where the other is missing.
SHIPPED_CHAT_MODELS = (CHAT_MODEL, SMALL_CHAT_MODEL)
SHIPPED_EMBEDDING_MODELS = ("e5", "minilm")

ENGINE_FILE = "engine.json"


@dataclass(frozen=True, slots=True)
class DataPaths:
    """The layout of one data folder. Nothing is created by looking."""

    root: Path

    @property
    def models(self) -> Path:
        """Everything the set-up fetched."""
        return self.root / "models"

    @property
    def models_manifest(self) -> Path:
        """Each model file that was brought with its size and SHA-256; see `models_list`."""
        return self.models / models_list.NAME

    @property
    def chat_models(self) -> Path:
        """GGUF files of chat models."""
        return self.models / "chat"

    @property
    def embedding_models(self) -> Path:
        """Embedding models, a sentence-transformers directory each."""
        return self.models / "embedding"

    @property
    def vaults(self) -> Path:
        """The folder that holds the vaults."""
        return self.root / "vaults"

    @property
    def personal_vault(self) -> Path:
        """The vault the window opens when none is named."""
        return self.vaults / "personal"

    @property
    def logs(self) -> Path:
        """Log and crash files; they never hold message text."""
        return self.root / "logs"

    def chat_model(self) -> Path | None:
        """The shipped chat model to start with: the first one that is there, ``None`` if none is."""
        candidates = (self.chat_models / name for name in SHIPPED_CHAT_MODELS)
        return next((path for path in candidates if path.is_file()), None)

    def embedding_model(self, name: str) -> Path:
        """The directory of an embedding model.

        Args:
            name: a shipped model (``e5``, ``minilm``) or the path of a directory.

        Returns:
            The directory; whether it exists is not checked.
        """
        return self.embedding_models / name if name in SHIPPED_EMBEDDING_MODELS else Path(name).expanduser()


def data_paths(environment: Mapping[str, str] = os.environ) -> DataPaths:
    """The data folder of this user, or the one ``$RETRACE_DATA`` names."""
    chosen = environment.get(DATA_VARIABLE, "")
    if chosen:
        return DataPaths(Path(chosen).expanduser().absolute())
    return DataPaths(Path(platformdirs.user_data_dir("retrace", appauthor=False)))


def resources_directory() -> Path:
    """The folder of icons, prompts, guide and translations that ships with the program."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "resources"  # where a wheel has them
    return inside if inside.is_dir() else package.parent / "resources"


def engine_needs_safe_load(environment_prefix: Path | None = None) -> bool:
    """Whether the set-up saw the engine crash on this machine unless loaded without extra buffer types.

    The set-up writes ``engine.json`` (``{"safe_load": true}``) into the virtual environment, next to the
    engine build the finding is about. A missing or unreadable file means no.

    Args:
        environment_prefix: the virtual environment; the running one if not given.
    """
    marker = (environment_prefix or Path(sys.prefix)) / ENGINE_FILE
    try:
        content = json.loads(marker.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(content, dict) and content.get("safe_load") is True
