"""What leaves the table: the position in names instead of numbers, as far as a seat may know it.

Hidden are the game-end cards and roles of others, what went round in the draft before and after a seat, and the
order of every pile. Evidence tokens are unseen by all until the end. `determinize` is the way back.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from branchline.core.bits import BIT, count
from branchline.core.engine import CHANCE, OVER
from branchline.games.firstclass import deck_file, market, setup
from branchline.games.firstclass.cards import (
    FROM_GAME_END,
    MAX_TOKENS,
    RAILS,
    STAGE_CARDS,
    STAGES,
    Setting,
)
from branchline.games.firstclass.deck_file import DeckFile
from branchline.games.firstclass.options import Options
from branchline.games.firstclass.state import (
    BOARDED,
    COMPLETED,
    CONDUCTORS,
    DEAL_DRAFT,
    DESTROY,
    DISCARD_EVIDENCE,
    DRAFT,
    DRAFTED,
    DRAW_EVIDENCE,
    END_CARDS,
    GONE,
    LAID,
    MAIL_SLOT,
    NO_DRAW,
    NOBODY,
    NOTHING,
    OTHERS,
    OWED,
    PASSED_ON,
    ROLE_OF,
    ROW_TAKEN,
    SCORING,
    SELF,
    SLOTS,
    TILE_SLOT,
    TOKENS,
    State,
    card_under,
    is_car,
    is_mail,
    postcard,
    rail_card,
    slot,
)

Decision = Literal["keep", "main", "between", "step", "wait", "score", "discard", "draw", "none"]
Train = Literal["upper", "lower"]

TRAINS: Final[tuple[Train, ...]] = ("upper", "lower")
PHASES: Final = (
    "draw_start", "draw_roles", "deal_draft", "draft", "open_cards", "show_cards", "turns", "scoring",
    "end_cards", "draw_evidence", "discard_evidence", "game_over",
)  # fmt: skip
PARTS: Final = ("car", "upgrade", "conductor", "loco", "coin", "points", "gameEnd")
PLACED: Final = ("rail", "celebrity", "postcard", "guest", "switch", "mechanic")
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
    """The top card of a gap, and for a mechanic in which trains it is done."""

    card: str
    done: tuple[bool, bool] = (False, False)
    owed: tuple[bool, bool] = (False, False)  # an upgrade of a covered mechanic still waits


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
    """The action under way."""

    effect: str
    seat: int  # whose it is
    times: int = 1
    card: str | None = None
    placing: str | None = None
    parts: tuple[str, ...] = ()  # not begun
    part: str | None = None  # begun
    left: int = 0
    mail_train: Train | None = None  # a mail car is to be chosen for it
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
    main_done: int = 0  # in the discards of the end: tokens discarded
    columns_used: tuple[int, ...] = ()
    clock: int = 0  # the last space whose clock stop is done
    clock_again: bool = False
    queue: int = 0  # who comes next out of turn, in places clockwise
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


def view(s: State, seat: int | None) -> View:
    setting = s.setting
    names, source = setting.names, setting.names.source
    options = names.options
    assert isinstance(options, Options)
    assert isinstance(source, DeckFile)
    return View(
        options=options,
        seat=seat,
        round=s.round,
        phase=PHASES[s.phase],
        decision=_decision(s),
        to_move=None if s.active == OVER else s.active,
        players=tuple(_player(s, player, seat) for player in range(setting.players)),
        market=tuple(
            tuple(_card(setting, card) for card in s.market[row * 6 : row * 6 + 6]) for row in range(3)
        ),
        row_taken=(s.unseen[ROW_TAKEN], s.unseen[ROW_TAKEN + 1], s.unseen[ROW_TAKEN + 2]),
        gone=_cards(setting, s.unseen[GONE:]),
        unseen=(count(s.unseen[0]), count(s.unseen[1]), count(s.unseen[2])),
        open_game_ends=_game_ends(setting, s.open_cards),
        pile=count(s.pile),
        turn=s.turn,
        place=s.cursor,
        first=_seat(s.first),
        start=_seat(s.start),
        successor=_seat(s.successor),
        tile_row=market.tile_row(s) + 1 if s.tile == 1 else None,
        turn_of=_seat(s.seat),
        main_done=s.done,
        columns_used=tuple(column + 1 for column in range(3) if s.columns & BIT[column]),
        clock=s.clock,
        clock_again=s.again == 1,
        queue=s.queue,
        out=s.out,
        running=_running(s),
        hand=_game_ends(setting, s.hand) if _sees_hand(s, seat) else None,
        hand_size=count(s.hand),
        tiles=s.tiles,
        arrivals=s.arrivals,
        own_deck=None if source is deck_file.built_in() else source,
    )


# What may be known


def is_open(s: State) -> bool:
    """F10.3: game-end cards are shown when they score."""
    return s.phase > END_CARDS


def _sees_hand(s: State, seat: int | None) -> bool:
    """F2.2: in the draft, who holds the cards."""
    holder = setup.drafter(s) if s.phase in (DEAL_DRAFT, DRAFT) else NOBODY
    return seat is not None and seat == holder


def _sees_role(s: State, player: int, seat: int | None) -> bool:
    """F13.5: the murderer is shown at the end."""
    return player == seat or s.phase >= DRAW_EVIDENCE


# Parts


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _card(setting: Setting, card: int) -> str | None:
    return None if card == NOTHING else setting.names.cards[card]


def _cards(setting: Setting, stages: object) -> tuple[str, ...]:
    """The cards in three bit sets."""
    sets: list[int] = list(stages)  # type: ignore[call-overload]
    names = setting.names.cards
    return tuple(
        names[stage * STAGE_CARDS + n]
        for stage in range(STAGES)
        for n in range(STAGE_CARDS)
        if sets[stage] & BIT[n]
    )


def _game_ends(setting: Setting, cards: int) -> tuple[str, ...]:
    return tuple(name for n, name in enumerate(setting.names.game_ends) if cards & BIT[n])


def _decision(s: State) -> Decision:
    if s.active == OVER:
        return "none"
    if s.active == CHANCE:
        return "draw"
    if s.phase == DRAFT:
        return "keep"
    if s.phase == DISCARD_EVIDENCE:
        return "discard"
    if s.box != NOTHING:
        return "step"
    if s.out > 0:
        return "wait"
    if s.phase == SCORING:
        return "score"
    return "between" if s.done else "main"


def _player(s: State, player: int, seat: int | None) -> Player:
    names = s.setting.names
    known = player == seat or is_open(s)
    three = slice(player * 3, player * 3 + 3)
    return Player(
        seat=player,
        score=s.score[player],
        upper=tuple(_slot(s, player, 0, place) for place in range(s.length[player * 2])),
        lower=tuple(_slot(s, player, 1, place) for place in range(s.length[player * 2 + 1])),
        conductors=(s.length[CONDUCTORS + player * 2], s.length[CONDUCTORS + player * 2 + 1]),
        mail_cars=tuple(name for n, name in enumerate(names.mail_cars) if s.mail[player] & BIT[n]),
        rails=_rails(s, player),
        loco=s.loco[player],
        coins=(s.coins[player * 3], s.coins[player * 3 + 1], s.coins[player * 3 + 2]),
        cards=_cards(s.setting, s.taken[three]),
        open=_cards(s.setting, s.taken[LAID:][three]),
        completed=s.taken[COMPLETED + player],
        game_ends=count(s.held[player]),
        passengers=s.guests[player],
        luggage=s.guests[4 + player],
        gaps=_gaps(s, player),
        suspect_self=s.evidence[SELF + player],
        suspect_others=s.evidence[OTHERS + player],
        destroy=s.evidence[DESTROY + player],
        tokens=s.evidence[TOKENS + player],
        waiting=_waiting(s, player, known),
        evidence=_evidence(s, player),
        known_game_ends=_game_ends(s.setting, s.held[player]) if known else None,
        drafted=names.game_ends[s.held[DRAFTED + player]]
        if known and s.held[DRAFTED + player] != NOTHING
        else None,
        passed=_game_ends(s.setting, s.held[PASSED_ON + player]) if known else (),
        role=ROLES[s.evidence[ROLE_OF + player]]
        if s.evidence[ROLE_OF + player] != NOTHING and _sees_role(s, player, seat)
        else None,
    )


def _slot(s: State, player: int, train: int, place: int) -> Slot:
    content = slot(s, player, train, place)
    if is_mail(content):
        return Slot(mail_car=s.setting.names.mail_cars[content - MAIL_SLOT])
    if not is_car(content):
        return Slot(tile=s.setting.tile_number[content - TILE_SLOT])
    return Slot(
        value=s.setting.car_value[content],
        card=_card(s.setting, card_under(s, player, train, place)),
        boarded=s.guests[BOARDED + player] & BIT[train * SLOTS + place] != 0,
    )


def _rails(s: State, player: int) -> tuple[Rail, ...]:
    found = []
    for rail in range(RAILS):
        card = _card(s.setting, rail_card(s, player, rail))
        if card is not None:
            found.append(Rail(card, _card(s.setting, postcard(s, player, rail))))
    return tuple(found)


def _gaps(s: State, player: int) -> tuple[Gap, ...]:
    found = []
    for gap in range(5):
        card = _card(s.setting, s.gaps[player * 5 + gap])
        if card is not None:
            upper, lower = BIT[gap * 2], BIT[gap * 2 + 1]
            done, owed = s.mechanics[player], s.mechanics[OWED + player]
            found.append(
                Gap(card, (done & upper != 0, done & lower != 0), (owed & upper != 0, owed & lower != 0))
            )
    return tuple(found)


def _waiting(s: State, player: int, known: bool) -> tuple[Waiting, ...]:
    found = []
    for entry in map(int, s.waiting[: s.waits]):
        source = entry // 64 % 256
        if entry // 16384 == player:
            hidden = source >= FROM_GAME_END and not known
            found.append(Waiting(HIDDEN if hidden else s.setting.names.sources[source], entry % 64))
    return tuple(found)


def _evidence(s: State, player: int) -> tuple[tuple[str, int], ...]:
    shown = s.shown[player * MAX_TOKENS : player * MAX_TOKENS + MAX_TOKENS]
    return tuple(
        (name, number) for name, number in zip(s.setting.names.tokens, shown, strict=False) if number
    )


def _running(s: State) -> Running | None:
    if s.box == NOTHING:
        return None
    return Running(
        effect=s.setting.names.boxes[s.box],
        seat=(s.seat + s.out) % s.setting.players,
        times=s.times,
        card=_card(s.setting, s.card),
        placing=None if s.placing == NOTHING else PLACED[s.placing],
        parts=tuple(name for n, name in enumerate(PARTS) if s.parts & BIT[n]),
        part=None if s.part == NOTHING else PARTS[s.part],
        left=s.left,
        mail_train=None if s.mail_train == NOTHING else TRAINS[s.mail_train],
        drawing=DRAWING[s.drawing] if s.drawing != NO_DRAW else "",
    )
