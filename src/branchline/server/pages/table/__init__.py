"""A table and its seats."""
