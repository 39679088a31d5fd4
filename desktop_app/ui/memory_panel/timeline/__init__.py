"""The timeline of a session: chart, slider, past prompts, their differences, experiments."""
