"""What a page can ask of its table over the WebSocket, as JSON; docs/protocol.md explains it.

`at` is how far a table has come: the number of lines in its record. It only grows, even when moves are undone. A
request to play includes the `at` that the page has seen. If that is out of date, nothing changes, and the page is sent
the position.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from branchline.core.orders import Standing
from branchline.core.text import CHAT_LINE, SEAT_NAME

Turn: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=600)]
Short: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Words: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_LINE.longest)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=SEAT_NAME.longest)]
At: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
MAX_BYTES: Final = 4096  # of a request
UndoKind: TypeAlias = Literal["step", "turn"]


class PageRequest(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Made for the seat from which the page looks; a browser may hold several."""


class Look(PageRequest, frozen=True, tag="look"):
    """Send the position as this seat sees it (null: as a spectator)."""

    seat: SeatNumber | None = None


class Play(PageRequest, frozen=True, tag="play"):
    at: At
    move: Short


class TakeBack(PageRequest, frozen=True, tag="take_back"):
    """Undo a step or the whole turn; if others have a say in it, ask them."""

    at: At
    what: UndoKind


class Agree(PageRequest, frozen=True, tag="agree"):
    """The answer to a player who asks to undo."""

    at: At
    yes: bool


class Why(PageRequest, frozen=True, tag="why"):
    """Why can't this shape be used now?"""

    target: Short


class Hint(PageRequest, frozen=True, tag="hint"):
    at: At


class Say(PageRequest, frozen=True, tag="say"):
    words: Words


class Rename(PageRequest, frozen=True, tag="rename"):
    name: Name


class Prefer(PageRequest, frozen=True, tag="prefer"):
    """Whether forced moves are made automatically for this seat."""

    forced: bool


class Allow(PageRequest, frozen=True, tag="allow"):
    """For the host of the table: whether players can get hints."""

    hints: bool


class LeaveLesson(PageRequest, frozen=True, tag="leave_lesson"):
    """For the host of the table: the game goes on without its tutorial or coach."""


class Hurry(PageRequest, frozen=True, tag="hurry"):
    """The bots are not to pause until a person has to move."""


class Vote(PageRequest, frozen=True, tag="vote"):
    """On a player who does not move: a bot plays for them until they are back, or the others go on waiting."""

    at: At
    choice: Literal["bot", "wait"]


class Back(PageRequest, frozen=True, tag="back"):
    """The owner of the seat is back and plays again."""


class If(msgspec.Struct, frozen=True):
    """If that seat plays `move` in its next turn, play `then`."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=3)]
    move: Turn
    then: Turn


class Line(msgspec.Struct, frozen=True, tag="line"):
    """Conditional moves, one after the other."""

    ifs: Annotated[tuple[If, ...], msgspec.Meta(min_length=1, max_length=8)]
    base: int = 0  # how many events the record had when it began to wait


class Order(PageRequest, frozen=True, tag="order"):
    """Carry this out for the seat when it is due: a standing order of the game, or conditional moves."""

    at: At
    order: Standing | Line


class Withdraw(PageRequest, frozen=True, tag="withdraw"):
    """Cancel an order."""

    number: At


class Foresee(PageRequest, frozen=True, tag="foresee"):
    """Which moves does the player to move have? After `move`, which would they, or this seat, have? A turn of several
    steps is written with semicolons: `build FUE GOS; stop`."""

    at: At
    move: Annotated[str, msgspec.Meta(max_length=1200)] = ""


Change: TypeAlias = (
    Play | TakeBack | Agree | Prefer | Rename | Allow | LeaveLesson | Vote | Back | Order | Withdraw
)
Request: TypeAlias = Look | Why | Hint | Foresee | Say | Hurry | Change
decoder: Final[msgspec.json.Decoder[Request]] = msgspec.json.Decoder(Request)
