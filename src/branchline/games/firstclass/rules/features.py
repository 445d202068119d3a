"""A position as a row of numbers for learning, as one seat sees it: the seat itself comes first among the players,
then its left neighbour, and so on. It contains nothing that the seat may not know. `PIECES` names the parts in their
order."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.compiled.bits import bit, count, lowest
from branchline.core.compiled.engine import UNWRITTEN, Row
from branchline.games.firstclass.data.opcodes import PARTS
from branchline.games.firstclass.rules.cards import CARDS, MAX_GAME_END, SOURCES, STAGE_CARDS, STAGES
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.rules.state import (
    COMPLETED,
    CONDUCTORS,
    DESTROY,
    DRAFT,
    LAID,
    NOBODY,
    NOTHING,
    OTHERS,
    PASSED_ON,
    POSTCARDS,
    ROLE_OF,
    ROW_TAKEN,
    SCORING,
    SELF,
    TOKENS,
    TURNS,
    UNDER,
    WAITING,
    State,
    waiting_entry,
)

PIECES: Final = (
    ("phase", 12),  # which of the twelve, one-hot
    (
        "turn",
        9,
    ),  # round, turns or seats done, main step done, coin columns used, last clock stop, tile, the second time
    ("seats", 4 * 4),  # who moves, whose turn, who starts, who took the tile: one of four each
    ("action", 4 + 8),  # placing, part in progress, how much of it, a mail car is due; parts not started
    ("market", 120 + 3),  # by card: its place from 1, or 0; by row: cards taken
    ("taken", 120 * 2),  # by card: who took it, from 1; whether it is face up
    ("players", 4 * 87),
    ("own", 30 * 3 + 2 + 154),  # game-end cards held, passed on, to choose from; the role; actions that wait
    ("supply", 30 + 4),  # open game-end cards; pile, tiles placed, arrivals, cards unseen
)
FEATURES: Final[i64] = sum(size for _, size in PIECES)
PLAYER: Final[i64] = 87


def blank() -> vec[i16]:
    """An observation contains nothing printed, so it is all zeros."""
    return vec[i16]([0] * FEATURES)


class Shown(Row):
    """What a row shows, as far as `refresh` compares it with the position."""

    __slots__ = ("face_up", "market", "own", "phase", "sources", "taken", "turn", "waits")

    def __init__(self) -> None:
        super().__init__()
        self.phase: i64 = 0
        self.turn: i64 = UNWRITTEN
        self.market: vec[i16] = vec[i16]([i16(NOTHING)] * 18)
        self.taken: vec[i64] = vec[i64]([0] * 12)
        self.face_up: vec[i64] = vec[i64]([0] * STAGES)
        self.own: vec[i64] = vec[i64]([0] * 4)  # held, passed on, to choose from; open game-end cards
        self.sources: vec[i64] = vec[i64]([0] * WAITING)
        self.waits: i64 = 0


def fill(s: State, seat: i64, out: vec[i16], at: i64) -> None:
    """An observation onto a blank one."""
    refresh(s, seat, Shown(), out, at)


def refresh(s: State, seat: i64, shown: Shown, out: vec[i16], at: i64) -> None:
    """Everything that may differ from what the row shows. Arrays of the state are looked up once, because each lookup
    costs as much as writing a number."""
    out[at + shown.phase] = 0
    out[at + s.phase] = 1
    at = _turn(s, seat, out, at + 12)
    at = _action(s, out, at)
    at = _cards(s, seat, shown, out, at)
    at = _players(s, seat, shown, out, at)
    at = _own(s, seat, shown, out, at)
    _supply(s, shown, out, at)
    shown.seat = seat
    shown.phase = s.phase
    shown.turn = s.turn


def _beside(s: State, seat: i64, other: i64) -> i64:
    """How many seats to the left another player sits."""
    return other - seat if other >= seat else other - seat + s.setting.players


def _turn(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    out[at] = i16(s.round)
    out[at + 1] = i16(s.cursor)
    out[at + 2] = i16(s.done)
    column: i64
    for column in range(3):
        out[at + 3 + column] = i16((s.columns >> column) & 1)
    out[at + 6] = i16(s.clock)
    out[at + 7] = i16(s.tile)
    out[at + 8] = i16(s.again)
    at += 9
    _clear(out, at, 16)
    _one_of(s, seat, s.active, out, at)
    _one_of(s, seat, s.seat, out, at + 4)
    _one_of(s, seat, s.start, out, at + 8)
    _one_of(s, seat, s.successor, out, at + 12)
    return at + 16


def _clear(out: vec[i16], at: i64, size: i64) -> None:
    place: i64
    for place in range(at, at + size):
        out[place] = 0


def _one_of(s: State, seat: i64, other: i64, out: vec[i16], at: i64) -> None:
    if other > NOBODY:
        out[at + _beside(s, seat, other)] = 1


def _action(s: State, out: vec[i16], at: i64) -> i64:
    out[at] = i16(s.placing + 1)
    out[at + 1] = i16(s.part + 1)
    out[at + 2] = i16(s.left)
    out[at + 3] = i16(s.mail_train + 1)
    part: i64
    _clear(out, at + 4, PARTS)
    if s.box != NOTHING:
        for part in range(PARTS):
            if s.parts & bit(part) != 0:
                out[at + 4 + part] = i16(s.setting.amount(s.box, part) * s.times)
    return at + 12


def _cards(s: State, seat: i64, shown: Shown, out: vec[i16], at: i64) -> i64:
    _market(s, shown, out, at)
    unseen = s.unseen
    row: i64
    for row in range(3):
        out[at + CARDS + row] = i16(unseen[ROW_TAKEN + row])
    at += CARDS + 3
    _taken(s, seat, shown, out, at)
    return at + 2 * CARDS


def _market(s: State, shown: Shown, out: vec[i16], at: i64) -> None:
    market = s.market
    before = shown.market
    place: i64
    for place in range(18):
        card = i64(market[place])
        if card != i64(before[place]):
            if i64(before[place]) != NOTHING:
                out[at + i64(before[place])] = 0
            if card != NOTHING:
                out[at + card] = i16(place + 1)
            before[place] = i16(card)


def _taken(s: State, seat: i64, shown: Shown, out: vec[i16], at: i64) -> None:
    """Who took each card, and which lie face up, whoever has them. A card that was taken once remains so."""
    taken = s.taken
    before = shown.taken
    players = s.setting.players
    turned = seat != shown.seat
    stage: i64
    other: i64
    for stage in range(STAGES):
        first = at + stage * STAGE_CARDS
        face_up: i64 = 0
        for other in range(players):
            place = other * STAGES + stage
            cards = taken[place]
            if turned:
                _mark(cards, i16(_beside(s, seat, other) + 1), out, first)
            elif cards != before[place]:
                _mark(cards & ~before[place], i16(_beside(s, seat, other) + 1), out, first)
            before[place] = cards
            face_up |= taken[LAID + place]
        _show(face_up, shown.face_up, stage, out, first + CARDS)


def _mark(members: i64, number: i16, out: vec[i16], at: i64) -> None:
    """Write a number for each member of a set."""
    while members != 0:
        out[at + lowest(members)] = number
        members &= members - 1


def _show(members: i64, before: vec[i64], place: i64, out: vec[i16], at: i64) -> None:
    """1 for each member of a set and 0 for others, where the row shows something else; `before[place]` is what it
    shows."""
    changed = members ^ before[place]
    while changed != 0:
        number = lowest(changed)
        out[at + number] = i16((members >> number) & 1)
        changed &= changed - 1
    before[place] = members


def _players(s: State, seat: i64, shown: Shown, out: vec[i16], at: i64) -> i64:
    """All players in their places; players who did not act only if another seat observes or another turn has begun."""
    same = shown.seat == seat and shown.turn == s.turn and shown.phase == s.phase
    acting = same and (s.phase == TURNS or s.phase == SCORING)
    other: i64
    for other in range(s.setting.players):
        if not acting or s.acted & bit(other) != 0:
            _player(s, other, out, at + PLAYER * _beside(s, seat, other))
    if shown.seat != UNWRITTEN:
        s.acted = 0
    return at + 4 * PLAYER


def _player(s: State, seat: i64, out: vec[i16], base: i64) -> None:
    """Slots and what is under them, rails and postcards, gaps, then single numbers."""
    slots = s.slots
    rails = s.rails
    gaps = s.gaps
    coins = s.coins
    length = s.length
    guests = s.guests
    evidence = s.evidence
    mail = s.mail[seat]
    mechanics = s.mechanics[seat]
    i: i64
    own = seat * 20
    for i in range(20):
        out[base + i] = slots[own + i] + 1
    for i in range(20):
        out[base + 20 + i] = slots[UNDER + own + i] + 1
    own = seat * 5
    for i in range(5):
        out[base + 40 + i] = rails[own + i] + 1
        out[base + 45 + i] = rails[POSTCARDS + own + i] + 1
        out[base + 50 + i] = gaps[own + i] + 1
    for i in range(10):
        out[base + 55 + i] = i16((mechanics >> i) & 1)
    for i in range(4):
        out[base + 65 + i] = i16((mail >> i) & 1)
    for i in range(3):
        out[base + 69 + i] = i16(coins[seat * 3 + i])
    out[base + 72] = i16(length[seat * 2])
    out[base + 73] = i16(length[seat * 2 + 1])
    out[base + 74] = i16(length[CONDUCTORS + seat * 2])
    out[base + 75] = i16(length[CONDUCTORS + seat * 2 + 1])
    out[base + 76] = i16(s.loco[seat])
    out[base + 77] = i16(guests[seat])
    out[base + 78] = i16(guests[4 + seat])
    out[base + 79] = i16(s.taken[COMPLETED + seat])
    out[base + 80] = i16(evidence[SELF + seat])
    out[base + 81] = i16(evidence[OTHERS + seat])
    out[base + 82] = i16(evidence[DESTROY + seat])
    out[base + 83] = i16(evidence[TOKENS + seat])
    out[base + 84] = i16(s.score[seat])
    out[base + 85] = i16(count(s.held[seat]))
    out[base + 86] = i16(e.all_owed(s, seat))


def _own(s: State, seat: i64, shown: Shown, out: vec[i16], at: i64) -> i64:
    """What this seat knows and the others don't."""
    i: i64
    _show(s.held[seat], shown.own, 0, out, at)
    _show(s.held[PASSED_ON + seat], shown.own, 1, out, at + MAX_GAME_END)
    choice = s.hand if s.phase == DRAFT and s.active == seat else 0
    _show(choice, shown.own, 2, out, at + 2 * MAX_GAME_END)
    at += 3 * MAX_GAME_END
    role = s.evidence[ROLE_OF + seat]
    out[at] = i16(1 if role == 0 else 0)
    out[at + 1] = i16(1 if role == 1 else 0)
    at += 2
    sources = shown.sources
    for i in range(shown.waits):
        out[at + sources[i]] = 0
    shown.waits = 0
    for i in range(s.waits):
        entry = waiting_entry(s, i) // 64
        if entry // 256 == seat:
            out[at + entry % 256] += 1
            sources[shown.waits] = entry % 256
            shown.waits += 1
    return at + SOURCES


def _supply(s: State, shown: Shown, out: vec[i16], at: i64) -> None:
    _show(s.open_cards, shown.own, 3, out, at)
    at += MAX_GAME_END
    out[at] = i16(count(s.pile))
    out[at + 1] = i16(s.tiles)
    out[at + 2] = i16(s.arrivals)
    out[at + 3] = i16(count(s.unseen[min((s.round - 1) // 2, 2)]))
