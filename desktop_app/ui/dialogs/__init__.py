"""Dialogs. Each is opened without blocking, so that the window can close at any moment."""
