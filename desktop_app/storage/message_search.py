"""Finding messages by their words, as the search box does: literally, newest first, while typing.

Every message has a row in ``message_fts`` made of the terms below: words as they are, and Chinese
characters and signs one by one, so that any run of them is a phrase; and one term that says whose
message it is. Hits are then compared with the text itself, which makes ``150/95``, ``C++`` or ``(``
mean just that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import apsw

from desktop_app.domain.conversation import MEMORY, Message, MessageStatus
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.search import EVERYTHING, MessageHit, SearchFilter, needles_of, normalise
from desktop_app.domain.turn_links import plain_words
from desktop_app.storage.connection import rows

# Scripts written without spaces, or searched without them: Thai, Lao, Myanmar, Khmer, kana, Han, Hangul.
_ALONE = Pattern(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]"
)

_SEARCH = """
SELECT m.id, m.turn_id, m.role, m.speaker, m.text, m.status, m.created_at_ms, s.id, s.person_id
FROM message_fts AS f
CROSS JOIN message AS m ON m.id = f.rowid
CROSS JOIN turn AS t ON t.id = m.turn_id
CROSS JOIN session AS s ON s.id = t.session_id
CROSS JOIN person AS p ON p.id = s.person_id
WHERE f.message_fts MATCH ?1 AND p.state = 'active' AND (?2 IS NULL OR s.person_id = ?2)
  AND (?3 IS NULL OR s.id = ?3) AND (?4 = '' OR m.speaker = ?4 OR (?4 = 'family:' AND m.speaker LIKE 'family:%'))
  AND (?5 IS NULL OR m.created_at_ms >= ?5) AND (?6 IS NULL OR m.created_at_ms < ?6)
ORDER BY f.rowid DESC
"""
_INDEXED = """
SELECT m.text, s.person_id FROM message AS m JOIN turn AS t ON t.id = m.turn_id JOIN session AS s ON s.id = t.session_id
WHERE m.id = ? AND m.status <> 'streaming'
"""

_STATUSES = {status.value: status for status in MessageStatus}  # an enum takes longer to tell by its value


class _Spelling(dict[int, str]):
    """How a character stands in the terms, for str.translate; each is looked at once."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if char.isspace():
            spelling = " "
        elif not char.isalnum() or code > 0xFFFF:
            # Signs, and letters of which the tokenizer might make nothing, travel as their number.
            spelling = f" u{code:x} "
        else:
            spelling = f" {char} " if _ALONE.match(char) else char
        self[code] = spelling
        return spelling


_SPELLING = _Spelling()


def message_terms(text: str) -> str:
    """The space-separated terms a message is indexed under, in order."""
    return normalise(text).translate(_SPELLING)


class MessageSearch:
    """Keeps ``message_fts`` and searches it, over one connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def index(self, message_id: int) -> None:
        """Take a stored, finished message into the index."""
        for terms in self._terms_of(message_id):
            self._connection.execute("INSERT INTO message_fts (rowid, terms) VALUES (?, ?)", (message_id, terms))

    def remove(self, message_ids: Iterable[int]) -> None:
        """Take messages that are still stored out of the index, where they are in it."""
        for message_id in message_ids:
            for terms in self._terms_of(message_id):
                self._connection.execute(
                    "INSERT INTO message_fts (message_fts, rowid, terms) VALUES ('delete', ?, ?)", (message_id, terms)
                )

    def _terms_of(self, message_id: int) -> list[str]:
        """What a message is indexed under; nothing for a reply that is being written."""
        found = rows(self._connection, _INDEXED, (message_id,))
        return [f"{message_terms(text)} {_owner(person_id)}" for text, person_id in found]

    def search(
        self, person_id: int | None, text: str, limit: int, where: SearchFilter = EVERYTHING
    ) -> list[MessageHit]:
        """Messages that contain every space-separated part of ``text``, newest first.

        A Latin word may be the beginning of a longer one; everything else is taken literally but for
        case, width and the script of Chinese. Restricted people are left out.

        Args:
            person_id: whose messages; None for everybody's.
            text: what was typed; without any visible character nothing is found.
            limit: at most this many.
            where: what else a hit must be.
        """
        needles = needles_of(text)
        if not needles or limit <= 0:
            return []
        hits: list[MessageHit] = []
        query = [_phrase(needle) for needle in needles]
        if person_id is not None:
            # Within the index: what others said is not even looked at.
            query.append(f'"{_owner(person_id)}"')
        found: Iterable[Any] = self._connection.execute(
            _SEARCH, (" AND ".join(query), person_id, where.session_id, where.speaker, where.since_ms, where.until_ms)
        )
        for message_id, turn_id, role, speaker, said, status, said_at_ms, session_id, owner_id in found:
            if _holds(plain_words(said) if speaker == MEMORY else said, needles):
                message = Message(message_id, turn_id, role, speaker, said, _STATUSES[status], said_at_ms)
                hits.append(MessageHit(message, session_id, owner_id))
                if len(hits) == limit:
                    break
        return hits


def _holds(said: str, needles: Sequence[str]) -> bool:
    """Whether a text has all the needles. Most stand in it but for case, which is sooner seen than normalised."""
    folded = said.casefold()
    if all(needle in folded for needle in needles):
        return True
    stored = normalise(said)
    return all(needle in stored for needle in needles)


def _owner(person_id: int) -> str:
    """A term no text can contain: signs of private use are spelt as numbers there."""
    return f"\ue000{person_id}"


def _phrase(needle: str) -> str:
    """The full-text query for one part of what was typed; a word at its end may go on."""
    phrase = " ".join(message_terms(needle).split())
    return f'"{phrase}"' + (" *" if _SPELLING[ord(needle[-1])] == needle[-1] else "")
