"""The words of this game for people, in English. Catalogues translate them; the rules only know their numbers.

Names in braces are filled in: {card}, {train}, {slot} and so on from the move, the rest from the position. Where a
number matters, singular and plural are in one text: `{count} car|{count} cars`.
"""

from __future__ import annotations

from typing import Final

from branchline.games.firstclass.rules import refusals as r
from branchline.languages import Words, texts

# reason: clause, sentence
# Translators: why a move is not allowed, told to the player who wanted it
REFUSALS: Final[dict[int, tuple[str, str]]] = texts({
    r.GAME_IS_OVER: ("F10.4", "The game is over."),
    r.NO_SUCH_MOVE: ("F3.2", "There is no such move."),
    r.CHANCE_DRAWS: ("F2.2", "The draw has to be made first."),
    r.NOT_CHANCE: ("F2.2", "Only the dealer draws."),
    r.OTHER_PHASE: ("F1.4", "You can't do that now: it is time to {now}."),
    r.NOT_IN_HAND: ("F2.2", "That is not one of the cards you can choose from."),
    r.MAIN_STEP_DONE: ("F3.2", "A turn has one main step, and you have already taken yours."),
    r.NO_CARD_THERE: ("F3.2", "There is no card there any more."),
    r.TILE_GONE: ("F3.4", "The start player tile has already been taken this round."),
    r.MAIN_STEP_FIRST: ("F3.2", "First take a card or the start player tile."),
    r.ACTION_RUNS: ("F4.1", "First finish the action in progress: {effect}."),
    r.NOT_PART: ("F4.1", "That is not part of the action in progress: {effect}."),
    r.OTHER_PART: ("F4.1", "Finish one part before you start the next. Left to do: {part}."),
    r.NOT_WAITING: ("F4.2", "That action is not waiting."),
    r.CAN_DO_NOTHING: ("F4.2", "That action would do nothing now."),
    r.STILL_WAITING: ("F4.2", "Actions are still waiting: do everything you can before you end the turn."),
    r.OUT_OF_TURN: ("F4.4", "You can't spend coins or complete contracts out of turn."),
    r.NO_ACTION: ("F4.1", "No action in progress allows that."),
    r.PLACE_FIRST: ("F4.1", "First place the card."),
    r.NOTHING_TO_PLACE: ("F4.1", "There is no card to place there."),
    r.TRAIN_FULL: ("F5.1", "{the_train} is full: it already holds 10."),
    r.NO_CAR_THERE: ("F5.2", "Slot {slot} {of_train} is empty."),
    r.TOP_VALUE: ("F5.2", "That car is already worth 12, the maximum."),
    r.LEFT_FIRST: ("F5.2", "A car can never be worth more than the car on its left: upgrade that one first."),
    r.NOT_UPGRADED: ("F5.3", "Slot {slot} {of_train} holds no car that can be upgraded."),
    r.END_OF_TRAIN: ("F5.4", "A conductor can't go beyond the end of the train."),
    r.CHOOSE_MAIL: ("F5.3", "First choose a mail car."),
    r.NO_MAIL_DUE: ("F5.3", "There is no mail car to place now."),
    r.MAIL_USED: ("F5.3", "That mail car is already in a train."),
    r.FIVE_RAILS: ("F6.4", (
        "Your route already has five rail cards: you can only trade a sixth for an upgrade."
    )),
    r.NO_COIN_THERE: ("F8.1", "There is no coin in column {what}."),
    r.COLUMN_USED: ("F8.1", "You can use the action of column {what} only once per turn."),
    r.COIN_USELESS: ("F8.1", "The action of column {what} would do nothing now."),
    r.NO_FOUR_COINS: ("F8.2", "You don't have those four coins."),
    r.NO_GAME_END_LEFT: ("F8.2", "There are no game-end cards left."),
    r.NO_SUCH_CONTRACT: ("F9.1", "You have no such open contract."),
    r.NOT_FULFILLED: ("F9.2", "That contract can't be completed yet. It needs: {need}."),
    r.NO_CLOCK_STOP: ("F10.1", "Your locomotive has not reached another clock stop."),
    r.CLOCK_FIRST: ("F10.1", "First do the clock stops that your locomotive has reached."),
    r.NOT_OPEN: ("F10.5", "That card is not face up."),
    r.PILE_EMPTY: ("F10.5", "The pile of game-end cards is empty."),
    r.NO_FREE_CAR: ("F12.3", (
        "There is no free car for it: you can only trade the card for an upgrade."
    )),
    r.NO_FREE_RAIL: ("F12.3", "There is no free rail card for it: it goes under one, never under a station."),
    r.NOT_NEXT_GAP: ("F15.1", "A gap card goes into the next free gap or on top of an older gap card."),
    r.BONUS_FIRST: ("F15.3", "First the mechanic's bonus, then lay the card."),
    r.NO_MECHANIC: ("F15.3", "No mechanic in gap {gap} has work to do {in_train}."),
    r.MECHANIC_WAITS: ("F15.3", "The mechanic in gap {gap} can't upgrade {in_train} yet."),
    r.NO_SUCH_TOKEN: ("F13.5", "You have no such token with fingerprints."),
    r.NO_DISCARDS_LEFT: ("F13.5", "You can't discard any more tokens."),
})  # fmt: skip

