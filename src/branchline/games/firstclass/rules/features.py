"""A position as a row of numbers for learning, as one seat sees it: the seat itself comes first among the players,
then its left neighbour, and so on. What the seat may not know is not in it. `PIECES` names the parts in their order."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.compiled.bits import BIT, count, lowest
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
    SELF,
    SLOTS,
    TOKENS,
    UNDER,
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


def fill(s: State, seat: i64, out: vec[i16], at: i64) -> None:
    """An observation onto a blank one: only what is not 0 has to be written. Arrays of the state are looked up once,
    because each lookup costs as much as writing a number."""
    out[at + s.phase] = 1
    at = _turn(s, seat, out, at + 12)
    at = _action(s, out, at)
    at = _cards(s, seat, out, at)
    at = _players(s, seat, out, at)
    at = _own(s, seat, out, at)
    _supply(s, out, at)


def _beside(s: State, seat: i64, other: i64) -> i64:
    """How many seats to the left another player sits."""
    return other - seat if other >= seat else other - seat + s.setting.players


def _turn(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    out[at] = i16(s.round)
    out[at + 1] = i16(s.cursor)
    out[at + 2] = i16(s.done)
    column: i64
    for column in range(3):
        if s.columns & BIT[column] != 0:
            out[at + 3 + column] = 1
    out[at + 6] = i16(s.clock)
    out[at + 7] = i16(s.tile)
    out[at + 8] = i16(s.again)
    at += 9
    _one_of(s, seat, s.active, out, at)
    _one_of(s, seat, s.seat, out, at + 4)
    _one_of(s, seat, s.start, out, at + 8)
    _one_of(s, seat, s.successor, out, at + 12)
    return at + 16


def _one_of(s: State, seat: i64, other: i64, out: vec[i16], at: i64) -> None:
    if other > NOBODY:
        out[at + _beside(s, seat, other)] = 1


def _action(s: State, out: vec[i16], at: i64) -> i64:
    out[at] = i16(s.placing + 1)
    out[at + 1] = i16(s.part + 1)
    out[at + 2] = i16(s.left)
    out[at + 3] = i16(s.mail_train + 1)
    part: i64
    if s.box != NOTHING:
        for part in range(PARTS):
            if s.parts & BIT[part] != 0:
                out[at + 4 + part] = i16(s.setting.amount(s.box, part) * s.times)
    return at + 12


def _cards(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    market = s.market
    unseen = s.unseen
    place: i64
    for place in range(18):
        card = i64(market[place])
        if card != NOTHING:
            out[at + card] = i16(place + 1)
    for place in range(3):
        out[at + CARDS + place] = i16(unseen[ROW_TAKEN + place])
    at += CARDS + 3
    _taken(s, seat, out, at)
    return at + 2 * CARDS


def _taken(s: State, seat: i64, out: vec[i16], at: i64) -> None:
    """Who took each card, and which lie face up, whoever has them."""
    taken = s.taken
    players = s.setting.players
    stage: i64
    other: i64
    for stage in range(STAGES):
        first = at + stage * STAGE_CARDS
        face_up: i64 = 0
        for other in range(players):
            _mark(taken[other * STAGES + stage], i16(_beside(s, seat, other) + 1), out, first)
            face_up |= taken[LAID + other * STAGES + stage]
        _mark(face_up, 1, out, first + CARDS)


def _mark(members: i64, number: i16, out: vec[i16], at: i64) -> None:
    """Write a number for each member of a set."""
    while members != 0:
        out[at + lowest(members)] = number
        members &= members - 1


def _players(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """Slots and what is under them, rails and postcards, gaps, then single numbers."""
    slots = s.slots
    rails = s.rails
    gaps = s.gaps
    coins = s.coins
    length = s.length
    guests = s.guests
    evidence = s.evidence
    mail = s.mail
    other: i64
    train: i64
    i: i64
    for other in range(s.setting.players):
        base = at + PLAYER * _beside(s, seat, other)
        for train in range(2):
            own = other * 20 + train * SLOTS
            first = base + train * SLOTS
            for i in range(length[other * 2 + train]):  # the other slots are empty
                out[first + i] = slots[own + i] + 1
                out[first + 20 + i] = slots[UNDER + own + i] + 1
        own = other * 5
        for i in range(5):
            out[base + 40 + i] = rails[own + i] + 1
            out[base + 45 + i] = rails[POSTCARDS + own + i] + 1
            out[base + 50 + i] = gaps[own + i] + 1
        _mark(s.mechanics[other], 1, out, base + 55)
        for i in range(4):
            out[base + 65 + i] = i16((mail[other] >> i) & 1)
        for i in range(3):
            out[base + 69 + i] = i16(coins[other * 3 + i])
        out[base + 72] = i16(length[other * 2])
        out[base + 73] = i16(length[other * 2 + 1])
        out[base + 74] = i16(length[CONDUCTORS + other * 2])
        out[base + 75] = i16(length[CONDUCTORS + other * 2 + 1])
        out[base + 76] = i16(s.loco[other])
        out[base + 77] = i16(guests[other])
        out[base + 78] = i16(guests[4 + other])
        out[base + 79] = i16(s.taken[COMPLETED + other])
        out[base + 80] = i16(evidence[SELF + other])
        out[base + 81] = i16(evidence[OTHERS + other])
        out[base + 82] = i16(evidence[DESTROY + other])
        out[base + 83] = i16(evidence[TOKENS + other])
        out[base + 84] = i16(s.score[other])
        out[base + 85] = i16(count(s.held[other]))
        out[base + 86] = i16(e.all_owed(s, other))
    return at + 4 * PLAYER


def _own(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """What this seat knows and the others don't."""
    i: i64
    _mark(s.held[seat], 1, out, at)
    _mark(s.held[PASSED_ON + seat], 1, out, at + MAX_GAME_END)
    if s.phase == DRAFT and s.active == seat:
        _mark(s.hand, 1, out, at + 2 * MAX_GAME_END)
    at += 3 * MAX_GAME_END
    if s.evidence[ROLE_OF + seat] != NOTHING:
        out[at + s.evidence[ROLE_OF + seat]] = 1
    at += 2
    for i in range(s.waits):
        entry = waiting_entry(s, i) // 64
        if entry // 256 == seat:
            out[at + entry % 256] += 1
    return at + SOURCES


def _supply(s: State, out: vec[i16], at: i64) -> None:
    _mark(s.open_cards, 1, out, at)
    at += MAX_GAME_END
    out[at] = i16(count(s.pile))
    out[at + 1] = i16(s.tiles)
    out[at + 2] = i16(s.arrivals)
    out[at + 3] = i16(count(s.unseen[min((s.round - 1) // 2, 2)]))
