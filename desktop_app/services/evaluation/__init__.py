"""Scores of the product's own services on files of questions with known answers."""
