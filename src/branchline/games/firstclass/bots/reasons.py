"""Why a move is good, in words: what the mover's turn brings, from the positions before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from branchline.core.compiled.bits import count
from branchline.games.firstclass.bots.outlook import scorings
from branchline.games.firstclass.data.opcodes import FINGERPRINTS, LOWER, UPPER
from branchline.games.firstclass.rules import coins, route, scoring, trains
from branchline.games.firstclass.rules.modules import b, c, d, e
from branchline.games.firstclass.rules.moves import (
    BLIND,
    BUY,
    CLOCK,
    DO,
    DONE,
    END,
    MECHANIC,
    POINT,
    SPEND,
    TAKE,
    TILE,
    discard_kind,
)
from branchline.games.firstclass.rules.state import (
    COMPLETED,
    CONDUCTORS,
    DESTROY,
    DISCARD_EVIDENCE,
    DRAFT,
    LAID,
    NO_DRAW,
    NOTHING,
    SLOTS,
    TOKENS,
    State,
    is_car,
    slot,
)
from branchline.languages import Words, counted

# Translators: reasons for a move, each a piece of a list: "both trains score 5 more in each of 2 scoring phases"
REASONS: Final = Words({
    "trains": "the trains score {more} more in the last scoring phase|the trains score {more} more in each of {count} "
    "scoring phases",
    "points": "scores {count} point at once|scores {count} points at once",
    "contract": "completes a contract",
    "promises": "a contract within reach",
    "clock": "the locomotive reaches a clock stop",
    "rail": "the route grows",
    "worth": (
        "cars worth {count} more point once a conductor reaches them|cars worth {count} more points once a "
        "conductor reaches them"
    ),
    "conductors": "the conductors get {count} slot further|the conductors get {count} slots further",
    "cars": "room to grow: {count} more car|room to grow: {count} more cars",
    "coins": "{count} more coin|{count} more coins",
    "end_card": "one more game-end card",
    "card_points": "game-end cards are worth {count} more point|game-end cards are worth {count} more points",
    "celebrity": "a car that scores double",
    "postcard": "a clock stop that is done twice",
    "passenger": "a passenger is waiting to board",
    "luggage": "luggage is waiting to be loaded",
    "switch": "a switch for the scoring phases to come",
    "mechanic": "a mechanic for upgrades to come",
    "tile": "starts the next round",
    "others": "the others draw evidence",
    "own": "although it means drawing evidence",
    "destroy": "destroys evidence at the end",
    "fingerprints": "{count} fewer fingerprint|{count} fewer fingerprints",
    "escapes": "avoids arrest, as things stand",
    "another": "another player is arrested, as things stand",
    "arrested": "arrest can't be avoided",
    "enough": "stops discarding",
    "draft": "comes true in most games, at least in part",
    "done": "nothing more to gain this turn",
    "card": "denies the others this card",
    "coin": "turns a coin into a point",
    "clock_stop": "uses the clock stop",
    "waiting": "does a waiting action",
})  # fmt: skip
# What a move always does, whatever else it brings: from the first id of its kind to that of the next.
_PLAIN: Final = (
    (CLOCK, BLIND, "clock_stop"),
    (TAKE, SPEND, "card"),
    (POINT, BUY, "coin"),
    (DO, MECHANIC, "waiting"),
)


def reasons(before: State, move: int, after: State, seat: int, names: Sequence[str]) -> list[str]:
    """Parts of a sentence, the most important first, four at most."""
    if before.phase == DRAFT:
        return [REASONS["draft"]]
    if move == END:
        return [REASONS["done"]]
    if before.phase == DISCARD_EVIDENCE:
        return list(_discard(before, move, after, seat))
    found = [
        *_points(before, after, seat),
        *_growth(before, after, seat, move),
        *_laid(before, after, seat),
        *_evidence(before, after, seat),
    ]
    return found[:4] or [REASONS[key] for first, end, key in _PLAIN if first <= move < end]


def _phase_points(s: State, seat: int) -> int:
    """F10.1: what trains and switches score in a phase."""
    found = trains.points(s, seat, UPPER) + trains.points(s, seat, LOWER)
    return found + (e.switch_points(s, seat) if s.setting.has_gaps else 0)


def _points(before: State, after: State, seat: int) -> Iterator[str]:
    more = _phase_points(after, seat) - _phase_points(before, seat)
    phases = scorings(before, seat)  # the player's current one counts, even if it is over by then
    if more > 0 and phases > 0:
        yield counted(REASONS["trains"], phases, more=more)
    scored = after.score[seat] - before.score[seat]
    if scored > 0 and phases == scorings(after, seat):
        yield counted(REASONS["points"], scored)
    if after.taken[COMPLETED + seat] > before.taken[COMPLETED + seat]:
        yield REASONS["contract"]
    grown = scoring.card_points(after, seat) - scoring.card_points(before, seat)
    if count(after.held[seat]) > count(before.held[seat]) or after.drawing != NO_DRAW:
        yield REASONS["end_card"]
    elif grown > 0:
        yield counted(REASONS["card_points"], grown)


def _growth(before: State, after: State, seat: int, move: int) -> Iterator[str]:
    if _clocks(after, seat) > _clocks(before, seat):
        yield REASONS["clock"]
    if route.rail_cards(after, seat) > route.rail_cards(before, seat):
        yield REASONS["rail"]
    if _open_contracts(after, seat) > _open_contracts(before, seat):
        yield REASONS["promises"]
    if _phase_points(after, seat) <= _phase_points(before, seat):
        yield from _ahead(before, after, seat)
    cars = sum(after.length[seat * 2 : seat * 2 + 2]) - sum(before.length[seat * 2 : seat * 2 + 2])
    if cars > 0:
        yield counted(REASONS["cars"], cars)
    money = coins.total(after, seat) - coins.total(before, seat)
    if money > 0:
        yield counted(REASONS["coins"], money)
    if move == TILE:
        yield REASONS["tile"]


def _ahead(before: State, after: State, seat: int) -> Iterator[str]:
    """What the trains will score later."""
    worth = _worth(after, seat) - _worth(before, seat)
    if worth > 0:
        yield counted(REASONS["worth"], worth)
    steps = _conductors(after, seat) - _conductors(before, seat)
    if steps > 0:
        yield counted(REASONS["conductors"], steps)


def _worth(s: State, seat: int) -> int:
    """The values of all cars, reached or not."""
    contents = [slot(s, seat, train, place) for train in (UPPER, LOWER) for place in range(SLOTS)]
    return sum(s.setting.car_value[content] for content in contents if is_car(content))


def _conductors(s: State, seat: int) -> int:
    return sum(s.length[CONDUCTORS + seat * 2 : CONDUCTORS + seat * 2 + 2])


def _clocks(s: State, seat: int) -> int:
    """Clock stops that the locomotive has reached."""
    return sum(route.clock_box(s, seat, space) != NOTHING for space in range(1, s.loco[seat] + 1))


def _open_contracts(s: State, seat: int) -> int:
    return sum(count(cards) for cards in s.taken[LAID + seat * 3 : LAID + seat * 3 + 3])


def _laid(before: State, after: State, seat: int) -> Iterator[str]:
    """Cards laid out by modules B, D and E that have not brought anything yet."""
    if b.celebrities(after, seat) > b.celebrities(before, seat):
        yield REASONS["celebrity"]
    if b.postcards(after, seat) > b.postcards(before, seat):
        yield REASONS["postcard"]
    for train, key in ((UPPER, "passenger"), (LOWER, "luggage")):
        if _waiting_guests(after, seat, train) > _waiting_guests(before, seat, train):
            yield REASONS[key]
    for gap in range(e.GAPS):
        card = e.top(after, seat, gap)
        if card != e.top(before, seat, gap):
            yield REASONS["mechanic" if e.is_mechanic(after, card) else "switch"]


def _waiting_guests(s: State, seat: int, train: int) -> int:
    return d.placed(s, seat, train) - s.guests[train * 4 + seat]


def _evidence(before: State, after: State, seat: int) -> Iterator[str]:
    players = range(after.setting.players)
    if any(
        after.evidence[TOKENS + other] > before.evidence[TOKENS + other] for other in players if other != seat
    ):
        yield REASONS["others"]
    if after.evidence[TOKENS + seat] > before.evidence[TOKENS + seat]:
        yield REASONS["own"]
    if after.evidence[DESTROY + seat] > before.evidence[DESTROY + seat]:
        yield REASONS["destroy"]


def _discard(before: State, move: int, after: State, seat: int) -> Iterator[str]:
    """F13.5, F13.6: at the end, when all tokens are face up."""
    arrested = c.is_arrested(before, seat)
    if move != DONE:
        yield counted(REASONS["fingerprints"], before.setting.token_amount[discard_kind(move)])
        if arrested and not c.is_arrested(after, seat):
            yield REASONS["escapes"]
    elif not arrested:
        yield REASONS["another"]
    else:
        yield REASONS["arrested" if _lost(before, seat) else "enough"]


def _lost(s: State, seat: int) -> bool:
    """Whether the seat has the most fingerprints even after all its discards."""
    tokens = [
        s.setting.token_amount[kind]
        for kind in range(s.setting.tokens)
        if s.setting.token_kind[kind] == FINGERPRINTS
        for _token in range(c.shown(s, seat, kind))
    ]
    least = sum(sorted(tokens)[: -c.discards_left(s)])
    others = [c.fingerprints(s, other) for other in range(s.setting.players) if other != seat]
    return least > 0 and least >= max(others)
