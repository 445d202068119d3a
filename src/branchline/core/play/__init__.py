"""A match that is played: the table, its record and how that is loaded."""
