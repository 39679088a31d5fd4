"""Attached files: their text, the parts that fit, what is kept of them, and that nobody said it."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.commands.verify import verify
from desktop_app.domain.attachment_parts import PART_CHARACTERS, by_relevance, parts_of
from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.conversation import PERSON, Attachment, VaultKind
from desktop_app.domain.error_words import ERROR_WORDS
from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.engine.estimate import Cl100kEstimate
from desktop_app.services import attachments
from desktop_app.services.attachments import AttachmentService
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.recall_inspection import question_of
from desktop_app.storage.store import Store
from tests.scripted_program import Clock, scripted_program


def _pdf(text: str) -> bytes:
    """A PDF of one page, by hand."""
    stream = f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    data = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj%s endobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(data)
    return (
        data
        + b"xref\n0 6\n0000000000 65535 f \n"
        + table
        + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % start
    )


_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def _docx(path: Path, xml: str) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", xml)


@pytest.fixture
def service() -> AttachmentService:
    return AttachmentService(Cl100kEstimate())


def test_the_text_of_each_kind(tmp_path: Path, service: AttachmentService) -> None:
    (tmp_path / "a.txt").write_bytes("甲\r\n乙\0".encode())
    (tmp_path / "b.csv").write_bytes("药名,剂量\n二甲双胍,500".encode("gb18030"))
    (tmp_path / "c.MD").write_bytes("# Title".encode("utf-16"))
    (tmp_path / "d.pdf").write_bytes(_pdf("Metformin since 2019"))
    run = "<w:r><w:t>One</w:t><w:tab/><w:t>two</w:t></w:r>"
    _docx(tmp_path / "e.docx", f"<w:document {_W}><w:body><w:p>{run}</w:p><w:p/></w:body></w:document>")
    texts = [service.read(path).text for path in sorted(tmp_path.iterdir())]
    assert texts == ["甲\n乙", "药名,剂量\n二甲双胍,500", "# Title", "Metformin since 2019", "One\ttwo"]
    read = service.read(tmp_path / "a.txt")
    assert (read.name, read.file_bytes) == ("a.txt", 9)
    assert read.tokens > 0


def _entities(path: Path) -> None:
    _docx(path, f'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document {_W}>&b;</w:document>')


def _bomb(path: Path) -> None:
    _docx(path, " " * 60_000_000)


@pytest.mark.parametrize(
    ("name", "make", "code"),
    [
        ("a.exe", lambda path: path.write_bytes(b"MZ"), "attachment_kind"),
        ("a.txt", lambda path: path.write_bytes(b" \n"), "attachment_empty"),
        ("a.txt", lambda path: path.write_bytes(b"\xff\xff\xff"), "attachment_unreadable"),
        ("a.pdf", lambda path: path.write_bytes(b"%PDF-1.7 nothing"), "attachment_unreadable"),
        ("a.docx", lambda path: path.write_bytes(b"PK nothing"), "attachment_unreadable"),
        ("a.docx", _entities, "attachment_unreadable"),
        ("a.docx", _bomb, "attachment_too_large"),
        ("gone.txt", lambda path: None, "attachment_unreadable"),
    ],
)
def test_what_cannot_be_attached_says_why(
    tmp_path: Path, service: AttachmentService, name: str, make: Callable[[Path], object], code: str
) -> None:
    make(tmp_path / name)
    with pytest.raises(UserError) as caught:
        service.read(tmp_path / name)
    assert caught.value.code == code
    assert code in ERROR_WORDS


def test_a_pdf_that_takes_too_long_is_given_up(
    tmp_path: Path, service: AttachmentService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attachments, "PDF_TIMEOUT_S", 0.01)
    (tmp_path / "slow.pdf").write_bytes(_pdf("x"))
    with pytest.raises(UserError, match="attachment_unreadable"):
        service.read(tmp_path / "slow.pdf")


def test_parts_keep_everything_and_the_fitting_ones_come_first() -> None:
    text = "\n\n".join(f"Paragraph {number} about gardens. It goes on." for number in range(60))
    parts = parts_of([Attachment("a", text), Attachment("b", "penicillin " * 300)])
    assert all(0 < len(part.text) <= PART_CHARACTERS for part in parts)
    assert "".join("".join(part.text for part in parts if part.attachment == 0).split()) == "".join(text.split())
    assert by_relevance("Is penicillin safe?", parts)[0].attachment == 1
    assert by_relevance("zzz", parts) == parts


def test_a_huge_attachment_is_clipped_to_what_belongs_to_the_question(tmp_path: Path) -> None:
    lines = [f"Entry {number}: the garden was watered and nothing else happened on that day." for number in range(900)]
    lines[777] = "Entry 777: the blood pressure was 150/95 after climbing the stairs."
    attachment = Attachment("diary.txt", "\n\n".join(lines))
    with scripted_program(tmp_path, context_length=4096, reserve=512) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        choices = TurnChoices(attachments=(attachment,))
        question = "@@say What was the blood pressure after the stairs?"
        preview = services.context.preview(session, question, PERSON, choices=choices)
        turn = services.chat.send(session, question, PERSON, choices)
        ledger = services.context.ledger(turn.id)
        assert ledger is not None
        assert ledger.attachment_cuts == preview.attachment_cuts
        (cut,) = ledger.attachment_cuts
        assert 0 < cut.left_out < cut.parts
        assert cut.tokens > 10_000
        sent = "".join(piece.text for piece in ledger.pieces if piece.section is Section.ATTACHMENTS)
        assert "150/95" in sent
        assert "diary.txt" in sent
        assert 0 < ledger.sections["attachments"] <= (4096 - 512) // 2
        assert ledger.prompt_tokens <= 4096 - 512
        assert ledger.reused_tokens + ledger.computed_tokens == ledger.prompt_tokens
        again = services.context.ledger(services.chat.ask_again(turn.id).id)
        assert again is not None
        assert again.sections["attachments"] == ledger.sections["attachments"]
        document = services.exports.document(Scope(), services.exports.progress())
        assert [each.text for turn in document.people[0].sessions[0].turns for each in turn.question.attachments] == [
            attachment.text
        ] * 2
    store = Store.open(tmp_path / "vault", Clock())
    try:
        report = verify(store)
        assert (report["prompt_hash_mismatches"], report["section_sum_mismatches"], report["turns_erased"]) == (0, 0, 0)
        store.write(lambda db: db.turns.delete(turn.id))  # its words leave the vault with it
        assert store.read(lambda db: db.attachments.of(turn.question.id)) == ()
    finally:
        store.close()


def test_a_file_stays_with_the_session(tmp_path: Path) -> None:
    lines = [f"Entry {number}: the garden was watered and nothing else happened on that day." for number in range(200)]
    lines[150] = "Entry 150: the turbine burns a mixture of straw and peat."
    diary = Attachment("diary.txt", "\n\n".join(lines))
    with scripted_program(tmp_path, context_length=4096, reserve=512) as services:
        session = services.sessions.create(services.people.create("Ann").id).id

        def ask(text: str) -> Ledger:
            ledger = services.context.ledger(services.chat.send(session, f"@@say {text}", PERSON).id)
            assert ledger is not None
            return ledger

        first = services.chat.send(session, "@@say Was it warm?", PERSON, TurnChoices(attachments=(diary,)))
        later = ask("What does the turbine burn?")
        sent = [piece for piece in later.pieces if piece.section is Section.ATTACHMENTS]
        assert "straw and peat" in "".join(piece.text for piece in sent)
        assert "diary.txt" in sent[0].text
        assert {piece.source for piece in sent} == {f"message:{first.question.id}"}  # erased with its own message
        assert question_of(later) == "@@say What does the turbine burn?"
        (cut,) = later.earlier_file_cuts
        assert (cut.turn_id, cut.ordinal, cut.attachment) == (first.id, first.ordinal, 0)
        assert 0 < cut.left_out < cut.parts
        assert "straw and peat" in section_text(ask("And how?"))  # it is read with the question before it
        away = ask("Hello!")
        assert "attachments" not in away.sections or not away.sections["attachments"]
        assert away.earlier_file_cuts[0].left_out == away.earlier_file_cuts[0].parts
        named = ask("Sum up diary.txt")
        assert 0 < named.sections["attachments"] <= 0.15 * (4096 - 512)
        left = services.context.preview(
            session, "What does the turbine burn?", PERSON, choices=TurnChoices(leave_out=frozenset({first.id}))
        )
        assert not section_text(left)


def section_text(ledger: Ledger) -> str:
    return "".join(piece.text for piece in ledger.pieces if piece.section is Section.ATTACHMENTS)


def test_a_document_says_nothing_about_the_person(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.PERSONAL) as services:
        person = services.people.create("Ann")
        session = services.sessions.create(person.id).id
        attachment = Attachment("leaflet.txt", "I am allergic to penicillin. 我对青霉素过敏。")
        services.chat.send(session, "@@say What does it say?", PERSON, TurnChoices(attachments=(attachment,)))
        services.chat.record(session, "kept for later", PERSON, (attachment,))
        assert services.consolidation.wait()
        assert services.exports.document(Scope(), services.exports.progress()).people[0].facts == ()
