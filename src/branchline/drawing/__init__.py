"""What the pictures of all games are made of: markup, lettering, colours, emblems, panels."""
