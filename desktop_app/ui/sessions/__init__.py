"""The left region: the sessions of one person."""
