"""What holds in every position: rules checked against naive readings of them, over what a player sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Final

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from branchline import Table
from branchline.games.nuremberg import moves as ids
from branchline.games.nuremberg.map_file import MapFile
from branchline.games.nuremberg.view import Player, View
from tests.nuremberg.arrange import building, new_table, seen

IDLE: Final = ("stop", "pass", "keep")
KINDS: Final = ("yellow", "grey", "red", "green")

seeds = st.integers(0, 10_000)
tables = st.builds(
    lambda seed, players, board, stone_from, goods_destination: new_table(
        seed=seed,
        players=players,
        board=board,
        rounds=3,
        stone_from=stone_from,
        goods_destination=goods_destination,
        starting_influence=(2, 3, 3, 3),
    ),
    seed=seeds,
    players=st.integers(2, 4),
    board=st.sampled_from(["nuremberg", "wensleydale"]),
    stone_from=st.sampled_from(["arrows", "arrows", "neighbours"]),
    goods_destination=st.sampled_from([True, True, False]),
)


def few(examples: int) -> settings:
    return settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
    )


def lively(table: Table, rng: Random) -> str:
    """A random move that seldom gives up, so that lines grow, trains run and stretches are ceded."""
    texts = [str(move) for move in table.legal_moves]
    if "sign" in texts and rng.random() < 0.6:
        return "sign"
    busy = [text for text in texts if text not in IDLE]
    shipments = [text for text in busy if text.startswith("ship")]
    if shipments and rng.random() < 0.7:
        return rng.choice(shipments)
    if busy and (rng.random() < 0.85 or len(busy) == len(texts)):
        return rng.choice(busy)
    return rng.choice(texts)


def play(table: Table, seed: int) -> Iterator[tuple[View, str, View]]:
    """A whole game: the table before a move, the move, and the table after it."""
    rng = Random(seed)
    before = seen(table)
    while not table.over:
        move = lively(table, rng)
        table.push(move)
        after = seen(table)
        yield before, move, after
        before = after


def wander(table: Table, seed: int, steps: int) -> Table:
    """The position after some steps."""
    for _, (_, _, _) in zip(range(steps), play(table, seed), strict=False):
        pass
    return table


def purse(who: Player) -> tuple[int, int, int, int, int]:
    points = who.influence
    return points.white, points.brown, points.red, points.green, who.held


def costs(source: MapFile) -> dict[frozenset[str], int | None]:
    return {frozenset((border.a, border.b)): border.cost for border in source.borders}


def owners(view: View) -> dict[frozenset[str], int | str]:
    return {frozenset((link.a, link.b)): link.owner for link in view.links}


def companies(view: View) -> dict[str, tuple[str, ...]]:
    return {plot.id: plot.companies for plot in view.plots if plot.companies}


def stations(view: View) -> set[str]:
    """All stations of the map; in the wide South also the dark red plots."""
    printed = {plot.id for plot in view.map.plots if plot.is_station}
    return printed | set(companies(view))


# Moves


def _of_this_phase(view: View) -> list[int]:
    """All ids of the kinds that belong to the phase."""
    ranges = {
        "auction": [(ids.BID, ids.PAY)],
        "building": [(ids.STOP, ids.STOP + 1), (ids.PAY, ids.RENT)],
        "shipping": [(ids.PASS, ids.PASS + 1), (ids.PAY, ids.BUILD), (ids.RENT, ids.CEDE)],
        "takeover": [(ids.KEEP, ids.SIGN + 1), (ids.CEDE, ids.GOODS)],
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
        _, name, cubes = move.split()
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


# Building


@pytest.mark.clause("N7.9", "N7.10", "N7.11", "N7.12", "N7.13", "N7.14")
@few(15)
@given(table=tables, seed=seeds)
def test_a_link_charges_exactly_its_cost_and_tolls(table: Table, seed: int) -> None:
    """And cubes before influence, each toll in its own colour."""
    link_cost = costs(seen(table).map)
    due: tuple[View, str] | None = None
    for before, move, after in play(table, seed):
        if move.startswith("build"):
            due = before, move
        if due is None or after.decision == "pay":
            continue
        start, text = due
        due = None
        assert start.to_move is not None
        _, a, b = text.split()
        touched = [b] if start.line else [a, b]
        here = {plot.id: plot for plot in start.plots}
        red, green = (
            sum(colour in here[name].companies for name in touched if name in here)
            for colour in ("red", "green")
        )
        white = sum(here[name].landlords for name in touched if name in here)
        cost = link_cost[frozenset((a, b))]
        assert cost is not None
        was, now = (purse(view.players[start.to_move]) for view in (start, after))
        assert sum(was) - sum(now) == cost + red + green + white
        assert was[4] - now[4] == min(was[4], cost)
        spent = [was[i] - now[i] for i in range(4)]
        assert spent[0] >= white and spent[2] >= red and spent[3] >= green  # noqa: PT018 - one idea
        assert all(plot.landlords == 0 for plot in after.plots if plot.id in touched)


@pytest.mark.clause("N7.2", "N7.3", "N7.4", "N7.6", "N7.7", "N7.8")
@few(15)
@given(table=tables, seed=seeds)
def test_laid_lines_are_simple_ways_over_borders_that_take_track(table: Table, seed: int) -> None:
    link_cost = costs(seen(table).map)
    start: View | None = None
    for before, move, after in play(table, seed):
        if before.phase != "building":
            continue
        if not before.line:
            start = before  # the turn begins
        if move != "stop" or not before.line:
            continue
        assert start is not None
        line, seat = before.line, before.to_move
        assert len(set(line)) == len(line) <= 16
        assert all(link_cost[frozenset(pair)] for pair in pairwise(line))
        assert "SOU" not in line[1:-1]
        own = {name for pair, owner in owners(start).items() if owner == seat for name in pair}
        assert line[0] in own | set(companies(start))
        new = {frozenset(pair) for pair in pairwise(line)}
        assert owners(after) == {**owners(start), **dict.fromkeys(new, seat)}
        assert not new & set(owners(start))


# Trains and shipping


@pytest.mark.clause("N9.2", "N9.3", "N7.14")
@few(15)
@given(table=tables, seed=seeds)
def test_a_train_charges_brown_and_three_units_a_missing_point(table: Table, seed: int) -> None:
    due: tuple[View, str] | None = None
    for before, move, after in play(table, seed):
        if move.startswith("rent"):
            due = before, move.split()[1]
        if due is None or after.decision == "pay":
            continue
        (start, name), due = due, None
        assert start.to_move is not None
        cost = next(train.cost for train in start.trains if train.name == name)
        was, now = (purse(view.players[start.to_move]) for view in (start, after))
        brown = min(cost, was[1])
        assert was[1] - now[1] == brown
        assert sum(was) - sum(now) == brown + 3 * (cost - brown)


@pytest.mark.clause("N9.4", "N9.5", "N9.6", "N9.7", "N9.8", "N9.10", "N16")
@few(20)
@given(table=tables, seed=seeds)
def test_shipping_is_possible_where_a_naive_search_finds_a_way(table: Table, seed: int) -> None:
    rng = Random(seed)
    while not table.over:
        view = seen(table)
        if view.phase == "shipping" and view.decision == "act":
            found = {str(move) for move in table.legal_moves if str(move).startswith("ship")}
            assert found == set(_naive_shipments(view))
        table.push(lively(table, rng))


def _naive_shipments(view: View) -> Iterator[str]:
    seat = view.to_move
    mine = [train for train in view.trains if train.seat == seat]
    passenger_room = any(train.passengers < train.passenger_spaces for train in mine)
    goods_room = any(train.goods < train.goods_spaces for train in mine)
    kind_of = {plot.id: plot.goods for plot in view.map.plots}
    belongs = companies(view)
    for here in view.plots:
        for colour, count in (("red", here.red), ("green", here.green)):
            homes = {name for name, held in belongs.items() if colour in held}
            if count and passenger_room and here.id not in homes and _reachable(view, here.id) & homes:
                yield f"ship {colour} {here.id}"
        if here.goods and goods_room and here.id not in belongs:
            leaves = {here.id} if kind_of[here.id] == "yellow" else _leaves_from(view, here.id)
            if any(_arrives(view, _reachable(view, name)) for name in leaves):
                yield f"ship {kind_of[here.id]} {here.id}"


def _arrives(view: View, reached: set[str]) -> bool:
    """Goods need a company station; without destinations own track is enough."""
    if not view.options.goods_destination:
        return len(reached) > 1
    return bool(reached & set(companies(view)))


def _leaves_from(view: View, field: str) -> set[str]:
    """Where grey goods come onto the rails."""
    if view.options.stone_from == "neighbours":
        beside = {frozenset((border.a, border.b)) for border in view.map.borders}
        names = {name for pair in beside if field in pair for name in pair if name != field}
    else:
        names = set(view.map.fields[field])
    return names - set(companies(view))


def _reachable(view: View, start: str) -> set[str]:
    """All plots that the mover's own links join to a plot, itself included."""
    own = [pair for pair, owner in owners(view).items() if owner == view.to_move]
    reached, front = {start}, [start]
    while front:
        name = front.pop()
        for pair in own:
            for other in pair - {name} if name in pair else ():
                if other not in reached:
                    reached.add(other)
                    front.append(other)
    return reached


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
        # Of equals, who moved later (later in the old order) is ahead.
        later_first = before.general[::-1]
        expected = sorted(later_first, key=lambda seat: -after.players[seat].profit)
        assert after.general == tuple(expected)


