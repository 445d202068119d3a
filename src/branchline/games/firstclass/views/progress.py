"""A player's progress with a contract, counted from the view (F9.2, F9.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.codes import Atom, Card, Measure, Requirement
from branchline.games.firstclass.rules.route import CONSTANTINOPLE
from branchline.games.firstclass.views.view import Player, Slot


class Cards(Protocol):
    """What has to be known about the cards: their kinds, and the values of cars."""

    @property
    def values(self) -> Sequence[int]: ...

    def read(self, name: str) -> Card: ...


def under(player: Player, cards: Cards, train: int, placed: int) -> int:
    """Cards of a kind under the cars of a train."""
    slots = (player.upper, player.lower)[train]
    return sum(slot.card is not None and cards.read(slot.card).placed == placed for slot in slots)


def _celebrities_and_postcards(player: Player, cards: Cards) -> int:
    postcards = sum(rail.postcard is not None for rail in player.rails)
    return under(player, cards, 0, w.CELEBRITY) + under(player, cards, 1, w.CELEBRITY) + postcards


def _guests(player: Player, cards: Cards) -> int:
    return under(player, cards, 0, w.GUEST) + under(player, cards, 1, w.GUEST)


def _with(player: Player, holds: Callable[[Slot], bool], reached: bool) -> int:
    """Filled slots of some kind in both trains, reached by the conductor or not."""
    trains = zip((player.upper, player.lower), player.conductors, strict=True)
    return sum(holds(slot) for slots, at in trains for slot in (slots[:at] if reached else slots))


SIMPLE: Final[dict[int, Callable[[Player, Cards], int]]] = {
    w.ONE: lambda player, cards: 1,
    w.FILLED: lambda player, cards: len(player.upper) + len(player.lower),
    w.CONDUCTORS_LAST: lambda player, cards: (
        (player.conductors[0] == len(player.upper)) + (player.conductors[1] == len(player.lower))
    ),
    w.MAIL_PLACED: lambda player, cards: _with(player, lambda slot: slot.mail_car is not None, False),
    w.MAIL_REACHED: lambda player, cards: _with(player, lambda slot: slot.mail_car is not None, True),
    w.LOCO_POS: lambda player, cards: player.loco,
    w.RAIL_CARDS: lambda player, cards: len(player.rails),
    w.CONSTANTINOPLE: lambda player, cards: int(player.loco == CONSTANTINOPLE),
    w.TILES: lambda player, cards: _with(player, lambda slot: slot.tile is not None, False),
    w.ON_TILE: lambda player, cards: _with(player, lambda slot: slot.tile is not None, True),
    w.COMPLETED: lambda player, cards: player.completed,
    w.STARS_AND_CARDS: _celebrities_and_postcards,
    w.PASSENGERS: lambda player, cards: under(player, cards, 0, w.GUEST),
    w.LUGGAGE: lambda player, cards: under(player, cards, 1, w.GUEST),
    w.SUSPECT_SELF: lambda player, cards: player.suspect_self,
    w.SUSPECT_OTHERS: lambda player, cards: player.suspect_others,
    w.DESTROY: lambda player, cards: player.destroy,
    w.COINS: lambda player, cards: sum(player.coins),
    w.GAME_END_CARDS: lambda player, cards: player.game_ends,
    w.MODULE_CARDS: lambda player, cards: (
        _celebrities_and_postcards(player, cards) + _guests(player, cards) + len(player.gaps) + player.destroy
    ),
}


def measured(player: Player, measure: Measure, cards: Cards) -> int:
    trains = (player.upper, player.lower)
    if measure.what == w.CARS:
        return _cars(player, measure, cards)
    if measure.what == w.RUN:
        wanted = [measure.a >> 3 * place & 7 for place in reversed(range(measure.b))]
        return max(_run(slots, wanted, cards) for slots in trains)
    if measure.what == w.CONDUCTOR_AT:
        return player.conductors[measure.a]
    if measure.what == w.CONDUCTORS:
        return sum(at >= measure.a for at in player.conductors)
    if measure.what == w.CAR_VALUE:
        return sum(slot.value or 0 for slot in trains[measure.a])
    if measure.what == w.DIFFERENT:
        present = {
            cards.values.index(slot.value) for slots in trains for slot in slots if slot.value is not None
        }
        return sum(measure.a >> level & 1 for level in present)
    return SIMPLE[measure.what](player, cards)


def _cars(player: Player, measure: Measure, cards: Cards) -> int:
    first, reached = divmod(measure.c, 2)
    found = 0
    for train, slots in enumerate((player.upper, player.lower)):
        if measure.b >> train & 1:
            end = player.conductors[train] if reached else len(slots)
            values = [slot.value for slot in slots[first - 1 : end] if slot.value is not None]
            found += sum(measure.a >> cards.values.index(value) & 1 for value in values)
    return found


def _run(slots: Sequence[Slot], wanted: Sequence[int], cards: Cards) -> int:
    """The longest prefix of the required row that occurs in a train."""
    levels = [cards.values.index(slot.value) for slot in slots if slot.value is not None]
    best = 0
    for start in range(len(levels)):
        held = 0
        while held < len(wanted) and start + held < len(levels) and levels[start + held] >= wanted[held]:
            held += 1
        best = max(best, held)
    return best


def least(need: Atom) -> int:
    """How much is required; for a row, its number of cars."""
    return need.measure.b if need.measure.what == w.RUN else need.least


def shown(atoms: Sequence[Atom]) -> Sequence[Atom]:
    """A mail car that has been reached has been placed: that need not be counted separately."""
    if all(one.measure.what != w.MAIL_REACHED for one in atoms):
        return atoms
    return [one for one in atoms if one.measure.what != w.MAIL_PLACED]


def steps(player: Player, requirement: Requirement, cards: Cards) -> list[tuple[int, int]]:
    """What is met and what is required, for the group nearest to completion."""
    groups = [
        [(min(measured(player, one.measure, cards), least(one)), least(one)) for one in shown(atoms)]
        for atoms in requirement
    ]
    return max(groups, key=lambda group: sum(have / want for have, want in group) / len(group))
