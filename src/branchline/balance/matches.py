"""One match between bots, and what was seen in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from branchline import bots
from branchline.core.balance import Balance
from branchline.core.bot_support import heuristics
from branchline.core.play.chance import Dealer
from branchline.core.protocols import CHANCE, OVER
from branchline.core.setup import Setup

LIMIT: Final = 60.0  # seconds per step for bots that set no time themselves


class Match(msgspec.Struct, frozen=True):
    """One match to play, as plain data: bots by seat, and the seed that determines draws and bots."""

    setup: Setup
    variant: str
    bots: tuple[str, ...]
    seed: int


class Seen(msgspec.Struct, frozen=True):
    """What was seen in a match. Parts are written `kind/name`; numbers are by seat."""

    seed: int
    bots: tuple[str, ...]
    variant: str
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    turns: int
    choices: int  # decisions with more than one legal move
    leaders: tuple[int, ...]  # after each round, by what everybody may expect
    points: tuple[tuple[int, ...], ...]  # certain points after each round
    lead_changes: int  # by certain points, from turn to turn
    offered: tuple[str, ...]
    used: dict[str, tuple[int, ...]]
    figures: dict[str, tuple[int, ...]]  # at the end
    rounds: tuple[dict[str, tuple[int, ...]], ...] = ()  # the same after each round

    @property
    def players(self) -> int:
        return len(self.scores)

    @property
    def winners(self) -> tuple[int, ...]:
        return self.ranking[0]

    def win(self, seat: int) -> float:
        """A seat's share of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def play_all(matches: Sequence[Match]) -> list[Seen]:
    """Several matches in one job."""
    return [play(match) for match in matches]


def play(match: Match) -> Seen:
    setup = match.setup
    game = setup.game
    watch = Watch(setup)
    players = [bots.bot(spec, seed=match.seed * 8 + seat) for seat, spec in enumerate(match.bots)]
    state, dealer, draws = game.start(setup.setting), Dealer(match.seed), 0
    while (seat := game.to_move(state)) != OVER:
        legal = game.legal(state)
        if seat == CHANCE:
            move = legal[dealer.draw(draws, game.weights(state))]
            draws += 1
        elif len(legal) == 1:
            move = legal[0]
        else:
            watch.decide(state)
            view = game.view(state, seat) if players[seat].needs_view else None
            move = players[seat].choose(setup, view, legal, LIMIT)
        before = game.clone(state)
        game.apply(state, move)
        watch.see(before, move, state)
    return watch.seen(match, state)


class Watch:
    """Looks at a match move by move and counts."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.game
        self.balance: Balance = self.game.balance()
        self.heuristics = heuristics(setup)
        self.choices = 0
        self.turns = 0
        self.order: tuple[int, ...] = ()
        self.leader = -1
        self.lead_changes = 0
        self.leaders: list[int] = []
        self.points: list[tuple[int, ...]] = []
        self.rounds: list[dict[str, tuple[int, ...]]] = []
        self.offered = dict.fromkeys(map(_written, self.balance.parts(setup.setting)))  # an ordered set
        self.used: dict[str, Counter[int]] = {}

    def decide(self, state: Any) -> None:
        """A seat is about to choose."""
        if not self.choices:
            self.order = tuple(self.balance.order(state))
        self.choices += 1

    def see(self, before: Any, move: int, after: Any) -> None:
        self.offered.update(dict.fromkeys(map(_written, self.balance.offered(before, move, after))))
        for seat, part, times in self.balance.used(before, move, after):
            self.offered.setdefault(_written(part))
            self.used.setdefault(_written(part), Counter())[seat] += times
        if self.game.turn(after) != self.game.turn(before):
            self._end_turn(after)
        if self.heuristics.span(after) != self.heuristics.span(before):
            self._end_round(after)

    def _end_turn(self, state: Any) -> None:
        self.turns += 1
        points = self._certain(state)
        most = max(points)
        if points.count(most) == 1 and (leader := points.index(most)) != self.leader:
            self.lead_changes += self.leader >= 0
            self.leader = leader

    def _end_round(self, state: Any) -> None:
        expected = [self.heuristics.promise(state, seat) for seat in range(self.setup.players)]
        self.leaders.append(expected.index(max(expected)))
        self.points.append(tuple(self._certain(state)))
        self.rounds.append(self._figures(state))

    def _certain(self, state: Any) -> list[int]:
        support, engine = self.game.bots(), self.setup.engine
        return [support.certain_points(engine, state, seat) for seat in range(self.setup.players)]

    def _figures(self, state: Any) -> dict[str, tuple[int, ...]]:
        by_seat = [self.balance.figures(state, seat) for seat in range(self.setup.players)]
        return {name: tuple(one[name] for one in by_seat) for name in by_seat[0]}

    def seen(self, match: Match, state: Any) -> Seen:
        seats = range(self.setup.players)
        figures = self._figures(state)
        return Seen(
            seed=match.seed,
            bots=match.bots,
            variant=match.variant,
            scores=self.game.scores(state),
            ranking=self.game.ranking(state),
            order=self.order,
            turns=self.turns,
            choices=self.choices,
            leaders=tuple(self.leaders),
            points=(*self.points, self.game.scores(state)),
            lead_changes=self.lead_changes,
            offered=tuple(self.offered),
            used={part: tuple(times[seat] for seat in seats) for part, times in self.used.items()},
            figures=figures,
            rounds=(*self.rounds, figures),
        )


def _written(part: tuple[str, str]) -> str:
    return "/".join(part)
