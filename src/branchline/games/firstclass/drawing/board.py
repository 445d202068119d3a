"""A player's board, large: name and coins at the left, trains and route in the middle, contracts and tickets right."""

from __future__ import annotations

from branchline.drawing.cards import card, heading
from branchline.drawing.emblems import band
from branchline.drawing.lettering import shortened, width
from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.sheet import Place
from branchline.drawing.words import counted
from branchline.games.firstclass.drawing import coins, contracts, route, trains
from branchline.games.firstclass.drawing.card import printed as printed_card
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.effects import in_a_row
from branchline.games.firstclass.drawing.glyphs import fitted, icon
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.sheet import BOARD
from branchline.games.firstclass.drawing.spoken import card_title
from branchline.games.firstclass.drawing.tickets import tickets
from branchline.games.firstclass.drawing.words import ROLES, TITLES, WORDS, tell
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.sentences import EFFECTS, THINGS
from branchline.games.firstclass.views.view import Player, View

CONTRACTS = Place(1212, 34, 328, 230)
TICKETS = Place(1212, 272, 328, 70)
HELD = Place(1212, 362, 328, 88)


def definitions(style: Style, deck: Deck) -> str:
    """The printed board, used by the name `board`."""
    p = style.palette
    lines = f"M250 14V{BOARD.h - 14:g}M1202 14V{BOARD.h - 14:g}M262 342H1192"
    return group(
        card(style, BOARD, stroke=p.brass, stroke_width=1.6, rx=9),
        element("rect", x=4, y=4, width=BOARD.w - 8, height=BOARD.h - 8, rx=7, fill="none", stroke=p.line),
        element("path", d=lines, stroke=p.line, stroke_dasharray="1 4", stroke_width=1.4),
        coins.printed(style, deck),
        trains.printed(style),
        route.printed(style, deck),
        heading(style, WORDS["contracts"], CONTRACTS.x, CONTRACTS.y - 10),
        heading(style, WORDS["game_ends"], HELD.x, HELD.y - 6),
        id=style.id("board"),
    )


def board(view: View, player: Player, name: str, style: Style, deck: Deck, at: str) -> str:
    """The board at the origin, moved and scaled by `at`."""
    p = style.palette
    scoring = view.phase == "scoring" and view.turn_of == player.seat
    used = view.columns_used if view.turn_of == player.seat else ()
    moving = view.to_move == player.seat
    frame = element("rect", x=0.5, y=0.5, width=BOARD.w - 1, height=BOARD.h - 1, rx=9, fill="none", stroke=p.lamp,
                    stroke_width=3)  # fmt: skip
    return group(
        title(told(view, player, name)),
        element("use", href=style.ref("board")),
        frame if moving else "",
        band(style, player.seat, 14, 16, BOARD.h - 16),
        _name(style, view, player, name),
        coins.coins(style, deck, player.coins, used),
        _mail_cars(style, player, deck),
        _counts(style, player),
        trains.trains(style, player, deck),
        route.route(style, player, deck, view.arrivals, view.clock if scoring else 0),
        contracts.contracts(style, player, deck, CONTRACTS),
        tickets(view, player, style, deck, TICKETS),
        _held(style, player, deck),
        transform=at or None,
        data_seat=str(player.seat),
    )


def _name(style: Style, view: View, player: Player, name: str) -> str:
    p = style.palette
    score = label(str(player.score), 238, 50, 40, text_anchor="end", font_weight="700", fill=p.ink)
    room = 182 - width(str(player.score), 40, bold=True)
    emblem = element("use", href=style.ref(f"emblem-{player.seat}"), transform="translate(42 33) scale(1.3)")
    found = marks(view, player)
    under = label(shortened(found, 13, 190), 32, 66, 13, font_style="italic", fill=p.soft) if found else ""
    shown = shortened(name, 20, room, bold=True)
    return emblem + label(shown, 60, 40, 20, font_weight="700", fill=p.ink) + score + under


def marks(view: View, player: Player) -> str:
    """What is to be known of a player besides name and score."""
    found = [WORDS["start_player"]] if view.start == player.seat else []
    found += [WORDS["next_start"]] if view.successor == player.seat else []
    found += [ROLES[player.role]] if player.role else []
    return " · ".join(found)


def _mail_cars(style: Style, player: Player, deck: Deck) -> str:
    """Those still to place, with what each brings."""
    parts = []
    for i, name in enumerate(player.mail_cars):
        x = 60 + i * 51.5
        said = tell("mail_car", car=name, effect=card_text.action(deck.mail[name]))
        parts.append(
            group(
                title(said),
                fitted(style, icon("mail", 42, 32), Place(x - 22, 342, 44, 32), 0.95),
                fitted(style, in_a_row(deck.mail[name]), Place(x - 24, 376, 48, 24), 0.6),
                data_mail=name,
            )
        )
    return group(*parts, data_place="mail cars")


def counts(player: Player) -> list[tuple[str, int, str]]:
    """What lies face down or has been done: a sign, how many, and in words."""
    pile = len(player.cards) - len(player.open)
    found = [
        ("back", pile, counted(TITLES["pile"], pile)),
        ("done", player.completed, counted(TITLES["completed"], player.completed)),
    ]
    if player.destroy:
        found.append(("destroy", player.destroy, counted(TITLES["destroy"], player.destroy)))
    if player.tokens:
        found.append(("fingerprint", player.tokens, counted(TITLES["evidence"], player.tokens)))
    return found


def _counts(style: Style, player: Player) -> str:
    """What lies face down, as small signs with numbers."""
    parts = [
        group(
            title(words),
            element("use", href=style.ref(name), transform=f"translate({num(40 + i * 54)} 434) "
                    + ("scale(.2) translate(-50 -70)" if name == "back" else "scale(.7)")),
            label(str(count), 54 + i * 54, 440, 17, font_weight="700", fill=style.palette.ink),
        )
        for i, (name, count, words) in enumerate(counts(player))
    ]  # fmt: skip
    return group(*parts, data_place="counts")


def _held(style: Style, player: Player, deck: Deck) -> str:
    """Game-end cards: the owner's, or their backs."""
    count = player.game_ends
    step = min(68.0, (HELD.w - 64) / max(1, count - 1))
    known = player.known_game_ends
    parts = []
    for i in range(count):
        at = f"translate({num(HELD.x + i * step)} {HELD.y:g}) scale(.63)"
        if known is None:
            parts.append(element("use", href=style.ref("back"), transform=at))
        else:
            shown = deck.faces[known[i]]
            face = group(
                title(card_title(shown, deck.values)), printed_card(style, shown, deck.values), transform=at
            )
            parts.append(group(face, data_game_end=known[i]))
    words = title(counted(TITLES["held"], count))
    return group(words, *parts, data_place="held")


def told(view: View, player: Player, name: str) -> str:
    """A player's main figures in a sentence."""
    said = [
        tell("player", name=name, score=counted(EFFECTS["points"], player.score),
             coins=counted(EFFECTS["coin"], sum(player.coins)), upper=len(player.upper), lower=len(player.lower),
             loco=player.loco, rails=counted(THINGS["rail_cards"], len(player.rails))),
        counted(TITLES["completed"], player.completed),
        counted(TITLES["held"], player.game_ends),
    ]  # fmt: skip
    if player.tokens:
        said.append(counted(TITLES["evidence"], player.tokens))
    if player.role:
        said.append(tell("role", role=ROLES[player.role]))
    if view.to_move == player.seat:
        said.append(WORDS["to_move"])
    return ", ".join(said)
