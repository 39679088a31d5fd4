"""Hiding what is on the screen: cover, lock, and what sets them off."""
