"""Networks inside the search: whole numbers packed into lanes give what plain arithmetic gives."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline import bots
from branchline.bots.networks import (
    NONE,
    Column,
    Network,
    NetworkFile,
    Reader,
    read_network,
    traits,
    write_network,
)
from branchline.bots.search import SearchBot, new_tree
from branchline.core.play.match import play_match
from branchline.core.setup import Setup

WIDTH, HIDDEN, UNITS, OUTPUTS = 8, 6, 4, 8
SETUPS = {
    "nuremberg": [Setup.local("nuremberg", 2, {}), Setup.local("nuremberg", 4, {"board": "wensleydale"})],
    "firstclass": [Setup.local("firstclass", 3, {"modules": modules}) for modules in ("AB", "CE")],
}


def network(game: str, seed: int = 1) -> tuple[Network, dict[str, list[int]]]:
    """A network with random weights that reads every column in three rows."""
    columns: dict[int, Column] = {}
    moves: set[int] = set()
    things = 0
    for setup in SETUPS[game]:
        meaning = setup.game.bots().network_map(setup)
        assert meaning is not None
        moves.update(meaning.moves)
        things = max([things, *(one + 1 for one in meaning.things)])
        for column in meaning.columns:
            bits = 3 * len(columns) + 1 if column % 5 == 0 else NONE
            columns.setdefault(
                column, Column(column, 3 * len(columns), -1, 2, 1 if bits != NONE else 3, bits)
            )
    names = tuple(dict.fromkeys(name for setup in SETUPS[game] for name in traits(setup)))
    rows = 3 * len(columns) + 20 + len(names)
    rng = Random(seed)
    sizes = {
        "first": rows * WIDTH, "bias": WIDTH, "second": WIDTH * HIDDEN, "second_bias": HIDDEN,
        "moves": len(moves) * HIDDEN, "move_bias": len(moves), "things": things * HIDDEN, "thing_bias": things,
        "value": UNITS * HIDDEN, "value_bias": UNITS, "final": OUTPUTS * UNITS, "final_bias": OUTPUTS,
    }  # fmt: skip
    numbers = {name: [rng.randint(-60, 60) for _ in range(size)] for name, size in sizes.items()}
    found = Network(
        game, WIDTH, HIDDEN, UNITS, OUTPUTS, rows, tuple(columns.values()), names, tuple(sorted(moves)), things,
        scales=dict.fromkeys(sizes, 1 / 100),
    )  # fmt: skip
    return found, numbers


def packed(numbers: dict[str, list[int]]) -> dict[str, bytes]:
    return {
        name: b"".join(number.to_bytes(2, "little", signed=True) for number in row)
        for name, row in numbers.items()
    }


def plainly(
    rows: Sequence[int], numbers: dict[str, list[int]], what: str, wanted: Sequence[int]
) -> tuple[list[float], list[float]]:
    """Logits for some rows of a table, and the values: the same network in plain arithmetic."""
    lanes = [
        min(max(numbers["bias"][lane] + sum(numbers["first"][row * WIDTH + lane] for row in rows), 0), 1023)
        / 512
        for lane in range(WIDTH)
    ]
    hidden = [
        max(
            sum(value * numbers["second"][lane * HIDDEN + unit] for lane, value in enumerate(lanes)) / 1024
            + numbers["second_bias"][unit] / 100,
            0.0,
        )
        for unit in range(HIDDEN)
    ]

    def layer(table: str, bias: str, row: int, given: Sequence[float]) -> float:
        start = row * len(given)
        total = sum(numbers[table][start + place] * value for place, value in enumerate(given))
        return total / 100 + numbers[bias][row] / 100

    units = [max(layer("value", "value_bias", unit, hidden), 0.0) for unit in range(UNITS)]
    return (
        [layer(what, "move_bias", row, hidden) for row in wanted],
        [layer("final", "final_bias", output, units) for output in range(OUTPUTS)],
    )


def positions(setup: Setup, seed: int) -> list[Any]:
    """Positions of a random match in which there is a choice."""
    rng, found = Random(seed), []

    def choose(state: Any, seat: int, legal: Sequence[int]) -> int:
        if len(legal) > 1 and rng.random() < 0.1:
            found.append(setup.engine.clone(state))
        return rng.choice(legal)

    play_match(setup.game, setup.setting, seed, choose)
    return found


@pytest.mark.parametrize("game", list(SETUPS))
def test_a_judge_computes_what_plain_arithmetic_does(game: str) -> None:
    made, numbers = network(game)
    file = NetworkFile(made, packed(numbers))
    for setup in SETUPS[game]:
        meaning = setup.game.bots().network_map(setup)
        assert meaning is not None
        judge, reader = file.judge(setup), Reader(made, setup, meaning)
        assert judge is not None
        for state in positions(setup, 3):  # one judge for all: it updates what it saw last
            seat = state.active
            seen = [int(number) for number in setup.engine.seen(state, seat)]
            rows = [*reader.encoder.rows(seen), *reader.always]
            _, values = plainly(rows, numbers, "moves", [])
            weights = [math.exp(value) for value in values[: setup.players]]
            chances = [weight / sum(weights) for weight in weights]
            found = judge.winning(state)
            assert [found[(seat + place) % setup.players] for place in range(setup.players)] == pytest.approx(
                chances
            )


def test_moves_are_rated_as_in_plain_arithmetic() -> None:
    made, numbers = network("nuremberg")
    setup = SETUPS["nuremberg"][0]
    meaning = setup.game.bots().network_map(setup)
    judge = NetworkFile(made, packed(numbers)).judge(setup)
    assert meaning is not None
    assert judge is not None
    reader = Reader(made, setup, meaning)
    for state in positions(setup, 4):
        legal = setup.game.legal(state)
        seen = [int(number) for number in setup.engine.seen(state, state.active)]
        rows = [*reader.encoder.rows(seen), *reader.always]
        logits, _ = plainly(rows, numbers, "moves", [reader.move_rows[move] for move in legal])
        weights = [math.exp(logit - max(logits)) for logit in logits]
        tree = new_tree(setup, judge, [state], 1)
        tree.run(1)
        priors = {int(tree.move[child]): float(tree.prior[child]) for child in tree.children(tree.root)}
        wanted = [0.9 * weight / sum(weights) + 0.1 / len(legal) for weight in weights]
        assert [priors[move] for move in legal] == pytest.approx(wanted)


def test_what_a_seat_cannot_know_does_not_matter() -> None:
    """The same judgement in all positions that a seat can't tell apart."""
    made, numbers = network("firstclass")
    setup = SETUPS["firstclass"][1]
    judge = NetworkFile(made, packed(numbers)).judge(setup)
    assert judge is not None
    for state in positions(setup, 5)[:20]:
        view = setup.game.view(state, state.active)
        guesses = setup.samples(view, Random(2), 4)
        assert len({tuple(judge.winning(guess)) for guess in guesses}) == 1


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    made, numbers = network("nuremberg")
    path, again = tmp_path / "a.zip", tmp_path / "b.zip"
    write_network(path, made, packed(numbers))
    write_network(again, made, packed(numbers))
    assert path.read_bytes() == again.read_bytes()
    assert read_network(path).network == made


