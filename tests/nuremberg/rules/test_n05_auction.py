"""N5: the auction."""

from __future__ import annotations

import pytest

from branchline import Table
from branchline.games.nuremberg.text.sentences import box_name
from tests.nuremberg.arrange import (
    auction,
    box,
    idle_until,
    influence,
    moves,
    player,
    push,
    refused,
    seen,
)


def held(table: Table, seat: int) -> int:
    return player(table, seat).held


def bids_on(table: Table, name: str) -> list[int]:
    """The sizes of the bids that are legal on a box."""
    return [int(move.split()[2]) for move in moves(table, "bid") if move.split()[1] == box_name(name)]


# N5.1 Turns


@pytest.mark.clause("N5.1")
def test_bids_go_round_in_general_order() -> None:
    table, bidders = auction(order=(2, 0, 1)), []
    for name in ("top1", "top2", "top3", "bottom1"):
        bidders.append(table.to_move)
        table.push(f"bid {name} 3")
    assert bidders == [2, 0, 1, 2]


@pytest.mark.clause("N5.1")
def test_a_player_with_two_standing_bids_is_skipped() -> None:
    table = auction(order=(0, 1, 2), bids={"top1": (1, 3), "top2": (1, 3)}, cubes={1: 6})
    assert push(table, "bid B1 2").to_move == 2


@pytest.mark.clause("N5.1", "N5.3")
def test_an_outbid_player_bids_again_when_their_turn_comes() -> None:
    table = auction(order=(0, 1, 2), turn=2, bids={"top1": (1, 3), "top2": (1, 3)}, cubes={1: 6})
    push(table, "bid A1 4")
    assert table.to_move == 0  # 2's successor
    assert push(table, "bid B1 2").to_move == 1


@pytest.mark.clause("N5.1")
def test_the_turn_goes_to_the_bidders_successor_not_to_the_outbid_player() -> None:
    table = push(auction(order=(0, 1, 2)), "bid A1 3", "bid A1 4")
    assert table.to_move == 2


@pytest.mark.clause("N5.1")
def test_the_turn_skips_over_everybody_who_holds_two() -> None:
    table = auction(
        players=4,
        order=(3, 2, 1, 0),
        bids={"top1": (2, 3), "top2": (2, 3), "top3": (1, 3), "bottom1": (1, 2)},
        cubes={1: 5, 2: 5},
    )
    assert push(table, "bid B2 2").to_move == 0


@pytest.mark.clause("N5.1", "N5.6")
def test_the_last_bidder_may_bid_twice_in_a_row() -> None:
    """All the others hold two bids: the successor of the bidder is the bidder."""
    table = auction(players=2, bids={"top1": (1, 3), "top2": (1, 3)}, cubes={1: 0})
    assert push(table, "bid B1 2").to_move == 0


# N5.2 Bids


@pytest.mark.clause("N5.2")
@pytest.mark.parametrize(("name", "least"), [("top1", 3), ("top3", 3), ("bottom1", 2), ("bottom3", 2)])
def test_a_bid_is_at_least_the_minimum_of_its_row(name: str, least: int) -> None:
    table = auction(cubes={0: 5})
    assert bids_on(table, name) == list(range(least, 6))
    assert refused(table, f"bid {name} {least - 1}").clause == "N5.2"


@pytest.mark.clause("N5.2")
def test_a_bid_is_more_than_the_standing_one() -> None:
    table = auction(bids={"top2": (1, 5)}, cubes={0: 7, 1: 10})
    assert bids_on(table, "top2") == [6, 7]
    error = refused(table, "bid A2 5")
    assert (error.clause, error.text) == ("N5.2", "The highest bid on A2 is 5 cubes; bid more.")


@pytest.mark.clause("N5.2")
def test_a_bid_is_made_with_cubes_in_hand_only() -> None:
    table = auction(cubes={0: 4})
    error = refused(table, "bid A1 5")
    assert (error.clause, error.text) == ("N5.2", "You have only 4 cubes, too few for that bid.")


@pytest.mark.clause("N5.2")
def test_cubes_on_another_box_cannot_be_bid_again() -> None:
    table = auction(bids={"top1": (0, 8)}, cubes={0: 4})
    assert refused(table, "bid A2 5").clause == "N5.2"


