"""Where points come from, and the statements of scoring phases: stop by stop, car by car."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.core.compiled.bits import BIT, lowest
from branchline.core.screen import Account
from branchline.games.firstclass.data.opcodes import POINTS, SWITCH, TOKEN_POINTS
from branchline.games.firstclass.rules import coins, route, scoring, trains
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules import state as st
from branchline.games.firstclass.rules.cards import FROM_GAME_END, FROM_MAIL, STATIONS
from branchline.games.firstclass.rules.modules import b, c, e
from branchline.games.firstclass.rules.state import (
    BOARDED,
    CONDUCTORS,
    NOTHING,
    ROLE_OF,
    SCORING,
    SLOTS,
    State,
)
from branchline.games.firstclass.screen.offers import deck
from branchline.games.firstclass.text.captions import ACCOUNTS, SOURCES
from branchline.games.firstclass.views.view import TRAINS

Row = tuple[str, int]  # a source and its points


# Where the points of a move came from


def tally(before: State, move: int, after: State) -> dict[str, tuple[int, ...]]:
    """By source, in words: the points by seat."""
    players = int(before.setting.players)
    found: dict[str, list[int]] = {}
    for seat in range(players):
        gained = int(after.score[seat] - before.score[seat])
        for key, points in _sources(before, move, after, seat, gained):
            if points:
                found.setdefault(SOURCES[key], [0] * players)[seat] += points
    return {words: tuple(points) for words, points in found.items()}


def _sources(before: State, move: int, after: State, seat: int, gained: int) -> Iterator[Row]:
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


def _route(before: State, after: State, seat: int) -> Iterator[Row]:
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
            if new & BIT[train * SLOTS + place]:
                card = st.card_under(after, seat, train, place)
                found += int(before.setting.guest_points[card * 2 + train])
                if train == 1:
                    found += 2 * aboard
                    aboard += 1
    return found


def _ends(before: State, move: int, after: State, seat: int) -> Iterator[Row]:
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


def _arrests(after: State, seat: int) -> Iterator[Row]:
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


def accounts(before: State, move: int, after: State) -> list[Account]:
    found: list[Account] = []
    if before.phase == SCORING and move == m.END:
        players = int(before.setting.players)
        rows = list(_own_scoring(before))
        title = ACCOUNTS["own"].format(round=before.round)
        found.append(_of_one(title, int(before.seat), rows, players))
        if after.phase != SCORING:
            found.append(_whole_phase(before))
        if after.phase > st.END_CARDS:
            found.append(_end(after))
    if after.phase == st.GAME_OVER and before.phase != st.GAME_OVER and after.setting.has_evidence:
        found.append(_evidence(after))
    return found


def _account(title: str, rows: list[tuple[str, tuple[int, ...]]], players: int) -> Account:
    total = tuple(sum(points[seat] for _, points in rows) for seat in range(players))
    return Account(title, tuple(rows), total)


def _of_one(title: str, seat: int, rows: list[Row], players: int) -> Account:
    """A statement about one player: the others' numbers are 0."""
    spread = [
        (words, tuple(points if other == seat else 0 for other in range(players))) for words, points in rows
    ]
    return _account(title, spread, players)


def _own_scoring(s: State) -> Iterator[Row]:
    """F10.1, F10.2: clock stops that gave points, the reached cars of both trains, switches."""
    seat = int(s.seat)
    for space, points, twice in _clock_stops(s, seat):
        if points:
            yield ACCOUNTS["clock_twice" if twice else "clock"].format(space=space), points
    for train in range(2):
        yield from _cars(s, seat, train)
    if s.setting.has_gaps:
        yield from _switches(s, seat)


def _clock_stops(s: State, seat: int) -> Iterator[tuple[int, int, bool]]:
    """Every clock stop the locomotive has reached: space, points, whether it was done twice."""
    for space in range(1, s.loco[seat] + 1):
        box = route.clock_box(s, seat, space)
        if box != NOTHING:
            rail = route.rail_at(space)
            twice = rail != NOTHING and st.postcard(s, seat, rail) != NOTHING
            yield space, int(s.setting.amount(box, POINTS)) * (2 if twice else 1), twice


