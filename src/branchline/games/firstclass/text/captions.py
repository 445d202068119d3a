"""The words of the screen: buttons, headings, prices, warnings, sums. Lookups give the language of the context; names
in braces are filled in."""

from __future__ import annotations

from typing import Final

from branchline.languages import Words, texts

# Translators: whose turn it is and what they may do
NOW: Final = Words(
    {
        "over": "The game is over.",
        "draw": "The dealer draws.",
        "keep": "{name} keeps one of these game-end cards and passes the others on.",
        "main": "{name} takes a card or the start player tile.",
        "main_card": "{name} takes a card.",
        "between": "{name} may spend coins, complete contracts, or end the turn.",
        "waiting": "{name} picks one of the waiting actions.",
        "step": "{name} continues the action: {parts}.",
        "step_out": "{name}, out of turn, continues the action: {parts}.",
        "wait": "{name}, out of turn, picks one of the waiting actions.",
        "clock": "{name} is scoring: next is the clock stop on space {space}.",
        "score": "{name} is scoring and may spend coins and complete contracts before both trains score.",
        "discard": "{name} may discard evidence with fingerprints.",
    }
)

# Translators: what a player has to do, after "Your turn: "
TODO: Final = Words(
    {
        "keep": "keep one of these game-end cards and pass the others on",
        "main": "take a card or the start player tile",
        "main_card": "take a card",
        "between": "spend coins, complete contracts, or end the turn",
        "waiting": "pick one of the waiting actions",
        "step": "continue the action: {parts}",
        "step_out": "out of turn, continue the action: {parts}",
        "wait": "out of turn, pick one of the waiting actions",
        "clock": "in your scoring, do the clock stop on space {space}",
        "score": "spend coins, complete contracts, or score",
        "discard": "discard evidence with fingerprints, or keep it",
    }
)

# Translators: on a button; keep it short
CHOICES: Final = Words(
    {
        "take": "Take {card}",
        "trade": "Trade {card} for an upgrade",
        "tile": "Take the start player tile: {effect}",
        "spend": "Coin from column {column}: {effect}",
        "point": "Coin from column {column}: {effect}",
        # Translators: {need} is what a contract requires
        "complete": "Complete “{need}”: {effect}",
        "do_mail": "Mail car: {effect}",
        "do_contract": "Contract: {effect}",
        "do_guest": "Guest: {effect}",
        "do_game_end": "Game-end card: {effect}",
        "mechanic_upper": "Mechanic in gap {gap}: slot {slot} of the upper train from {value} to {better}",
        "mechanic_lower": "Mechanic in gap {gap}: slot {slot} of the lower train from {value} to {better}",
        "clock": "Clock stop on space {space}: {effect}",
        "clock_again": "Clock stop on space {space} again: {effect}",
        "end": "End the turn",
        "end_scoring": "Score both trains: {points}",
        "car_upper": "Add a car to the upper train|Add {count} cars to the upper train",
        "car_lower": "Add a car to the lower train|Add {count} cars to the lower train",
        "mail_upper": "Add a mail car to the upper train",
        "mail_lower": "Add a mail car to the lower train",
        "tile_upper": "Add a locomotive tile to the upper train",
        "tile_lower": "Add a locomotive tile to the lower train",
        "mail": "Mail car: {effect}",
        "upgrade_upper": "Upper train, slot {slot}: from {value} to {better}",
        "upgrade_lower": "Lower train, slot {slot}: from {value} to {better}",
        "conductor_upper": "Move the upper conductor to slot {slot}",
        "conductor_lower": "Move the lower conductor to slot {slot}",
        "walk": "Move conductors: {effect}",
        "choose": "Choose a game-end card",
        "pick": "Take the game-end card: {words}",
        "blind": "Take the top card of the pile, unseen",
        "celebrity_upper": "Seat the celebrity in slot {slot} of the upper train",
        "celebrity_lower": "Seat the celebrity in slot {slot} of the lower train",
        "postcard": "Put the postcard under rail card {rail}",
        "passenger": "As a passenger in slot {slot} of the upper train: {effect}",
        "luggage": "As luggage in slot {slot} of the lower train: {effect}",
        "gap": "Lay the card in gap {gap}",
        "gap_over": "Lay the card in gap {gap}, over {card}",
        "keep": "Keep: at the end {words}",
        "discard": "Discard {token}",
        "discard_most": "Discard the most fingerprints",
        "done": "Stop discarding",
    }
)

# Translators: a card and a small number, where two alike are on the table
NUMBERED: Final = texts("{card} ({number})")

# Translators: the coach asks a newcomer before such a move; the answers are "No, go back" and "Yes, do it"
CAUTIONS: Final = Words(
    {
        "trade": "You would give up everything this card shows for a single upgrade. You could take it instead.",
        "point": "One point is little for a coin. Saved, it can buy a car, a conductor's step or an upgrade.",
        "contract": "One of your contracts is ready to complete. Its reward is yours for a click.",
    }
)

