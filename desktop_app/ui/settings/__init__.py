"""The settings as people see them: one registry of words and ranges, and the window that shows it."""
