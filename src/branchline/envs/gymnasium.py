"""One seat of a game as a Gymnasium environment: the others are bots.

    import gymnasium
    import branchline.envs.gymnasium    # registers the names

    env = gymnasium.make("branchline/nuremberg-v0", players=3, opponents="greedy")
    vector = gymnasium.make_vec("branchline/nuremberg-v0", num_envs=256)

The vector environment runs on the compiled batch; every seat is played by the same agent in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from branchline.bots import Bot, bot
from branchline.core import registry
from branchline.core.errors import OptionError
from branchline.core.extras import extra
from branchline.core.protocols import Theme
from branchline.envs.match import Match, Reward

with extra("rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

LEAST, MOST = np.iinfo(np.int16).min, np.iinfo(np.int16).max
LAST: Final = -1.0  # reward of the last place by rank


def observation_space(features: int, move_count: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(LEAST, MOST, (features,), np.int16),
            "action_mask": spaces.Box(0, 1, (move_count,), np.int8),
        }
    )


class SeatEnv(gymnasium.Env[Any, Any]):
    """`seat` plays against `opponents`: a bot's spec for all others, or one per seat. An illegal move loses: the
    match ends with the reward of a last place, and `info["illegal"]` names the move."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": ["svg", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        reward: Reward = "rank",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.match = Match(game, players, reward, **options)
        if not 0 <= seat < players:
            raise OptionError(f"Seats are 0 to {players - 1}; there is no seat {seat}.")
        specs = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(specs) != players - 1:
            raise OptionError(f"{len(specs)} opponents for {players - 1} seats: name one, or one a seat.")
        self.seat = seat
        self.render_mode = render_mode
        self._specs = specs
        self.observation_space = observation_space(self.match.features, self.match.move_count)
        self.action_space = spaces.Discrete(self.match.move_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        super().reset(seed=seed)
        dealt = int(self.np_random.integers(2**31))
        self.match.deal(dealt)
        others = [other for other in range(self.match.players) if other != self.seat]
        self._bots: dict[int, Bot] = {
            other: bot(spec, seed=dealt + other) for other, spec in zip(others, self._specs, strict=True)
        }
        self._others_move()
        return self._told()

    def step(self, action: int) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        if not self.match.allows(int(action)):
            observation, info = self._told()
            return observation, LAST, True, False, {**info, "illegal": int(action)}
        self.match.step(int(action))
        self._others_move()
        over = self.match.to_move is None
        observation, info = self._told()
        if over:
            info["scores"] = self.match.scores()
        return observation, self.match.rewards()[self.seat], over, False, info

    def _others_move(self) -> None:
        match = self.match
        while match.to_move is not None and match.to_move != self.seat:
            other = self._bots[match.to_move]
            view = match.game.view(match.position, match.to_move) if other.needs_view else None
            match.step(other.choose(match.setup, view, match.legal, 1.0))

    def _told(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        mask = self.match.mask(self.seat)
        return {"observation": self.match.observation(self.seat), "action_mask": mask}, {"action_mask": mask}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        game = self.match.game
        names = [f"seat_{seat}" for seat in range(self.match.players)]
        drawn = game.svg(game.view(self.match.position, self.seat), names, Theme())
        if self.render_mode == "svg":
            return drawn
        from branchline.envs.pixels import pixels

        return pixels(drawn)


for _game in registry.games():
    gymnasium.register(
        id=f"branchline/{_game}-v0",
        entry_point="branchline.envs.gymnasium:SeatEnv",
        vector_entry_point="branchline.envs.vector:SeatsVectorEnv",
        kwargs={"game": _game},
    )
