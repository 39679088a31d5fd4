"""A text that names another patient and was left here all the same: what it tells of them is not learnt here."""

from __future__ import annotations

from pathlib import Path

from desktop_app.domain.conversation import CLINICIAN, VaultKind
from tests.scripted_program import scripted_program


def test_a_finding_of_a_named_patient_is_not_the_open_ones(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL, load=False) as services:
        services.people.create("李建国")
        shown = services.people.create("王秀英")
        session = services.sessions.create(shown.id, "visit")
        services.chat.record(session.id, "李建国的胃镜提示幽门螺杆菌阳性。患者咳嗽三天。", CLINICIAN)
        assert services.consolidation.wait(20)
        assert [(fact.value, fact.subject) for fact in services.memory.facts(shown.id)] == [("咳嗽", "self")]
