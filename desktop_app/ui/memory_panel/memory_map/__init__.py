"""The map of a person's memories."""
