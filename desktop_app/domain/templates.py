"""How chat models want a conversation wrapped.

A template is data. The Jinja text of a model file is only read to recognise which of the
known wrappings it describes; it is never executed, because a template may loop for ever.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class ChatTemplate:
    """The strings around each role's message; all are tokenised with special tokens parsed.

    Where ``has_system`` is False the system text stands at the head of the first user message.
    ``generation_prefix`` opens the reply that is to be written, ``assistant_prefix`` one that
    was written. ``stop`` are strings that end a reply should the model spell them out.
    """

    name: str
    user_prefix: str
    user_suffix: str
    assistant_prefix: str
    assistant_suffix: str
    generation_prefix: str
    bos: str = ""
    system_prefix: str = ""
    system_suffix: str = ""
    has_system: bool = True
    stop: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        """Hash of everything that shapes a prompt, hexadecimal; stored with each turn."""
        parts = (repr(getattr(self, field.name)) for field in fields(self))
        return hashlib.sha256("\x00".join(parts).encode("utf-8")).hexdigest()


CHATML = ChatTemplate(
    name="chatml",
    system_prefix="<|im_start|>system\n",
    system_suffix="<|im_end|>\n",
    user_prefix="<|im_start|>user\n",
    user_suffix="<|im_end|>\n",
    assistant_prefix="<|im_start|>assistant\n",
    assistant_suffix="<|im_end|>\n",
    generation_prefix="<|im_start|>assistant\n",
    stop=("<|im_end|>", "<|endoftext|>"),
)

# Thinking models of the Qwen 3 family answer at once after an empty thought.
CHATML_WITHOUT_THINKING = replace(
    CHATML, name="chatml-no-think", generation_prefix="<|im_start|>assistant\n<think>\n\n</think>\n\n"
)

LLAMA3 = ChatTemplate(
    name="llama3",
    bos="<|begin_of_text|>",
    system_prefix="<|start_header_id|>system<|end_header_id|>\n\n",
    system_suffix="<|eot_id|>",
    user_prefix="<|start_header_id|>user<|end_header_id|>\n\n",
    user_suffix="<|eot_id|>",
    assistant_prefix="<|start_header_id|>assistant<|end_header_id|>\n\n",
    assistant_suffix="<|eot_id|>",
    generation_prefix="<|start_header_id|>assistant<|end_header_id|>\n\n",
    stop=("<|eot_id|>", "<|end_of_text|>"),
)

GEMMA = ChatTemplate(
    name="gemma",
    bos="<bos>",
    has_system=False,
    user_prefix="<start_of_turn>user\n",
    user_suffix="<end_of_turn>\n",
    assistant_prefix="<start_of_turn>model\n",
    assistant_suffix="<end_of_turn>\n",
    generation_prefix="<start_of_turn>model\n",
    stop=("<end_of_turn>", "<eos>"),
)

MISTRAL = ChatTemplate(
    name="mistral",
    bos="<s>",
    has_system=False,
    user_prefix="[INST] ",
    user_suffix=" [/INST]",
    assistant_prefix="",
    assistant_suffix="</s>",
    generation_prefix="",
    stop=("</s>", "[INST]"),
)

MISTRAL_WITH_SYSTEM = replace(
    MISTRAL,
    name="mistral-system",
    has_system=True,
    system_prefix="[SYSTEM_PROMPT]",
    system_suffix="[/SYSTEM_PROMPT]",
    user_prefix="[INST]",
    user_suffix="[/INST]",
)

PHI3 = ChatTemplate(
    name="phi3",
    system_prefix="<|system|>\n",
    system_suffix="<|end|>\n",
    user_prefix="<|user|>\n",
    user_suffix="<|end|>\n",
    assistant_prefix="<|assistant|>\n",
    assistant_suffix="<|end|>\n",
    generation_prefix="<|assistant|>\n",
    stop=("<|end|>", "<|endoftext|>"),
)

PHI4_MINI = ChatTemplate(
    name="phi4-mini",
    system_prefix="<|system|>",
    system_suffix="<|end|>",
    user_prefix="<|user|>",
    user_suffix="<|end|>",
    assistant_prefix="<|assistant|>",
    assistant_suffix="<|end|>",
    generation_prefix="<|assistant|>",
    stop=("<|end|>", "<|endoftext|>"),
)

PHI4 = ChatTemplate(
    name="phi4",
    system_prefix="<|im_start|>system<|im_sep|>",
    system_suffix="<|im_end|>",
    user_prefix="<|im_start|>user<|im_sep|>",
    user_suffix="<|im_end|>",
    assistant_prefix="<|im_start|>assistant<|im_sep|>",
    assistant_suffix="<|im_end|>",
    generation_prefix="<|im_start|>assistant<|im_sep|>",
    stop=("<|im_end|>", "<|endoftext|>"),
)

ZEPHYR = ChatTemplate(
    name="zephyr",
    system_prefix="<|system|>\n",
    system_suffix="</s>\n",
    user_prefix="<|user|>\n",
    user_suffix="</s>\n",
    assistant_prefix="<|assistant|>\n",
    assistant_suffix="</s>\n",
    generation_prefix="<|assistant|>\n",
    stop=("</s>", "<|user|>"),
)

# For files without a known wrapping; has no system role and no control tokens at all.
PLAIN = ChatTemplate(
    name="plain",
    has_system=False,
    user_prefix="### User:\n",
    user_suffix="\n\n",
    assistant_prefix="### Assistant:\n",
    assistant_suffix="\n\n",
    generation_prefix="### Assistant:\n",
    stop=("### User:",),
)

# Marks in a model file's Jinja text, the most telling first; all of a row must be present.
_MARKS: tuple[tuple[tuple[str, ...], ChatTemplate], ...] = (
    (("<|im_sep|>",), PHI4),
    (("<|im_start|>", "enable_thinking"), CHATML_WITHOUT_THINKING),
    (("<|im_start|>",), CHATML),
    (("<|start_header_id|>",), LLAMA3),
    (("<start_of_turn>",), GEMMA),
    (("[SYSTEM_PROMPT]",), MISTRAL_WITH_SYSTEM),
    (("[INST]",), MISTRAL),
)

# For files that carry no template: what an architecture's instruction models were trained with.
_BY_ARCHITECTURE = {
    "qwen2": CHATML,
    "qwen2moe": CHATML,
    "qwen3": CHATML_WITHOUT_THINKING,
    "gemma": GEMMA,
    "gemma2": GEMMA,
    "gemma3": GEMMA,
    "phi3": PHI3,
}

_BY_NAME = (("llama-3", LLAMA3), ("llama 3", LLAMA3), ("mistral", MISTRAL), ("smollm", CHATML), ("phi-4", PHI4))


def _phi_or_zephyr(chat_template: str) -> ChatTemplate:
    """Tell apart the three wrappings that write roles as ``<|user|>``."""
    if "<|end|>" not in chat_template:
        return ZEPHYR
    # Phi-3 breaks the line after a role: '\n' inside the Jinja string or a real line break.
    return PHI3 if "<|end|>\\n" in chat_template or "<|end|>\n" in chat_template else PHI4_MINI


def template_for(architecture: str, chat_template: str, name: str = "") -> ChatTemplate:
    """The wrapping a model was trained with.

    Args:
        architecture: ``general.architecture`` of the file.
        chat_template: the file's Jinja text, "" if it has none. Searched, never executed.
        name: the model's name, used where the file says nothing else.
    """
    for marks, template in _MARKS:
        if all(mark in chat_template for mark in marks):
            return template
    if "<|user|>" in chat_template or ("<|end|>" in chat_template and "<|assistant|>" in chat_template):
        return _phi_or_zephyr(chat_template)
    if architecture in _BY_ARCHITECTURE:
        return _BY_ARCHITECTURE[architecture]
    lowered = name.lower()
    for part, template in _BY_NAME:
        if part in lowered:
            return template
    return PLAIN
