"""A match in progress: the table, its record, and loading it."""
