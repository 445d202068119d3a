"""The games: pure rules, without screen, network, clock or randomness."""
