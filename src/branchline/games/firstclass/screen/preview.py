"""What a move would do, tried out on a copy: which shapes it changes, and which coins would find no space."""

from __future__ import annotations

from branchline.core.compiled.bits import bit
from branchline.games.firstclass.data.opcodes import COIN
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.rules import coins, phases
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules.cards import RAILS, STATIONS
from branchline.games.firstclass.rules.modules import d
from branchline.games.firstclass.rules.state import (
    BOARDED,
    CONDUCTORS,
    NOTHING,
    SLOTS,
    UNDER,
    State,
    actor,
    card_under,
    clone,
)
from branchline.games.firstclass.text.begun import begun, payment


class Trial:
    """A legal move, played on a copy as often as asked."""

    def __init__(self, before: State, move: int, many: int = 1) -> None:
        self.before, self.move = before, move
        self.seat = int(actor(before))
        self.box, self.times = begun(before, move)  # the action that it starts
        self.after = clone(before)
        for _ in range(many):
            phases.apply(self.after, move)


def most(s: State, move: int) -> int:
    """How many times in a row a step of the running action can be taken."""
    after, many = clone(s), 1
    phases.apply(after, move)
    while (
        after.active == s.active
        and after.box == s.box
        and after.turn == s.turn
        and move in phases.legal(after)
    ):
        phases.apply(after, move)
        many += 1
    return many


# Shapes


def changed(before: State, after: State, seat: int) -> list[str]:
    """The shapes of a board that look different: slots, conductors at their new positions, route, gaps."""
    found: list[str] = []
    if before.slots != after.slots or before.length != after.length:
        found += _slots(before, after, seat)
    if before.rails != after.rails or before.loco != after.loco:
        found += _route(before, after, seat)
    if before.gaps != after.gaps:
        places = range(seat * 5, seat * 5 + 5)
        changed_gaps = (gap for gap, at in enumerate(places, 1) if before.gaps[at] != after.gaps[at])
        found += [targets.gap(seat, gap) for gap in changed_gaps]
    return found


def _slots(before: State, after: State, seat: int) -> list[str]:
    found = []
    was, now = before.slots, after.slots
    for train in range(2):
        first = (seat * 2 + train) * SLOTS
        stood, stands = (s.length[CONDUCTORS + seat * 2 + train] for s in (before, after))
        found += [
            targets.slot(seat, train, number)
            for number, slot in enumerate(range(first, first + SLOTS), 1)
            if was[slot] != now[slot] or was[UNDER + slot] != now[UNDER + slot] or number == stands != stood
        ]
    return found


def _route(before: State, after: State, seat: int) -> list[str]:
    found = []
    for rail in range(RAILS):
        space = STATIONS + 2 * rail + 1
        if before.rails[seat * RAILS + rail] != after.rails[seat * RAILS + rail]:
            found += [targets.space(seat, space), targets.space(seat, space + 1)]
        elif before.rails[20 + seat * RAILS + rail] != after.rails[20 + seat * RAILS + rail]:
            found.append(targets.space(seat, space + 1))
    if before.loco[seat] != after.loco[seat]:
        found.append(targets.space(seat, after.loco[seat]))
    return list(dict.fromkeys(found))


# Coins (F4.5)


def coins_lost(trial: Trial) -> int:
    """Coins that the move brings its player but that find no space."""
    before, after, seat = trial.before, trial.after, trial.seat
    due = _coins_of_box(trial) + _fares(before, after, seat)
    kept = coins.total(after, seat) - coins.total(before, seat) + sum(payment(trial.move))
    return due - kept


def _coins_of_box(trial: Trial) -> int:
    """Coins of the action that the move starts, including any card that has to be placed first."""
    s, after, box = trial.before, trial.after, trial.box
    if m.CELEBRITY <= trial.move < m.KEEP:
        box = s.box if s.parts & bit(COIN) else NOTHING
    elif after.placing != NOTHING and after.parts & bit(COIN):
        return 0
    return 0 if box == NOTHING else s.setting.amount(box, COIN) * trial.times


def _fares(before: State, after: State, seat: int) -> int:
    """F14.3: what boarding passengers bring."""
    new = after.guests[BOARDED + seat] & ~before.guests[BOARDED + seat]
    if not new:
        return 0
    found = 0
    aboard = before.guests[seat]
    for place in range(SLOTS):
        if new & bit(place):
            found += after.setting.guest_coins[card_under(after, seat, 0, place) * 2] + aboard
            aboard += 1
    return found + _coins_of_luggage(after, seat, new)


def _coins_of_luggage(after: State, seat: int, new: int) -> int:
    """A custom deck may pay coins for luggage."""
    places = [place for place in range(SLOTS) if new & bit(SLOTS + place)]
    cards = [card_under(after, seat, 1, place) for place in places]
    return sum(after.setting.guest_coins[card * 2 + 1] for card in cards if d.is_guest(after, card))
