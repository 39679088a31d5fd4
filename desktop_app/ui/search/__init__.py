"""Searching: a dialog over everything that was said, and a bar over the open session."""
