"""Which moves could come next, for a player who plans conditional moves. Only in games without secrets, and never past
a draw. A worker process finds them, like the choices of the player to move."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.errors import BranchlineError
from branchline.core.play.legal_moves import steps_of
from branchline.core.screen import Choice
from branchline.core.setup import Setup
from branchline.languages import _, language, speaking
from branchline.server.http.errors import Refused
from branchline.server.table.display.frames import Frames
from branchline.server.table.protocol.messages import Foreseen
from branchline.server.table.state.table_state import TableState
from branchline.server.workers.process_pool import WorkerFailed


async def foreseen(state: TableState, frames: Frames, seat: int, at: int, move: str) -> Foreseen:
    """The choices of the player to move; after a text of moves, those of that player's turn, or of `seat`."""
    point = state.point
    if at != point.at:
        raise Refused(_("The game has moved on. Look at the table and try again."), stale=True)
    if state.table.game.screen().secrets or point.to_move is None:
        return Foreseen(at, move, ())
    try:
        chooser, choices = await frames.do(
            choices_after, point.numbers, move, seat, state.seating.names, language()
        )
    except WorkerFailed as failure:
        raise Refused(failure.sentence) from None
    return Foreseen(at, move, choices, chooser)


def choices_after(
    setup: Setup, numbers: list[int], text: str, seat: int, names: Sequence[str], spoken: str
) -> tuple[int | None, tuple[Choice, ...]]:
    """In a worker: who is to choose after these moves, and from what. Nobody, if it is neither a seat's turn nor still
    the turn in which the moves began."""
    game = setup.game
    state = game.restore(setup.setting, numbers)
    mover, turn = game.to_move(state), game.turn(state)
    try:
        for step in steps_of(game, state, text) if text else ():
            if game.refusal(state, step) is not None:
                return None, ()
            game.apply(state, step)
    except BranchlineError:
        return None, ()
    chooser = game.to_move(state)
    if chooser != seat and (chooser != mover or game.turn(state) != turn):
        return None, ()
    with speaking(spoken):
        return chooser, tuple(game.screen().choices(state, names))
