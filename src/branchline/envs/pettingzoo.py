"""The games as PettingZoo environments (AEC: seats take turns).

    from branchline.envs import nuremberg_v0

    env = nuremberg_v0.env(players=3, board="wensleydale")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        move = None if termination else env.action_space(agent).sample(observation["action_mask"])
        env.step(move)

An observation holds what the agent may know and, under `action_mask`, which moves are legal (all zero while another
agent has the turn). `info` holds the mask too. Rewards come at the end, by rank or by margin.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from branchline.core.extras import extra
from branchline.envs.features import Kind
from branchline.envs.match import RENDER_MODES, Match, Reward, checked_move, checked_seed
from branchline.envs.spaces import observation_space

with extra("rl"):
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv


class _FromDealing:
    """Stands for an attribute until a match is dealt. Cheaper than `__getattr__`, which slows down every lookup."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, env: object, owner: type) -> Any:
        raise AttributeError(
            f"No match has been dealt, so there is no {self._name!r} yet: call reset() first."
        )


class SeatsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match with one agent per seat: `seat_0`, `seat_1` and so on, in seating order.

    `reward` is `"rank"` or `"margin"`, `features` is `"full"` or `"compact"`. Further keywords are options of the
    game."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }
    agents: Any = _FromDealing()
    agent_selection: Any = _FromDealing()

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        reward: Reward = "rank",
        features: Kind = "full",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.metadata = {**type(self).metadata, "name": f"branchline/{game}-v0"}
        self.match = Match(game, players, reward, features, **options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        match = self.match
        self.observation_spaces = {
            agent: observation_space(match.features, match.move_count) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(match.move_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All move ids; the mask says which are legal."""
        return self.action_spaces[agent]

    def __copy__(self) -> SeatsEnv:
        return deepcopy(self)  # a match of its own

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match; without a seed, a different one each time."""
        if seed is not None:
            self._seeds = np.random.default_rng(checked_seed(seed))
        elif not hasattr(self, "_seeds"):
            self._seeds = np.random.default_rng()
        self.match.deal(int(self._seeds.integers(2**31)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent may know, and which moves it may make now."""
        seat = self._seats[agent]
        mask = self.infos[agent].get("action_mask")
        if mask is None:
            mask = self.infos[agent]["action_mask"] = self.match.mask(seat)
        return {"observation": self.match.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a move of the agent to move; None when the match is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match.step(checked_move(action))
        self.infos[agent] = {}
        self._go_on()

    def _go_on(self) -> None:
        """Set whose turn it is; at the end, the rewards."""
        match = self.match
        if match.to_move is not None:
            self.agent_selection = self.possible_agents[match.to_move]
            self.infos[self.agent_selection] = {"action_mask": match.mask(match.to_move)}
            return
        for agent, reward in zip(self.possible_agents, match.rewards(), strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": match.mask(self._seats[agent]), "scores": match.scores()}
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The table as a spectator sees it: SVG text, or an array of pixels."""
        return self.match.picture(self.render_mode, None)

    def close(self) -> None:
        """There is nothing to release."""
