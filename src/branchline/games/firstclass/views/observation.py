"""What the numbers of an observation mean (`rules.features` writes them), and what the verbs of the notation do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.observation import Field, Piece
from branchline.games.firstclass.data.opcodes import CELEBRITY, NONE, POSTCARD
from branchline.games.firstclass.rules.cards import CARDS, MAIL_CARS, MAX_GAME_END, SOURCES, Setting

VERBS: Final = {
    "end": "end the turn, or the own part of a scoring phase",
    "tile": "take the start player tile (F3.4)",
    "clock": "do the next clock stop (F10.1)",
    "blind": "take a game-end card from the pile (F10.5)",
    "walk": "move conductors where there is no choice (F5.4)",
    "choose": "start taking game-end cards",
    "done": "discard no more evidence (F13.5)",
    "take": "take the card at ROW.CARD and do its action (F3.2)",
    "trade": "take the card at ROW.CARD for an upgrade instead (F3.2)",
    "spend": "spend the coins of a column for its action (F8.1)",
    "point": "spend a coin of a column for a point (F8.2)",
    "buy": "buy a game-end card with coins of columns 1, 2, 3",
    "complete": "complete a contract (F9.1)",
    "do": "do a waiting action of a card, mail car or game-end card (F4.2)",
    "mechanic": "use the mechanic of a gap on a train (F15.3)",
    "car": "add a car to a train (F5.1)",
    "mail": "place a mail car (F5.3)",
    "upgrade": "upgrade the car in a slot of a train (F5.2)",
    "conductor": "move the conductor of a train (F5.4)",
    "pick": "take an open game-end card (F10.5)",
    "celebrity": "place a celebrity on a train (F12.1)",
    "postcard": "place a postcard on a rail card (F12.2)",
    "guest": "take a card as passenger or luggage (F14.1)",
    "gap": "place a switch in a gap (F15.1)",
    "keep": "keep a game-end card in the draft (F2.2)",
    "discard": "discard an evidence token (F13.5)",
    "seat": "chance: the start player (F2.2)",
    "role": "chance: a role (F2.5)",
    "deal": "chance: a game-end card for the draft (F2.2)",
    "open": "chance: a game-end card turned face up",
    "draw": "chance: the game-end card taken blind",
    "show": "chance: a card into the market (F3.1)",
    "token": "chance: an evidence token turned up (F13.5)",
}
NEVER: Final = ()


def pieces(setting: Setting) -> tuple[Piece, ...]:
    here = range(setting.players)
    ends = range(setting.game_ends)
    sources = (*range(CARDS + MAIL_CARS), *(CARDS + MAIL_CARS + end for end in ends))
    return (
        Piece("phase", (Field("is", "the phase, of twelve (one-hot)", size=12),)),
        Piece("turn", (
            Field("round", "the round", 6),
            Field("done", "turns or seats done", 12),
            Field("main", "whether the main step is done", 3),
            Field("columns", "1: coins of this column were used", size=3),
            Field("clock", "the last clock stop", 14),
            Field("tile", "1: the start player tile is taken"),
            Field("again", "1: an action is being repeated"),
        )),
        Piece("seats", tuple(
            Field(name, f"{meaning} (one-hot)", size=4, used=here)
            for name, meaning in (
                ("to_move", "who moves"), ("turn", "whose turn it is"), ("start", "who starts"),
                ("tile", "who took the start player tile"),
            )
        )),
        Piece("action", (
            Field("placing", "what is to be placed, from 1", 6),
            Field("part", "the part of the action in progress, from 1", 7),
            Field("left", "how much of it is left", 5),
            Field("mail", "the train of a mail car that is due, from 1", 2),
            Field("parts", "parts not started, and how much of each", 5, 8, range(7)),
        )),
        Piece("market", (
            Field("place", "by card: its place in the market, from 1; 0: not there", 18, CARDS),
            Field("row_taken", "cards taken from each row", 4, 3),
        )),
        Piece("taken", (
            Field("by", "by card: who took it, from 1", 4, CARDS),
            Field("face_up", "by card: 1: it is face up", 1, CARDS),
        )),
        Piece("players", _player(setting), 4, "player", here),
        Piece("own", (
            Field("held", "game-end cards held", 1, MAX_GAME_END, ends),
            Field("passed_on", "game-end cards passed on in the draft", 1, MAX_GAME_END, ends),
            Field("to_choose", "game-end cards to choose from", 1, MAX_GAME_END, ends),
            Field("role", "innocent, murderer (one-hot)", 1, 2, _only(setting.has_evidence)),
            Field("waiting", "own waiting actions, by card, mail car, game-end card", 1, SOURCES, sources),
        )),
        Piece("supply", (
            Field("open", "open game-end cards", 1, MAX_GAME_END, ends),
            Field("pile", "game-end cards in the pile", 20),
            Field("tiles", "locomotive tiles placed", 8),
            Field("arrivals", "arrivals at Constantinople", 4),
            Field("unseen", "cards of the stage not yet seen", 40),
        )),
    )  # fmt: skip


def _only(used: bool) -> Sequence[int] | None:
    return None if used else NEVER


def _player(setting: Setting) -> tuple[Field, ...]:
    stars, cards = (place in tuple(setting.card_place) for place in (CELEBRITY, POSTCARD))
    evidence, guests, gaps = (
        _only(used) for used in (setting.has_evidence, setting.has_guests, setting.has_gaps)
    )
    contracts = _only(any(need != NONE for need in setting.contract_need))
    return (
        Field("slots", "slots of both trains: level + 1, mail car + 9, tile + 17; 0: empty", 24, 20),
        Field("under", "the card under each slot, from 1", CARDS, 20, _only(stars or setting.has_guests)),
        Field("rails", "rail cards, from 1", CARDS, 5),
        Field("postcards", "postcards on them, from 1", CARDS, 5, _only(cards)),
        Field("gaps", "cards in the gaps, from 1", CARDS, 5, gaps),
        Field("mechanics", "mechanics, by gap and train", 1, 10, gaps),
        Field("mail", "1: this mail car is still to be placed", 1, 4),
        Field("coins", "coins by column", 4, 3),
        Field("length", "length of the upper and the lower train", 10, 2),
        Field("conductors", "where both conductors stand", 10, 2),
        Field("locomotive", "where the locomotive stands", 14),
        Field("passengers", "passengers", 6, 1, guests),
        Field("luggage", "pieces of luggage", 6, 1, guests),
        Field("contracts", "completed contracts", 6, 1, contracts),
        Field("suspect_self", "cards that suspect this player", 4, 1, evidence),
        Field("suspect_others", "cards that suspect others", 4, 1, evidence),
        Field("destroy", "cards that destroy evidence", 4, 1, evidence),
        Field("tokens", "evidence tokens", 10, 1, evidence),
        Field("score", "points", 200),
        Field("game_ends", "game-end cards held", 8),
        Field("owed", "upgrades that mechanics still owe", 6, 1, gaps),
    )  # fmt: skip