# Translators: what a player has to do, after "Ann to move: "
DECISION_NOW: Final = Words({
    "keep": "keep a game-end card",
    "main": "take a card or the start player tile",
    "between": "spend coins, complete contracts or end the turn",
    "step": "continue the action",
    "wait": "choose a waiting action",
    "score": "do clock stops or end the scoring",
    "discard": "discard evidence",
    "draw": "draw",
    "none": "rest",
})  # fmt: skip

PHASES: Final = Words({
    "draw_start": "setup",
    "draw_roles": "setup",
    "deal_draft": "setup",
    "draft": "draft of game-end cards",
    "open_cards": "setup",
    "show_cards": "revealing cards",
    "turns": "turns",
    "scoring": "scoring phase",
    "end_cards": "end of the game",
    "draw_evidence": "evidence",
    "discard_evidence": "evidence",
    "game_over": "end of the game",
})  # fmt: skip

# verb: what a move does, with {name} for the player
# Translators: a line of the log
MOVES: Final = Words({
    "end": "{name} ends the turn.",
    "end_scoring": "{name} scores both trains: {points}.",
    "tile": "{name} takes the start player tile: {effect}.",
    "clock": "{name} does the clock stop on space {space}: {effect}.",
    "blind": "{name} takes a game-end card from the pile.",
    "walk": "{name} moves conductors: {effect}.",
    "choose": "{name} will now choose a game-end card.",
    "done": "{name} discards no more evidence.",
    "take": "{name} takes {card}.",
    "trade": "{name} trades {card} for an upgrade.",
    "upgrade": "{name} upgrades slot {slot} {of_train} to {value}.",
    "mechanic": "{name}'s mechanic in gap {gap} makes an upgrade {in_train}.",
    "buy": "{name} spends four coins: {effect}.",
    "spend": "{name} spends a coin from column {what}: {effect}.",
    "point": "{name} spends a coin from column {what}: {effect}.",
    "complete": "{name} completes a contract: {effect}.",
    "do_mail": "{name} uses the action of a mail car: {effect}.",
    "do_contract": "{name} uses the action of a contract: {effect}.",
    "do_guest": "{name} uses the action of a guest: {effect}.",
    "do_game_end": "{name} uses the action of a game-end card: {effect}.",
    "car": "{name} adds {thing} {to_train}.",
    "mail": "{name} places a mail car: {effect}.",
    "conductor_upper": "{name}'s upper conductor moves to slot {slot}.",
    "conductor_lower": "{name}'s lower conductor moves to slot {slot}.",
    "pick": "{name} takes a game-end card: {effect}.",
    "celebrity": "{name} seats the celebrity {in_train}.",
    "postcard": "{name} puts the postcard under rail card {what}.",
    "guest_passenger": "{name} takes the guest as a passenger.",
    "guest_luggage": "{name} takes the guest as luggage.",
    "gap": "{name} lays the card in gap {what}.",
    "keep": "{name} keeps a game-end card: {effect}.",
    "keep_hidden": "{name} keeps a game-end card.",
    "discard": "{name} discards an evidence token: {effect}.",
    "seat": "{name} is the start player.",
    "role": "{name} gets the role: {role}.",
    "role_hidden": "{name} gets a role.",
    "deal": "A game-end card is dealt for the draft: {effect}.",
    "deal_hidden": "A game-end card is dealt for the draft.",
    "open": "A game-end card is turned face up: {effect}.",
    "draw": "{name} draws a game-end card: {effect}.",
    "draw_hidden": "{name} draws a game-end card.",
    "show": "A card is added to the market: {card}.",
    "token": "{name} reveals evidence: {effect}.",
})  # fmt: skip

# What a car part can add
# Translators: what is added, in "Ann adds a car to the upper train."
ADDED: Final = Words({"car": "a car", "mail": "a mail car", "tile": "a locomotive tile"})

