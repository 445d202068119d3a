"""The moves that people make."""

from __future__ import annotations

from branchline.core.errors import BranchlineError, IllegalMove
from branchline.languages import _
from branchline.server import metrics
from branchline.server.http.errors import Refused
from branchline.server.table.state.table_writer import TablePart


class Moves(TablePart):
    async def play(self, seat: int, at: int, move: str) -> None:
        state = self._state
        async with self._writer.writing(at):
            if state.point.to_move is None or state.row.uploaded:
                raise Refused(_("The game is over."))
            if state.waiting:
                raise Refused(_("The game starts when all seats are taken."))
            if state.point.to_move != seat:
                raise Refused(_("It is {name}'s turn.", name=state.seating.names[state.point.to_move]))
            wrong = state.guide.wrong(state.table, move) if state.guide else None
            if wrong is not None:
                raise Refused(wrong.words, wrong.clause)
            try:
                state.table.push(move)
            except IllegalMove as error:
                raise Refused(error.text, error.clause) from None
            except BranchlineError as error:
                raise Refused(str(error)) from None
        metrics.moves.labels(state.row.game, "person").inc()
