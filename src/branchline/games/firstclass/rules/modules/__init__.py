"""Modules A to E: each adds its cards, what they keep on the table, their effects and their scoring."""
