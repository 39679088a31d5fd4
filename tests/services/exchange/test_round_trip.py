"""Export, wipe, import: the same again."""

from __future__ import annotations

import locale
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.domain.consent import Basis, ConsentEntry, Form, Use
from desktop_app.domain.conversation import ASSISTANT, CLINICIAN, PERSON, FinishReason, TitledBy, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.fact_changes import ChangeKind
from desktop_app.domain.memory import Category, Doubt, FactState, FactStatus, Polarity
from desktop_app.domain.patients import Arrival
from desktop_app.domain.settings import FactMode
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.deidentifying import DeidentifyChoice
from desktop_app.services.exchange.exporting import ExportFormat, ExportRequest
from desktop_app.services.exchange.importing import ImportChoice
from desktop_app.services.exchange.reading import read_import
from desktop_app.services.exchange.schema import (
    ArrivalDoc,
    AttachmentDoc,
    ChangeDoc,
    ConsentDoc,
    ExportDoc,
    FactDoc,
    MessageDoc,
    PersonDoc,
    QuoteDoc,
    SessionDoc,
    SourceDoc,
    SummaryDoc,
    TurnDoc,
    encode,
    json_schema,
)
from desktop_app.services.facade import Services
from desktop_app.storage.connection import rows
from desktop_app.support.paths import resources_directory
from tests.scripted_program import scripted_program
from tests.services.exchange.exchange_bench import bench, without_ids

_TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=12)
_TIME = st.integers(0, 2**41)


@st.composite
def _sessions(draw: st.DrawFn, number: int) -> SessionDoc:
    count = draw(st.integers(0, 5))
    turns: list[TurnDoc] = []
    for turn_id in range(1, count + 1):
        replied = draw(st.booleans())
        turns.append(
            TurnDoc(
                id=turn_id,
                parent=draw(st.sampled_from([None, *range(1, turn_id)])),
                question=MessageDoc(
                    draw(st.sampled_from([PERSON, CLINICIAN, "family:妈妈"])),
                    draw(_TEXT),
                    # No two turns are the same: those would be one.
                    turn_id + 1000 * draw(st.integers(0, 2**31)),
                    attachments=draw(st.sampled_from([(), (AttachmentDoc("a.txt", "甲"),)])),
                ),
                reply=MessageDoc(ASSISTANT, draw(_TEXT), draw(_TIME)) if replied else None,
                finish_reason=FinishReason.STOP if replied else FinishReason.RECORDED,
                pinned=draw(st.booleans()),
                never_recalled=draw(st.booleans()),
                read_for_facts=draw(st.booleans()),
            )
        )
    summaries = ()
    if turns:
        quote = QuoteDoc(1, PERSON, "2024-05-01", draw(_TEXT))
        summaries = (SummaryDoc(draw(_TEXT), "normal", (1,), draw(_TIME), (quote,), draw(st.booleans())),)
    return SessionDoc(
        id=number,
        title=draw(_TEXT),
        created_at_ms=number + 1000 * draw(st.integers(0, 2**31)),
        updated_at_ms=draw(_TIME),
        turns=tuple(turns),
        head=draw(st.sampled_from(turns)).id if turns else None,
        pinned=draw(st.booleans()),
        archived=draw(st.booleans()),
        folder=draw(st.sampled_from(["", "书", "病"])),
        titled_by=draw(st.sampled_from(TitledBy)),
        summaries=draw(st.sampled_from([(), summaries])),
    )


@st.composite
def _facts(draw: st.DrawFn, sessions: tuple[SessionDoc, ...], own: tuple[str, ...]) -> tuple[FactDoc, ...]:
    places = [(session.id, turn) for session in sessions for turn in session.turns]
    count = draw(st.integers(0, 3))
    facts = []
    for fact_id in range(1, count + 1):
        said = draw(st.sampled_from([None, *places]))
        text = said[1].question.text if said else ""
        other = draw(st.sampled_from([None, *range(1, count + 1)]))
        facts.append(
            FactDoc(
                id=fact_id,
                subject="self",
                category=draw(st.sampled_from(Category)),
                value=draw(_TEXT),
                polarity=draw(st.sampled_from(Polarity)),
                status=draw(st.sampled_from(FactStatus)),
                state=FactState.ACTIVE if other is None else FactState.SUPERSEDED,
                speaker=PERSON,
                observed_at_ms=draw(_TIME),
                recorded_at_ms=fact_id,
                confidence=0.75,
                valid_from=draw(st.sampled_from(["", "2019", "2019-02", "2019-02-28"])),
                superseded_by=other,
                retracted_at_ms=7 if other is not None else None,
                pinned=draw(st.booleans()),
                doubt=Doubt.OPEN,
                by_hand=said is None,
                own_category=draw(st.sampled_from(["", *own])),
                sources=(SourceDoc(said[0], said[1].id, "user", 0, len(text), text),) if said else (),
                changes=(ChangeDoc(5, PERSON, ChangeKind.ADDED, FactState.ACTIVE, other),),
            )
        )
    return tuple(facts)


