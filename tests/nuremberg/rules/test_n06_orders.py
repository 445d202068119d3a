"""N6: the building order and the train order."""

from __future__ import annotations

import pytest

from tests.nuremberg.arrange import Four, auction, building, push, seen, shipping, standing


def resolved(
    white: tuple[int, ...], brown: tuple[int, ...], stack: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """The two orders after an auction that gives nobody white or brown (the last box: rg and a red disc)."""
    points: dict[int, Four] = {seat: (white[seat], brown[seat], 1, 1) for seat in range(3)}
    table = auction(
        cubes={0: 2, 1: 0, 2: 0}, influence=points, discs="wwbbgr", stacks={"white": stack, "brown": stack}
    )
    push(table, "bid B3 2")
    return seen(table).building_order, seen(table).train_order


@pytest.mark.clause("N6.1")
def test_most_white_builds_first() -> None:
    assert resolved((1, 3, 2), (0, 0, 0), (0, 1, 2))[0] == (1, 2, 0)


@pytest.mark.clause("N6.1")
def test_most_brown_rents_first() -> None:
    assert resolved((1, 3, 2), (1, 2, 5), (0, 1, 2))[1] == (2, 1, 0)


@pytest.mark.clause("N6.1", "N2.7")
def test_ties_are_broken_by_the_stack() -> None:
    building_order, train_order = resolved((2, 2, 2), (3, 1, 3), (2, 1, 0))
    assert building_order == (2, 1, 0)
    assert train_order == (2, 0, 1)


@pytest.mark.clause("N6.1", "N2.7")
def test_of_two_markers_on_a_space_the_later_is_ahead() -> None:
    """Box order: 2 wins top1 (wwb), 0 wins bottom1 (wr); both come to white 3 and 0 arrives last."""
    table = auction(
        bids={"top1": (2, 3)},
        turn=0,
        cubes={0: 2, 1: 0, 2: 0},
        influence={0: (2, 0, 0, 0), 1: (3, 0, 0, 0), 2: (1, 0, 0, 0)},
        discs="brgbrg",
        stacks={"white": (1, 2, 0)},
    )
    push(table, "bid B1 2")
    assert seen(table).building_order == (0, 2, 1)


@pytest.mark.clause("N6.1")
def test_white_spent_while_building_does_not_change_the_order() -> None:
    table = building(
        order=(0, 1, 2), influence={0: (3, 2, 1, 1), 1: (2, 2, 1, 1), 2: (1, 2, 1, 1)}, pawns={"FUE": "www"}
    )
    push(table, "build NUS GOS FUE stop")
    assert standing(table, "white") == (1, 2, 0)
    assert (table.to_move, seen(table).building_order) == (1, (0, 1, 2))


@pytest.mark.clause("N6.1")
def test_brown_spent_on_a_train_does_not_change_the_order() -> None:
    table = shipping(order=(0, 1, 2), influence={0: (0, 3, 0, 0), 1: (0, 2, 0, 0), 2: (0, 1, 0, 0)})
    push(table, "rent 1a", "rent 2a", "rent 3a")
    assert table.to_move == 0


@pytest.mark.clause("N6.1", "N7.12")
def test_brown_spent_on_track_does_not_change_the_train_order() -> None:
    """The train order is made with the building order, before anything is built."""
    table = building(players=2, order=(0, 1), cubes={0: 0}, influence={0: (0, 3, 1, 0), 1: (0, 2, 0, 0)})
    push(table, "build NUS GOS FUE stop", "stop")
    assert seen(table).players[0].influence.brown < 2
    assert (table.to_move, seen(table).train_order) == (0, (0, 1))
