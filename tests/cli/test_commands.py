"""sim, replay, bench, and how commands refuse."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import branchline as bl
from branchline.cli import main
from tests.cli.arrange import Capture, finished, refused


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return finished(tmp_path / "game.jsonl", "nuremberg")


def test_sim_counts_games(capsys: Capture) -> None:
    assert main("sim nuremberg --players 2 --games 3 --bots random,random --seed 4".split()) == 0
    assert "3 games of nuremberg with 2 players" in capsys.readouterr().out


def test_sim_gives_everything_as_json_and_equal_seeds_give_equal_games(capsys: Capture) -> None:
    command = "sim nuremberg --players 4 --games 2 --seed 4 --json --option board=wensleydale".split()
    reports = []
    for _ in range(2):
        assert main(command) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0]["results"] == reports[1]["results"]
    assert reports[0]["options"]["board"] == "wensleydale"
    assert sum(seat["wins"] for seat in reports[0]["seats"]) == 2
    assert reports[0]["decisions"] == sum(game["decisions"] for game in reports[0]["results"])


def test_game_options_are_arguments_too(capsys: Capture) -> None:
    assert main("sim nuremberg --games 1 --board wensleydale --rounds=2 --json".split()) == 0
    options = json.loads(capsys.readouterr().out)["options"]
    assert (options["board"], options["rounds"]) == ("wensleydale", 2)


def test_an_argument_that_no_command_knows_is_refused(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        main("replay game.jsonl --board wensleydale".split())
    assert left.value.code == 2
    assert "--board" in capsys.readouterr().err


def test_replay_tells_the_game_in_sentences(record: Path, capsys: Capture) -> None:
    assert main(["replay", str(record)]) == 0
    seen = capsys.readouterr().out
    assert "bids 12 cubes on" in seen
    assert "Final scores:" in seen


def test_replay_stops_at_a_moment_and_shows_the_table(record: Path, capsys: Capture) -> None:
    assert main(["replay", str(record), "--at", "3"]) == 0
    assert "round 1 of 4" in capsys.readouterr().out


def test_replay_gives_json(record: Path, capsys: Capture) -> None:
    assert main(["replay", str(record), "--verify", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["over"]
    assert report["seats"] == ["Ann", "Bob"]
    assert report["moves"][0]["seat"] is None
    assert sorted(seat for place in report["ranking"] for seat in place) == [0, 1]


def test_replay_draws_a_moment(record: Path, tmp_path: Path, capsys: Capture) -> None:
    assert main(["replay", str(record), "--at", "9", "--svg", str(tmp_path / "moment.svg")]) == 0
    assert (tmp_path / "moment.svg").read_text().startswith("<svg")


def test_replay_seals_an_edited_record(record: Path, tmp_path: Path, capsys: Capture) -> None:
    lines = record.read_text().splitlines()[:3]
    lines[2] = lines[2].replace("bid B3 12", "bid B3 7")
    record.write_text("\n".join(lines) + "\n")
    assert "--edited" in refused(["replay", str(record)], capsys)
    assert main(["replay", str(record), "--edited", "--save", str(tmp_path / "new.jsonl")]) == 0
    assert str(bl.load(tmp_path / "new.jsonl").moves[0]) == "bid B3 7"


def test_bench_measures_in_ratios(capsys: Capture) -> None:
    assert main(["bench", "--quick", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    for figures in report["builds"].values():
        assert {figure["unit"] for figure in figures} == {"decisions/s", "µs", "ms", "KB"}
        assert all(figure["ratio"] > 0 for figure in figures)
    compared = {(pair["what"], pair["other"]) for pair in report["against"]}
    assert ("nuremberg: batch of 256", "nuremberg: random play from Python") in compared
    assert all(pair["times"] > 0 for pair in report["against"])


def test_bench_finds_what_became_slower(tmp_path: Path, capsys: Capture) -> None:
    baseline = tmp_path / "baseline.json"
    assert main(["bench", "--quick", "--baseline", str(baseline)]) == 0
    ratios = json.loads(baseline.read_text())
    for build in ratios.values():
        build["nuremberg: clone"] *= 1000
    baseline.write_text(json.dumps(ratios))
    assert main(["bench", "--quick", "--check", str(baseline)]) == 1
    assert "nuremberg: clone" in capsys.readouterr().out


def test_bench_reads_the_baseline_before_it_measures(tmp_path: Path, capsys: Capture) -> None:
    assert "Check the name" in refused(["bench", "--check", str(tmp_path / "none.json")], capsys)


def test_version_says_how_the_rules_run(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.strip().endswith(("(interpreted)", "(compiled)"))


def test_without_a_command_there_is_help(capsys: Capture) -> None:
    assert main([]) == 0
    assert "replay" in capsys.readouterr().out
    for command, action in (("admin", "announce"), ("store", "backup")):
        assert main([command]) == 0
        assert action in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("sim chess", "no game 'chess'"),
        ("sim nuremberg --players 7", "2 to 4"),
        ("sim nuremberg --games 0", "at least 1"),
        ("sim nuremberg --bots alphazero", "no bot 'alphazero'"),
        ("sim nuremberg --bots random:depth=3", "can't read 'depth=3'"),
        ("sim nuremberg --bots random,random", "2 bots for 3 seats"),
        ("sim nuremberg --option rounds", "NAME=VALUE"),
        ("sim nuremberg --roundz 3", "Did you mean --rounds?"),
        ("play --playrs 3", "Did you mean --players?"),
        ("play --players 3", "--terminal"),
        ("paly", "Did you mean 'play'?"),
        ("sim nuremberg --games 1 --records /dev/null/records", "Choose another place"),
        ("sim nuremberg --rounds", "--rounds needs a value"),
        ("sim nuremberg wensleydale", "What is 'wensleydale'?"),
        ("sim nuremberg --option roundz=3", "Did you mean 'rounds'"),
        ("sim nuremberg --option rounds=99", "1 to 8"),
        ("sim nuremberg --option furth=own --option board=wensleydale", "not for the board Wensleydale"),
        ("sim nuremberg --option wide_south=on", "not for the board Nuremberg"),
        ("sim nuremberg --option board=missing.json", "no board 'missing.json'"),
        ("replay missing.jsonl", "can't be read"),
        ("play nuremberg --seats Ann,Bob", "--terminal"),
        ("play chess", "no game 'chess'"),
        ("play --port 99999", "Choose another with --port"),
        ("serve --port 99999", "port: this must be a whole number up to 65535"),
        ("serve --pace 99 --port 0", "pace: this must be a number up to 60"),
        ("serve --port 0 --data /dev/null/games", "Choose another folder with --data"),
        ("play nuremberg --terminal --seats a,b,c,d", "4 for 3 players"),
        ("play nuremberg --terminal --seats a,,b", "--seats takes"),
        ("play --terminal --load missing.jsonl", "can't be read"),
        ("check missing.json", "can't be read"),
        ("rules nuremberg N99.1", "N99.1"),
    ],
)
def test_failures_are_reported_in_one_line(command: str, sentence: str, capsys: Capture) -> None:
    assert sentence in refused(command.split(), capsys)


def test_replay_refuses_to_overwrite(record: Path, capsys: Capture) -> None:
    before = record.read_bytes()
    assert "already exists" in refused(["replay", str(record), "--save", str(record)], capsys)
    assert "already exists" in refused(["replay", str(record), "--svg", str(record)], capsys)
    assert record.read_bytes() == before


def test_replay_at_a_moment_that_does_not_exist(record: Path, capsys: Capture) -> None:
    assert "the number of events" in refused(["replay", str(record), "--at", "999"], capsys)


def test_a_finished_record_as_poster_and_animation(tmp_path: Path, capsys: Capture) -> None:
    record = str(finished(tmp_path / "short.jsonl", "nuremberg", rounds=1))
    svg, png, gif = (tmp_path / name for name in ("poster.svg", "poster.png", "game.gif"))
    assert main(["replay", record, "--poster", str(svg), "--animation", str(gif)]) == 0
    assert capsys.readouterr().out == f"Drawn as {svg}.\nDrawn as {gif}.\n"
    assert main(["replay", record, "--poster", str(png)]) == 0
    assert "<title>Ann</title>" in svg.read_text(encoding="utf-8")
    assert Image.open(BytesIO(png.read_bytes())).size == (1200, 1920)
    assert getattr(Image.open(BytesIO(gif.read_bytes())), "n_frames", 1) > 1


def test_a_poster_needs_the_end_of_a_game(record: Path, tmp_path: Path, capsys: Capture) -> None:
    wanted = ["replay", str(record), "--at", "20", "--poster", str(tmp_path / "poster.svg")]
    assert "played to its end" in refused(wanted, capsys)
