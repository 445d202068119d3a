"""What the server sends to the pages of a table over their WebSockets, as JSON; docs/protocol.md explains it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from branchline.core.orders import Standing
from branchline.core.play import story
from branchline.core.screen import Choice, Focus, Layout, PlayerRow, Sign


class Entry(story.Entry, frozen=True, omit_defaults=True):
    """An entry of the log that may be an aside. `first` and `step` count the events that were not undone, as in the
    replay; an entry about the dealer has no seat."""

    undone: bool = False  # it says that something was undone
    seated: bool = False  # it says that a seat changed hands; undoing moves does not remove it


class NewInvitation(msgspec.Struct, frozen=True):
    """For a taken seat: the others can issue one if all of them agree and its owner stays away."""

    agreed: tuple[int, ...]  # seats; -1: the host of the table
    waits: tuple[int, ...]  # seats that have yet to agree
    opens: int  # when it can be issued; 0: not everybody has agreed
    now: int


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody may know about a seat."""

    name: str
    kind: Literal["person", "bot", "open"]
    bot: str = ""  # the bot's spec
    here: bool = False  # the player has the table open
    thinking: bool = False
    score: int = 0
    stand_in: str = ""  # the bot that plays until the player is back
    new_invitation: NewInvitation | None = None  # if somebody has asked for one


class Chat(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    seat: int | None  # None: a spectator
    name: str
    words: str
    time: int  # seconds since 1970


class Undo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can be undone now: "free", "ask" (the others must agree) or "" (nothing)."""

    step: str = ""
    turn: str = ""
    wish: int | None = None  # the seat that asks the others
    waits: tuple[int, ...] = ()  # seats that have yet to answer


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of the table, in seconds; points in time are seconds since 1970 by the server's clock."""

    kind: Literal["move", "game"]
    period: int  # per turn, or for the whole game
    left: tuple[int, ...]  # by seat, for the whole game, without the current turn
    now: int
    increment: int = 0
    late: Literal["bot", "vote"] = "bot"
    until: int = 0  # when the time of the player to move is up; 0: it does not run


class Absence(msgspec.Struct, frozen=True, omit_defaults=True):
    """The others can vote on an absent player who is to move."""

    seat: int
    opens: int  # when the vote begins
    now: int
    voters: tuple[int, ...]
    bot: tuple[int, ...] = ()  # seats that have voted for a bot to play
    wait: tuple[int, ...] = ()
    clock: bool = False  # they can also vote to wait


class Ordered(msgspec.Struct, frozen=True):
    """An order that the seat has given."""

    number: int
    words: str


class Offer(msgspec.Struct, frozen=True):
    """An order that the seat can give now; `most` of the order, if not 0, is the highest limit."""

    order: Standing
    words: str


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the tutorial or the coach says now."""

    words: str  # a paragraph per line, to be read one at a time; the coach may have nothing new to say
    number: int  # of the step of a tutorial; of the round that is coached
    of: int
    title: str = ""  # of each paragraph, if they have any
    moves: tuple[str, ...] = ()  # the moves it waits for; none: any move can be made
    clause: str = ""  # of the rulebook
    panel: str = ""  # the picture it speaks of
    targets: tuple[str, ...] = ()  # the shapes it speaks of
    chapter: tuple[str, str] | None = None  # of the tutorial, to practise or to go on with: name and title
    coach: bool = False  # a game like any other, with advice
    cautions: dict[str, str] = {}  # by move: why a newcomer might regret it; the page asks
    known: tuple[str, ...] = ()  # at the end of the coaching: what the player has learnt


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes with every update, whole or not."""

    at: int
    now: str  # whose turn it is, and what they can do
    to_move: int | None
    seats: tuple[Seat, ...]
    undo: Undo
    phase: str = ""  # "Round 2 · Building"
    todo: str = ""  # what the page's seat has to do, if it is to move
    focus: Focus = Focus()
    rows: tuple[PlayerRow, ...] = ()  # what each seat has
    choices: tuple[Choice, ...] = ()  # only for the seat that has to move
    lesson: Lesson | None = None
    over: bool = False
    ended: bool = False  # over because a server admin has ended the table
    winners: tuple[int, ...] = ()  # once the game is over
    clock: Clock | None = None
    absence: Absence | None = None
    orders: tuple[Ordered, ...] = ()  # those of the page's seat
    offers: tuple[Offer, ...] = ()


class Picture(msgspec.Struct, frozen=True):
    """A whole panel."""

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
    signs: tuple[Sign, ...]  # of effects, payments and texts
    panels: tuple[Picture, ...]
    told: Told
    log: tuple[Entry, ...]  # all of it
    chat: tuple[Chat, ...]


class Changes(msgspec.Struct, frozen=True, tag_field="type", tag="changes"):
    """What a move changed since the position at `since`; a page with another position sends `look`."""

    since: int
    told: Told
    parts: dict[str, dict[str, str | None]]  # by panel and part; null: the part is gone
    boxes: dict[str, str]  # of panels that have another one now
    log: tuple[Entry, ...]  # the new entries
    kept: int | None = None  # how many entries of the log remain, if some were undone


class RefusedMessage(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """Why a request changed nothing. If the page was out of date, the position follows."""

    words: str
    clause: str = ""


class Undrawn(msgspec.Struct, frozen=True, tag_field="type", tag="undrawn"):
    """Why the table could not be drawn. The next change tries again, and so does `look`."""

    words: str


class Because(msgspec.Struct, frozen=True, tag_field="type", tag="because"):
    """The answer to `why`; no words: the shape can be used."""

    target: str
    words: str
    clause: str = ""


class Idea(msgspec.Struct, frozen=True):
    """A good move: what it is, how often it wins, and why."""

    choice: Choice  # one of those offered
    words: str  # as in the log
    chance: int  # of winning with it, in per cent
    reasons: tuple[str, ...]
    line: tuple[str, ...]  # what is likely to follow, as in the log


class Advice(msgspec.Struct, frozen=True, tag_field="type", tag="advice"):
    """A hint: good moves, the best first."""

    at: int
    ideas: tuple[Idea, ...]


class Accepted(msgspec.Struct, frozen=True, tag_field="type", tag="accepted"):
    """The request has been carried out and stored."""

    at: int


class Rematch(msgspec.Struct, frozen=True, tag_field="type", tag="rematch"):
    """The same people play again, at the table with this address."""

    address: str


class Lapsed(msgspec.Struct, frozen=True, tag_field="type", tag="lapsed"):
    """An order of the page's seat was dropped, and why. If its owner was away, they are told when they come back."""

    words: str


class Announced(msgspec.Struct, frozen=True, tag_field="type", tag="announced"):
    """A server admin says something to everybody; no words: the announcement is withdrawn."""

    words: str


class Foreseen(msgspec.Struct, frozen=True, tag_field="type", tag="foreseen"):
    """The answer to `foresee`; no choices if they would give something away or depend on a draw, or if another player
    comes first."""

    at: int
    move: str
    choices: tuple[Choice, ...]
    seat: int | None = None  # who has these choices


Answer: TypeAlias = Accepted | RefusedMessage | Because | Advice | Foreseen
Reply: TypeAlias = Position | Changes | Undrawn | Answer | Chat | Rematch | Lapsed | Announced
encoder: Final = msgspec.json.Encoder()
