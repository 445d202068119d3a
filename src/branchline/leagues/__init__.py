"""Leagues and tournaments: pairings, standings, ratings. No store, no pages."""
