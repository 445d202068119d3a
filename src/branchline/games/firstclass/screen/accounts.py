"""Where points come from, and the statements of scoring phases, car by car."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import add, sub
from typing import Final

from branchline.core.compiled.bits import bit, lowest
from branchline.core.screen import Account, AccountRow, account
from branchline.games.firstclass.data.opcodes import TOKEN_POINTS
from branchline.games.firstclass.rules import coins, phases, route, scoring, trains
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules import state as st
from branchline.games.firstclass.rules.cards import FROM_GAME_END, FROM_MAIL, STATIONS
from branchline.games.firstclass.rules.modules import b, c, e
from branchline.games.firstclass.rules.state import (
    BOARDED,
    NOTHING,
    ROLE_OF,
    SCORING,
    SLOTS,
    State,
)
from branchline.games.firstclass.text.captions import ACCOUNTS, SOURCES
from branchline.games.firstclass.text.telling import deck

Source = tuple[str, int]  # its key, and its points
EVIDENCE: Final = ("evidence", "escape", "fine")  # the sources of the end of module C


# Where the points of a move came from


def tally(before: State, move: int, after: State) -> dict[str, tuple[int, ...]]:
    """By source, in words: the points by seat."""
    return {SOURCES[key]: points for key, points in _points(before, move, after).items()}


def _points(before: State, move: int, after: State) -> dict[str, tuple[int, ...]]:
    players = int(before.setting.players)
    found: dict[str, list[int]] = {}
    for seat in range(players):
        gained = int(after.score[seat] - before.score[seat])
        for key, points in _sources(before, move, after, seat, gained):
            if points:
                found.setdefault(key, [0] * players)[seat] += points
    return {key: tuple(points) for key, points in found.items()}


def _sources(before: State, move: int, after: State, seat: int, gained: int) -> Iterator[Source]:
    """All sources of a seat; points without another source came from the action that the move started."""
    if not gained and after.phase != st.GAME_OVER:  # here a fine can cancel an equal gain
        return
    known = [
        *_route(before, after, seat),
        ("guest", _luggage(before, after, seat)),
        *_ends(before, move, after, seat),
    ]
    yield from known
    yield _origin(before, move, seat), gained - sum(points for _, points in known)


def _route(before: State, after: State, seat: int) -> Iterator[Source]:
    """F6.2, F6.3: the stops that the locomotive entered."""
    setting = before.setting
    for space in range(before.loco[seat] + 1, after.loco[seat] + 1):
        if space <= STATIONS:
            yield "route", int(setting.station_points[space - 1])
        elif space == route.CONSTANTINOPLE:
            place = int(before.arrivals)
            points = setting.arrival_points[place] if place < len(setting.arrival_points) else 0
            yield "constantinople", int(points)
        elif (space - STATIONS) % 2 == 1:
            card = st.rail_card(after, seat, route.rail_at(space))
            yield "route", int(setting.rail_points[card])


def _luggage(before: State, after: State, seat: int) -> int:
    """F14.3: guests that boarded; each piece of luggage brings 2 more per earlier one."""
    new = after.guests[BOARDED + seat] & ~before.guests[BOARDED + seat]
    found = 0
    aboard = int(before.guests[4 + seat])
    for train in range(2):
        for place in range(SLOTS):
            if new & bit(train * SLOTS + place):
                card = st.card_under(after, seat, train, place)
                found += int(before.setting.guest_points[card * 2 + train])
                if train == 1:
                    found += 2 * aboard
                    aboard += 1
    return found


def _ends(before: State, move: int, after: State, seat: int) -> Iterator[Source]:
    """What scoring phases and the end of the game bring."""
    if before.phase == SCORING and move == m.END:
        if seat == before.seat:
            yield "upper", int(trains.points(before, seat, 0))
            yield "lower", int(trains.points(before, seat, 1))
            yield "switches", int(e.switch_points(before, seat)) if before.setting.has_gaps else 0
        if after.phase > st.END_CARDS:
            yield "game_end", int(scoring.card_points(after, seat))
            yield "coins_left", int(coins.total(after, seat))
    if before.phase == st.DRAW_EVIDENCE and seat == before.seat:
        kind = m.token_kind(move)
        points = before.setting.token_kind[kind] == TOKEN_POINTS
        yield "evidence", int(before.setting.token_amount[kind]) if points else 0
    if after.phase == st.GAME_OVER and after.setting.has_evidence and before.phase != st.GAME_OVER:
        yield from _arrests(after, seat)


def _arrests(after: State, seat: int) -> Iterator[Source]:
    """F13.6 with fines, F13.7."""
    if c.is_arrested(after, seat):
        yield "fine", -int(c.FINE) if after.setting.arrest_fines else 0
    elif after.evidence[ROLE_OF + seat] == c.MURDERER:
        yield "escape", int(c.ESCAPE)


def _origin(before: State, move: int, seat: int) -> str:
    """What brought the points of an action."""
    if before.seat >= 0 and seat != before.seat:
        return "mail"  # F4.4: out of turn, only mail cars and the like bring actions
    if m.DO <= move < m.MECHANIC:
        source = m.do_source(move)
        if source >= FROM_GAME_END:
            return "game_end_now"
        if source >= FROM_MAIL:
            return "mail"
        return "contract" if before.setting.contract_need[source] != NOTHING else "guest"
    if m.SPEND <= move < m.COMPLETE:
        return "coin"
    return {int(m.CLOCK): "clock", int(m.TILE): "tile"}.get(move, "card")


# Statements


def accounts(start: State, moves: Sequence[int], before: State, after: State) -> list[Account]:
    found: list[Account] = []
    if before.phase == SCORING and after.phase != SCORING:
        found.append(_phase(before, _sums(start, moves), _scores(start)))
        if after.phase > st.END_CARDS:
            found.append(_end(after, tuple(map(add, found[0].before, found[0].total))))
    if after.phase == st.GAME_OVER and before.phase != st.GAME_OVER and after.setting.has_evidence:
        sums = _sums(start, moves)
        rows = [AccountRow(SOURCES[key], sums[key]) for key in EVIDENCE if key in sums]
        gained = account("", rows, _scores(after), "").total
        found.append(_score(ACCOUNTS["evidence"], rows, tuple(map(sub, _scores(after), gained))))
    return found


def _score(title: str, rows: list[AccountRow], before: tuple[int, ...]) -> Account:
    return account(title, rows, before, ACCOUNTS["score"], score=True)


def _scores(s: State) -> tuple[int, ...]:
    return tuple(int(s.score[seat]) for seat in range(s.setting.players))


def _sums(start: State, moves: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The points of several moves by source, in the order of the sources, and by seat."""
    state = st.clone(start)
    found: dict[str, tuple[int, ...]] = {}
    for move in moves:
        before = st.clone(state)
        phases.apply(state, move)
        for key, points in _points(before, move, state).items():
            found[key] = tuple(map(add, found.get(key, (0,) * len(points)), points))
    return {key: found[key] for key in SOURCES if key in found}


