"""The home page and new tables."""
