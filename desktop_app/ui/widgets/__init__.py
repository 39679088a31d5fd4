"""Small widgets that several regions of the window use."""
