"""What is drawn around the map, and the marks by which colours are told apart."""

from __future__ import annotations

import re
from collections import defaultdict

import msgspec
import pytest

from branchline.core.protocols import Theme
from branchline.drawing.emblems import EMBLEMS
from branchline.drawing.lettering import shortened, width
from branchline.drawing.palette import RAIL_PATTERNS
from branchline.games.nuremberg.drawing import panels
from branchline.games.nuremberg.drawing.pieces import GOODS, MARKS
from branchline.games.nuremberg.views.view import View
from tests.nuremberg.screen.pictures import (
    DARK,
    LIGHT,
    NAMES,
    NS,
    UNMARKED,
    fragment,
    panel,
    part,
    position,
    table,
    titles,
    words,
)

# Marks


def shape(theme: Theme, name: str) -> set[str]:
    """The paths of a shape that is used by name."""
    layer = fragment(panels.definitions(position(), theme))
    (found,) = (element for element in layer.iter() if element.attrib.get("id", "").endswith(f"-{name}"))
    return {path.attrib["d"] for path in found.iter() if path.tag.endswith("path")}


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        *((f"pawn-{colour}", MARKS[colour]) for colour in ("red", "green", "white")),
        *((f"disc-{colour}", MARKS[colour]) for colour in ("white", "brown", "red", "green")),
        ("cube-yellow", GOODS["post"]),
        ("cube-grey", GOODS["beer"]),
        *((f"{piece}-{seat}", EMBLEMS[seat]) for piece in ("emblem", "token", "invest") for seat in range(4)),
    ],
)
def test_every_colour_has_a_mark_that_can_be_switched_off(name: str, mark: str) -> None:
    assert mark in shape(LIGHT, name)
    assert mark in shape(DARK, name)
    assert mark not in shape(UNMARKED, name)


def test_no_two_marks_look_alike() -> None:
    assert len({*MARKS.values(), *EMBLEMS, *GOODS.values()}) == 12
    assert len(set(RAIL_PATTERNS)) == 4


def test_every_player_has_their_own_rails() -> None:
    view = position()
    owners = sorted({link.owner for link in view.links if isinstance(link.owner, int)})
    assert len(owners) == 4
    marked, unmarked = panel("map", view, LIGHT), panel("map", view, UNMARKED)
    for seat in owners:
        rails = re.compile(
            rf'<use href="#\w+-links-{seat}"[^>]*stroke-dasharray="{re.escape(RAIL_PATTERNS[seat])}"'
        )
        assert rails.search(marked)
        assert bool(rails.search(unmarked)) == (seat == 0)


# Around the map


def test_the_three_orders_are_shown_first_to_last() -> None:
    view = position(moves=40)
    assert len(view.train_order) == 4
    for name in ("general", "building_order", "train_order"):
        shown = [use.attrib["href"][-1] for use in part(f"round/{name}", view).iter(f"{NS}use")]
        assert shown == [str(seat) for seat in getattr(view, name)]


def test_stacks_lie_as_the_view_says() -> None:
    view = position(moves=40)
    stacks = 0
    for track in view.stacks:
        heights: dict[int, dict[int, float]] = defaultdict(dict)
        markers = list(part(f"tracks/{track}", view).iter(f"{NS}use"))
        for marker in markers:
            seat = int(marker.attrib["href"][-1])
            player = view.players[seat]
            value = player.profit if track == "profit" else getattr(player.influence, track)
            heights[value][seat] = float(marker.attrib["y"])
        for placed in heights.values():
            from_top = sorted(placed, key=lambda seat: placed[seat])
            assert from_top == [seat for seat in view.stacks[track] if seat in placed]
            stacks += len(placed) > 1
        assert len(markers) == 4
    assert stacks > 3


def test_turning_a_stack_over_changes_the_drawing() -> None:
    view = position(moves=0)
    stacks = {**view.stacks, "white": view.stacks["white"][::-1]}
    assert panel("tracks", view) != panel("tracks", msgspec.structs.replace(view, stacks=stacks))


def test_influence_beyond_the_track_is_written() -> None:
    view = position(moves=0)
    rich = msgspec.structs.replace(
        view.players[0], influence=msgspec.structs.replace(view.players[0].influence, red=23)
    )
    changed = msgspec.structs.replace(view, players=(rich, *view.players[1:]))
    assert words(part("tracks/red", changed)) == ["23"]


@pytest.mark.parametrize(("moves", "phase"), [(0, "Auction"), (40, "Building")])
def test_the_current_phase_is_highlighted(moves: int, phase: str) -> None:
    assert titles(part("round/phase", position(moves=moves))) == [f"Phase of the round: {phase}"]


def test_a_standing_bid_shows_bidder_and_cubes() -> None:
    made = table(moves=0)
    made.push("bid A2 7")
    view = made.view(0)
    assert isinstance(view, View)
    bid = part("auction/top2", view)
    seat = next(box.seat for box in view.boxes if box.name == "top2")
    assert seat is not None
    assert words(bid) == [NAMES[seat], "7"]
    (row,) = (rect for rect in bid.iter(f"{NS}rect") if rect.attrib["fill"] == f"url(#nur-invests-{seat})")
    assert float(row.attrib["width"]) == pytest.approx(7 * 13.4)
    frame = next(rect for rect in bid.iter(f"{NS}rect") if rect.attrib["fill"] == "none")
    assert float(frame.attrib["width"]) < 281, (
        "the edge of the box stays free: it shows whether it can be chosen"
    )


def test_loaded_spaces_of_a_train_are_filled() -> None:
    view = position()
    train = msgspec.structs.replace(view.trains[0], seat=1, passengers=2, goods=1)
    changed = msgspec.structs.replace(view, trains=(train, *view.trains[1:]))
    used = [use.attrib["href"] for use in part(f"trains/{train.name}", changed).iter(f"{NS}use")]
    assert used.count("#nur-rider") == 2
    assert used.count("#nur-crate") == 1
    assert "#nur-emblem-1" in used
    printed = panel("trains", view)
    assert printed.count("#nur-coach-1") == sum(one.passenger_spaces for one in view.trains if one.row == 1)
    assert printed.count("#nur-wagon") == sum(one.goods_spaces for one in view.trains)


def test_passing_is_stamped_only_while_it_counts() -> None:
    view = position()
    players = tuple(msgspec.structs.replace(player, passed=True) for player in view.players)
    for phase, stamps in (("shipping", 4), ("building", 0)):
        changed = msgspec.structs.replace(view, players=players, phase=phase)
        assert panel("players", changed).count("PASSED") == stamps


def test_long_names_are_cut_and_short_ones_kept() -> None:
    assert shortened("Ada", 18, 134) == "Ada"
    cut = shortened("Wilhelmine von Hohenzollern", 18, 134)
    assert cut.endswith("…")
    assert width(cut, 18) <= 134
