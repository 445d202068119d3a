"""Heuristics of First Class: what trains, route, coins, contracts and cards will still bring, counted in points."""
