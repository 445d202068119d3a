"""Learning from lessons, from an adviser and from results; saved networks play as they were trained."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'branchline[train]'")

from branchline.bots import UnknownBot  # noqa: E402
from branchline.bots.model import ModelBot  # noqa: E402
from branchline.core.play.match import play_match  # noqa: E402
from branchline.core.setup import Setup  # noqa: E402
from branchline.envs import MINI  # noqa: E402
from branchline.learn import ppo  # noqa: E402
from branchline.learn.curve import draw  # noqa: E402
from branchline.learn.imitation import Data, imitate, judged  # noqa: E402
from branchline.learn.lessons import Lesson, lessons, pages, replayed  # noqa: E402
from branchline.learn.network import save  # noqa: E402
from branchline.learn.stepping import groups  # noqa: E402
from branchline.learn.training import Plan, Trainer  # noqa: E402
from tests.learn.arrange import CPU, small_batch, small_network, small_task, thinkers  # noqa: E402


def test_lessons_are_kept_and_replayed(tmp_path: Path) -> None:
    setup, file = small_batch().setup, tmp_path / "lessons.jsonl"
    first = lessons(setup, "planner", 2, 50, file)
    more = lessons(setup, "planner", 3, 50, file)
    assert more[:2] == first
    assert len(file.read_text().splitlines()) == 1 + 3, "none is played twice"
    page = replayed((setup, more, None, 0.5))
    legal = np.unpackbits(page.masks, axis=1)
    assert (legal[np.arange(len(page)), page.moves] == 1).all()
    assert (legal.sum(1) > 1).all(), "forced moves teach nothing"
    for lesson in more:
        movers, ranking = chosen_and_ranked(setup, lesson)
        won = replayed((setup, [lesson], None, 0.0)).results[:, 0]
        assert won.tolist() == [1.0 if ranking[0] == (seat,) else -1.0 for seat in movers]


def chosen_and_ranked(setup: Setup, lesson: Lesson) -> tuple[list[int], tuple[tuple[int, ...], ...]]:
    """Who had a choice, time after time, and the ranking of the rules."""
    movers, left = [], iter(lesson.moves)

    def choose(_state: Any, seat: int, legal: Sequence[int]) -> int:
        if len(legal) > 1:
            movers.append(seat)
        return next(left)

    return movers, setup.game.ranking(play_match(setup.game, setup.setting, lesson.seed, choose))


def test_a_network_learns_the_moves_of_its_teacher() -> None:
    network, features = small_network(width=64)
    setup = small_batch().setup
    taught = pages(setup, lessons(setup, "planner", 6, 50), features.columns, 0.5)
    before = judged(network, Data.of(taught, CPU))
    done = imitate(network, taught, CPU, size=64, passes=6)
    after = judged(network, Data.of(taught, CPU))
    assert done.passes > 1
    assert after[0] < before[0] - 0.3, "its moves are likelier"
    assert after[2] > before[2] + 0.1, "more choices are alike"


def test_gains_reach_back_from_results_to_each_seat() -> None:
    """Two steps of one match, first seat 0, then seat 1; the second step ends it, and seat 1 wins."""
    values = torch.tensor([[[0.2, -0.2]], [[0.5, -0.5]], [[0.0, 0.0]]])  # the seat to move first
    unused = torch.zeros(3, 1)
    rollout = ppo.Rollout(
        seen=unused, masks=unused, moves=unused, chances=unused, values=values, own=unused, advice=unused,
        seats=torch.tensor([[0], [1], [0]]), ended=torch.tensor([[0], [1], [0]]),
        results=torch.tensor([[[0.0, 0.0]], [[-1.0, 1.0]], [[0.0, 0.0]]]),
    )  # fmt: skip
    gain, target = ppo.advantages(rollout, smooth=0.5)
    # Seat 0 expected 0.2, then -0.5, then it lost: -0.7 and half of -0.5
    assert gain[:, 0].tolist() == pytest.approx([-0.95, 0.5])
    assert target[1, 0].tolist() == pytest.approx([1.0, -1.0]), "seat 1 first, which moved"


def test_following_the_adviser_makes_its_moves_likelier() -> None:
    network, features = small_network(width=64)
    task = small_task(features)
    optimiser = torch.optim.Adam(network.parameters(), lr=3e-3)
    settings = ppo.Settings(size=128, reinforce=0.0, advice=1.0)
    with groups(task, 16, 0, 1) as found:
        playing = thinkers(found, task, 16, 9)
        told = [
            ppo.learn(network, optimiser, ppo.collect(playing, 9, network, None), settings) for _ in range(8)
        ]
    assert told[-1]["advice"] < told[0]["advice"] - 0.3


def test_past_selves_choose_by_their_own_weights_and_nothing_is_learned_from_them() -> None:
    network, features = small_network(seed=1)
    past, _ = small_network(seed=2)
    task = small_task(features, "past", tables=1)
    with torch.no_grad():  # one likes high ids, the other low ones, so that no chance is left
        for one, sign in ((network, 1.0), (past, -1.0)):
            one.policy.weight.zero_()
            one.policy.bias.copy_(sign * 100 * torch.arange(len(one.policy.bias)))
    with groups(task, 6, 0, 1) as found:
        (played,) = ppo.collect(thinkers(found, task, 6, 12), 12, network, past)
    legal = np.unpackbits(played.masks.numpy(), axis=2)
    lowest, highest = legal.argmax(2), legal.shape[2] - 1 - legal[:, :, ::-1].argmax(2)
    assert np.array_equal(played.moves.numpy(), np.where(played.own.numpy(), highest, lowest))
    assert (played.own.numpy() == (played.seats.numpy() == np.arange(6) % 2)).all()


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_saved_network_plays_as_it_was_trained(game: str, tmp_path: Path) -> None:
    network, features = small_network(game)
    save(network, tmp_path / "model.npz", game)
    bot, batch = ModelBot(str(tmp_path / "model.npz")), small_batch(game)
    for _ in range(20):
        batch.step_random()
        seen = batch.observations[:, features.columns]
        with torch.no_grad():
            logits, _ = network(torch.from_numpy(seen), torch.from_numpy(np.packbits(batch.masks, 1)))
        for match, likeliest in enumerate(logits.argmax(1).tolist()):
            legal = np.flatnonzero(batch.masks[match])
            found = bot.think(seen[match])[legal]
            assert found == pytest.approx(logits[match, legal].numpy(), abs=2e-2), "half precision"
            chosen = bot.choose(batch.setup, batch.view(match), legal.tolist(), 1.0)
            assert chosen == likeliest or found.max() - found[legal == likeliest] < 2e-2


def test_a_card_is_judged_wherever_it_lies() -> None:
    """First Class: what a network thinks of a card counts for the move that takes it from its place."""
    network, features = small_network("firstclass")
    setup = small_batch("firstclass").setup
    pointer = setup.game.bots().pointers[0]
    seen = torch.zeros((2, len(features.columns)), dtype=torch.int16)
    seen[0, features.pointers[0]], seen[1, features.pointers[0]] = 3, 5
    logits = torch.zeros((2, network.moves + len(features.pointers)))
    logits[:, network.moves] = 1.0
    judged_at = network._at_their_places(seen, logits)
    assert judged_at.nonzero().tolist() == [[0, pointer.move + 2], [1, pointer.move + 4]]


def test_an_unknown_opponent_is_named_at_once() -> None:
    with pytest.raises(UnknownBot, match="There is no bot 'plumber'"):
        Trainer(Plan(options=MINI["nuremberg"], against=("plumber",)), print)


def test_a_short_run_tells_how_it_went_and_leaves_a_player(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    plan = Plan(
        options=MINI["nuremberg"], minutes=0.005, matches=8, steps=8, width=16, size=64, lessons=4,
        teacher="planner", measures=1, measured=4, against=("random", "planner"),
    )  # fmt: skip
    trainer = Trainer(plan, told.append)
    trainer.run()
    trainer.save(tmp_path / "model.npz")
    story = json.loads((tmp_path / "model.json").read_text())
    assert story["plan"]["seed"] == 1
    assert [row["decisions"] > 0 for row in story["curve"]] == [False, True]
    assert story["curve"][-1]["planner"]["games"] == 4
    assert any("imitated" in row for row in told)
    assert ModelBot(str(tmp_path / "model.npz")).game == "nuremberg"
    draw([tmp_path / "model.json"] * 2, tmp_path / "curve.svg")
    assert "seed 1" in (tmp_path / "curve.svg").read_text()
