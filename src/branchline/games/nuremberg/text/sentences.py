"""The words of this game for people, in English. Catalogues translate them; the rules only know their numbers.

Names in braces are filled in: {plot}, {start}, {end} are plots, {company} and {goods} names from the map file. Where
a number matters, singular and plural are in one text: `{count} cube|{count} cubes`.
"""

from __future__ import annotations

from typing import Final

from branchline.games.nuremberg.rules import refusals as r
from branchline.languages import Words, texts

# reason: clause, sentence
# Translators: why a move is not allowed, told to the player who wanted it
REFUSALS: Final[dict[int, tuple[str, str]]] = texts({
    r.GAME_IS_OVER: ("N14.4", "The game is over."),
    r.IS_AUCTION: ("N5.1", "You can't do that in this phase: it is time to bid for influence."),
    r.IS_BUILDING: ("N7.1", "You can't do that in this phase: it is time to build track."),
    r.IS_SHIPPING: ("N9.1", "You can't do that in this phase: it is time to rent a train, ship or pass."),
    r.IS_TAKEOVER: ("N12.1", "You can't do that in this phase: it is time to cede track or keep it."),
    r.CHANCE_DRAWS: ("N2.1", "The draw has to be made first."),
    r.NOT_CHANCE: ("N2.1", "Only the dealer draws."),
    r.PAY_FIRST: ("N7.12", "First pay what you still owe: {owed}."),
    r.LOAD_FIRST: ("N9.4", "First choose the train for the item."),
    r.NO_SUCH_MOVE: ("N1.1", "That move does not exist on this board with this number of players."),
    r.OWN_BID: ("N5.6", "You already hold the highest bid on {box}: you can't raise your own bid."),
    r.BELOW_MINIMUM: ("N5.2", "Bids on {box} start at {minimum} cubes."),
    r.NOT_MORE: ("N5.2", "The highest bid on {box} is {standing} cubes; bid more."),
    r.TOO_FEW_CUBES: ("N5.2", "You have only {held} cubes, too few for that bid."),
    r.NO_TRACK_LEFT: ("N7.1", "All 15 of your track pieces are on the board."),
    r.BORDER_TAKEN: ("N7.2", "There is already a link between {start} and {end}."),
    r.NO_START: ("N7.3", (
        "A line starts at a red or green station or where you already have track; {start} is neither."
    )),
    r.NOT_FROM_HEAD: ("N7.4", "The line continues from {head}, where its last link ended."),
    r.PLOT_TWICE: ("N7.4", "The line has already been to {end}: it can't visit a plot twice."),
    r.HILL_OR_FIELD: ("N7.6", (
        "There can be no track between {start} and {end}: lines never enter or leave hills and fields."
    )),
    r.NORTH_SOUTH: ("N7.7", "{start} and {end} are never linked directly."),
    r.THROUGH_SOUTH: ("N7.8", "A line may start or end at {start} but never run through it."),
    r.SOUTH_ONLY_START: ("N7.8", "In this game a line may start at {end} but not end there."),
    r.COMPANY_UNPAID: ("N7.10", "A company plot costs 1 influence of its colour: you need {tolls}."),
    r.LANDLORD_UNPAID: ("N7.11", "Each landlord costs 1 white influence: you need {landlords} and have {white}."),
    r.LINK_UNPAID: ("N7.13", "The link costs {cost}, but after the other payments you have only {left} left."),
    r.NOTHING_OWED: ("N7.12", "You don't owe anything."),
    r.NOT_IN_THAT: ("N7.12", "You can't pay with {unit} now."),
    r.TRAIN_TAKEN: ("N9.2", "Train {train} is taken: only one player can rent it."),
    r.ROW_USED: ("N9.2", "You already have a train in that row."),
    r.TRAIN_UNPAID: ("N9.3", (
        "Train {train} costs {cost} brown; instead of each missing brown you need 3 cubes or other influence."
    )),
    r.NO_SUCH_ITEM: ("N9.9", "There is no such item at {plot}."),
    r.NO_SPACE: ("N9.4", "None of your trains has a free space for that."),
    r.NO_WAY: ("N9.5", "Your own links don't lead from {plot} to where that has to go."),
    r.STRANDED: ("N9.8", "No neutral station serves {plot} any more: what lies there is stranded."),
    r.NOTHING_TO_LOAD: ("N9.4", "No item is waiting for a train."),
    r.NO_ROOM_THERE: ("N9.4", "That train is not yours or has no free space for the item."),
    r.NO_TRAIN_OWED: ("N9.3", "You don't owe anything."),
    r.PAY_TRAIN_FIRST: ("N9.3", "First pay what you still owe: {owed}."),
    r.NOT_IN_THAT_UNIT: ("N9.3", "You can't pay with {unit} now."),
    r.BROWN_FIRST: ("N9.3", "Brown has to be paid first, and you have none left."),
    r.IS_AT_HOME: ("N9.10", (
        "That can't be loaded at {plot}: goods are never loaded on a company plot, nor passengers at a "
        "station of their own colour."
    )),
    r.NOT_OWN_LINK: ("N12.2", "You have no link between {start} and {end}."),
    r.NOT_COMPANY_STATION: ("N12.3", (
        "A stretch for {company} starts at one of its stations; {start} is not one."
    )),
    r.OTHER_COMPANY: ("N12.1", "This stretch goes to the other company: each stretch goes to one company only."),
    r.WAY_NOT_FROM_HEAD: ("N12.2", "The stretch continues from {head}."),
    r.WAY_PLOT_TWICE: ("N12.2", "The stretch has already been to {end}: it can't visit a plot twice."),
    r.TOO_LITTLE_INFLUENCE: ("N12.4", "Two links cost 1 influence of {company}; you have {influence}."),
    r.NO_STATION_AHEAD: ("N12.3", "That way leads to no station where this stretch could end."),
    r.NOT_AT_STATION: ("N12.3", "A stretch ends at a station; {head} is not one."),
    r.NAMED_FROM_OTHER_END: ("N12.5", "Start this stretch from its other end, {head}."),
    r.BEGIN_AT_OTHER_END: ("N12.5", (
        "That way leads only to a station of {company}: start the stretch from there."
    )),
    r.COMPANY_TRACK_OUT: ("N1.5", "There are no track pieces of {company} left for that."),
    r.STRETCH_BEGUN: ("N12.1", "You have started a stretch: continue it, cede it or undo it."),
    r.NO_STRETCH: ("N12.1", "You have not started a stretch."),
})  # fmt: skip

