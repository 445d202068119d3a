"""Which moves could come next, for a player who plans conditional moves. Only in games without secrets, and never past
a draw. A worker process finds them, like the choices of the player to move."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.errors import BranchlineError
from branchline.core.screen import Choice
from branchline.core.setup import Setup
from branchline.languages import _, language, speaking
from branchline.server.http.errors import Refused
from branchline.server.table.display.frames import Frames
from branchline.server.table.protocol.messages import Foreseen
from branchline.server.table.state.table_state import TableState
from branchline.server.workers.process_pool import WorkerFailed


async def foreseen(state: TableState, frames: Frames, seat: int, at: int, move: str) -> Foreseen:
    """The choices of the player to move; with one of their moves, the choices of `seat` after it."""
    point = state.point
    if at != point.at:
        raise Refused(_("The game has moved on. Look at the table and try again."), stale=True)
    if state.table.game.screen().secrets or point.to_move is None:
        return Foreseen(at, move, ())
    chooser = seat if move else point.to_move
    try:
        choices = await frames.do(
            choices_after, point.numbers, move, chooser, state.seating.names, language()
        )
    except WorkerFailed as failure:
        raise Refused(failure.sentence) from None
    return Foreseen(at, move, choices)


def choices_after(
    setup: Setup, numbers: list[int], move: str, seat: int, names: Sequence[str], spoken: str
) -> tuple[Choice, ...]:
    """In a worker: the choices of a seat after a move, if it is its turn then."""
    game = setup.game
    state = game.restore(setup.setting, numbers)
    try:
        for step in game.expand(state, move) if move else ():
            if game.refusal(state, step) is not None:
                return ()
            game.apply(state, step)
    except BranchlineError:
        return ()
    with speaking(spoken):
        return tuple(game.screen().choices(state, names)) if game.to_move(state) == seat else ()
