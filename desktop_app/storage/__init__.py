"""A vault on disk: one encrypted SQLite file, its keys, and a repository per aggregate."""
