"""What a choice changes for the player to move, found by playing it on a copy: tokens, income and upkeep, points, what
comes within reach; and what it makes them pay. The rules' own functions count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from branchline.core.screen import Effect, Payment
from branchline.games.nuremberg.rules import moves, paying, phases, profit, shipping
from branchline.games.nuremberg.rules.board import BROWN, GREEN, RED, RED_PASSENGER, WHITE
from branchline.games.nuremberg.rules.state import BUILDING, EARNED, State, clone
from branchline.games.nuremberg.rules.ways import plots_in
from branchline.games.nuremberg.text.notation import KINDS, UNITS
from branchline.games.nuremberg.text.screen_words import NOTES, fill
from branchline.languages import counted

TRAIN_BROWN: Final = 3  # what the dearest train costs (N9.2): brown that a player likes to keep until then
KEPT_CUBES: Final = 3  # N3.1: players who keep more get fewer new ones


class Tried(NamedTuple):
    """A choice played to its end on a copy."""

    move: str  # with the proposed payment
    after: State
    pays: Payment | None


def tried(s: State, text: str, *steps: int) -> Tried:
    after = clone(s)
    for step in steps:
        phases.apply(after, step)
    if not after.owed:
        return Tried(text, after, None)
    pays = Payment(int(after.owed), tuple((name, int(paying.has(after, n))) for n, name in enumerate(UNITS)))
    counts = _proposal(after)
    for unit, count in enumerate(counts):
        for _ in range(min(count, after.owed)):  # where no choice is left, the rules pay the rest
            if after.owed:
                phases.apply(after, moves.pay(unit))
    return Tried(f"{text} pay {' '.join(map(str, counts))}".strip(), after, pays)


# Payments


def _proposal(s: State) -> list[int]:
    """How much of each unit to pay: unit by unit, what the player needs least."""
    worth = _for_link if s.phase == BUILDING else _for_train
    left = [int(paying.has(s, unit)) for unit in range(moves.UNITS)]
    paid = [0] * len(left)
    for _ in range(s.owed):
        unit = min((unit for unit, count in enumerate(left) if count), key=lambda unit: worth(s, unit, left))
        left[unit] -= 1
        paid[unit] += 1
    return paid


def _for_link(s: State, unit: int, left: Sequence[int]) -> tuple[int, int]:
    """N7.12: from the largest stock, beyond the brown that trains will cost; white first among equals."""
    spare = left[unit] - (TRAIN_BROWN if unit == BROWN else 0)
    return -spare, (WHITE, GREEN, RED, BROWN).index(unit)


def _for_train(s: State, unit: int, left: Sequence[int]) -> tuple[int, int]:
    """N9.3: cubes that would only reduce the next investment, then white, the other cubes, and last what takeovers
    cost. In the last round all cubes are spare."""
    if unit == moves.CUBE:
        kept = KEPT_CUBES if s.round < s.setting.rounds else 0
        return (0, 0) if left[unit] > kept else (2, 0)
    return (1, 0) if unit == WHITE else (3, -left[unit])


# Effects


def _unit(unit: int) -> Callable[[State, int], int]:
    if unit == moves.CUBE:
        return lambda s, seat: s.cubes[seat]
    return lambda s, seat: s.influence[seat * 4 + unit]


def _reach(kind: int) -> Callable[[State, int], int]:
    return lambda s, seat: sum(
        s.pawns[plot * 3 + kind - RED_PASSENGER] if kind >= RED_PASSENGER else s.goods[plot]
        for plot in plots_in(shipping.shippable(s, shipping.networks(s, seat), kind))
    )


MEASURES: Final[dict[str, Callable[[State, int], int]]] = {
    **{name: _unit(unit) for unit, name in enumerate(UNITS)},
    "income": lambda s, seat: profit.result(s, seat) + s.links[seat],  # N10.2
    "upkeep": lambda s, seat: -s.links[seat],  # N10.2, N14.3
    "points": lambda s, seat: s.score[seat] + s.profit[EARNED + seat],  # N8.1, N10.1
    **{f"reach_{name}": _reach(kind) for kind, name in enumerate(KINDS)},
}
LINK: Final = (*UNITS, "points", "upkeep", *(f"reach_{name}" for name in KINDS))
TRAIN: Final = (*UNITS, "points", "income")
STRETCH: Final = ("red", "green", "upkeep")


def changes(before: State, after: State, kinds: Iterable[str]) -> tuple[Effect, ...]:
    """The changes for the player who was to move before."""
    seat = before.active
    found = [(kind, int(MEASURES[kind](before, seat)), int(MEASURES[kind](after, seat))) for kind in kinds]
    return tuple((kind, now - was, now) for kind, was, now in found if now != was)


def of_passing(s: State) -> tuple[Effect, ...]:
    """N10.3: nothing changes the result of the round any more."""
    now = int(s.profit[s.active])
    ends = _marker(s, s.active)
    return (("profit", ends - now, ends),)


def _marker(s: State, seat: int) -> int:
    return int(min(max(s.profit[seat] + profit.result(s, seat), profit.LOWEST), profit.HIGHEST))


# What is about to be lost


def note_on_account(before: State, after: State) -> str:
    """N10.3: the marker would now stop at an end of its track, and did not before."""
    seat = before.active
    was, now = (int(s.profit[seat] + profit.result(s, seat)) for s in (before, after))
    if now <= profit.LOWEST < was:
        return fill(NOTES, "bottom", lowest=f"−{-profit.LOWEST}")
    lost = max(now - int(profit.HIGHEST), 0) - max(was - int(profit.HIGHEST), 0)
    return counted(NOTES["top"], lost, highest=int(profit.HIGHEST)) if lost > 0 else ""


def notes_on_passing(s: State, may_rent: bool) -> str:
    seat = s.active
    notes = []
    if _marker(s, seat) == profit.LOWEST < s.profit[seat]:
        notes.append(fill(NOTES, "falls", lowest=f"−{-profit.LOWEST}"))
    cubes = int(s.cubes[seat])
    if s.round == s.setting.rounds and cubes and may_rent:
        notes.append(counted(NOTES["last_cubes"], cubes))
    elif s.round < s.setting.rounds and cubes > KEPT_CUBES:
        notes.append(counted(NOTES["cubes"], cubes, fewer=cubes - KEPT_CUBES))
    return " ".join(notes)


def note_on_keeping(s: State) -> str:
    """N14.3"""
    links = int(s.links[s.active])
    return counted(NOTES["last_links"], links) if s.round == s.setting.rounds and links else ""
