"""Many matches as one Gymnasium vector environment, on the compiled batch.

`opponents` chooses between two meanings. With bots, each match follows one fixed seat, like `gymnasium.make`. With
`opponents="self"` the agent plays every seat in turn: `infos["to_move"]` says which seat each observation is for, the
reward is that of the seat that moved last, and `infos["rewards"]` has those of all seats."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Final

from branchline.core.compiled.batch import DEAL, WAIT
from branchline.core.extras import extra
from branchline.envs.batched import Batch, BoolArray, Seeds, is_list
from branchline.envs.features import Kind
from branchline.envs.gymnasium import LAST
from branchline.envs.match import (
    RENDER_MODES,
    REWARDS,
    Reward,
    checked_seed,
    margins,
    picture,
    refuse_unknown,
)
from branchline.envs.opponents import RANDOM, Given, Opponents
from branchline.envs.spaces import observation_space

with extra("rl"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import ArrayLike, NDArray

Observations = dict[str, NDArray[Any]]
SELF: Final = "self"


class SeatsVectorEnv(VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Many matches as one Gymnasium vector environment, on the compiled `Batch`.

    With bots as `opponents`, each match follows one `seat`, and an illegal move loses, as in `SeatEnv`. With
    `opponents="self"` the agent plays all seats, and an illegal move raises `ValueError`; nothing is played then.

    With `copy=False`, observations and masks are views of the engine's memory, which the next step overwrites."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        *,
        seat: int = 0,
        opponents: Given | Sequence[Given] = RANDOM,
        reward: Reward = "rank",
        features: Kind = "full",
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
        **options: Any,
    ) -> None:
        refuse_unknown("reward", reward, REWARDS)
        refuse_unknown("render mode", render_mode, (None, *RENDER_MODES))
        if not isinstance(autoreset_mode, AutoresetMode):
            refuse_unknown("autoreset mode", autoreset_mode, [mode.value for mode in AutoresetMode])
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.num_envs = num_envs
        self.reward = reward
        self.render_mode = render_mode
        self.copy = copy
        self.seat = None if opponents == SELF else seat
        renew = self.autoreset_mode == AutoresetMode.SAME_STEP
        self.opponents: Opponents | None = None
        settings: dict[str, Any] = {"seat": self.seat, "renew": renew, "features": features, **options}
        if self.seat is not None:
            setup = Batch(game, 1, players, observe=False, **options).setup
            self.opponents = Opponents(setup, seat, opponents)
            random = [other for other, given in self.opponents.given.items() if given == RANDOM]
            self._bots_move = len(random) < players - 1
            settings["random_seats"] = random
        self.batch = Batch(game, num_envs, players, **settings)
        self._over = np.zeros(num_envs, bool)
        self._rows = np.arange(num_envs) * players  # where the rewards of each match start
        width = self.batch.masks.shape[1]
        self.single_observation_space = observation_space(self.batch.features, width)
        self.single_action_space = spaces.Discrete(width)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": self.autoreset_mode,
        }

    def __copy__(self) -> SeatsVectorEnv:
        return deepcopy(self)  # a match of its own

    def reset(
        self, *, seed: int | Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal new matches: all, or those that `options={"reset_mask": ...}` marks. With seed 5 the matches have the
        seeds 5, 6, 7 and so on; a list gives one to each."""
        which = self._marked((options or {}).get("reset_mask"))
        if seed is None:
            seeds: Seeds = self.np_random.integers(2**31, size=self.num_envs)
        elif is_list(seed):
            seeds = seed
        else:
            first = checked_seed(seed)
            super().reset(seed=first)
            seeds = range(first, first + self.num_envs)
        self.batch.deal(seeds, which)
        if self.opponents is not None and seed is not None and which.all():
            self.opponents.seed(None if seeds[0] is None else int(seeds[0]))
        self._others_move()
        self._over &= ~which
        return self._seen(), self._told()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one move in each match."""
        batch = self.batch
        moves = np.array(actions)
        illegal = ~batch.legal(moves)
        if not batch.renews:
            self._deal_ended(moves, illegal)
        lost = self._lose(moves, illegal) if illegal.any() else {}
        movers = batch.to_move.copy() if self.seat is None else np.full(self.num_envs, self.seat)
        batch.play(moves)
        self._others_move()
        over = batch.ended.view(bool) | illegal
        rewards = np.zeros(batch.scores.shape)
        infos = self._told()
        if self.seat is None:
            infos["rewards"] = rewards
        if over.any():
            ends = batch.ended.nonzero()[0]
            rewards[ends] = batch.rewards[ends] if self.reward == "rank" else margins(batch.scores[ends])
            self._tell_ends(infos, over, ends, movers, lost)
        mine = rewards.take(self._rows + movers)
        if lost:
            mine[illegal] = LAST
        if not batch.renews:
            self._over = over.copy()
        return self._seen(), mine, over, np.zeros(self.num_envs, bool), infos

    def _deal_ended(self, moves: NDArray[Any], illegal: BoolArray) -> None:
        """Matches that ended in an earlier step take no move: they are dealt again, or should have been reset."""
        over = self._over
        if over.any() and self.autoreset_mode == AutoresetMode.DISABLED:
            raise ValueError(
                f"Match {np.flatnonzero(over)[0]} is over: reset it with options={{'reset_mask': mask}} first."
            )
        moves[over] = DEAL
        illegal &= ~over

    def _lose(self, moves: NDArray[Any], illegal: BoolArray) -> dict[int, tuple[Observations, int]]:
        """The last observations and the moves of agents that lose by an illegal move; their matches are dealt again, or
        stay as they are."""
        batch = self.batch
        if self.seat is None:
            match = np.flatnonzero(illegal)[0]
            raise ValueError(f"Move {moves[match]} is not legal in match {match}: look at its action_mask.")
        lost = {match: (batch.seen(match), int(moves[match])) for match in np.flatnonzero(illegal).tolist()}
        moves[illegal] = DEAL if batch.renews else WAIT
        return lost

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks alone, for `MaskablePPO` of sb3-contrib."""
        return self.batch.masks.astype(bool)

    def render(self) -> tuple[Any, ...] | None:
        """Every match as its seat sees it, or as a spectator if the agent plays all seats."""
        if self.render_mode is None:
            return None
        batch = self.batch
        return tuple(
            picture(batch.setup, position, self.render_mode, self.seat) for position in batch._lanes.positions
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Stop opponents that are programs."""
        if self.opponents is not None:
            self.opponents.close()

    def _marked(self, mask: Any) -> BoolArray:
        if mask is None:
            return np.ones(self.num_envs, bool)
        marked = np.asarray(mask)
        if marked.shape != (self.num_envs,) or marked.dtype != np.bool_ or not marked.any():
            raise ValueError(
                f"A reset_mask has {self.num_envs} values, True or False, and at least one is True."
            )
        return marked

    def _others_move(self) -> None:
        """Let all bots that are not random move until it is the agent's turn in every match that is not over."""
        if self.opponents is None or not self._bots_move:
            return
        lanes = self.batch._lanes
        for lane, position in enumerate(lanes.positions):
            while position.active >= 0 and position.active != self.seat:
                legal = list(lanes.legal[lane])
                lanes.play(lane, self.opponents.choose(position, int(position.active), legal))
        lanes.observe()

    def _seen(self) -> Observations:
        seen: Observations = {
            "observation": self.batch.observations,
            "action_mask": self.batch.masks.view(np.int8),
        }
        return {name: array.copy() for name, array in seen.items()} if self.copy else seen

    def _told(self) -> dict[str, Any]:
        return {"to_move": self.batch.to_move.copy()} if self.seat is None else {}

    def _tell_ends(
        self,
        infos: dict[str, Any],
        over: BoolArray,
        ends: NDArray[Any],
        movers: NDArray[Any],
        lost: dict[int, tuple[Observations, int]],
    ) -> None:
        """What `gymnasium.make` reports at the end of a match, in the form of `VectorEnv._add_info`: for each name an
        array, and a mask of the matches that have a value."""
        batch = self.batch
        final = np.full(self.num_envs, None, object)
        info: dict[str, Any] = {}
        if len(played := [match for match in ends.tolist() if match not in lost]):
            scores, known = np.zeros_like(batch.scores), np.zeros(self.num_envs, bool)
            scores[played], known[played] = batch.scores[played], True
            info |= {"scores": scores, "_scores": known}
        if lost:
            moves, known = np.zeros(self.num_envs, int), np.zeros(self.num_envs, bool)
            for match, (seen, move) in lost.items():
                final[match], moves[match], known[match] = seen, move, True
            info |= {"illegal": moves, "_illegal": known}
        if batch.renews:
            for match in played:
                final[match] = batch.seen_at_end(match, movers[match])
            info = {
                "final_obs": final,
                "_final_obs": over.copy(),
                "final_info": info,
                "_final_info": over.copy(),
            }
        infos |= info
