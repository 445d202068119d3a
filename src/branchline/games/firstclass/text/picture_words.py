"""The words that occur only in the picture, in English; others are in `sentences`. Catalogues translate
them; names in braces are filled in."""

from __future__ import annotations

from typing import Final

from branchline.games.firstclass.text.sentences import EFFECTS, LINKS, TABLE, THINGS, TOKENS
from branchline.games.firstclass.text.sentences import ROLES as ROLES
from branchline.languages import Words

# Translators: in the picture of the table; keep it short
WORDS: Final = Words({
    "game": "First Class",
    "round": "Round {round} of 6",
    "stage": "Stage {stage}",
    "scoring": "Scoring",
    "row_left": "{count} more",
    "row_gone": "gone",
    "game_ends": "Game-end cards",
    "pile": "{count} in the pile",
    "tiles": "Locomotive tiles",
    "none_left": "none left",
    "constantinople": "Constantinople",
    "to_move": "to move",
    "start_player": "start player",
    "next_start": "starts the next round",
    # Translators: a heading in capitals; at most 18 letters
    "mail_cars": "Mail cars to place",
    "arrested": "arrested",
    "hand": "Keep one",
    "standing": "The score",
    "reconstructed": "Reconstructed.",
    "upper": LINKS.english["upper"],
    "lower": LINKS.english["lower"],
})  # fmt: skip

STATUS: Final = Words({
    "documented": "", "partly": "partly reconstructed", "reconstructed": "reconstructed",
})  # fmt: skip

# Translators: what a part of the picture says when it is pointed at or read aloud
TITLES: Final = Words({
    "card": "{card}, stage {stage}",
    "row": TABLE.english["row"],
    "row_gone": "Row {row} is gone",
    "tile": (
        "Start player tile: {first} and the first turn of the next round; third player {third}, fourth "
        "{fourth}"
    ),
    "slot_car": "{train}, slot {slot}: car worth {value}",
    "slot_mail": "{train}, slot {slot}: mail car ({effect})",
    "slot_tile": "{train}, slot {slot}: locomotive tile {number}",
    "slot_reached": "reached",
    "boarded": TABLE.english["boarded"],
    "not_boarded": TABLE.english["not_boarded"],
    "conductor_upper": "upper train conductor on slot {slot}",
    "conductor_lower": "lower train conductor on slot {slot}",
    "station": "Station {space}: {what}",
    "stop_points": EFFECTS.english["points"],
    "stop_clock": "clock stop, {effect}",
    "rail": "Rail card {number}: {points}, then a clock stop, {effect}",
    "postcard": "with a postcard: done twice",
    "no_rail": "Room for rail card {number}",
    "constantinople": "Constantinople: {points} for the next to arrive",
    "loco": "Locomotive on space {space}",
    "loco_before": "Locomotive before the first station",
    "column": "Column {column}: {coins}, each buys {effect}",
    "column_coins": "Column {column}: {coins}",
    "used": "used this turn",
    "mail_car": "Mail car, to be placed: {effect}",
    "contract": "{card} ({have} of {want})",
    "progress_done": "{card} (ready to complete)",
    "gap": "Gap {gap}: {card}",
    "gap_done_upper": TABLE.english["gap_done_upper"],
    "gap_done_lower": TABLE.english["gap_done_lower"],
    "gap_waits_upper": TABLE.english["gap_waits_upper"],
    "gap_waits_lower": TABLE.english["gap_waits_lower"],
    "waiting": "Waiting: {effect}",
    "waiting_hidden": "Waiting: the effect of a game-end card",
    "running": "In progress: {effect}",
    "left": "{count} left",
    "pile": "{count} card taken, face down|{count} cards taken, face down",
    "destroy": THINGS.english["destroy"],
    "evidence": THINGS.english["evidence"],
    "held": THINGS.english["game_end_cards"],
    "completed": THINGS.english["completed"],
    "role": "Role: {role}",
    "player": "{name}: {score}, {coins}, upper train {upper}, lower train {lower}, locomotive on space {loco}, {rails}",
    "tiles": "Locomotive tiles: {numbers}",
    "arrivals": "Constantinople: {points}",
    "rounds": "Round {round} of 6, scoring after rounds 2, 4 and 6",
    "open_card": "Face up: {card}",
    "standing": "{name}: {score} points",
    "token_fingerprints": TOKENS.english["fingerprints"],
    "token_points": TOKENS.english["points"],
    "token_remove": TOKENS.english["remove"],
})  # fmt: skip

GROUPS: Final = Words({
    "effects": "What an action does",
    "cards": "Cards you place",
    "evidence": "Evidence",
    "needs": "What is required or counted",
    "signs": "Other symbols",
})  # fmt: skip

# One entry per mark, by group; the keys are those of `legend`
# Translators: what a mark means, in the legend; keep it short
LEGEND: Final = Words({
    "car": "Add a car at the right end of either train",
    "upgrade": "Raise a car one step: 0, 1, 2, 4, 7, 12",
    "conductor-upper": "Upper conductor moves to the right",
    "conductor-lower": "Lower conductor moves to the right",
    "conductor-either": "Conductors move, steps split as you like",
    "conductor-both": "Both conductors move this far",
    "loco": "Locomotive moves along the route",
    "coin": "Coins, filling the lowest row first",
    "points": "Points",
    "game-end": "Take a game-end card",
    "rail": "Rail card: points once, then a clock stop",
    "clock": "Clock stop: done in every scoring phase",
    "contract": "Contract: meet what is above, get what is below",
    "celebrity": "Celebrity: its car scores double",
    "postcard": "Postcard: its clock stop is done twice",
    "passenger": "Guest as passenger, upper train",
    "luggage": "Guest as luggage, lower train",
    "switch": "Switch: left car above, right car below score",
    "mechanic": "Mechanic: the next car is upgraded",
    "evidence-self": "You draw evidence",
    "evidence-others": "All others draw evidence",
    "destroy": "Destroy evidence at the end",
    "cars": "Cars worth this or more, both trains",
    "each-train": "This many in each train",
    "run": "Consecutive cars in one train",
    "filled": "Filled slots, whatever is in them",
    "conductor-at": "Conductor on this slot or beyond",
    "mail": "Mail cars placed",
    "mail-reached": "Mail cars the conductor has reached",
    "loco-pos": "Locomotive on this space or beyond",
    "rail-cards": "Rail cards on the route",
    "constantinople": "Constantinople reached",
    "tile": "Locomotive tiles",
    "on-tile": "Conductor on a locomotive tile",
    "completed": "Completed contracts",
    "stars-and-cards": "Celebrities and postcards, in any mix",
    "suspect-self": "A “suspect yourself” card",
    "suspect-others": "A “suspect the others” card",
    "car-value": "Printed value of the cars of a train",
    "module-cards": "Cards laid by a module",
    "train": "Upper train, lower train",
    "per": "For each",
    "or": "Or",
    "partly": "Printed card partly known",
    "reconstructed": "Reconstructed: printed card not known",
    "start": "Start player tile",
    "lit": "Lit windows: reached by the conductor, so the car scores",
})  # fmt: skip


def say(name: str, /, **values: object) -> str:
    return WORDS[name].format_map(values)


def tell(name: str, /, **values: object) -> str:
    return TITLES[name].format_map(values)
