"""The chain of actions: the one that runs, with its parts, and those that wait, as tickets to pick in any order."""

from __future__ import annotations

from typing import Final

from branchline.drawing.cards import heading
from branchline.drawing.markup import element, group, num, title
from branchline.drawing.sheet import Place
from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.data.codes import PARTS, Box
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.effects import in_a_row, part
from branchline.games.firstclass.drawing.glyphs import Glyph, beside, figure, fitted, icon
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.words import TITLES, WORDS, tell
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.sentences import LINKS
from branchline.games.firstclass.views.view import HIDDEN, Player, Running, View, Waiting

W: Final = 106.0
H: Final = 34.0
GAP: Final = 5.0
PLACED: Final = {
    "rail": "rail", "celebrity": "celebrity", "postcard": "postcard", "guest": "passenger", "switch": "switch",
    "mechanic": "mechanic",
}  # fmt: skip


def tickets(view: View, player: Player, style: Style, deck: Deck, place: Place) -> str:
    """The running action first, then what waits."""
    running = view.running if view.running is not None and view.running.seat == player.seat else None
    if running is None and not player.waiting:
        return ""
    drawn = [_running(style, deck, running)] if running is not None else []
    drawn += [_waiting(style, player, deck, one) for one in player.waiting]
    columns = max(1, int((place.w + GAP) // (W + GAP)))
    rows = max(1, -(-len(drawn) // columns))
    scale = min(1.0, (place.h - 16) / (rows * (H + GAP)))
    if scale < 1:
        columns = max(columns, int((place.w + GAP) // ((W + GAP) * scale)))
    parts = [
        group(one, transform=f"translate({num(place.x + i % columns * (W + GAP) * scale)} "
              f"{num(place.y + 14 + i // columns * (H + GAP) * scale)}) scale({scale:.2f})")
        for i, one in enumerate(drawn)
    ]  # fmt: skip
    word = WORDS["waiting"] if player.waiting else WORDS["running"]
    return group(heading(style, word, place.x, place.y + 6), *parts, data_place="tickets")


def _ticket(style: Style, lit: bool) -> str:
    """Pasteboard with a bite at each end."""
    p = style.palette
    return element(
        "path", d=f"M4 0H{W - 4:g}V11a6 6 0 0 0 0 12V{H:g}H4V23a6 6 0 0 0 0-12z", fill=p.scroll,
        stroke=p.lamp if lit else p.ox, stroke_width=3.5 if lit else 1.5,
    )  # fmt: skip


def _waiting(style: Style, player: Player, deck: Deck, waits: Waiting) -> str:
    box = None if waits.source == HIDDEN else deck.box(waits.source, in_upper(player, waits.source))
    if box is None:
        words, inside = TITLES["waiting_hidden"], icon("game-end", 34)
    else:
        words, inside = tell("waiting", effect=card_text.action(box)), in_a_row(box)
    if waits.times > 1:
        inside = beside(inside, figure(f"×{waits.times}", 30), gap=6)
    return group(
        title(words),
        _ticket(style, lit=False),
        fitted(style, inside, Place(13, 4, W - 26, H - 8)),
        data_wait=waits.source,
    )


def in_upper(player: Player, source: str) -> bool:
    return any(slot.card == source for slot in player.upper)


def _running(style: Style, deck: Deck, running: Running) -> str:
    words = tell("running", effect=card_text.action(box_of(deck, running)) or LINKS["placing"])
    if running.left:
        words += f", {tell('left', count=running.left)}"
    inside = parts_left(deck, running)
    return group(
        title(words),
        _ticket(style, lit=True),
        fitted(style, inside, Place(13, 4, W - 26, H - 8)),
        data_running=running.effect,
    )


def box_of(deck: Deck, running: Running) -> Box:
    return Reader(deck.values).box(running.effect) if running.effect else Box()


def parts_left(deck: Deck, running: Running) -> Glyph:
    """What has to be placed, the part begun, the parts not begun."""
    found = [icon(PLACED[running.placing])] if running.placing else []
    if running.mail_train is not None:
        found.append(icon("mail", 42, 34))
    box = box_of(deck, running)
    amounts = dict(zip(PARTS, box.amounts, strict=True))
    if running.part is not None:
        found.append(part(running.part, running.left or amounts[running.part] or 1, box.which))
    found += [part(name, (amounts[name] or 1) * running.times, box.which) for name in running.parts]
    return beside(*found, gap=9) if found else figure("…", 30)
