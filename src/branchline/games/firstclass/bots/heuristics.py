"""The heuristics of the game for search and planner: what a player's board will still bring."""

from __future__ import annotations

import math
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit, count, lowest
from branchline.core.compiled.engine import OVER, Engine, Position
from branchline.core.compiled.heuristics import Heuristics
from branchline.games.firstclass.bots import weight_index as k
from branchline.games.firstclass.bots.forecast import FEATURES, LENGTH, LOCO, RAILS, forecast
from branchline.games.firstclass.bots.outlook import ALL_TURNS, phases_after, scorings, turns
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.rules import coins, refusals, route, scoring, trains
from branchline.games.firstclass.rules.actions import waiting_box
from branchline.games.firstclass.rules.cards import STAGE_CARDS, STAGES, STATIONS
from branchline.games.firstclass.rules.measures import measure
from branchline.games.firstclass.rules.modules import b, e
from branchline.games.firstclass.rules.moves import SPEND, TRADE
from branchline.games.firstclass.rules.state import (
    BOARDED,
    CONDUCTORS,
    DESTROY,
    EMPTY,
    LAID,
    NOTHING,
    ROLE_OF,
    SHOW_CARDS,
    SLOTS,
    TILE_SLOT,
    TOKENS,
    State,
    actor,
    card_under,
    is_car,
    is_tile,
    postcard,
    rail_card,
    slot,
)

BEST_ARRIVAL: Final = 12.0
CARS_PER_TURN: Final = vec[float]([0.9, 0.45, 0.37, 0.3, 0.22, 0.12])  # that reach a level, for who tries
MECHANIC_NEAR: Final = 0.8  # how much of a mechanic's upgrade is in sight when its car lacks a level


