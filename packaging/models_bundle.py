"""A bundle of models for machines that never see a network. Runs in the virtual environment.

    make models-bundle [SMALL=1]
    python packaging/models_bundle.py [--small] [--output FOLDER]

Copies the models of the data folder into ``dist/retrace-models`` with their list ``models.json`` and their licences;
the first-run page of the program installs it. The set-up brings the models first (``packaging/models.py``).
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from console import Console, SetupError, cache_directory

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from models import MODELS, Fetcher, Folder, bring, missing_models  # noqa: E402

from desktop_app.domain.error_words import english  # noqa: E402
from desktop_app.domain.errors import UserError  # noqa: E402
from desktop_app.domain.events import Event, ExchangeProgress  # noqa: E402
from desktop_app.services.bus import EventBus  # noqa: E402
from desktop_app.services.exchange.progress import Progress  # noqa: E402
from desktop_app.services.model_bundles import FOLDER_NAME, copy_listed  # noqa: E402
from desktop_app.support.models_list import NAME, listed_files, write_list  # noqa: E402
from desktop_app.support.paths import data_paths  # noqa: E402

LICENCES = Path(__file__).resolve().parent / "licences" / "models"
_READ_ME = """Retrace · 溯忆: models / 模型

Start Retrace; the first-run page (or the window's Models) installs this folder: "Install models from a folder…".
Each file is compared with its checksum in models.json before it is used. No network is needed.
启动溯忆，在首次运行页面（或“模型”窗口）选择“从文件夹安装模型…”，再选中本文件夹即可。全程无需网络。
"""


def write_bundle(source: Path, output: Path, names: frozenset[str], progress: Progress) -> int:
    """Writes a bundle.

    Args:
        source: a folder of models with its list.
        output: the folder to make; replaced.
        names: of the models to take.
        progress: hears of each megabyte.

    Returns:
        The bytes of models in it.

    Raises:
        UserError: a file is missing or not what the list says, or there is no room.
    """
    files = [file for file in listed_files(source / NAME) if file.model in names]
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    size = copy_listed(source, output, files, progress)
    write_list(output / NAME, files)
    (output / "README.txt").write_text(_READ_ME, encoding="utf-8")
    shutil.copytree(LICENCES, output / "licences")
    shutil.copyfile(PROJECT / "LICENSE", output / "licences" / "Apache-2.0.txt")
    return size


def main(arguments: Sequence[str]) -> int:
    """Brings what is missing and writes the bundle; returns 0, or 1 after having named what went wrong."""
    parser = argparse.ArgumentParser(description="Writes a bundle of models for machines without a network.")
    parser.add_argument("--small", action="store_true", help="only the models the tests need")
    parser.add_argument("--output", type=Path, default=PROJECT / "dist" / FOLDER_NAME, metavar="FOLDER")
    options = parser.parse_args(arguments)
    profile = "test" if options.small else "run"
    console, folder, bus = Console(PROJECT / "build" / "package.log"), Folder(data_paths()), EventBus()

    def show(event: Event) -> None:
        if isinstance(event, ExchangeProgress):
            console.progress("copying", event.done, event.total)

    bus.subscribe(show)
    try:
        for model in missing_models(profile, folder):
            console.say(f"• Bringing {model.name}")
            bring(model, folder, Fetcher(cache_directory(), console))
        names = frozenset(model.name for model in MODELS if profile in model.profiles)
        size = write_bundle(folder.root, options.output, names, Progress(bus))
    except SetupError as error:
        console.say(f"✗ {error}\n  {error.cure}")
        return 1
    except UserError as error:
        console.say(f"✗ {english(error)}")
        return 1
    console.say(f"  {options.output}: {size / 1e6:.0f} MB, {', '.join(sorted(names))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
