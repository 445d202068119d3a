"""Pictures of a table: panels on a sheet, or one of them alone."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random
from xml.etree import ElementTree

import pytest

import branchline as bl
from branchline.core.errors import OptionError
from branchline.core.screen import Panel
from branchline.drawing.place import Place
from branchline.drawing.sheet import CAPTION, GAP, column, row

SVG = "{http://www.w3.org/2000/svg}"


def panel(wide: float, high: float) -> Panel:
    return Panel("", "", f"0 0 {wide} {high}", "", {})


def shown(picture: str) -> dict[str, Place]:
    """Where each panel lies on the sheet, without its caption."""
    root = ElementTree.fromstring(picture)
    found = {}
    for group in root:
        if "data-panel" in group.attrib:
            (inner,) = group.findall(f"{SVG}svg")
            x, y, w, h = (float(inner.attrib[name]) for name in ("x", "y", "width", "height"))
            found[group.attrib["data-panel"]] = Place(x, y, w, h)
    return found


def test_a_row_is_equally_high_and_a_column_equally_wide() -> None:
    blocks = row(panel(100, 50), column(panel(30, 40), panel(60, 10)), panel(10, 20))
    whole = Place(5, 7, 1000, blocks.slope * 1000 + blocks.extra)
    (_, first), (_, upper), (_, lower), (_, last) = blocks.placed(whole)
    assert first.h == pytest.approx(last.h) == pytest.approx(whole.h)
    assert upper.w == pytest.approx(lower.w)
    assert lower.y == pytest.approx(upper.bottom + GAP)
    assert lower.bottom == pytest.approx(whole.bottom)
    assert last.right == pytest.approx(whole.right)
    assert (first.h - CAPTION) / first.w == pytest.approx(0.5), "a panel keeps its proportions"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_picture_is_the_panels_of_the_page(game: str, players: int) -> None:
    table = bl.Table(game, players, seed=1)
    for seat in (None, 0):
        picture = table.svg(seat)
        places = shown(picture)
        found = {
            one.name: one for one in table.game.screen().panels(table.view(seat), table.seats, bl.Theme())
        }
        assert set(places) == set(found) - {"legend"}
        for name, place in places.items():
            assert found[name].printed in picture
            assert all(part in picture for part in found[name].parts.values())
            _, _, wide, high = map(float, found[name].box.split())
            if name != "market":  # its room fits every phase
                assert place.h / place.w == pytest.approx(high / wide, rel=0.01)
        for a, b in combinations(places.values(), 2):
            assert a.right < b.x or b.right < a.x or a.bottom < b.y or b.bottom < a.y
        assert min(place.x for place in places.values()) > 0
        assert max(place.right for place in places.values()) < 1600


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_all_pictures_of_a_match_have_the_same_size(game: str) -> None:
    """Otherwise they could not become a film."""
    table, rng = bl.Table(game, 3, seed=4), Random(4)
    sizes, made = set(), 0
    while not table.over:
        if made % 60 == 0:
            sizes.add(re.search(r'viewBox="([^"]+)"', table.svg())[1])  # type: ignore[index]
        table.push(rng.choice(list(table.legal_moves)))
        made += 1
    assert len(sizes) == 1
    assert made > 120


def test_one_panel_stands_alone_with_the_shapes_it_uses() -> None:
    table = bl.Table("nuremberg", 3, seed=1)
    picture = bl.svg(table, panel="auction", dark=True)
    root = ElementTree.fromstring(picture)
    assert root.findtext(f"{SVG}title") == "Auction"
    ids = set(re.findall(r'\bid="([^"]+)"', picture))
    wanted = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', picture))
    assert {name for pair in wanted for name in pair if name} <= ids
    assert not any("sign" in name for name in ids)
    assert len(picture) < len(bl.svg(table, dark=True)) / 8


def test_an_unknown_panel_is_refused_with_a_list() -> None:
    table = bl.Table("nuremberg", 3, seed=1)
    with pytest.raises(OptionError, match="Choose one of map, round, auction, trains"):
        bl.svg(table, panel="maps")
