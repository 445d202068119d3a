"""What a page asks of its table over the WebSocket, as JSON; docs/protocol.md explains it.

`at` is how far a table has come: the number of lines of its record. It only grows, also when moves are taken back.
Whoever plays says the `at` they saw; a request with an old one changes nothing and is answered with the position.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from branchline.core.orders import Standing
from branchline.core.text import CHAT_LINE, SEAT_NAME
from branchline.server.table.play.conditional_moves import Line

Short: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Words: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_LINE.longest)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=SEAT_NAME.longest)]
At: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
LARGEST: Final = 4096  # bytes of a request


class Asked(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A request of a page, for the seat that it last looked from: one browser may hold several."""


class Look(Asked, frozen=True, tag="look"):
    """Send the position, as this seat sees it (null: as a spectator). Also after a reconnect."""

    seat: SeatNumber | None = None


class Play(Asked, frozen=True, tag="play"):
    at: At
    move: Short


class TakeBack(Asked, frozen=True, tag="take_back"):
    """Take back a step or the whole turn; where that is not free, ask the others for it."""

    at: At
    what: Literal["step", "turn"]


class Agree(Asked, frozen=True, tag="agree"):
    """The answer to somebody's wish to take back."""

    at: At
    yes: bool


class Why(Asked, frozen=True, tag="why"):
    """Why can't this shape be used now?"""

    target: Short


class Hint(Asked, frozen=True, tag="hint"):
    at: At


class Say(Asked, frozen=True, tag="say"):
    words: Words


class Rename(Asked, frozen=True, tag="rename"):
    name: Name


class Prefer(Asked, frozen=True, tag="prefer"):
    """How this seat wants it: whether a move that is the only one is made for it."""

    forced: bool


class Allow(Asked, frozen=True, tag="allow"):
    """The table's host: whether hints may be asked for."""

    hints: bool


class Hurry(Asked, frozen=True, tag="hurry"):
    """The bots shall not wait for anybody to follow, until a person has to move."""


class Vote(Asked, frozen=True, tag="vote"):
    """Who is to move does not: shall a bot play for them until they are back, or do the others wait on?"""

    at: At
    choice: Literal["bot", "wait"]


class Back(Asked, frozen=True, tag="back"):
    """I am here again, and play myself."""


class Order(Asked, frozen=True, tag="order"):
    """Do this for my seat when it is due: a standing order of the game, or a line of conditional moves."""

    at: At
    order: Standing | Line


class Withdraw(Asked, frozen=True, tag="withdraw"):
    """Take an order back."""

    number: At


class Foresee(Asked, frozen=True, tag="foresee"):
    """What may who is to move do; and if they play `move`, what could I?"""

    at: At
    move: Annotated[str, msgspec.Meta(max_length=200)] = ""


Request: TypeAlias = (
    Look
    | Play
    | TakeBack
    | Agree
    | Why
    | Hint
    | Say
    | Rename
    | Prefer
    | Allow
    | Hurry
    | Vote
    | Back
    | Order
    | Withdraw
    | Foresee
)

requests: Final[msgspec.json.Decoder[Request]] = msgspec.json.Decoder(Request)
