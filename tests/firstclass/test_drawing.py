"""The picture of the table: well-formed, deterministic, complete, silent about what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest

from branchline.core.protocols import Theme
from branchline.games.firstclass import GAME, drawing
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.data.codes import MOVERS, PARTS, PLACED, Measure
from branchline.games.firstclass.data.deck_file import CardRow, GameEndRow, built_in
from branchline.games.firstclass.data.requirements import COUNTS
from branchline.games.firstclass.drawing import decks, effects, icons, legend, needs, progress, words
from branchline.games.firstclass.drawing.card import face
from branchline.games.firstclass.drawing.glyphs import Glyph
from branchline.games.firstclass.drawing.palette import DARK, LIGHT, style
from branchline.games.firstclass.rules import measures
from branchline.games.firstclass.rules.state import State
from branchline.games.firstclass.views.show import view as look_at
from branchline.games.firstclass.views.view import View
from tests.firstclass.arrange import PAIRS, Scene

SVG = "{http://www.w3.org/2000/svg}"
THEMES = (Theme(), Theme(dark=True), Theme(marks=False))
NAMES = ("Ada", "Bruno", "Chiara", "Dmitri")
DECK = built_in()
ROWS: list[CardRow | GameEndRow] = [*DECK.base, *DECK.game_end]
for found in DECK.modules.values():
    ROWS += found
MOMENTS = (0, 12, 60, 150, 240, 330, 10_000)  # moves made; a match is over after some five hundred


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def played(modules: str, players: int, seed: int) -> Iterator[State]:
    """The positions of a match played at random, at some moments."""
    state = GAME.start(GAME.setting(players, {"modules": modules}))
    rng = Random(seed)
    made = 0
    for moment in MOMENTS:
        while made < moment and GAME.to_move(state) != -2:
            legal = GAME.legal(state)
            weights = GAME.weights(state) if GAME.to_move(state) == -1 else None
            GAME.apply(state, rng.choices(legal, weights)[0])
            made += 1
        yield state


@cache
def views(modules: str, players: int) -> tuple[View, ...]:
    """Each moment once by a player, once by a spectator."""
    return tuple(look_at(state, seat) for state in played(modules, players, players) for seat in (0, None))


def every_view() -> Iterator[View]:
    for modules in PAIRS:
        for players in (2, 3, 4):
            yield from views(modules, players)


def names(view: View) -> tuple[str, ...]:
    return NAMES[: len(view.players)]


def values_of(root: ElementTree.Element, attribute: str) -> list[str]:
    return [found.attrib[attribute] for found in root.iter() if attribute in found.attrib]


# Cards


@pytest.mark.parametrize("theme", THEMES, ids=("light", "dark", "plain"))
def test_every_card_stands_alone(theme: Theme) -> None:
    assert len(ROWS) == 213
    for row in ROWS:
        markup = drawing.card_svg(row, theme)
        root = parsed(markup)
        assert root.attrib["viewBox"] == "0 0 100 140"
        assert values_of(root, "data-card") == [row.id]
        assert _is_whole(root), row.id
        assert len(markup) < 5_600, (row.id, len(markup))
    assert sum(len(drawing.card_svg(row, theme)) for row in ROWS) / len(ROWS) < 3_600


def test_a_card_that_borrows_its_shapes_is_small() -> None:
    for row in ROWS:
        assert len(drawing.card_layer(row, Theme())) < 2_600, row.id


def test_cards_that_do_different_things_look_different() -> None:
    looks: dict[str, str] = {}
    for row in ROWS:
        shown = face(row, DECK.car_values)
        what = f"{shown.stage} {shown.module} {shown.status} {shown.card} {shown.terms}"
        body = re.sub(r"<title>.*?</title>| data-card=\"[^\"]*\"", "", drawing.card_layer(row, Theme()))
        assert looks.setdefault(body, what) == what, row.id


def test_a_card_says_what_it_does() -> None:
    by_id = {row.id: row for row in ROWS}
    said = {name: parsed(drawing.card_svg(by_id[name], Theme())).findtext(f".//{SVG}title") for name in by_id}
    assert said["X1-01"] == "X1-01, stage 1: 2 cars and 1 coin (reconstructed)"
    assert (
        said["A2-1"]
        == "A2-1, stage 2: Contract: 6 cars worth 2 or more; reward 20 points (partly reconstructed)"
    )
    assert said["B1-1"] == "B1-1, stage 1: Celebrity: its car scores double"
    assert "1 point for every 2 filled slots" in str(said["G04"])


def test_reconstructed_cards_are_marked() -> None:
    """A broken ring, a half-filled one, or none: visible on the card itself."""
    broken, half = 'stroke-dasharray="2.4 1.7"', "a3.6 3.6 0 0 0 0 7.2z"
    for row in ROWS:
        markup = drawing.card_layer(row, Theme())
        assert (broken in markup) == (row.status == "reconstructed"), row.id
        assert (half in markup) == (row.status == "partly"), row.id


def test_a_deck_with_other_car_values_is_drawn_with_them() -> None:
    row = next(row for row in ROWS if row.id == "A2-7")
    own = (0, 1, 3, 5, 9, 20)
    assert isinstance(row, CardRow)
    changed = CardRow(
        id="A2-7", stage=2, kind="contract", effect=row.effect.replace("4", "5"), status="documented"
    )
    assert ">5<" in drawing.card_layer(changed, Theme(), own)


# Icons and legend


def test_every_effect_word_has_an_icon_and_a_legend_entry() -> None:
    entries = {name for found in legend.entries().values() for name in found}
    drawn = set(icons.every())
    for name in PARTS:
        shown = {"gameEnd": "game-end"}.get(name, name)
        if name == "conductor":
            assert {f"conductor-{mover}" for mover in MOVERS} <= entries
            assert {f"lane-{mover}" for mover in MOVERS} | {"bust"} <= drawn
        else:
            assert shown in drawn & entries
            assert effects.part(name, 1, 0).marks
    for name in PLACED:
        for shown in ("passenger", "luggage") if name == "guest" else (name,):
            assert shown in drawn & entries
    assert {"contract", "evidence-self", "evidence-others", "destroy"} <= entries


def test_everything_that_can_be_counted_has_a_glyph() -> None:
    reader = Reader(DECK.car_values)
    codes = (*COUNTS, "cars(value>=4)", "cars(reached)", "cars(slot>=7)", "conductors(last)", "conductors(slot>=6)",
             "carValue(upper)", "differentValues(1,2,4,7,12)")  # fmt: skip
    looks = {code: tuple(_names(needs.thing(reader.counts.measure(code), DECK.car_values))) for code in codes}
    assert all(looks.values())
    assert len(set(looks.values())) == len(codes), "two things look the same"


def _names(glyph: Glyph) -> list[str]:
    look = style(Theme())
    return [mark.draw(look, mark.x, mark.y, mark.scale) for mark in glyph.marks]


def test_the_legend_and_its_words_agree() -> None:
    entries = [name for found in legend.entries().values() for name in found]
    assert set(entries) == set(words.LEGEND)
    assert set(legend.entries()) == set(words.GROUPS)
    for columns in (1, 2, 3):
        root = parsed(drawing.legend_svg(Theme(dark=columns == 2), columns))
        assert values_of(root, "data-legend") == entries
        assert _is_whole(root)


def test_a_colour_never_stands_alone() -> None:
    """Each livery has its own pattern or none, each seat its emblem, each stage its numeral."""
    look, plain = style(Theme()), style(Theme(marks=False))
    assert len(set(icons.LIVERIES)) == len(icons.LIVERIES) == len(DECK.car_values)
    for level in range(1, len(icons.LIVERIES)):
        assert icons.LIVERIES[level] in icons.icon(look, f"coach-{level}")
        assert icons.LIVERIES[level] not in icons.icon(plain, f"coach-{level}")
    for palette in (LIGHT, DARK):
        assert len(set(palette.cars)) == len(palette.cars)


# The whole table


def _is_whole(root: ElementTree.Element) -> bool:
    """All shapes used are there, once, and nothing comes from outside."""
    ids = values_of(root, "id")
    assert len(ids) == len(set(ids))
    refs = values_of(root, "href")
    refs += [f"#{name}" for found in root.iter() for value in found.attrib.values()
             for name in re.findall(r"url\(#([^)]+)\)", value)]  # fmt: skip
    tags = {found.tag.removeprefix(SVG) for found in root.iter()}
    return all(ref.startswith("#") and ref[1:] in ids for ref in refs) and not tags & {
        "image",
        "script",
        "style",
    }


@pytest.mark.parametrize("modules", PAIRS)
def test_all_pairs_and_player_counts_are_drawn(modules: str) -> None:
    phases = set()
    for view in (view for players in (2, 3, 4) for view in views(modules, players)):
        phases.add(view.phase)
        markup = drawing.svg(view, names(view), Theme(dark=view.seat is None))
        root = parsed(markup)
        assert _is_whole(root)
        assert markup.count("http") == 1, "only the name of SVG itself"
        assert root.findtext(f"{SVG}title")
        assert root.findtext(f"{SVG}desc")
        assert len(drawing.changing_layer(view, names(view), Theme())) < 120_000
    assert {"draw_start", "turns", "game_over"} <= phases


def test_the_same_view_is_drawn_the_same() -> None:
    for modules in ("AB", "DE"):
        for view in views(modules, 3):
            again = drawing.changing_layer(view, names(view), Theme())
            assert drawing.changing_layer(view, names(view), Theme()) == again


def test_the_static_layer_depends_on_nothing_but_deck_and_theme() -> None:
    layers = {drawing.static_layer(view.deck, Theme()) for view in views("CE", 4)}
    assert len(layers) == 1
    assert drawing.static_layer(DECK, Theme()) != drawing.static_layer(DECK, Theme(dark=True))


def test_names_are_escaped() -> None:
    evil = ("<script>alert(1)</script>", '"&\x00', "Ünïcode ♜", "a" * 300)
    for view in views("BC", 4):
        markup = drawing.svg(view, evil, Theme())
        root = parsed(markup)
        assert "<script" not in markup
        assert _is_whole(root)


def test_what_can_be_clicked_is_named() -> None:
    for view in every_view():
        if view.seat is None or view.phase != "turns":
            continue
        root = parsed(drawing.changing_layer(view, names(view), Theme()))
        market = [
            f"{row + 1}.{column + 1}" for row in range(3) for column in range(6) if view.market[row][column]
        ]
        assert values_of(root, "data-card") == market
        assert {str(player.seat) for player in view.players} <= set(values_of(root, "data-seat"))
        own = parsed(drawing.board_layer(view, 0, names(view), Theme()))
        _has_own_parts(own, view)


def _has_own_parts(own: ElementTree.Element, view: View) -> None:
    player = view.players[0]
    slots = [f"upper {n + 1}" for n in range(len(player.upper))] + [
        f"lower {n + 1}" for n in range(len(player.lower))
    ]
    assert values_of(own, "data-slot") == slots
    assert values_of(own, "data-coin") == ["1", "2", "3"]
    assert values_of(own, "data-contract") == list(player.open)
    assert values_of(own, "data-mail") == list(player.mail_cars)
    assert values_of(own, "data-wait") == [waits.source for waits in player.waiting]
    assert values_of(own, "data-gap") == [str(n + 1) for n in range(len(player.gaps))]
    assert values_of(own, "data-rail") == [str(n + 1) for n in range(len(player.rails))]
    assert values_of(own, "data-game-end") == list(player.known_game_ends or ())
    assert values_of(own, "data-loco") == [str(player.loco)]


def test_the_start_player_tile_lies_at_its_row() -> None:
    for view in views("AB", 4):
        root = parsed(drawing.svg(view, names(view), Theme()))
        rows = [row for row in root.iter() if "data-row" in row.attrib]
        holding = [
            row.attrib["data-row"] for row in rows if any("data-tile" in part.attrib for part in row.iter())
        ]
        shown = view.tile_row is not None and bool(rows)
        assert holding == ([str(view.tile_row)] if shown else [])


def test_hidden_cards_stay_hidden() -> None:
    """No game-end card of another player is named before the end, wherever a name could be."""
    looked = 0
    for modules in ("AB", "CD"):
        for state in played(modules, 3, 3):
            view = look_at(state, 0)
            if view.phase not in ("turns", "scoring"):
                continue
            markup = drawing.svg(view, names(view), Theme())
            known = {*view.open_game_ends, *(view.players[0].known_game_ends or ())}
            assert set(re.findall(r"\bG\d\d\b", markup)) <= known
            looked += 1
    assert looked > 4


def test_a_spectator_sees_the_board_of_whoever_moves() -> None:
    view = next(view for view in views("AB", 3) if view.seat is None and view.to_move in (1, 2))
    layer = parsed(drawing.changing_layer(view, names(view), Theme()))
    large = [found for found in layer.iter() if any(part.attrib.get("href") == "#fc-board" for part in found)]
    assert [found.attrib["data-seat"] for found in large] == [str(view.to_move)]


# Boards


def test_windows_are_lit_as_far_as_the_conductor_has_come() -> None:
    scene = Scene("AB", players=2)
    scene.train(0, "upper", [4, 2, 1, 1], conductor=2)
    board = parsed(drawing.board_layer(scene.view(0), 0, NAMES[:2], Theme()))
    dark = {
        slot.attrib["data-slot"]
        for slot in board.iter()
        if "data-slot" in slot.attrib and any(part.attrib.get("href") == "#fc-unlit" for part in slot)
    }
    assert dark == {"upper 3", "upper 4"}


def test_the_picture_says_how_far_a_contract_is() -> None:
    scene = Scene("AB", players=2)
    scene.train(0, "upper", [2, 2, 1], conductor=0).contract(0, "A2-1")
    markup = drawing.board_layer(scene.view(0), 0, NAMES[:2], Theme())
    assert ">2/6<" in markup
    scene.train(0, "lower", [2, 2, 2, 2, 0], conductor=0)
    assert "(ready to complete)" in drawing.board_layer(scene.view(0), 0, NAMES[:2], Theme())


def test_progress_is_counted_as_the_rules_count() -> None:
    """The view's count of everything a card can ask for or count equals that of the rules."""
    asked = _measures()
    checked = set()
    for modules in PAIRS:
        for state in played(modules, 3, 7):
            view = look_at(state, None)
            deck = decks.deck(view)
            for player in view.players:
                for measure in asked:
                    ruled = measures.measure(
                        state, player.seat, measure.what, measure.a, measure.b, measure.c
                    )
                    seen = progress.measured(player, measure, deck)
                    is_run = measure.what == w.RUN
                    assert (seen == measure.b) == (ruled == 1) if is_run else seen == ruled, measure
                    if ruled:
                        checked.add(measure.what)
    assert len(checked) > 18


def _measures() -> set[Measure]:
    """All that the deck's cards ask for, reward or count."""
    found: set[Measure] = set()
    for shown in decks.read(DECK).faces.values():
        contract = shown.card.contract
        if contract is not None:
            found |= {atom.measure for atoms in contract.requirement for atom in atoms}
            found |= {contract.times} if contract.times else set()
        found |= {term.measure for term in shown.terms}
        found |= {atom.measure for term in shown.terms for atoms in term.condition for atom in atoms}
    return found


def test_places_lie_on_the_sheet() -> None:
    for place in drawing.PLACES.values():
        assert 0 <= place.x < place.right <= drawing.WHOLE.right
        assert 0 <= place.y < place.bottom <= drawing.WHOLE.bottom
    assert 100 / drawing.PLACES["market"].w * 360 > 55.5, "a card of the market is 56 px wide at 360 px"


def test_every_decision_and_status_has_its_words() -> None:
    assert set(words.TO_MOVE) == {"keep", "main", "between", "step", "wait", "score", "discard"}
    assert set(words.STATUS) == {"documented", "partly", "reconstructed"}
