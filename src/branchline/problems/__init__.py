"""Problems of the day: positions from bots' games in which one move is clearly best, and not the obvious one."""