# Translators: what a player has to do, after "Ann to move: "
# What is missing for an item that nearly could be shipped: clause, sentence
# Translators: why an item can't be shipped, told to the player who wanted it
NEARLY: Final[dict[str, tuple[str, str]]] = texts({
    "link": ("N9.5", "You are just one link short for that: between {start} and {end}."),
    "space": ("N9.4", "Your links lead there, but none of your trains has a free space for that."),
})  # fmt: skip

PHASE_NOW: Final = Words({
    "bid": "bid for influence",
    "build": "build track",
    "pay": "pay",
    "act": "rent a train, ship or pass",
    "load": "choose a train",
    "cede": "cede track or keep it",
})  # fmt: skip

# verb: what a move does, with {name} for the player
# Translators: a line of the log
MOVES: Final = Words({
    "bid": "{name} bids {cubes} on {box}.",
    "build": "{name} builds from {start} to {end}.",
    "stop": "{name} ends the line.",
    "no_line": "{name} builds nothing.",
    "pay": "{name} pays {paid}.",
    "rent": "{name} rents train {train}.",
    "ship": "{name} ships {item} from {plot}.",
    "load": "{name} loads it on train {train}.",
    "pass": "{name} passes.",
    "cede": "{name} offers {company} the link from {start} to {end}.",
    "sign": "{name} cedes {links} to {company} for {price}.",
    "keep": "{name} cedes nothing.",
    "goods": "A {goods} cube is drawn for {plot}.",
    "pawn": "A {pawn} is drawn for {plot}.",
    "seat": "{name} comes {place}.",
    "disc": "A {colour} disc is drawn for {box}.",
})  # fmt: skip

