"""What could come next: for who thinks of a conditional move. Only in games without secrets, and never past a draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.errors import BranchlineError
from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.table.messages import Foreseen

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable


def foreseen(live: LiveTable, seat: int, at: int, move: str) -> Foreseen:
    """What who is to move may do; with one of their moves, what the seat itself could do after it."""
    point, game = live.point, live.table.game
    if at != point.at:
        raise Refused(_("The game has moved on. Look at the table and try again."), stale=True)
    screen, state, names = game.screen(), game.clone(point.state), live.seating.names
    if screen.secrets or point.to_move is None:
        return Foreseen(at, move, ())
    try:
        for step in game.expand(state, move) if move else ():
            if game.refusal(state, step) is not None:
                return Foreseen(at, move, ())
            game.apply(state, step)
    except BranchlineError:
        return Foreseen(at, move, ())
    fits = game.to_move(state) == (seat if move else point.to_move)
    return Foreseen(at, move, tuple(screen.choices(state, names)) if fits else ())