def _phase(s: State, sums: Mapping[str, tuple[int, ...]], before: tuple[int, ...]) -> Account:
    """F10.1, F10.2: all that a scoring phase brought; the trains car by car, as no board changes after its player's
    scoring."""
    rows: list[AccountRow] = []
    for key, points in sums.items():
        if key not in ("game_end", "coins_left", *EVIDENCE):
            rows.append(AccountRow(SOURCES[key], points))
        if key in ("upper", "lower"):
            rows += _cars(s, ("upper", "lower").index(key))
    return _score(ACCOUNTS["phase"].format(round=s.round), rows, before)


def _cars(s: State, train: int) -> Iterator[AccountRow]:
    for place in range(SLOTS):
        points = tuple(_slot(s, seat, train, place) for seat in range(s.setting.players))
        if any(points):
            yield AccountRow(ACCOUNTS["slot"].format(slot=place + 1), points, part=True)


def _slot(s: State, seat: int, train: int, place: int) -> int:
    """F10.2, F7.1"""
    content = st.slot(s, seat, train, place)
    if not st.reached(s, seat, train, place):
        return 0
    if st.is_tile(content):
        return int(s.setting.tile_number[content - st.TILE_SLOT])
    celebrity = b.is_celebrity(s, st.card_under(s, seat, train, place))
    return int(s.setting.car_value[content]) * (2 if celebrity else 1) if st.is_car(content) else 0


def _end(s: State, before: tuple[int, ...]) -> Account:
    """F10.3: every game-end card, then a point per coin."""
    seats = range(s.setting.players)
    cards = deck(s)
    rows = [AccountRow(SOURCES["game_end"], tuple(int(scoring.card_points(s, seat)) for seat in seats))]
    for seat in seats:
        held = s.held[seat]
        while held:
            card = lowest(held)
            held &= held - 1
            points = int(scoring.end_points(s, seat, card))
            words = cards.at_the_end(s.setting.names.game_ends[card])
            rows.append(
                AccountRow(words, tuple(points if other == seat else 0 for other in seats), part=True)
            )
    rows.append(AccountRow(SOURCES["coins_left"], tuple(int(coins.total(s, seat)) for seat in seats)))
    return _score(ACCOUNTS["end"], rows, before)
