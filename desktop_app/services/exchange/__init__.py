"""Taking what a vault holds out of it, and bringing it in from elsewhere."""
