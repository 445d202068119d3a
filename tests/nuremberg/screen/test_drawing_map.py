"""The drawing of the map: links, names and pieces on their plots."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import combinations

import msgspec
import pytest

from branchline.drawing.lettering import width
from branchline.games.nuremberg.data import map_file
from branchline.games.nuremberg.drawing import panels
from branchline.games.nuremberg.drawing.map.geometry import distance_inside
from branchline.games.nuremberg.drawing.map.placement import layout
from branchline.games.nuremberg.views.view import View
from tests.nuremberg.screen.pictures import (
    LIGHT,
    drawn,
    fragment,
    overlap,
    panel,
    part,
    position,
    table,
    titles,
    with_attribute,
)


def links(view: View) -> dict[str, list[str]]:
    """Borders with a link drawn, by owner."""
    owners = [*(str(seat) for seat in range(len(view.players))), "red", "green"]
    return {owner: list(with_attribute(part(f"map/links-{owner}", view), "data-target")) for owner in owners}


def test_every_link_is_drawn_for_its_owner() -> None:
    view = position()
    expected: dict[str, set[frozenset[str]]] = defaultdict(set)
    for link in view.links:
        expected[str(link.owner)].add(frozenset((link.a, link.b)))
    shown = {
        owner: {frozenset(name.removeprefix("border:").split("-")) for name in names}
        for owner, names in links(view).items()
        if names
    }
    assert shown == expected
    assert len(view.links) > 20


def test_building_draws_one_more_link() -> None:
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
    (new,) = set().union(*links(after).values()) - set().union(*links(before).values())
    assert set(new.removeprefix("border:").split("-")) == {start, end}


def test_the_line_in_progress_is_highlighted() -> None:
    made = table(moves=0)
    while not any(str(move).startswith("build") for move in made.legal_moves):
        made.push(next(iter(made.legal_moves)))
    before = made.view(0)
    assert isinstance(before, View)
    assert not titles(part("map/line", before))
    made.push(next(move for move in made.legal_moves if str(move).startswith("build")))
    view = made.view(0)
    assert isinstance(view, View)
    called = {plot.id: plot.name for plot in view.map.plots}
    plots = " – ".join(called[plot] for plot in view.line)
    assert titles(part("map/line", view)) == [f"Line in progress: {plots}"]


def test_rails_reach_from_station_to_station() -> None:
    source = map_file.built_in("wensleydale")
    spots = layout(source).spots
    shapes = with_attribute(fragment(panels.definitions(position("wensleydale"), LIGHT)), "id")
    for border in source.borders:
        if border.cost is None:
            continue
        a, b = border.a, border.b
        (way,) = shapes[f"wen-way-{a}-{b}"]
        numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", way.attrib["d"])]
        assert numbers[:2] == pytest.approx(spots[a].anchor, abs=0.06)
        assert numbers[-2:] == pytest.approx(spots[b].anchor, abs=0.06)
    for plot in source.plots:
        if plot.is_station:
            assert spots[plot.id].name.distance(spots[plot.id].anchor) == 0


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
        shown = panel("map", msgspec.structs.replace(view, plots=plots))
        assert shown.count('fill="url(#nur-both)"') == fills
        assert shown.count("nur-mark-green") - panel("map", view).count("nur-mark-green") == fills


def test_the_wide_south_is_red_and_has_signs() -> None:
    plain = position("wensleydale", 3, 0)
    wide = table("wensleydale", 3, 0, wide_south=True).view(0)
    assert isinstance(wide, View)
    dark_red = [plot.id for plot in wide.map.plots if plot.dark_red]
    assert dark_red
    for name in dark_red:
        assert f"tint-{name}" in panel("map", wide)
        assert f"sign-{name}" in panel("map", wide)
        assert f"tint-{name}" not in panel("map", plain)


def test_the_border_never_crossed_is_marked() -> None:
    assert "No track between Nürnberg Nord and Nürnberg Süd" in titles(drawn("nuremberg"))
