"""Categories of a space's own: named, ordered, dissolved; facts filed in them by hand, and what follows them there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from desktop_app.domain.audit import AuditFilter
from desktop_app.domain.certificates import ErasedKind
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.fact_changes import ChangeKind, FactEntry, only_filed
from desktop_app.domain.fact_lines import relevant_facts
from desktop_app.domain.fact_matching import facts_asked_about, facts_named
from desktop_app.domain.memory import Category, Fact, FactState, Polarity
from desktop_app.services.bus import EventBus
from desktop_app.services.exchange.checking import check
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.deidentifying import DeidentifyChoice, deidentified
from desktop_app.services.exchange.importing import ImportChoice
from desktop_app.services.exchange.reading import read_import
from desktop_app.services.exchange.schema import ExportDoc, encode
from desktop_app.services.own_categories import OwnCategoryService
from desktop_app.services.patients import PatientService
from desktop_app.services.prompt_blocks import terms_of
from tests.scripted_program import scripted_program
from tests.services.exchange.exchange_bench import bench, without_ids
from tests.services.memory_fakes import FactVault


class Novel(FactVault):
    """A vault with a space for a novel."""

    def __init__(self, directory: Path, kind: VaultKind = VaultKind.PERSONAL) -> None:
        super().__init__(directory, kind)
        self.own = OwnCategoryService(self.store, EventBus(), lambda: self.now_ms)
        self.person, self.talk = self.session("The novel")

    def names(self, person_id: int | None = None) -> list[str]:
        return [category.name for category in self.own.list(person_id or self.person)]

    def enter(self, value: str, attribute: str, own_id: int | None, category: Category = Category.OTHER) -> Fact:
        before = self.editing.add(self.person, FactEntry(category, value, attribute, own_category_id=own_id))
        (fact_id,) = before.added
        return self.fact(fact_id)

    def fact(self, fact_id: int) -> Fact:
        return self.store.read(lambda db: db.facts.get(fact_id))

    def filed(self) -> list[tuple[str, str]]:
        facts = self.memory.facts(self.person)
        return sorted((fact.value, fact.own_category.name if fact.own_category else "") for fact in facts)


@pytest.fixture
def novel(tmp_path: Path) -> Iterator[Novel]:
    made = Novel(tmp_path / "vault")
    yield made
    made.store.close()


@pytest.mark.parametrize(
    ("name", "code"),
    [("  ", "category_nameless"), ("x" * 41, "category_name_long"), ("ｃＨＡＲＡＣＴＥＲＳ", "category_name_taken")],
)
def test_a_name_is_short_and_one_of_its_kind(novel: Novel, name: str, code: str) -> None:
    novel.own.add(novel.person, " Characters\n")
    places = novel.own.add(novel.person, "地點" + "名" * 38)  # forty characters, in any language
    for give in (lambda: novel.own.add(novel.person, name), lambda: novel.own.rename(places.id, name)):
        with pytest.raises(UserError) as refused:
            give()
        assert refused.value.code == code
    with pytest.raises(UserError, match="category_name_taken"):
        novel.own.add(novel.person, "地点" + "名" * 38)
    assert novel.names() == ["Characters", places.name]
    other, _ = novel.session("Me")
    novel.own.add(other, "characters")  # another space is another matter
    novel.own.rename(places.id, places.name)  # the same name is no other's


def test_filing_and_naming_what_a_fact_is_about_corrects_nothing(novel: Novel) -> None:
    novel.tell(novel.talk, "我对青霉素过敏。")
    people = novel.own.add(novel.person, "Characters")
    noted = novel.enter("a twin who drowned", "", people.id)
    entry = replace(FactEntry.of(noted), own_category_id=None, attribute="Bastien")
    assert only_filed(noted, entry)
    before = novel.editing.edit(noted.id, entry)
    held = next(fact for fact in novel.memory.facts(novel.person) if fact.id == noted.id)
    assert (held.attribute, held.own_category, held.state) == ("Bastien", None, FactState.ACTIVE)
    assert before.added == ()
    novel.memory.undo(before)
    back = next(fact for fact in novel.memory.facts(novel.person) if fact.id == noted.id)
    assert (back.attribute, back.own_category) == ("", noted.own_category)
    assert not only_filed(noted, replace(entry, value="a twin who swam"))
    assert not only_filed(held, replace(entry, attribute="Mara"))


def test_patients_have_none(tmp_path: Path) -> None:
    clinic = Novel(tmp_path / "vault", VaultKind.CLINICAL)
    with pytest.raises(ValueError, match="patients"):
        clinic.own.add(clinic.person, "Characters")
    clinic.store.close()


def test_they_stand_in_an_order_of_ones_own(novel: Novel) -> None:
    people, places, plot = (novel.own.add(novel.person, name) for name in ("People", "Places", "Plot"))
    novel.own.put_in_order(novel.person, [plot.id, people.id, 999])
    assert novel.names() == ["Plot", "People", "Places"]
    novel.own.rename(places.id, "场所")
    assert novel.names() == ["Plot", "People", "场所"]
    entries = novel.store.read(lambda db: db.audit.entries(AuditFilter(action="people.categories"), -1))[::-1]
    assert [json.loads(entry.detail)["change"] for entry in entries] == ["add", "add", "add", "order", "rename"]
    assert not any("场所" in entry.detail for entry in entries)  # ids and figures, never words


def test_what_is_filed_keeps_what_it_was_found_as_and_goes_back_there(novel: Novel) -> None:
    novel.tell(novel.talk, "我对青霉素过敏。")
    (allergy,) = novel.memory.facts(novel.person)
    people, places = novel.own.add(novel.person, "People"), novel.own.add(novel.person, "Places")
    anna = novel.enter("red hair", "Anna", people.id)
    forgotten = novel.enter("a scar", "Anna", people.id)
    novel.memory.forget(forgotten.id)
    before = novel.own.file([allergy.id, anna.id], people.id)
    assert before.facts == (allergy,)  # the other one was there
    assert novel.filed() == [("red hair", "People"), ("青霉素", "People")]
    assert novel.fact(allergy.id).category is Category.ALLERGY
    assert novel.memory.dossier(allergy.id).changes[-1].kind is ChangeKind.FILED
    novel.memory.undo(before)
    assert novel.filed() == [("red hair", "People"), ("青霉素", "")]
    novel.own.file([allergy.id], people.id)
    assert novel.own.counted(novel.person) == ((people, 2), (places, 0))
    assert novel.own.delete(people.id) == 2
    assert novel.filed() == [("red hair", ""), ("青霉素", "")]
    assert [fact.category for fact in novel.memory.facts(novel.person)] == [Category.ALLERGY, Category.OTHER]
    novel.memory.undo(before)  # into what is gone nothing goes back
    assert novel.filed() == [("red hair", ""), ("青霉素", "")]


def test_nothing_is_filed_in_another_spaces_category(novel: Novel) -> None:
    other, _ = novel.session("Me")
    theirs = novel.own.add(other, "People")
    fact = novel.enter("red hair", "Anna", None)
    with pytest.raises(KeyError):
        novel.own.file([fact.id], theirs.id)
    assert novel.filed() == [("red hair", "")]


def test_in_an_own_category_nothing_pushes_anything_out(novel: Novel) -> None:
    """Red hair is Anna's and Bert's; Paris is a place and a name. Only the very same is entered once."""
    people, places = novel.own.add(novel.person, "People"), novel.own.add(novel.person, "Places")
    novel.enter("red hair", "Anna", people.id)
    novel.enter("red hair", "Bert", people.id)
    novel.enter("Paris", "", people.id)
    novel.enter("Paris", "", places.id)
    assert novel.editing.add(novel.person, FactEntry(Category.OTHER, "Paris", own_category_id=places.id)).added == ()
    assert {fact.state for fact in novel.memory.facts(novel.person)} == {FactState.ACTIVE}
    assert novel.filed() == [("Paris", "People"), ("Paris", "Places"), ("red hair", "People"), ("red hair", "People")]


def test_what_takes_the_place_of_a_filed_fact_stands_where_it_stood(novel: Novel) -> None:
    mine = novel.own.add(novel.person, "About me")
    novel.tell(novel.talk, "我住在杭州。")
    (home,) = novel.memory.facts(novel.person)
    novel.own.file([home.id], mine.id)
    novel.tell(novel.talk, "我搬到上海了，现在住在上海。", days=3)
    held = [fact for fact in novel.memory.facts(novel.person) if fact.state is FactState.ACTIVE]
    assert [(fact.value, fact.own_category) for fact in held] == [("上海", mine)]


def test_an_edit_that_only_files_is_no_correction(novel: Novel) -> None:
    people = novel.own.add(novel.person, "People")
    fact = novel.enter("red hair", "Anna", None)
    before = novel.editing.edit(fact.id, replace(FactEntry.of(fact), own_category_id=people.id))
    assert novel.filed() == [("red hair", "People")]  # the same fact, nothing replaced
    novel.memory.undo(before)
    assert novel.filed() == [("red hair", "")]
    entry = FactEntry(Category.OTHER, "black hair", "Anna", own_category_id=people.id, polarity=Polarity.AFFIRMED)
    novel.editing.edit(fact.id, entry)
    assert novel.filed() == [("black hair", "People"), ("red hair", "")]


def test_merged_people_share_categories_of_one_name(novel: Novel) -> None:
    people, plot = novel.own.add(novel.person, "People"), novel.own.add(novel.person, "Plot")
    novel.enter("red hair", "Anna", people.id)
    novel.enter("the duel", "", plot.id)
    other, _ = novel.session("The same novel")
    novel.own.add(other, "people")
    PatientService(novel.store, EventBus(), lambda: novel.now_ms).merge(novel.person, other)
    assert novel.names(other) == ["people", "Plot"]
    facts = novel.memory.facts(other)
    assert {(fact.value, fact.own_category.name if fact.own_category else "") for fact in facts} == {
        ("red hair", "people"),
        ("the duel", "Plot"),
    }


# --- out and in again


def filled(there: object) -> ExportDoc:
    """An export with two own categories, one of them with a fact."""
    store, document = there.store, there.document  # type: ignore[attr-defined]
    own = OwnCategoryService(store, EventBus(), lambda: 5)
    person = store.write(lambda db: db.people.add("The novel", now_ms=1)).id
    people, _ = own.add(person, "Characters"), own.add(person, "情节")

    def enter(db: object) -> None:
        entry = FactEntry(Category.OTHER, "red hair", "Anna", own_category_id=people.id)
        db.facts.add_by_hand(  # type: ignore[attr-defined]
            person, entry, speaker="person", state=FactState.ACTIVE, observed_at_ms=3, now_ms=4
        )

    store.write(enter)
    made: ExportDoc = document()
    return made


def test_an_export_brings_them_back(tmp_path: Path) -> None:
    path = tmp_path / "novel.json"
    with bench(tmp_path / "one") as there:
        before = filled(there)
        path.write_bytes(encode(before))
        assert before.people[0].own_categories == ("Characters", "情节")
        assert [fact.own_category for fact in before.people[0].facts] == ["Characters"]
        again = there.take(read_import(path, 0).document)
        assert again.new_facts == 0
        assert without_ids(there.document()) == without_ids(before)  # nothing twice
    with bench(tmp_path / "two") as there:
        there.take(read_import(path, 0).document)
        after = without_ids(there.document())
        assert after["people"] == without_ids(before)["people"]
    with bench(tmp_path / "three", VaultKind.CLINICAL) as there:
        there.take(read_import(path, 0).document)
        (person,) = there.document().people
        assert person.own_categories == ()
        assert [(fact.category, fact.own_category) for fact in person.facts] == [(Category.OTHER, "")]


def test_an_export_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    with bench(tmp_path / "one") as there:
        plain = msgspec.to_builtins(filled(there))
        for person in plain["people"]:
            del person["own_categories"]
            for fact in person["facts"]:
                del fact["own_category"]
    path = tmp_path / "earlier.json"
    path.write_bytes(msgspec.json.encode(plain))
    with bench(tmp_path / "two") as there:
        there.take(read_import(path, 0).document)
        (person,) = there.document().people
        assert [(fact.value, fact.own_category) for fact in person.facts] == [("red hair", "")]


def test_a_name_that_is_none_is_refused(tmp_path: Path) -> None:
    with bench(tmp_path / "one") as there:
        document = filled(there)
    person = msgspec.structs.replace(document.people[0], own_categories=(" ",))
    with pytest.raises(UserError, match="import_invalid"):
        check(msgspec.structs.replace(document, people=(person,)))


def test_a_name_in_a_category_is_taken_out_with_the_others(tmp_path: Path) -> None:
    with bench(tmp_path / "one") as there:
        document = filled(there)
        person = msgspec.structs.replace(document.people[0], own_categories=("Friends of Wilhelmina", "情节"))
        document = msgspec.structs.replace(document, people=(person,))
    changed = deidentified(document, DeidentifyChoice(listed=("Wilhelmina",))).document
    assert "Wilhelmina" not in encode(changed).decode()
    assert len(changed.people[0].own_categories) == 2


# --- erasing


def test_the_names_go_with_the_space(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person, other = services.people.create("The novel"), services.people.create("Me")
        services.own_categories.add(person.id, "The heronry at Quillon")
        services.own_categories.add(other.id, "Places")
        certificate = services.erasure.erase(ErasedKind.PERSON, person.id)
        assert certificate.holds
        assert [category.name for category in services.own_categories.list(other.id)] == ["Places"]
        store = services.people._store
        pages = store.read(lambda db: db.connection.serialize("main"))
        assert b"Quillon" not in pages


def test_the_prompt_names_the_category(tmp_path: Path) -> None:
    """Through the whole program: what is filed stands first in the block of facts, under its own name."""
    with scripted_program(tmp_path, context_length=4096) as services:
        person = services.people.create("The novel")
        session = services.sessions.create(person.id)
        people = services.own_categories.add(person.id, "Characters")
        services.fact_editing.add(person.id, FactEntry(Category.OCCUPATION, "writer"))
        services.fact_editing.add(person.id, FactEntry(Category.OTHER, "red hair", "Anna", own_category_id=people.id))
        before = services.fact_editing.add(person.id, FactEntry(Category.ALLERGY, "青霉素"))
        services.own_categories.file(before.added, people.id)
        ledger = services.context.preview(session.id, "What is Anna like?", "person")
        lines = [piece.text.strip() for piece in ledger.pieces if piece.source.startswith("fact:")]
        assert lines[0].startswith("- Characters · allergy")  # it stays one, and stays first
        assert lines[1] == "- Characters: Anna: red hair"
        assert any("occupation" in line for line in lines[2:])
        services.own_categories.rename(people.id, "Cast")
        ledger = services.context.preview(session.id, "Who is in the cast?", "person")
        assert any("Cast: Anna: red hair" in piece.text for piece in ledger.pieces)


def test_a_round_trip_through_the_program(tmp_path: Path) -> None:
    with scripted_program(tmp_path / "one") as services:
        person = services.people.create("The novel")
        people = services.own_categories.add(person.id, "Characters")
        before = services.fact_editing.add(person.id, FactEntry(Category.OTHER, "red hair", "Anna"))
        services.own_categories.file(before.added, people.id)
        document = services.exports.document(Scope(), services.exports.progress())
    path = tmp_path / "all.json"
    path.write_bytes(encode(document))
    with scripted_program(tmp_path / "two") as services:
        services.imports.merge(services.imports.read(path), ImportChoice(), services.imports.progress())
        (person,) = services.people.list()
        (fact,) = services.memory.facts(person.id)
        assert fact.own_category is not None
        assert fact.own_category.name == "Characters"
        assert services.memory.dossier(fact.id).changes[-1].kind is ChangeKind.FILED


def test_asking_for_a_category_finds_what_is_filed_there(novel: Novel) -> None:
    people = novel.own.add(novel.person, "人物")
    anna = novel.enter("红头发", "安娜", people.id)
    place = novel.enter("港口小镇", "奎隆", None)
    facts = novel.memory.facts(novel.person)
    assert [fact.id for fact in facts_named("人物", facts)] == [anna.id]
    assert [fact.id for fact in facts_asked_about("这本书有哪些人物？", facts)] == [anna.id]
    assert [fact.id for fact in relevant_facts(facts, terms_of("介绍一下人物"), terms_of)] == [anna.id]
    assert place.id in {fact.id for fact in facts}


def test_saying_whom_a_note_is_about_corrects_nothing(novel: Novel) -> None:
    """A note names nobody until somebody is named; what was said of somebody, or is an allergy, is another matter."""
    crew = novel.own.add(novel.person, "Crew")
    noted = novel.enter("Captain Ines Vark lost her left eye", "", None)
    entry = replace(FactEntry.of(noted), own_category_id=crew.id, subject="Ines Vark")
    assert only_filed(noted, entry)
    before = novel.editing.edit(noted.id, entry)
    held = novel.fact(noted.id)
    assert (held.subject, held.own_category, held.state) == ("Ines Vark", crew, FactState.ACTIVE)
    assert len(novel.memory.facts(novel.person)) == 1
    assert not only_filed(held, replace(entry, subject="Mara"))
    liked = replace(entry, category=Category.PREFERENCE, own_category_id=None)
    assert only_filed(held, liked)
    novel.editing.edit(noted.id, liked)
    assert (novel.fact(noted.id).category, len(novel.memory.facts(novel.person))) == (Category.PREFERENCE, 1)
    novel.memory.undo(before)
    assert (novel.fact(noted.id).subject, novel.fact(noted.id).category) == ("self", Category.OTHER)

    home = novel.enter("Paris", "", None, Category.RESIDENCE)
    assert not only_filed(home, replace(FactEntry.of(home), subject="mother"))
    allergy = novel.enter("penicillin", "", None, Category.ALLERGY)
    assert not only_filed(allergy, replace(FactEntry.of(allergy), category=Category.OTHER))


def test_a_note_filed_as_an_allergy_meets_the_rules_of_allergies(novel: Novel) -> None:
    denied = novel.editing.add(
        novel.person, FactEntry(Category.ALLERGY, "penicillin", "penicillin", polarity=Polarity.NEGATED)
    )
    noted = novel.enter("penicillin", "penicillin", None)
    novel.editing.edit(noted.id, replace(FactEntry.of(noted), category=Category.ALLERGY))
    assert novel.fact(noted.id).state is FactState.SUPERSEDED
    assert novel.memory.dossier(noted.id).changes[-1].kind is ChangeKind.FILED
    assert novel.fact(denied.added[0]).state is FactState.CONFLICT  # the two stand against each other


@pytest.mark.parametrize("category", [Category.OTHER, Category.CONDITION])
def test_the_prompt_says_what_was_filed_and_named_once(tmp_path: Path, category: Category) -> None:
    with scripted_program(tmp_path, context_length=4096) as services:
        person = services.people.create("The novel")
        session = services.sessions.create(person.id)
        crew = services.own_categories.add(person.id, "Crew")
        (noted,) = services.fact_editing.add(
            person.id, FactEntry(Category.OTHER, "Captain Ines Vark lost her left eye")
        ).added
        turn = services.chat.send(session.id, "What happened?", "person")
        services.fact_editing.edit(
            noted,
            FactEntry(category, "Captain Ines Vark lost her left eye", subject="Ines Vark", own_category_id=crew.id),
        )
        ledger = services.context.preview(session.id, "Who lost her left eye?", "person")
        (line,) = [
            piece.text for piece in ledger.pieces if "lost her left eye" in piece.text and piece.source[:4] == "fact"
        ]
        assert line.startswith("\n- Ines Vark Crew")
        assert "no longer" not in "".join(piece.text for piece in ledger.pieces)
        assert services.memory.outdated([turn.id]) == {}
