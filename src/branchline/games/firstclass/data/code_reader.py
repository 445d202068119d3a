"""F16: reads effect codes. One reader for cards, rewards, requirements, stations, tokens and game-end cards.

A code is words with arguments in brackets, joined by `+` (parts of one box), `;` (fields), `&` and `|`
(requirements, `&` binds tighter), `=>` (requirement and reward), `*`, `/` and `<=` (how often, rounded down, at
most). The reader turns it into the records of `codes`; `options` lays those out for the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.code_words import (
    CodeError,
    amount_of,
    fields_of,
    number_of,
    split,
    word,
)
from branchline.games.firstclass.data.codes import (
    MOVERS,
    PARTS,
    PLACED,
    Box,
    Card,
    Contract,
    Measure,
    Requirement,
    Station,
    Term,
)
from branchline.games.firstclass.data.requirements import CountReader

TOKENS: Final = ("fingerprints", "points", "remove")


class Reader:
    """Reads codes for cars of the given values, 0 first."""

    def __init__(self, car_values: Sequence[int]) -> None:
        self.counts = CountReader(car_values)

    # Actions

    @staticmethod
    @lru_cache(maxsize=1024)
    def box(text: str) -> Box:
        amounts, which = [0] * len(PARTS), 0
        for part in split(text, "+"):
            name, inside = word(part)
            if name not in PARTS:
                raise CodeError(f"{name!r} can't be part of an action")
            number = PARTS.index(name)
            if amounts[number]:
                raise CodeError(f"{name!r} occurs twice in one box")
            if name == "conductor":
                mover, _, steps = inside.partition(",")
                if mover.strip() not in MOVERS:
                    raise CodeError(f"{mover!r} is not one of {', '.join(MOVERS)}")
                which, inside = MOVERS[mover.strip()], steps
            amounts[number] = amount_of(inside)
        return Box(tuple(amounts), which)

    def _optional_box(self, parts: list[str]) -> Box:
        return self.box(" + ".join(parts)) if parts else Box()

    def reward(self, text: str) -> tuple[Box, Measure | None]:
        """`points(3) * completedContracts`: a box, and how often."""
        pieces = split(text, "*")
        if len(pieces) > 2:
            raise CodeError(f"more than one '*' in {text!r}")
        return self.box(pieces[0]), self.counts.measure(pieces[1]) if len(pieces) == 2 else None

    # Cards

    def card(self, text: str) -> Card:
        plain: list[str] = []
        found: dict[str, object] = {}
        for part in split(text, "+"):
            name, inside = word(part)
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
            return {"evidence_self": amount_of(inside)}
        if name == "evidenceOthers":
            return {"evidence_others": amount_of(inside)}
        if name == "destroyEvidence" and not inside:
            return {"destroys": True}
        raise CodeError(f"{name!r} is not a word of the vocabulary")

    def _placed(self, name: str, inside: str) -> dict[str, object]:
        if name == "rail":
            fields = fields_of(inside, "pts", "clock")
            if len(fields) < 2:
                raise CodeError("a rail card has pts and a clock")
            return {"points": number_of(fields["pts"]), "clock": self.box(fields["clock"])}
        if name == "guest":
            return {"guest": self._guest(inside)}
        if name == "switch":
            fields = fields_of(inside, "need", "upper", "lower")
            if len(fields) < 3:
                raise CodeError("a switch has need, upper and lower")
            arrows = (number_of(fields["upper"]), number_of(fields["lower"]))
            return {"need": self.counts.level(fields["need"]), "arrows": arrows}
        if name == "mechanic":
            fields = fields_of(inside, "now", "need")
            if "need" not in fields:
                raise CodeError("a mechanic has a need")
            return {"need": self.counts.level(fields["need"]), "now": fields.get("now")}
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
        return Contract(self.counts.requirement(sides[0]), box, times)

    def station(self, text: str) -> Station:
        name, inside = word(text)
        fields = fields_of(inside, "pts", "clock")
        if name != "stop":
            raise CodeError("a station is 'stop(pts=...; clock=...)'")
        clock = self.box(fields["clock"]) if "clock" in fields else None
        return Station(number_of(fields.get("pts", "0")), clock)

    def token(self, text: str) -> tuple[int, int]:
        """The kind of an evidence token, and its number."""
        name, inside = word(text)
        if name not in TOKENS:
            raise CodeError(f"a token is one of {', '.join(TOKENS)}")
        return TOKENS.index(name), amount_of(inside)

    # Game-end cards

    def end(self, text: str) -> list[Term]:
        return [term for piece in split(text, "+") for term in self._terms(piece)]

    def _terms(self, text: str) -> list[Term]:
        name, inside = word(text) if text.startswith("if(") else ("", "")
        if name != "if":
            return [self._term(text, (), False)]
        head, *tail = split(inside, ";")
        sides = split(head, "=>")
        if len(sides) != 2 or len(tail) > 1 or any(not piece.startswith("else ") for piece in tail):
            raise CodeError("write if(REQUIREMENT => POINTS; else POINTS)")
        condition = self.counts.requirement(sides[0])
        found = [self._term(sides[1], condition, False)]
        return found + [self._term(piece[5:], condition, True) for piece in tail]

    def _term(self, text: str, condition: Requirement, otherwise: bool) -> Term:
        """`points(2) * coins <= 12`, `points(1) * filledSlots / 2`"""
        body, _, most = text.partition("<=") if "(" not in text.partition("<=")[2] else (text, "", "")
        body, _, divisor = body.partition("/")
        pieces = split(body, "*")
        name, points = word(pieces[0])
        if name != "points" or len(pieces) > 2:
            raise CodeError(f"{text!r} should be points(...) * what is counted")
        measure = self.counts.measure(pieces[1]) if len(pieces) == 2 else Measure(w.ONE)
        return Term(
            points=amount_of(points),
            measure=measure,
            divisor=amount_of(divisor.strip()) if divisor else 1,
            most=amount_of(most.strip()) if most else 0,
            condition=condition,
            otherwise=otherwise,
        )
