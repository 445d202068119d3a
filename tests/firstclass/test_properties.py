"""Properties that hold whatever happens: the upgrade rule, coin placing, contract requirements."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.core.compiled.engine import OVER
from branchline.games.firstclass import GAME
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.rules import coins, measures, phases, trains
from branchline.games.firstclass.rules.state import is_car

from .arrange import PAIRS, Scene, setting, start

VALUES = (0, 1, 2, 4, 7, 12)


@st.composite
def a_train(draw: st.DrawFn, mail_car: str = "M1") -> list[int | str]:
    """A train that F5.2 allows: values never rise, slot 6 is the mail car."""
    length = draw(st.integers(1, 9))
    values = sorted(draw(st.lists(st.sampled_from(VALUES), min_size=length, max_size=length)), reverse=True)
    slots: list[int | str] = list(values)
    if length >= 6:
        slots[5] = mail_car
    return slots


def cars(slots: list[int | str]) -> list[int]:
    return [slot for slot in slots if isinstance(slot, int)]


# The upgrade rule


@pytest.mark.clause("F5.2")
@given(slots=a_train(), place=st.integers(0, 9))
def test_an_upgrade_is_allowed_exactly_if_the_train_stays_in_order(
    slots: list[int | str], place: int
) -> None:
    scene = Scene().train(0, "upper", slots)
    allowed = trains.why_no_upgrade(scene.state, 0, 0, place) == 0
    after = list(slots)
    fine = False
    if place < len(slots) and isinstance(slot := slots[place], int) and slot != 12:
        after[place] = VALUES[VALUES.index(slot) + 1]
        fine = cars(after) == sorted(cars(after), reverse=True)
    assert allowed == fine


@pytest.mark.clause("F5.2")
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), modules=st.sampled_from(PAIRS), players=st.integers(2, 4))
def test_no_car_is_ever_worth_more_than_its_left_neighbour(seed: int, modules: str, players: int) -> None:
    state = start(modules, players).state
    rng = Random(seed)
    while state.active != OVER:
        GAME.apply(state, rng.choice(phases.legal(state)))
        for train in range(2 * players):
            levels = [level for level in map(int, state.slots[train * 10 : train * 10 + 10]) if is_car(level)]
            assert all(left >= right for left, right in pairwise(levels))


@pytest.mark.clause("F5.2")
@given(upper=a_train(), lower=a_train("M2"))
def test_whether_anything_can_be_upgraded_is_known_without_listing(
    upper: list[int | str], lower: list[int | str]
) -> None:
    scene = Scene().train(0, "upper", upper).train(0, "lower", lower)
    listed = [
        (train, place)
        for train in range(2)
        for place in range(10)
        if trains.why_no_upgrade(scene.state, 0, train, place) == 0
    ]
    assert trains.can_upgrade(scene.state, 0) == bool(listed)


# Coins


@pytest.mark.clause("F8.1", "F4.5")
@given(before=st.tuples(*[st.integers(0, 4)] * 3), gained=st.integers(0, 20))
def test_coins_fill_the_lowest_free_spaces_and_the_rest_are_lost(
    before: tuple[int, int, int], gained: int
) -> None:
    scene = Scene().coins(0, *before)
    coins.gain(scene.state, 0, gained)
    after = scene.purse()
    assert sum(after) == min(12, sum(before) + gained)
    assert all(old <= new <= 4 for old, new in zip(before, after, strict=True))
    for column, other in permutations(range(3), 2):
        assert after[column] == before[column] or after[other] >= after[column] - (other > column)


@pytest.mark.clause("F4.5")
@given(before=st.tuples(*[st.integers(0, 4)] * 3), first=st.integers(0, 8), second=st.integers(0, 8))
def test_coins_placed_together_or_one_after_another_fill_the_same_spaces(
    before: tuple[int, int, int], first: int, second: int
) -> None:
    together, apart = Scene().coins(0, *before), Scene().coins(0, *before)
    coins.gain(together.state, 0, first + second)
    coins.gain(apart.state, 0, first)
    coins.gain(apart.state, 0, second)
    assert together.purse() == apart.purse()


# Contract requirements


@pytest.mark.clause("F9.2")
@given(upper=a_train(), lower=a_train("M2"), value=st.sampled_from(VALUES), which=st.sampled_from([1, 2, 3]))
def test_cars_are_counted_by_their_value_or_better(
    upper: list[int | str], lower: list[int | str], value: int, which: int
) -> None:
    scene = Scene().train(0, "upper", upper).train(0, "lower", lower)
    levels = sum(1 << level for level in range(VALUES.index(value), 6))
    counted = cars(upper) * (which & 1) + cars(lower) * (which >> 1)
    assert measures.measure(scene.state, 0, w.CARS, levels, which, 2) == sum(car >= value for car in counted)


@pytest.mark.clause("F9.3")
@given(upper=a_train(), lower=a_train("M2"), run=st.lists(st.sampled_from(range(6)), min_size=1, max_size=4))
def test_a_run_is_a_row_of_neighbours_each_good_enough(
    upper: list[int | str], lower: list[int | str], run: list[int]
) -> None:
    scene = Scene().train(0, "upper", upper).train(0, "lower", lower)
    packed = sum(level << 3 * place for place, level in enumerate(reversed(run)))
    expected = any(
        all(car >= VALUES[level] for car, level in zip(row[start:], run, strict=False))
        for row in (cars(upper), cars(lower))
        for start in range(len(row) - len(run) + 1)
    )
    assert measures.measure(scene.state, 0, w.RUN, packed, len(run), 0) == int(expected)


@pytest.mark.clause("F9.2")
@given(upper=a_train(), lower=a_train("M2"), seed=st.integers(0, 10**6))
def test_an_upgrade_never_makes_a_fulfilled_contract_unfulfilled(
    upper: list[int | str], lower: list[int | str], seed: int
) -> None:
    scene = Scene("AB").train(0, "upper", upper).train(0, "lower", lower)
    needs = [need for need in setting("AB").contract_need if need >= 0]
    before = [measures.met(scene.state, 0, need) for need in needs]
    places = [
        (train, place)
        for train in range(2)
        for place in range(10)
        if trains.why_no_upgrade(scene.state, 0, train, place) == 0
    ]
    if places:
        trains.upgrade(scene.state, 0, *Random(seed).choice(places))
    after = [measures.met(scene.state, 0, need) for need in needs]
    assert all(new or not old for old, new in zip(before, after, strict=True))
