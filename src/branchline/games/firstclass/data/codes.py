"""Codes as records: what `code_reader` reads from a text, in the numbers of `opcodes`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

MOVERS: Final = {"upper": 0, "lower": 1, "either": 2, "both": 3}
PARTS: Final = ("car", "upgrade", "conductor", "loco", "coin", "points", "gameEnd")
PLACED: Final = ("rail", "celebrity", "postcard", "guest", "switch", "mechanic")


@dataclass(frozen=True)
class Box:
    """One action: how much of each part, and whose conductor."""

    amounts: tuple[int, ...] = (0,) * 7
    which: int = 0

    @property
    def empty(self) -> bool:
        return not any(self.amounts)


def write_box(box: Box) -> str:
    """The code of a box, its parts in the order of `opcodes`."""
    movers = list(MOVERS)
    texts = [
        f"conductor({movers[box.which]},{amount})" if name == "conductor" else f"{name}({amount})"
        for name, amount in zip(PARTS, box.amounts, strict=True)
        if amount
    ]
    return "+".join(texts)


@dataclass(frozen=True)
class Measure:
    """Something that can be counted; `opcodes` says what a, b, c mean."""

    what: int
    a: int = 0
    b: int = 0
    c: int = 0


@dataclass(frozen=True)
class Atom:
    measure: Measure
    least: int


Requirement: TypeAlias = tuple[tuple[Atom, ...], ...]  # any of these groups, all of a group


@dataclass(frozen=True)
class Contract:
    requirement: Requirement
    reward: Box
    times: Measure | None = None


@dataclass(frozen=True)
class Term:
    """Points of a game-end card: a number per thing counted, divided and capped, under a condition."""

    points: int
    measure: Measure
    divisor: int = 1
    most: int = 0  # 0: no limit
    condition: Requirement = ()
    otherwise: bool = False  # the condition must fail


@dataclass(frozen=True)
class Card:
    """A whole card. Fields that the card does not have are empty."""

    box: Box = Box()
    placed: int = -1
    points: int = 0  # of a rail card's points stop
    clock: Box | None = None
    need: int = 0  # level, for gap cards
    arrows: tuple[int, int] = (0, 0)  # switch: points above and below
    guest: tuple[Box, Box] | None = None  # passenger, luggage
    contract: Contract | None = None
    evidence_self: int = 0
    evidence_others: int = 0
    destroys: bool = False


@dataclass(frozen=True)
class Station:
    points: int = 0
    clock: Box | None = None
