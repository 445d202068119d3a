"""The panels: pictures in small parts, with shapes to point at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast
from xml.etree import ElementTree

import msgspec
import pytest

from branchline import languages
from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.games.nuremberg.data import map_file
from branchline.games.nuremberg.screen.table_screen import SCREEN
from branchline.games.nuremberg.views.view import View
from branchline.languages import speaking
from tests.nuremberg.arrange import building, push, seen
from tests.nuremberg.screen.on_screen import (
    DARK,
    LIGHT,
    NAMES,
    choices,
    markup,
    page,
    panels,
    played,
    position,
    shapes,
)


@pytest.mark.parametrize("theme", [LIGHT, DARK, Theme(marks=False)], ids=["light", "dark", "unmarked"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", map_file.BOARDS)
def test_all_panels_fit_in_one_document(board: str, players: int, theme: Theme) -> None:
    root = page(position(board, players), theme)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    text = ElementTree.tostring(root, encoding="unicode")
    wanted = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert wanted <= set(ids)


def test_nothing_is_fetched_styled_or_run() -> None:
    for board in map_file.BOARDS:
        view = position(board)
        text = SCREEN.definitions(view, DARK) + "".join(
            markup(panel) for panel in panels(view, DARK).values()
        )
        assert not re.search(
            r"<(script|image|foreignObject|style|iframe|a)\b| on\w+=| style=|data:|https?:|@import", text
        )


@pytest.mark.parametrize("name", ["<b>&amp; \"Al\" 'O'", "]]><script>", "a" * 300, ""])
def test_names_of_players_are_only_text(name: str) -> None:
    view = position(players=2)
    for panel in SCREEN.panels(view, [name, "Bruno"], LIGHT):
        root = ElementTree.fromstring(f"<svg>{markup(panel)}</svg>")
        assert not list(root.iter("script"))
        assert not list(root.iter("b"))


def test_every_position_has_the_same_panels_and_printed_layers() -> None:
    first: dict[str, Panel] = {}
    for number, table in enumerate(played(3, 7)):
        if number % 10 and not table.over:
            continue
        found = panels(cast("View", table.view(1)))
        first = first or found
        for name, panel in found.items():
            assert (panel.title, panel.box, panel.printed) == (
                first[name].title,
                first[name].box,
                first[name].printed,
            )
            assert panel.parts.keys() == first[name].parts.keys()


@pytest.mark.parametrize("board", map_file.BOARDS)
def test_everything_that_can_be_chosen_can_be_pointed_at(board: str) -> None:
    for number, table in enumerate(played(4, 8, board)):
        if number % 9:
            continue
        drawn = shapes(cast("View", table.view(None)))
        for found in choices(table):
            wanted = {found.target, *found.shows} - {""}
            assert wanted <= drawn, (found.move, wanted - drawn)


def test_highlightable_shapes_are_areas_or_lines() -> None:
    view = position()
    lights: set[str] = set()
    for element in page(view).iter():
        name = element.attrib.get("data-target")
        inside = [element, *element]
        if name and any(one.attrib.get("class") in ("area", "line") for one in inside):
            lights.add(name)
    assert lights == shapes(view)


def test_an_update_is_small() -> None:
    """What a move changes, in bytes: nearly always below 10 KB, mostly far below."""
    sizes = []
    for seed, board in enumerate(map_file.BOARDS):
        before: dict[tuple[str, str], str] = {}
        for table in played(4, seed, board):
            found = panels(cast("View", table.view(0)))
            after = {
                (name, part): text for name, panel in found.items() for part, text in panel.parts.items()
            }
            changed = [text for key, text in after.items() if before.get(key) != text]
            if before:
                sizes.append(sum(len(text.encode()) for text in changed))
            before = after
    sizes.sort()
    assert len(sizes) > 200
    assert sizes[len(sizes) // 2] < 4_000
    assert sizes[len(sizes) * 99 // 100] < 10_000


def test_a_move_draws_only_what_it_changed() -> None:
    table = building(cubes={0: 9}, influence={0: (1, 1, 1, 1)})
    before = panels(seen(table))
    push(table, "build NUS GOS")
    after = panels(seen(table))
    changed = {
        f"{name}/{part}"
        for name, panel in after.items()
        for part, text in panel.parts.items()
        if before[name].parts[part] != text
    }
    assert changed == {
        "map/line", "map/track-0", "map/links-0", "map/plot-GOS", "auction/hands", "players/influence-0",
        "players/cubes-0", "players/track-0", "tracks/red",
    }  # fmt: skip


def test_unchanged_parts_are_cached() -> None:
    """The same text object again: nothing was redrawn, and comparing it costs nothing."""
    # No other test has these pawns, so all plots are drawn here, and their drawings are the latest in the cache.
    table = building(cubes={0: 9}, influence={0: (1, 1, 1, 1)}, pawns={"FUE": "wrwgr"})
    before = panels(seen(table))
    push(table, "build NUS GOS")
    after = panels(seen(table))
    again = []
    for name in ("map", "players", "tracks", "round"):
        assert after[name].printed is before[name].printed
        for part, text in after[name].parts.items():
            if text == before[name].parts[part] and text is not before[name].parts[part]:
                again.append(f"{name}/{part}")
    assert again == ["map/plot-NUS"]  # track touches it now; its sign looks the same


def test_a_custom_map_has_panels_too() -> None:
    source = map_file.built_in("wensleydale")
    view = position("wensleydale", 3)
    own = msgspec.structs.replace(
        view, board="mine", own_map=msgspec.structs.replace(source, name="mine", title="Mine & yours")
    )
    found = panels(own)
    assert "Mine &amp; yours" in found["round"].parts["round"]
    assert found["map"].parts.keys() == panels(view)["map"].parts.keys()
    assert page(own) is not None


@pytest.mark.clause("N8.1")
def test_the_map_marks_that_furth_is_joined() -> None:
    table = building(cubes={0: 9}, influence={0: (1, 1, 1, 1)})
    push(table, "build NUS GOS")
    assert panels(seen(table))["map"].parts["joined"] == ""
    assert "not joined yet" in panels(seen(table))["round"].parts["joined"]
    push(table, "build GOS FUE")
    assert "Fürth and Nürnberg are joined." in panels(seen(table))["map"].parts["joined"]
    assert "are joined." in panels(seen(table))["round"].parts["joined"]


@pytest.mark.clause("N14.4")
def test_the_end_marks_the_places_and_says_who_won() -> None:
    *_, table = played(4, 9)
    view = cast("View", table.view(None))
    outcome = table.outcome()
    assert outcome is not None
    (winner,) = outcome[0]
    assert SCREEN.now(view, NAMES).startswith(f"The game is over: {NAMES[winner]} wins with")
    places = panels(view)["players"].parts["places"]
    assert places.count("<title>") == 4
    assert "<title>the winner</title>" in places


def test_words_of_the_panels_follow_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are cached, but per language; here in a language in which everything is shouted."""

    def shouted(name: str, text: str, context: str = "") -> str:
        return (
            re.sub(r"(?<![{\w])[a-z]+(?![}\w])", lambda word: word[0].upper(), text)
            if name == "shout"
            else text
        )

    monkeypatch.setitem(languages.LANGUAGES, "shout", "Shouting")
    monkeypatch.setattr(languages, "_found", shouted)
    view = position()
    quiet = panels(view)
    with speaking("shout"):
        loud = panels(view)
    assert panels(view) == quiet
    assert [name for name in quiet if loud[name] == quiet[name]] == []


def lettering(panel: Panel) -> Iterator[float]:
    """The sizes of all letters of a panel, transforms included."""

    def inside(element: ElementTree.Element, size: float, scale: float) -> Iterator[float]:
        size = float(element.attrib.get("font-size", size))
        found = re.search(r"scale\(([\d.]+)", element.attrib.get("transform", ""))
        scale *= float(found[1]) if found else 1
        if element.tag == "text":
            yield size * scale
        for child in element:
            yield from inside(child, size, scale)

    yield from inside(ElementTree.fromstring(f"<svg>{markup(panel)}</svg>"), 16, 1)


def test_letters_can_be_read_on_a_phone() -> None:
    """On a page 344 px wide no letter of a panel is below 9 px; the map has to be zoomed."""
    for players in (2, 3, 4):
        for panel in panels(position(players=players)).values():
            wide = float(panel.box.split()[2])
            if panel.name != "map":
                assert min(lettering(panel)) * 344 / wide >= 9, panel.name
