"""Cards, actions and requirements in words, for those who hear the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from branchline.drawing.words import counted
from branchline.games.firstclass import words as w
from branchline.games.firstclass.drawing import card as cards
from branchline.games.firstclass.drawing.words import CARDS, EFFECTS, STATUS, THINGS, WORDS, tell
from branchline.games.firstclass.vocabulary import MOVERS, PARTS, Atom, Box, Card, Measure, Requirement, Term

NAMES: Final = {
    w.FILLED: "filled", w.MAIL_PLACED: "mail_placed", w.MAIL_REACHED: "mail_reached", w.LOCO_POS: "loco_pos",
    w.RAIL_CARDS: "rail_cards", w.CONSTANTINOPLE: "constantinople", w.TILES: "tiles", w.ON_TILE: "on_tile",
    w.COMPLETED: "completed", w.STARS_AND_CARDS: "stars_and_cards", w.PASSENGERS: "passengers",
    w.LUGGAGE: "luggage", w.SUSPECT_SELF: "suspect_self", w.SUSPECT_OTHERS: "suspect_others",
    w.DESTROY: "destroy", w.COINS: "coins", w.GAME_END_CARDS: "game_end_cards", w.MODULE_CARDS: "module_cards",
}  # fmt: skip


def listed(found: Iterable[str]) -> str:
    """`a, b and c`."""
    *head, last = list(found) or [""]
    return f"{', '.join(head)}{WORDS['and']}{last}" if head else last


def action(box: Box) -> str:
    movers = list(MOVERS)
    names = [f"conductor_{movers[box.which]}" if name == "conductor" else name for name in PARTS]
    return listed(
        counted(EFFECTS[name], count) for name, count in zip(names, box.amounts, strict=True) if count
    )


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
        return counted(THINGS["conductor_at"], count, train=("upper", "lower")[measure.a])
    return counted(THINGS[NAMES[measure.what]], count)


def _where(measure: Measure, cars: str) -> str:
    first, reached = divmod(measure.c, 2)
    if first > 2:
        cars = THINGS["from_slot"].format(cars=cars, slot=first)
    if reached:
        cars = THINGS["reached"].format(cars=cars)
    if measure.b != 3:
        cars = THINGS["in_train"].format(cars=cars, train=_train(measure.b - 1))
    return cars


def _train(which: int) -> str:
    return WORDS[("upper", "lower")[which]]


def requirement(found: Requirement, values: Sequence[int]) -> str:
    return WORDS["or"].join(listed(atom(one, values) for one in group) for group in found)


def thing(measure: Measure, values: Sequence[int], count: int = 1) -> str:
    """What is counted: one of it, without the number, or several."""
    levels = [level for level in range(len(values)) if measure.a >> level & 1]
    if measure.what == w.CARS:
        shown = [str(values[level]) for level in levels]
        if levels[-1] == len(values) - 1 and len(levels) > 1:
            key = "cars" if levels[0] else "any_car"
            return _where(measure, counted(THINGS[key], count, value=values[levels[0]]).removeprefix("1 "))
        return _where(measure, THINGS["cars_of"].format(value=WORDS["or"].join(shown)))
    if measure.what == w.CAR_VALUE:
        return counted(THINGS["car_value"], count, train=_train(measure.a)).removeprefix("1 ")
    if measure.what == w.DIFFERENT:
        return THINGS["different"].format(values=", ".join(str(values[level]) for level in levels))
    if measure.what == w.CONDUCTORS:
        return THINGS["conductors"].format(slot=measure.a)
    if measure.what == w.CONDUCTORS_LAST:
        return THINGS["conductors_last"]
    if measure.what == w.LOCO_POS:
        return THINGS["loco_each"]
    return counted(THINGS[NAMES[measure.what]], count).removeprefix("1 ")


def term(found: Term, values: Sequence[int]) -> str:
    said = counted(EFFECTS["points"], found.points)
    if found.measure.what != w.ONE:
        key = "per_some" if found.divisor > 1 else "per"
        said = CARDS[key].format(points=said, thing=thing(found.measure, values, found.divisor))
    if found.most:
        said = CARDS["most"].format(points=said, most=found.most)
    if found.condition and not found.otherwise:
        return CARDS["if"].format(points=said, need=requirement(found.condition, values))
    return CARDS["else"].format(points=said) if found.otherwise else said


def card(found: Card, values: Sequence[int]) -> str:
    """What a card does, in a sentence or two."""
    said = _placed(found, values)
    if found.contract is not None:
        reward = action(found.contract.reward)
        if found.contract.times is not None:
            reward = CARDS["times"].format(reward=reward, thing=thing(found.contract.times, values))
        need = requirement(found.contract.requirement, values)
        said.append(CARDS["contract"].format(need=need, reward=reward))
    if found.evidence_self:
        said.append(counted(CARDS["evidence_self"], found.evidence_self))
    if found.evidence_others:
        said.append(counted(CARDS["evidence_others"], found.evidence_others))
    if found.destroys:
        said.append(CARDS["destroy"])
    if not found.box.empty:
        said.append(action(found.box))
    return "; ".join(said)


def _placed(found: Card, values: Sequence[int]) -> list[str]:
    if found.placed == cards.RAIL:
        return [CARDS["rail"].format(points=found.points, clock=action(found.clock or Box()))]
    if found.guest is not None:
        passenger, luggage = (action(box) for box in found.guest)
        return [CARDS["guest"].format(passenger=passenger, luggage=luggage)]
    if found.placed == cards.SWITCH:
        upper, lower = found.arrows
        return [CARDS["switch"].format(need=values[found.need], upper=upper, lower=lower)]
    if found.placed == cards.MECHANIC:
        return [CARDS["mechanic"].format(need=values[found.need])]
    names = {cards.CELEBRITY: "celebrity", cards.POSTCARD: "postcard"}
    return [CARDS[names[found.placed]]] if found.placed in names else []


def face(shown: cards.Face, values: Sequence[int]) -> str:
    """A card's title: its name, what it does, whether it is as printed."""
    if shown.stage:
        said = [tell("card", card=shown.id, stage=shown.stage), card(shown.card, values)]
    else:
        end = listed(term(one, values) for one in shown.terms)
        said = [shown.id, CARDS["game_end"].format(now=action(shown.card.box), end=end)]
    if STATUS[shown.status]:
        said.append(f"({STATUS[shown.status]})")
    return f"{said[0]}: {' '.join(said[1:])}"
