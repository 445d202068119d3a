"""The table on a screen: panels that fit together, change little, and show nothing that is hidden."""

from __future__ import annotations

import re
from random import Random
from statistics import median

import pytest

from branchline.core.compiled.engine import OVER
from branchline.core.protocols import Theme
from branchline.games.firstclass import GAME, options
from branchline.games.firstclass.drawing.painter import painter
from branchline.games.firstclass.options import Options
from branchline.games.firstclass.rules import moves
from branchline.games.firstclass.rules.state import ROLE_OF, State, clone
from branchline.games.firstclass.views.show import view as look_at
from branchline.languages import speaking

from ..arrange import PAIRS, Scene, start
from ..test_random_decks import a_deck
from .screens import LIGHT, SCREEN, decisions, markup, matches, names, panels, parsed, steps, targets

PHONE = 344  # px that a panel has on a telephone of 360


# Pictures


@pytest.mark.parametrize(
    "theme", [Theme(), Theme(dark=True), Theme(marks=False)], ids=["light", "dark", "plain"]
)
def test_panels_use_shapes_that_are_defined_once(theme: Theme) -> None:
    for modules, players in matches():
        for state in decisions(modules, players, seed=1, every=60):
            view = GAME.view(state, 0)
            defined = re.findall(r'\bid="([^"]+)"', SCREEN.definitions(view, theme))
            assert len(defined) == len(set(defined))
            for panel in panels(state, 0, theme):
                text = markup(panel)
                assert not re.search(r' id="| style="|<style|<script| on[a-z]+="', text)
                used = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
                assert used <= set(defined), used - set(defined)


def test_everything_is_well_formed() -> None:
    for modules, players in matches():
        for state in decisions(modules, players, seed=2, every=45):
            for panel in panels(state, None):
                for part in (panel.printed, *panel.parts.values()):
                    parsed(part)


def test_names_are_escaped() -> None:
    state = Scene("AB", 3).state
    evil = ("<script>", '"&', "</g>")
    for panel in SCREEN.panels(GAME.view(state, 0), evil, LIGHT):
        parsed(markup(panel))
        assert "<script>" not in markup(panel)


def test_a_match_keeps_its_panels_and_the_order_of_their_parts() -> None:
    """A page appends new parts and removes old ones; any other change would have to be sent whole."""
    for modules, players in matches():
        old = None
        for state in decisions(modules, players, seed=3, every=3):
            new = panels(state, 0)
            for before, after in zip(old or new, new, strict=True):
                assert (before.name, before.title) == (after.name, after.title)
                assert before.printed == after.printed
                stay = [name for name in before.parts if name in after.parts]
                assert list(after.parts)[: len(stay)] == stay, after.name
            old = new


def test_a_seat_has_its_own_board_large_and_the_others_small() -> None:
    state = Scene("AB", 4).state
    named = [panel.name for panel in panels(state, 2)]
    assert named[:2] == ["market", "tickets"]
    assert [name for name in named if name.startswith("board:")] == ["board:3", "board:0", "board:1"]
    assert {"trains", "route", "coins", "contracts", "hand", "supply", "rounds", "legend"} <= set(named)
    assert "hand" not in [panel.name for panel in panels(state, None)]


def test_words_come_in_the_language_of_the_context() -> None:
    view = Scene("AB").view(0)
    english = painter(view, LIGHT)
    with speaking("de"):
        assert painter(view, LIGHT) is not english
    assert painter(view, LIGHT) is english


# Shapes that can be pointed at


def test_every_choice_has_its_shapes_in_the_picture() -> None:
    for modules, players in matches():
        for state in decisions(modules, players, seed=4, every=7):
            there = targets(panels(state, state.active))
            for choice in SCREEN.choices(state, names(state)):
                assert not choice.target or choice.target in there, choice
                assert set(choice.shows) <= there, choice


def test_what_a_move_touches_is_in_the_picture_before_or_after() -> None:
    for modules, players in matches():
        for number, (state, move) in enumerate(steps(modules, players, seed=5)):
            if number % 11:
                continue
            after = clone(state)
            GAME.apply(after, move)
            for seat in (0, None):
                there = targets(panels(state, seat)) | targets(panels(after, seat))
                touched = SCREEN.touched(state, move, seat)
                assert set(touched) <= there, (GAME.move(state.setting, move), touched)


@pytest.mark.parametrize(
    ("panel", "wide", "high"),
    [("market", 44, 28), ("trains", 31, 55), ("route", 40, 44), ("coins", 43, 30), ("contracts", 44, 44),
     ("supply", 44, 44), ("tickets", 44, 40)],
)  # fmt: skip
def test_a_finger_finds_the_shapes_on_a_telephone(panel: str, wide: float, high: float) -> None:
    scene = Scene("BD", 4).contract(0, "B1-7").contract(0, "B2-2").waits(0, "M1").waits(0, "M2").main_done()
    shown = next(one for one in panels(scene.state, 0) if one.name == panel)
    scale = PHONE / float(shown.box.split()[2])
    areas = [one for one in parsed(markup(shown)).iter() if one.attrib.get("class") == "area"]
    assert areas
    for one in areas:
        assert float(one.attrib["width"]) * scale >= wide, one.attrib
        assert float(one.attrib["height"]) * scale >= high, one.attrib


