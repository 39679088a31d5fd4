"""Conversations of other programs as sessions of ours: ChatGPT's export and lists of messages.

ChatGPT keeps a conversation as a graph of messages with ``parent`` and ``children``; a question that was asked
again has several answers as children. Here every question with one answer is a turn, so such a question becomes
several turns beside each other, as when it is asked again in this program. Messages of the system and of tools,
pictures and calls are left out and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from desktop_app.domain.conversation import ASSISTANT, PERSON, FinishReason
from desktop_app.services.exchange.schema import MessageDoc, SessionDoc, TurnDoc

_USER, _ASSISTANT = "user", "assistant"
_LATEST_MS = 2**53


class _Author(msgspec.Struct):
    role: str


class _Content(msgspec.Struct):
    content_type: str = "text"
    parts: list[Any] | None = None


class _ChatGptMessage(msgspec.Struct):
    author: _Author | None = None
    content: _Content | None = None
    create_time: float | None = None
    recipient: str | None = None


class _ChatGptNode(msgspec.Struct):
    message: _ChatGptMessage | None = None
    parent: str | None = None
    children: list[str] = []


class ChatGptConversation(msgspec.Struct):
    """One entry of ``conversations.json``."""

    mapping: dict[str, _ChatGptNode]
    title: str | None = None
    create_time: float | None = None
    update_time: float | None = None
    current_node: str | None = None


class ListedMessage(msgspec.Struct):
    """One entry of a list of messages as programs send them to a model."""

    role: str
    content: str | list[Any] | None


class ListedConversation(msgspec.Struct):
    """Such a list under a name."""

    messages: list[ListedMessage]
    title: str | None = None


@dataclass(frozen=True, slots=True)
class _Node:
    """A message on its way: ``role`` "" for what is passed over."""

    id: str
    role: str
    text: str
    at_ms: int
    children: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Open:
    """A turn that is being read along one path."""

    parent: int | None = None
    question: _Node | None = None
    reply: tuple[_Node, ...] = ()


@dataclass(slots=True)
class Foreign:
    """What was read, and how many messages were left out."""

    sessions: list[SessionDoc] = field(default_factory=list)
    left_out: int = 0


def from_chatgpt(conversations: Iterable[ChatGptConversation], now_ms: int) -> Foreign:
    """Sessions of ChatGPT's conversations; those without any text are left out."""
    found = Foreign()
    for conversation in conversations:
        created = _milliseconds(conversation.create_time, now_ms)
        nodes = {}
        for node_id, node in conversation.mapping.items():
            role, text = _chatgpt_text(node.message)
            if node.message is not None and not role:
                found.left_out += 1
            at_ms = _milliseconds(node.message.create_time if node.message else None, created)
            nodes[node_id] = _Node(node_id, role, text, at_ms, node.children)
        roots = [key for key, node in conversation.mapping.items() if node.parent not in conversation.mapping]
        _add(found, _Walk(nodes), roots, conversation, created)
    return found


def _add(found: Foreign, walk: _Walk, roots: list[str], conversation: ChatGptConversation, created: int) -> None:
    turns = walk.turns(roots)
    if turns:
        updated = _milliseconds(conversation.update_time, created)
        head = walk.turn_of.get(conversation.current_node or "", turns[-1].id)
        title = _clean(conversation.title or "")
        number = len(found.sessions) + 1
        found.sessions.append(SessionDoc(title, created, max(created, updated), tuple(turns), number, head))


def from_messages(conversations: Iterable[ListedConversation], now_ms: int) -> Foreign:
    """Sessions of lists of messages; as they say no times, all was said now."""
    found = Foreign()
    for conversation in conversations:
        nodes = {}
        count = len(conversation.messages)
        for position, message in enumerate(conversation.messages):
            text = _clean(_joined(message.content))
            role = message.role if message.role in (_USER, _ASSISTANT) and text.strip() else ""
            found.left_out += not role
            children = [str(position + 1)] if position + 1 < count else []
            nodes[str(position)] = _Node(str(position), role, text, now_ms, children)
        turns = _Walk(nodes).turns(["0"]) if nodes else []
        if turns:
            title = _clean(conversation.title or "")
            number = len(found.sessions) + 1
            found.sessions.append(SessionDoc(title, now_ms, now_ms, tuple(turns), number, turns[-1].id))
    return found


class _Walk:
    """Walks through a graph of messages, each once, and writes the turns it meets."""

    def __init__(self, nodes: dict[str, _Node]) -> None:
        self._nodes = nodes
        self._turns: list[TurnDoc] = []
        self._known: dict[tuple[str, str], int] = {}  # turn by the ids of its question and the end of its reply
        self.turn_of: dict[str, int] = {}

    def turns(self, roots: list[str]) -> list[TurnDoc]:
        """The turns of all branches; a turn stands before those that follow it."""
        waiting = [(root, _Open()) for root in reversed(roots)]
        seen: set[str] = set()
        while waiting:
            node_id, state = waiting.pop()
            node = self._nodes.get(node_id)
            if node is None or node_id in seen:
                continue
            seen.add(node_id)
            if node.role == _USER:
                state = _Open(self._close(state), node)
            elif node.role == _ASSISTANT:
                state = _Open(state.parent, state.question, (*state.reply, node))
            children = [child for child in node.children if child in self._nodes and child not in seen]
            if not children:
                self._close(state)
            waiting.extend((child, state) for child in reversed(children))
        return self._turns

    def _close(self, state: _Open) -> int | None:
        """Write the turn that ends here, once. Returns the turn that what comes next follows."""
        if state.question is None and not state.reply:
            return state.parent
        key = (state.question.id if state.question else "", state.reply[-1].id if state.reply else "")
        if key not in self._known:
            first = state.question or state.reply[0]
            reply = None
            if state.reply:
                text = "\n\n".join(node.text for node in state.reply)
                reply = MessageDoc(ASSISTANT, text, state.reply[-1].at_ms)
            turn = TurnDoc(
                id=len(self._turns) + 1,
                parent=state.parent,
                question=MessageDoc(PERSON, state.question.text if state.question else "", first.at_ms),
                reply=reply,
                finish_reason=FinishReason.GIVEN if reply else FinishReason.RECORDED,
                read_for_facts=False,
            )
            self._turns.append(turn)
            self._known[key] = turn.id
            for node in (*state.reply, *([state.question] if state.question else [])):
                self.turn_of.setdefault(node.id, turn.id)
        return self._known[key]


def _chatgpt_text(message: _ChatGptMessage | None) -> tuple[str, str]:
    """Role and text of a message; the role is "" where it is passed over."""
    if message is None or message.content is None or message.author is None:
        return "", ""
    if message.author.role not in (_USER, _ASSISTANT):
        return "", ""
    if message.content.content_type not in ("text", "multimodal_text") or message.recipient not in (None, "all"):
        return "", ""
    text = _clean(_joined(message.content.parts))
    return (message.author.role, text) if text.strip() else ("", "")


def _joined(content: str | list[Any] | None) -> str:
    """The text of a message; parts that are none, such as pictures, are passed over."""
    if isinstance(content, str):
        return content
    parts = [part.get("text") if isinstance(part, dict) else part for part in content or ()]
    return "\n\n".join(part for part in parts if isinstance(part, str) and part)


def _clean(text: str) -> str:
    """Text as it may be stored."""
    return text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")


def _milliseconds(seconds: float | None, otherwise: int) -> int:
    return otherwise if seconds is None or not 0 <= seconds * 1000 < _LATEST_MS else int(seconds * 1000)
