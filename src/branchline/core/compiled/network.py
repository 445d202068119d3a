"""A small neural network that judges positions inside a search: how good each move is, and how the match will end for
every seat. Compiled like the rules, it needs neither NumPy nor PyTorch.

Its input is what an `Engine` writes down for a seat. Each number that is not 0 adds one row of the first layer, or a
few, to a sum of `width` lanes. Rows are whole numbers, four lanes of 16 bits packed into one i64, so that one addition
adds four lanes; when a few numbers change, their old rows are subtracted and the new ones added. A lane may be negative
and then borrows from the next one up; taking the lanes apart from the lowest one on undoes that exactly. The second
layer packs two lanes of 32 bits. Only moves and values are computed with floats."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i16, i64

from branchline.core.compiled.engine import OVER, Engine, Position
from branchline.core.compiled.heuristics import SEATS, Heuristics
from branchline.core.compiled.network_weights import HALF_LANE, LANE, NONE, WIDE, Encoder, Weights, numbers
from branchline.core.compiled.rng import Rng

HALF_WIDE: Final[i64] = 2147483648
FIRST_SCALE: Final = 512  # a weight of 1 in the first layer
CLIP: Final[i64] = 1023  # activations of the first layer are cut to 0 .. 2
SECOND_SCALE: Final = 1024
UNIT: Final = 1.0 / (512.0 * 1024.0)  # of a sum in the second layer
MARGIN_SPREAD: Final = 0.06  # points, as a part of the mean score, that make a margin e times as good


class NetworkJudge(Heuristics):
    """Judges by a network: `rate` gives the logits of moves, `chances` what the seats can expect. One look at a
    position finds both, so a search expands a node when it first reaches it."""

    __slots__ = (
        "ahead", "blank", "encoder", "lanes", "logits", "lying", "margin", "move_rows", "partner", "played",
        "pointers", "room", "seen", "sums", "thing_rows", "units", "weights", "wide",
    )  # fmt: skip

    def __init__(
        self, engine: Engine, weights: Weights, encoder: Encoder, always: list[i64], move_rows: list[i64],
        pointers: list[i64], thing_rows: list[i64], partner: Heuristics, played: float,
    ) -> None:  # fmt: skip
        """`always`: rows of the setup itself. `move_rows`: by move, its row of `weights.moves`. `pointers`: four
        numbers each, the first move, how many moves, the first column, how many columns; `thing_rows` has a row of
        `weights.things` for each column of each pointer. `played`: how much of a leaf's value is what `partner`
        expects after playing on."""
        super().__init__(engine)
        self.at_once = True
        self.weights: Weights = weights
        self.encoder: Encoder = encoder
        self.partner: Heuristics = partner
        self.played: float = played
        self.ahead: vec[float] = vec[float]([0.0] * SEATS)
        self.margin: float = 0.25  # how much of a value is the margin, not the win
        self.move_rows: vec[i64] = numbers(move_rows)
        self.pointers: vec[i64] = numbers(pointers)
        self.thing_rows: vec[i64] = numbers(thing_rows)
        self.blank: vec[i16] = extend(vec[i16](capacity=engine.features), engine.blank())
        self.room: vec[i16] = vec[i16](capacity=engine.features)
        used = i64(len(encoder.columns))
        # By seat: the numbers it saw last, and the sum of their rows.
        self.seen: vec[i16] = vec[i16]([i16(0)] * (SEATS * used))
        self.sums: vec[i64] = vec[i64]([0] * (SEATS * weights.words))
        seat: i64
        row: i64
        word: i64
        for seat in range(SEATS):
            for word in range(weights.words):
                self.sums[seat * weights.words + word] = weights.bias[word]
            for row in always:
                self._add(row, 1, seat)
        self.wide: vec[i64] = vec[i64]([0] * (weights.hidden // 2))
        self.lanes: vec[float] = vec[float]([0.0] * weights.hidden)
        self.units: vec[float] = vec[float]([0.0] * weights.value_width)
        self.logits: vec[float] = vec[float]([0.0] * weights.outputs)
        # By move: the row of `weights.things` for what it would take, in the position last seen.
        self.lying: vec[i64] = vec[i64]([NONE] * engine.move_count)

    # What the search asks

    def rate(self, position: Position, moves: vec[i64]) -> None:
        """Logits: the natural logarithm of how likely each move is, up to a constant."""
        self._look(position, position.active)
        weights = self.weights
        place: i64
        for place in range(len(moves)):
            row = self.move_rows[moves[place]]
            rating = 0.0
            if row != NONE:
                rating = weights.move_bias[row] + self._dot(weights.moves, row)
            row = self.lying[moves[place]]
            if row != NONE:
                rating += weights.thing_bias[row] + self._dot(weights.things, row)
            self.rates[place] = rating

    def chances(self, position: Position, out: vec[float]) -> None:
        """What each seat can expect, from 0 to 1: the chance of winning, and a part for the margin."""
        if position.active == OVER:
            final_values(self.engine, position, self.margin, out)
        else:
            self._look(position, position.active)
            self._values(position.active, out, self.margin)

    def expect(
        self, position: Position, rated: bool, rng: Rng, spans: i64, noise: float, out: vec[float]
    ) -> None:
        if rated:
            self._values(position.active, out, self.margin)
        else:
            self.chances(position, out)
        if position.active != OVER and self.played > 0.0:
            self.partner.play_on(position, rng, spans, noise)
            self.partner.chances(position, self.ahead)
            seat: i64
            for seat in range(self.engine.players):
                out[seat] = (1.0 - self.played) * out[seat] + self.played * self.ahead[seat]

    def winning(self, position: Position) -> list[float]:
        """Each seat's chance of winning, with a share of a shared win."""
        found = vec[float]([0.0] * SEATS)
        if position.active == OVER:
            final_values(self.engine, position, 0.0, found)
        else:
            self._look(position, position.active)
            self._values(position.active, found, 0.0)
        return [found[seat] for seat in range(self.engine.players)]

    # Looking at a position

    def _look(self, position: Position, seat: i64) -> None:
        """Both layers, for what a seat may know."""
        self._see(position, seat)
        self._second_layer(seat)
        self._value_layers()

    def _see(self, position: Position, seat: i64) -> None:
        """Update the sum of the seat by the numbers that differ from those it saw last."""
        fresh = extend(self.room, self.blank)
        self.engine.fill(position, seat, fresh, 0)
        seen = self.seen
        columns = self.encoder.columns
        used = i64(len(columns))
        base = seat * used
        place: i64
        for place in range(used):
            now = fresh[columns[place]]
            before = seen[base + place]
            if now != before:
                seen[base + place] = now
                if before != 0:
                    self._change(place, i64(before), -1, seat)
                if now != 0:
                    self._change(place, i64(now), 1, seat)
        self._find_things(fresh)

    def _find_things(self, fresh: vec[i16]) -> None:
        pointers = self.pointers
        lying = self.lying
        at: i64 = 0
        rows: i64 = 0
        place: i64
        thing: i64
        while at < len(pointers):
            first = pointers[at]
            for place in range(pointers[at + 1]):
                lying[first + place] = NONE
            for thing in range(pointers[at + 3]):
                where = i64(fresh[pointers[at + 2] + thing])
                if where > 0:  # columns say where things lie, from 1
                    lying[first + where - 1] = self.thing_rows[rows + thing]
            rows += pointers[at + 3]
            at += 4

    def _change(self, place: i64, value: i64, sign: i64, seat: i64) -> None:
        """Add the rows of a value to the seat's sum, or subtract them."""
        encoder = self.encoder
        self._add(encoder.row(place, value), sign, seat)
        row = encoder.bits[place]
        if row != NONE:
            left = max(value - encoder.least[place], 0)
            while left != 0:
                if left & 1 != 0:
                    self._add(row, sign, seat)
                row += 1
                left >>= 1

    def _add(self, row: i64, sign: i64, seat: i64) -> None:
        sums = self.sums
        first = self.weights.first
        words = self.weights.words
        base = seat * words
        start = row * words
        word: i64
        if sign > 0:
            for word in range(words):
                sums[base + word] += first[start + word]
        else:
            for word in range(words):
                sums[base + word] -= first[start + word]

    def _second_layer(self, seat: i64) -> None:
        """Take the lanes of the first layer apart, and add up the second where they are above 0."""
        weights = self.weights
        sums = self.sums
        wide = self.wide
        pairs = weights.hidden // 2
        base = seat * weights.words
        pair: i64
        word: i64
        for pair in range(pairs):
            wide[pair] = 0
        for word in range(weights.words):
            total = sums[base + word]
            lane = word * 4
            while lane < word * 4 + 4:
                value = total & 65535
                if value >= HALF_LANE:
                    value -= LANE
                total = (total - value) >> 16
                if value > 0:
                    self._spread_lane(lane * pairs, min(value, CLIP), pairs)
                lane += 1
        lanes = self.lanes
        bias = weights.second_bias
        for pair in range(pairs):
            total = wide[pair]
            low = total & 4294967295
            if low >= HALF_WIDE:
                low -= WIDE
            high = (total - low) >> 32
            lanes[2 * pair] = max(float(low) * UNIT + bias[2 * pair], 0.0)
            lanes[2 * pair + 1] = max(float(high) * UNIT + bias[2 * pair + 1], 0.0)

    def _spread_lane(self, start: i64, value: i64, pairs: i64) -> None:
        wide = self.wide
        second = self.weights.second
        pair: i64
        for pair in range(pairs):
            wide[pair] += value * second[start + pair]

    def _dot(self, table: vec[float], row: i64) -> float:
        """A row of a table times the lanes of the second layer."""
        lanes = self.lanes
        hidden = self.weights.hidden
        start = row * hidden
        even = 0.0
        odd = 0.0
        lane: i64 = 0
        while lane < hidden:
            even += table[start + lane] * lanes[lane]
            odd += table[start + lane + 1] * lanes[lane + 1]
            lane += 2
        return even + odd

    def _value_layers(self) -> None:
        weights = self.weights
        units = self.units
        final = weights.final
        unit: i64
        output: i64
        for unit in range(weights.value_width):
            units[unit] = max(self._dot(weights.value, unit) + weights.value_bias[unit], 0.0)
        for output in range(weights.outputs):
            total = weights.final_bias[output]
            for unit in range(weights.value_width):
                total += final[output * weights.value_width + unit] * units[unit]
            self.logits[output] = total

    def _values(self, seat: i64, out: vec[float], margin: float) -> None:
        """Shares of the seats, from the logits of wins and of margins, which begin with the seat that looks."""
        other: i64
        for other in range(self.engine.players):
            out[other] = 0.0
        self._add_shares(seat, out, 0, 1.0 - margin)
        if margin > 0.0:
            self._add_shares(seat, out, SEATS, margin)

    def _add_shares(self, first: i64, out: vec[float], start: i64, factor: float) -> None:
        players = self.engine.players
        logits = self.logits
        seat: i64
        highest = logits[start]
        for seat in range(players):
            highest = max(highest, logits[start + seat])
        total = 0.0
        for seat in range(players):
            total += math.exp(logits[start + seat] - highest)
        for seat in range(players):
            share = math.exp(logits[start + seat] - highest) / total
            out[(first + seat) % players] += factor * share


