"""Positions in a few lines, and moves by their notation.

    scene = Scene("AB", players=2)
    scene.train(0, "upper", [7, 2], conductor=1)
    scene.market("B1-1")
    scene.play("take 1.1", "celebrity upper")
    assert scene.values(0, "upper") == [7, 2]

Seat 0 is to move in round 1; the draft is over without anybody holding a game-end card, G01 to G04 lie open.
After every move all pieces are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from mypy_extensions import i16

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.errors import Refusal
from branchline.core.options import with_files
from branchline.core.protocols import ALL
from branchline.games.firstclass import GAME, position
from branchline.games.firstclass.options import Options
from branchline.games.firstclass.options import setting as build
from branchline.games.firstclass.rules import moves, phases, scoring
from branchline.games.firstclass.rules.cards import Setting
from branchline.games.firstclass.rules.state import (
    BOARDED,
    CONDUCTORS,
    GONE,
    NOTHING,
    SCORING,
    TURNS,
    put_postcard,
    put_under,
    wait,
)
from branchline.games.firstclass.views.show import view
from branchline.games.firstclass.views.view import Player, View

PAIRS = ("AB", "AC", "AD", "AE", "BC", "BD", "BE", "CD", "CE", "DE")
TRAINS = position.TRAINS
NAMES = ("Ann", "Ben", "Cem", "Dora")


@cache
def setting(modules: str = "AB", players: int = 2, rules: int = 3, **options: str) -> Setting:
    return build(players, with_files(Options, {"modules": modules, **options}), rules)


class Scene:
    def __init__(self, modules: str = "AB", players: int = 2, rules: int = 3, **options: str) -> None:
        self.setting = setting(modules, players, rules, **options)
        self.state = position.first_turn(self.setting)
        self.market()

    # Arranging

    def market(self, *cards: str) -> Scene:
        """These cards first, from 1.1 on, then others of their stage: cards without anything to place."""
        position.put_market(self.state, cards)
        return self

    def give(self, seat: int, card: str) -> int:
        """A card that a seat has taken; its number."""
        return position.give(self.state, seat, card)

    def train(self, seat: int, train: str, slots: Sequence[int | str], conductor: int = 0) -> Scene:
        """Slots from the left: car values, "M1" for a mail car, "L" for the next locomotive tile."""
        position.put_train(self.state, seat, TRAINS.index(train), slots)
        self.state.length[CONDUCTORS + seat * 2 + TRAINS.index(train)] = conductor
        return self

    def under(self, seat: int, train: str, slot: int, card: str, boarded: bool = False) -> Scene:
        s, t = self.state, TRAINS.index(train)
        put_under(s, seat, t, slot - 1, self.give(seat, card))
        if boarded:
            s.guests[BOARDED + seat] |= bit(t * 10 + slot - 1)
            s.guests[t * 4 + seat] += 1
        return self

    def route(self, seat: int, *rails: str, loco: int = 0) -> Scene:
        position.put_route(self.state, seat, rails, loco)
        return self

    def postcard(self, seat: int, rail: int, card: str) -> Scene:
        put_postcard(self.state, seat, rail - 1, self.give(seat, card))
        return self

    def coins(self, seat: int, *columns: int) -> Scene:
        for column in range(3):
            self.state.coins[seat * 3 + column] = columns[column] if column < len(columns) else 0
        return self

    def contract(self, seat: int, card: str) -> Scene:
        position.put_contract(self.state, seat, card)
        return self

    def gap(self, seat: int, gap: int, card: str) -> Scene:
        self.state.gaps[seat * 5 + gap - 1] = self.give(seat, card)
        return self

    def game_ends(self, seat: int, *cards: str) -> Scene:
        position.put_game_ends(self.state, seat, cards)
        return self

    def waits(self, seat: int, source: str, times: int = 1) -> Scene:
        wait(self.state, seat, self.setting.names.sources.index(source), times)
        return self

    def seat(self, seat: int) -> Scene:
        """Whose turn it is; seat 0 started the round."""
        self.state.seat = self.state.active = seat
        self.state.cursor = seat
        return self

    def main_done(self) -> Scene:
        self.state.done = 1
        return self

    def scoring(self, seat: int = 0, round: int = 2) -> Scene:  # noqa: A002
        """A scoring phase in which it is a seat's turn; seat 0 goes first."""
        s = self.state
        for place, card in enumerate(map(int, s.market)):
            if card != NOTHING:
                s.unseen[GONE + card // 40] |= bit(card % 40)
                s.market[place] = i16(NOTHING)
        s.phase, s.round, s.tile = SCORING, round, 0
        s.cursor = s.seat = s.active = seat
        return self

    def last_seat_ends(self) -> Scene:
        """The last own scoring of the game ends."""
        self.scoring(int(self.setting.players) - 1, 6)
        return self.play("end")

    # Playing

    @property
    def legal(self) -> set[str]:
        return {str(GAME.move(self.setting, move)) for move in phases.legal(self.state)}

    def offers(self, verb: str) -> set[str]:
        """The legal moves that start with a word."""
        return {text for text in self.legal if text.split()[0] == verb}

    def play(self, *texts: str) -> Scene:
        for text in texts:
            move = GAME.read(self.setting, text).id
            refusal = GAME.refusal(self.state, move)
            assert refusal is None, f"{text}: {refusal.text} Legal: {sorted(self.legal)}"
            assert move in phases.legal(self.state), f"{text} is allowed, but not listed"
            GAME.apply(self.state, move)
            assert GAME.miscount(self.state) is None, GAME.miscount(self.state)
        return self

    def finish_turn(self) -> Scene:
        """Do all waiting actions in any order, then end the turn."""
        turn = self.state.turn
        rng = Random(1)
        while self.state.turn == turn and self.state.active != OVER:
            if self.state.active == CHANCE:
                self.deal(rng)
            elif moves.END in phases.legal(self.state):
                self.play("end")
            else:
                useful = [m for m in phases.legal(self.state) if not moves.SPEND <= m < moves.DO]
                GAME.apply(self.state, rng.choice(useful))
        return self

    def deal(self, rng: Random | None = None) -> Scene:
        """Let chance draw until somebody has to decide."""
        rng = rng or Random(1)
        while self.state.active == CHANCE:
            GAME.apply(self.state, rng.choices(GAME.legal(self.state), GAME.weights(self.state))[0])
        return self

    def refusal(self, text: str) -> Refusal:
        refusal = GAME.refusal(self.state, GAME.read(self.setting, text).id)
        assert refusal is not None, f"{text} is legal"
        assert text not in self.legal
        return refusal

    def clause(self, text: str) -> str:
        """The clause that forbids a move."""
        assert self.refusal(text).text
        return self.refusal(text).clause

    # Looking

    def view(self, seat: int | None = None) -> View:
        return view(self.state, seat)

    def player(self, seat: int = 0) -> Player:
        return view(self.state, seat).players[seat]

    def values(self, seat: int, train: str) -> list[int | str | None]:
        """What a train holds: values, mail cars, "L" and the number of a tile."""
        slots = getattr(self.player(seat), train)
        return [slot.mail_car or (f"L{slot.tile}" if slot.tile is not None else slot.value) for slot in slots]

    def score(self, seat: int = 0) -> int:
        return self.state.score[seat]

    def purse(self, seat: int = 0) -> tuple[int, int, int]:
        return self.player(seat).coins

    def waiting(self, seat: int = 0) -> list[str]:
        return [action.source for action in self.player(seat).waiting]

    def end_points(self, card: str, seat: int = 0) -> int:
        return scoring.end_points(self.state, seat, self.setting.names.game_end_number[card])

    def sentence(self, text: str, seat: int | None = ALL) -> str:
        names = [f"Player {n + 1}" for n in range(self.setting.players)]
        return GAME.sentence(self.state, GAME.read(self.setting, text).id, names, seat)

    def told(self, *texts: str, seat: int | None = None) -> str:
        """Play moves; returns what the log says about them as one turn."""
        played, positions = [GAME.read(self.setting, text).id for text in texts], [GAME.clone(self.state)]
        for text in texts:
            self.play(text)
            positions.append(GAME.clone(self.state))
        return GAME.story().turn(positions, played, NAMES[: self.setting.players], seat)

    def outcomes(self, text: str) -> list[str]:
        """Play a move; returns what the log says about its consequences."""
        before, move = GAME.clone(self.state), GAME.read(self.setting, text).id
        self.play(text)
        found = GAME.story().outcomes(before, move, self.state, NAMES[: self.setting.players])
        return [outcome.words for outcome in found]


def start(modules: str = "AB", players: int = 2, **options: str) -> Scene:
    """The position before the first draw."""
    scene = Scene.__new__(Scene)
    scene.setting = setting(modules, players, **options)
    scene.state = GAME.start(scene.setting)
    return scene


def after_draft(modules: str = "AB", players: int = 2, seed: int = 1, **options: str) -> Scene:
    """The first turn of a match that was dealt and drafted at random."""
    scene = start(modules, players, **options)
    rng = Random(seed)
    while scene.state.phase != TURNS:
        scene.deal(rng)
        if scene.state.phase != TURNS:
            GAME.apply(scene.state, rng.choice(GAME.legal(scene.state)))
    return scene
