"""The picture of the table: well-formed, deterministic, complete, silent about what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest

import branchline as bl
from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing.picture import body
from branchline.games.firstclass import GAME, drawing
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.data.codes import MOVERS, PARTS, PLACED, Measure
from branchline.games.firstclass.data.deck_file import CardRow, GameEndRow, built_in
from branchline.games.firstclass.data.requirements import COUNTS
from branchline.games.firstclass.drawing import panels
from branchline.games.firstclass.drawing.cards import card, decks, effects, frames, icons, needs, progress
from branchline.games.firstclass.drawing.cards.card import face
from branchline.games.firstclass.drawing.cards.glyphs import Glyph
from branchline.games.firstclass.drawing.palette import DARK, LIGHT, style
from branchline.games.firstclass.drawing.panels import legend
from branchline.games.firstclass.rules import measures
from branchline.games.firstclass.rules.state import DESTROY, TOKENS, State
from branchline.games.firstclass.text import picture_words
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


def drawn(
    row: CardRow | GameEndRow, theme: Theme = THEMES[0], values: Sequence[int] = DECK.car_values
) -> str:
    return card.titled(style(theme), row, values)


@pytest.mark.parametrize("theme", THEMES, ids=("light", "dark", "plain"))
def test_every_card_is_small_and_uses_shapes_that_are_defined(theme: Theme) -> None:
    look = style(theme)
    shapes = icons.definitions(look) + frames.definitions(look)
    assert len(ROWS) == 213
    for row in ROWS:
        markup = drawn(row, theme)
        assert values_of(parsed(markup), "data-card") == [row.id]
        assert set(re.findall(r'href="#([^"]+)"', markup)) <= set(re.findall(r' id="([^"]+)"', shapes)), (
            row.id
        )
        assert len(markup) < 2_600, row.id


def test_cards_that_do_different_things_look_different() -> None:
    looks: dict[str, str] = {}
    for row in ROWS:
        shown = face(row, DECK.car_values)
        what = f"{shown.stage} {shown.module} {shown.status} {shown.card} {shown.terms}"
        body = re.sub(r"<title>.*?</title>| data-card=\"[^\"]*\"", "", drawn(row))
        assert looks.setdefault(body, what) == what, row.id


def test_a_card_says_what_it_does() -> None:
    by_id = {row.id: row for row in ROWS}
    said = {name: parsed(drawn(by_id[name])).findtext("title") for name in by_id}
    assert said["X1-01"] == "2 cars and 1 coin, stage 1 (reconstructed)"
    assert (
        said["A2-1"] == "Contract: 6 cars worth 2 or more; reward 24 points, stage 2 (partly reconstructed)"
    )
    assert said["B1-1"] == "Celebrity: its car scores double, stage 1"
    assert "1 point for every 2 filled slots" in str(said["G04"])


def test_reconstructed_cards_are_marked() -> None:
    """A broken ring, a half-filled one, or none: visible on the card itself."""
    broken, half = 'stroke-dasharray="2.4 1.7"', "a3.6 3.6 0 0 0 0 7.2z"
    for row in ROWS:
        markup = drawn(row)
        assert (broken in markup) == (row.status == "reconstructed"), row.id
        assert (half in markup) == (row.status == "partly"), row.id


def test_a_deck_with_other_car_values_is_drawn_with_them() -> None:
    row = next(row for row in ROWS if row.id == "A2-7")
    own = (0, 1, 3, 5, 9, 20)
    assert isinstance(row, CardRow)
    changed = CardRow(
        id="A2-7", stage=2, kind="contract", effect=row.effect.replace("4", "5"), status="documented"
    )
    assert ">5<" in drawn(changed, values=own)


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
    assert set(entries) == set(picture_words.LEGEND)
    assert set(legend.entries()) == set(picture_words.GROUPS)
    root = parsed(bl.svg(bl.Table("firstclass", 2, seed=1), dark=True, panel="legend"))
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
        assert len(markup) < 150_000
    assert {"draw_start", "turns", "game_over"} <= phases


def test_the_same_view_is_drawn_the_same() -> None:
    for modules in ("AB", "DE"):
        for view in views(modules, 3):
            again = msgspec.json.decode(msgspec.json.encode(view), type=View)
            assert drawing.svg(view, names(view), Theme()) == drawing.svg(again, names(view), Theme())


def test_names_are_escaped() -> None:
    evil = ("<script>alert(1)</script>", '"&\x00', "Ünïcode ♜", "a" * 300)
    for view in views("BC", 4):
        markup = drawing.svg(view, evil, Theme())
        root = parsed(markup)
        assert "<script" not in markup
        assert _is_whole(root)


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


# Boards


def panel(view: View, name: str) -> Panel:
    return next(found for found in panels.panels(view, names(view), Theme()) if found.name == name)


def test_windows_are_lit_as_far_as_the_conductor_has_gone() -> None:
    scene = Scene("AB", players=2)
    scene.train(0, "upper", [4, 2, 1, 1], conductor=2)
    dark = {name for name, text in panel(scene.view(0), "trains").parts.items() if "#fc-unlit" in text}
    assert dark == {"upper-3", "upper-4"}


def test_the_picture_says_how_far_a_contract_is() -> None:
    scene = Scene("AB", players=2)
    scene.train(0, "upper", [2, 2, 1], conductor=0).contract(0, "A2-1")
    assert ">2/6<" in body(panel(scene.view(0), "contracts"))
    scene.train(0, "lower", [2, 2, 2, 2, 0], conductor=0)
    assert "(ready to complete)" in body(panel(scene.view(0), "contracts"))


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


def test_every_status_has_its_words() -> None:
    assert set(picture_words.STATUS) == {"documented", "partly", "reconstructed"}


@pytest.mark.clause("F13.5")
def test_only_evidence_of_the_discarding_player_can_be_clicked() -> None:
    scene = Scene("CD", players=2)
    scene.state.evidence[DESTROY] = 1
    scene.state.evidence[TOKENS], scene.state.evidence[TOKENS + 1] = 2, 1
    scene.last_seat_ends().play("token E1", "token E1", "token E1")
    (market,) = [
        panel for panel in panels.panels(scene.view(0), NAMES[:2], Theme()) if panel.name == "market"
    ]
    rows = [shown for name, shown in market.parts.items() if name.startswith("standing-")]
    assert sorted("token:E1" in shown for shown in rows) == [False, True]
