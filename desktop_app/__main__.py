"""`python -m desktop_app`. Child processes import this file, so it holds nothing heavy."""

from multiprocessing import freeze_support


def run() -> int:
    """Cut this process off from the network, then do what the command line says. Returns the exit status."""
    freeze_support()
    from desktop_app.support.isolation import isolate

    isolate()  # before anything else is imported
    from desktop_app.main import main

    return main()


if __name__ == "__main__":
    raise SystemExit(run())
