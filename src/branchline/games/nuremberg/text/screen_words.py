"""The words of the screen: what a player may do, what it costs, where points come from."""

from __future__ import annotations

from typing import Final

from branchline.languages import Words, counted

# Translators: on a button; keep it short
BUTTONS: Final = Words({
    "bid": "Bid {count} cube|Bid {count} cubes",
    "begin": "From {start} to {end}",
    "build": "Build to {end}",
    "stop": "End the line",
    "no_line": "Build nothing",
    "pay_white": "Pay 1 white", "pay_brown": "Pay 1 brown", "pay_red": "Pay 1 red", "pay_green": "Pay 1 green",
    "pay_cube": "Pay 1 cube",
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
    "ship": "Ship",
    "load": "Choose the train",
    "pass": "Pass",
    "cede": "Cede to {company}",
    "keep": "Keep",
})  # fmt: skip

# Translators: parts of a price, and what is left after it
PRICES: Final = Words({
    "plain": "{cost} for the link",
    "river": "{cost} across the river",
    "upland": "{cost} upland",
    "red": "1 red for {plot}",
    "green": "1 green for {plot}",
    "landlords": "{count} white for a landlord at {plot}|{count} white for {count} landlords at {plot}",
    "influence": (
        "{count} of it in influence, as no cubes are left|{count} of it in influence, as no cubes are left"
    ),
    "line": "line including this link: {links}, {spent}",
    "for_links": "{cost} for links",
    "instead": "{units} cubes or other influence for the missing brown|"
               "{units} cubes or other influence for {count} missing brown",
    "some_influence": "{count} influence|{count} influence",
    "units": "{count} cube or influence|{count} cubes and influence",
    "nothing": "nothing",
    "left": "left: {things}",
    "outbids": "outbids {name}, who bid {cubes}",
    "points": "{count} point|{count} points",
    "points_between": "{low} to {high} points, depending on the train",
    "to": "to {plot}",
    "saves": "saves {count} per round",
    "leaves": "leaves the board: {things}",
    "becomes": "{plots} becomes theirs too|{plots} become theirs too",
})  # fmt: skip

# Translators: things with a number
THINGS: Final = Words({
    "cubes": "{count} cube|{count} cubes",
    "links": "{count} link|{count} links",
    "white": "{count} white|{count} white",
    "brown": "{count} brown|{count} brown",
    "red": "{count} red|{count} red",
    "green": "{count} green|{count} green",
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
    "final": "Final score",
    "grey_beer": "Beer, 2 each",
    "grey_stone": "Stone, 2 each",
    "yellow_post": "Post, 1 each",
    "yellow_cheese": "Cheese, 1 each",
    "passengers": "Passengers, 1 each",
    "links": "Own links on the board, −1 each",
    "lost": "Beyond the end of the track",
    "before": "Previous points",
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


def things(name: str, count: int, /, **values: object) -> str:
    return counted(THINGS[name], count, **values)
