"""What the pieces are and how many are left in the bags, what links cost, and where the board comes from."""

from __future__ import annotations

from typing import Final

from branchline.drawing.cards import card, small
from branchline.drawing.lettering import width
from branchline.drawing.markup import element, group, label, title
from branchline.drawing.place import Place
from branchline.games.nuremberg.data.map_file import BOARDS
from branchline.games.nuremberg.drawing.scene import EDGE, WIDE, Scene, fitted, headed, remembered
from branchline.games.nuremberg.text.picture_words import WORDS, say
from branchline.games.nuremberg.text.screen_words import PICTURES, fill
from branchline.games.nuremberg.text.sentences import GOODS
from branchline.games.nuremberg.views.view import Bags, View

LEFT: Final = EDGE + 2
TOP: Final = 46.0
ROW: Final = 25.0
COLUMNS: Final = (0.0, 218.0)
ROOMS: Final = (162.0, 124.0)  # width of the words: the first column has the longer ones
NOTE: Final = 12.0  # font size of the note
SHAPES: Final = (
    "cube-yellow", "cube-grey", "pawn-red", "pawn-green", "pawn-white", "disc-white", "disc-brown", "disc-red",
    "disc-green",
)  # fmt: skip
PER_COLUMN: Final = 5


def _at(number: int) -> tuple[float, float]:
    column, row = divmod(number, PER_COLUMN)
    return LEFT + 10 + COLUMNS[column], TOP + row * ROW


@remembered
def note(scene: Scene) -> tuple[str, ...]:
    """Where the board comes from, in lines that fit."""
    head = WORDS["reconstructed"] if scene.source.name in BOARDS else WORDS["own_map"]
    lines, line = [], ""
    for word in f"{head} {scene.source.provenance} {WORDS['reconstructed_too']}".split():
        longer = f"{line} {word}".strip()
        if width(longer, NOTE) > WIDE - 3 * LEFT and line:  # fonts differ a little
            lines.append(line)
            longer = word
        line = longer
    return (*lines, line)[:8]


def costs(scene: Scene) -> str:
    """What links cost on this map (N7.9): `A link costs 1; across a river 2; upland 2`."""
    found: dict[str, set[int]] = {}
    for border in scene.source.borders:
        if border.cost is not None:
            found.setdefault(border.why, set()).add(border.cost)
    return "; ".join(
        fill(PICTURES, f"cost_{why}", cost="–".join(str(cost) for cost in sorted(found[why])))
        for why in ("plain", "river", "upland")
        if why in found
    )


def box(scene: Scene) -> Place:
    return Place(0, 0, WIDE, TOP + PER_COLUMN * ROW + 24 + len(note(scene)) * 16)


@remembered
def printed(scene: Scene) -> str:
    p = scene.palette
    goods = scene.source.goods
    red, green = (scene.company_name(company) for company in ("red", "green"))
    words = (
        GOODS[goods.yellow], GOODS[goods.grey], say("passenger_of", company=red), say("passenger_of", company=green),
        WORDS["landlord"], WORDS["government"], WORDS["dealer"], red, green,
    )  # fmt: skip
    shown = [
        card(scene.style, box(scene), stroke="none"),
        headed(scene, PICTURES["legend"], LEFT, 22, WIDE - 2 * LEFT),
    ]
    for number, (shape, word) in enumerate(zip(SHAPES, words, strict=True)):
        x, y = _at(number)
        shown.append(small(scene.style.ref(shape), x, y, 0.95))
        shown.append(fitted(word, x + 38, y + 4.5, 12.5, ROOMS[number // PER_COLUMN], fill=p.ink))
    y = TOP + PER_COLUMN * ROW
    shown.append(fitted(costs(scene), LEFT, y + 4, 12.5, WIDE - 2 * LEFT, fill=p.ink))
    shown += [
        label(line, LEFT, y + 24 + i * 16, NOTE, font_style="italic", fill=p.soft)
        for i, line in enumerate(note(scene))
    ]
    return group(*shown)


def parts(scene: Scene, view: View) -> dict[str, str]:
    return {"bags": _bags(scene, view.bags)}


@remembered
def _bags(scene: Scene, bags: Bags) -> str:
    """How many pieces of each kind may still be drawn."""
    discs = bags.discs
    left = (*bags.goods, *bags.pawns, discs.white, discs.brown, discs.red, discs.green)
    numbers = []
    for number, count in enumerate(left):
        x, y = _at(number)
        numbers.append(element("text", str(count), x=x + 32, y=y + 5))
    return group(
        title(WORDS["bags"]), *numbers, font_size=14, font_weight="700", text_anchor="end",
        fill=scene.palette.ink,
    )  # fmt: skip
