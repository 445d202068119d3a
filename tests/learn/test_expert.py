"""Expert iteration: the search plays by the network that was trained, and a run continues where it stopped."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'branchline[train]'")

from branchline.bots.networks import NetworkFile, Reader  # noqa: E402
from branchline.learn.expert.iteration import Generation, Iteration, Plan  # noqa: E402
from branchline.learn.expert.model import JudgeModel, arrays  # noqa: E402
from branchline.learn.expert.reading import read_game  # noqa: E402
from branchline.learn.expert.samples import ROWS, Samples  # noqa: E402
from branchline.learn.expert.self_play import Order, practice, self_play  # noqa: E402


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_the_search_judges_as_the_network_was_trained(game: str) -> None:
    torch.manual_seed(1)
    reading = read_game(game, 1, 32, 16, 8)
    model = JudgeModel(reading)
    judges = NetworkFile(*arrays(model))
    chance = Random(2)
    for _ in range(6):
        setup = practice(game, chance)
        meaning = setup.game.bots().network_map(setup)
        judge = judges.judge(setup)
        assert meaning is not None
        assert judge is not None
        reader = Reader(reading, setup, meaning)
        state: Any = setup.game.start(setup.setting)
        while state.active < 0:
            setup.game.apply(state, setup.game.legal(state)[0])
        seen = [int(number) for number in setup.engine.seen(state, state.active)]
        rows = torch.tensor([[*reader.encoder.rows(seen), *reader.always]])
        nothing = torch.tensor([[0]])
        with torch.no_grad():
            _, values = model(rows, nothing, nothing)
        wins = torch.softmax(values[0, : setup.players], 0).tolist()
        found = judge.winning(state)
        turned = [found[(state.active + place) % setup.players] for place in range(setup.players)]
        assert turned == pytest.approx(wins, abs=0.01)


def test_samples_say_what_was_searched_and_who_won(tmp_path: Path) -> None:
    reading = read_game("nuremberg", 1, 8, 4, 4)
    file = tmp_path / "samples.npz"
    played = self_play(
        Order("nuremberg", 0.01, 3, str(file), msgspec.json.encode(reading), long=4, short=2, often=0.5)
    )
    samples = Samples.load(file)
    assert played.matches >= 1
    assert played.samples == len(samples) > 20
    assert samples.visits.sum(1) == pytest.approx(1, abs=0.01)
    assert set(samples.weights.tolist()) == {0.0, 1.0}
    wins = samples.values[:, :4].astype(float)
    assert wins.clip(min=0).sum(1) == pytest.approx(1, abs=0.02)
    assert (samples.rows[:, 0] < reading.rows).all()
    assert (samples.rows[:, ROWS - 1] == reading.rows).all(), "padded"


def test_a_run_continues_where_it_stopped(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    plan = Plan(
        game="nuremberg", folder=str(tmp_path), minutes=0.001, processes=1, first_seconds=0.1, seconds=0.1,
        first_steps=3, steps=3, size=32, first_long=2, long=2, short=1, width=16, hidden=8, value_width=4, trial=1,
        playouts=2,
    )  # fmt: skip
    Iteration(plan, told.append).run()
    Iteration(plan, told.append).run()
    assert [row["number"] for row in told] == [0, 1]
    assert "before" not in told[0]["trials"]
    assert "before" in told[1]["trials"], "a new network has to beat the one before"
    curve = msgspec.json.decode((tmp_path / "curve.json").read_bytes(), type=list[Generation])
    assert len(curve) == 2
    assert (tmp_path / "network.zip").exists()
