"""Paying what is owed, unit by unit: influence for a link (N7.12), influence and cubes for a train (N9.3).

When something is owed for a link, no cube is left, and when something is owed for a train, no brown is left; so a
player may pay with anything they have."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.nuremberg.rules import moves
from branchline.games.nuremberg.rules.moves import CUBE, UNITS
from branchline.games.nuremberg.rules.state import State, gain, spend_cubes


def payments(s: State, found: vec[i64]) -> vec[i64]:
    unit: i64
    for unit in range(UNITS):
        if has(s, unit) > 0:
            found = append(found, moves.pay(unit))
    return found


def has(s: State, unit: i64) -> i64:
    return s.cubes[s.active] if unit == CUBE else s.influence[s.active * 4 + unit]


def pay(s: State, unit: i64) -> None:
    if unit == CUBE:
        spend_cubes(s, s.active, 1)
    else:
        gain(s, s.active, unit, -1)
    s.owed -= 1


def settle(s: State) -> bool:
    """Pay where there is no choice: with only one kind of unit, or if everything is needed. True: nothing is owed."""
    unit: i64
    while s.owed > 0:
        units: i64 = 0
        kinds: i64 = 0
        first: i64 = CUBE
        for unit in range(CUBE, -1, -1):
            held = has(s, unit)
            if held > 0:
                units += held
                kinds += 1
                first = unit
        if kinds > 1 and units > s.owed:
            return False
        pay(s, first)
    return True
