"""Random play and the cost of a copy in other engines, on one core. Runs in a separate environment, made by `make
bench-peers`; `branchline bench --peers` starts it and shows the figures beside ours.

    echo | .venv-peers/bin/python bench/peers.py

prints a line of JSON for every line it reads: name -> decisions per second, microseconds per copy. Time is CPU time,
as in our own figures.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from time import process_time

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

SECONDS = float(os.environ.get("PEER_SECONDS", "0.5"))

Play = Callable[[], int]  # plays one game or part of one, and counts the decisions
Copy = Callable[[], object]


def rate(play: Play) -> float:
    """Decisions per second."""
    decisions, began = 0, process_time()
    while process_time() - began < SECONDS:
        decisions += play()
    return decisions / (process_time() - began)


def copy_cost(copy: Copy) -> float:
    """Microseconds."""
    began = process_time()
    for _ in range(300):
        copy()
    return (process_time() - began) / 300 * 1e6


def catanatron() -> tuple[Play, Copy | None]:
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
    return play, middle.copy


def python_chess() -> tuple[Play, Copy | None]:
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
    return play, lambda: board.copy(stack=False)


def open_spiel(name: str) -> tuple[Play, Copy | None]:
    import pyspiel

    if name.startswith("python_"):
        import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
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
    return play, state.clone


def pettingzoo_connect_four() -> tuple[Play, Copy | None]:
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

    return play, None


def pgx(name: str, batch: int = 256) -> tuple[Play, Copy | None]:
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

    return play, None


PEERS: dict[str, Callable[[], tuple[Play, Copy | None]]] = {
    "catanatron": catanatron,
    "python-chess": python_chess,
    "OpenSpiel backgammon": lambda: open_spiel("backgammon"),
    "OpenSpiel hearts": lambda: open_spiel("hearts"),
    "OpenSpiel tic-tac-toe in Python": lambda: open_spiel("python_tic_tac_toe"),
    "OpenSpiel Kuhn poker in Python": lambda: open_spiel("python_kuhn_poker"),
    "OpenSpiel dominoes in Python": lambda: open_spiel("python_block_dominoes"),
    "PettingZoo connect four": pettingzoo_connect_four,
    "pgx connect four, batch 256": lambda: pgx("connect_four"),
    "pgx backgammon, batch 256": lambda: pgx("backgammon"),
}


def main() -> None:
    peers = {name: PEERS[name]() for name in sys.argv[1:] or PEERS}
    for play, _ in peers.values():
        play()  # so that compilation is not measured
    for _ in sys.stdin:
        found = {
            name: {
                "decisions": round(rate(play), 1),
                "copy": None if copy is None else round(copy_cost(copy), 3),
            }
            for name, (play, copy) in peers.items()
        }
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
