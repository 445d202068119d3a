"""Open tables, leagues, ratings, records, players."""
