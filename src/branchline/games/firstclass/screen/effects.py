"""What a choice changes for the player to move, found by playing it on a copy: cars and their value, conductors,
locomotive, coins, points now and at the next scoring; and what the action that it starts still brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from branchline.core.compiled.bits import bit
from branchline.core.screen import Effect, Payment
from branchline.games.firstclass.data.codes import PARTS
from branchline.games.firstclass.data.opcodes import LOCO, LOWER, UPPER
from branchline.games.firstclass.rules import trains
from branchline.games.firstclass.rules.cards import COLUMNS
from branchline.games.firstclass.rules.coins import total
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.rules.state import (
    COMPLETED,
    CONDUCTORS,
    NOTHING,
    SLOTS,
    State,
    actor,
    is_car,
)
from branchline.games.firstclass.screen.preview import Trial
from branchline.games.firstclass.text import telling
from branchline.games.firstclass.text.begun import payment
from branchline.games.firstclass.text.captions import NOTES
from branchline.languages import counted

FOUR: Final = 4  # F8.2: coins for a game-end card
KEPT: Final = (0, 2, 1)  # columns, those first whose coins bots keep longest


def _value(s: State, seat: int) -> int:
    values, found = s.setting.car_value, 0
    for train in range(2):
        first = (seat * 2 + train) * SLOTS
        for car in map(int, s.slots[first : first + s.length[seat * 2 + train]]):
            if is_car(car):
                found += values[car]
    return int(found)


def _scoring(s: State, seat: int) -> int:
    """F10.2, F15.2"""
    switches = e.switch_points(s, seat) if s.setting.has_gaps else 0
    return int(trains.points(s, seat, UPPER) + trains.points(s, seat, LOWER) + switches)


MEASURES: Final = ("coin", "car", "value", "conductor", "loco", "contract", "points", "scoring")


def measured(s: State, seat: int) -> tuple[int, ...]:
    """What a player has, by `MEASURES`."""
    length, train = s.length, seat * 2
    return (
        int(total(s, seat)),
        length[train] + length[train + 1],
        _value(s, seat),
        length[CONDUCTORS + train] + length[CONDUCTORS + train + 1],
        s.loco[seat],
        s.taken[COMPLETED + seat],
        s.score[seat],
        _scoring(s, seat),
    )


def changes(trial: Trial, had: Sequence[int]) -> tuple[Effect, ...]:
    """`had` is what the player had before."""
    to_come = dict(_to_come(trial))
    buys = _buys(trial.move)
    found = [*_columns(trial.before, trial.move)] if buys else []
    for kind, was, now in zip(MEASURES, had, measured(trial.after, trial.seat), strict=True):
        by = now - was + to_come.pop(kind, 0)
        if by and not (buys and kind == "coin"):
            found.append((kind, by, was + by))
    return (*found, *((kind, more, more) for kind, more in to_come.items()))


def _to_come(trial: Trial) -> Iterator[tuple[str, int]]:
    """The parts of the action that the move starts and that still have to be done."""
    box, after = trial.box, trial.after
    if box == NOTHING or after.box != box or actor(after) != trial.seat:
        return
    for part, name in enumerate(PARTS):
        if after.part == part:
            yield SIGN_OF.get(name, name), int(after.left)
        elif after.parts & bit(part):
            yield SIGN_OF.get(name, name), int(after.setting.amount(box, part) * after.times)


SIGN_OF: Final = {"gameEnd": "game_end"}


# Four coins for a game-end card (F8.2)


def _buys(move: int) -> bool:
    return sum(payment(move)) == FOUR


def _columns(s: State, move: int) -> Iterator[Effect]:
    for column, paid in enumerate(payment(move)):
        if paid:
            yield f"column{column + 1}", -paid, int(s.coins[s.seat * 3 + column]) - paid


def purchase(s: State) -> tuple[Payment | None, tuple[int, ...]]:
    """What can be paid, if there is a choice, and a proposal: a coin stays in each column that can still be used in
    this turn (F8.1), as long as possible."""
    held = [int(s.coins[s.seat * 3 + column]) for column in range(COLUMNS)]
    left, paid = list(held), [0] * len(held)
    for _ in range(FOUR):
        column = max(
            (column for column, coins in enumerate(left) if coins),
            key=lambda column: (left[column] > 1 or s.columns & bit(column) != 0, KEPT.index(column)),
        )
        left[column] -= 1
        paid[column] += 1
    if sum(held) == FOUR or sum(map(bool, held)) == 1:
        return None, tuple(paid)
    units = tuple((f"column{column + 1}", coins) for column, coins in enumerate(held))
    buys = tuple(telling.action(s, s.setting.column_box[column]) for column in range(COLUMNS))
    return Payment(FOUR, units, buys), tuple(paid)


# What is about to be lost


def note(trial: Trial) -> str:
    """F6.2: spaces beyond the end of the route."""
    before, after, seat = trial.before, trial.after, trial.seat
    if trial.box == NOTHING or after.parts & bit(LOCO):
        return ""
    due = before.setting.amount(trial.box, LOCO) * trial.times
    lost = int(due - (after.loco[seat] - before.loco[seat]))
    return counted(NOTES["loco"], lost) if lost > 0 else ""
