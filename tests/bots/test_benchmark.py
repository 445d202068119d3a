"""The benchmark: tasks, what is counted, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from branchline.benchmark.measure import (
    REFERENCE,
    Entrant,
    Played,
    entrants,
    games,
    margin,
    measure,
    play_one,
    student,
)
from branchline.benchmark.tasks import Task, chosen, tasks
from branchline.cli import main
from tests.cli.arrange import Capture, refused

MINI = "nuremberg-mini-2"


@pytest.mark.parametrize("task", tasks().values(), ids=lambda task: task.name)
def test_a_task_can_be_played(task: Task) -> None:
    (result, *_) = [play_one(game) for game in games(task, "random", "first", 1, seed=1)[:1]]
    assert 0 <= result.win <= 1


def test_tasks_cover_both_games_with_2_to_4_players_small_and_large() -> None:
    found = {(task.game, task.players, "mini" in task.name) for task in tasks().values()}
    assert found == {
        (game, players, mini)
        for game in ("nuremberg", "firstclass") for players in (2, 3, 4) for mini in (True, False)
    }  # fmt: skip


def test_every_deal_is_played_from_every_seat() -> None:
    (task,) = chosen("firstclass-mini-3")
    assert [(game.seat, game.seed) for game in games(task, "greedy", "first", 4, seed=5)] == [
        (0, 5), (1, 5), (2, 5), (0, 6), (1, 6), (2, 6),
    ]  # fmt: skip


def test_equal_seeds_give_equal_results_and_better_bots_better_ones() -> None:
    one, two = (
        measure(
            chosen(MINI), entrants(["planner", "first"]), ["first", "planner"], 6, 1, workers=1, quiet=True
        )
        for _ in range(2)
    )
    assert one == two
    assert [(cell.bot, cell.against) for cell in one] == [("planner", "first"), ("first", "planner")]
    assert one[0].wins.share > 0.5 > one[1].wins.share
    assert one[0].margin.mean == -one[1].margin.mean > 0


def test_a_bot_can_be_measured_in_one_task_alone() -> None:
    found = entrants(["random", f"greedy@{MINI}", "stdio:./a@b"])
    assert found == [Entrant("random"), Entrant("greedy", MINI), Entrant("stdio:./a@b")]
    both = chosen(f"{MINI},nuremberg-mini-3")
    cells = measure(both, found[:2], ["first"], 1, 1, workers=1, quiet=True)
    assert [(cell.task, cell.bot) for cell in cells] == [
        (MINI, "random"), (MINI, "greedy"), ("nuremberg-mini-3", "random"),
    ]  # fmt: skip


def test_the_interval_of_the_margin_is_that_of_the_deals() -> None:
    played = [
        Played(seed, 1.0, points) for seed, points in ((1, 4.0), (1, 6.0), (2, 7.0), (2, 9.0), (3, 6.5))
    ]
    found = margin(played)
    assert found.mean == 6.5
    assert found.low == pytest.approx(6.5 - 4.303 * 1.5 / 3**0.5, abs=0.01)
    assert margin(played[:2]).low is None, "one deal says nothing about others"


def test_quantiles_are_those_of_the_tables() -> None:
    for freedom, quantile in ((1, 12.706), (3, 3.182), (9, 2.262), (100, 1.984)):
        assert student(freedom) == pytest.approx(quantile, rel=0.01)


def test_the_command_prints_a_table_or_json_and_nothing_else(capsys: Capture) -> None:
    command = f"benchmark level:3 --task {MINI} --against first --games 2 --workers 1".split()
    assert main(command) == 0
    assert f"| {MINI} | level:3 | first |" in capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    (cell,) = json.loads(capsys.readouterr().out)
    assert (cell["task"], cell["against"], cell["wins"]["games"]) == (MINI, "first", 2)


def test_the_reference_page_has_a_table_for_each_task(tmp_path: Path, capsys: Capture) -> None:
    page, kept = tmp_path / "results.md", tmp_path / "kept.jsonl"
    command = f"benchmark --reference --task {MINI} --against first --games 2 --workers 1 --keep {kept} --out {page}"
    for _ in range(2):  # the second time from the file
        assert main(command.split()) == 0
        text = page.read_text(encoding="utf-8")
        assert f"`branchline benchmark --reference --task {MINI} --against first --games 2 --seed 1`" in text
        assert all(f"\n| {bot} | " in text for bot in REFERENCE if bot != "first")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("benchmark", "Which bot? Name one"),
        ("benchmark nobody", "There is no bot 'nobody'"),
        ("benchmark first --task chess", "There is no task 'chess'. There are: nuremberg-mini-2"),
        ("benchmark first --games 0", "--games takes at least 1."),
    ],
)
def test_mistakes_are_explained(command: str, sentence: str, capsys: Capture) -> None:
    assert sentence in refused(command.split(), capsys)
