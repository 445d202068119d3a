"""How fair a game is: matches between bots, what was used in them, and who won. `branchline balance GAME`."""
