"""Helps at writing: personas, saved prompts, and what was sent before."""
