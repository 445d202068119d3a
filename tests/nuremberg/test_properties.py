"""What holds in every position: rules checked against naive readings of them, over what a player sees."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline import Table
from branchline.games.nuremberg.rules import moves as ids
from branchline.games.nuremberg.text.sentences import box_name
from branchline.games.nuremberg.views.view import View
from tests.nuremberg.arrange import seen
from tests.nuremberg.wandering import (
    few,
    play,
    purse,
    seeds,
    tables,
    wander,
)

# Moves


def _of_this_phase(view: View) -> list[int]:
    """All ids of the kinds that belong to the phase."""
    ranges = {
        "auction": [(ids.BID, ids.PAY)],
        "building": [(ids.STOP, ids.PASS), (ids.PAY, ids.RENT)],
        "shipping": [(ids.PASS, ids.KEEP), (ids.PAY, ids.BUILD), (ids.RENT, ids.CEDE)],
        "takeover": [(ids.KEEP, ids.BID), (ids.CEDE, ids.GOODS)],
    }
    return [number for first, last in ranges.get(view.phase, []) for number in range(first, last)]


@pytest.mark.clause("N7.13", "N9.1", "N12.1", "N5.2")
@few(40)
@given(table=tables, seed=seeds, steps=st.integers(0, 150))
def test_a_move_is_legal_or_has_a_refusal(table: Table, seed: int, steps: int) -> None:
    wander(table, seed, steps)
    legal = set(table.legal_moves.ids)
    sample = Random(seed).sample(range(table.game.move_count), 60)
    for number in {*_of_this_phase(seen(table)), *sample, *legal}:
        refusal = table.game.refusal(table.state, number)
        assert (refusal is None) == (number in legal)
        if refusal is not None:
            assert refusal.clause.startswith("N")
            assert refusal.text.endswith(".")
            assert not set("{}") & set(refusal.text)


@pytest.mark.clause("N1.2", "N1.3")
@few(15)
@given(table=tables, seed=seeds)
def test_no_piece_appears_or_vanishes(table: Table, seed: int) -> None:
    for _, _, view in play(table, seed):
        assert table.game.miscount(table.state) is None
        for who in view.players:
            assert who.held + who.stock + who.bid == 15
            assert min(*purse(who), who.stock, who.track) >= 0


# Auction


@pytest.mark.clause("N5.1", "N5.2", "N5.3", "N5.4", "N5.5", "N5.6")
@few(15)
@given(table=tables, seed=seeds)
def test_the_turn_goes_to_the_next_in_order_who_can_bid(table: Table, seed: int) -> None:
    for before, move, after in play(table, seed):
        if not move.startswith("bid"):
            continue
        assert before.to_move is not None
        _, written, cubes = move.split()
        name = next(box.name for box in before.boxes if box_name(box.name) == written)
        held = [who.held for who in before.players]
        bids = {box.name: (box.seat, box.cubes) for box in before.boxes}
        outbid, returned = bids[name]
        if outbid is not None:
            held[outbid] += returned
        held[before.to_move] -= int(cubes)
        bids[name] = before.to_move, int(cubes)
        place = before.general.index(before.to_move)
        around = before.general[place + 1 :] + before.general[: place + 1]
        able = [seat for seat in around if _can_bid(before, bids, held[seat], seat)]
        if able:
            assert (after.phase, after.to_move) == ("auction", able[0])
        else:
            assert after.phase == "building"


def _can_bid(view: View, bids: dict[str, tuple[int | None, int]], held: int, seat: int) -> bool:
    if sum(holder == seat for holder, _ in bids.values()) >= 2:
        return False
    return any(
        max(box.minimum, bids[box.name][1] + 1) <= held for box in view.boxes if bids[box.name][0] != seat
    )


@pytest.mark.clause("N5.7", "N6.1", "N2.7")
@few(15)
@given(table=tables, seed=seeds)
def test_orders_follow_influence_and_stack(table: Table, seed: int) -> None:
    for before, _, after in play(table, seed):
        if before.phase == "auction" and after.phase == "building":
            for colour, order in (("white", after.building_order), ("brown", after.train_order)):
                points = [getattr(after.players[seat].influence, colour) for seat in order]
                assert points == sorted(points, reverse=True)
                for one, other in pairwise(order):
                    same = getattr(after.players[one].influence, colour) == getattr(
                        after.players[other].influence, colour
                    )
                    assert not same or after.stacks[colour].index(one) < after.stacks[colour].index(other)


# Profit and loss


@pytest.mark.clause("N10.1", "N10.2", "N10.3", "N10.5", "N11.1")
@few(20)
@given(table=tables, seed=seeds)
def test_profit_changes_by_the_formula(table: Table, seed: int) -> None:
    for before, _, after in play(table, seed):
        if (before.phase, after.phase) != ("shipping", "takeover"):
            continue
        for was, now in zip(before.players, after.players, strict=True):
            items = was.shipped
            result = 2 * items.grey + items.yellow + items.red + items.green - was.links
            assert now.profit == min(max(was.profit + result, -13), 5)
            assert now.score == was.score + was.earned
        # Among equals, the player who moved later (later in the old order) is ahead.
        later_first = before.general[::-1]
        expected = sorted(later_first, key=lambda seat: -after.players[seat].profit)
        assert after.general == tuple(expected)
