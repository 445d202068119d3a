"""The screen of a game without pictures: its text on one panel, and a button for every legal move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from branchline.core.orders import StandingOrders
from branchline.core.protocols import Game, Theme
from branchline.core.screen import Account, Choice, Layout, Panel, Screen, Sign
from branchline.drawing.markup import element, label, num
from branchline.languages import _

SIZE: Final = 22.0
LINE: Final = 30.0
EDGE: Final = 24.0
GAP: Final = "\u00a0\u00a0"  # non-breaking, so that SVG does not collapse them
FONT: Final = "ui-monospace, DejaVu Sans Mono, monospace"


def _box(text: str) -> tuple[float, float]:
    lines = text.splitlines() or [""]
    return 2 * EDGE + 0.62 * SIZE * max(24, *map(len, lines)), 2 * EDGE + LINE * len(lines)


def _lines(text: str, theme: Theme) -> str:
    ink = "#f3ead8" if theme.dark else "#2b2418"
    return "".join(
        label(line.replace("  ", GAP), EDGE, EDGE + LINE * (number + 0.75), SIZE, fill=ink, font_family=FONT)
        for number, line in enumerate(text.splitlines())
    )


def text_picture(text: str, theme: Theme) -> str:
    """Lines of text as a standalone picture."""
    width, height = _box(text)
    paper = element("rect", width=width, height=height, fill="#2b2b2f" if theme.dark else "#f7efdf")
    return element(
        "svg", paper, _lines(text, theme), xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(width)} {num(height)}", role="img",
    )  # fmt: skip


class TextScreen(Screen[Any]):
    secrets: bool = False
    standing_orders: StandingOrders | None = None

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def definitions(self, view: Any, theme: Theme) -> str:
        return ""

    def panels(self, view: Any, names: Sequence[str], theme: Theme) -> list[Panel]:
        text = self._game.text(view, names).partition("\n")[2]  # the title is above the panel
        width, height = _box(text)
        box = f"0 0 {num(width)} {num(height)}"
        return [
            Panel(
                "table",
                self._game.title,
                box,
                "",
                {"text": _lines(text, theme)},
                layout=Layout(place="large"),
            )
        ]

    def now(self, view: Any, names: Sequence[str]) -> str:
        if view.to_move is None:
            return _("The game is over.")
        return _("{name} to move", name=names[view.to_move])

    def signs(self, view: Any, theme: Theme) -> tuple[Sign, ...]:
        return ()

    def choices(self, state: Any, names: Sequence[str]) -> list[Choice]:
        setting = state.setting
        texts = [str(self._game.move(setting, move)) for move in self._game.legal(state)]
        return [Choice(text, text[:1].upper() + text[1:]) for text in texts]

    def meant(self, state: Any, target: str) -> list[int]:
        return []

    def touched(self, state: Any, move: int, seat: int | None) -> list[str]:
        return []

    def midway(self, state: Any) -> bool:
        return False

    def round(self, state: Any) -> int:
        return 1

    def tally(self, before: Any, move: int, after: Any) -> dict[str, tuple[int, ...]]:
        gained = [
            new - old for old, new in zip(self._game.scores(before), self._game.scores(after), strict=True)
        ]
        return {_("Points"): tuple(gained)} if any(gained) else {}

    def accounts(self, start: Any, moves: Sequence[int], before: Any, after: Any) -> list[Account]:
        return []
