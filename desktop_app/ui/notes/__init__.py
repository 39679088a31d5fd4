"""Notes of a session in the window: drafting, reading with sources, changing, confirming, printing."""
