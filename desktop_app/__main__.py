"""`python -m desktop_app`. Child processes import this file, so it holds nothing heavy."""

from multiprocessing import freeze_support

if __name__ == "__main__":
    freeze_support()
    from desktop_app.main import main

    raise SystemExit(main())
