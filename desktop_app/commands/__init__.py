"""Commands without a window: doctor, verify, evaluate."""
