"""F16: reads effect codes. One reader for cards, rewards, requirements, stations, tokens and game-end cards.

A code is words with arguments in brackets, joined by `+` (parts of one box), `;` (fields), `&` and `|`
(requirements, `&` binds tighter), `=>` (what follows from what), `*`, `/` and `<=` (how often, rounded down, at
most). The reader turns it into small records of the numbers in `words`; `options` lays those out for the rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Final

from branchline.games.firstclass import words as w
from branchline.games.firstclass.codes import (
    MOVERS,
    PARTS,
    Atom,
    Box,
    Card,
    Contract,
    Measure,
    Requirement,
    Station,
    Term,
    write_box,
)

__all__ = [
    "COUNTS", "MOVERS", "PARTS", "PLACED", "Atom", "Box", "Card", "CodeError", "Contract", "Measure", "Reader",
    "Requirement", "Station", "Term", "split", "write_box",
]  # fmt: skip

MOST: Final = 99  # of anything in a code
TRAINS: Final = {"upper": 0, "lower": 1}
PLACED: Final = ("rail", "celebrity", "postcard", "guest", "switch", "mechanic")
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
TOKENS: Final = ("fingerprints", "points", "remove")


class CodeError(ValueError):
    """A code that can't be read, with the reason."""


def split(text: str, separator: str) -> list[str]:
    """The pieces between separators that stand outside all brackets."""
    pieces, depth, start, place = [], 0, 0, 0
    while place < len(text):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth < 0:
            raise CodeError(f"a bracket too many in {text!r}")
        if depth == 0 and text.startswith(separator, place):
            pieces.append(text[start:place].strip())
            place += len(separator)
            start = place
        else:
            place += 1
    if depth:
        raise CodeError(f"a bracket is missing in {text!r}")
    return [*pieces, text[start:].strip()]


def _word(text: str) -> tuple[str, str]:
    """A word and what stands in its brackets."""
    found = re.fullmatch(r"([a-zA-Z]+)(?:\((.*)\))?", text.strip())
    if found is None:
        raise CodeError(f"{text!r} is no word of the vocabulary")
    return found[1], (found[2] or "").strip()


def _number(text: str) -> int:
    if not (text.strip().isdecimal() and text.isascii() and int(text) <= MOST):
        raise CodeError(f"{text!r} should be a number from 0 to {MOST}")
    return int(text)


def _amount(text: str) -> int:
    if _number(text) == 0:
        raise CodeError("an amount of 0 does nothing")
    return int(text)


def _fields(text: str, *names: str) -> dict[str, str]:
    """`pts=4; clock=coin(1)` as a dict; every name must be known."""
    found: dict[str, str] = {}
    for field in split(text, ";"):
        name, _, value = field.partition("=")
        if name.strip() not in names or not value or name.strip() in found:
            raise CodeError(f"{field!r} should be one of {', '.join(f'{n}=...' for n in names)}")
        found[name.strip()] = value.strip()
    return found


