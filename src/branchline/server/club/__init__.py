"""The club: members, leagues, results and notifications."""
