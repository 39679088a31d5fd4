"""What a model is called for people: its file's name without what is said elsewhere, or the name it gives itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from desktop_app.domain.patterns import Pattern

# q4_k_m, Q8_0, IQ3_XXS, f16, BF16: said beside the name, so not in it.
_QUANTISATION: Final = Pattern(r"[-_. ]?\b(?:I?Q\d+(?:_[A-Z0-9]+)*|B?F(?:16|32)|MXFP4)$", re.I)
_PART: Final = Pattern(r"-\d{5}-of-\d{5}$")
_HASH: Final = Pattern(r"(?:sha256-)?[0-9a-f]{16,}$", re.I)
_SAYS_NOTHING: Final = Pattern(r"(?:ggml-)?(?:model|weights|download|unsloth|file)s?\d*$", re.I)
_LEAST_CHARACTERS: Final = 5


def model_name(stem: str, own_name: str) -> str:
    """A name that tells models apart.

    Publishers name files by model, size and training, which is what people look for; the name inside is often
    that of a training run. It serves where the file is called by a hash or by a word that fits every model.

    Args:
        stem: the file's name without its folder and ".gguf".
        own_name: what the file calls itself, "" for nothing.
    """
    name = _QUANTISATION.sub("", _PART.sub("", stem)).strip("-_. ")
    if len(name) >= _LEAST_CHARACTERS and not _HASH.match(name) and not _SAYS_NOTHING.match(name):
        return name
    return own_name or stem


def is_named(name: str, wanted: Iterable[str]) -> bool:
    """Whether a model is one of those named, whatever their case and quantisation."""
    return _plain(name) in {_plain(one) for one in wanted}


def _plain(name: str) -> str:
    return _QUANTISATION.sub("", name.strip().removesuffix(".gguf")).strip("-_. ").casefold()
