"""The club: members, leagues, results, and how people hear of their games."""
