"""Patients of a clinical vault: finding them, their page, what they agreed to."""
