"""A table in memory and in the store."""
