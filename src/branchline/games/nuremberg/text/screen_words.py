"""The words of the screen: what a player may do, what it costs, where points come from."""

from __future__ import annotations

import re
from typing import Final

from branchline.languages import Words, counted

TOKEN: Final = re.compile(r":(\w+):")

# Translators: on a button; keep it short
BUTTONS: Final = Words({
    "bid": "Bid {count} cube|Bid {count} cubes",
    "begin": "From {start} to {end}",
    "build": "Build to {end}",
    "stop": "End the line",
    "no_line": "Build nothing",
    "pay": "Pay",
    "rent": "Rent train {train}",
    "ship": "Ship {item} from {plot}",
    "load": "Load on train {train}",
    "pass": "Pass",
    "cede": "{start} to {end}, {links}",
    "cede_step": "Continue to {end}",
    "sign": "Cede the stretch",
    "keep": "Keep all track",
})  # fmt: skip

# Translators: a heading over buttons
GROUPS: Final = Words({
    # Translators: an auction box, and the influence it gives
    "box": "{box}: {points}",
    "begin": "Start a line at {start}",
    "build": "Continue from {head}",
    "stop": "End",
    "pay": "Still to pay: {owed}",
    "rent": "Rent a train",
    "ship": "Ship by train {train}",
    "load": "Choose the train",
    "pass": "Pass",
    "cede": "Cede to {company}",
    "keep": "Keep",
})  # fmt: skip

# Translators: parts of a price; between colons a token, which is drawn: keep it as it is
PRICES: Final = Words({
    "plain": "{cost} for the link",
    "river": "{cost} across the river",
    "upland": "{cost} upland",
    "red": "1 :red: for {plot}",
    "green": "1 :green: for {plot}",
    "landlords": "{count} :white: for a landlord at {plot}|{count} :white: for {count} landlords at {plot}",
    "line": "{links} in all, {spent}",
    "for_links": "{cost} for track",
    "outbids": "outbids {name}, who bid {cubes}",
    "to": "to {plot}",
    "leaves": "leaves the board: {things}",
    "becomes": "{plots} becomes a company station|{plots} become company stations",
})  # fmt: skip

# Translators: things with a number
THINGS: Final = Words({
    "cubes": "{count} cube|{count} cubes",
    "links": "{count} link|{count} links",
    "yellow_post": "{count} post|{count} post",
    "yellow_cheese": "{count} cheese|{count} cheese",
    "grey_beer": "{count} beer|{count} beer",
    "grey_stone": "{count} stone|{count} stone",
    "red_passengers": "{count} red passenger|{count} red passengers",
    "green_passengers": "{count} green passenger|{count} green passengers",
    "passenger_spaces": "{count} passenger space worth {points}|{count} passenger spaces worth {points}",
    "goods_spaces": "{count} goods space worth {points}|{count} goods spaces worth {points}",
    "at": "{things} at {plot}",
})  # fmt: skip

# Translators: asked before a move is made
WARNINGS: Final = Words({
    "pass": (
        "You can still ship {count} item, and passing is final.|You can still ship {count} items, and passing"
        " is final."
    ),
})  # fmt: skip

# Translators: the coach asks a newcomer before such a move; the answers are "No, go back" and "Yes, do it"
CAUTIONS: Final = Words({
    "overbid": "{least} cubes are enough here for now, and the cubes you save pay for your track.",
    "short": (
        "That leaves you {count} cube for your track, and a link costs at least 1.|That leaves you {count} cubes for "
        "your track, and a link costs at least 1."
    ),
    "no_line": "Without new track you will have little to ship this round. You can still build.",
    "nothing_reached": "Your line does not reach anything you could ship yet. You can still build on.",
    "no_train": (
        "You could rent a train and ship {count} item. Passing is final for this round.|You could rent a train and "
        "ship up to {count} items. Passing is final for this round."
    ),
})  # fmt: skip

# Translators: what is about to happen, said beside a button
NOTES: Final = Words({
    "bottom": "Unless you ship, profit and loss falls to {lowest}.",
    "falls": "Profit and loss falls to {lowest}.",
    "top": "{count} of the income is lost: profit and loss ends at {highest}.|"
           "{count} of the income is lost: profit and loss ends at {highest}.",
    "cubes": "You keep {count} cube, so you get {fewer} fewer in the next round.|"
             "You keep {count} cubes, so you get {fewer} fewer in the next round.",
    "last_cubes": "Your {count} cube is worth nothing after this round.|"
                  "Your {count} cubes are worth nothing after this round.",
    "last_links": "Your {count} link costs 1 point at the end.|Your {count} links cost {count} points at the end.",
})  # fmt: skip

# Translators: names of tokens and numbers, in front of a number: "white 2", "points +3"
SIGNS: Final = Words({
    "cube": "cubes", "white": "white", "brown": "brown", "red": "red", "green": "green",
    "points": "points", "income": "income", "profit": "profit and loss",
    "upkeep": "upkeep",
    "reach_post": "post within reach", "reach_cheese": "cheese within reach",
    "reach_beer": "beer within reach", "reach_stone": "stone within reach",
    "reach_red": "red passengers within reach", "reach_green": "green passengers within reach",
})  # fmt: skip