# Changes


def test_an_ordinary_move_changes_little() -> None:
    """A move that begins a new round, which lays out 18 cards, is not ordinary."""
    sizes, drawn = [], 0
    for number, modules in enumerate(PAIRS[::3]):
        old, played = None, 0
        for state in decisions(modules, 4, seed=6 + number):
            paint = painter(look_at(state, 1), LIGHT)
            before = paint.drawn
            new = {
                (panel.name, name): part for panel in panels(state, 1) for name, part in panel.parts.items()
            }
            if old is not None and played == state.round:
                changed = [part for key, part in new.items() if old.get(key) != part]
                sizes.append(sum(map(len, changed)))
                drawn += paint.drawn - before
            old, played = new, int(state.round)
    assert median(sizes) < 2_000
    assert sum(size < 10_000 for size in sizes) >= 0.99 * len(sizes)
    assert drawn / len(sizes) < 4  # all else is remembered


# What is hidden


def shown_to(state: State, seat: int | None) -> object:
    return SCREEN.now(GAME.view(state, seat), names(state)), panels(state, seat)


@pytest.mark.clause("F2.2", "F2.5", "F10.5")
@pytest.mark.parametrize("modules", PAIRS)
def test_what_a_seat_cannot_know_makes_no_difference_to_its_screen(modules: str) -> None:
    rng = Random(modules)
    players = 2 + PAIRS.index(modules) % 3
    for state, move in steps(modules, players, seed=8):
        if rng.random() > 0.04:
            continue
        for seat in (*range(players), None):
            guess = GAME.determinize(state.setting, GAME.view(state, seat), rng)
            assert shown_to(state, seat) == shown_to(guess, seat)
            if state.active == seat:
                assert SCREEN.choices(state, names(state)) == SCREEN.choices(guess, names(state))
                assert SCREEN.touched(state, move, seat) == SCREEN.touched(guess, move, seat)


@pytest.mark.clause("F2.2")
def test_the_log_points_at_no_card_that_is_kept_secretly() -> None:
    state = start("AB", 3).play("seat 1", "deal G01", "deal G02", "deal G03", "deal G04").state
    assert SCREEN.touched(state, moves.keep(0), 0) == SCREEN.touched(state, moves.keep(1), 0)


@pytest.mark.clause("F10.5")
@pytest.mark.parametrize("observer", [1, None])
def test_the_log_points_at_no_card_drawn_blind_nor_at_its_effect(observer: int | None) -> None:
    scene = Scene("AB", 3).market("A2-8").play("take 1.1", "blind")
    draws = moves.draw(5), moves.draw(6)
    assert SCREEN.touched(scene.state, draws[0], observer) == SCREEN.touched(scene.state, draws[1], observer)
    one, other = clone(scene.state), clone(scene.state)
    GAME.apply(one, draws[0])
    GAME.apply(other, draws[1])  # G06 and G07 have the same immediate effect
    assert shown_to(one, observer) == shown_to(other, observer)
    do = GAME.read(one.setting, "do G06").id, GAME.read(one.setting, "do G07").id
    assert SCREEN.touched(one, do[0], observer) == SCREEN.touched(other, do[1], observer)


@pytest.mark.clause("F10.5")
def test_a_spectator_sees_nobodys_game_end_cards() -> None:
    scene = Scene("AC", 3).game_ends(0, "G07").game_ends(1, "G15")
    scene.state.evidence[ROLE_OF + 0] = 1
    text = "".join(markup(panel) for panel in panels(scene.state, None))
    assert "G07" not in text
    assert "G15" not in text
    assert "murderer" not in text.lower()
    assert "G07" in "".join(markup(panel) for panel in panels(scene.state, 0))


# The whole match


def test_a_custom_deck_is_shown_as_well() -> None:
    """There are room and shapes for whatever its cards bring, whichever module they belong to."""
    for seed in range(3):
        rng = Random(seed)
        made = options.build(2 + seed, Options(modules=("AB", "AC", "AD")[seed]), a_deck(rng))
        state = GAME.start(made)
        for number in range(10_000):
            if state.active == OVER:
                break
            if number % 20 == 0 and state.active >= 0:
                shown = panels(state, state.active)
                for choice in SCREEN.choices(state, names(state)):
                    assert {choice.target, *choice.shows} - {""} <= targets(shown), choice
            GAME.apply(state, rng.choice(GAME.legal(state)))


def test_a_screen_shows_every_position_of_a_match() -> None:
    for number, (state, _) in enumerate(steps("CD", 3, seed=9)):
        assert SCREEN.round(state) in range(1, 7)
        if number % 9 == 0 or state.active == OVER:
            for seat in (0, None):
                assert SCREEN.now(GAME.view(state, seat), names(state)).endswith(".")
