"""Maps of real vaults: points that stay, and go with what they stand for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from desktop_app.services.facade import Services
from desktop_app.services.memory_map import _NO_PLANE
from desktop_app.services.projection import Projection
from tests.scripted_program import scripted_program
from tests.ui.memory_panel.vault_scene import remembering


def _with_tail(rows: np.ndarray) -> list[bytes]:  # type: ignore[type-arg]
    return [np.append(row, 9.0).astype("<f4").tobytes() for row in rows]


def test_the_plane_shows_the_two_widest_directions_whatever_the_filling_component() -> None:
    generator = np.random.default_rng(7)
    rows = generator.normal(size=(400, 6)) * [0.1, 5.0, 0.1, 0.1, 2.0, 0.1]
    fitted = Projection.fit(_with_tail(rows))
    assert np.abs(fitted.axes).argmax(axis=1).tolist() == [1, 4]
    assert (fitted.axes[[0, 1], [1, 4]] > 0.9).all()  # the sign is fixed
    assert fitted.share == pytest.approx((25 + 4) / (25 + 4 + 0.04), abs=0.02)
    x, y = fitted.places([(8, _with_tail(rows)[3])])[8]
    assert (x, y) == pytest.approx(((rows[3] - rows.mean(axis=0)) @ fitted.axes.T).tolist(), abs=1e-4)
    assert Projection.fit(_with_tail(rows)).encode() == fitted.encode()
    again = Projection.decode(fitted.encode())
    assert again.encode() == fitted.encode()


def test_a_plane_fitted_anew_is_turned_onto_the_old_one() -> None:
    generator = np.random.default_rng(7)
    rows = generator.normal(size=(400, 6)) * [0.1, 5.0, 0.1, 0.1, 4.9, 0.1]
    upside_down = Projection.fit(_with_tail(rows))
    upside_down = Projection(upside_down.mean, -upside_down.axes[::-1])
    turned = Projection.fit(_with_tail(rows[:200]), upside_down)
    assert (np.einsum("ij,ij->i", turned.axes, upside_down.axes) > 0.99).all()


def test_every_memory_is_a_point_that_stays_when_more_is_said_and_after_a_restart(tmp_path: Path) -> None:
    with remembering(tmp_path) as (services, person, today):
        first = services.memory_map.read(person)
        assert [point.text.split()[0] for point in first.points] == ["Our", "The", "My"]
        assert list(first.sessions.values()) == ["The bees"]
        assert (first.has_model, first.waiting) == (True, 0)
        assert first.share == pytest.approx(1.0, abs=0.001)  # three points lie on a plane
        services.chat.record(today, "The bees swarmed this morning.", "person")
        assert services.consolidation.wait(60)
        second = services.memory_map.read(person)
        assert len(second.points) == 4
        # One frame for all: what a wider one did to the first memory, it did to the others.
        for axis in ("x", "y"):
            old, new = ([getattr(p, axis) for p in shown.points[:3]] for shown in (first, second))
            scale = (new[0] - new[1]) / (old[0] - old[1])
            assert 0 < scale <= 1 + 1e-5  # vectors are single precision, and processors round differently
            assert new[2] - new[0] == pytest.approx((old[2] - old[0]) * scale, abs=1e-5)
    with scripted_program(tmp_path) as services:
        assert services.memory_map.read(person).points == second.points


def test_the_question_stands_on_the_map_with_what_it_recalled(tmp_path: Path) -> None:
    with remembering(tmp_path) as (services, person, today):
        points = {point.chunk_id: point for point in services.memory_map.read(person).points}
        ledger = services.context.preview(today, "Where do our beehives stand?", "person")
        question = services.memory_map.question(today, ledger)
        assert question is not None
        assert question.text == "Where do our beehives stand?"
        assert (
            [points[chunk].text for chunk in question.recalled] == [snippet.text for snippet in ledger.recalled] != []
        )
        nothing = services.context.preview(today, "", "person")
        assert services.memory_map.question(today, nothing) is None


def test_without_an_embedding_model_nothing_is_on_the_map(tmp_path: Path) -> None:
    with scripted_program(tmp_path, load=False) as services:
        person = services.people.create("Ann").id
        services.chat.record(
            services.sessions.create(person, "Bees").id, "Our beehives stand behind the barn.", "person"
        )
        services.consolidation.wait(60)
        shown = services.memory_map.read(person)
        assert (shown.points, shown.waiting, shown.has_model) == ((), 1, False)


def test_the_first_question_of_an_empty_map_stands_nowhere_and_one_with_a_memory_somewhere(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person = services.people.create("Ann").id
        today = services.sessions.create(person, "Today").id
        assert services.memory_map.read(person).points == ()  # nothing said yet: there is no plane to keep
        assert _store(services).read(lambda db: db.memory_map.plane(person)) is None
        ledger = services.context.preview(today, "Where do our beehives stand?", "person")
        # A vault that was opened before may hold a plane without axes.
        _store(services).write(lambda db: db.memory_map.put_plane(person, _NO_PLANE))
        assert services.memory_map.question(today, ledger) is None
        services.chat.record(today, "Our beehives stand behind the barn.", "person")
        assert services.consolidation.wait(60)
        assert len(services.memory_map.read(person).points) == 1
        assert services.memory_map.question(today, ledger) is not None


def test_a_question_in_another_models_space_stands_nowhere_on_the_old_plane(tmp_path: Path) -> None:
    with remembering(tmp_path) as (services, person, today):
        services.memory_map.read(person)
        plane = _store(services).read(lambda db: db.memory_map.plane(person))
        assert plane is not None
        wider = replace(plane, axes=plane.axes + bytes(3 * 4 * 8))
        _store(services).write(lambda db: db.memory_map.put_plane(person, wider))
        ledger = services.context.preview(today, "Where do our beehives stand?", "person")
        assert services.memory_map.question(today, ledger) is None


def test_what_is_erased_leaves_neither_a_point_nor_the_plane_it_shaped(tmp_path: Path) -> None:
    with remembering(tmp_path) as (services, person, _):
        store = _store(services)
        session = services.memory_map.read(person).points[0].session_id
        assert store.read(lambda db: db.memory_map.plane(person)) is not None
        services.sessions.delete(session)
        assert store.read(lambda db: db.memory_map.plane(person)) is None
        assert services.memory_map.read(person).points == ()


def test_a_session_that_moves_takes_its_points_and_the_plane_it_shaped_along(tmp_path: Path) -> None:
    with remembering(tmp_path) as (services, person, _):
        session = services.memory_map.read(person).points[0].session_id
        other = services.people.create("Ben").id
        services.sessions.move([session], other)
        assert _store(services).read(lambda db: db.memory_map.plane(person)) is None
        assert services.memory_map.read(person).points == ()
        assert len(services.memory_map.read(other).points) == 3


def _store(services: Services):  # type: ignore[no-untyped-def]
    return services.memory_map._store
