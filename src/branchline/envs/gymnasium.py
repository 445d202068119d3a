"""One seat of a game as a Gymnasium environment: the others are bots.

    import gymnasium
    import branchline.envs.gymnasium    # registers the names

    env = gymnasium.make("branchline/nuremberg-v0", players=3, opponents="greedy")
    vector = gymnasium.make_vec("branchline/nuremberg-v0", num_envs=256)

The vector environment, in `branchline.envs.vector`, runs on the compiled batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Final

from branchline.core import registry
from branchline.core.extras import extra
from branchline.envs.features import Kind
from branchline.envs.match import RENDER_MODES, Match, Reward, checked_move, checked_seed, refuse_unknown
from branchline.envs.opponents import RANDOM, Given, Opponents
from branchline.envs.spaces import observation_space

with extra("rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

LAST: Final = -1.0  # the reward for an illegal move: that of the last place


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a match as a Gymnasium environment.

    `seat` plays against `opponents`: one bot for all other seats, or a list with one for each, as specs or `Bot`
    objects. An illegal move loses: the match ends with the reward of the last place, and `info["illegal"]` names the
    move. `reward` is `"rank"` or `"margin"`, `features` is `"full"` or `"compact"`. Further keywords are options of
    the game."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        seat: int = 0,
        opponents: Given | Sequence[Given] = RANDOM,
        reward: Reward = "rank",
        features: Kind = "full",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        refuse_unknown("render mode", render_mode, (None, *RENDER_MODES))
        self.match = Match(game, players, reward, features, **options)
        self.opponents = Opponents(self.match.setup, seat, opponents)
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space = observation_space(self.match.features, self.match.move_count)
        self.action_space = spaces.Discrete(self.match.move_count)

    def __copy__(self) -> SeatEnv:
        return deepcopy(self)  # a match of its own

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Deal a new match; without a seed, a different one each time."""
        if seed is not None:
            seed = checked_seed(seed)
            self.opponents.seed(seed)
        super().reset(seed=seed)
        self.match.deal(int(self.np_random.integers(2**31)))
        self._others_move()
        return self._told()

    def step(self, action: int) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Play a move; the opponents move until it is this seat's turn again or the match is over."""
        move = checked_move(action)
        if not self.match.allows(move):
            observation, info = self._told()
            return observation, LAST, True, False, {**info, "illegal": move}
        self.match.step(move)
        self._others_move()
        over = self.match.to_move is None
        observation, info = self._told()
        if over:
            info["scores"] = np.array(self.match.scores())
        return observation, self.match.rewards()[self.seat], over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask alone, for `MaskablePPO` of sb3-contrib."""
        return self.match.mask(self.seat).astype(bool)

    def _others_move(self) -> None:
        match = self.match
        while match.to_move is not None and match.to_move != self.seat:
            match.step(self.opponents.choose(match.position, match.to_move, match.legal))

    def _told(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        mask = self.match.mask(self.seat)
        return {"observation": self.match.observation(self.seat), "action_mask": mask}, {"action_mask": mask}

    def render(self) -> Any:
        """The table as the seat sees it: SVG text, or an array of pixels."""
        return self.match.picture(self.render_mode, self.seat)

    def close(self) -> None:
        """Stop opponents that are programs."""
        self.opponents.close()


for _game in registry.games():
    gymnasium.register(
        id=f"branchline/{_game}-v0",
        entry_point="branchline.envs.gymnasium:SeatEnv",
        vector_entry_point="branchline.envs.vector:SeatsVectorEnv",
        kwargs={"game": _game},
    )
