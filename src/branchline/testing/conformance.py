"""Plays a match at random and checks every promise of the `Game` protocol on the way."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from branchline.core.compiled.engine import by_place
from branchline.core.play.loading import loads
from branchline.core.play.table import Table
from branchline.core.protocols import CHANCE, OVER, Game


class ConformanceFailure(AssertionError):
    """A broken promise, with everything needed to reproduce it."""


def check_match(
    game: str,
    players: int,
    seed: int,
    options: Mapping[str, object] | None = None,
    *,
    thorough_every: int = 8,
    most_events: int = 3000,
) -> None:
    """Play one match of random moves. Cheap checks run at every event, expensive ones at every `thorough_every`-th.

    Raises `ConformanceFailure` at the first broken promise."""
    _Match(game, players, seed, dict(options or {}), thorough_every, most_events).run()


class _Match:
    def __init__(
        self, name: str, players: int, seed: int, options: dict[str, Any], every: int, most_events: int
    ) -> None:
        self.words = f"{name}, {players} players, seed {seed}, {options}"
        self.table = Table(name, players=players, seed=seed, play_forced=False, **options)
        self.game: Game[Any] = self.table.game
        self.rng = Random(seed)
        self.every = every
        self.most_events = most_events
        self.past: list[tuple[Any, list[int]]] = []  # every state met, with its numbers at the time

    def expect(self, fine: bool, promise: str) -> None:
        if not fine:
            event = len(self.table.steps)
            raise ConformanceFailure(f"{promise} ({self.words}, event {event}, state {self.table.view()})")

    def run(self) -> None:
        while not self.table.over:
            self.expect(len(self.table.steps) < self.most_events, "the match ends")
            self._check_position()
            self._check_legal_moves()
            if len(self.table.steps) % self.every == 0:
                self._check_refusals()
                self._check_views()
                self._check_undo()
            self._push()
        self._check_position()
        self._check_end()
        self._check_draws()
        self._check_past()
        self._check_record()

    def _push(self) -> None:
        self.past.append((self.game.clone(self.table.state), self.game.numbers(self.table.state)))
        ids = self.table.legal_moves.ids
        self.table.push(ids[self.rng.randrange(len(ids))])

    def _check_draws(self) -> None:
        """Chance: the results and weights of every draw of the match."""
        game, state = self.game, self.game.start(self.table.setting)
        for step in self.table.steps:
            for move in step.moves:
                if game.to_move(state) == CHANCE:
                    results, weights = game.legal(state), game.weights(state)
                    self.expect(move in results, "a draw is one of its results")
                    self.expect(len(results) == len(weights), "every result of a draw has a weight")
                    self.expect(all(weight > 0 for weight in weights), "weights are positive")
                    self.expect(game.miscount(state) is None, f"pieces are conserved: {game.miscount(state)}")
                game.apply(state, move)

    def _check_position(self) -> None:
        game, state = self.game, self.table.state
        self.expect(game.miscount(state) is None, f"pieces are conserved: {game.miscount(state)}")
        numbers = game.numbers(state)
        self.expect(game.numbers(game.clone(state)) == numbers, "a clone equals its original")
        restored = game.restore(self.table.setting, numbers)
        self.expect(game.numbers(restored) == numbers, "numbers restore the state")
        self.expect(list(game.legal(restored)) == list(game.legal(state)), "a restored state plays the same")
        for seat in range(self.table.players):
            same = self._observed(restored, seat) == self._observed(state, seat)
            self.expect(same, "a restored state looks the same")
        self.expect(len(game.scores(state)) == self.table.players, "there is one score per seat")

    def _check_legal_moves(self) -> None:
        game, table = self.game, self.table
        ids = list(table.legal_moves.ids)
        self.expect(bool(ids), "no dead end: while the game runs there is a legal move")
        self.expect(ids == sorted(set(ids)), "legal moves are sorted and unique")
        self.expect(ids[0] >= 0 and ids[-1] < game.move_count, "ids are below move_count")
        texts = [str(move) for move in table.legal_moves]
        self.expect(len(set(texts)) == len(ids), "no two moves share a notation")
        for move, text in zip(ids, texts, strict=True):
            self.expect(game.read(table.setting, text).id == move, f"the notation {text!r} reads back")
            self.expect(game.expand(table.state, text) == [move], f"{text!r} is one step")
            self.expect(game.refusal(table.state, move) is None, f"{text!r} is listed, so not refused")
        seat = table.to_move
        self.expect(bool(game.told(table.state, ids[0], seat)), "a move can be put into words")
        self.expect(bool(game.sentence(table.state, ids[0], table.seats)), "a move has a sentence")
        said: dict[str, str] = {}
        for viewer in (*range(table.players), None):
            sentence = game.sentence(table.state, ids[0], table.seats, viewer)
            same = said.setdefault(game.told(table.state, ids[0], viewer), sentence)
            self.expect(same == sentence, "seats that know the same move are told the same sentence")

    def _check_refusals(self) -> None:
        """Moves that are not listed are refused with a clause and a sentence."""
        game, table = self.game, self.table
        legal = set(table.legal_moves.ids)
        for move in range(game.move_count):
            if move in legal:
                continue
            refusal = game.refusal(table.state, move)
            self.expect(refusal is not None, f"move {move} is not listed, so refused")
            assert refusal is not None
            self.expect(bool(refusal.clause and refusal.text), f"the refusal of {move} teaches")

    def _check_views(self) -> None:
        game, table = self.game, self.table
        for seat in (*range(table.players), None):
            view = game.view(table.state, seat)
            read = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
            self.expect(read == view, "a view is plain data")
            guess = game.determinize(table.setting, view, self.rng)
            self.expect(game.view(guess, seat) == view, "a determinised state gives the same view")
            self.expect(game.miscount(guess) is None, "a determinised state has all its pieces")
            if seat is not None:
                same = self._observed(guess, seat) == self._observed(table.state, seat)
                self.expect(same, "an observation holds nothing that the seat can't know")
            if seat == table.to_move:
                self.expect(
                    list(game.legal(guess)) == list(table.legal_moves.ids), "and the same moves for its seat"
                )

    def _observed(self, state: Any, seat: int) -> bytes:
        engine = self.game.engine(self.table.setting)
        return bytes(memoryview(engine.seen(state, seat)))

    def _check_undo(self) -> None:
        before = self.game.numbers(self.table.state)
        ids = self.table.legal_moves.ids
        move = ids[self.rng.randrange(len(ids))]
        self.table.push(move)
        after = self.game.numbers(self.table.state)
        self.table.pop()
        self.expect(self.game.numbers(self.table.state) == before, "undo leads back to the same position")
        self.table.push(move)
        self.expect(self.game.numbers(self.table.state) == after, "and the same move leads on as before")
        self.table.pop()

    def _check_end(self) -> None:
        game, state = self.game, self.table.state
        self.expect(game.to_move(state) == OVER and not game.legal(state), "after the end nobody moves")
        ranking = self.table.outcome() or ()
        seats = sorted(seat for place in ranking for seat in place)
        self.expect(seats == list(range(self.table.players)), "everybody has a place at the end")
        places = game.engine(self.table.setting).places(state)
        self.expect(by_place(list(places)) == ranking, "the engine ranks the seats as the game does")

    def _check_past(self) -> None:
        """Clones share nothing: no earlier state has changed."""
        for state, numbers in self.past:
            self.expect(self.game.numbers(state) == numbers, "a clone never changes")

    def _check_record(self) -> None:
        content = self.table.dumps()
        numbers = self.game.numbers(self.table.state)
        for verify in (True, False):
            again = loads(content, verify=verify)
            self.expect(self.game.numbers(again.state) == numbers, "a record leads to the same end")
            self.expect(again.moves == self.table.moves, "and holds the same moves")
            self.expect(again.dumps() == content, "and is written the same again")
