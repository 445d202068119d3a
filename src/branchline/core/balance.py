"""What a game tells a balance report: what to compare, which parts are counted, and who used them.

All of it is optional. Without it a report counts only wins, scores, turns and leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class Part(NamedTuple):
    """Something that players can use or not: a card, a train, an option."""

    kind: str
    name: str


class Use(NamedTuple):
    seat: int
    part: Part
    times: int = 1


class Balance:
    """The defaults. A game derives from this and overrides what it can tell. Positions must not be changed."""

    # Options that are compared with each other, by a short name, such as boards
    variants: Mapping[str, Mapping[str, object]] = {"": {}}

    def order(self, state: Any) -> Sequence[int]:
        """The seats in the order in which they start the first round; asked at the first choice of the match."""
        return ()

    def parts(self, setting: Any) -> Iterable[Part]:
        """Parts that every match has."""
        return ()

    def offered(self, before: Any, move: int, after: Any) -> Iterable[Part]:
        """Parts that a move or a draw makes available."""
        return ()

    def words(self, setting: Any, part: Part) -> str:
        """What a part is, where its name doesn't say it."""
        return ""

    def used(self, before: Any, move: int, after: Any) -> Iterable[Use]:
        """Who uses which parts with a move, from the positions before and after it."""
        return ()

    def figures(self, state: Any, seat: int) -> Mapping[str, int]:
        """Figures of a seat at the end, by name."""
        return {}
