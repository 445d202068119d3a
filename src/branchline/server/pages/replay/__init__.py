"""Replays and what follows a game."""
