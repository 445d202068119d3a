"""Attacks, one file per topic, and what happens."""