# Translators: a heading over buttons; where {count} counts, one thing is left to do, or several
GROUPS: Final = Words(
    {
        "keep": "Keep one",
        "take": "Take a card",
        "trade": "Trade a card",
        "tile": "Start player tile",
        "spend": "Spend coins",
        "buy": "Buy a game-end card",
        "complete": "Contracts",
        "do": "Waiting actions",
        "clock": "Clock stops",
        "end": "End",
        "car": "Add a car|Add {count} cars",
        "mail": "Choose a mail car",
        "upgrade": "Upgrade a car|Upgrade cars, {count} steps",
        "conductor": "Move a conductor|Move conductors, {count} steps",
        "gameEnd": "Take a game-end card|Take {count} game-end cards",
        "place": "Place the card",
        "discard": "Discard evidence",
    }
)

# Translators: what else a move brings about, under its button
PRICES: Final = Words(
    {
        "card": "{card} leaves the market",
    }
)

# Translators: asked before a move is made
WARNINGS: Final = Words(
    {
        "coins": (
            "There is no space for {count} coin, so it would be lost.|There is no space for {count} coins, so"
            " they would be lost."
        ),
        "nothing": "None of it could be done now.",
        "no_upgrade": "No car can be upgraded now.",
        "cars": (
            "There is no room for {count} car, so it would be lost.|There is no room for {count} cars, so "
            "they would be lost."
        ),
        "waiting": "A waiting action can't do anything now and would be lost: {effects}.",
        "contracts": (
            "You can complete these contracts now; they are worth nothing after the last scoring phase: "
            "{cards}."
        ),
        "mechanic": "The mechanic there still has work to do and would be lost.",
        "evidence": "You could discard {count} more token.|You could discard {count} more tokens.",
    }
)

# Translators: what is about to happen, said beside a button
NOTES: Final = Words(
    {
        "loco": (
            "The route ends: {count} space of the locomotive is lost.|The route ends: {count} spaces of the "
            "locomotive are lost."
        ),
    }
)

# Translators: names of tokens and numbers, in front of a number: "cars +3", "points +2"
SIGNS: Final = Words(
    {
        "car": "cars",
        "upgrade": "upgrades",
        "conductor": "conductor steps",
        "loco": "locomotive",
        "coin": "coins",
        "contract": "contracts",
        "game_end": "game-end cards",
        "column1": "coins of column 1",
        "column2": "coins of column 2",
        "column3": "coins of column 3",
        "points": "points",
        "value": "value of the trains",
        "scoring": "at the next scoring",
    }
)

# Translators: what a number in a player's row says
ROWS: Final = Words(
    {"worth": "both trains would score {count} point now|both trains would score {count} points now"}
)

# Translators: where points came from
SOURCES: Final = Words(
    {
        "upper": "Upper train",
        "lower": "Lower train",
        "switches": "Switches",
        "route": "Route",
        "constantinople": "Constantinople",
        "clock": "Clock stops",
        "card": "Cards",
        "contract": "Contracts",
        "mail": "Mail cars",
        "guest": "Luggage",
        "game_end_now": "Game-end cards (immediate)",
        "coin": "Coins spent",
        "tile": "Start player tile",
        "game_end": "Game-end cards",
        "coins_left": "Coins left",
        "evidence": "Evidence",
        "escape": "Murderer not arrested",
        "fine": "Arrested",
    }
)

# Translators: the title or a row of a statement
ACCOUNTS: Final = Words(
    {
        "phase": "Scoring after round {round}",
        "end": "End of the game",
        "evidence": "Evidence",
        # Translators: the score, as a row before the sums
        "score": "Points",
        # Translators: a place in a train, under the row of that train
        "slot": "Slot {slot}",
    }
)

# Translators: the title of a picture
TITLES: Final = Words(
    {
        "market": "The market",
        "tickets": "Actions",
        "trains": "Trains",
        "route": "Route",
        "coins": "Coins",
        "contracts": "Contracts",
        "hand": "Your secrets",
        "supply": "Supply",
        "rounds": "Rounds",
        "legend": "Legend",
    }
)

# Translators: what a panel says besides the words of the picture
SHAPES: Final = Words(
    {
        "empty_upper": "Upper train, slot {slot}: empty",
        "empty_lower": "Lower train, slot {slot}: empty",
        "gap_empty": "Gap {gap}: empty",
        "mechanic_upper": "Mechanic in gap {gap}: an upgrade in the upper train",
        "mechanic_lower": "Mechanic in gap {gap}: an upgrade in the lower train",
        "constantinople": "Constantinople reached",
        "no_secrets": "No game-end cards yet",
        "actions_of": "{name}: actions",
        "scoring": "Scoring after round {round}: both trains",
    }
)
