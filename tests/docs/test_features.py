"""The tables of observations and actions are up to date and right."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from branchline.cli import main
from branchline.core import registry
from branchline.core.observation import numbers
from branchline.core.play.match import play_match
from branchline.core.setup import Setup
from tests.cli.arrange import Capture
from tests.docs.test_docs import ROOT

GAMES = tuple(registry.OURS)
SETUPS = [
    Setup.make(name, players, options)
    for name in GAMES
    for players in (2, 3)
    for options in (*registry.game(name).presets.values(), *registry.game(name).varied_options)
]


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_in_the_docs_are_up_to_date(game: str, capsys: Capture) -> None:
    main(["features", game])
    written = (ROOT / "docs" / f"features-{game}.md").read_text(encoding="utf-8")
    assert written == capsys.readouterr().out, f"write it again: branchline features {game}"


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_number_is_described_and_omitted_ones_never_change(setup: Setup) -> None:
    pieces = setup.game.observation(setup.setting)
    assert [(piece.name, piece.size) for piece in pieces] == list(setup.game.feature_pieces(setup.setting))
    described = list(numbers(pieces))
    assert len(described) == len({number.name for number in described}) == setup.engine.features
    used = np.array([number.used for number in described])
    most = np.array([number.field.most for number in described])
    random, rows = Random(1), []

    def choose(state: Any, seat: int, legal: Sequence[int]) -> int:
        rows.append(np.array(memoryview(setup.engine.seen(state, seat))))
        return random.choice(legal)

    play_match(setup.game, setup.setting, 1, choose)
    seen = np.stack(rows)
    assert (seen[:, ~used] == np.array(memoryview(setup.engine.blank()))[~used]).all()
    assert 1 <= (abs(seen) / most)[:, used].max() <= 2, "compact observations are about from -1 to 1"


@pytest.mark.parametrize("game", GAMES)
def test_every_action_is_listed_by_number_and_notation(game: str, capsys: Capture) -> None:
    setup = Setup.make(game, 2, {})
    main(["features", game, "--list", "actions"])
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [int(number) for number, _ in rows] == list(range(setup.game.move_count))
    for number, notation in rows:
        if notation != "-":
            assert setup.game.read(setup.setting, notation).id == int(number)
    assert {notation.split()[0] for _, notation in rows} - {"-"} == set(setup.game.verbs())


def test_all_numbers_as_json(capsys: Capture) -> None:
    assert main("features nuremberg --players 3 --board mini --json".split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["options"]["board"] == "mini"
    assert found["observations"][12] == {
        "index": 12, "name": "rounds.this", "meaning": "this round", "most": 6, "compact": True,
    }  # fmt: skip
    assert found["actions"][0] == {"id": 0, "notation": "stop"}
