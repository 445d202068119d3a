"""What a club plays: who meets whom in a league or a tournament, and how it stands. No store, no pages."""
