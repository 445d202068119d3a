"""The problems of the day that members have finished."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from branchline.store import Store
from branchline.store.columns import adding, from_row, listed


class ProblemResult(msgspec.Struct, frozen=True, order=True):
    game: str
    number: int  # of the problem, which is the number of its day
    marks: str  # a 0 for every wrong try, a 1 for the right one
    day: int  # on which it was finished


class ProblemResults:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: str) -> list[ProblemResult]:
        found = await self._store.ask(
            f"SELECT {listed(ProblemResult)} FROM problem_results WHERE person = ? ORDER BY game, number",
            person,
        )
        return [from_row(ProblemResult, row) for row in found]

    async def add(self, person: str, results: Sequence[ProblemResult]) -> None:
        """The first result of a problem counts."""
        await self._store.write(
            *(adding("problem_results", result, or_nothing=True, person=person) for result in results)
        )