# Translators: what a number in a player's row says
ROWS: Final = Words({
    "shipped": "shipped: {items}",
    "account": "account of this round so far: {result}; profit and loss is at {profit} and would be at {after}",
    "booked": "profit and loss is at {profit}",
})  # fmt: skip

# Translators: whose turn it is and what they may do
NOW: Final = Words({
    "bid": "{name} to bid on a box, with {cubes} in hand.",
    "begin": "{name} to build: start a line, or build nothing.",
    "build": "{name} to build: continue from {head}, or end the line.",
    "pay_link": "{name} to pay {owed} more for the link, in influence of any colour.",
    "pay_train": "{name} to pay {owed} more for the train, in cubes or other influence.",
    "act": "{name} to rent a train, ship one item, or pass.",
    "load": "{name} to choose the train for the item.",
    "cede": "{name} to cede a stretch of track to a company, or to keep it all.",
    "stretch": "{name} to continue the stretch from {head}, or to cede it.",
    "draw": "The dealer draws.",
    "over": "The game is over: {name} wins with {points}.",
    "points": "{count} point|{count} points",
})  # fmt: skip

# Translators: what a player has to do, after "Your turn: "
TODO: Final = Words({
    "bid": "bid on a box, with {cubes} in hand",
    "begin": "start a line, or build nothing",
    "build": "continue from {head}, or end the line",
    "pay_link": "pay {owed} more for the link, in any colour",
    "pay_train": "pay {owed} more for the train, in cubes or other influence",
    "act": "rent a train, ship one item, or pass",
    "load": "choose the train for the item",
    "cede": "cede a stretch of track, or keep it all",
    "stretch": "continue the stretch from {head}, or cede it",
})  # fmt: skip

# Translators: where points come from
SOURCES: Final = Words({
    "passengers": "Passengers shipped",
    "goods": "Goods shipped",
    "shipments": "Shipments",
    "joined": "{start} joined to {end}",
    "sets": "Sets of goods and passengers",
    "profit": "Profit and loss",
    "links": "Track still on the board",
})  # fmt: skip

# Translators: the title or a row of a statement
ACCOUNTS: Final = Words({
    "profit": "Profit and loss, round {round}",
    "points": "Points in round {round}",
    "takeovers": "Takeovers, round {round}",
    "final": "Final score",
    # Translators: {company} as in "the red company"; a row with the number of links
    "ceded": "Ceded to {company}",
    # Translators: the score, as a row before the sums
    "score": "Points",
    # Translators: how many links a player has, as a row before the sums
    "own_links": "Own links on the board",
    "grey_beer": "Beer, 2 each",
    "grey_stone": "Stone, 2 each",
    "yellow_post": "Post, 1 each",
    "yellow_cheese": "Cheese, 1 each",
    "passengers": "Passengers, 1 each",
    "links": "Own links on the board, −1 each",
    "lost": "Beyond the end of the track",
})  # fmt: skip

# Translators: the title of a picture
PANELS: Final = Words({
    "map": "Map",
    "round": "Round and orders",
    "auction": "Auction",
    "trains": "Trains",
    "players": "Players",
    "tracks": "Tracks",
    "pieces": "Pieces and bags",
})  # fmt: skip

# Translators: what stands in the pictures of the panels
PICTURES: Final = Words({
    "joined": "{start} and {end} are joined.",
    "not_joined": "{start} and {end} are not joined yet.",
    # Translators: over a column of auction boxes, in capitals; at most 22 letters
    "top_row": "Row A, at least {minimum}",
    # Translators: over a column of auction boxes, in capitals; at most 22 letters
    "bottom_row": "Row B, at least {minimum}",
    # Translators: cubes in hand, in capitals; at most 10 letters
    "in_hand": "In hand",
    "score": "Score",
    "winner": "the winner",
    "place": "place {place}",
    "cost_plain": "A link costs {cost}",
    # Translators: goes on from "A link costs 1;"
    "cost_river": "across a river {cost}",
    # Translators: goes on from "A link costs 1;"
    "cost_upland": "upland {cost}",
    # Translators: a heading in capitals; at most 42 letters
    "legend": "Pieces, and how many are in the bags",
})  # fmt: skip


def fill(table: Words[str], name: str, /, **values: object) -> str:
    """A text of a table with its names filled in."""
    return table[name].format_map(values)


def tokens(name: str, count: int) -> str:
    """A number of tokens: the page draws what is between colons."""
    return f"{count} :{name}:"


def things(name: str, count: int, /, **values: object) -> str:
    return counted(THINGS[name], count, **values)


def in_words(text: str) -> str:
    """A text with its tokens written out."""
    return TOKEN.sub(lambda found: SIGNS.get(found[1]) or found[0], text)
