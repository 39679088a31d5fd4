"""Errors for people: a code with its facts. The front end has the words, in each language."""

from __future__ import annotations


class UserError(Exception):
    """Something went wrong that a person can understand and act on.

    Attributes:
        code: a stable name, e.g. ``message_too_large``; the front end translates it.
        facts: the numbers and names the text needs. Never message text or keys.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code} {facts}" if facts else code)
        self.code = code
        self.facts = facts


class MessageTooLarge(UserError):
    """The prompt cannot fit whatever is clipped.

    Facts: ``section`` (the one that is too large), ``needed_tokens``, ``available_tokens``,
    ``context_limit``, ``reserved``.
    """

    def __init__(
        self, section: str, needed_tokens: int, available_tokens: int, context_limit: int, reserved: int
    ) -> None:
        super().__init__(
            "message_too_large",
            section=section,
            needed_tokens=needed_tokens,
            available_tokens=available_tokens,
            context_limit=context_limit,
            reserved=reserved,
        )


class ModelError(UserError):
    """A model file or a model process failed.

    Codes: ``model_missing``, ``model_empty``, ``model_truncated``, ``model_not_gguf``,
    ``model_unsupported`` (facts: ``architecture``), ``model_is_embedding``, ``model_no_memory``
    (``needed_bytes``, ``free_bytes``, ``suggested_context``), ``model_load_failed``,
    ``model_not_loaded``, ``engine_crashed``, ``engine_hung``, ``engine_gave_up``,
    ``embedding_missing``, ``embedding_unusable``. All carry ``path`` where there is one.
    """


class VaultError(UserError):
    """A vault cannot be opened or written.

    Codes: ``vault_missing``, ``vault_empty_file``, ``vault_damaged``, ``vault_wrong_key``,
    ``vault_key_missing``, ``vault_key_damaged``, ``vault_locked`` (it needs a secret), ``vault_wrong_passphrase``,
    ``vault_key_mismatch``, ``vault_newer``, ``vault_in_use``, ``vault_read_only``, ``disk_full``,
    ``not_encrypted``, ``vault_io_failed`` (the disk failed to read or write, or went away). All carry
    ``path``; ``vault_newer`` has ``version`` and ``newest``.
    """