LINKS: Final = Words({
    # Translators: between the last two of a list, with its spaces: "a, b and c"
    "and": " and ",
    # Translators: between the last two of a list, with its spaces: "a, b or c"
    "or": " or ",
    # Translators: between two ways in which a card scores
    "else": ", otherwise ",
    "more": "; ",
    "nothing": "nothing",
    "placing": "placing the card",
    "upper": "upper train",
    "lower": "lower train",
    # Translators: at the start of a sentence
    "the_upper": "The upper train",
    # Translators: at the start of a sentence
    "the_lower": "The lower train",
    "of_upper": "of the upper train",
    "of_lower": "of the lower train",
    "in_upper": "in the upper train",
    "in_lower": "in the lower train",
    # Translators: where a car is added
    "to_upper": "to the upper train",
    # Translators: where a car is added
    "to_lower": "to the lower train",
    # Translators: what a refused move was about
    "that": "that",
    # Translators: what a refused move was about
    "four_coins": "four coins",
    # Translators: what a refused move was about
    "gap": "gap {gap}",
})  # fmt: skip

# Translators: a role, in "Role: murderer"
ROLES: Final = Words({"murderer": "murderer", "innocent": "innocent"})

# One part of an action
# Translators: a part of an action, as in "1 car and 2 coins"
EFFECTS: Final = Words({
    "car": "{count} car|{count} cars",
    "upgrade": "{count} upgrade|{count} upgrades",
    "conductor_upper": "{count} step for the upper conductor|{count} steps for the upper conductor",
    "conductor_lower": "{count} step for the lower conductor|{count} steps for the lower conductor",
    "conductor_either": "{count} step for either conductor|{count} steps for either conductor",
    "conductor_both": "{count} step for each conductor|{count} steps for each conductor",
    "loco": "{count} space for the locomotive|{count} spaces for the locomotive",
    "coin": "{count} coin|{count} coins",
    "points": "{count} point|{count} points",
    "gameEnd": "{count} game-end card|{count} game-end cards",
})  # fmt: skip
TIMES: Final = texts("{effect}|{effect}, {count} times")

# What a card is, and what that means
KINDS: Final = Words({
    "rail": "rail card",
    "celebrity": "celebrity",
    "postcard": "postcard",
    "guest": "guest",
    "switch": "switch",
    "mechanic": "mechanic",
    "contract": "contract",
    "destroy": "destroy evidence card",
    "game_end": "game-end card",
})  # fmt: skip
# Translators: what a card is, in "Ann takes a contract (4 cars; reward 3 points)."
A_CARD: Final = Words({
    "rail": "a rail card",
    "celebrity": "a celebrity",
    "postcard": "a postcard",
    "guest": "a guest",
    "switch": "a switch",
    "mechanic": "a mechanic",
    "contract": "a contract",
    "destroy": "a destroy evidence card",
})  # fmt: skip
# Translators: what a card does, in a few words
CARDS: Final = Words({
    "kind": "{kind}: {words}",
    "named": "{kind} {card}",
    "told": "{card}: {words}",
    "called": "{card} ({words})",
    "rail": "{points}, then a clock stop with {clock}",
    "celebrity": "its car scores double",
    "postcard": "its clock stop is done twice",
    "guest": "as a passenger {passenger}; as luggage {luggage}",
    "switch": (
        "the upper train's left car scores {upper}, the lower train's right car {lower}, if worth {need} or "
        "more"
    ),
    "mechanic": "the car behind one worth {need} or more is upgraded",
    "contract": "{need}; reward {reward}",
    "evidence_self": (
        "the player who takes it draws {count} evidence token|the player who takes it draws {count} evidence "
        "tokens"
    ),
    "evidence_others": "all others draw {count} evidence token|all others draw {count} evidence tokens",
    "destroy": "discards evidence at the end",
    "game_end": "{now} now; at the end {end}",
    "per": "{points} for each {thing}",
    "per_some": "{points} for every {thing}",
    "most": "{points}, at most {most}",
    "if": "{points} with {need}",
    "times": "{reward} for each {thing}",
})  # fmt: skip

