"""Building blocks for the pictures of all games: markup, lettering, colours, emblems, panels."""
