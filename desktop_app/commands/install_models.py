"""`install-models`: what the first-run page does, without a window. Imports no Qt."""

from __future__ import annotations

from pathlib import Path

from desktop_app.services.bus import EventBus
from desktop_app.services.model_bundles import ModelBundles
from desktop_app.support.paths import data_paths
from desktop_app.support.sizes import format_bytes


def run(folder: Path) -> int:
    """Installs the models of a bundle and prints which they are.

    Args:
        folder: the bundle, or the folder or stick it lies on.

    Returns:
        0.

    Raises:
        UserError: see `ModelBundles.install`.
    """
    bundles = ModelBundles(data_paths().models, EventBus())
    installed = bundles.install(folder, bundles.progress())
    print(f"{format_bytes(installed.copied_bytes)} copied and checked: {', '.join(installed.models)}")
    return 0
