"""Attacks, one file per topic, and what comes of them."""
