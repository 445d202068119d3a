"""F16: reads what can be counted, and the requirements made of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Final

from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.code_words import CodeError, amount_of, number_of, split, word
from branchline.games.firstclass.data.codes import Atom, Measure, Requirement

MOST_WAYS: Final = 16  # to fulfil a requirement; the built-in cards have up to 2
LONGEST_RUN: Final = 8  # cars of a train that count
TRAINS: Final = {"upper": 0, "lower": 1}
COUNTS: Final = {
    "locoPos": w.LOCO_POS,
    "railCards": w.RAIL_CARDS,
    "constantinople": w.CONSTANTINOPLE,
    "locomotiveTiles": w.TILES,
    "conductorOnLocomotiveTile": w.ON_TILE,
    "completedContracts": w.COMPLETED,
    "celebritiesAndPostcards": w.STARS_AND_CARDS,
    "passengers": w.PASSENGERS,
    "luggage": w.LUGGAGE,
    "suspectSelfCard": w.SUSPECT_SELF,
    "suspectOthersCard": w.SUSPECT_OTHERS,
    "destroyCards": w.DESTROY,
    "filledSlots": w.FILLED,
    "mailCars": w.MAIL_PLACED,
    "coins": w.COINS,
    "gameEndCards": w.GAME_END_CARDS,
    "moduleCards": w.MODULE_CARDS,
}


class CountReader:
    """Among cars of the given values, 0 first."""

    def __init__(self, car_values: Sequence[int]) -> None:
        self.car_values = list(car_values)

    def level(self, text: str) -> int:
        """The level of a car: the index of its value among all values."""
        value = number_of(text)
        if value not in self.car_values:
            raise CodeError(f"no car is worth {value}")
        return self.car_values.index(value)

    def requirement(self, text: str) -> Requirement:
        """Groups of which one must hold, each of parts that must all hold."""
        groups = [[self._choices(piece) for piece in split(group, "&")] for group in split(text, "|")]
        if sum(prod(map(len, parts)) for parts in groups) > MOST_WAYS:
            raise CodeError(f"there are more than {MOST_WAYS} ways to fulfil it")
        return tuple(
            tuple(atom for part in chosen for atom in part) for parts in groups for chosen in product(*parts)
        )

    def _choices(self, text: str) -> list[list[Atom]]:
        """What meets one word of a requirement: any of several groups of parts."""
        name = text.partition("(")[0].strip()
        inside = text[len(name) + 1 : -1] if text.endswith(")") else ""
        if name == "cars":
            return self._car_choices(inside)
        if name == "conductor":
            groups = split(inside, "|")
            return [[Atom(Measure(w.CONDUCTOR_AT, t), n) for t, n in self._trains(group)] for group in groups]
        if name == "mailCars":
            fields = dict(piece.partition("=")[::2] for piece in split(inside, ","))
            kinds = {"placed": w.MAIL_PLACED, "conductorsReached": w.MAIL_REACHED}
            if not fields or fields.keys() - kinds:
                raise CodeError("mailCars takes placed=... and conductorsReached=...")
            return [[Atom(Measure(kinds[key]), amount_of(value)) for key, value in fields.items()]]
        if name == "run":
            levels = [self.level(value) for value in split(inside, ",")]
            if len(levels) > LONGEST_RUN:
                raise CodeError(f"a run of {len(levels)} cars is longer than a train")
            packed = sum(level << 3 * place for place, level in enumerate(reversed(levels)))
            return [[Atom(Measure(w.RUN, packed, len(levels)), 1)]]
        name, sign, least = text.partition(">=")
        if name.strip() not in COUNTS or (not sign and name.strip() != "constantinople"):
            raise CodeError(f"{text!r} is not a requirement")
        return [[Atom(Measure(COUNTS[name.strip()]), amount_of(least) if sign else 1)]]

    def _car_choices(self, inside: str) -> list[list[Atom]]:
        """`cars(total>=5)` counts filled slots; with a value it counts cars of that value or more (F9.2)."""
        pieces = split(inside, ",")
        if len(pieces) == 1:
            if not pieces[0].startswith("total>="):
                raise CodeError(f"{inside!r} should be total>=... or have a value first")
            return [[Atom(Measure(w.FILLED), amount_of(pieces[0][7:]))]]
        if len(pieces) != 2 or not pieces[0].startswith("value>="):
            raise CodeError(f"{inside!r} should be value>=..., then how many")
        levels = self._levels_from(pieces[0][7:])
        return [self._counted(levels, group) for group in split(pieces[1], "|")]

    def _counted(self, levels: int, text: str) -> list[Atom]:
        if text.startswith("total>="):
            return [Atom(Measure(w.CARS, levels, 3, 2), amount_of(text[7:]))]
        return [Atom(Measure(w.CARS, levels, 1 << train, 2), least) for train, least in self._trains(text)]

    def _trains(self, text: str) -> list[tuple[int, int]]:
        """`upper>=2 & lower>=2`"""
        found = []
        for piece in split(text, "&"):
            name, _, least = piece.partition(">=")
            if name.strip() not in TRAINS:
                raise CodeError(f"{piece!r} should be upper>=... or lower>=...")
            found.append((TRAINS[name.strip()], amount_of(least)))
        return found

    def _levels_from(self, value: str) -> int:
        return sum(1 << level for level in range(self.level(value), len(self.car_values)))

    def measure(self, text: str) -> Measure:
        """What a reward or a game-end card counts."""
        name, inside = word(text)
        if name in COUNTS and not inside:
            return Measure(COUNTS[name])
        if name == "cars":
            return self._counted_cars(inside)
        if name == "conductors":
            if inside == "last":
                return Measure(w.CONDUCTORS_LAST)
            if inside.startswith("slot>="):
                return Measure(w.CONDUCTORS, amount_of(inside[6:]))
        if name == "carValue" and inside in TRAINS:
            return Measure(w.CAR_VALUE, TRAINS[inside])
        if name == "differentValues":
            return Measure(w.DIFFERENT, self._levels(inside.replace(",", "|")))
        raise CodeError(f"{text!r} can't be counted")

    def _levels(self, text: str) -> int:
        return sum({1 << self.level(value) for value in split(text, "|")})

    def _counted_cars(self, inside: str) -> Measure:
        levels, slot, reached = self._levels_from(str(self.car_values[0])), 1, 0
        for piece in split(inside, ","):
            if piece == "reached":
                reached = 1
            elif piece.startswith("slot>="):
                slot = amount_of(piece[6:])
            elif piece.startswith("value>="):
                levels = self._levels_from(piece[7:])
            elif piece.startswith("value="):
                levels = self._levels(piece[6:])
            else:
                raise CodeError(f"{piece!r} says nothing about cars")
        return Measure(w.CARS, levels, 3, slot * 2 + reached)
