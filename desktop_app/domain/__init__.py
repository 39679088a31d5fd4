"""Values and rules of the program. No I/O, no clock, no threads, no Qt."""
