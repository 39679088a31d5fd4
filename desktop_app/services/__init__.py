"""Use cases: what the program does for a person. No Qt, no engine."""