class Reader:
    """Reads codes for cars of the given values, 0 first."""

    def __init__(self, car_values: Sequence[int]) -> None:
        self.car_values = list(car_values)

    # Actions

    def box(self, text: str) -> Box:
        amounts, which = [0] * len(PARTS), 0
        for part in split(text, "+"):
            name, inside = _word(part)
            if name not in PARTS:
                raise CodeError(f"{name!r} can't be part of an action")
            number = PARTS.index(name)
            if amounts[number]:
                raise CodeError(f"{name!r} stands twice in one box")
            if name == "conductor":
                mover, _, steps = inside.partition(",")
                if mover.strip() not in MOVERS:
                    raise CodeError(f"{mover!r} is none of {', '.join(MOVERS)}")
                which, inside = MOVERS[mover.strip()], steps
            amounts[number] = _amount(inside)
        return Box(tuple(amounts), which)

    def _optional_box(self, parts: list[str]) -> Box:
        return self.box(" + ".join(parts)) if parts else Box()

    def reward(self, text: str) -> tuple[Box, Measure | None]:
        """`points(3) * completedContracts`: a box, and how often."""
        pieces = split(text, "*")
        if len(pieces) > 2:
            raise CodeError(f"more than one '*' in {text!r}")
        return self.box(pieces[0]), self.measure(pieces[1]) if len(pieces) == 2 else None

    # Cards

    def card(self, text: str) -> Card:
        plain: list[str] = []
        found: dict[str, object] = {}
        for part in split(text, "+"):
            name, inside = _word(part)
            if name in PARTS:
                plain.append(part)
                continue
            fields = self._card_word(name, inside)
            if found.keys() & fields.keys():
                raise CodeError(f"{name!r} does not go with the rest of {text!r}")
            found.update(fields)
        now = found.pop("now", None)
        if isinstance(now, str):
            plain.append(now)
        return Card(box=self._optional_box(plain), **found)  # type: ignore[arg-type]

    def _card_word(self, name: str, inside: str) -> dict[str, object]:
        if name in PLACED:
            return {"placed": PLACED.index(name), **self._placed(name, inside)}
        if name == "contract":
            return {"contract": self.contract(inside)}
        if name == "evidenceSelf":
            return {"evidence_self": _amount(inside)}
        if name == "evidenceOthers":
            return {"evidence_others": _amount(inside)}
        if name == "destroyEvidence" and not inside:
            return {"destroys": True}
        raise CodeError(f"{name!r} is no word of the vocabulary")

    def _placed(self, name: str, inside: str) -> dict[str, object]:
        if name == "rail":
            fields = _fields(inside, "pts", "clock")
            if len(fields) < 2:
                raise CodeError("a rail card has pts and a clock")
            return {"points": _number(fields["pts"]), "clock": self.box(fields["clock"])}
        if name == "guest":
            return {"guest": self._guest(inside)}
        if name == "switch":
            fields = _fields(inside, "need", "upper", "lower")
            if len(fields) < 3:
                raise CodeError("a switch has need, upper and lower")
            arrows = (_number(fields["upper"]), _number(fields["lower"]))
            return {"need": self.level(fields["need"]), "arrows": arrows}
        if name == "mechanic":
            fields = _fields(inside, "now", "need")
            if "need" not in fields:
                raise CodeError("a mechanic has a need")
            return {"need": self.level(fields["need"]), "now": fields.get("now")}
        if inside:
            raise CodeError(f"{name!r} takes nothing in brackets")
        return {}

    def _guest(self, inside: str) -> tuple[Box, Box]:
        halves = split(inside, "|")
        names = ("passenger", "luggage")
        if len(halves) != 2 or any(
            not half.startswith(n + ":") for half, n in zip(halves, names, strict=True)
        ):
            raise CodeError("a guest is 'passenger: ... | luggage: ...'")
        return self.box(halves[0].partition(":")[2]), self.box(halves[1].partition(":")[2])

    def contract(self, text: str) -> Contract:
        sides = split(text, "=>")
        if len(sides) != 2:
            raise CodeError("a contract is 'REQUIREMENT => REWARD'")
        box, times = self.reward(sides[1])
        return Contract(self.requirement(sides[0]), box, times)

    def station(self, text: str) -> Station:
        name, inside = _word(text)
        fields = _fields(inside, "pts", "clock")
        if name != "stop":
            raise CodeError("a station is 'stop(pts=...; clock=...)'")
        clock = self.box(fields["clock"]) if "clock" in fields else None
        return Station(_number(fields.get("pts", "0")), clock)

    def token(self, text: str) -> tuple[int, int]:
        """What an evidence token is, and how much."""
        name, inside = _word(text)
        if name not in TOKENS:
            raise CodeError(f"a token is one of {', '.join(TOKENS)}")
        return TOKENS.index(name), _amount(inside)

    # Requirements and counts

    def level(self, text: str) -> int:
        """The place of a car's value among all values."""
        value = _number(text)
        if value not in self.car_values:
            raise CodeError(f"no car is worth {value}")
        return self.car_values.index(value)

    def requirement(self, text: str) -> Requirement:
        """Groups of which one must hold, each of parts that must all hold."""
        return tuple(
            tuple(atom for part in chosen for atom in part)
            for group in split(text, "|")
            for chosen in product(*(self._choices(piece) for piece in split(group, "&")))
        )

    def _choices(self, text: str) -> list[list[Atom]]:
        """What fulfils one word of a requirement: one of several groups of parts."""
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
            return [[Atom(Measure(kinds[key]), _amount(value)) for key, value in fields.items()]]
        if name == "run":
            levels = [self.level(value) for value in split(inside, ",")]
            packed = sum(level << 3 * place for place, level in enumerate(reversed(levels)))
            return [[Atom(Measure(w.RUN, packed, len(levels)), 1)]]
        name, sign, least = text.partition(">=")
        if name.strip() not in COUNTS or (not sign and name.strip() != "constantinople"):
            raise CodeError(f"{text!r} is no requirement")
        return [[Atom(Measure(COUNTS[name.strip()]), _amount(least) if sign else 1)]]

    def _car_choices(self, inside: str) -> list[list[Atom]]:
        """`cars(total>=5)` counts filled slots; with a value it counts cars of that value or more (F9.2)."""
        pieces = split(inside, ",")
        if len(pieces) == 1:
            if not pieces[0].startswith("total>="):
                raise CodeError(f"{inside!r} should be total>=... or have a value first")
            return [[Atom(Measure(w.FILLED), _amount(pieces[0][7:]))]]
        if len(pieces) != 2 or not pieces[0].startswith("value>="):
            raise CodeError(f"{inside!r} should be value>=..., then how many")
        levels = self._levels_from(pieces[0][7:])
        return [self._counted(levels, group) for group in split(pieces[1], "|")]

    def _counted(self, levels: int, text: str) -> list[Atom]:
        if text.startswith("total>="):
            return [Atom(Measure(w.CARS, levels, 3, 2), _amount(text[7:]))]
        return [Atom(Measure(w.CARS, levels, 1 << train, 2), least) for train, least in self._trains(text)]

    def _trains(self, text: str) -> list[tuple[int, int]]:
        """`upper>=2 & lower>=2`"""
        found = []
        for piece in split(text, "&"):
            name, _, least = piece.partition(">=")
            if name.strip() not in TRAINS:
                raise CodeError(f"{piece!r} should be upper>=... or lower>=...")
            found.append((TRAINS[name.strip()], _amount(least)))
        return found

    def _levels_from(self, value: str) -> int:
        return sum(1 << level for level in range(self.level(value), len(self.car_values)))

    def measure(self, text: str) -> Measure:
        """What a reward or a game-end card counts."""
        name, inside = _word(text)
        if name in COUNTS and not inside:
            return Measure(COUNTS[name])
        if name == "cars":
            return self._counted_cars(inside)
        if name == "conductors":
            if inside == "last":
                return Measure(w.CONDUCTORS_LAST)
            if inside.startswith("slot>="):
                return Measure(w.CONDUCTORS, _amount(inside[6:]))
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
                slot = _amount(piece[6:])
            elif piece.startswith("value>="):
                levels = self._levels_from(piece[7:])
            elif piece.startswith("value="):
                levels = self._levels(piece[6:])
            else:
                raise CodeError(f"{piece!r} says nothing about cars")
        return Measure(w.CARS, levels, 3, slot * 2 + reached)

    # Game-end cards

    def end(self, text: str) -> list[Term]:
        return [term for piece in split(text, "+") for term in self._terms(piece)]

    def _terms(self, text: str) -> list[Term]:
        name, inside = _word(text) if text.startswith("if(") else ("", "")
        if name != "if":
            return [self._term(text, (), False)]
        head, *tail = split(inside, ";")
        sides = split(head, "=>")
        if len(sides) != 2 or len(tail) > 1 or any(not piece.startswith("else ") for piece in tail):
            raise CodeError("write if(REQUIREMENT => POINTS; else POINTS)")
        condition = self.requirement(sides[0])
        found = [self._term(sides[1], condition, False)]
        return found + [self._term(piece[5:], condition, True) for piece in tail]

    def _term(self, text: str, condition: Requirement, otherwise: bool) -> Term:
        """`points(2) * coins <= 12`, `points(1) * filledSlots / 2`"""
        body, _, most = text.partition("<=") if "(" not in text.partition("<=")[2] else (text, "", "")
        body, _, divisor = body.partition("/")
        pieces = split(body, "*")
        name, points = _word(pieces[0])
        if name != "points" or len(pieces) > 2:
            raise CodeError(f"{text!r} should be points(...) * what is counted")
        measure = self.measure(pieces[1]) if len(pieces) == 2 else Measure(w.ONE)
        return Term(
            points=_amount(points),
            measure=measure,
            divisor=_amount(divisor.strip()) if divisor else 1,
            most=_amount(most.strip()) if most else 0,
            condition=condition,
            otherwise=otherwise,
        )
