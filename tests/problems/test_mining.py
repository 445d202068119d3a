"""Finding problems: the command, the calendar, what is chosen and what is refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec
import pytest

from branchline.cli import main
from branchline.core.errors import FileError
from branchline.problems import calendar, file, mining
from branchline.problems.choosing import chosen, in_turn
from branchline.problems.file import Option, Problem, problems
from branchline.problems.weighing import choices, weigh


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few playouts and low standards."""
    for name, value in (
        ("BOT_PLAYOUTS", 8),
        ("SCREENING", 16),
        ("PLAYOUTS", 16),
        ("MARGIN", 0.0),
        ("RESERVE", 0.0),
    ):
        monkeypatch.setattr(mining, name, value)
    monkeypatch.setattr(mining, "CHANCES", (0.0, 1.0))


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_the_command_finds_problems_and_continues_where_it_stopped(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, out = str(tmp_path / "kept.jsonl"), tmp_path / "found.json"
    command = ["problems", game, "--seed", "3", "--workers", "1", "--keep", kept]
    assert main([*command, "--games", "1"]) == 0
    assert main([*command, "--games", "2", "--out", str(out)]) == 0
    assert f"from 2 games of {game}" in capsys.readouterr().out
    found = file.read(out)
    assert found.problems
    assert (found.game, found.made.bot, found.made.seed) == (game, "search:playouts=64", 3)
    for place, problem in enumerate(found.problems):
        table = found.table(place)
        assert table.to_move == problem.seat
        assert {option.steps for option in problem.choices} == set(choices(table))
    assert main([*command, "--games", "0", "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out, type=file.Problems).problems == found.problems


def test_a_check_names_doubtful_problems_and_writes_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = problems("nuremberg")
    assert shipped is not None
    wrong = msgspec.structs.replace(shipped.problems[1], seat=9)
    gone = msgspec.structs.replace(shipped.problems[2], seed=shipped.problems[2].seed + 1)
    few = msgspec.structs.replace(shipped, problems=(shipped.problems[0], wrong, gone))
    few = msgspec.structs.replace(few, made=msgspec.structs.replace(few.made, playouts=64))
    path, out = tmp_path / "few.json", tmp_path / "fine.json"
    path.write_bytes(file.encode(few))
    assert main(["problems", "nuremberg", "--check", str(path), "--workers", "1", "--out", str(out)]) == 1
    told = capsys.readouterr().out
    assert "1 of 3 problems of nuremberg confirmed" in told
    assert "problem 2: It is another seat's turn." in told
    assert "problem 3: Its position can't be reached: " in told
    assert file.read(out).problems == shipped.problems[:1]


def test_the_same_search_gives_the_same_chances() -> None:
    shipped = problems("firstclass")
    assert shipped is not None
    table, problem = shipped.table(0), shipped.problems[0]
    steps = [option.steps for option in problem.choices]
    first, second = (weigh(table.setup, table.view(problem.seat), steps, 64, 5) for _ in range(2))
    assert first == second


def problem(kind: str, margin: float, **more: object) -> Problem:
    options = (Option((1,), 0.4 + margin), Option((2,), 0.4))
    made = Problem(
        players=2, options={}, seed=1, moves=(), seat=0, round=1, kind=kind, choices=options, planner=(1,)
    )
    return msgspec.structs.replace(made, **more)


def test_chosen_problems_alternate_and_the_clearest_come_first() -> None:
    found = [problem("build", 0.2), problem("build", 0.3), problem("bid", 0.15), problem("ship", 0.1)]
    kinds = [(one.kind, round(one.margin, 2)) for one in chosen(found, 3)]
    assert kinds == [("build", 0.3), ("bid", 0.15), ("ship", 0.1)]


def test_every_kind_is_spread_over_the_days() -> None:
    found = [problem("build", 0.3, round=number) for number in range(6)] + [
        problem("bid", 0.3),
        problem("bid", 0.2),
    ]
    assert [one.kind for one in in_turn(found)] == [
        "build", "build", "bid", "build", "build", "build", "bid", "build",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "clear"),
    [
        ({}, True),
        ({"planner": (0, 1)}, False),  # the planner might play it
        ({"choices": (Option((1,), 0.5), Option((2,), 0.45))}, False),  # the second is nearly as good
        ({"choices": (Option((1,), 0.2), Option((2,), 0.0))}, False),  # lost in any case
    ],
)
def test_a_solution_must_be_clear(change: dict[str, object], clear: bool) -> None:
    assert mining.is_clear(problem("bid", 0.3, **change)) is clear


def test_a_day_has_the_same_number_everywhere() -> None:
    assert calendar.number_of(calendar.FIRST_DAY) == 1
    assert calendar.day_of(calendar.number_of(date(2027, 3, 1))) == date(2027, 3, 1)
    midnight = 1_800_000_000 // 86400 * 86400
    assert calendar.number_at(midnight) == calendar.number_at(midnight - 1) + 1
    assert [calendar.place_of(number, 3) for number in range(1, 6)] == [0, 1, 2, 0, 1]


@pytest.mark.parametrize(
    ("content", "words"), [(b"{}", "not a file of problems"), (b"", "not a file of problems")]
)
def test_another_file_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(content)
    with pytest.raises(FileError, match=words):
        file.read(path)
