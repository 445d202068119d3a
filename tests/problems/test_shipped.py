"""The problems that come with the games: reachable, clear, varied, and not what the planner would play."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

from branchline.core import registry
from branchline.languages import LANGUAGES, speaking
from branchline.problems import checking, mining
from branchline.problems.explaining import explain
from branchline.problems.file import Problems, problems
from branchline.problems.weighing import planned

GAMES = list(registry.OURS)
SAMPLE = 2  # problems of each game that are searched again here; `make problems-check` searches all


@pytest.fixture(params=GAMES)
def found(request: pytest.FixtureRequest) -> Problems:
    shipped = problems(request.param)
    assert shipped is not None
    return shipped


def path_of(found: Problems) -> Path:
    path = registry.game(found.game).presentation().problems
    assert path is not None
    return path


def test_there_are_enough(found: Problems) -> None:
    assert len(found.problems) >= 120


def test_they_are_small_and_follow_the_current_rules(found: Problems) -> None:
    assert path_of(found).stat().st_size < 300_000
    assert found.rules == registry.game(found.game).rules_version


def test_every_position_is_reached_by_the_rules_and_offers_the_choices(found: Problems) -> None:
    for place in range(len(found.problems)):
        assert checking.position_fault(found, place) == "", place


def test_a_sample_is_confirmed_by_four_times_the_playouts(found: Problems) -> None:
    for place in Random(7).sample(range(len(found.problems)), SAMPLE):
        checked = checking.check(checking.Check(str(path_of(found)), place, seed=1))
        assert checked.confirmed, checked


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "place"),
    [(game, place) for game in GAMES if (file := problems(game)) for place in range(len(file.problems))],
)
def test_each_is_confirmed_by_four_times_the_playouts(game: str, place: int) -> None:
    shipped = problems(game)
    assert shipped is not None
    checked = checking.check(checking.Check(str(path_of(shipped)), place, seed=1))
    assert checked.confirmed, checked


def test_the_planner_would_not_find_the_solution(found: Problems) -> None:
    obvious = 0
    for place, problem in enumerate(found.problems):
        table = found.table(place)
        plans = planned(table.setup, table.view(problem.seat), table.legal_moves.ids, 1)
        obvious += problem.best.steps[0] in plans
    assert obvious <= 0.3 * len(found.problems)


def test_they_are_varied_and_none_is_repeated(found: Problems) -> None:
    assert len({(problem.seed, problem.moves) for problem in found.problems}) == len(found.problems)
    assert {problem.players for problem in found.problems} == set(registry.game(found.game).players)
    assert len({problem.round for problem in found.problems}) >= 4
    assert len({problem.kind for problem in found.problems}) >= 5
    options = registry.game(found.game).presentation().problem_options
    assert {msgspec.json.encode(problem.options) for problem in found.problems} == {
        msgspec.json.encode(one) for one in options
    }


def test_today_and_tomorrow_differ(found: Problems) -> None:
    for today, tomorrow in pairwise(found.problems):
        assert today.variety() != tomorrow.variety()


@pytest.mark.parametrize("language", LANGUAGES)
def test_solutions_are_explained_in_every_language(found: Problems, language: str) -> None:
    with speaking(language):
        for place in (0, 20, 40):
            best = explain(found.table(place), found.problems[place])[0]
            assert best.reasons
            assert best.line
            assert "{" not in " ".join((*best.reasons, *best.line))


def test_an_explanation_reveals_nothing_that_the_seat_does_not_know(found: Problems) -> None:
    for place in range(12):
        problem, table = found.problems[place], found.table(place)
        told = explain(table, problem)
        table.state = table.setup.sample(table.view(problem.seat), Random(99))  # only the hidden part differs
        assert explain(table, problem) == told


def test_the_schema_is_that_of_the_file() -> None:
    path = Path(mining.__file__).with_name("problems.schema.json")
    schema = msgspec.json.encode(msgspec.json.schema(Problems))
    assert msgspec.json.decode(path.read_bytes()) == msgspec.json.decode(schema)
