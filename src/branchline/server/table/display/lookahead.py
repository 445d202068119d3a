"""What could come next: for who thinks of a conditional move. Only in games without secrets, and never past a draw.

A painter finds it, as it finds the choices of who is to move."""

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
    """What who is to move may do; with one of their moves, what the seat itself could do after it."""
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
    """In a worker: the choices of a seat after a move, if it is to move then."""
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
