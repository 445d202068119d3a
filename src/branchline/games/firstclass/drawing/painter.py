"""Draws the small groups that make up panels, and caches them: a move changes few, and the same car or card appears
at many tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache

import msgspec

from branchline.core.protocols import Theme
from branchline.drawing.lettering import width
from branchline.drawing.markup import element, label, title
from branchline.drawing.place import Place
from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data.deck_file import DeckFile
from branchline.games.firstclass.drawing.cards import decks
from branchline.games.firstclass.drawing.cards.card import CELEBRITY, GUEST, MECHANIC, SWITCH
from branchline.games.firstclass.drawing.palette import Style, style
from branchline.games.firstclass.views.view import View
from branchline.languages import language

WIDE = 560.0  # most panels: at 360 px lettering of 15 is a little above 9 px
REMEMBERED = 4096


class InPlay(msgspec.Struct, frozen=True):
    """What the cards of a match can bring to a board: panels reserve room for it."""

    celebrities: bool
    guests: bool
    gaps: bool
    evidence: bool


class Painter:
    """One theme, one language, one deck. Called with a function and its arguments, it returns the function's markup;
    `parts` returns several groups by name, which stay as they are while the arguments do."""

    def __init__(self, look: Style, source: DeckFile) -> None:
        self.style = look
        self.deck = decks.read(source)
        self.in_play = lru_cache(maxsize=16)(self._in_play)  # by modules
        self._source = source
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._drawn)
        self._remembered_parts = lru_cache(maxsize=REMEMBERED // 4)(self._parts)

    def __call__(self, draw: Callable[..., str], *shown: Hashable) -> str:
        return self._remembered(draw, shown)

    def parts(self, draw: Callable[..., dict[str, str]], *shown: Hashable) -> dict[str, str]:
        return self._remembered_parts(draw, shown)

    @property
    def drawn(self) -> int:
        """How many groups were drawn rather than taken from the cache."""
        return self._remembered.cache_info().misses

    def _in_play(self, modules: str) -> InPlay:
        rows = [*self._source.base]
        for letter, found in self._source.modules.items():
            rows += found if letter in modules else []
        cards = [self.deck.faces[row.id].card for row in rows]
        placed = {card.placed for card in cards}
        return InPlay(
            CELEBRITY in placed,
            GUEST in placed,
            SWITCH in placed or MECHANIC in placed,
            any(card.evidence_self or card.evidence_others or card.destroys for card in cards),
        )

    def _drawn(self, draw: Callable[..., str], shown: tuple[Hashable, ...]) -> str:
        return draw(self.style, self.deck, *shown)

    def _parts(self, draw: Callable[..., dict[str, str]], shown: tuple[Hashable, ...]) -> dict[str, str]:
        return draw(self, *shown)


def painter(view: View, theme: Theme) -> Painter:
    own = None if view.own_deck is None else msgspec.json.encode(view.own_deck)
    return _painter(theme, language(), own)


@lru_cache(maxsize=24)
def _painter(theme: Theme, _language: str, encoded: bytes | None) -> Painter:
    source = deck_file.built_in() if encoded is None else msgspec.json.decode(encoded, type=DeckFile)
    return Painter(style(theme), source)


def ground(look: Style, place: Place) -> str:
    """The background of a panel. The page draws its frame."""
    return element("rect", width=place.w, height=place.h, fill=look.palette.card)


def area(target: str | None, place: Place, words: str = "", rx: float = 6) -> str:
    """A clickable shape: invisible until a page highlights it. Without a target it only has a title."""
    return element(
        "rect",
        title(words) if words else "",
        x=place.x,
        y=place.y,
        width=place.w,
        height=place.h,
        rx=rx,
        fill="none",
        pointer_events="all",
        class_="area",
        data_target=target,
    )


def head(look: Style, words: str, x: float, y: float, room: float) -> str:
    """The heading of a part of a panel: spaced capitals, as on a timetable, smaller for long words."""
    shown = words.upper()
    size = min(15.0, 15 * room / (width(shown, 15, bold=True) + 1.6 * len(shown)))
    return label(shown, x, y, size, font_weight="700", letter_spacing=1.6, fill=look.palette.soft)