def test_a_bot_plays_by_a_file(tmp_path: Path) -> None:
    made, numbers = network("nuremberg")
    write_network(tmp_path / "a.zip", made, packed(numbers))
    setup = SETUPS["nuremberg"][0]
    player = bots.bot(f"network:path={tmp_path / 'a.zip'},playouts=8,played=50,seed=1", programs=True)
    state = positions(setup, 6)[0]
    legal = setup.game.legal(state)
    assert player.choose(setup, setup.game.view(state, state.active), legal, 5.0) in legal


def test_custom_boards_are_judged_by_heuristics(tmp_path: Path) -> None:
    made, numbers = network("nuremberg")
    write_network(tmp_path / "a.zip", made, packed(numbers))
    setup = Setup.local("nuremberg", 2, {"board": "mini", "rounds": 1})
    assert read_network(tmp_path / "a.zip").judge(setup) is None
    player = SearchBot(1, playouts=4, network=str(tmp_path / "a.zip"))
    state = positions(setup, 1)[0]
    legal = setup.game.legal(state)
    assert player.choose(setup, setup.game.view(state, state.active), legal, 5.0) in legal


def test_a_file_without_a_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_text("no archive")
    with pytest.raises(bots.UnknownBot, match="branchline train"):
        bots.bot(f"network:path={tmp_path / 'a.zip'}", programs=True)
    with pytest.raises(bots.UnknownBot, match="path=FILE"):
        bots.bot("network", programs=True)
    with pytest.raises(bots.UnknownBot, match="can't be bots here"):
        bots.bot("network:path=a.zip")