_CONSENT = ConsentDoc(Basis.CARE, (Use.KEEP, Use.PROMPT), Form.SPOKEN, "2026-03-12", "Dr Li", 7)
_WITHDRAWN = ConsentDoc(
    Basis.CONSENT, (Use.HAND_OUT,), Form.WRITTEN, "2026-03-12", "Dr Li", 8, "王建", "儿子", "备注", 9, "王建"
)


@st.composite
def _documents(draw: st.DrawFn) -> ExportDoc:
    people = []
    for number in range(draw(st.integers(1, 2))):
        sessions = tuple(draw(_sessions(place + 1)) for place in range(draw(st.integers(0, 2))))
        own = draw(st.sampled_from([(), ("Plot", "人物"), ("Places",)]))
        people.append(
            PersonDoc(
                name=draw(_TEXT),
                created_at_ms=number,
                birth_date=draw(st.sampled_from(["", "1957-03-12"])),
                record_number=draw(st.sampled_from(["", "A-1"])),
                fact_mode=draw(st.sampled_from([None, *FactMode])),
                shares_facts=draw(st.booleans()),
                sessions=sessions,
                own_categories=own,
                facts=draw(_facts(sessions, own)),
                keep_until=draw(st.sampled_from(["", "2041-03-12"])),
                consents=draw(st.sampled_from([(), (_CONSENT, _WITHDRAWN)])),
                arrivals=draw(st.sampled_from([(), (ArrivalDoc("2026-03-12", Arrival.SEEN, 4),)])),
            )
        )
    return ExportDoc(0, VaultKind.PERSONAL, tuple(people))


def _as_is(document: ExportDoc) -> Any:
    """As `without_ids`; an export always carries settings, which these documents have none of."""
    plain = without_ids(document)
    plain.pop("settings")
    return plain


