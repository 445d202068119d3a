"""What was different under rules version 2: coins by columns, no winner if all are arrested, another deck."""

from __future__ import annotations

import pytest

from branchline.core import registry
from branchline.core.play.table import Table
from branchline.core.setup import Setup
from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.rules.state import ROLE_OF, TOKENS
from branchline.testing import playthrough

from ..arrange import PAIRS, Scene

GAME = registry.game("firstclass", "2")


@pytest.mark.clause("F8.1")
@pytest.mark.parametrize(
    ("before", "after"), [((2, 1, 0), (4, 3, 0)), ((3, 4, 2), (4, 4, 4)), ((4, 4, 3), (4, 4, 4))]
)
def test_coins_filled_column_1_first(before: tuple[int, ...], after: tuple[int, ...]) -> None:
    assert Scene(rules=2).coins(0, *before).market("A1-8").play("take 1.1").purse() == after


@pytest.mark.clause("F13.6")
def test_nobody_won_if_all_were_arrested() -> None:
    scene = Scene("AC", rules=2)
    for seat in (0, 1):
        scene.coins(seat, 0)
        scene.state.evidence[ROLE_OF + seat] = 0
        scene.state.evidence[TOKENS + seat] = 1
    assert GAME.ranking(scene.last_seat_ends().play("token E1", "token E1").state) == ((), (0, 1))


def test_each_version_has_its_deck_and_neither_is_written_into_a_record() -> None:
    decks = [Setup.make("firstclass", 2, {}, rules).setting.names.source for rules in ("1", "2", "3")]
    assert decks == [deck_file.built_in(2), deck_file.built_in(2), deck_file.built_in()]
    assert decks[1] != decks[2]
    for rules in ("2", "3"):
        assert Setup.make("firstclass", 2, {}, rules).options == {
            "modules": "AB", "unclaimed_start": "clockwise", "arrest": "out", "deck": "built-in",
        }  # fmt: skip


def test_only_undocumented_cards_differ_between_the_decks() -> None:
    before, after = deck_file.built_in(2), deck_file.built_in(3)
    rows = [
        (one, other)
        for name in ("base", "mail_cars", "stations", "coin_columns", "start_tile", "game_end", "evidence")
        for one, other in zip(getattr(before, name), getattr(after, name), strict=True)
    ]
    rows += [
        pair for letter in before.modules for pair in zip(before.modules[letter], after.modules[letter], strict=True)
    ]  # fmt: skip
    changed = [one for one, other in rows if one != other]
    assert changed
    assert all(row.status != "documented" for row in changed)


@pytest.mark.parametrize("modules", PAIRS)
def test_whole_matches(modules: str) -> None:
    assert playthrough("firstclass", 3, seed=1, rules="2", modules=modules)


def test_a_view_draws_the_cards_of_its_version() -> None:
    for rules, words in (("2", "rail(pts=4; clock=coin(1))"), ("3", "+loco(1)")):
        view = Table("firstclass", players=2, rules=rules, seed=1).view(0)
        row = next(row for row in view.deck.base if row.id == "X1-21")
        assert words in row.effect
