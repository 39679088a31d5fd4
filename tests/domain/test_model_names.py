"""Names of models that a newcomer can tell apart."""

from __future__ import annotations

import pytest

from desktop_app.domain.model_names import model_name


@pytest.mark.parametrize(
    ("stem", "own", "shown"),
    [
        ("qwen2.5-0.5b-instruct-q4_k_m", "models--x", "qwen2.5-0.5b-instruct"),
        ("SmolLM2-135M-Instruct.Q4_1", "Smollm2 135M 8k Mix1 Ep2", "SmolLM2-135M-Instruct"),
        ("Llama-3.2-3B-IQ3_XXS", "", "Llama-3.2-3B"),
        ("gemma-2-2b-it-f16", "", "gemma-2-2b-it"),
        ("Qwen2.5-7B-Q8_0-00001-of-00003", "", "Qwen2.5-7B"),
        ("ggml-model-q4_0", "Vicuna", "Vicuna"),
        ("model", "Tiny", "Tiny"),
        ("sha256-0123456789abcdef0123456789abcdef", "Hidden", "Hidden"),
        ("a", "", "a"),
        ("通义千问-7B-对话", "x", "通义千问-7B-对话"),
    ],
)
def test_the_name_says_which_model_it_is(stem: str, own: str, shown: str) -> None:
    assert model_name(stem, own) == shown
