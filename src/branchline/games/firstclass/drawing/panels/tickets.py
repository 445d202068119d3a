"""The acting player's chain of actions: the action in progress with its parts, and waiting actions as tickets to pick
in any order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.lettering import shortened
from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.place import Place
from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.data.codes import PARTS, Box
from branchline.games.firstclass.data.opcodes import COIN, POINTS
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.effects import in_a_row, part
from branchline.games.firstclass.drawing.cards.glyphs import Glyph, beside, figure, fitted, icon
from branchline.games.firstclass.drawing.cards.needs import train as train_glyph
from branchline.games.firstclass.drawing.painter import WIDE, Painter, area, ground
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.captions import SHAPES
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.text.picture_words import TITLES, tell
from branchline.games.firstclass.text.sentences import LINKS
from branchline.games.firstclass.views.view import HIDDEN, TRAINS, Player, Running, View
from branchline.languages import counted

PLACED: Final = {
    "rail": "rail", "celebrity": "celebrity", "postcard": "postcard", "guest": "passenger", "switch": "switch",
    "mechanic": "mechanic",
}  # fmt: skip
W: Final = 172.0
H: Final = 66.0
GAP: Final = 8.0
BOX: Final = Place(0, 0, WIDE, 44 + 2 * (H + GAP))
COLUMNS: Final = 3
LEFT: Final = 14.0


def panel(paint: Painter, view: View, names: Sequence[str]) -> Panel:
    seat = acting(view)
    parts = {"name": ""}
    if seat is not None:
        shown = list(_tickets(view, view.players[seat], paint.deck))
        if shown:
            parts["name"] = paint(_name, seat, names[seat])
        for number, (draw, inputs) in enumerate(shown):
            parts[f"ticket-{number + 1}"] = paint(draw, *inputs, number, len(shown))
    return Panel("tickets", PANELS["tickets"], BOX.view_box, paint(_printed), parts)


def acting(view: View) -> int | None:
    """Whose action it is: out of turn, not the player whose turn it is (F4.4)."""
    if view.running is not None:
        return view.running.seat
    if view.to_move is not None and view.to_move >= 0:
        return view.to_move
    return view.turn_of


def _tickets(
    view: View, player: Player, deck: Deck
) -> Iterator[tuple[Callable[..., str], tuple[Hashable, ...]]]:
    """The action in progress, waiting actions, mechanics with an upgrade to make."""
    if view.running is not None:
        yield _running, (view.running,)
    for waits in player.waiting:
        yield _waiting, (waits.source, waits.times, in_upper(player, waits.source))
    for mechanic in due(player):
        yield _mechanic, mechanic


def due(player: Player) -> Iterator[tuple[int, int, int]]:
    """F15.3: the upgrades that mechanics can make now, by train and gap, and how many are waiting there."""
    for number, gap in enumerate(player.gaps):
        for train, slots in enumerate((player.upper, player.lower)):
            values = [slot.value for slot in slots]
            right = int(e.RIGHT[number])
            if gap.owed[train] == 0 or not 0 <= right < len(values):
                continue
            value, before = values[right], values[right - 2 if right == 6 else right - 1]  # F5.3
            if value is not None and before is not None and value < before:
                yield train, number + 1, gap.owed[train]


def _printed(look: Style, deck: Deck) -> str:
    return ground(look, BOX)


def _name(look: Style, deck: Deck, seat: int, name: str) -> str:
    words = SHAPES["actions_of"].format(name=name)
    return element("use", href=look.ref(f"emblem-{seat}"), transform="translate(24 20) scale(1.2)") + label(
        shortened(words, 18, WIDE - 60, bold=True), 42, 26, 18, font_weight="700", fill=look.palette.ink
    )


def _pasteboard(look: Style, number: int, count: int, inside: Glyph, lit: bool) -> tuple[str, Place]:
    """A ticket with a notch at each end, and where it lies."""
    p = look.palette
    columns, scale = _laid_out(count)
    x = LEFT + number % columns * (W + GAP + 4) * scale
    y = 38 + number // columns * (H + GAP) * scale
    drawn = group(
        element("path", d=f"M5 0H{W - 5:g}V24a9 9 0 0 0 0 18V{H:g}H5V42a9 9 0 0 0 0-18z", fill=p.scroll,
                stroke=p.lamp if lit else p.ox, stroke_width=4.5 if lit else 2),
        fitted(look, inside, Place(20, 7, W - 40, H - 14), 1.5),
        transform=f"translate({num(x)} {num(y)}) scale({scale:g})",
    )  # fmt: skip
    return drawn, Place(x, y, W * scale, H * scale)


def _laid_out(count: int) -> tuple[int, float]:
    """Three in a row; smaller ones if there are more than six."""
    for columns, rows, scale in ((3, 2, 1.0), (4, 2, 0.74), (5, 3, 0.59)):
        if count <= columns * rows:
            return columns, scale
    return 6, 0.48


def _running(look: Style, deck: Deck, running: Running, number: int, count: int) -> str:
    words = tell("running", effect=card_text.action(box_of(deck, running)) or LINKS["placing"])
    if running.left:
        words += f", {tell('left', count=running.left)}"
    drawn, place = _pasteboard(look, number, count, parts_left(deck, running), lit=True)
    return drawn + area(targets.RUNNING, place, words)


def _waiting(look: Style, deck: Deck, source: str, times: int, upper: bool, number: int, count: int) -> str:
    box = None if source == HIDDEN else deck.box(source, upper)
    if box is None:
        words, inside = TITLES["waiting_hidden"], icon("game-end", 34)
    else:
        box = _rest(deck, source, box)
        words, inside = tell("waiting", effect=card_text.action(box)), in_a_row(box)
    if times > 1:
        inside = beside(inside, figure(f"×{times}", 30), gap=6)
    drawn, place = _pasteboard(look, number, count, inside, lit=False)
    return drawn + (area(targets.ticket(source), place, words) if box is not None else group(title(words)))


def _rest(deck: Deck, source: str, box: Box) -> Box:
    """F14.2: a guest's coins and points have already been received."""
    found = deck.faces.get(source)
    if found is None or found.card.guest is None:
        return box
    return Box(tuple(0 if part in (COIN, POINTS) else n for part, n in enumerate(box.amounts)), box.which)


