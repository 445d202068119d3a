"""What the server tells the pages of a table over their WebSockets, as JSON; docs/protocol.md explains it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from branchline.core.orders import Standing
from branchline.core.screen import Account, Choice, Layout


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log. `step` is the event's place among those that stand: what a replay counts by."""

    step: int
    seat: int | None  # None: the dealer
    words: str
    targets: tuple[str, ...] = ()
    forced: bool = False
    undone: bool = False  # a line that says that something was taken back
    seated: bool = (
        False  # a line that says how a seat changed hands; it is no move, and stays whatever is taken back
    )


class NewInvitation(msgspec.Struct, frozen=True):
    """The others may give out a new invitation to a taken seat: if all of them agree, and its owner stays away."""

    agreed: tuple[int, ...]  # seats; -1: the host of the table
    waits: tuple[int, ...]  # who has yet to agree
    opens: int  # from when on it may be given out; 0: not all have agreed
    now: int


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at the table, as everybody may know them."""

    name: str
    kind: Literal["person", "bot", "open"]
    bot: str = ""  # the bot's spec
    here: bool = False  # a page of theirs is open
    thinking: bool = False
    score: int = 0
    stand_in: str = ""  # the bot that plays until they are back
    new_invitation: NewInvitation | None = None  # where somebody has asked for one


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
    ended: bool = False  # it is over because the host of the server has ended the table
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
    layout: Layout


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


class RefusedMessage(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """A request that changed nothing, and why; the position follows where the page's was old."""

    words: str
    clause: str = ""


class Undrawn(msgspec.Struct, frozen=True, tag_field="type", tag="undrawn"):
    """The table could not be drawn, and why. The next change tries again, and so does `look`."""

    words: str


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
    """An order of the seat that looks was dropped, now or while its owner was away, and why. It is told once."""

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
    | RefusedMessage
    | Undrawn
    | Because
    | Advice
    | Accepted
    | Chat
    | Rematch
    | Lapsed
    | Foreseen
    | Announced
)

encoder: Final = msgspec.json.Encoder()
