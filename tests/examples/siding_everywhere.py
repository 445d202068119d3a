"""Plays the installed game in every way that needs no server; run as a program by test_siding.py."""

from __future__ import annotations

import pickle
import warnings

import branchline as bl
from branchline import bots
from branchline.arena.matches import event, play_all, schedule
from branchline.bots.analysis import analyse
from branchline.cli import build as branchline_build
from branchline.testing import check_match


def contract() -> None:
    check_match("siding", players=2, seed=1, options={"wagons": "1,1,2"})


def table() -> None:
    played = bl.Table("siding", players=2, seats=["Ann", "Bob"])
    played.push("couple 3 from 1")
    assert "1 –   2 ▢▢▢▢" in str(played)
    assert "▢▢▢▢" in played.svg()
    refusal = played.why_not("couple 1 from 1")
    assert refusal is not None
    assert refusal.text == "Track 1 has 0 wagons, not 1."
    played.pop()
    assert bl.loads(played.dumps()).view() == played.view()


def search() -> None:
    """One wagon on each of two tracks is left, with five points for the last: never take just one of three."""
    played = bl.Table("siding", players=2, wagons="3,1,0")
    seat, legal = played.to_move, played.legal_moves.ids
    found = analyse(played.setup, played.view(seat), legal, 30.0, playouts=300)
    assert found.candidates[0].text == "couple 2 from 1", (
        "then one wagon stands on each track, and Bob can't win"
    )
    for spec in ("search:playouts=300", "level:5"):
        assert bots.bot(spec, seed=1).choose(played.setup, played.view(seat), legal, 30.0) == 1


def arena() -> None:
    what = event("siding", 2, {})
    results = play_all(what, schedule(["search:playouts=60", "random"], 2, 4, 1), workers=1, quiet=True)
    wins = sum(result.seats[result.ranking[0][0]].startswith("search") for result in results)
    assert len(results) == 8
    assert wins >= 6


def environments() -> None:
    import gymnasium
    from pettingzoo.test import api_test

    import branchline.envs.gymnasium  # noqa: F401  # makes the names known
    from branchline.envs import siding_v0
    from branchline.envs.batched import Batch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(siding_v0.env(), num_cycles=60)
    batch = Batch("siding", 8, seed=1)
    ended = 0
    for _ in range(40):
        batch.step_random()
        ended += int(batch.ended.sum())
    assert ended > 8
    assert batch.scores.sum(1).tolist() == [17] * 8, "every finished match has given out all points"
    assert batch.observations[0, 0] == batch.to_move[0]
    winner = batch.scores.argmax(1)
    assert (batch.rewards[range(8), winner] == 1).all()
    for env in (
        gymnasium.make("branchline/siding-v0", opponents="greedy"),
        gymnasium.make_vec("branchline/siding-v0", num_envs=4, opponents="greedy"),
        gymnasium.make_vec("branchline/siding-v0", num_envs=4, opponents="self"),
    ):
        seen, _ = env.reset(seed=1)
        other = pickle.loads(pickle.dumps(env))
        for _ in range(3):
            moves = seen["action_mask"].argmax(-1)
            seen, *_ = env.step(moves)
            assert (other.step(moves)[0]["observation"] == seen["observation"]).all()


def openspiel() -> None:
    import pyspiel

    import branchline.envs.openspiel  # noqa: F401  # makes the games known

    pyspiel.random_sim_test(pyspiel.load_game("branchline_siding"), num_sims=2, serialize=True, verbose=False)


if __name__ == "__main__":
    for work in (contract, table, search, arena, environments, openspiel):
        work()
    print(branchline_build())
