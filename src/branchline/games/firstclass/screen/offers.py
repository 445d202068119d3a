"""A legal move about to become a choice: what it would do, what it costs, why the player might regret it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from branchline.core.screen import Choice, Effect
from branchline.games.firstclass.data.codes import PARTS, Box
from branchline.games.firstclass.rules.effects import can_do
from branchline.games.firstclass.rules.moves import is_trade
from branchline.games.firstclass.rules.state import NOTHING, State, actor
from branchline.games.firstclass.screen import effects, preview
from branchline.games.firstclass.screen.preview import Trial
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.captions import NUMBERED, WARNINGS
from branchline.games.firstclass.text.notation import FirstClassMove
from branchline.games.firstclass.text.sentences import LINKS, TIMES
from branchline.games.firstclass.text.telling import deck
from branchline.languages import _, counted


def action(s: State, box: int, times: int = 1) -> str:
    """An action in words."""
    if box == NOTHING:
        return ""
    first = box * len(PARTS)
    amounts = tuple(s.setting.box_amount[first : first + len(PARTS)])
    return counted(TIMES, times, effect=card_text.action(Box(amounts, s.setting.box_which[box])))


class Outcome(NamedTuple):
    """What a move would do."""

    trial: Trial
    shows: list[str]  # shapes that change
    effects: tuple[Effect, ...]
    note: str
    lost: int  # coins that find no space


class Offers:
    """What all offers of a position share."""

    def __init__(self, s: State) -> None:
        self.s, self.deck, self.seat = s, deck(s), int(actor(s))
        self._had = effects.measured(s, self.seat)
        self._trade: Outcome | None = None

    def outcome(self, move: int, many: int = 1) -> Outcome:
        """What a move does. Trading brings the same whatever the card (F3.2), so it is tried once."""
        if not is_trade(move):
            return self._tried(move, many)
        self._trade = self._trade or self._tried(move, many)
        return self._trade

    def _tried(self, move: int, many: int) -> Outcome:
        trial = Trial(self.s, move, many)
        return Outcome(
            trial,
            preview.changed(self.s, trial.after, self.seat),
            effects.changes(trial, self._had),
            effects.note(trial),
            preview.coins_lost(trial),
        )

    @cached_property
    def market(self) -> list[str]:
        """The cards of the market by what they do, with a small number where two alike are on the table."""
        names = self.s.setting.names.cards
        words = ["" if card == NOTHING else self.deck.called(names[card]) for card in self.s.market]
        return [
            word if words.count(word) == 1 else _(NUMBERED, card=word, number=words[: place + 1].count(word))
            for place, word in enumerate(words)
        ]


class Offer:
    def __init__(self, offers: Offers, move: int, found: FirstClassMove, many: int = 1) -> None:
        self.offers, self.s, self.deck = offers, offers.s, offers.deck
        self.move, self.found = move, found
        self.many = many  # times in a row
        self.seat = offers.seat
        self.outcome = offers.outcome(move, many)

    @property
    def effect(self) -> str:
        """The action that it starts, in words."""
        trial = self.outcome.trial
        return action(self.s, trial.box, trial.times) or LINKS["nothing"]

    def repeated(self, choice: Callable[[Offer], Choice]) -> list[Choice]:
        """The same step as often as possible, down to once."""
        most = preview.most(self.s, self.move)
        return [choice(Offer(self.offers, self.move, self.found, many)) for many in range(most, 0, -1)]

    def choice(
        self, words: str, group: str, target: str = "", *, warning: str = "", poorer: bool = False
    ) -> Choice:
        """The choice, with everything common to all moves: shapes that change, coins lost."""
        done = self.outcome
        lost = counted(WARNINGS["coins"], done.lost) if done.lost > 0 else ""  # F4.5
        return Choice(
            move=f"{self.found} {self.many}" if self.many > 1 else str(self.found),
            words=words,
            group=group,
            target=target,
            shows=tuple(shape for shape in done.shows if shape != target),
            effects=done.effects,
            note=done.note,
            warning=" ".join(filter(None, (lost, warning))),
            poorer=poorer,
        )

    @property
    def does_nothing(self) -> str:
        box = self.outcome.trial.box
        idle = box != NOTHING and self.s.setting.box_parts[box] and not can_do(self.s, self.seat, box)
        return WARNINGS["nothing"] if idle else ""
