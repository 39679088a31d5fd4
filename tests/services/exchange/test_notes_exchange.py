from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.services.exchange.checking import check
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.deidentifying import DeidentifyChoice, deidentified
from desktop_app.services.exchange.exporting import ExportFormat, ExportRequest
from desktop_app.services.exchange.importing import ImportChoice
from desktop_app.services.exchange.rendering import Renderer
from desktop_app.services.exchange.words import ExportWords
from tests.scripted_program import scripted_program
from tests.services.notes.consultations import ZH, hold
from tests.services.notes.test_service import FIRST_VISIT_ZH


def test_notes_go_out_and_come_back(tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    with scripted_program(tmp_path / "one", kind=VaultKind.CLINICAL) as services:
        session = hold(services, ZH)
        note = services.notes.draft(session, FIRST_VISIT_ZH)
        services.notes.edit(note.id, 0, "咳嗽三天，有黄痰。\n夜间加重。")
        services.notes.confirm(note.id, "李医生")
        sent = services.notes.add(note.id, "李医生", "电话随访，已好转。")
        services.exports.export(ExportRequest(path, Scope(), ExportFormat.JSON), services.exports.progress())
        document = services.exports.document(Scope(), services.exports.progress())

    for text in (Renderer(ExportWords()).markdown(document), Renderer(ExportWords()).html(document)):
        for words in (
            "核对：李医生",
            "由 AI 起草",
            "不诊断、不开方",
            "不是法定病历",
            "电话随访，已好转。",
            "夜间加重。",
        ):
            assert words in text

    (person,) = deidentified(document, DeidentifyChoice()).document.people
    (hidden,) = person.sessions[0].notes
    assert hidden.confirmed_by == "-"
    assert hidden.addenda[0].author == "-"

    with scripted_program(tmp_path / "two", kind=VaultKind.CLINICAL) as services:
        services.imports.merge(services.imports.read(path), ImportChoice(), services.imports.progress())
        services.imports.merge(services.imports.read(path), ImportChoice(), services.imports.progress())
        session = services.sessions.list(services.people.list()[0].id)[0].id
        (note,) = services.notes.of_session(session)
        assert note.is_confirmed
        assert [part.text for part in note.sections] == [part.text for part in sent.sections]
        assert [change.before for change in note.changes] == [change.before for change in sent.changes]
        assert note.addenda == sent.addenda
        opened = services.notes.open(note.id)
        first = next(each for each in note.sections[0].sentences if each.sources)
        assert "咳嗽三天了，有黄痰。" in [opened.sources[message].text for message in first.sources]


def test_a_note_that_rests_on_nothing_there_is_refused(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        services.notes.draft(hold(services, ZH), FIRST_VISIT_ZH)
        document = services.exports.document(Scope(), services.exports.progress())
    (person,) = document.people
    (session,) = person.sessions
    assert session.notes[0].sections[0].sentences[0].sources
    cut = replace(session, turns=session.turns[:1], head=session.turns[0].id, summaries=())
    broken = replace(document, people=(replace(person, sessions=(cut,), facts=()),))
    with pytest.raises(UserError, match="import_invalid") as error:
        check(broken)
    assert ".notes[0].sources" in str(error.value.facts["where"])
