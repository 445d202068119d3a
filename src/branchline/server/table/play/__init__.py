"""How a game goes on: moves, undo, orders, bots, the clock, chat."""
