"""What lies open before a player: contracts with how far they are, and destroy cards."""

from __future__ import annotations

from typing import Final

from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.sheet import Place
from branchline.games.firstclass.drawing.card import Face, printed
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.frames import H, W
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.progress import steps
from branchline.games.firstclass.drawing.spoken import card_title
from branchline.games.firstclass.drawing.words import tell
from branchline.games.firstclass.views.view import Player

GAP: Final = 8.0
BAR: Final = 16.0  # below a card: its progress


def laid_out(count: int, place: Place) -> tuple[float, int]:
    """How large so many cards can be in a place, and how many go in a row."""
    best = (0.0, 1)
    for columns in range(1, max(count, 3) + 1):
        rows = max(1, -(-count // columns))
        scale = min((place.w + GAP) / columns / (W + GAP), (place.h + GAP) / rows / (H + BAR + GAP), 1)
        best = max(best, (scale, columns))
    return best


def contracts(style: Style, player: Player, deck: Deck, place: Place) -> str:
    scale, columns = laid_out(len(player.open), place)
    parts = []
    for i, card in enumerate(player.open):
        x = place.x + i % columns * (W + GAP) * scale
        y = place.y + i // columns * (H + BAR + GAP) * scale
        parts.append(
            _contract(
                style, player, deck, deck.faces[card], f"translate({num(x)} {num(y)}) scale({scale:.2f})"
            )
        )
    return group(*parts, data_place="contracts")


def _contract(style: Style, player: Player, deck: Deck, shown: Face, at: str) -> str:
    p = style.palette
    said = card_title(shown, deck.values)
    parts = [printed(style, shown, deck.values)]
    if shown.card.contract is not None:
        found = steps(player, shown.card.contract.requirement, deck)
        have, want = sum(h for h, _ in found), sum(w for _, w in found)
        done = have == want
        said = tell("progress_done", card=said) if done else tell("contract", card=said, have=have, want=want)
        if done:
            parts.append(element("rect", x=-1, y=-1, width=W + 2, height=H + 2, rx=8, fill="none", stroke=p.lamp,
                                 stroke_width=4))  # fmt: skip
        parts.append(bar(style, have, want, Place(2, H + 4, W - 4, BAR - 4)))
    return group(title(said), *parts, transform=at, data_contract=shown.id)


def bar(style: Style, have: int, want: int, place: Place) -> str:
    """A piece of line with a stop for every step, or a plain one where there are many; filled as far as one is."""
    p = style.palette
    share = have / want
    figures = f"{have}/{want}"
    colour = p.good if have == want else p.brass
    wide = place.w - 34
    back = element(
        "rect", x=place.x, y=place.y, width=wide, height=place.h, rx=place.h / 2, fill=p.halo, stroke=p.line
    )
    front = element(
        "rect", x=place.x, y=place.y, width=wide * share, height=place.h, rx=place.h / 2, fill=colour
    )
    cuts = "".join(f"M{num(place.x + wide * i / want)} {num(place.y)}v{num(place.h)}" for i in range(1, want))
    return (
        back
        + (front if have else "")
        + (element("path", d=cuts, stroke=p.line) if cuts and want < 13 else "")
        + label(("✓ " if have == want else "") + figures, place.right, place.bottom - 0.5, 14.5, text_anchor="end",
                font_weight="700", fill=colour if have == want else p.ink)
    )  # fmt: skip
