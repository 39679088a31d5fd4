"""Records outside the vault: written to files, and opened to be read."""
