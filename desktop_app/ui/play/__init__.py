"""`play`: the real window, driven by a script."""
