"""Backups in the window: how they stand, the list of them, and the way back."""
