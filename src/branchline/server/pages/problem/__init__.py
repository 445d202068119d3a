"""The problem of the day."""
