"""A model that does what it is told: for tests of everything around a model.

Its "model file" is a JSON object (see `Script`). The last content piece of a prompt may
give an order instead of asking:

``@@say TEXT``       reply with the text
``@@tokens N``       reply with N tokens
``@@stall N``        after N tokens say nothing more and do not listen
``@@crash SIGNAL N`` after N tokens end by the signal
``@@babble``         send bytes that are no message
``@@memory``         fail for want of memory
``@@bad_alloc``      die for want of memory, as C++ does
``@@complain``       write a megabyte to the standard error output
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import re
import signal
import struct
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.ledger import PieceKind
from desktop_app.engine import protocol
from desktop_app.engine.workers.loop import Job, RequestError
from desktop_app.engine.workers.prefix import KeptPrefix
from desktop_app.engine.workers.prompts import received_sha256
from desktop_app.engine.workers.streaming import ReplyStream, tokens_of

_SPECIAL: Final = re.compile(r"<\|[a-z_]+\|>")
_WORD: Final = re.compile(rb"[ ]?[A-Za-z0-9]+|[\x80-\xff]{1,2}|.", re.S)
_ORDER: Final = re.compile(r"@@(\w+) ?(.*)", re.S)
_EMBEDDING_DIMENSIONS: Final = 64


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the scripted model behaves; speeds of 0 mean: as fast as it goes."""

    context_length: int = 4096
    replies: tuple[str, ...] = ()  # given in turn; without any the question is repeated
    grammar_replies: tuple[str, ...] = ("[]",)  # where a grammar is asked for; given in turn, the last one for good
    tokens_per_second: float = 0.0
    prompt_tokens_per_second: float = 0.0
    load: str = ""  # "crash", "crash_unless_safe", "stall" or a code of `Failed`
    report_every_tokens: int = 64  # of the prompt


