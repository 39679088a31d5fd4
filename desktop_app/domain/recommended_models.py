"""Small open models that are worth copying to a machine without a graphics processor.

Sizes are those of the publishers' files in the quantisation named, rounded; memory beside the file depends
on the context length and is estimated once the file is there. Licences are those of the publishers' pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_GB: Final = 1_000_000_000
# Beside the file: cache of a context of 4,096 tokens, compute buffers and the process itself.
MARGIN_BYTES: Final = 600_000_000


@dataclass(frozen=True, slots=True)
class RecommendedModel:
    """A model by name, and what it needs and is good for.

    Attributes:
        name: as its publisher calls it; the words to search a model hub for.
        quantisation: of the file meant.
        file_bytes: about.
        licence: its SPDX name, or the publisher's.
        languages: "zh+en" or "en", those it writes well.
        reasons: whether it thinks before it answers, which takes longer.
    """

    name: str
    quantisation: str
    file_bytes: int
    licence: str
    languages: str
    reasons: bool = False

    @property
    def needed_bytes(self) -> int:
        """Memory for the model with a context of 4,096 tokens, about."""
        return self.file_bytes + MARGIN_BYTES


RECOMMENDED: Final = (
    RecommendedModel("Qwen2.5-0.5B-Instruct", "Q4_K_M", round(0.49 * _GB), "Apache-2.0", "zh+en"),
    RecommendedModel("Qwen3-0.6B", "Q8_0", round(0.64 * _GB), "Apache-2.0", "zh+en", reasons=True),
    RecommendedModel("SmolLM2-1.7B-Instruct", "Q4_K_M", round(1.06 * _GB), "Apache-2.0", "en"),
    RecommendedModel("Qwen2.5-1.5B-Instruct", "Q4_K_M", round(1.12 * _GB), "Apache-2.0", "zh+en"),
    RecommendedModel("Qwen3-1.7B", "Q8_0", round(1.83 * _GB), "Apache-2.0", "zh+en", reasons=True),
    RecommendedModel("Phi-3.5-mini-instruct", "Q4_K_M", round(2.39 * _GB), "MIT", "en"),
    RecommendedModel("Qwen3-4B", "Q4_K_M", round(2.50 * _GB), "Apache-2.0", "zh+en", reasons=True),
    RecommendedModel("Mistral-7B-Instruct-v0.3", "Q4_K_M", round(4.37 * _GB), "Apache-2.0", "en"),
    RecommendedModel("Qwen2.5-7B-Instruct", "Q4_K_M", round(4.68 * _GB), "Apache-2.0", "zh+en"),
    RecommendedModel("Qwen3-8B", "Q4_K_M", round(5.03 * _GB), "Apache-2.0", "zh+en", reasons=True),
)
