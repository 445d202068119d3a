"""What leaves the table: the position in names instead of numbers, as far as a seat may know it.

Hidden are the game-end cards and roles of others, the cards passed round in the draft before and after a seat, and
the order of every pile. Nobody sees evidence tokens until the end. `determinize` goes the other way.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data.deck_file import DeckFile
from branchline.games.firstclass.options import Options

Decision = Literal["keep", "main", "between", "step", "wait", "score", "discard", "draw", "none"]
Train = Literal["upper", "lower"]

TRAINS: Final[tuple[Train, ...]] = ("upper", "lower")
PHASES: Final = (
    "draw_start", "draw_roles", "deal_draft", "draft", "open_cards", "show_cards", "turns", "scoring",
    "end_cards", "draw_evidence", "discard_evidence", "game_over",
)  # fmt: skip
DRAWING: Final = ("", "refill", "blind")
ROLES: Final = ("innocent", "murderer")
HIDDEN: Final = "G?"  # a waiting action from a game-end card that only its owner knows


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A filled slot: a car with its value, a mail car, or a locomotive tile."""

    value: int | None = None
    mail_car: str | None = None
    tile: int | None = None
    card: str | None = None  # under the car
    boarded: bool = False  # the guest is on board


class Rail(msgspec.Struct, frozen=True, omit_defaults=True):
    card: str
    postcard: str | None = None


class Gap(msgspec.Struct, frozen=True, omit_defaults=True):
    """The top card of a gap, the trains in which a mechanic is done, and what is waiting in the gap."""

    card: str
    done: tuple[bool, bool] = (False, False)
    owed: tuple[int, int] = (
        0,
        0,
    )  # upgrades that its mechanics, including covered ones, have earned but not done yet


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    source: str  # a card, a mail car, a game-end card
    times: int = 1


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    seat: int
    score: int
    upper: tuple[Slot, ...]
    lower: tuple[Slot, ...]
    conductors: tuple[int, int]  # the slots where they stand; 0: before the first
    mail_cars: tuple[str, ...]  # not placed yet
    rails: tuple[Rail, ...]
    loco: int  # the space where it stands; 0: before the first station
    coins: tuple[int, int, int]  # by column
    cards: tuple[str, ...]  # all cards taken
    open: tuple[str, ...]  # of these, contracts to complete and destroy cards
    completed: int  # contracts
    game_ends: int  # game-end cards
    passengers: int = 0  # boarded
    luggage: int = 0
    gaps: tuple[Gap, ...] = ()
    suspect_self: int = 0
    suspect_others: int = 0
    destroy: int = 0
    tokens: int = 0
    waiting: tuple[Waiting, ...] = ()
    evidence: tuple[tuple[str, int], ...] = ()  # tokens turned up, by kind
    known_game_ends: tuple[str, ...] | None = None  # the owner's view, and everybody's at the end
    drafted: str | None = None
    passed: tuple[str, ...] = ()  # cards this seat saw and passed on in the draft
    role: str | None = None


class Running(msgspec.Struct, frozen=True, omit_defaults=True):
    """The action in progress."""

    effect: str
    seat: int  # whose it is
    times: int = 1
    card: str | None = None
    placing: str | None = None
    parts: tuple[str, ...] = ()  # not started
    part: str | None = None  # in progress
    left: int = 0
    mail_train: Train | None = None  # a mail car has to be chosen for it
    drawing: str = ""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    options: Options
    seat: int | None  # who sees it; None: a spectator
    round: int
    phase: str
    decision: Decision
    to_move: int | None
    players: tuple[Player, ...]
    market: tuple[tuple[str | None, ...], ...]  # three rows of six
    row_taken: tuple[int, int, int]
    gone: tuple[str, ...]  # shown, and left the game untaken
    unseen: tuple[int, int, int]  # cards of each stage not shown yet
    open_game_ends: tuple[str, ...]
    pile: int  # game-end cards
    turn: int
    place: int  # draws, turns or seats done in the phase
    first: int | None = None  # the start player of round 1
    start: int | None = None  # the start player
    successor: int | None = None  # who took the tile
    tile_row: int | None = None  # where the tile lies, from 1
    turn_of: int | None = None  # whose turn or scoring it is
    main_done: int = 0  # during the final discards: tokens discarded
    columns_used: tuple[int, ...] = ()
    clock: int = 0  # the last space whose clock stop is done
    clock_again: bool = False
    queue: int = 0  # who acts next out of turn, in seats clockwise
    out: int = 0
    running: Running | None = None
    hand: tuple[str, ...] | None = None  # in the draft, if it is yours
    hand_size: int = 0
    tiles: int = 0  # locomotive tiles placed
    arrivals: int = 0  # at Constantinople
    own_deck: DeckFile | None = None  # a deck that is not built in

    @property
    def deck(self) -> DeckFile:
        return self.own_deck or deck_file.built_in()


def can_give(view: View, row: int) -> int:
    """F3.3: how many cards can still be taken from a row. While cards are laid out: the number of players."""
    if view.phase == "show_cards":
        return len(view.players)
    return max(0, len(view.players) - view.row_taken[row]) if any(view.market[row]) else 0
