"""Standing orders: decisions that a player may leave to the table. Each game defines its own."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import msgspec


class Standing(msgspec.Struct, frozen=True, omit_defaults=True, tag="standing"):
    """One order. The game decides what its fields mean."""

    kind: Annotated[str, msgspec.Meta(max_length=20)]
    what: Annotated[str, msgspec.Meta(max_length=20)] = ""
    most: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    round: int = 0  # the round in which it was given


class StandingOrders(Protocol):
    """How a game carries out orders. An order reveals nothing about its owner except the moves it makes."""

    def offered(self, state: Any, seat: int) -> list[Standing]:
        """The orders that a seat may give now; `most` is the largest limit, if there is one to choose."""

    def words(self, state: Any, order: Standing) -> str:
        """The order as its owner reads it, without the limit."""

    def over(self, state: Any, order: Standing) -> bool:
        """Whether it has expired."""

    def lapsed(self, state: Any, seat: int, order: Standing) -> bool:
        """Whether it can do nothing more, so that the player has to decide."""

    def move(self, state: Any, order: Standing) -> str | None:
        """The move it makes for the player to move; None if it makes none now."""
