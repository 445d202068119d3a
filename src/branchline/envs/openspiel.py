"""The games in OpenSpiel: `pyspiel.load_game("branchline_nuremberg", {"players": 3})` after importing this module.

Chance is explicit, returns are ranks (1 for the first place, -1 for the last, zero-sum). Options of the game are
parameters: `{"board": "tiny", "rounds": 1}`. Information states are strings with perfect recall; as tensors there are
observations only.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Any, Final

from branchline.core.extras import extra

with extra("openspiel"):
    import numpy as np
    import pyspiel

from branchline.core import registry
from branchline.core.compiled.engine import CHANCE, OVER, Position, ranked_rewards
from branchline.core.options import list_options
from branchline.core.protocols import Game
from branchline.core.setup import Setup
from branchline.envs.features import features_of

LONGEST: Final = 10_000  # generous upper bound on the decisions and draws of a match
# Parameters that are not options of the game
OURS: Final[dict[str, Any]] = {"players": 2, "features": "full"}
UNSET: Final = ("", -1)  # the game's own default


class _Kept:
    """A position that OpenSpiel can copy and pickle in its own way."""

    __slots__ = ("engine", "position", "setup")

    def __init__(self, setup: Setup, position: Position) -> None:
        self.setup = setup
        self.engine = setup.engine
        self.position = position

    def __deepcopy__(self, memo: object) -> _Kept:
        return _Kept(self.setup, self.engine.clone(self.position))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.setup, self.setup.game.numbers(self.position))


def _unpickled(setup: Setup, numbers: list[int]) -> _Kept:
    return _Kept(setup, setup.game.restore(setup.setting, numbers))


class BranchlineState(pyspiel.State):  # type: ignore[misc]
    """`words` is what each player has been told. It is stored once somebody has asked for it, and in a resampled state,
    which has no history."""

    def __init__(
        self, game: BranchlineGame, position: Position | None = None, words: tuple[str, ...] = ()
    ) -> None:
        super().__init__(game)
        self.words = words
        self.kept = _Kept(game.setup, position or game.setup.engine.start())

    @property
    def _match(self) -> BranchlineGame:
        game: BranchlineGame = self.get_game()
        return game

    def current_player(self) -> int:
        active = int(self.kept.position.active)
        if active == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if active == OVER else active

    def is_terminal(self) -> bool:
        return self.kept.position.active == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.kept.engine.legal(self.kept.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        kept = self.kept
        weights = [int(weight) for weight in kept.engine.weights(kept.position)]
        total = sum(weights)
        moves = kept.engine.legal(kept.position)
        return [(move, weight / total) for move, weight in zip(moves, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        engine, position = self.kept.engine, self.kept.position
        if action not in engine.legal(position):
            raise ValueError(f"Move {action} is not legal now: look at legal_actions().")
        if self.words:
            match = self._match
            told = enumerate(self.words)
            self.words = tuple(f"{words}; {match.line(position, action, seat)}" for seat, words in told)
        engine.apply(position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._match.rules.move(self._match.setting, action))

    def returns(self) -> list[float]:
        kept = self.kept
        if kept.position.active != OVER:
            return [0.0] * int(kept.engine.players)
        return ranked_rewards(kept.engine, kept.position)

    def resample_from_infostate(self, player: int, sampler: Any) -> BranchlineState:
        """A state that the player can't tell from this one. Of the others' information, it keeps only what the player
        knows as well; their information states differ in what they see in the new state."""
        match = self._match
        view = match.rules.view(self.kept.position, player)
        rng = Random(int(sampler() * 2**53))
        position = match.rules.determinize(match.setting, view, rng)
        told = self.told(player)
        words = tuple(
            told if seat == player else f"player {seat}, {match.seen(position, seat)}, {told}"
            for seat in range(match.seats)
        )
        return BranchlineState(match, position, words)

    def told(self, player: int) -> str:
        """Everything a player has been told so far, one notation after the other."""
        if not self.words:
            match = self._match
            position = match.engine.start()
            words = [[f"player {seat}"] for seat in range(match.seats)]
            for move in self.history():
                for seat, heard in enumerate(words):
                    heard.append(match.line(position, move, seat))
                match.engine.apply(position, move)
            self.words = tuple("; ".join(heard) for heard in words)
        return self.words[player]

    def __str__(self) -> str:
        match = self._match
        names = [f"Seat {seat}" for seat in range(match.seats)]
        return match.rules.text(match.rules.view(self.kept.position, None), names)


class BranchlineObserver:
    """The features of the game as a tensor, in named pieces, and as a short string. With perfect recall there is only a
    string: what the player was told and saw."""

    def __init__(self, match: BranchlineGame, obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"There are no observation parameters; remove {params}.")
        self._match = match
        self._recalls = obs_type.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._recalls:
            return  # a tensor of the whole history would be too long
        self.tensor = np.zeros(match.features.size, np.float32)
        at = 0
        for name, size in match.features.pieces:
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def set_from(self, state: BranchlineState, player: int) -> None:
        if self.tensor is None:
            return
        seen = self._match.engine.seen(state.kept.position, player)
        self.tensor[:] = self._match.features(np.frombuffer(memoryview(seen), dtype=np.int16))

    def string_from(self, state: BranchlineState, player: int) -> str:
        if self._recalls:
            return f"{state.told(player)}; {self._match.seen(state.kept.position, player)}"
        return f"player {player}, {self._match.seen(state.kept.position, player)}"


class BranchlineGame(pyspiel.Game):  # type: ignore[misc]
    """The base of all games; each is registered as a class of its own below."""

    rules: Game[Any]
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        # A game is written as name(option=value,...), so a list of numbers has spaces, not commas.
        given = {
            name: value.replace(",", " ") if isinstance(value, str) else value
            for name, value in (params or {}).items()
        }
        self.seats = int(given.get("players", 2))
        options = {name: value for name, value in given.items() if name not in OURS and value not in UNSET}
        self.setup = Setup.local(self.rules.name, self.seats, options)
        self.setting, self.engine = self.setup.setting, self.setup.engine
        self.features = features_of(self.setup, given.get("features", "full"))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.move_count,
            max_chance_outcomes=self.rules.move_count,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.kind.short_name, self.get_parameters())

    def line(self, position: Position, move: int, player: int) -> str:
        """What a player is told about a move, and what they saw if it was their own."""
        told = self.rules.told(position, move, player)
        return f"{told} {self.seen(position, player)}" if position.active == player else told

    def seen(self, position: Position, player: int) -> str:
        """Everything that a player sees, as a short text."""
        seen = self.engine.seen(position, player)
        return blake2b(bytes(memoryview(seen)), digest_size=8).hexdigest()

    def new_initial_state(self) -> BranchlineState:
        return BranchlineState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BranchlineObserver:
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return BranchlineObserver(self, wanted, params)


def _loaded(name: str, parameters: dict[str, Any]) -> BranchlineGame:
    game: BranchlineGame = pyspiel.load_game(name, parameters)
    return game


def _register(rules: Game[Any]) -> type[BranchlineGame]:
    parameters: dict[str, Any] = dict(OURS)
    for info in list_options(rules.options):
        parameters[info.name] = -1 if info.is_number else ""
    kind = pyspiel.GameType(
        short_name=f"branchline_{rules.name}",
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.players[-1],
        min_num_players=rules.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )
    made = type(f"{type(rules).__name__}Game", (BranchlineGame,), {"rules": rules, "kind": kind})
    pyspiel.register_game(kind, made)
    return made


GAMES: Final = {name: _register(registry.game(name)) for name in registry.games()}