class FirstClassHeuristics(Heuristics):
    __slots__ = ("forecast", "left", "phases", "room", "upgrade", "weights")

    def __init__(self, engine: Engine, weights: list[float], forecast: list[float]) -> None:
        super().__init__(engine)
        self.forecast: vec[float] = vec[float](forecast)
        self.weights: vec[float] = vec[float](weights)
        self.left: float = 0.0  # turns to come
        self.phases: float = 0.0  # scoring phases to come
        self.upgrade: float = 0.0  # value of the best upgrade available
        self.room: vec[float] = vec[float]([0.0] * FEATURES)
        self.spread = 6.5
        self.spread_span = 1.9

    def span(self, position: Position) -> i64:
        """Rounds; a scoring phase belongs to the round before it."""
        return cast("State", position).round

    def spans_left(self, position: Position) -> i64:
        return 7 - cast("State", position).round

    def expected(self, position: Position, seat: i64) -> float:
        s = cast("State", position)
        found = float(s.score[seat])
        if s.active == OVER:
            return found - 100.0 if scoring.is_out(s, seat) else found
        self.left = float(turns(s, seat))
        self.phases = float(scorings(s, seat))
        self.upgrade = 0.0
        found += self._train(s, seat, 0) + self._train(s, seat, 1)
        found += self._route(s, seat)
        found += self._coins(s, seat)
        found += float(scoring.card_points(s, seat))
        found += self.weights[k.GAME_END] * self._share() * float(count(s.held[seat]))
        found += self._contracts(s, seat) + self._pending(s, seat)
        if s.setting.has_gaps:
            found += self._gaps(s, seat)
        if s.setting.has_evidence:
            found += self._evidence(s, seat)
        if s.successor == seat:
            found += self.weights[k.NEXT_START]
        return found

    def promise(self, position: Position, seat: i64) -> float:
        """At the start of a round, by the forecast."""
        s = cast("State", position)
        if s.phase != SHOW_CARDS:
            return self.expected(position, seat)
        found = float(s.score[seat]) + forecast(s, seat, self.forecast, self.room)
        found += self.weights[k.LIKE_ROUTE] * (self.room[LOCO] + 2.0 * self.room[RAILS])
        found += self.weights[k.LIKE_CARS] * self.room[LENGTH]
        return found + self._evidence(s, seat) if s.setting.has_evidence else found

    # What a move is worth

    def rate(self, position: Position, moves: vec[i64]) -> None:
        """Rate every move by its outcome. All traded cards bring the same upgrade, unless they bring evidence."""
        s = cast("State", position)
        seat = s.active
        given_up = 0.0
        place: i64
        for place in range(len(moves)):
            move = moves[place]
            trade = TRADE <= move < SPEND and not s.setting.has_evidence
            if trade and place > 0 and moves[place - 1] >= TRADE:
                self.rates[place] = given_up
                continue
            self.engine.copy(position, self.spare)
            self.engine.apply(self.spare, move)
            self.rates[place] = self.expected(self.spare, seat)
            if trade:
                given_up = self.rates[place]

    # What a position promises

    def _share(self) -> float:
        """How much of the game is left."""
        return self.left / ALL_TURNS

    # Trains (F5)

    def _train(self, s: State, seat: i64, train: i64) -> float:
        weights = self.weights
        conductor = s.length[CONDUCTORS + seat * 2 + train]
        length = s.length[seat * 2 + train]
        found = 0.0
        place: i64
        for place in range(length):
            content = slot(s, seat, train, place)
            phases = self.phases
            if place >= conductor:
                wait = float(place + 1 - conductor) / weights[k.PACE_CONDUCTOR]
                phases = weights[k.REACH] * phases_after(self.phases, self.left, wait)
            if is_car(content):
                found += self._car(s, seat, train, place, content, phases)
            elif is_tile(content):
                found += phases * float(s.setting.tile_number[content - TILE_SLOT])
            else:
                found += weights[k.MAIL_CAR]
        share = self._share()
        found += share * weights[k.CAR] * float(min(length, 5))
        if length > 5:
            found += share * weights[k.CAR_LATE] * float(length - 5)
        return found + share * weights[k.STEP] * float(conductor)

    def _car(self, s: State, seat: i64, train: i64, place: i64, level: i64, phases: float) -> float:
        """A car's value in the phases to come, what it may become, and its guest."""
        value = float(s.setting.car_value[level])
        times = 1.0
        found = 0.0
        card = card_under(s, seat, train, place)
        if card != NOTHING:
            if s.setting.card_place[card] == w.CELEBRITY:
                times = 2.0
            elif s.guests[BOARDED + seat] & bit(train * SLOTS + place) == 0:
                found += self._guest(s, seat, train, card)
        share = min(self.left / 4.0, 1.0)
        worth = value + share * self.weights[k.LEVEL_0 + level]
        if level < 5 and trains.why_no_upgrade(s, seat, train, place) == refusals.ALLOWED:
            after = float(s.setting.car_value[level + 1]) + share * self.weights[k.LEVEL_0 + level + 1]
            self.upgrade = max(self.upgrade, times * phases * (after - worth))
        return found + times * phases * worth

    def _guest(self, s: State, seat: i64, train: i64, card: i64) -> float:
        """F14.3: what boarding will bring."""
        half = card * 2 + train
        coin = self._coin()
        found = float(s.setting.guest_coins[half]) * coin + float(s.setting.guest_points[half])
        before = float(s.guests[train * 4 + seat])
        found += before * coin if train == 0 else 2.0 * before
        if s.setting.guest_box[half] != NOTHING:
            found += self._box(s, s.setting.guest_box[half], 1)
        return found * self.weights[k.GUEST] * min(1.0, 0.3 + self.left / 5.0)

    # Route (F6)

    def _route(self, s: State, seat: i64) -> float:
        found = 0.0
        space: i64
        last = route.last_space(s, seat)
        at = s.loco[seat]
        share = self._share()
        for space in range(1, last + 1):
            if space > at:
                wait = float(space - at) / self.weights[k.PACE_LOCO]
                sure = self.weights[k.REACH] * min(1.0, (self.left + 1.0) / (wait + 1.0))
                found += sure * self._stop(s, seat, space)
            worth = self._clock(s, seat, space)
            rail = route.rail_at(space)
            if rail != NOTHING and postcard(s, seat, rail) != NOTHING:
                worth *= 2.0
            found += worth
        found += share * self.weights[k.LOCO] * float(at)
        return found + share * self.weights[k.RAIL] * float(route.rail_cards(s, seat))

    def _clock(self, s: State, seat: i64, space: i64) -> float:
        """What a clock stop will bring in the scoring phases to come."""
        box = route.clock_box(s, seat, space)
        if box == NOTHING:
            return 0.0
        phases = self.phases
        if space > s.loco[seat]:
            wait = float(space - s.loco[seat]) / self.weights[k.PACE_LOCO]
            phases = self.weights[k.REACH] * phases_after(self.phases, self.left, wait)
        if s.clock >= space and s.seat == seat:
            phases -= 1.0  # done in this scoring phase
        return max(phases, 0.0) * self._box(s, box, 1)

    def _stop(self, s: State, seat: i64, space: i64) -> float:
        """The points of a space that is still ahead."""
        if space <= STATIONS:
            return float(s.setting.station_points[space - 1])
        if space == route.CONSTANTINOPLE:
            if s.arrivals >= len(s.setting.arrival_points):
                return 0.0
            return min(float(s.setting.arrival_points[s.arrivals]), BEST_ARRIVAL)
        if (space - STATIONS) % 2 == 0:
            return 0.0
        return float(s.setting.rail_points[rail_card(s, seat, (space - STATIONS - 1) // 2)])

    # Coins, contracts, actions

    def _coins(self, s: State, seat: i64) -> float:
        return self._coin() * float(coins.total(s, seat))

    def _coin(self) -> float:
        return self.weights[k.COIN] + self.weights[k.COIN_EARLY] * self._share()

    def _contracts(self, s: State, seat: i64) -> float:
        found = 0.0
        stage: i64
        for stage in range(STAGES):
            cards = s.taken[LAID + seat * STAGES + stage]
            while cards != 0:
                card = stage * STAGE_CARDS + lowest(cards)
                cards &= cards - 1
                if s.setting.contract_need[card] != NOTHING:
                    found += self._contract(s, seat, card)
        return found

    def _contract(self, s: State, seat: i64, card: i64) -> float:
        base = card * 4
        per = s.setting.reward_times
        times = measure(s, seat, per[base], per[base + 1], per[base + 2], per[base + 3])
        if per[base] == w.COMPLETED:
            times += 1  # F9.4
        reward = self._box(s, s.setting.contract_reward[card], times)
        hope = self._hope(s, seat, s.setting.contract_need[card])
        if hope >= 1.0:
            return reward * 0.97
        sure = self.weights[k.CONTRACT_LATE] + self.weights[k.CONTRACT] * min(1.0, self.left / 5.0)
        return reward * sure * hope

    def _hope(self, s: State, seat: i64, requirement: i64) -> float:
        """How near a requirement is to being met, by its nearest group; 1 if it is met."""
        needs = s.setting.needs
        place = s.setting.need_first[requirement] * 6
        end = s.setting.need_first[requirement + 1] * 6
        best = 0.0
        have = 0.0
        want = 0.0
        turns = 0.0
        while place < end:
            group = needs[place]
            what = needs[place + 1]
            least = needs[place + 5]
            found = min(measure(s, seat, what, needs[place + 2], needs[place + 3], needs[place + 4]), least)
            have += float(found)
            want += float(least)
            if what == w.CARS:
                turns += float(least - found) / CARS_PER_TURN[lowest(needs[place + 2])]
            elif found < least:
                turns = math.inf
            place += 6
            if place == end or needs[place] != group:
                best = max(best, self._near(have, want, turns))
                have = 0.0
                want = 0.0
                turns = 0.0
        return best

    def _near(self, have: float, want: float, turns: float) -> float:
        """Long requirements are judged by what there is, short ones, such as two celebrities, by what is missing, cars
        by the turns that they still take."""
        share = have / want
        near = max(share * share, math.pow(self.weights[k.CONTRACT_NEAR], want - have))
        if turns == 0.0:
            return near
        time = min(self.left / turns, 1.5)
        return max(near, self.weights[k.CONTRACT_TIME] * time * time)

    def _box(self, s: State, box: i64, times: i64) -> float:
        """Roughly what an action brings."""
        parts = s.setting.box_parts[box]
        found = 0.0
        while parts != 0:
            part = lowest(parts)
            parts &= parts - 1
            found += self._part(part, s.setting.amount(box, part) * times, s.setting.box_which[box])
        return found

    def _part(self, part: i64, amount: i64, which: i64) -> float:
        weights = self.weights
        each = 1.0
        if part == w.CAR:
            each = weights[k.DO_CAR] * (0.3 + 1.4 * self._share())
        elif part == w.UPGRADE:
            each = max(weights[k.DO_UPGRADE] * self.upgrade, 1.2 * self.phases)
        elif part == w.CONDUCTOR:
            each = weights[k.DO_CONDUCTOR] * (0.4 + 0.5 * self.phases)
            if which == w.BOTH:
                each *= 1.8
        elif part == w.LOCO:
            each = weights[k.DO_LOCO]
        elif part == w.COIN:
            each = self._coin()
        elif part == w.GAME_END:
            each = weights[k.DO_GAME_END]
        return each * float(amount)

    def _pending(self, s: State, seat: i64) -> float:
        """What is left of the running action, and waiting actions (F4.2)."""
        found = 0.0
        place: i64
        if s.box != NOTHING and actor(s) == seat:
            parts = s.parts
            which = s.setting.box_which[s.box]
            while parts != 0:
                part = lowest(parts)
                parts &= parts - 1
                found += self._part(part, s.setting.amount(s.box, part) * s.times, which)
            if s.part != NOTHING:
                found += self._part(s.part, s.left, which)
            if s.placing != NOTHING:
                found += self._placing(s, seat)
        for place in range(s.waits):
            entry = i64(s.waiting[place])
            if entry // 16384 == seat:
                found += self._box(s, waiting_box(s, seat, entry // 64 % 256), entry % 64)
        return found

    def _placing(self, s: State, seat: i64) -> float:
        """A card in hand that will be placed next."""
        if s.placing == w.CELEBRITY:
            return max(self._celebrity(s, seat, 0), self._celebrity(s, seat, 1))
        if s.placing == w.POSTCARD:
            return self._postcard(s, seat)
        if s.placing == w.GUEST:
            return max(self._guest(s, seat, 0, s.card), self._guest(s, seat, 1, s.card))
        if s.placing == w.SWITCH:
            return self._switch(s, seat)
        return self._mechanic(s, seat)

    def _celebrity(self, s: State, seat: i64, train: i64) -> float:
        place = b.free_car(s, seat, train)
        if place == NOTHING:
            return 0.0
        level = slot(s, seat, train, place)
        wait = (
            float(max(place + 1 - s.length[CONDUCTORS + seat * 2 + train], 0))
            / self.weights[k.PACE_CONDUCTOR]
        )
        phases = phases_after(self.phases, self.left, wait)
        return phases * (float(s.setting.car_value[level]) + self.weights[k.LEVEL_0 + level])

    def _postcard(self, s: State, seat: i64) -> float:
        """F12.2: the best clock stop without a postcard, which then counts again."""
        best = 0.0
        space: i64
        for space in range(1, route.last_space(s, seat) + 1):
            rail = route.rail_at(space)
            if rail != NOTHING and b.is_free_rail(s, seat, rail):
                best = max(best, self._clock(s, seat, space))
        return best

    # Modules C and E

    def _gaps(self, s: State, seat: i64) -> float:
        found = 0.0
        gap: i64
        for gap in range(e.GAPS):
            found += self._gap(s, seat, gap)
        return found

    def _gap(self, s: State, seat: i64, gap: i64) -> float:
        """What the card on top of a gap will bring."""
        found = 0.0
        train: i64
        card = e.top(s, seat, gap)
        if card == NOTHING:
            return found
        if s.setting.card_place[card] == w.SWITCH:
            return self.phases * float(e.points_in(s, seat, gap, card)) + 0.4 * self._switch_hope(s, card)
        for train in range(2):
            if s.mechanics[seat] & bit(gap * 2 + train) == 0:
                found += self._work(s, seat, gap, train, card)
        return found

    def _mechanic(self, s: State, seat: i64) -> float:
        """The mechanic in hand, in the gap where it helps most."""
        best = 0.0
        gap: i64
        for gap in range(e.GAPS):
            if e.why_no_gap(s, seat, gap) == refusals.ALLOWED:
                gain = self._work(s, seat, gap, 0, s.card) + self._work(s, seat, gap, 1, s.card)
                best = max(best, gain - self._gap(s, seat, gap))
        return best

    def _work(self, s: State, seat: i64, gap: i64, train: i64, card: i64) -> float:
        """F15.3: the upgrade that a mechanic will earn in a train."""
        right = e.RIGHT[gap]
        if right == EMPTY:
            return 0.0
        level = slot(s, seat, train, e.LEFT[gap])
        missing = s.setting.need_level[card] - level if is_car(level) else s.setting.need_level[card] + 1
        if missing <= 0 and trains.why_no_upgrade(s, seat, train, right) == refusals.ALLOWED:
            car = slot(s, seat, train, right)
            gain = float(s.setting.car_value[car + 1] - s.setting.car_value[car])
            return self.weights[k.MECHANIC_NOW] * self.phases * max(gain, 1.2)
        sure = self.weights[k.MECHANIC] * math.pow(MECHANIC_NEAR, float(max(missing, 0)))
        return sure * 1.2 * self.phases * min(1.0, self.left / 6.0)

    def _switch(self, s: State, seat: i64) -> float:
        """The switch in hand, in the gap where it adds most now."""
        best: i64 = 0
        gap: i64
        for gap in range(e.GAPS):
            if e.why_no_gap(s, seat, gap) == refusals.ALLOWED:
                covered = e.top(s, seat, gap)
                lost: i64 = 0
                if covered != NOTHING and s.setting.card_place[covered] == w.SWITCH:
                    lost = e.points_in(s, seat, gap, covered)
                best = max(best, e.points_in(s, seat, gap, s.card) - lost)
        hope = self._switch_hope(s, s.card)
        return max(self.phases * float(best) + 0.4 * hope, hope)

    def _switch_hope(self, s: State, card: i64) -> float:
        points = float(s.setting.upper_points[card] + s.setting.lower_points[card])
        return self.weights[k.SWITCH] * points * phases_after(self.phases, self.left, 4.0)

    def _evidence(self, s: State, seat: i64) -> float:
        """F13.6: the player with the most fingerprints is out; a murderer who is not arrested gets 20."""
        mine = self._prints(s, seat)
        most = 0.0
        other: i64
        for other in range(s.setting.players):
            if other != seat:
                most = max(most, self._prints(s, other))
        risk = 0.0
        if mine > 0.0:
            risk = 1.0 / (1.0 + math.exp((most - mine) * self.weights[k.FINGERPRINT] - 0.3))
        found = -self.weights[k.ARREST] * risk
        return found + 20.0 * (1.0 - risk) if s.evidence[ROLE_OF + seat] == 1 else found

    def _prints(self, s: State, seat: i64) -> float:
        """Fingerprints that a seat can expect to end up with."""
        tokens = s.evidence[TOKENS + seat]
        if s.evidence[ROLE_OF + seat] == 1:
            tokens += 2
        cards = s.evidence[DESTROY + seat]
        discards: i64 = 0
        if cards > 0:
            discards = 2 * cards - 1
        return max(1.2 * float(tokens) - 1.5 * float(discards), 0.0)
