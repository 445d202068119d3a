"""The arena: balanced seats, paired deals, results to continue from, intervals."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from branchline.arena import matches
from branchline.arena.ladder import Claim, answer, claims, table
from branchline.arena.matches import Match, Result, event, play, play_all, schedule
from branchline.arena.ratings import pairings, share, standings
from branchline.bots import UnknownBot
from branchline.cli import main
from branchline.core.errors import OptionError

FATAL = """
import json, os, signal, sys
from pathlib import Path

for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print(json.dumps({{"type": "ready", "name": "Fatal"}}), flush=True)
    elif asked["type"] == "choose":
        if not Path({mark!r}).exists():
            Path({mark!r}).touch()
            os.kill(os.getppid(), signal.SIGKILL)
        print(json.dumps({{"type": "move", "id": asked["id"], "move": asked["legal"][0]}}), flush=True)
"""


def test_every_bot_plays_every_deal_from_every_seat() -> None:
    found = schedule(("greedy", "random"), 2, deals=3, seed=10)
    assert Counter(match.seed for match in found) == {10: 2, 11: 2, 12: 2}
    assert {match.seats for match in found} == {("greedy", "random"), ("random", "greedy")}
    assert len(schedule(("level:5", "planner", "planner", "planner"), 4, deals=1, seed=1)) == 4
    assert len(schedule(("random", "greedy", "planner"), 2, deals=1, seed=1)) == 6


def test_too_few_bots_and_unknown_ones_are_refused_before_anything_is_played() -> None:
    with pytest.raises(OptionError, match="3 seats need at least 3 bots"):
        schedule(("random", "greedy"), 3, 1, 1)
    with pytest.raises(UnknownBot):
        schedule(("random", "gredy"), 2, 1, 1)


def test_a_match_is_determined_by_its_seed() -> None:
    what = event("nuremberg", 2, {})
    one, two = (play(what, Match(("planner", "greedy"), 5)) for _ in range(2))
    assert one.scores == two.scores


def test_results_are_stored_and_continued_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    what = event("nuremberg", 2, {})
    path = tmp_path / "results.jsonl"
    plan = schedule(("planner", "random"), 2, deals=3, seed=1)
    whole = play_all(what, plan, workers=1, quiet=True)
    play_all(what, plan[:3], path, workers=1, quiet=True)
    with path.open("ab") as file:
        file.write(b'{"seats":["planner"')  # the run was stopped here
    played: list[Match] = []

    def counting(event: matches.Event, match: Match) -> Result:
        played.append(match)
        return play(event, match)

    monkeypatch.setattr(matches, "play", counting)
    resumed = play_all(what, plan, path, workers=1, quiet=True)
    assert played == plan[3:]
    assert [result.scores for result in resumed] == [result.scores for result in whole]
    played.clear()
    assert len(play_all(what, plan, path, workers=1, quiet=True)) == 6
    assert not played


def test_results_of_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    play_all(event("nuremberg", 2, {}), [], path, quiet=True)
    with pytest.raises(matches.ArenaError, match="something else"):
        play_all(event("firstclass", 2, {}), [], path, quiet=True)


def test_all_cores_give_the_same_results_as_one() -> None:
    what = event("firstclass", 2, {})
    plan = schedule(("greedy", "random"), 2, deals=2, seed=1)
    several, one = (play_all(what, plan, workers=workers, quiet=True) for workers in (2, 1))
    assert [result.scores for result in several] == [result.scores for result in one]


def test_the_matches_of_a_dead_worker_are_played_again(tmp_path: Path) -> None:
    """A program among the bots kills the process that plays it, once."""
    mark = tmp_path / "died"
    bot = tmp_path / "fatal.py"
    bot.write_text(FATAL.format(mark=str(mark)))
    what = event("nuremberg", 2, {"rounds": 2})
    plan = schedule((f"stdio:{sys.executable} {bot}", "random"), 2, deals=2, seed=1)
    results = play_all(what, plan, tmp_path / "results.jsonl", workers=2, quiet=True)
    assert mark.exists()
    assert [(result.seats, result.seed) for result in results] == [
        (match.seats, match.seed) for match in plan
    ]
    assert play_all(what, plan, tmp_path / "results.jsonl", workers=1, quiet=True) == results


def test_old_results_can_still_be_read(tmp_path: Path) -> None:
    """A file in the format that the arena has always written."""
    path = tmp_path / "results.jsonl"
    what = event("nuremberg", 2, {})
    header = msgspec.json.encode(what)
    line = (
        b'{"seats":["random","greedy"],"seed":7,"scores":[1,2],"ranking":[[1],[0]],"decisions":[9,9],'
        b'"seconds":[0.1,0.2],"slowest":[0.05,0.1]}'
    )
    path.write_bytes(header + b"\n" + line + b"\n")
    (result,) = play_all(what, [Match(("random", "greedy"), 7)], path, workers=1, quiet=True)
    assert result.scores == (1, 2)


def test_intervals_are_wilsons() -> None:
    found = share(8, 10)
    assert found.low == pytest.approx(0.490, abs=0.001)
    assert found.high == pytest.approx(0.943, abs=0.001)
    assert share(10, 10).high == 1
    assert share(10, 10).low == pytest.approx(0.722, abs=0.001)


def test_the_better_bot_is_rated_higher_and_pairs_are_counted_once() -> None:
    what = event("nuremberg", 4, {})
    results = play_all(
        what, schedule(("planner", "random", "random", "greedy"), 4, 2, 1), workers=1, quiet=True
    )
    rows = standings(results)
    assert rows[0].bot == "planner"
    assert rows[0].rating_low < rows[0].rating < rows[0].rating_high
    met = {(one.bot, one.other): one.share for one in pairings(results)}
    assert met["greedy", "planner"].games == len(results)
    assert met["planner", "random"].games == 2 * len(results)
    assert met["planner", "random"].share == 1


def test_the_command_prints_writes_a_page_and_gives_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "report.html"
    words = [
        "arena",
        "nuremberg",
        "--bots",
        "planner,random",
        "--deals",
        "2",
        "--seed",
        "3",
        "--workers",
        "1",
    ]
    assert main([*words, "--report", str(page)]) == 0
    assert "seeds 3 to 4" in capsys.readouterr().out
    assert page.read_text().count("<svg") == 2
    assert main([*words, "--json", "--option", "rounds=2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["event"]["options"]["rounds"] == 2
    assert found["games"] == 4
    assert main(["arena", "nuremberg", "--bots", "planner"]) == 2
    assert "2 seats need at least 2 bots" in capsys.readouterr().err


def test_the_ladder_has_a_claim_for_every_step_and_says_what_was_shown() -> None:
    found = list(claims())
    assert len(found) == 2 * (4 + 4)
    claim = Claim("nuremberg", "planner", ("random",), 0.5, deals=4)
    shown = answer(claim, seed=1, folder=None, workers=1)
    assert shown.holds
    assert "| planner against random | 2 | 100%" in table([shown]).replace(" (68 to 100)", "")
