"""Retrace: a private assistant that remembers and shows its memory."""