def test_what_is_imported_is_exported_again(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    with bench(tmp_path / "vault") as there:

        @given(_documents())
        @settings(max_examples=15, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
        def holds(document: ExportDoc) -> None:
            path.write_bytes(encode(document))
            assert read_import(path, 0).document == document
            there.wipe()
            there.take(document)
            assert _as_is(there.document()) == _as_is(document)
            again = there.take(document)  # a second time nothing is new
            assert (again.new_people, again.new_sessions, again.new_turns, again.new_facts) == (0, 0, 0, 0)
            assert _as_is(there.document()) == _as_is(document)

        holds()


_LOCALE = """comment_char %
escape_char /
LC_CTYPE
copy "POSIX"
END LC_CTYPE
LC_NUMERIC
copy "{name}"
END LC_NUMERIC
LC_TIME
copy "{name}"
END LC_TIME
"""


@pytest.fixture(params=["de_DE", "zh_CN"])
def other_locale(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Commas for points and other names of days, made here where that can be; else the plain one."""
    before, name, folder = locale.setlocale(locale.LC_ALL), f"{request.param}.UTF-8", tmp_path / "locales"
    folder.mkdir()
    (folder / "source").write_text(_LOCALE.format(name=request.param), encoding="utf-8")
    if (compiler := shutil.which("localedef")) is not None:
        command = [compiler, "--no-archive", "-c", "-i", str(folder / "source"), "-f", "UTF-8", str(folder / name)]
        subprocess.run(command, check=False, capture_output=True)
        monkeypatch.setenv("LOCPATH", str(folder))
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        name = locale.setlocale(locale.LC_ALL, "C")
    yield name
    locale.setlocale(locale.LC_ALL, before)


def _vectors(services: Services) -> list[tuple[str, bytes]]:
    """What is remembered, by its text, with its vector."""
    return services.people._store.read(
        lambda db: rows(
            db.connection,
            "SELECT c.text, v.embedding FROM chunk AS c JOIN chunk_vec AS v ON v.chunk_id = c.id ORDER BY 1, 2",
        )
    )


def test_a_vault_comes_back_whole(tmp_path: Path, other_locale: str) -> None:
    """Messages, facts, vectors, consents, lists of days, settings: out, into an empty vault, and the same."""
    path = tmp_path / "all.json"
    with scripted_program(tmp_path / "one", kind=VaultKind.CLINICAL) as services:
        assert (locale.localeconv()["decimal_point"] == ",") == other_locale.startswith("de")
        me = services.people.create("王芳", "f", "1957-03-12", "20112")
        session = services.sessions.create(me.id, "体检").id
        services.chat.record(session, "我对青霉素过敏，从2019年开始吃二甲双胍0.5g", PERSON)
        asked = services.chat.send(session, "我能吃阿莫西林吗？", PERSON)
        services.chat.wait_until_idle(30)
        services.chat.ask_again(asked.id)
        services.chat.wait_until_idle(30)
        services.chat.record(session, "改成吃格列美脲了，不吃二甲双胍了", PERSON)
        services.sessions.pin_turn(asked.id, True)
        services.sessions.duplicate(session, "体检（副本）")
        _agree(services, me.id)
        assert services.consolidation.wait()
        changed = replace(services.settings.get(), system_prompt="简短", fact_mode=FactMode.ASK)
        services.settings.update(replace(changed, recall=replace(changed.recall, minimum_score=0.35)))
        request = ExportRequest(path, Scope(), ExportFormat.JSON)
        services.exports.export(request, services.exports.progress())
        assert path.stat().st_mode & 0o777 == 0o600
        before = services.exports.document(Scope(), services.exports.progress())
        vectors, agreed = _vectors(services), services.consents.list(me.id)
        assert len(before.people[0].facts) >= 3
        assert {source.quote for fact in before.people[0].facts for source in fact.sources}
        assert vectors
    with scripted_program(tmp_path / "two", kind=VaultKind.CLINICAL) as services:
        incoming = services.imports.read(path)
        services.imports.merge(incoming, ImportChoice(with_settings=True), services.imports.progress())
        assert services.consolidation.wait()
        after = services.exports.document(Scope(), services.exports.progress())
        assert without_ids(after) == without_ids(before)
        assert services.settings.get().recall.minimum_score == 0.35
        assert _vectors(services) == vectors
        (back,) = services.people.list()
        assert [one.entry for one in services.consents.list(back.id)] == [one.entry for one in agreed]
        assert [one.stands for one in services.consents.list(back.id)] == [True, False]
        assert services.consents.kept_until(back.id) == date(2044, 2, 29)
        assert services.patients.list(date(2026, 9, 21))[0].arrival is Arrival.SEEN
        found = services.search.find(None, "格列美脲")
        assert [hit.message.text for hit in found] == ["改成吃格列美脲了，不吃二甲双胍了"] * 2


def _agree(services: Services, person_id: int) -> None:
    entry = ConsentEntry(
        Basis.CONSENT, (Use.KEEP, Use.PROMPT), Form.WRITTEN, "2026-09-01", "张医师", "王建", "儿子", "电话确认"
    )
    services.consents.record(person_id, entry)
    hand_out = services.consents.record(person_id, replace(entry, uses=(Use.HAND_OUT,), form=Form.SPOKEN))
    services.consents.withdraw(hand_out.id, "王建")
    services.consents.keep_until(person_id, date(2044, 2, 29))
    services.patients.set_arrival(person_id, date(2026, 9, 21), Arrival.SEEN)
    services.patients.set_arrival(person_id, date(2026, 10, 8), Arrival.EXPECTED)


def test_an_export_without_identifiers_tells_nothing_of_consents_and_visits(tmp_path: Path) -> None:
    path = tmp_path / "open.json"
    with scripted_program(tmp_path / "one", kind=VaultKind.CLINICAL, load=False) as services:
        _agree(services, services.people.create("王芳").id)
        choice = DeidentifyChoice()
        request = ExportRequest(path, Scope(), ExportFormat.JSON, deidentify=choice)
        services.exports.export(request, services.exports.progress())
        vault_id = services.people._store.vault_id
    written = path.read_text(encoding="utf-8")
    for words in ("王建", "张医师", "电话确认", "2026", "2044", vault_id):
        assert words not in written
    document = read_import(path, 0).document
    assert (document.people[0].consents, document.people[0].arrivals, document.people[0].keep_until) == ((), (), "")


def test_an_export_of_one_session_holds_no_consents(tmp_path: Path) -> None:
    with scripted_program(tmp_path / "one", kind=VaultKind.CLINICAL, load=False) as services:
        me = services.people.create("王芳")
        _agree(services, me.id)
        session = services.sessions.create(me.id, "体检").id
        of_session = services.exports.document(Scope(session_id=session), services.exports.progress()).people[0]
        of_person = services.exports.document(Scope(person_id=me.id), services.exports.progress()).people[0]
        assert (of_session.consents, of_session.arrivals) == ((), ())
        assert (len(of_person.consents), len(of_person.arrivals)) == (2, 2)


def test_merging_never_replaces(tmp_path: Path) -> None:
    turn = TurnDoc(1, MessageDoc(PERSON, "早", 10), MessageDoc(ASSISTANT, "早上好", 11))
    document = ExportDoc(
        0, VaultKind.PERSONAL, (PersonDoc("我", 1, sessions=(SessionDoc("旧", 5, 6, (turn,), head=1),)),)
    )
    with bench(tmp_path / "vault") as there:
        there.take(document)
        me = there.store.read(lambda db: db.people.list())[0].id
        session = there.store.read(lambda db: db.sessions.list(me))[0].id
        there.store.write(lambda db: db.sessions.rename(session, "我的名字", TitledBy.USER))
        here = there.store.write(
            lambda db: db.turns.add(session, db.sessions.head(session), "新的话", PERSON, now_ms=99)
        )
        there.store.write(lambda db: db.sessions.set_draft(session, "没写完"))
        more = TurnDoc(2, MessageDoc(PERSON, "别处说的", 20), None, 1, FinishReason.RECORDED)
        grown = msgspec.structs.replace(document.people[0].sessions[0], turns=(turn, more), head=2, title="改名")
        merged = there.take(ExportDoc(0, VaultKind.PERSONAL, (PersonDoc("我", 1, sessions=(grown,)),)))
        assert (merged.new_sessions, merged.new_turns, merged.known_turns) == (0, 1, 1)
        kept = there.store.read(lambda db: db.sessions.get(session))
        assert kept.title == "我的名字"
        assert there.store.read(lambda db: db.sessions.head(session)) == here.id
        assert there.store.read(lambda db: db.sessions.draft(session)) == "没写完"


def test_what_contradicts_is_left_to_a_person(tmp_path: Path) -> None:
    def fact(polarity: Polarity, at_ms: int) -> FactDoc:
        return FactDoc(
            1, "self", Category.ALLERGY, "青霉素", polarity, FactStatus.CURRENT, FactState.ACTIVE, PERSON, at_ms, at_ms,
            attribute="青霉素", by_hand=True,
        )  # fmt: skip

    with bench(tmp_path / "vault") as there:
        for polarity, at_ms in ((Polarity.AFFIRMED, 1), (Polarity.NEGATED, 2)):
            there.take(ExportDoc(0, VaultKind.PERSONAL, (PersonDoc("我", 1, facts=(fact(polarity, at_ms),)),)))
        states = there.store.read(lambda db: [each.state for each in db.facts.list(1)])
        assert states == [FactState.CONFLICT, FactState.CONFLICT]


def test_nobodys_memory_is_mixed(tmp_path: Path) -> None:
    two = ExportDoc(0, VaultKind.PERSONAL, (PersonDoc("甲", 1), PersonDoc("乙", 2)))
    with bench(tmp_path / "vault", VaultKind.CLINICAL) as there:
        there.take(two)
        with pytest.raises(UserError, match="import_one_person"):
            there.take(two, into=1)
        shared = ExportDoc(0, VaultKind.PERSONAL, (PersonDoc("丙", 3, shares_facts=True),))
        there.take(shared)  # what a space shares with the others, a patient does not
        assert [person.shares_facts for person in there.document().people] == [False, False, False]


def test_the_schema_is_the_types() -> None:
    stored = resources_directory() / "schemas" / "retrace-export.schema.json"
    assert stored.read_bytes() == json_schema()


def test_an_export_can_be_cancelled(tmp_path: Path) -> None:
    with bench(tmp_path / "vault") as there:
        there.take(ExportDoc(0, VaultKind.PERSONAL, (PersonDoc("甲", 1),)))
        progress = there.exports.progress()
        progress.cancel()
        path = tmp_path / "out.json"
        with pytest.raises(UserError, match="exchange_cancelled"):
            there.exports.export(ExportRequest(path, Scope(), ExportFormat.JSON), progress)
        assert not list(tmp_path.glob("out*"))
