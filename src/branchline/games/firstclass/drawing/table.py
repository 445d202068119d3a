"""The sheet: title, rounds, whose turn it is, boards of all players, notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.lettering import shortened, width
from branchline.drawing.markup import element, group, joined, label, num, title
from branchline.drawing.picture import note, paper
from branchline.drawing.sheet import Place
from branchline.games.firstclass.data.deck_file import DeckFile, built_in
from branchline.games.firstclass.drawing import board, legend, small_board
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.sheet import BOARD, FOOTER, HEADER, OTHERS, OWN, SMALL, WHOLE
from branchline.games.firstclass.drawing.words import TO_MOVE, WORDS, say, tell
from branchline.games.firstclass.views.view import Player, View
from branchline.languages import _

GAP: Final = 8.0
# The line of the game: six rounds, a scoring after every second
STOPS: Final = ("1", "2", "s2", "3", "4", "s4", "5", "6", "s6")
LINE_LEFT: Final = 880.0
LINE_Y: Final = HEADER.y + 28
LINE_STEP: Final = (HEADER.right - 44 - LINE_LEFT) / (len(STOPS) - 1)


def definitions(style: Style) -> str:
    """The grain of the paper."""
    dots = "M3 5h1M17 2h1M29 11h1M9 19h1M22 24h1M35 30h1M2 33h1M14 36h1M38 17h1"
    return element(
        "pattern", element("path", d=dots, stroke=style.palette.grain, opacity=0.28), id=style.id("grain"), width=41,
        height=39, patternUnits="userSpaceOnUse",
    )  # fmt: skip


def sheet(style: Style, source: DeckFile) -> str:
    return group(
        paper(style, WHOLE),
        _coachwork(style),
        _line(style),
        note(style, FOOTER, WORDS["reconstructed"], _provenance(source)),
    )


def _provenance(source: DeckFile) -> str:
    """Of our own deck the catalogues have a translation."""
    return _(source.provenance) if source.provenance == built_in().provenance else source.provenance


def _coachwork(style: Style) -> str:
    """The head of the sheet, like the side of a sleeping car."""
    p = style.palette
    x, y, w, h = 12.0, 10.0, WHOLE.w - 24, 80.0
    return group(
        element("rect", x=x, y=y, width=w, height=h, rx=8, fill=p.livery, stroke=p.gold, stroke_width=2),
        element(
            "rect",
            x=x + 5,
            y=y + 5,
            width=w - 10,
            height=h - 10,
            rx=5,
            fill="none",
            stroke=p.gold,
            opacity=0.7,
        ),
        label(
            WORDS["game"].upper(),
            HEADER.x + 8,
            HEADER.y + 35,
            29,
            font_weight="700",
            letter_spacing=6,
            fill=p.gold,
        ),
    )


def _line(style: Style) -> str:
    p = style.palette
    line = f"M{LINE_LEFT:g} {LINE_Y:g}H{LINE_LEFT + (len(STOPS) - 1) * LINE_STEP:g}"
    return group(
        element("path", d=line, stroke=p.gold, stroke_width=5),
        element("path", d=line, stroke=p.livery, stroke_width=2, stroke_dasharray="8 8"),
        *(_stop(style, i, lit=False) for i in range(len(STOPS))),
    )


def _stop(style: Style, number: int, lit: bool) -> str:
    p = style.palette
    x = LINE_LEFT + number * LINE_STEP
    name = STOPS[number]
    if name.startswith("s"):
        drawn = element(
            "use", href=style.ref("clock"), transform=f"translate({num(x)} {LINE_Y:g}) scale(.62)"
        )
        word = WORDS["scoring"]
    else:
        colour = p.stages[(int(name) - 1) // 2]
        drawn = element(
            "circle", cx=x, cy=LINE_Y, r=11, fill=p.lit if lit else p.cream, stroke=colour, stroke_width=3.5
        )
        drawn += label(name, x, LINE_Y + 5, 14, text_anchor="middle", font_weight="700", fill=p.print)
        word = say("stage", stage=("I", "II", "III")[(int(name) - 1) // 2]) if int(name) % 2 else ""
    under = label(word, x if name.startswith("s") else x + LINE_STEP / 2, LINE_Y + 33, 13, text_anchor="middle",
                  fill=p.cream)  # fmt: skip
    if not lit:
        return drawn + (under if word else "")
    glow = element("circle", cx=x, cy=LINE_Y, r=19, fill=p.lit, opacity=0.5)
    return group(glow, drawn, data_round=name)


def now(view: View) -> int:
    """Where the game is on its line."""
    name = f"s{view.round}" if view.phase == "scoring" else str(view.round)
    if view.phase in ("end_cards", "draw_evidence", "discard_evidence", "game_over"):
        name = "s6"
    return STOPS.index(name) if name in STOPS else 0


def header(view: View, names: Sequence[str], style: Style) -> str:
    p = style.palette
    modules = say("modules", modules=WORDS["and"].join(sorted(view.options.modules)))
    said = f"{modules} · {say('round', round=view.round)}"
    x = HEADER.x + 8
    parts = [label(said, x, HEADER.y + 60, 15, fill=p.cream)]
    left = x + width(WORDS["game"].upper(), 29, bold=True) + 6 * len(WORDS["game"]) + 24
    if view.to_move is not None and view.to_move >= 0:
        parts.append(
            element("use", href=style.ref(f"emblem-{view.to_move}"),
                    transform=f"translate({num(left + 10)} {HEADER.y + 27:g}) scale(1.3)")
        )  # fmt: skip
        left += 30
    turn = shortened(whose_turn(view, names), 19, LINE_LEFT - left - 30, bold=True)
    parts.append(label(turn, left, HEADER.y + 33, 19, font_weight="700", fill=p.cream))
    parts.append(_stop(style, now(view), lit=True))
    return group(title(tell("rounds", round=view.round)), *parts, data_place="header")


def whose_turn(view: View, names: Sequence[str]) -> str:
    if view.decision == "none":
        return WORDS["over"]
    if view.to_move is None or view.to_move < 0 or view.decision not in TO_MOVE:
        return WORDS["draw"]
    return TO_MOVE[view.decision].format(name=names[view.to_move])


# Boards


def in_front(view: View) -> int:
    """Whose board is large: the viewer's, else that of the player to move, else the first."""
    if view.seat is not None:
        return view.seat
    return view.to_move if view.to_move is not None and view.to_move >= 0 else 0