# What can be counted
# Translators: what is counted; where {count} stands first, let it stand first: 1 is left out at times
THINGS: Final = Words({
    "cars": "{count} car worth {value} or more|{count} cars worth {value} or more",
    "cars_of": "car worth {value}",
    "any_car": "{count} car|{count} cars",
    "in_upper": "{cars} in the upper train",
    "in_lower": "{cars} in the lower train",
    "from_slot": "{cars} from slot {slot} on",
    "reached": "{cars} reached",
    "filled": "{count} filled slot|{count} filled slots",
    "run": "consecutive cars worth {values}",
    "conductor_upper": "upper conductor on slot {count} or beyond",
    "conductor_lower": "lower conductor on slot {count} or beyond",
    "conductors": "conductor on slot {slot} or beyond",
    "conductors_last": "conductor on the last slot",
    "mail_placed": "{count} mail car placed|{count} mail cars placed",
    "mail_reached": "{count} mail car reached|{count} mail cars reached",
    "loco_pos": "locomotive on space {count} or beyond",
    "loco_each": "space the locomotive has moved",
    "rail_cards": "{count} rail card|{count} rail cards",
    "constantinople": "Constantinople reached",
    "tiles": "{count} locomotive tile|{count} locomotive tiles",
    "on_tile": "{count} conductor on a locomotive tile|{count} conductors on locomotive tiles",
    "completed": "{count} completed contract|{count} completed contracts",
    "stars_and_cards": "{count} celebrity or postcard|{count} celebrities or postcards",
    "passengers": "{count} passenger|{count} passengers",
    "luggage": "{count} piece of luggage|{count} pieces of luggage",
    "suspect_self": "{count} “suspect yourself” card|{count} “suspect yourself” cards",
    "suspect_others": "{count} “suspect the others” card|{count} “suspect the others” cards",
    "destroy": "{count} destroy evidence card|{count} destroy evidence cards",
    "coins": "{count} coin|{count} coins",
    "game_end_cards": "{count} game-end card|{count} game-end cards",
    "module_cards": "{count} card laid by a module|{count} cards laid by a module",
    "car_value_upper": "{count} point of printed value in the upper train|"
                       "{count} points of printed value in the upper train",
    "car_value_lower": "{count} point of printed value in the lower train|"
                       "{count} points of printed value in the lower train",
    "different": "different car value among {values}",
    "evidence": "{count} evidence token|{count} evidence tokens",
})  # fmt: skip

# Evidence tokens turned up
TOKENS: Final = Words({
    "fingerprints": "{count} fingerprint|{count} fingerprints",
    "points": "{count} point|{count} points",
    "remove": "remove {count} token|remove {count} tokens",
})  # fmt: skip

# The table as text
# Translators: the table as text, for terminals and screen readers; spaces at the start stay
TABLE: Final = Words({
    "head": "First Class with modules {modules}, round {round} of 6, {phase}.",
    "over": "The game is over.",
    "dealer": "The dealer draws.",
    "to_move": "{name} to move: {now}.",
    "left": "{turn} Left to do: {parts}.",
    "place": "place the {what}",
    "place_mail_upper": "a mail car for the upper train",
    "place_mail_lower": "a mail car for the lower train",
    "hand": "To keep or pass on, {card}: {words}",
    "row": "Row {row} can give {count} more card|Row {row} can give {count} more cards",
    "row_cards": "{row}:",
    "row_tile": "{row}. The start player tile is in front of it:",
    "place_of": "  {row}.{column} {card}",
    "ways": "'take' takes a card for its action; 'trade' takes any card for {effect} instead.",
    "tile": "The start player tile gives {effect} and the first turn of the next round.",
    "tile_others": "Clockwise from the player who takes it, who counts as first, {shares}.",
    "share_2": "the second player gets {effect}",
    "share_3": "the third player gets {effect}",
    "share_4": "the fourth player gets {effect}",
    "successor": "{name} starts the next round.",
    "columns": "What a coin buys: {columns}; from any column, {any}. Four coins buy {four}.",
    "column": "from column {column}, {effect}",
    "mail_cars": "What mail cars give: {cars}.",
    "mail_car": "{car}, {effect}",
    "mail_left": "  mail cars to place: {cars}",
    "player": "{name}: score {score}",
    "start": "start player",
    "no_coins": "  no coins",
    "coins": "  {coins}: {columns}",
    "in_column": "{count} in column {column}",
    "train": "  {train}: slots {slots}; {conductor}",
    "conductor": "conductor on slot {slot}",
    "conductor_before": "conductor before slot 1",
    "mail": "mail car {car}",
    "locomotive": "locomotive tile {number}",
    "under": "{value} with {card}",
    "boarded": "on board",
    "not_boarded": "not on board yet",
    "loco": "  locomotive on space {space}",
    "loco_before": "  locomotive before the first station",
    "rail": "  rail card {number}: {words}",
    "twice": "with a postcard, done twice",
    "gap": "  gap {number}: {card}",
    "gap_done_upper": "done in the upper train",
    "gap_done_lower": "done in the lower train",
    "gap_waits_upper": "{count} upgrade waits in the upper train|{count} upgrades wait in the upper train",
    "gap_waits_lower": "{count} upgrade waits in the lower train|{count} upgrades wait in the lower train",
    "open": "  {card}",
    "open_contract": "  {card}, {have} of {want}: {words}",
    "fulfilled": "  {card}, ready to complete: {words}",
    "waiting": "  waiting, {source}: {effect}",
    "waiting_hidden": "  waiting, the effect of a game-end card",
    "tokens": "  {tokens}",
    "evidence": "  evidence {token}, {effect}: {count}",
    "role": "  role: {role}",
    "held": "  {card}",
    "open_game_end": "Face-up {card}",
    "pile": "In the pile: {cards}.",
})  # fmt: skip
