"""The picture of the table: the panels of the pages on one sheet."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import msgspec
import pytest

from branchline.core import registry
from branchline.core.protocols import Theme
from branchline.games.nuremberg.data import map_file
from branchline.games.nuremberg.drawing import svg
from branchline.games.nuremberg.drawing.map.placement import layout
from branchline.games.nuremberg.views.view import Plot, View
from tests.nuremberg.screen.pictures import (
    DARK,
    LIGHT,
    NAMES,
    NS,
    UNMARKED,
    drawn,
    part,
    position,
    table,
    titles,
    words,
)


def test_the_note_on_the_reconstruction_is_shown() -> None:
    for board in map_file.BOARDS:
        shown = " ".join(words(drawn(board)))
        assert f"Reconstructed. {map_file.built_in(board).provenance}" in shown


def test_a_station_says_what_is_there() -> None:
    view = position()
    furth = Plot("FUE", red=2, landlords=1)
    plots = (furth, *(plot for plot in view.plots if plot.id != "FUE"))
    shown = part("map/plot-FUE", msgspec.structs.replace(view, plots=plots))
    assert titles(shown)[0] == "Fürth, neutral station, 2 red passengers, 1 landlord"


def test_every_item_on_the_map_is_drawn() -> None:
    view = position()
    goods = {plot.id: plot.goods for plot in view.map.plots}
    for plot in view.plots:
        shown = [use.attrib["href"] for use in part(f"map/plot-{plot.id}", view).iter(f"{NS}use")]
        assert shown.count("#nur-pawn-red") == plot.red
        assert shown.count("#nur-pawn-green") == plot.green
        assert shown.count("#nur-pawn-white") == plot.landlords
        assert shown.count(f"#nur-cube-{goods[plot.id]}") == plot.goods


# The picture as a whole


@pytest.mark.parametrize("theme", [LIGHT, DARK, UNMARKED], ids=["light", "dark", "unmarked"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", map_file.BOARDS)
def test_every_picture_is_a_whole_svg(board: str, players: int, theme: Theme) -> None:
    root = drawn(board, players, theme)
    assert root.tag == f"{NS}svg"
    assert root.attrib["viewBox"].startswith("0 0 1600 ")
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
        "import zlib; import branchline as bl;"
        "print(zlib.crc32(bl.svg(bl.Table('nuremberg', 3, seed=1)).encode()))"
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


def test_a_custom_map_is_drawn_to_fit() -> None:
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
