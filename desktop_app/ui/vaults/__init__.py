"""Choosing among vaults, and making a new one."""
