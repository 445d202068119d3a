"""What all games share. Nothing here knows any particular game."""
