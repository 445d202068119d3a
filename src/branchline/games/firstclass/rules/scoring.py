"""F10: scoring phases and the end of the game."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.bits import lowest
from branchline.core.compiled.engine import OVER
from branchline.games.firstclass.data.opcodes import LOWER, UPPER
from branchline.games.firstclass.rules import coins, trains
from branchline.games.firstclass.rules.measures import measure, met
from branchline.games.firstclass.rules.modules import c, e
from branchline.games.firstclass.rules.state import (
    COMPLETED,
    DRAW_EVIDENCE,
    END_CARDS,
    GAME_OVER,
    NOTHING,
    SHOW_CARDS,
    State,
)

ROUNDS: int = 6

# Scoring phases


def begin(s: State) -> None:
    """F10.1: in turn order from the next round's start player."""
    s.cursor = 0
    _begin_seat(s)


def _begin_seat(s: State) -> None:
    s.seat = (s.start + s.cursor) % s.setting.players
    s.active = s.seat
    s.turn += 1
    s.columns = 0
    s.clock = 0
    s.again = 0


def end_seat(s: State) -> None:
    """F10.1: after clock stops, contracts and coins the points of both trains, then switches."""
    seat = s.seat
    s.score[seat] += trains.points(s, seat, UPPER) + trains.points(s, seat, LOWER)
    if s.setting.has_gaps:
        s.score[seat] += e.switch_points(s, seat)
    s.cursor += 1
    if s.cursor < s.setting.players:
        _begin_seat(s)
        return
    s.clock = 0
    if s.round == ROUNDS:
        s.phase = END_CARDS
    else:
        s.round += 1
        s.phase = SHOW_CARDS


# The end


def begin_end(s: State) -> None:
    """F10.3: game-end cards, then a point per coin, then module C."""
    seat: i64
    for seat in range(s.setting.players):
        s.score[seat] += card_points(s, seat)
    for seat in range(s.setting.players):
        s.score[seat] += coins.total(s, seat)
    s.phase = DRAW_EVIDENCE if s.setting.has_evidence else GAME_OVER


def begin_over(s: State) -> None:
    if s.setting.has_evidence:
        c.settle_arrests(s)
    s.active = OVER


def card_points(s: State, seat: i64) -> i64:
    """The points of all game-end cards of a seat."""
    found: i64 = 0
    cards = s.held[seat]
    while cards != 0:
        found += end_points(s, seat, lowest(cards))
        cards &= cards - 1
    return found


def end_points(s: State, seat: i64, card: i64) -> i64:
    """The points of one game-end card."""
    terms = s.setting.terms
    found: i64 = 0
    place = s.setting.end_first[card] * 9
    while place < s.setting.end_first[card + 1] * 9:
        condition = terms[place + 7]
        if condition == NOTHING or met(s, seat, condition) == (terms[place + 8] == 0):
            number = measure(s, seat, terms[place + 1], terms[place + 2], terms[place + 3], terms[place + 4])
            points = terms[place] * (number // terms[place + 5])
            found += min(points, terms[place + 6]) if terms[place + 6] > 0 else points
        place += 9
    return found


def is_out(s: State, seat: i64) -> bool:
    """F13.6: arrested, and so out of the game. Since rules version 3 the points decide if all are arrested."""
    if not s.setting.has_evidence or s.setting.arrest_fines or not c.is_arrested(s, seat):
        return False
    return s.setting.rules < 3 or not c.all_arrested(s)


def standing(s: State, seat: i64) -> i64:
    """F10.4: points, then coins before conversion, then completed contracts, as one number to compare."""
    return (s.score[seat] * 16 + coins.total(s, seat)) * 256 + s.taken[COMPLETED + seat]


def places(s: State) -> vec[i64]:
    """F10.4, F13.6: how many are ahead of each seat. Players who are out come last and don't win."""
    found = vec[i64]([0] * s.setting.players)
    seat: i64
    other: i64
    for seat in range(s.setting.players):
        for other in range(s.setting.players):
            if _is_ahead(s, other, seat):
                found[seat] += 1
        if is_out(s, seat):
            found[seat] = max(found[seat], 1)
    return found


def _is_ahead(s: State, seat: i64, other: i64) -> bool:
    if is_out(s, seat) or is_out(s, other):
        return not is_out(s, seat)
    return standing(s, seat) > standing(s, other)
