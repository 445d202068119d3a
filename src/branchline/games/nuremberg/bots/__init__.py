"""Heuristics of First Train to Nuremberg: bids, lines, trains and takeovers, all counted in points."""
