"""Data files and their checks."""
