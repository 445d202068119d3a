"""What a table's page and the server say to each other over its WebSocket, as JSON. docs/protocol.md explains it.

`at` is how far a table has come: the number of lines of its record. It only grows, also when moves are taken back.
Whoever plays says the `at` they saw; a request with an old one changes nothing and is answered with the position.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from branchline.core.orders import Standing
from branchline.core.screen import Account, Choice
from branchline.web.conditional import Line

Short: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Words: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
At: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]


# From the page


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


# From the server


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log. `step` is the event's place among those that stand: what a replay counts by."""

    step: int
    seat: int | None  # None: the dealer
    words: str
    targets: tuple[str, ...] = ()
    forced: bool = False
    undone: bool = False  # a line that says that something was taken back


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at the table, as everybody may know them."""

    name: str
    kind: Literal["person", "bot", "open"]
    bot: str = ""  # the bot's spec
    here: bool = False  # a page of theirs is open
    thinking: bool = False
    score: int = 0
    stand_in: str = ""  # the bot that plays until they are back


class Chat(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    seat: int | None  # None: a spectator
    name: str
    words: str
    time: int  # seconds since 1970


class Undo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What may be taken back now: "free", "ask" (the others must agree) or "" (nothing)."""

    step: str = ""
    turn: str = ""
    wish: int | None = None  # the seat that asks the others
    waits: tuple[int, ...] = ()  # seats that have not answered


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table's clock. All in seconds; moments are seconds since 1970, by the server's watch."""

    kind: Literal["move", "game"]
    period: int  # for a turn, or for the whole game
    left: tuple[int, ...]  # by seat, for the whole game: when its time does not run
    now: int
    increment: int = 0
    late: Literal["bot", "vote"] = "bot"
    until: int = 0  # when the time of who is to move is up; 0: it does not run


class Absence(msgspec.Struct, frozen=True, omit_defaults=True):
    """The others may vote about who is to move, from a moment on."""

    seat: int
    opens: int
    now: int
    voters: tuple[int, ...]
    bot: tuple[int, ...] = ()  # who has voted that a bot plays
    wait: tuple[int, ...] = ()
    clock: bool = False  # waiting is a choice too


class Ordered(msgspec.Struct, frozen=True):
    """An order of one's own."""

    number: int
    words: str


class Offer(msgspec.Struct, frozen=True):
    """An order that may be given now; its `most`, where there is one, is the largest limit."""

    order: Standing
    words: str


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the tutorial says at this point."""

    words: str
    number: int
    of: int
    moves: tuple[str, ...] = ()  # the moves it waits for; none: it only tells
    clause: str = ""  # where the rulebook says so


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What every picture of the table comes with."""

    at: int
    now: str  # whose turn it is and what they may do
    to_move: int | None
    seats: tuple[Seat, ...]
    undo: Undo
    choices: tuple[Choice, ...] = ()  # only for the seat that has to move
    accounts: tuple[Account, ...] = ()  # statements that came with the last move
    lesson: Lesson | None = None
    over: bool = False
    winners: tuple[int, ...] = ()  # once it is over
    clock: Clock | None = None
    absence: Absence | None = None
    orders: tuple[Ordered, ...] = ()  # those of the seat that looks
    offers: tuple[Offer, ...] = ()


class Picture(msgspec.Struct, frozen=True):
    """A panel, whole."""

    name: str
    title: str
    box: str
    printed: str
    parts: dict[str, str]


class Position(msgspec.Struct, frozen=True, tag_field="type", tag="position"):
    """Everything a page needs to show the table."""

    seat: int | None
    mine: tuple[int, ...]  # the seats that this browser holds
    host: bool
    hints: bool
    forced: bool
    definitions: str
    panels: tuple[Picture, ...]
    told: Told
    log: tuple[Entry, ...]  # all of it
    chat: tuple[Chat, ...]


class Changes(msgspec.Struct, frozen=True, tag_field="type", tag="changes"):
    """What a move changed. Fits on the position at `since`; a page that has another one asks to look."""

    since: int
    told: Told
    parts: dict[str, dict[str, str | None]]  # by panel and part; null: the part is gone
    log: tuple[Entry, ...]  # the new lines
    kept: int | None = None  # how many lines of the log stand, where some were taken back


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """A request that changed nothing, and why; the position follows where the page's was old."""

    words: str
    clause: str = ""


class Because(msgspec.Struct, frozen=True, tag_field="type", tag="because"):
    """The answer to `why`: empty words where the shape can be used."""

    target: str
    words: str
    clause: str = ""


class Idea(msgspec.Struct, frozen=True):
    """A good move: what it is, how often it wins, and why."""

    choice: Choice  # of those offered
    words: str  # as the log would tell it
    chance: int  # to win with it, in per cent
    reasons: tuple[str, ...]
    line: tuple[str, ...]  # what is likely to follow, as the log would tell it


class Advice(msgspec.Struct, frozen=True, tag_field="type", tag="advice"):
    """A hint: the best moves, the very best first."""

    at: int
    ideas: tuple[Idea, ...]


class Accepted(msgspec.Struct, frozen=True, tag_field="type", tag="accepted"):
    """The request is done, and in the store."""

    at: int


class Rematch(msgspec.Struct, frozen=True, tag_field="type", tag="rematch"):
    """The same people play again: at the table of this address."""

    address: str


class Lapsed(msgspec.Struct, frozen=True, tag_field="type", tag="lapsed"):
    """An order was dropped, and why."""

    words: str


class Announced(msgspec.Struct, frozen=True, tag_field="type", tag="announced"):
    """The host of the server says something to everybody; without words: it no longer holds."""

    words: str


class Foreseen(msgspec.Struct, frozen=True, tag_field="type", tag="foreseen"):
    """The answer to `foresee`; nothing where that would give something away, or chance comes between."""

    at: int
    move: str
    choices: tuple[Choice, ...]


Reply: TypeAlias = (
    Position
    | Changes
    | Refused
    | Because
    | Advice
    | Accepted
    | Chat
    | Rematch
    | Lapsed
    | Foreseen
    | Announced
)

LARGEST: Final = 4096  # bytes of a request
requests: Final[msgspec.json.Decoder[Request]] = msgspec.json.Decoder(Request)
encoder: Final = msgspec.json.Encoder()
