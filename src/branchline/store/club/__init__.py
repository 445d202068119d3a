"""What is kept for the club: members and what they do across tables."""
