"""Cards, actions, requirements and game-end cards in words, for text and screen readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache
from typing import Final

from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.code_reader import TOKENS as TOKEN_KINDS
from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.data.codes import (
    MOVERS,
    PARTS,
    PLACED,
    Atom,
    Box,
    Card,
    Contract,
    Measure,
    Requirement,
    Term,
)
from branchline.games.firstclass.data.deck_file import DeckFile, GameEndRow
from branchline.games.firstclass.text.sentences import A_CARD, CARDS, EFFECTS, KINDS, LINKS, THINGS, TOKENS
from branchline.languages import counted, language
from branchline.languages import listed as listed

NAMES: Final = {
    w.FILLED: "filled", w.MAIL_PLACED: "mail_placed", w.MAIL_REACHED: "mail_reached", w.LOCO_POS: "loco_pos",
    w.RAIL_CARDS: "rail_cards", w.CONSTANTINOPLE: "constantinople", w.TILES: "tiles", w.ON_TILE: "on_tile",
    w.COMPLETED: "completed", w.STARS_AND_CARDS: "stars_and_cards", w.PASSENGERS: "passengers",
    w.LUGGAGE: "luggage", w.SUSPECT_SELF: "suspect_self", w.SUSPECT_OTHERS: "suspect_others",
    w.DESTROY: "destroy", w.COINS: "coins", w.GAME_END_CARDS: "game_end_cards", w.MODULE_CARDS: "module_cards",
}  # fmt: skip
TRAINS: Final = ("upper", "lower")


# Actions


def part(name: str, count: int, which: int) -> str:
    """One part of an action; `which` conductor it moves."""
    key = f"conductor_{list(MOVERS)[which]}" if name == "conductor" else name
    return counted(EFFECTS[key], count)


def action(box: Box) -> str:
    return listed(
        part(name, count, box.which) for name, count in zip(PARTS, box.amounts, strict=True) if count
    )


# What is required and counted


def atom(need: Atom, values: Sequence[int]) -> str:
    measure, count = need.measure, need.least
    if measure.what == w.CARS:
        levels = [level for level in range(len(values)) if measure.a >> level & 1]
        key = "cars" if levels[0] else "any_car"
        return _where(measure, counted(THINGS[key], count, value=values[levels[0]]))
    if measure.what == w.RUN:
        found = [str(values[measure.a >> 3 * place & 7]) for place in reversed(range(measure.b))]
        return THINGS["run"].format(values=", ".join(found))
    if measure.what == w.CONDUCTOR_AT:
        return counted(THINGS[f"conductor_{TRAINS[measure.a]}"], count)
    return counted(THINGS[NAMES[measure.what]], count)


def _where(measure: Measure, cars: str) -> str:
    first, reached = divmod(measure.c, 2)
    if first > 2:
        cars = THINGS["from_slot"].format(cars=cars, slot=first)
    if reached:
        cars = THINGS["reached"].format(cars=cars)
    if measure.b != 3:
        cars = THINGS[f"in_{TRAINS[measure.b - 1]}"].format(cars=cars)
    return cars


def requirement(found: Requirement, values: Sequence[int]) -> str:
    return LINKS["or"].join(listed(atom(one, values) for one in group) for group in found)


def thing(measure: Measure, values: Sequence[int], count: int = 1) -> str:
    """What is counted: a single one, without the number, or several."""
    levels = [level for level in range(len(values)) if measure.a >> level & 1]
    if measure.what == w.CARS:
        shown = [str(values[level]) for level in levels]
        if levels[-1] == len(values) - 1 and len(levels) > 1:
            key = "cars" if levels[0] else "any_car"
            return _where(measure, counted(THINGS[key], count, value=values[levels[0]]).removeprefix("1 "))
        return _where(measure, THINGS["cars_of"].format(value=listed(shown, "or")))
    if measure.what == w.CAR_VALUE:
        return counted(THINGS[f"car_value_{TRAINS[measure.a]}"], count).removeprefix("1 ")
    if measure.what == w.DIFFERENT:
        return THINGS["different"].format(values=", ".join(str(values[level]) for level in levels))
    if measure.what == w.CONDUCTORS:
        return THINGS["conductors"].format(slot=measure.a)
    if measure.what == w.CONDUCTORS_LAST:
        return THINGS["conductors_last"]
    if measure.what == w.LOCO_POS:
        return THINGS["loco_each"]
    return counted(THINGS[NAMES[measure.what]], count).removeprefix("1 ")


def reward(found: Contract, values: Sequence[int]) -> str:
    if found.times is None:
        return action(found.reward)
    return CARDS["times"].format(reward=action(found.reward), thing=thing(found.times, values))


# Game-end cards


def term(found: Term, values: Sequence[int]) -> str:
    said = counted(EFFECTS["points"], found.points)
    if found.measure.what != w.ONE:
        key = "per_some" if found.divisor > 1 else "per"
        said = CARDS[key].format(points=said, thing=thing(found.measure, values, found.divisor))
    if found.most:
        said = CARDS["most"].format(points=said, most=found.most)
    if found.condition and not found.otherwise:
        return CARDS["if"].format(points=said, need=requirement(found.condition, values))
    return said


def game_end(now: Box, terms: Sequence[Term], values: Sequence[int]) -> str:
    """What a game-end card does, at once and at the end."""
    return CARDS["game_end"].format(now=action(now), end=ends(terms, values))


def ends(terms: Sequence[Term], values: Sequence[int]) -> str:
    """What a game-end card counts at the end."""
    said: list[str] = []
    for found in terms:
        if found.otherwise:  # belongs to the previous term
            said[-1] += LINKS["else"] + term(found, values)
        else:
            said.append(term(found, values))
    return listed(said)


# Cards


def card(found: Card, values: Sequence[int]) -> str:
    """What a card is and does, in a sentence or two."""
    said = [_whole(key, found, values) for key in _kinds(found)]
    return LINKS["more"].join([*said, *_besides(found)])


def does(found: Card, values: Sequence[int]) -> str:
    """What a card does, to follow `named`, which says what it is."""
    first, *more = [*_kinds(found), ""]
    said = [_meaning(first, found, values)] if first else []
    said += [_whole(key, found, values) for key in more if key]
    return LINKS["more"].join([*said, *_besides(found)])


def _kinds(found: Card) -> list[str]:
    """What a card is besides its action."""
    keys = [PLACED[found.placed]] if found.placed >= 0 else []
    if found.contract is not None:
        keys.append("contract")
    if found.destroys:
        keys.append("destroy")
    return keys


def _whole(key: str, found: Card, values: Sequence[int]) -> str:
    return headed(key, _meaning(key, found, values))


def headed(key: str, words: str) -> str:
    kind = KINDS[key]
    return CARDS["kind"].format(kind=kind[0].upper() + kind[1:], words=words)


def _meaning(key: str, found: Card, values: Sequence[int]) -> str:
    filled: dict[str, object] = {}
    if key == "rail":
        points = counted(EFFECTS["points"], found.points)
        filled = {"points": points, "clock": action(found.clock or Box())}
    elif key == "guest" and found.guest is not None:
        filled = {"passenger": action(found.guest[0]), "luggage": action(found.guest[1])}
    elif key == "switch":
        upper, lower = (counted(EFFECTS["points"], points) for points in found.arrows)
        filled = {"need": values[found.need], "upper": upper, "lower": lower}
    elif key == "mechanic":
        filled = {"need": values[found.need]}
    elif key == "contract" and found.contract is not None:
        need = requirement(found.contract.requirement, values)
        filled = {"need": need, "reward": reward(found.contract, values)}
    return CARDS[key].format_map(filled)


def _besides(found: Card) -> list[str]:
    return [*_evidence(found), *([] if found.box.empty else [action(found.box)])]


def _evidence(found: Card) -> list[str]:
    said = []
    if found.evidence_self:
        said.append(counted(CARDS["evidence_self"], found.evidence_self))
    if found.evidence_others:
        said.append(counted(CARDS["evidence_others"], found.evidence_others))
    return said


@lru_cache(maxsize=1024)
def _card(values: tuple[int, ...], code: str) -> Card:
    return Reader(values).card(code)


@lru_cache(maxsize=4096)
def _called(values: tuple[int, ...], code: str, _language: str) -> str:
    found = _card(values, code)
    kinds = _kinds(found)
    if kinds:
        return CARDS["called"].format(card=A_CARD[kinds[0]], words=does(found, values))
    evidence = LINKS["more"].join(_evidence(found))
    if found.box.empty or not evidence:
        return does(found, values)
    return CARDS["called"].format(card=action(found.box), words=evidence)


class Deck:
    """The cards of a deck by name. Codes are parsed on demand, each once: a sentence needs one of two hundred."""

    def __init__(self, source: DeckFile) -> None:
        self.source = source
        self.values = source.car_values
        self.reader = Reader(source.car_values)

    def read(self, name: str) -> Card:
        return _card(tuple(self.values), self._codes[name])

    @cached_property
    def _codes(self) -> dict[str, str]:
        rows = (*self.source.base, *(row for rows in self.source.modules.values() for row in rows))
        return {row.id: row.effect for row in rows}

    def action(self, code: str | None) -> str:
        return (action(self.reader.box(code)) if code else "") or LINKS["nothing"]

    def card(self, name: str) -> str:
        """What a card is and does: `Contract: 4 cars; reward 3 points`."""
        return card(self.read(name), self.values)

    def called(self, name: str) -> str:
        """The same inside a sentence: `a contract (4 cars; reward 3 points)`."""
        return _called(tuple(self.values), self._codes[name], language())

    def briefly(self, name: str) -> str:
        """What a card is, or else what it does: `a contract`, `2 cars and 1 coin`."""
        found = self.read(name)
        kinds = _kinds(found)
        return A_CARD[kinds[0]] if kinds else action(found.box) or self.does(name)

    def kind(self, name: str) -> str:
        """`contract`; empty for a card that only has an action."""
        kinds = _kinds(self.read(name))
        return KINDS[kinds[0]] if kinds else ""

    def does(self, name: str) -> str:
        return does(self.read(name), self.values)

    def need(self, name: str) -> str:
        """What a contract requires."""
        contract = self.read(name).contract
        return "" if contract is None else requirement(contract.requirement, self.values)

    def reward(self, name: str) -> str:
        """What a contract brings."""
        contract = self.read(name).contract
        return "" if contract is None else reward(contract, self.values)

    def game_end(self, name: str) -> str:
        """What a game-end card does, at once and at the end."""
        row = self._game_end(name)
        return game_end(self.reader.box(row.now), self.reader.end(row.end), self.values)

    def at_the_end(self, name: str) -> str:
        """What a game-end card counts."""
        return ends(self.reader.end(self._game_end(name).end), self.values)

    def _game_end(self, name: str) -> GameEndRow:
        return next(row for row in self.source.game_end if row.id == name)

    def mail_car(self, name: str) -> str:
        return self.action(next(row.effect for row in self.source.mail_cars if row.id == name))

    def token(self, name: str) -> str:
        return self.evidence([name])

    def evidence(self, names: Iterable[str]) -> str:
        """Tokens together: `3 fingerprints and 1 point`."""
        effects = {row.id: row.effect for row in self.source.evidence}
        sums = Counter[int]()
        for name in names:
            kind, amount = self.reader.token(effects[name])
            sums[kind] += amount
        return listed(counted(TOKENS[TOKEN_KINDS[kind]], sums[kind]) for kind in sorted(sums))


def deck_of(source: DeckFile) -> Deck:
    return _built_in() if source is deck_file.built_in() else Deck(source)


@cache
def _built_in() -> Deck:
    return Deck(deck_file.built_in())
