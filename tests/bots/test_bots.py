"""What every bot promises: a legal move, in time, the same for equal seeds, based only on what it may know."""

from __future__ import annotations

from importlib import import_module
from random import Random
from time import thread_time

import pytest

from branchline import bots
from branchline.bots.levels import LEVELS
from tests.bots.arrange import positions

GAMES = ("nuremberg", "firstclass")
# Limited by playouts, not by time, so that a bot's choice depends only on view and seed.
SPECS = (
    "random", "first", "greedy", "planner", "planner:noise=5,slip=20", "search:playouts=12",
    "search:ms=60000,playouts=8,style=builder", "level:1", "level:2", "level:3",
)  # fmt: skip


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_chooses_legal_moves_and_the_same_with_an_equal_seed(game: str, spec: str) -> None:
    for table in positions(game, 3, seed=2, every=29):
        view, legal = table.view(table.to_move), table.legal_moves.ids
        choices = {bots.bot(spec, seed=7).choose(table.setup, view, legal, 60.0) for _ in range(2)}
        assert len(choices) == 1
        assert choices <= set(legal)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    ("game", "options"), [("nuremberg", {}), ("firstclass", {}), ("firstclass", {"modules": "CD"})]
)
def test_a_bot_does_not_know_what_its_seat_does_not(game: str, options: dict[str, str], spec: str) -> None:
    """With everything hidden dealt again, it chooses the same move in the same position."""
    differed = 0
    for table in positions(game, 3, seed=5, every=41, **options):
        seat = table.to_move
        twin = table.game.determinize(table.setting, table.view(seat), Random(11))
        differed += table.game.numbers(twin) != table.game.numbers(table.state)
        legal = table.legal_moves.ids
        here = bots.bot(spec, seed=3).choose(table.setup, table.view(seat), legal, 60.0)
        there = bots.bot(spec, seed=3).choose(
            table.setup, table.game.view(twin, seat), table.game.legal(twin), 60.0
        )
        assert here == there
    assert differed > 0 or game == "nuremberg"  # nothing is hidden there


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
@pytest.mark.parametrize("game", GAMES)
def test_a_level_keeps_its_time(game: str, level: bots.Level) -> None:
    """In CPU time, so that a busy machine fails no test; bots themselves use the wall clock."""
    player = bots.bot(level.spec, seed=1)
    for table in positions(game, 2, seed=1, every=47):
        began = thread_time()
        player.choose(table.setup, table.view(table.to_move), table.legal_moves.ids, 60.0)
        assert thread_time() - began <= level.ms / 1000 * 1.2


@pytest.mark.parametrize("game", GAMES)
def test_the_given_limit_overrides_the_bots_own_time(game: str) -> None:
    table = next(positions(game, 2, seed=3))
    began = thread_time()
    bots.bot("search:ms=60000", seed=1).choose(
        table.setup, table.view(table.to_move), table.legal_moves.ids, 0.1
    )
    assert thread_time() - began < 0.12


def test_the_first_three_levels_answer_at_once_and_all_have_words() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5]
    assert all(level.ms < 300 for level in LEVELS[:3])
    assert len({level.name for level in LEVELS}) == 5
    assert all(level.sentence.endswith(".") for level in LEVELS)


@pytest.mark.parametrize("game", GAMES)
def test_the_tuned_weights_are_in_the_order_of_their_indices(game: str) -> None:
    knobs = import_module(f"branchline.games.{game}.bots.weight_index")
    places = {name.lower(): place for name, place in vars(knobs).items() if isinstance(place, int)}
    tuned = import_module(f"branchline.games.{game}.bots.tuned_weights").TUNED
    assert {name: place for place, name in enumerate(tuned)} == places


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("planer", "There is no bot 'planer'. There are: random, first, greedy, planner, search, level."),
        ("search:ms=soon", "can't read 'ms=soon'"),
        ("search:ms=0", "a number from 1 to 600000"),
        ("search:style=baroque", "seller or builder"),
        ("greedy:ms=5", "It takes: seed="),
        ("level", "wants more: level:LEVEL"),
        ("level:9", "can't read '9'"),
        ("stdio:/bin/true", "Programs and models can't be bots here"),
        ("model:weights.npz", "Programs and models can't be bots here"),
    ],
)
def test_an_invalid_spec_is_refused_with_valid_ones(spec: str, sentence: str) -> None:
    with pytest.raises(bots.UnknownBot) as refused:
        bots.bot(spec)
    assert sentence in str(refused.value)


def test_a_level_has_a_number_and_a_name() -> None:
    table = next(positions("firstclass", 2, seed=3))
    asked = table.setup, table.view(table.to_move), table.legal_moves.ids
    assert bots.bot("level:2,seed=4").choose(*asked, 1.0) == bots.bot("level:fireman", 4).choose(*asked, 1.0)


def test_a_search_reuses_its_tree_within_a_turn() -> None:
    player = bots.bot("search:ms=60000,playouts=200", seed=1)
    table = next(one for one in positions("nuremberg", 2, seed=3, every=1) if one.view().phase == "building")
    seat = table.to_move
    assert isinstance(player, bots.SearchBot)
    table.push(player.choose(table.setup, table.view(seat), table.legal_moves.ids, 60.0))
    first = player.tree
    player.choose(table.setup, table.view(seat), table.legal_moves.ids, 60.0)
    assert table.to_move == seat
    assert player.tree is first