# Translators: the place in the order, in "Ann comes first."
PLACES: Final = Words({0: "first", 1: "second", 2: "third", 3: "fourth"})
# Translators: what is shipped, in "Ann ships a red passenger from Feucht."
ITEMS: Final = Words({"red": "a red passenger", "green": "a green passenger"})
GOODS: Final = Words({"post": "post", "beer": "beer", "cheese": "cheese", "stone": "stone"})
PAWNS: Final = Words({"red": "red passenger", "green": "green passenger", "white": "landlord"})
# Translators: a colour by itself, as in "Influence: white"
COLOURS: Final = Words({"white": "white", "brown": "brown", "red": "red", "green": "green"})
# Translators: what can't be paid with, in "You can't pay with white now."
UNITS: Final = Words({"white": "white", "brown": "brown", "red": "red", "green": "green", "cube": "cube"})
# The two rows of auction boxes
BOXES: Final = {"top": "A", "bottom": "B"}
# Names on the boards that are not proper names
NAMES: Final = Words(
    {"The South": "The South", "Red company": "Red company", "Green company": "Green company"}
)

# Translators: a company within a sentence, as in "Ann cedes 2 links to the red company"
WITHIN: Final = Words({"Red company": "the red company", "Green company": "the green company"})

# Things with a number; a colour means influence, yellow and grey mean goods
COUNTS: Final = Words({
    "cubes": "{count} cube|{count} cubes",
    "links": "{count} link|{count} links",
    # Translators: influence of a colour
    "white": "{count} white|{count} white",
    # Translators: influence of a colour
    "brown": "{count} brown|{count} brown",
    # Translators: influence of a colour, or passengers
    "red": "{count} red|{count} red",
    # Translators: influence of a colour, or passengers
    "green": "{count} green|{count} green",
    # Translators: goods cubes
    "yellow": "{count} yellow|{count} yellow",
    # Translators: goods cubes
    "grey": "{count} grey|{count} grey",
    "cube": "{count} cube|{count} cubes",
    "landlords": "{count} landlord|{count} landlords",
})  # fmt: skip

PHASES: Final = Words({
    "draw_goods": "setup",
    "draw_pawns": "setup",
    "draw_order": "setup",
    "investment": "investment",
    "discs": "influence discs",
    "auction": "auction",
    "building": "building track",
    "shipping": "trains and shipping",
    "profit": "profit and loss",
    "takeover": "takeovers",
    "round_end": "end of the round",
    "game_end": "end of the game",
})  # fmt: skip

# The table as text
# Translators: the table as text, for terminals and screen readers
TABLE: Final = Words({
    "head": "{board}, round {round} of {rounds}, {phase}.",
    "over": "The game is over.",
    "dealer": "The dealer draws.",
    "to_move": "{name} to move: {doing}.",
    "line": "The line so far: {plots}.",
    "owed": "Still to pay: {owed}.",
    "score": "score {score}",
    "score_waiting": "score {score} (and {earned} to come)",
    "player": "{name}: {score}, profit/loss {profit}, cubes {held} in hand, {bid} bid, {stock} in stock, "
              "track {track} left, {links} on the board",
    "influence": "influence {points}",
    "passed": "passed",
    "shipped": "shipped this round: {shipped}; earlier: {kept}",
    "general": "General order: {names}",
    "building": "Building order: {names}",
    "trains": "Train order: {names}",
    "white": "White: {places}",
    "brown": "Brown: {places}",
    "red": "Red: {places}",
    "green": "Green: {places}",
    "box": "Box {box}: {points}; {bid}",
    "disc_white": "{points} and a white disc",
    "disc_brown": "{points} and a brown disc",
    "disc_red": "{points} and a red disc",
    "disc_green": "{points} and a green disc",
    "bid": "{name} bids {cubes}",
    "no_bid": "no bid, minimum {minimum}",
    "train": "Train {train}, {cost} brown: passenger spaces {passenger_spaces}, worth {passenger_points}; "
             "goods spaces {goods_spaces}, worth {goods_points}",
    "rented": "rented by {name}, passengers aboard {passengers}, goods aboard {goods}",
    "track": "{name}'s track: {links}",
    "neutral": "neutral",
    "none": "none",
    "nothing": "nothing",
})  # fmt: skip


def called(name: str) -> str:
    """A name from a map file: proper names are kept, the others come in the language of the context."""
    return NAMES.get(name, name)


def company_name(name: str) -> str:
    """A company within a sentence; proper names are kept."""
    return WITHIN.get(name, name)


def box_name(box: str) -> str:
    """An auction box, `top2`, as people read it."""
    return BOXES[box[:-1]] + box[-1]
