"""Small helpers that know nothing of the program: paths, logs, single instance."""
