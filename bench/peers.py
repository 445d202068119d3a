"""Random play and the cost of a copy in other engines, on one core. Runs in an environment of its own, made by
`make bench-peers`; `branchline bench --peers` starts it and puts the figures beside ours.

    .venv-peers/bin/python bench/peers.py        prints JSON: name -> decisions a second, microseconds a copy
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

SECONDS = float(os.environ.get("PEER_SECONDS", "2"))
REPEATS = 3


def rate(play: Callable[[], int]) -> float:
    """Decisions a second of a function that plays one game and counts them: the median of some repeats."""
    play()
    found = []
    for _ in range(REPEATS):
        decisions, began = 0, time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            decisions += play()
        found.append(decisions / (time.perf_counter() - began))
    return median(found)


def copy_cost(copy: Callable[[], object]) -> float:
    """Microseconds."""
    found = []
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(200):
            copy()
        found.append((time.perf_counter() - began) / 200 * 1e6)
    return median(found)


def catanatron() -> tuple[float, float]:
    from catanatron import Color, Game, RandomPlayer

    def new() -> Game:
        return Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])

    def play() -> int:
        game, ticks = new(), 0
        while game.winning_color() is None and ticks < 1000:
            game.play_tick()
            ticks += 1
        return ticks

    middle = new()
    for _ in range(150):
        middle.play_tick()
    return rate(play), copy_cost(middle.copy)


def python_chess() -> tuple[float, float]:
    import chess

    rng = Random(1)

    def play() -> int:
        board, plies = chess.Board(), 0
        while plies < 200:
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            plies += 1
        return plies

    board = chess.Board()
    return rate(play), copy_cost(lambda: board.copy(stack=False))


def open_spiel(name: str) -> tuple[float, float]:
    import pyspiel

    game, rng = pyspiel.load_game(name), Random(1)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    state = game.new_initial_state()
    return rate(play), copy_cost(state.clone)


def pettingzoo_connect_four() -> tuple[float, float]:
    from pettingzoo.classic import connect_four_v3

    env, rng = connect_four_v3.env(), Random(1)

    def play() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(rng.choice([i for i, legal in enumerate(observation["action_mask"]) if legal]))
                steps += 1
        return steps

    return rate(play), float("nan")


def pgx(name: str, batch: int = 256) -> tuple[float, float]:
    import jax
    import jax.numpy as jnp
    import pgx as library

    env = library.make(name)

    def step(carry: object, _: object) -> object:
        state, key = carry  # type: ignore[misc]
        key, choose, draw = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choose, logits, axis=-1)
        state = jax.vmap(library.experimental.auto_reset(env.step, env.init))(
            state, action, jax.random.split(draw, batch)
        )
        return (state, key), None

    @jax.jit
    def run(state: object, key: object) -> object:
        return jax.lax.scan(step, (state, key), None, length=50)[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch))
    key = jax.random.PRNGKey(1)

    def play() -> int:
        nonlocal state, key
        state, key = run(state, key)  # type: ignore[misc]
        jax.block_until_ready(state)
        return batch * 50

    return rate(play), float("nan")


PEERS: dict[str, Callable[[], tuple[float, float]]] = {
    "catanatron": catanatron,
    "python-chess": python_chess,
    "OpenSpiel backgammon": lambda: open_spiel("backgammon"),
    "OpenSpiel hearts": lambda: open_spiel("hearts"),
    "PettingZoo connect four": pettingzoo_connect_four,
    "pgx connect four, batch 256": lambda: pgx("connect_four"),
    "pgx backgammon, batch 256": lambda: pgx("backgammon"),
}


def main() -> None:
    wanted = sys.argv[1:] or list(PEERS)
    found = {}
    for name in wanted:
        decisions, copy = PEERS[name]()
        found[name] = {"decisions": round(decisions, 1), "copy": None if copy != copy else round(copy, 3)}
    json.dump(found, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