def boards(view: View, names: Sequence[str], style: Style, deck: Deck) -> str:
    first = in_front(view)
    count = len(view.players)
    others = [view.players[(first + i) % count] for i in range(1, count)]
    own = board.board(view, view.players[first], names[first], style, deck, f"translate({OWN.x:g} {OWN.y:g})")
    return joined([_others(view, others, names, style, deck), own])


def _others(view: View, others: Sequence[Player], names: Sequence[str], style: Style, deck: Deck) -> str:
    """One other player's board is the large one on a smaller scale; more of them are drawn small."""
    parts = []
    if len(others) == 1:
        scale = OTHERS.w / BOARD.w
        high = BOARD.h * scale
        at = f"translate({OTHERS.x:g} {OTHERS.y:g}) scale({scale:.4f})"
        parts.append(board.board(view, others[0], names[others[0].seat], style, deck, at))
    else:
        high = len(others) * (SMALL.h + GAP) - GAP
        for i, player in enumerate(others):
            at = f"translate({OTHERS.x:g} {num(OTHERS.y + i * (SMALL.h + GAP))})"
            parts.append(small_board.board(view, player, names[player.seat], style, deck, at))
    rest = Place(OTHERS.x, OTHERS.y + high + GAP, OTHERS.w, OTHERS.h - high - GAP)
    if rest.h > 60:
        parts.append(legend.strip(style, rest))
    return group(*parts, data_place="others")
