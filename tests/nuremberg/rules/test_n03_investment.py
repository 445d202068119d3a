"""N3 and N4: the investment and the influence discs of a round."""

from __future__ import annotations

import pytest

from tests.nuremberg.arrange import (
    auction,
    box,
    idle_until,
    influence,
    new_table,
    player,
    push,
    seen,
    takeover,
)


@pytest.mark.clause("N3.1")
def test_everybody_starts_with_12_cubes() -> None:
    table = new_table(players=4)
    assert [(player(table, seat).held, player(table, seat).stock) for seat in range(4)] == [(12, 3)] * 4


@pytest.mark.clause("N3.1")
@pytest.mark.parametrize(("kept", "then"), [(0, 12), (1, 13), (3, 15), (4, 15), (15, 15)])
def test_a_new_round_brings_12_cubes_or_all_that_are_left(kept: int, then: int) -> None:
    table = idle_until(takeover(cubes={1: kept}), "auction")
    assert (player(table, 1).held, player(table, 1).stock) == (then, 15 - then)


@pytest.mark.clause("N4.1")
@pytest.mark.parametrize(("players", "boxes"), [(2, 6), (3, 6), (4, 8)])
def test_every_box_gets_one_disc(players: int, boxes: int) -> None:
    view = seen(new_table(players=players))
    assert len([box for box in view.boxes if box.disc]) == len(view.boxes) == boxes


@pytest.mark.clause("N4.1", "N2.1")
def test_discs_are_drawn_in_box_order() -> None:
    table = new_table(players=4)
    drawn = [str(table.game.move(table.setting, move)) for move in table.steps[0].moves][-8:]
    assert drawn == [f"disc {box.disc}" for box in seen(table).boxes]


@pytest.mark.clause("N4.1")
def test_discs_on_boxes_are_out_of_the_bag() -> None:
    view = seen(new_table())
    for colour, all_discs in (("white", 4), ("brown", 4), ("red", 2), ("green", 2)):
        on_boxes = sum(box.disc == colour for box in view.boxes)
        assert getattr(view.bags.discs, colour) + on_boxes == all_discs


@pytest.mark.clause("N4.1", "N5.7")
def test_a_disc_adds_one_point_of_its_colour() -> None:
    table = auction(players=2, cubes={0: 3, 1: 0}, influence={0: (0, 0, 0, 0)}, discs="gwbbwr")
    assert box(table, "top1").disc == "green"
    push(table, "bid A1 3")  # wwb
    assert influence(table, 0) == (2, 1, 0, 1)


@pytest.mark.clause("N4.1")
def test_a_new_round_draws_new_discs() -> None:
    table = takeover(discs="wbrgwb")
    before = table.steps
    assert not before
    idle_until(table, "auction")
    drawn = [str(table.game.move(table.setting, move)) for move in table.steps[-1].moves]
    assert drawn == [f"disc {box.disc}" for box in seen(table).boxes]