def _cars(s: State, seat: int, train: int) -> Iterator[Row]:
    name = TRAINS[train]
    for place in range(s.length[CONDUCTORS + seat * 2 + train]):
        content = st.slot(s, seat, train, place)
        if st.is_car(content):
            value = int(s.setting.car_value[content])
            star = b.is_celebrity(s, st.card_under(s, seat, train, place))
            kind = "celebrity" if star else "car"
            words = ACCOUNTS[f"{kind}_{name}"].format(slot=place + 1, value=value)
            yield words, value * (2 if star else 1)
        elif st.is_tile(content):
            number = int(s.setting.tile_number[content - st.TILE_SLOT])
            yield ACCOUNTS[f"tile_{name}"].format(slot=place + 1), number


def _switches(s: State, seat: int) -> Iterator[Row]:
    """F15.2: each arrow of each switch."""
    for gap in range(e.GAPS):
        card = e.top(s, seat, gap)
        if card != NOTHING and s.setting.card_place[card] == SWITCH:
            for train, place in ((0, e.LEFT[gap]), (1, e.RIGHT[gap])):
                points = (s.setting.upper_points, s.setting.lower_points)[train][card]
                if place >= 0 and _switched(s, seat, train, int(place), int(s.setting.need_level[card])):
                    yield ACCOUNTS[f"switch_{TRAINS[train]}"].format(gap=gap + 1), int(points)


def _switched(s: State, seat: int, train: int, place: int, need: int) -> bool:
    level = st.slot(s, seat, train, place)
    return st.is_car(level) and level >= need and st.reached(s, seat, train, place)


def _whole_phase(s: State) -> Account:
    """All players of the finished phase: no board changed after its player's scoring."""
    seats = range(s.setting.players)
    rows = [
        ("clock", tuple(sum(points for _, points, _ in _clock_stops(s, seat)) for seat in seats)),
        ("upper", tuple(int(trains.points(s, seat, 0)) for seat in seats)),
        ("lower", tuple(int(trains.points(s, seat, 1)) for seat in seats)),
    ]
    if s.setting.has_gaps:
        rows.append(("switches", tuple(int(e.switch_points(s, seat)) for seat in seats)))
    said = [(SOURCES[key], points) for key, points in rows]
    return _account(ACCOUNTS["phase"].format(round=s.round), said, len(seats))


def _end(s: State) -> Account:
    """F10.3: every game-end card, then a point per coin."""
    seats = range(s.setting.players)
    cards = deck(s)
    rows: list[tuple[str, tuple[int, ...]]] = []
    for seat in seats:
        held = s.held[seat]
        while held:
            card = lowest(held)
            held &= held - 1
            points = int(scoring.end_points(s, seat, card))
            name = s.setting.names.game_ends[card]
            words = ACCOUNTS["game_end"].format(card=name, words=cards.at_the_end(name))
            rows.append((words, tuple(points if other == seat else 0 for other in seats)))
    rows.append((SOURCES["coins_left"], tuple(int(coins.total(s, seat)) for seat in seats)))
    return _account(ACCOUNTS["end"], rows, len(seats))


def _evidence(s: State) -> Account:
    """F13.5 to F13.7: points on tokens, the reward of a murderer who is not arrested, fines."""
    seats = range(s.setting.players)
    found = [dict(_arrests(s, seat)) for seat in seats]
    rows = [(SOURCES["evidence"], tuple(_token_points(s, seat) for seat in seats))]
    for key in ("escape", "fine"):
        points = tuple(one.get(key, 0) for one in found)
        if any(points):
            rows.append((SOURCES[key], points))
    return _account(ACCOUNTS["evidence"], rows, len(seats))


def _token_points(s: State, seat: int) -> int:
    kinds = range(s.setting.tokens)
    return sum(
        int(c.shown(s, seat, kind) * s.setting.token_amount[kind])
        for kind in kinds
        if s.setting.token_kind[kind] == TOKEN_POINTS
    )
