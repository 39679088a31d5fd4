"""Retrace: a private assistant that remembers and shows its memory."""

__version__ = "0.1.0"