@pytest.mark.clause("N5.2")
def test_a_bid_leaves_the_hand_for_the_box() -> None:
    table = push(auction(cubes={0: 12}), "bid B3 7")
    assert (held(table, 0), player(table, 0).bid, player(table, 0).stock) == (5, 7, 3)
    assert (box(table, "bottom3").seat, box(table, "bottom3").cubes) == (0, 7)


@pytest.mark.clause("N5.2")
def test_a_player_may_jump_to_all_cubes_at_once() -> None:
    assert box(push(auction(cubes={0: 15}), "bid B1 15"), "bottom1").cubes == 15


@pytest.mark.clause("N5.2")
def test_there_is_no_fourth_box_in_a_row_of_three() -> None:
    assert not any(move.split()[1] == "A4" for move in moves(auction(), "bid"))


# N5.3 Outbid


@pytest.mark.clause("N5.3")
def test_outbid_cubes_come_back_into_hand() -> None:
    table = push(auction(order=(0, 1, 2), cubes={0: 12}), "bid A1 9", "bid A1 10")
    assert (held(table, 0), player(table, 0).bid) == (12, 0)


@pytest.mark.clause("N5.3")
def test_outbid_cubes_can_be_bid_again_on_any_box() -> None:
    table = auction(players=2, order=(0, 1), cubes={0: 4, 1: 12})
    push(table, "bid A1 4", "bid A1 5")
    assert {move.split()[1] for move in moves(table, "bid")} == {"A2", "A3", "B1", "B2", "B3"}
    push(table, "bid B1 4")
    assert box(table, "bottom1").seat == 0


@pytest.mark.clause("N5.3")
def test_the_outbid_player_may_outbid_on_the_same_box() -> None:
    table = push(auction(players=2, cubes={0: 12, 1: 12}), "bid A1 3", "bid A1 4", "bid A1 5")
    assert (box(table, "top1").seat, held(table, 0), held(table, 1)) == (0, 7, 12)


@pytest.mark.clause("N5.3")
def test_a_player_outbid_on_one_of_two_bids_gets_only_those_cubes_back() -> None:
    table = auction(order=(1, 2, 0), bids={"top1": (0, 3), "top2": (0, 5)}, cubes={0: 4})
    push(table, "bid A1 4")
    assert (held(table, 0), player(table, 0).bid) == (7, 5)


# N5.4, N5.5 Must, cannot, end


@pytest.mark.clause("N5.4")
def test_bidding_is_compulsory() -> None:
    table = auction()
    assert moves(table) == moves(table, "bid")
    refused(table, "pass")


@pytest.mark.clause("N5.4")
def test_a_player_who_cannot_afford_a_minimum_is_skipped() -> None:
    table = auction(order=(0, 1, 2), cubes={1: 1})
    assert push(table, "bid A1 3").to_move == 2


@pytest.mark.clause("N5.4")
def test_a_player_who_can_neither_beat_a_bid_nor_open_a_box_is_skipped() -> None:
    """Seat 1 has 2 cubes: all boxes of the bottom row stand at 2, and the top row takes 3."""
    table = auction(order=(0, 1, 2), bids={"bottom1": (0, 2), "bottom2": (2, 2)}, cubes={0: 9, 1: 2, 2: 9})
    assert push(table, "bid B3 2").to_move == 2


@pytest.mark.clause("N5.4", "N5.3")
def test_a_player_skipped_for_lack_of_cubes_bids_again_with_returned_cubes() -> None:
    table = auction(order=(0, 1, 2), bids={"top1": (1, 9)}, cubes={0: 12, 1: 1, 2: 12})
    assert push(table, "bid B1 2").to_move == 2
    push(table, "bid A1 10", "bid B2 2")
    assert (table.to_move, held(table, 1)) == (1, 10)


@pytest.mark.clause("N5.4")
def test_a_player_with_one_bid_must_make_the_second() -> None:
    table = auction(players=2, bids={"top1": (0, 3), "top2": (1, 3), "top3": (1, 3)}, cubes={0: 12, 1: 9})
    assert moves(table) == moves(table, "bid") != []