# Takeovers


@pytest.mark.clause("N12.2", "N12.3", "N12.4", "N12.5", "N12.6")
@few(20)
@given(table=tables, seed=seeds)
def test_a_takeover_changes_its_stretch_and_nothing_else(table: Table, seed: int) -> None:
    for before, move, after in play(table, seed):
        if move != "sign" or after.phase == "game_end":
            continue
        assert before.to_move is not None
        line, company, seat = before.line, before.ceding, before.to_move
        assert company is not None
        assert company in companies(before)[line[0]]
        assert line[-1] in stations(before)
        way = {frozenset(pair) for pair in pairwise(line)}
        assert {owners(before)[pair] for pair in way} == {seat}
        assert owners(after) == {**owners(before), **dict.fromkeys(way, company)}
        for name in stations(before):
            held = set(companies(before).get(name, ()))
            assert set(companies(after).get(name, ())) == held | ({company} if name in line else set())
        was, now = before.players[seat], after.players[seat]
        links = len(line) - 1
        price = -(-links // 2)
        assert getattr(was.influence, company) - getattr(now.influence, company) == price
        assert now.track == was.track + links
        for printed in before.map.plots:
            _check_cleared(before, after, printed.id, company, printed.id in line)


def _check_cleared(before: View, after: View, name: str, company: str, on_the_way: bool) -> None:
    was, now = ({plot.id: plot for plot in view.plots}.get(name) for view in (before, after))
    for what in ("goods", "red", "green", "landlords"):
        count = getattr(was, what, 0)
        gone = on_the_way and what in ("goods", company)
        assert getattr(now, what, 0) == (0 if gone else count)


@pytest.mark.clause("N12.2", "N12.3", "N12.4", "N12.5")
@few(25)
@given(table=tables, seed=seeds, steps=st.integers(40, 150))
def test_every_stretch_of_a_naive_search_can_be_ceded_and_no_other(
    table: Table, seed: int, steps: int
) -> None:
    rng = Random(seed)
    for _ in range(steps):
        if table.over:
            return
        table.push(lively(table, rng))
    while not table.over and not (seen(table).phase == "takeover" and not seen(table).line):
        table.push(lively(table, rng))
    if table.over:
        return
    view = seen(table)
    own = {pair for pair, owner in owners(view).items() if owner == view.to_move}
    assume(len(own) <= 12)
    assert _offered(table) == _naive_stretches(view, own)


Stretch = tuple[str, tuple[str, ...]]


def _named_once(company: str, line: tuple[str, ...], held: dict[str, tuple[str, ...]]) -> Stretch:
    """Between two stations of the company both directions are one stretch."""
    both = company in held.get(line[0], ()) and company in held.get(line[-1], ())
    return company, min(line, line[::-1]) if both else line


def _offered(table: Table) -> set[Stretch]:
    found: set[Stretch] = set()
    held = companies(seen(table))
    count = 0

    def follow() -> None:
        nonlocal count
        for move in [str(move) for move in table.legal_moves]:
            if move == "sign":
                count += 1
                found.add(_named_once(str(seen(table).ceding), seen(table).line, held))
            elif move != "keep":
                table.push(move)
                follow()
                table.pop()

    follow()
    assert count == len(found)  # each is one move
    return found


def _naive_stretches(view: View, own: set[frozenset[str]]) -> set[Stretch]:
    found: set[Stretch] = set()
    assert view.to_move is not None
    held = companies(view)

    def follow(company: str, line: tuple[str, ...], most: int) -> None:
        if len(line) > 1 and line[-1] in stations(view):
            found.add(_named_once(company, line, held))
        if len(line) - 1 < most:
            for pair in own:
                if line[-1] in pair:
                    (onward,) = pair - {line[-1]}
                    if onward not in line:
                        follow(company, (*line, onward), most)

    for name, its in held.items():
        for company in its:
            follow(company, (name,), 2 * getattr(view.players[view.to_move].influence, company))
    return found


# Fürth

AROUND: Final = ("FUE", "GOS", "POP", "STE", "VAC", "ZIR", "EIB", "TEN", "NUN", "NUS", "ERL", "SCH", "KOR")
ENDS: Final = {"NUN", "NUS"}
OWNERS: Final[tuple[int | str, ...]] = (0, 1, 2, "red", "green")


@pytest.mark.clause("N8.1", "N16")
@few(80)
@given(seed=seeds, furth=st.sampled_from(["shortest", "own"]), links=st.integers(4, 18))
def test_the_bonus_is_that_of_a_naive_search(seed: int, furth: str, links: int) -> None:
    rng = Random(seed)
    table = building(furth=furth)
    numbers = {
        frozenset((border.a, border.b)): number
        for number, border in enumerate(seen(table).map.borders)
        if border.cost and border.a in AROUND and border.b in AROUND
    }
    laid: dict[frozenset[str], int | str] = {}
    joining = []
    for pair in rng.sample(sorted(numbers, key=sorted), links):
        laid[pair] = rng.choice(OWNERS)
        if _joining_lines(laid):
            del laid[pair]
            joining.append(pair)
    ways: dict[int | str, str] = {}
    for pair, owner in laid.items():
        ways[owner] = " ".join([ways.get(owner, ""), "-".join(sorted(pair))])
    table = building(furth=furth, links=ways, influence={0: (9, 9, 9, 9)})
    rng.shuffle(joining)
    texts = {str(move) for move in table.legal_moves}
    ends = [(a, b) for pair in joining for a, b in (sorted(pair), sorted(pair, reverse=True))]
    move = next((f"build {a} {b}" for a, b in ends if f"build {a} {b}" in texts), None)
    assume(move is not None)
    assert move is not None
    table.push(move)
    laid[frozenset(move.split()[1:])] = 0
    assert table.scores() == (_naive_bonus if furth == "shortest" else _naive_own_bonus)(laid, numbers)


def _joining_lines(laid: dict[frozenset[str], int | str]) -> list[list[frozenset[str]]]:
    """All simple ways from Fürth to where they first meet Nuremberg."""
    found = []

    def follow(name: str, been: set[str], line: list[frozenset[str]]) -> None:
        if name in ENDS:
            found.append(line)
            return
        for pair in laid:
            if name in pair:
                (onward,) = pair - {name}
                if onward not in been:
                    follow(onward, been | {onward}, [*line, pair])

    follow("FUE", {"FUE"}, [])
    return found


def _naive_bonus(
    laid: dict[frozenset[str], int | str], numbers: dict[frozenset[str], int]
) -> tuple[int, ...]:
    def merit(line: list[frozenset[str]]) -> tuple[int, int, list[int]]:
        return len(line), -sum(laid[pair] == 0 for pair in line), sorted(numbers[pair] for pair in line)

    best = min(_joining_lines(laid), key=merit)
    return tuple(sum(laid[pair] == seat for pair in best) for seat in range(3))


def _naive_own_bonus(
    laid: dict[frozenset[str], int | str], numbers: dict[frozenset[str], int]
) -> tuple[int, ...]:
    del numbers
    counts = [
        [sum(laid[pair] == seat for pair in line) for line in _joining_lines(laid)] for seat in range(3)
    ]
    return tuple(min((count for count in own if count), default=0) for own in counts)