class ScriptedWorker:
    """Serves chat and embedding requests without a model. See `loop.Worker`."""

    def __init__(self) -> None:
        self._script: Script | None = None
        self._ids: dict[bytes, int] = {}
        self._bytes: list[bytes] = []
        self._kept = {False: KeptPrefix(), True: KeptPrefix()}  # by background
        self._given = 0
        self._given_by_grammar = 0

    def work(self, job: Job) -> protocol.Answer:
        """Serve a long request."""
        request = job.request
        if isinstance(request, protocol.LoadChat):
            return self._load(job, request)
        if isinstance(request, protocol.LoadEmbedding):
            return protocol.EmbeddingLoaded(job.id, _EMBEDDING_DIMENSIONS)
        if isinstance(request, protocol.Generate):
            return self._generate(job, request)
        if isinstance(request, protocol.ReadAhead):
            tokens = [token for piece in request.pieces for token in self._tokens(piece)]
            kept = self._kept[False]
            kept.cut(kept.common(tokens))
            return protocol.ReadAheadDone(job.id, self._read(job, kept, tokens, ahead=True))
        if isinstance(request, protocol.Embed):
            return protocol.Vectors(job.id, tuple(_vector(text) for text in request.texts))
        raise RequestError(protocol.BAD_REQUEST, what=type(request).__name__)

    def quick(self, job: Job) -> protocol.Answer:
        """Count and tokenise."""
        request = job.request
        self._loaded()
        if isinstance(request, protocol.Count):
            return protocol.Counts(job.id, tuple(len(self._tokens(piece)) for piece in request.pieces))
        if isinstance(request, protocol.Tokenize):
            return protocol.Tokens(job.id, tuple((id, self._bytes[id]) for id in self._tokens(request.piece)))
        raise RequestError(protocol.BAD_REQUEST, what=type(request).__name__)

    def idle(self) -> None:
        """Nothing to give back."""

    def close(self) -> None:
        """Nothing to free."""

    def _loaded(self) -> Script:
        if self._script is None:
            raise RequestError("model_not_loaded")
        return self._script

    def _load(self, job: Job, request: protocol.LoadChat) -> protocol.ChatLoaded:
        data = Path(request.path).read_bytes()
        script = msgspec.json.decode(data, type=Script)
        if script.load == "stall":
            time.sleep(3600)
        if script.load == "crash" or (script.load == "crash_unless_safe" and not request.safe_load):
            _die("SIGSEGV")
        if script.load and script.load != "crash_unless_safe":
            raise RequestError(script.load)
        for percent in (25, 50, 75):
            job.report(protocol.LoadProgress(job.id, percent / 100))
        self._script = script
        length = min(request.context_length, script.context_length)
        sha256 = hashlib.sha256(data).hexdigest()
        return protocol.ChatLoaded(job.id, length, script.context_length, 1, "scripted", sha256)

    def _tokens(self, piece: protocol.PieceData) -> list[int]:
        """Words, single signs and halves of multi-byte characters; control tokens in template pieces only."""
        known = piece.token_ids
        if known is not None and b"".join(map(self._bytes_of, known)) == piece.text.encode():
            return list(known)
        parts: list[bytes] = []
        start = 0
        for special in _SPECIAL.finditer(piece.text) if piece.kind == PieceKind.TEMPLATE else ():
            parts += _WORD.findall(piece.text[start : special.start()].encode())
            parts.append(special[0].encode())
            start = special.end()
        parts += _WORD.findall(piece.text[start:].encode())
        return [self._id(part) for part in parts]

    def _id(self, part: bytes) -> int:
        if part not in self._ids:
            self._bytes.append(part)  # before the id is known to other threads
            self._ids[part] = len(self._bytes) - 1
        return self._ids[part]

    def _bytes_of(self, token: int) -> bytes:
        return self._bytes[token] if 0 <= token < len(self._bytes) else b""

    def _read(self, job: Job, kept: KeptPrefix, tokens: Sequence[int], ahead: bool) -> int:
        """Pretend to read the prompt behind what is kept; tokens read."""
        script = self._loaded()
        start = len(kept)
        job.report(protocol.PrefillProgress(job.id, start, len(tokens)))
        while len(kept) < len(tokens) and not job.cancelled:
            chunk = tokens[len(kept) : len(kept) + script.report_every_tokens]
            if script.prompt_tokens_per_second and job.wait_cancelled(len(chunk) / script.prompt_tokens_per_second):
                break
            kept.append(chunk, ahead)
            job.report(protocol.PrefillProgress(job.id, len(kept), len(tokens)))
        return len(kept) - start

    def _generate(self, job: Job, request: protocol.Generate) -> protocol.Done:
        script = self._loaded()
        pieces = [self._tokens(piece) for piece in request.pieces]
        prompt = [token for tokens in pieces for token in tokens]
        if not prompt:
            raise RequestError(protocol.BAD_REQUEST, what="empty prompt")
        if len(prompt) + request.max_tokens > script.context_length:
            raise RequestError(protocol.TOO_LARGE, prompt_tokens=len(prompt), context_limit=script.context_length)
        counts = tuple(len(tokens) for tokens in pieces)
        sha256 = received_sha256(request.pieces)
        kept = self._kept[request.background]
        kept.cut(kept.common(prompt[:-1]))
        ahead = kept.charge(len(kept))
        reused = len(kept) - ahead
        began = time.monotonic()
        job.report(protocol.Started(job.id, counts, sha256, reused))
        self._read(job, kept, prompt, ahead=False)
        computed = len(kept) - reused
        read_at = time.monotonic()
        stream = ReplyStream(request.sampling.stop)
        tokens: list[int] = []
        first_at = 0.0
        reason = FinishReason.CANCELLED
        if len(kept) == len(prompt):
            for token in self._reply(job, request):
                if token < 0:
                    reason = FinishReason.STOP
                    break
                if len(tokens) == request.max_tokens:
                    reason = FinishReason.LENGTH
                    break
                first_at = first_at or time.monotonic()
                tokens.append(token)
                kept.append([token])
                if text := stream.push(self._bytes[token]):
                    job.report(protocol.TextDelta(job.id, text))
                if stream.stopped:
                    reason = FinishReason.STOP
                    break
                if script.tokens_per_second and job.wait_cancelled(1 / script.tokens_per_second):
                    break
                if job.cancelled:
                    break
        if text := stream.finish():
            job.report(protocol.TextDelta(job.id, text))
        return protocol.Done(
            id=job.id,
            text=stream.text,
            token_ids=tokens_of(stream.text, tokens, [self._bytes[token] for token in tokens]),
            finish_reason=reason.value,
            piece_tokens=counts,
            prompt_sha256=sha256,
            reused_tokens=reused,
            computed_tokens=computed,
            completion_tokens=len(tokens),
            first_token_ms=(first_at - job.received_at) * 1000 if first_at else 0.0,
            prefill_ms=(read_at - began) * 1000,
            decode_ms=(time.monotonic() - read_at) * 1000,
        )

    def _reply(self, job: Job, request: protocol.Generate) -> Iterator[int]:
        """Tokens of the reply; -1 for the end."""
        asked = next((each.text for each in reversed(request.pieces) if each.kind == PieceKind.CONTENT), "")
        order = _ORDER.match(asked)
        name, rest = (order[1], order[2]) if order else ("", "")
        if name == "memory":
            raise RequestError("model_no_memory")
        if name == "babble":
            job.send_bytes(b"\xc1\xc1\xc1")  # a byte that msgpack never uses
        if name == "bad_alloc":
            os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'")
            _die("SIGABRT")
        if name == "complain":
            for _ in range(1024):
                with contextlib.suppress(BlockingIOError):
                    os.write(2, b"?" * 1024)
            rest = "done"
        words = rest.split()
        after = int(words[-1]) if words and words[-1].isdigit() else 0
        if name in ("tokens", "stall", "crash"):
            for _ in range(after):
                yield self._id(b" word")
            if name == "stall":
                time.sleep(3600)
            if name == "crash":
                _die(words[0])
            yield -1
        script = self._loaded()
        if name in ("say", "complain"):
            text = rest
        elif request.sampling.grammar:
            text = script.grammar_replies[min(self._given_by_grammar, len(script.grammar_replies) - 1)]
            self._given_by_grammar += 1
        elif script.replies:
            text = script.replies[self._given % len(script.replies)]
            self._given += 1
        else:
            text = asked
        for part in _WORD.findall(text.encode()):
            yield self._id(part)
        yield -1


def _die(name: str) -> None:
    os.kill(os.getpid(), signal.Signals[name])
    time.sleep(3600)


def _vector(text: str) -> bytes:
    """A normalised vector of character pairs: like texts are near each other."""
    values = [0.0] * _EMBEDDING_DIMENSIONS
    for pair in zip(text, text[1:] + " ", strict=True):
        digest = hashlib.blake2b("".join(pair).encode(), digest_size=2).digest()
        values[digest[0] % _EMBEDDING_DIMENSIONS] += 1.0
    length = math.sqrt(sum(value * value for value in values)) or 1.0
    return struct.pack(f"<{_EMBEDDING_DIMENSIONS}f", *(value / length for value in values))
