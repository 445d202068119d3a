"""A legal move about to become a choice: what it would do, what it costs, why the player might regret it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from branchline.core.screen import Choice
from branchline.games.firstclass.data.codes import PARTS, Box
from branchline.games.firstclass.rules import coins, effects
from branchline.games.firstclass.rules.state import NOTHING, State, actor
from branchline.games.firstclass.screen import preview
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.begun import begun, payment
from branchline.games.firstclass.text.captions import PRICES, WARNINGS
from branchline.games.firstclass.text.card_text import Deck
from branchline.games.firstclass.text.notation import FirstClassMove
from branchline.games.firstclass.text.sentences import LINKS, TIMES
from branchline.languages import counted


def action(s: State, box: int, times: int = 1) -> str:
    """An action in words."""
    if box == NOTHING:
        return ""
    first = box * len(PARTS)
    amounts = tuple(s.setting.box_amount[first : first + len(PARTS)])
    return counted(TIMES, times, effect=card_text.action(Box(amounts, s.setting.box_which[box])))


@dataclass(frozen=True)
class Offer:
    s: State
    move: int
    found: FirstClassMove
    deck: Deck

    @property
    def seat(self) -> int:
        return actor(self.s)

    @cached_property
    def after(self) -> State:
        return preview.tried(self.s, self.move)

    @property
    def effect(self) -> str:
        """The action that it starts, in words."""
        box, times = begun(self.s, self.move)
        return action(self.s, box, times) or LINKS["nothing"]

    def choice(self, words: str, group: str, target: str = "", *, warning: str = "") -> Choice:
        """The choice, with everything common to all moves: shapes that change, coins lost."""
        shows = preview.changed(self.s, self.after, self.seat)
        return Choice(
            move=str(self.found),
            words=words,
            group=group,
            target=target,
            shows=tuple(shape for shape in shows if shape != target),
            price=self.price,
            warning=" ".join(filter(None, (self.coins_lost, warning))),
        )

    @property
    def coins_lost(self) -> str:
        """F4.5: coins that find no space are lost."""
        lost = preview.coins_lost(self.s, self.move, self.after)
        return counted(WARNINGS["coins"], lost) if lost > 0 else ""

    @property
    def does_nothing(self) -> str:
        box, _ = begun(self.s, self.move)
        idle = box != NOTHING and self.s.setting.box_parts[box] and not effects.can_do(self.s, self.seat, box)
        return WARNINGS["nothing"] if idle else ""

    @property
    def price(self) -> tuple[str, ...]:
        """The coins paid, by column, and how many are left."""
        paid = payment(self.move)
        parts = [
            PRICES["column"].format_map({"coins": counted(PRICES["coins"], count), "column": column})
            for column, count in enumerate(paid, start=1)
            if count
        ]
        if not parts:
            return ()
        left = coins.total(self.s, self.seat) - sum(paid)
        return (*parts, counted(PRICES["left"], left))