def final_values(engine: Engine, position: Position, margin: float, out: vec[float]) -> None:
    """What a finished match is worth to each seat: a share of the win, and a part for the margin."""
    places = engine.places(position)
    players = engine.players
    seat: i64
    winners: i64 = 0
    mean = 0.0
    for seat in range(players):
        if places[seat] == 0:
            winners += 1
        mean += math.fabs(float(engine.score(position, seat))) / float(players)
    spread = 1.0 + MARGIN_SPREAD * mean
    highest = -1.0e9
    for seat in range(players):
        highest = max(highest, float(engine.score(position, seat)))
    total = 0.0
    for seat in range(players):
        total += math.exp((float(engine.score(position, seat)) - highest) / spread)
    for seat in range(players):
        won = 1.0 / float(players)  # nobody wins: all are equal
        if winners > 0:
            won = 1.0 / float(winners) if places[seat] == 0 else 0.0
        share = math.exp((float(engine.score(position, seat)) - highest) / spread) / total
        out[seat] = (1.0 - margin) * won + margin * share


def finals(engine: Engine, position: Position) -> list[float]:
    """Shares of the win by seat, then of the margin, for learning."""
    found = vec[float]([0.0] * SEATS)
    final_values(engine, position, 0.0, found)
    wins = [found[seat] for seat in range(engine.players)]
    final_values(engine, position, 1.0, found)
    return wins + [found[seat] for seat in range(engine.players)]
