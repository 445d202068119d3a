"""The first page, and new tables."""
