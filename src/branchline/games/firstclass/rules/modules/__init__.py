"""Modules A to E: each adds its cards, their state, their effects and their scoring."""
