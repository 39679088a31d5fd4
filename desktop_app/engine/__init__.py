"""The model processes. Nothing here outside ``workers`` imports a model library, not even numpy."""
