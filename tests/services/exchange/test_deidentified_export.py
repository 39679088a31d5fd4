"""A de-identified export: nothing of the identifiers in any part of the file, and still an export."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.deidentifying import DeidentifyChoice
from desktop_app.services.exchange.exporting import ExportFormat, ExportRequest
from desktop_app.services.exchange.reading import read_import
from tests.scripted_program import scripted_program


def test_nothing_of_the_identifiers_is_in_the_file(tmp_path: Path) -> None:
    with scripted_program(tmp_path / "program", kind=VaultKind.CLINICAL, load=False) as services:
        person = services.people.create("王小明", "male", "1957-03-12", "A-778899")
        session = services.sessions.create(person.id, "王小明 复诊").id
        services.chat.give(
            session, "我叫王小明，电话 138 0013 8000，对青霉素过敏", PERSON, "王小明您好，2024-05-01 复诊"
        )
        services.chat.record(session, "姓名：李建国，我在青山项目", PERSON)
        services.chat.record(session, "李建国今天吃二甲双胍500mg", PERSON)
        assert services.consolidation.wait()
        choice = DeidentifyChoice(("青山项目",))
        preview = services.exports.preview(Scope(person.id), choice, services.exports.progress())
        assert {one.before for one in preview.replacements} >= {"王小明", "李建国", "青山项目", "138 0013 8000"}
        assert any("138 0013 8000" in before and "138" not in after for before, after in preview.samples)
        for format in (
            ExportFormat.JSON,
            ExportFormat.MARKDOWN,
            ExportFormat.HTML,
            ExportFormat.TEXT,
            ExportFormat.CSV,
        ):
            path = tmp_path / f"out.{format.value}"
            request = ExportRequest(path, Scope(person.id), format, with_context=True, deidentify=choice)
            services.exports.export(request, services.exports.progress())
            text = path.read_text(encoding="utf-8")
            for word in ("王小明", "李建国", "青山", "13800138000", "0013", "778899", "1957-03", "2024-05"):
                assert word not in text, (format, word)
            assert "青霉素" in text
        request = replace(request, path=tmp_path / "again.json", format=ExportFormat.JSON)
        services.exports.export(request, services.exports.progress())
        document = read_import(tmp_path / "again.json", 0).document
        assert document.deidentified
        facts = document.people[0].facts
        assert any(fact.value == "青霉素" and fact.sources for fact in facts)
