"""Standing orders: what a player may leave to the table. Which ones a game has is the game's affair."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import msgspec


class Standing(msgspec.Struct, frozen=True, omit_defaults=True, tag="standing"):
    """One order. What its fields mean says the game."""

    kind: Annotated[str, msgspec.Meta(max_length=20)]
    what: Annotated[str, msgspec.Meta(max_length=20)] = ""
    most: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    round: int = 0  # in which it was given


class StandingOrders(Protocol):
    """What a game makes of orders. An order reveals nothing of its owner but the moves that it makes."""

    def offered(self, state: Any, seat: int) -> list[Standing]:
        """The orders that a seat may give now; where there is a limit to choose, `most` is the largest."""

    def words(self, state: Any, order: Standing) -> str:
        """The order in the words of its owner, without the limit."""

    def over(self, state: Any, order: Standing) -> bool:
        """Whether its time is over."""

    def lapsed(self, state: Any, seat: int, order: Standing) -> bool:
        """Whether it can do nothing more, so that the player has to decide."""

    def move(self, state: Any, order: Standing) -> str | None:
        """What it does for the player to move; none: nothing now."""
