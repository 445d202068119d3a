"""Programs as bots."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from branchline import bots
from branchline.cli import main
from tests.bots.arrange import positions

EXAMPLE = Path(__file__).parents[2] / "examples" / "stdio_bot.py"


def _bot(tmp_path: Path, body: str) -> bots.Bot:
    """A program that answers the hello, and then does what `body` says with each `message`."""
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys, time\n"
        "def say(answer): print(json.dumps(answer), flush=True)\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'hello':\n"
        "        say({'type': 'ready', 'name': 'Test'})\n"
        "    else:\n"
        f"        {body}\n"
    )
    return bots.bot(f"stdio:{sys.executable} {program}", seed=1, programs=True)


def test_the_example_plays_a_whole_match(capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"stdio:{sys.executable} {EXAMPLE}"
    assert (
        main(
            [
                "sim",
                "firstclass",
                "--players",
                "2",
                "--games",
                "1",
                "--seed",
                "1",
                "--bots",
                f"{spec},random",
                "--json",
            ]
        )
        == 0
    )
    report = json.loads(capsys.readouterr().out)
    assert report["seats"][0]["bot"] == spec
    assert report["decisions"] > 50


def test_the_example_is_forty_lines() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 40


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("say({'id': message['id'], 'move': 'fly to the moon'})", "asked for a legal move and said"),
        ("say({'id': 0, 'move': message['legal'][0]})", "asked for a legal move and said"),
        ("print('hello there', flush=True)", "not a JSON object"),
        ("sys.exit(3)", "ended (exit status 3)"),
        ("time.sleep(9)", "gave no answer within 0.3 s"),
    ],
)
def test_a_program_that_does_not_answer_is_named_with_what_it_did(
    tmp_path: Path, body: str, sentence: str
) -> None:
    table = next(positions("nuremberg", 2, seed=1))
    player = _bot(tmp_path, body)
    with pytest.raises(bots.BotFailed) as failed:
        player.choose(table.setup, table.view(table.to_move), table.legal_moves.ids, 0.3)
    assert sentence in str(failed.value)


def test_a_missing_program_is_named() -> None:
    with pytest.raises(bots.BotFailed, match="can't be started"):
        bots.bot("stdio:/no/such/program", programs=True)
