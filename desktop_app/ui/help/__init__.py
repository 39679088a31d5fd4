"""Help inside the program: the guide, the palette of commands, what went wrong last time."""
