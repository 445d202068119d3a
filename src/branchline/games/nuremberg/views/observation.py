"""What the numbers of an observation mean (`rules.features` writes them), and what the verbs of the notation do."""

from __future__ import annotations

from typing import Final

from branchline.core.observation import Field, Piece
from branchline.games.nuremberg.rules.board import MAX_BORDERS, MAX_PLOTS, Setting

NEVER: Final = ()  # printed, so the same in every observation of a setting

VERBS: Final = {
    "stop": "end the line, even one without links (N7.1)",
    "pass": "leave the shipping phase (N9.1)",
    "keep": "cede nothing (N12.1)",
    "sign": "end the stretch here and cede it (N12.3)",
    "bid": "bid so many cubes on a box (N5)",
    "pay": "pay a point with influence of a colour, or a cube",
    "build": "lay a link from a plot to its neighbour (N7)",
    "rent": "rent a train (N9)",
    "ship": "ship an item of a kind from a plot (N9)",
    "load": "load the item on this train (N9)",
    "cede": "add a link to the stretch for a company (N12)",
    "goods": "chance: the goods drawn (N2.1)",
    "pawn": "chance: the pawn drawn (N2.2)",
    "seat": "chance: the next seat in the order (N2.6)",
    "disc": "chance: the disc drawn (N4)",
}


def pieces(setting: Setting) -> tuple[Piece, ...]:
    here = range(setting.players)
    return (
        Piece("phase", (Field("is", "the phase, of twelve (one-hot)", size=12),)),
        Piece("rounds", (Field("this", "this round", 6), Field("left", "rounds left", 6))),
        Piece("to_move", (Field("is", "the player to move (one-hot)", size=4, used=here),)),
        Piece("waiting", (
            Field("owed", "points still to pay", 6),
            Field("loading", "the kind of item to load: yellow, grey, red, green (one-hot)", size=4),
            Field("ceding", "the company of the stretch in progress: red, green (one-hot)", size=2),
        )),
        Piece("players", _PLAYER, 4, "player", here),
        Piece("orders", tuple(
            Field(name, f"place of each player in {name} order, from 1; 0: none yet", 4, 4, here)
            for name in ("general", "building", "train")
        )),
        Piece("stacks", tuple(
            Field(name, f"place of each player by the last move on the track {name}, from 1", 4, 4, here)
            for name in ("white", "brown", "red", "green", "profit")
        )),
        Piece("boxes", (
            Field("points", "printed points: white, brown, red, green", 2, 4, NEVER),
            Field("minimum", "printed: the least bid", 3, 1, NEVER),
            Field("disc", "the colour of its disc: white, brown, red, green (one-hot)", size=4),
            Field("bidder", "who holds the bid (one-hot)", size=4, used=here),
            Field("cubes", "the cubes bid", 15),
        ), 8, "box", range(setting.boxes)),
        Piece("trains", (
            Field("renter", "who rents it (one-hot)", size=4, used=here),
            Field("cost", "printed: its cost", 3, 1, NEVER),
            Field("passenger_spaces", "printed: spaces for passengers", 3, 1, NEVER),
            Field("goods_spaces", "printed: spaces for goods", 3, 1, NEVER),
            Field("passengers", "spaces for passengers taken", 3),
            Field("goods", "spaces for goods taken", 3),
        ), 12, "train", range(setting.trains)),
        Piece("links", (
            Field("owner", "whose link is there: four players, red, green (one-hot)", size=6, used=(*here, 4, 5)),
        ), MAX_BORDERS, "border", tuple(setting.board.crossable)),
        Piece("plots", _PLOT, MAX_PLOTS, "plot", range(setting.board.plots)),
        Piece("bags", (
            Field("goods", "goods in the bag: yellow, grey", 40, 2),
            Field("pawns", "pawns in the bag: red, green, landlords", 20, 3),
            Field("discs", "discs in the bag: white, brown, red, green", 8, 4),
        )),
    )  # fmt: skip


_PLAYER: Final = (
    Field("cubes", "cubes in hand", 15),
    Field("stock", "cubes in stock", 15),
    Field("bid", "cubes bid", 15),
    Field("links", "links on the board", 15),
    Field("influence", "influence: white, brown, red, green", 10, 4),
    Field("score", "points", 50),
    Field("profit", "profit", 10),
    Field("shipped", "shipped this round: yellow, grey, red, green", 10, 4),
    Field("kept", "kept from before: yellow, grey, red, green", 15, 4),
    Field("earned", "points earned and not yet scored", 20),
    Field("passed", "1: has passed"),
)
_PLOT: Final = (
    Field("red_station", "1: a red station"),
    Field("green_station", "1: a green station"),
    Field("goods", "goods there", 3),
    Field("red_passengers", "red passengers there", 3),
    Field("green_passengers", "green passengers there", 3),
    Field("landlords", "landlords there", 3),
    Field("on_line", "1: on the line being built"),
    Field("head", "1: the head of that line"),
)
