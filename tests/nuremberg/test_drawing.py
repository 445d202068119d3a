"""The drawing: one picture of the table in SVG, in two layers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from itertools import combinations
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import branchline as bl
from branchline.core import registry
from branchline.core.protocols import Theme
from branchline.drawing.emblems import EMBLEMS
from branchline.drawing.lettering import shortened, width
from branchline.drawing.palette import RAIL_PATTERNS
from branchline.drawing.sheet import Place
from branchline.games.nuremberg import map_file
from branchline.games.nuremberg.drawing import changing_layer, static_layer, svg
from branchline.games.nuremberg.drawing.geometry import distance_inside
from branchline.games.nuremberg.drawing.pieces import GOODS, MARKS
from branchline.games.nuremberg.drawing.placement import layout
from branchline.games.nuremberg.drawing.sheet import PLACES, WHOLE
from branchline.games.nuremberg.view import Plot, View

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri")
LIGHT, DARK, UNMARKED = Theme(), Theme(dark=True), Theme(marks=False)
NS = "{http://www.w3.org/2000/svg}"


def table(board: str = "nuremberg", players: int = 4, moves: int = 120, **options: bool) -> bl.Table:
    """A match some moves on, played at random by people who like to build and ship."""
    made = bl.Table("nuremberg", players, seed=5, board=board, **dict[str, Any](options))
    rng = Random(2)
    for _ in range(moves):
        if made.over:
            break
        legal = list(made.legal_moves)
        eager = [move for move in legal if str(move).split()[0] in ("build", "ship", "rent", "cede", "sign")]
        made.push(rng.choice(eager if eager and rng.random() < 0.7 else legal))
    return made


@cache
def position(board: str = "nuremberg", players: int = 4, moves: int = 120) -> View:
    view = table(board, players, moves).view(0)
    assert isinstance(view, View)
    return view


@cache
def drawn(board: str = "nuremberg", players: int = 4, theme: Theme = LIGHT) -> ElementTree.Element:
    return ElementTree.fromstring(svg(position(board, players), NAMES[:players], theme))


def fragment(layer: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{layer}</svg>')


def changing(view: View, theme: Theme = LIGHT) -> ElementTree.Element:
    return fragment(changing_layer(view, NAMES[: len(view.players)], theme))


def with_attribute(root: ElementTree.Element, name: str) -> dict[str, list[ElementTree.Element]]:
    found: dict[str, list[ElementTree.Element]] = defaultdict(list)
    for element in root.iter():
        if name in element.attrib:
            found[element.attrib[name]].append(element)
    return found


def words(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{NS}text")]


# The picture as a whole


@pytest.mark.parametrize("theme", [LIGHT, DARK, UNMARKED], ids=["light", "dark", "unmarked"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", map_file.BOARDS)
def test_every_picture_is_a_whole_svg(board: str, players: int, theme: Theme) -> None:
    root = drawn(board, players, theme)
    assert root.tag == f"{NS}svg"
    assert root.attrib["viewBox"] == WHOLE.view_box
    assert root.attrib["role"] == "img"
    assert root[0].tag == f"{NS}title"
    assert root[1].tag == f"{NS}desc"


@pytest.mark.parametrize("moves", [0, 15, 40, 90, 400])
def test_every_phase_can_be_drawn(moves: int) -> None:
    view = position("wensleydale", 3, moves)
    assert ElementTree.fromstring(svg(view, NAMES[:3], LIGHT)) is not None


def test_a_position_before_the_first_draw_can_be_drawn() -> None:
    game = registry.game("nuremberg")
    view = game.view(game.start(game.setting(3, {})), None)
    root = ElementTree.fromstring(game.svg(view, NAMES[:3], LIGHT))
    assert any("goods are drawn" in text for text in words(root))


def test_the_description_tells_round_phase_turn_and_figures() -> None:
    view = table(moves=0).view(0)
    assert isinstance(view, View)
    assert view.to_move is not None
    root = ElementTree.fromstring(svg(view, NAMES, LIGHT))
    told = root[1].text or ""
    assert "Round 1 of 5" in told
    assert "Auction" in told
    assert f"{NAMES[view.to_move]} to bid" in told
    for name in NAMES:
        assert f"{name}: 0 points, profit and loss 0, 12 cubes in hand" in told


def test_equal_views_make_equal_pictures() -> None:
    view = position()
    again = msgspec.json.decode(msgspec.json.encode(view), type=View)
    assert again is not view
    assert svg(again, list(NAMES), Theme()) == svg(view, NAMES, LIGHT)


def test_the_picture_does_not_depend_on_the_process() -> None:
    program = (
        "import zlib; from branchline import Theme; from branchline.games.nuremberg import map_file, drawing;"
        "print(zlib.crc32(drawing.static_layer(map_file.built_in('nuremberg'), Theme()).encode()))"
    )
    sums = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(sums) == 1


@pytest.mark.parametrize("name", ["<b>&amp; \"Al\" 'O'", "\x00\x1bEve\ufffe", "]]><script>", "a" * 300, ""])
def test_names_of_players_are_only_text(name: str) -> None:
    view = position(players=2)
    root = ElementTree.fromstring(svg(view, [name, "Bruno"], LIGHT))
    assert not list(root.iter(f"{NS}script"))
    assert not list(root.iter(f"{NS}b"))
    if name.isprintable():
        assert f"{name}: {view.players[0].score} points" in (root[1].text or "")


def test_nothing_is_fetched_or_run() -> None:
    for board in map_file.BOARDS:
        picture = svg(position(board), NAMES, DARK)
        assert re.findall(r"https?:", picture) == ["http:"]  # the name space of SVG
        assert not re.search(r"<(script|image|foreignObject|style|iframe|a)\b| on\w+=|data:|@import", picture)


@pytest.mark.parametrize("board", map_file.BOARDS)
def test_every_reference_leads_to_a_shape_of_the_picture(board: str) -> None:
    picture = svg(position(board), NAMES, LIGHT)
    ids = re.findall(r'\bid="([^"]+)"', picture)
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r'href="#([^"]+)"', picture)) | set(re.findall(r"url\(#([^)]+)\)", picture))
    assert wanted <= set(ids)
    assert len(wanted) > 100


def test_pictures_of_two_themes_share_no_ids() -> None:
    light, dark = (
        set(re.findall(r'\bid="([^"]+)"', svg(position(), NAMES, theme))) for theme in (LIGHT, DARK)
    )
    assert light.isdisjoint(dark)


def test_dark_has_its_own_colours_and_the_same_shapes() -> None:
    light, dark = svg(position(), NAMES, LIGHT), svg(position(), NAMES, DARK)
    colours = [set(re.findall(r"#[0-9a-f]{6}", picture)) for picture in (light, dark)]
    assert len(colours[1] - colours[0]) > 25
    assert re.findall(r' d="([^"]+)"', light) == re.findall(r' d="([^"]+)"', dark)


def test_the_note_on_the_reconstruction_is_shown() -> None:
    for board in map_file.BOARDS:
        shown = words(drawn(board))
        assert "Reconstructed." in shown
        assert any(text.startswith(map_file.built_in(board).provenance) for text in shown)


# What a page needs to make it clickable


@pytest.mark.parametrize("board", map_file.BOARDS)
def test_everything_can_be_found_by_its_data(board: str) -> None:
    source, view, root = map_file.built_in(board), position(board), drawn(board)
    assert set(with_attribute(root, "data-plot")) == {plot.id for plot in source.plots}
    assert set(with_attribute(root, "data-box")) == {box.name for box in view.boxes}
    assert set(with_attribute(root, "data-train")) == {train.name for train in view.trains}
    assert set(with_attribute(root, "data-seat")) == {"0", "1", "2", "3"}
    assert set(with_attribute(root, "data-track")) == set(view.stacks)


@pytest.mark.parametrize("board", map_file.BOARDS)
def test_every_border_that_takes_track_can_be_clicked(board: str) -> None:
    source = map_file.built_in(board)
    layer = fragment(static_layer(source, LIGHT))
    expected = {f"{border.a}-{border.b}" for border in source.borders if border.cost is not None}
    assert set(with_attribute(layer, "data-border")) == expected


def test_every_item_on_the_map_is_drawn_once() -> None:
    view = position()
    goods = {plot.id: plot.goods for plot in view.map.plots}
    items = with_attribute(changing(view), "data-item")
    expected: dict[str, int] = {}
    for plot in view.plots:
        counts = {
            goods[plot.id]: plot.goods,
            "red": plot.red,
            "green": plot.green,
            "landlord": plot.landlords,
        }
        expected.update({f"{kind} {plot.id}": count for kind, count in counts.items() if count})
    assert {name: len(found) for name, found in items.items()} == expected
    assert len(expected) > 30


def test_a_station_says_what_is_there() -> None:
    view = position()
    furth = Plot("FUE", red=2, landlords=1)
    plots = (furth, *(plot for plot in view.plots if plot.id != "FUE"))
    layer = changing(msgspec.structs.replace(view, plots=plots))
    (title,) = with_attribute(layer, "data-plot")["FUE"][0].findall(f"{NS}title")
    assert title.text == "Fürth, neutral station, 2 red passengers, 1 landlord"


def test_every_clickable_thing_has_a_title() -> None:
    root = drawn()
    for name in ("data-plot", "data-border", "data-box", "data-train", "data-item"):
        for found in with_attribute(root, name).values():
            assert all(element.find(f"{NS}title") is not None for element in found), name


def test_places_lie_on_the_sheet_and_apart() -> None:
    for place in PLACES.values():
        assert place.x >= 0
        assert place.y >= 0
        assert place.right <= WHOLE.w
        assert place.bottom <= WHOLE.h
    for (a, first), (b, second) in combinations(PLACES.items(), 2):
        assert not overlap(first, second, slack=1), (a, b)


# The two layers


def test_the_static_layer_is_the_same_in_every_position() -> None:
    layer = static_layer(map_file.built_in("nuremberg"), LIGHT)
    for moves, players in ((0, 2), (60, 3), (120, 4)):
        view = position("nuremberg", players, moves)
        picture = svg(view, NAMES[:players], LIGHT)
        assert layer in picture
        assert changing_layer(view, NAMES[:players], LIGHT) in picture
    assert not any(name in layer for name in NAMES)


@pytest.mark.parametrize("board", map_file.BOARDS)
def test_the_changing_layer_stays_small(board: str) -> None:
    for moves in (40, 80, 120, 160):
        assert len(changing_layer(position(board, 4, moves), NAMES, LIGHT).encode()) < 60_000


def test_a_map_of_ones_own_is_drawn_to_fit() -> None:
    source = map_file.built_in("nuremberg")
    large = msgspec.structs.replace(
        source,
        name="large",
        title="Larger & larger",
        canvas=(source.canvas[0] * 3, source.canvas[1] * 3),
        vertices=[(x * 3, y * 3) for x, y in source.vertices],
        plots=[msgspec.structs.replace(plot, x=plot.x * 3, y=plot.y * 3) for plot in source.plots],
    )
    view = msgspec.structs.replace(position(), board="large", own_map=large)
    root = ElementTree.fromstring(svg(view, NAMES, LIGHT))
    assert any("Larger & larger" in text for text in words(root))
    for name, spot in layout(large).spots.items():
        assert spot.anchor == pytest.approx(layout(source).spots[name].anchor)


# The map


def links(layer: ElementTree.Element) -> dict[str, list[str]]:
    """Borders with a link drawn, by owner."""
    return {
        group.attrib.get("data-seat") or group.attrib["data-company"]: [
            use.attrib["data-border"] for use in group
        ]
        for found in with_attribute(layer, "data-links").values()
        for group in found
    }


def test_every_link_is_drawn_for_its_owner() -> None:
    view = position()
    expected: dict[str, set[frozenset[str]]] = defaultdict(set)
    for link in view.links:
        expected[str(link.owner)].add(frozenset((link.a, link.b)))
    shown = {
        owner: {frozenset(name.split("-")) for name in names}
        for owner, names in links(changing(view)).items()
    }
    assert shown == expected
    assert len(view.links) > 20


def test_building_draws_one_link_more() -> None:
    made = table(moves=0)
    while not any(str(move).startswith("build") for move in made.legal_moves):
        made.push(next(iter(made.legal_moves)))
    before = made.view(0)
    move = next(move for move in made.legal_moves if str(move).startswith("build"))
    made.push(move)
    after = made.view(0)
    assert isinstance(before, View)
    assert isinstance(after, View)
    _, start, end = str(move).split()
    new = [name for names in links(changing(after)).values() for name in names]
    assert len(new) == len([name for names in links(changing(before)).values() for name in names]) + 1
    assert {start, end} in [set(name.split("-")) for name in new]


def test_the_line_under_way_is_lit() -> None:
    made = table(moves=0)
    while not any(str(move).startswith("build") for move in made.legal_moves):
        made.push(next(iter(made.legal_moves)))
    assert not with_attribute(changing(made.view(0)), "data-line")
    made.push(next(move for move in made.legal_moves if str(move).startswith("build")))
    view = made.view(0)
    assert isinstance(view, View)
    assert len(view.line) == 2
    assert set(with_attribute(changing(view), "data-line")) == {" ".join(view.line)}


def test_rails_reach_from_station_to_station() -> None:
    source = map_file.built_in("wensleydale")
    spots = layout(source).spots
    layer = fragment(static_layer(source, LIGHT))
    for name, (way,) in with_attribute(layer, "data-border").items():
        numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", way.attrib["d"])]
        a, b = name.split("-")
        assert numbers[:2] == pytest.approx(spots[a].anchor, abs=0.06)
        assert numbers[-2:] == pytest.approx(spots[b].anchor, abs=0.06)
    for plot in source.plots:
        if plot.is_station:
            assert spots[plot.id].name.distance(spots[plot.id].anchor) == 0


def overlap(a: Place, b: Place, slack: float = 0) -> bool:
    return (
        a.x + slack < b.right and b.x + slack < a.right and a.y + slack < b.bottom and b.y + slack < a.bottom
    )


@pytest.mark.parametrize("board", map_file.BOARDS)
def test_names_and_pieces_lie_on_their_plots_and_never_on_each_other(board: str) -> None:
    made = layout(map_file.built_in(board))
    places = [place for spot in made.spots.values() for place in (spot.name, spot.pieces) if place.w]
    assert not [pair for pair in combinations(places, 2) if overlap(*pair)]
    for plot in made.ground.source.plots:
        spot = made.spots[plot.id]
        outline = made.ground.outline(plot)
        for place in (spot.name, spot.pieces):
            for corner in (
                (place.x, place.y),
                (place.right, place.y),
                (place.x, place.bottom),
                (place.right, place.bottom),
            ):
                assert distance_inside(corner, outline) > -8, plot.name


def test_signs_are_as_wide_as_their_names() -> None:
    made = layout(map_file.built_in("nuremberg"))
    for plot in made.ground.source.plots:
        if plot.is_station:
            spot = made.spots[plot.id]
            text = max(width(line, spot.size, bold=plot.symbol != "village") for line in spot.lines)
            assert text + 20 < spot.name.w < text + 32, plot.name


def test_a_station_of_both_companies_has_both_colours() -> None:
    view = position()
    plot = next(plot for plot in view.plots if plot.id == "FUE")
    for companies, fills in ((("red",), 0), (("red", "green"), 1)):
        changed = msgspec.structs.replace(plot, companies=companies)
        plots = tuple(changed if other.id == "FUE" else other for other in view.plots)
        layer = changing_layer(msgspec.structs.replace(view, plots=plots), NAMES, LIGHT)
        assert layer.count('fill="url(#nur-both)"') == fills
        assert (
            layer.count("nur-mark-green") - changing_layer(view, NAMES, LIGHT).count("nur-mark-green")
            == fills
        )


def test_the_wide_south_is_red_and_has_signs() -> None:
    plain = position("wensleydale", 3, 0)
    wide = table("wensleydale", 3, 0, wide_south=True).view(0)
    assert isinstance(wide, View)
    dark_red = [plot.id for plot in wide.map.plots if plot.dark_red]
    assert dark_red
    for name in dark_red:
        assert f"tint-{name}" in changing_layer(wide, NAMES[:3], LIGHT)
        assert f"sign-{name}" in changing_layer(wide, NAMES[:3], LIGHT)
        assert f"tint-{name}" not in changing_layer(plain, NAMES[:3], LIGHT)


def test_the_border_never_crossed_is_marked() -> None:
    titles = [element.text for element in drawn("nuremberg").iter(f"{NS}title")]
    assert "No track between Nürnberg Nord and Nürnberg Süd" in titles


# Marks


def shape(theme: Theme, name: str) -> set[str]:
    """The paths of a shape that is used by name."""
    layer = fragment(static_layer(map_file.built_in("nuremberg"), theme))
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


def test_every_player_has_rails_of_their_own() -> None:
    view = position()
    owners = sorted({link.owner for link in view.links if isinstance(link.owner, int)})
    assert len(owners) == 4
    marked, unmarked = changing_layer(view, NAMES, LIGHT), changing_layer(view, NAMES, UNMARKED)
    for seat in owners:
        rails = re.compile(
            rf'<use href="#\w+-links-{seat}"[^>]*stroke-dasharray="{re.escape(RAIL_PATTERNS[seat])}"'
        )
        assert rails.search(marked)
        assert bool(rails.search(unmarked)) == (seat == 0)


# Around the map


def test_the_three_orders_are_shown_first_to_last() -> None:
    view = position(moves=40)
    expected = {
        "general": view.general,
        "building_order": view.building_order,
        "train_order": view.train_order,
    }
    shown = {
        name: tuple(int(use.attrib["data-seat"]) for use in group.iter(f"{NS}use"))
        for name, (group,) in with_attribute(changing(view), "data-order").items()
    }
    assert shown == expected
    assert len(view.train_order) == 4


def test_stacks_lie_as_the_view_says() -> None:
    view = position(moves=40)
    layer = changing(view)
    stacks = 0
    for track, (group,) in with_attribute(layer, "data-track").items():
        heights: dict[int, dict[int, float]] = defaultdict(dict)
        for use in group.iter(f"{NS}use"):
            seat = int(use.attrib["data-seat"])
            player = view.players[seat]
            value = player.profit if track == "profit" else getattr(player.influence, track)
            heights[value][seat] = float(use.attrib["y"])
        for placed in heights.values():
            from_top = sorted(placed, key=lambda seat: placed[seat])
            assert from_top == [seat for seat in view.stacks[track] if seat in placed]
            stacks += len(placed) > 1
        order = [int(use.attrib["data-seat"]) for use in group.iter(f"{NS}use")]
        assert sorted(order) == [0, 1, 2, 3]
    assert stacks > 3


def test_turning_a_stack_over_changes_the_drawing() -> None:
    view = position(moves=0)
    stacks = {**view.stacks, "white": view.stacks["white"][::-1]}
    assert changing_layer(view, NAMES, LIGHT) != changing_layer(
        msgspec.structs.replace(view, stacks=stacks), NAMES, LIGHT
    )


def test_influence_beyond_the_track_is_written() -> None:
    view = position(moves=0)
    rich = msgspec.structs.replace(
        view.players[0], influence=msgspec.structs.replace(view.players[0].influence, red=23)
    )
    layer = changing(msgspec.structs.replace(view, players=(rich, *view.players[1:])))
    (track,) = with_attribute(layer, "data-track")["red"]
    assert words(track) == ["23"]


@pytest.mark.parametrize(("moves", "phase"), [(0, "2"), (40, "4")])
def test_the_present_phase_is_lit(moves: int, phase: str) -> None:
    view = position(moves=moves)
    assert view.phase == {"2": "auction", "4": "building"}[phase]
    assert set(with_attribute(changing(view), "data-phase")) == {phase}


def test_a_standing_bid_shows_bidder_and_cubes() -> None:
    made = table(moves=0)
    made.push("bid top2 7")
    view = made.view(0)
    assert isinstance(view, View)
    (box,) = with_attribute(changing(view), "data-box")["top2"]
    seat = next(box.seat for box in view.boxes if box.name == "top2")
    assert seat is not None
    assert "7" in words(box)
    assert NAMES[seat] in words(box)
    (row,) = (rect for rect in box.iter(f"{NS}rect") if rect.attrib["fill"] == f"url(#nur-invests-{seat})")
    assert float(row.attrib["width"]) == pytest.approx(7 * 13.4)


def test_loaded_spaces_of_a_train_are_filled() -> None:
    view = position()
    train = msgspec.structs.replace(view.trains[0], seat=1, passengers=2, goods=1)
    layer = changing(msgspec.structs.replace(view, trains=(train, *view.trains[1:])))
    (drawn_train,) = with_attribute(layer, "data-train")[train.name]
    used = [use.attrib["href"] for use in drawn_train.iter(f"{NS}use")]
    assert used.count("#nur-rider") == 2
    assert used.count("#nur-crate") == 1
    assert used.count("#nur-coach-1") == train.passenger_spaces
    assert used.count("#nur-wagon") == train.goods_spaces
    assert "#nur-emblem-1" in used


def test_passing_is_stamped_only_while_it_counts() -> None:
    view = position()
    players = tuple(msgspec.structs.replace(player, passed=True) for player in view.players)
    for phase, stamps in (("shipping", 4), ("building", 0)):
        layer = changing(msgspec.structs.replace(view, players=players, phase=phase))
        assert words(layer).count("PASSED") == stamps


def test_long_names_are_cut_and_short_ones_kept() -> None:
    assert shortened("Ada", 18, 134) == "Ada"
    cut = shortened("Wilhelmine von Hohenzollern", 18, 134)
    assert cut.endswith("…")
    assert width(cut, 18) <= 134
