"""A prompt of more than one token through the engine build, in a process that may crash.

    python smoke_prompt.py MODEL.gguf [--safe]

Some processors report matrix instructions (AMX) that a process may not use; a build that trusts the report
dies at the first prompt of more than one token (llama.cpp issue 20824). Status 0: it answered.
"""

from __future__ import annotations

import os
import sys
from typing import Any


def main(model: str, safe: bool) -> int:
    """Loads the model, reads a short prompt and writes a few tokens.

    Args:
        model: path of a GGUF file.
        safe: load without extra buffer types, as the engine's safe load does.

    Returns:
        0 if text came out, 1 if none did.
    """
    # Spinning threads on a busy machine slow this down fifty-fold.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    os.environ.setdefault("GOMP_SPINCOUNT", "0")
    import llama_cpp
    from llama_cpp import llama_cpp as library

    if safe:
        defaults = library.llama_model_default_params

        def safe_defaults() -> Any:
            parameters = defaults()
            parameters.use_extra_bufts = False
            return parameters

        library.llama_model_default_params = safe_defaults
    engine = llama_cpp.Llama(model_path=model, n_ctx=256, n_threads=1, n_threads_batch=1, verbose=False, seed=1)
    answer: Any = engine.create_completion("The capital of France is the city of", max_tokens=6, temperature=0.0)
    engine.close()
    text = answer["choices"][0]["text"]
    sys.stdout.write(f"{llama_cpp.__version__}:{text}\n")
    return 0 if text.strip() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--safe" in sys.argv[2:]))