def _mechanic(look: Style, deck: Deck, train: int, gap: int, waits: int, number: int, count: int) -> str:
    words = SHAPES["mechanic_upper" if train == 0 else "mechanic_lower"].format(gap=gap)
    inside = beside(icon("mechanic", 38), train_glyph(train), part("upgrade", 1, 0), gap=6)
    if waits > 1:
        words += "; " + counted(TITLES[f"gap_waits_{TRAINS[train]}"], waits)
        inside = beside(inside, figure(f"×{waits}", 30), gap=6)
    drawn, place = _pasteboard(look, number, count, inside, lit=False)
    return drawn + area(targets.mechanic(train, gap), place, words)


def in_upper(player: Player, source: str) -> bool:
    return any(slot.card == source for slot in player.upper)


def box_of(deck: Deck, running: Running) -> Box:
    return Reader(deck.values).box(running.effect) if running.effect else Box()


def parts_left(deck: Deck, running: Running) -> Glyph:
    """What has to be placed, the part in progress, the parts not started."""
    found = [icon(PLACED[running.placing])] if running.placing else []
    if running.mail_train is not None:
        found.append(icon("mail", 42, 34))
    box = box_of(deck, running)
    amounts = dict(zip(PARTS, box.amounts, strict=True))
    if running.part is not None:
        found.append(part(running.part, running.left or amounts[running.part] or 1, box.which))
    found += [part(name, (amounts[name] or 1) * running.times, box.which) for name in running.parts]
    return beside(*found, gap=9) if found else figure("…", 30)
