"""One live table."""