@pytest.mark.clause("N5.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_ends_when_everybody_holds_two_bids(players: int) -> None:
    table = auction(players=players)
    names = [box.name for box in seen(table).boxes]
    for name in names[: 2 * players]:
        assert seen(table).phase == "auction"
        table.push(f"bid {name} 3")
    assert seen(table).phase == "building"


@pytest.mark.clause("N5.5")
def test_it_ends_when_nobody_can_bid() -> None:
    table = auction(order=(0, 1, 2), cubes={0: 3, 1: 1, 2: 0})
    assert seen(push(table, "bid A1 3")).phase == "building"


@pytest.mark.clause("N5.5")
def test_an_outbid_player_keeps_it_going() -> None:
    table = auction(
        players=2, order=(0, 1), bids={"top1": (1, 3), "top2": (1, 3), "bottom1": (0, 2)}, cubes={1: 4}
    )
    push(table, "bid A1 4")
    assert (seen(table).phase, table.to_move) == ("auction", 1)


# N5.6


@pytest.mark.clause("N5.6")
def test_nobody_raises_their_own_bid() -> None:
    table = auction(bids={"top1": (0, 3)}, cubes={0: 9})
    assert bids_on(table, "top1") == []
    error = refused(table, "bid A1 4")
    assert (error.clause, error.text) == (
        "N5.6", "You already hold the highest bid on A1: you can't raise your own bid.",
    )  # fmt: skip


# N5.7 Resolution


@pytest.mark.clause("N5.7")
def test_the_winner_moves_up_by_box_and_disc() -> None:
    table = auction(players=2, cubes={0: 3, 1: 0}, influence={0: (1, 2, 1, 1)}, discs="wrbbgb")
    push(table, "bid A2 3")  # brr and a red disc
    assert influence(table, 0) == (1, 3, 4, 1)


@pytest.mark.clause("N5.7")
def test_the_winning_cubes_return_to_the_stock() -> None:
    table = push(auction(players=2, cubes={0: 3, 1: 0}), "bid A1 3")
    assert (held(table, 0), player(table, 0).bid, player(table, 0).stock) == (0, 0, 15)


@pytest.mark.clause("N5.7")
def test_unsold_boxes_give_nothing() -> None:
    table = auction(
        players=2, cubes={0: 2, 1: 0}, influence={0: (0, 0, 0, 0), 1: (0, 0, 0, 0)}, discs="wbrgwb"
    )
    push(table, "bid B3 2")  # rg and a brown disc
    assert influence(table, 0) == (0, 1, 1, 1)
    assert influence(table, 1) == (0, 0, 0, 0)


@pytest.mark.clause("N5.7")
def test_a_player_who_won_two_boxes_gets_both() -> None:
    table = auction(
        players=2, bids={"top1": (0, 3)}, cubes={0: 2, 1: 0}, influence={0: (0, 0, 0, 0)}, discs="wbrgwb"
    )
    push(table, "bid B1 2")  # wwb+w, wr+g
    assert influence(table, 0) == (4, 1, 1, 1)


@pytest.mark.clause("N5.7", "N2.7")
@pytest.mark.parametrize("stack", [(0, 1), (1, 0)])
def test_the_bottom_row_is_resolved_after_the_top_row(stack: tuple[int, ...]) -> None:
    """Both arrive at white 3: the winner of the later box is on top, wherever they were before."""
    table = auction(
        players=2,
        bids={"bottom1": (0, 2)},
        turn=1,
        cubes={0: 0, 1: 3},
        influence={0: (2, 0, 0, 0), 1: (1, 0, 0, 0)},
        discs="brgbbw",
        stacks={"white": stack},
    )
    push(table, "bid A1 3")
    assert seen(table).building_order == (0, 1)


@pytest.mark.clause("N5.7", "N2.7")
@pytest.mark.parametrize(("left", "right"), [(0, 1), (1, 0)])
def test_a_row_is_resolved_from_left_to_right(left: int, right: int) -> None:
    table = auction(
        players=2,
        bids={"top2": (left, 3)},
        turn=right,
        cubes={left: 0, right: 3},
        influence={left: (0, 1, 0, 0), right: (0, 1, 0, 0)},
        discs="wwwgbb",
    )
    push(table, "bid A3 3")  # brr and bgg: both come to brown 2
    assert seen(table).train_order == (right, left)


@pytest.mark.clause("N5.7")
def test_the_boxes_are_empty_afterwards() -> None:
    table = idle_until(auction(), "building")
    assert all(box.seat is None and box.cubes == 0 for box in seen(table).boxes)
