"""What a seat will still score, forecast at the start of a round from its board.

A sum of features times weights, one set of weights per round; `bench/forecast.py` fits them to games of planners."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit, count
from branchline.games.firstclass.bots.outlook import scorings
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.rules import coins, route, scoring
from branchline.games.firstclass.rules.cards import STAGES, STATIONS
from branchline.games.firstclass.rules.modules import b, e
from branchline.games.firstclass.rules.state import (
    BOARDED,
    CONDUCTORS,
    LAID,
    NOTHING,
    SLOTS,
    TILE_SLOT,
    State,
    card_under,
    is_car,
    is_tile,
    postcard,
    rail_card,
    slot,
)
from branchline.games.firstclass.rules.state import DESTROY as DESTROY_CARDS
from branchline.games.firstclass.rules.state import TOKENS as TOKENS_DRAWN

# Features; those marked * count once for every scoring phase to come.
REACHED: Final[i64] = 0  # * value of reached cars
NEAR: Final[i64] = 1  # * value of the next two cars
FAR: Final[i64] = 2  # * value of cars further on
LEVEL: Final[i64] = 3  # * reached or near cars of levels 1 to 4, at 3 to 6
LENGTH: Final[i64] = 7
CONDUCTOR: Final[i64] = 8
MAIL: Final[i64] = 9
TILE: Final[i64] = 10  # * tiles reached
TILE_AHEAD: Final[i64] = 11
LOCO: Final[i64] = 12
RAILS: Final[i64] = 13
CLOCK_UPGRADE: Final[i64] = 14  # * what clock stops reached give
CLOCK_COIN: Final[i64] = 15
CLOCK_OTHER: Final[i64] = 16
CLOCK_POINTS: Final[i64] = 17
CLOCK_AHEAD: Final[i64] = 18
STOP_AHEAD: Final[i64] = 19  # points of stops
COINS: Final[i64] = 20
CARD_POINTS: Final[i64] = 21
CARDS: Final[i64] = 22  # game-end cards
CONTRACTS: Final[i64] = 23
SWITCHES: Final[i64] = 24  # *
GUESTS: Final[i64] = 25  # not boarded yet
TOKENS: Final[i64] = 26
DESTROY: Final[i64] = 27
CONSTANT: Final[i64] = 28
FEATURES: Final[i64] = 29


def forecast(s: State, seat: i64, weights: vec[float], out: vec[float]) -> float:
    """Points to come until the end; `out` is working memory for the features."""
    features(s, seat, out)
    found = 0.0
    feature: i64
    row = (min(max(s.round, 2), 6) - 2) * FEATURES
    for feature in range(FEATURES):
        found += weights[row + feature] * out[feature]
    return found


def features(s: State, seat: i64, out: vec[float]) -> None:
    feature: i64
    for feature in range(FEATURES):
        out[feature] = 0.0
    phases = float(scorings(s, seat))
    _train(s, seat, 0, phases, out)
    _train(s, seat, 1, phases, out)
    _route(s, seat, phases, out)
    stage: i64
    for stage in range(STAGES):
        out[CONTRACTS] += float(count(s.taken[LAID + seat * STAGES + stage]))
    out[COINS] = float(coins.total(s, seat))
    out[CARD_POINTS] = float(scoring.card_points(s, seat))
    out[CARDS] = float(count(s.held[seat]))
    if s.setting.has_gaps:
        out[SWITCHES] = phases * float(e.switch_points(s, seat))
    out[TOKENS] = float(s.evidence[TOKENS_DRAWN + seat])
    out[DESTROY] = float(s.evidence[DESTROY_CARDS + seat])
    out[CONSTANT] = 1.0


def _train(s: State, seat: i64, train: i64, phases: float, out: vec[float]) -> None:
    conductor = s.length[CONDUCTORS + seat * 2 + train]
    length = s.length[seat * 2 + train]
    place: i64
    for place in range(length):
        content = slot(s, seat, train, place)
        if is_car(content):
            _car(s, seat, train, place, content, phases, out)
        elif is_tile(content):
            if place < conductor:
                out[TILE] += phases * float(s.setting.tile_number[content - TILE_SLOT])
            else:
                out[TILE_AHEAD] += 1.0
        else:
            out[MAIL] += 1.0
    out[LENGTH] += float(length)
    out[CONDUCTOR] += float(conductor)


def _car(s: State, seat: i64, train: i64, place: i64, level: i64, phases: float, out: vec[float]) -> None:
    ahead = place - s.length[CONDUCTORS + seat * 2 + train]
    card = card_under(s, seat, train, place)
    times = phases
    if card != NOTHING:
        if b.is_celebrity(s, card):
            times *= 2.0
        elif s.guests[BOARDED + seat] & bit(train * SLOTS + place) == 0:
            out[GUESTS] += 1.0
    value = times * float(s.setting.car_value[level])
    if ahead < 0:
        out[REACHED] += value
    elif ahead < 2:
        out[NEAR] += value
    else:
        out[FAR] += value
    if ahead < 2 and 1 <= level <= 4:
        out[LEVEL + level - 1] += times


def _route(s: State, seat: i64, phases: float, out: vec[float]) -> None:
    at = s.loco[seat]
    space: i64
    for space in range(1, route.last_space(s, seat) + 1):
        box = route.clock_box(s, seat, space)
        rail = route.rail_at(space)
        if box != NOTHING:
            times = phases
            if rail != NOTHING and postcard(s, seat, rail) != NOTHING:
                times *= 2.0
            if space > at:
                out[CLOCK_AHEAD] += times
            else:
                _clock(s, box, times, out)
        elif space > at and rail != NOTHING:
            out[STOP_AHEAD] += float(s.setting.rail_points[rail_card(s, seat, (space - STATIONS - 1) // 2)])
    out[LOCO] = float(at)
    out[RAILS] = float(route.rail_cards(s, seat))


def _clock(s: State, box: i64, times: float, out: vec[float]) -> None:
    out[CLOCK_UPGRADE] += times * float(s.setting.amount(box, w.UPGRADE))
    out[CLOCK_COIN] += times * float(s.setting.amount(box, w.COIN))
    out[CLOCK_POINTS] += times * float(s.setting.amount(box, w.POINTS))
    out[CLOCK_OTHER] += times * float(s.setting.amount(box, w.CAR) + s.setting.amount(box, w.CONDUCTOR))
