"""All words of the picture, in English. Catalogues translate them; names in braces are filled in."""

from __future__ import annotations

from typing import Final

from branchline.languages import Words

# Translators: in the picture of the table; keep it short
WORDS: Final = Words({
    "game": "First Train to Nuremberg",
    "round": "Round {round} of {rounds}",
    "profit_loss": "Profit & loss",
    "general": "General",
    "building_order": "Building",
    "train_order": "Trains",
    "earned": "+{points}",
    "passed": "passed",
    "you": "you",
    "held": "{count} in hand",
    "bid": "{count} bid",
    "stock": "{count} in stock",
    "track": "{count} track left",
    "this_round": "this round",
    "kept": "earlier",
    "no_order": "not decided yet",
    "reconstructed": "Reconstructed.",
    "own_map": "On this map:",
    "reconstructed_too": "Auction boxes and trains are reconstructed too.",
    "bags": "In the bags",
    "passenger_of": "passenger ({company})",
    "landlord": "landlord",
    "government": "government",
    "dealer": "train dealer",
    "over": "The game is over",
    "draw": "Drawing",
    "river": "River {name}",
    "north": "N",
    "forbidden": "No track between {a} and {b}",
})  # fmt: skip

# The phase of a view and its position among the ten
ON_THE_LINE: Final = {
    "investment": 0, "discs": 1, "auction": 2, "building": 4, "shipping": 5, "profit": 6, "takeover": 8,
    "round_end": 9, "game_end": 9,
}  # fmt: skip

# Translators: a phase, on a line of ten; at most two words, or 12 letters
PHASES: Final = Words({
    0: "Investment", 1: "Discs", 2: "Auction", 3: "Orders", 4: "Building", 5: "Trains & shipping",
    6: "Profit & loss", 7: "New order", 8: "Takeovers", 9: "End of round",
})  # fmt: skip

SET_UP: Final = Words({
    "draw_goods": "Setup: goods are drawn",
    "draw_pawns": "Setup: passengers are drawn",
    "draw_order": "Setup: the order is drawn",
})  # fmt: skip

INFLUENCE: Final = Words({"white": "Government", "brown": "Train dealer"})
SYMBOLS: Final = Words({"city": "city", "town": "town", "village": "village"})
CLASSES: Final = Words({1: "First class", 2: "Second class", 3: "Third class"})
# Translators: within a sentence
IN_CLASS: Final = Words({1: "first class", 2: "second class", 3: "third class"})
KINDS: Final = Words({
    "post": "post plot", "cheese": "dairy plot", "hops": "hop field", "hill": "hill", "empty": "empty plot",
    "station": "station", "start_area": "start area",
})  # fmt: skip

# Translators: what a part of the picture says when it is pointed at or read aloud
TITLES: Final = Words({
    "plot": "{name}, {kind}",
    "serves": "{name}, {kind}, served from {stations}",
    "border_plain": "{a} – {b}: a link costs {cost}",
    "border_river": "{a} – {b}: across the river, a link costs {cost}",
    "border_upland": "{a} – {b}: upland, a link costs {cost}",
    "link": "{a} – {b}: {owner}'s link",
    "line": "Line in progress: {plots}",
    "station": "{name}, {company} station",
    "neutral": "neutral",
    "two_companies": "{red} and {green}",
    "red_passengers": "{count} red passenger|{count} red passengers",
    "green_passengers": "{count} green passenger|{count} green passengers",
    "landlords": "{count} landlord|{count} landlords",
    "goods": "{count} {goods}",
    "red": "red passenger at {plot}",
    "green": "green passenger at {plot}",
    "landlord": "landlord at {plot}",
    "cube": "{goods} at {plot}",
    "box": "Auction box {box}: {points}, at least {minimum}",
    "disc": "{colour} disc",
    "standing": "{name} bids {cubes}",
    "train": (
        "Train {train}, {row}, costs {cost}: {passengers} of {passenger_spaces} passenger spaces "
        "({passenger_points} each), {goods} of {goods_spaces} goods spaces ({goods_points} each) taken"
    ),
    "rented": "rented by {name}",
    "free": "free",
    "track_place": "{track}: {name} at {value}",
    "player": "{name}: {score} points, profit and loss {profit}, {held} cubes in hand, {bid} bid, {stock} in stock, "
              "{track} track pieces left",
    "to_move": "to move",
    "earned": "{points} points to come",
    "passed": "passed",
    "influence": "influence white {white}, brown {brown}, red {red}, green {green}",
    "shipped": "shipped this round {shipped}, earlier {kept}",
    "items": "{yellow} {yellow_goods}, {grey} {grey_goods}, {red} red and {green} green passengers",
    "order": "{order} order: {names}",
    "phase": "Phase of the round: {phase}",
})  # fmt: skip


def say(name: str, /, **values: object) -> str:
    return WORDS[name].format_map(values)


def tell(name: str, /, **values: object) -> str:
    return TITLES[name].format_map(values)
