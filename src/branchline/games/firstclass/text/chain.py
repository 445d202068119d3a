"""The actions of a turn in sentences: what started each one, and what it changed on the players' boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16

from branchline.core.compiled.bits import bit
from branchline.core.protocols import ALL
from branchline.games.firstclass.data.codes import PLACED
from branchline.games.firstclass.data.opcodes import COIN, LOCO, POINTS
from branchline.games.firstclass.rules import coins, route
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules.cards import RAILS
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.rules.state import (
    BOARDED,
    CONDUCTORS,
    EMPTY,
    NOTHING,
    SLOTS,
    TILE_SLOT,
    TOKENS,
    UNDER,
    State,
    card_under,
    is_car,
    is_mail,
    postcard,
    slot,
)
from branchline.games.firstclass.text import telling
from branchline.games.firstclass.text.begun import begun, payment
from branchline.games.firstclass.text.notation import TRAINS
from branchline.games.firstclass.text.sentences import EFFECTS, MOVES
from branchline.languages import Words, counted, listed

# Translators: an entry of the log, followed by what it did, as in "Ann takes 2 cars: 2 cars on the lower train."
STARTS: Final = Words({
    "take": "{name} takes {card}.",
    "take_for": "{name} takes {card}: {effects}.",
    "trade": "{name} trades {card} for an upgrade.",
    "trade_for": "{name} trades {card} for an upgrade: {effects}.",
    "tile": "{name} takes the start player tile: {effects}.",
    "complete": "{name} completes a contract ({need}).",
    "spend": "Coin from column {column}: {effects}.",
    "point": "{count} coin spent: {effects}.|{count} coins spent: {effects}.",
    "buy": "Four coins: {effects}.",
    "mail": "Mail car: {effects}.",
    "contract": "Contract: {effects}.",
    "guest": "Guest: {effects}.",
    "game_end": "Game-end card: {effects}.",
    "mechanic": "Mechanic in gap {gap}: {effects}.",
    "clock": "Clock stop on space {space}: {effects}.",
    # Translators: what the start player tile brings somebody else: "Ben gets from the tile: 1 car on the upper train."
    "other": "{name} gets from the tile: {effects}.",
    "nothing": "nothing",
})  # fmt: skip
# Translators: what an action did, part of a list: "2 cars on the lower train, the upper conductor to slot 1"
CHANGES: Final = Words({
    "cars_upper": "{count} car on the upper train|{count} cars on the upper train",
    "cars_lower": "{count} car on the lower train|{count} cars on the lower train",
    "mail_upper": "a mail car on the upper train",
    "mail_lower": "a mail car on the lower train",
    "tile_upper": "a locomotive tile worth {number} on the upper train",
    "tile_lower": "a locomotive tile worth {number} on the lower train",
    "slot": "slot {slot} now worth {value}",
    # Translators: {slots} as in "slot 1 now worth 4 and slot 2 now worth 2"
    "slots_upper": "{slots} on the upper train",
    "slots_lower": "{slots} on the lower train",
    "conductor_upper": "the upper conductor to slot {slot}",
    "conductor_lower": "the lower conductor to slot {slot}",
    "loco": "the locomotive to space {space}",
    "constantinople": "the locomotive to Constantinople",
    "celebrity_upper": "in slot {slot} of the upper train",
    "celebrity_lower": "in slot {slot} of the lower train",
    "guest_upper": "as a passenger in slot {slot} of the upper train",
    "guest_lower": "as luggage in slot {slot} of the lower train",
    "boards_upper": "the passenger in slot {slot} boards",
    "boards_lower": "the luggage in slot {slot} is loaded",
    "postcard": "under rail card {rail}",
    "gap": "in gap {gap}",
    # Translators: a game-end card, by what it scores at the end
    "game_end": "the game-end card “{words}”",
    "game_end_hidden": "a game-end card from the pile",
    # Translators: its route was too short, as in "… 4 spaces for the locomotive: 3 spaces of the locomotive are lost"
    "loco_lost": "{count} space of the locomotive is lost|{count} spaces of the locomotive are lost",
    "coins_lost": "{count} coin lost|{count} coins lost",
    "tokens": "{count} evidence token|{count} evidence tokens",
})  # fmt: skip


@dataclass
class Action:
    """From the move that starts an action to its last step."""

    before: State
    moves: list[int]
    after: State

    @property
    def move(self) -> int:
        return self.moves[0]


def kind(action: Action) -> str:
    """What starts an action."""
    move = action.move
    if move in (m.TILE, m.CLOCK):
        return "tile" if move == m.TILE else "clock"
    if m.DO <= move < m.MECHANIC:
        return telling.source(action.before, m.do_source(move))
    for verb, (first, end) in _VERBS.items():
        if first <= move < end:
            return verb
    raise ValueError(f"{move} starts no action")


_VERBS: Final = {
    "take": (int(m.TAKE), int(m.TRADE)),
    "trade": (int(m.TRADE), int(m.SPEND)),
    "spend": (int(m.SPEND), int(m.POINT)),
    "point": (int(m.POINT), int(m.BUY)),
    "buy": (int(m.BUY), int(m.COMPLETE)),
    "complete": (int(m.COMPLETE), int(m.DO)),
    "mechanic": (int(m.MECHANIC), int(m.CAR)),
}


_NAMED: Final = {  # as a single move is told
    "spend": "spend", "point": "point", "buy": "buy", "mail": "do_mail", "contract": "do_contract",
    "guest": "do_guest", "game_end": "do_game_end",
}  # fmt: skip


def points(group: Sequence[Action], seat: int) -> int:
    return int(group[-1].after.score[seat] - group[0].before.score[seat])


def sentences(group: Sequence[Action], names: Sequence[str], seat: int | None, *, named: bool) -> str:
    """What one action did, or several of the same kind together; `named`: names the player even if the card says who it
    was."""
    first, own = group[0], int(group[0].before.seat)
    said = [_own(group, own, names, seat, named=named)]
    for place in range(1, len(names)):
        other = (own + place) % len(names)
        changes = [*_changes(first, group[-1].after, other, seat), *_coins(group, other, 0)]
        scored = points(group, other)
        if scored:
            changes.append(counted(EFFECTS["points"], scored))
        if changes:
            said.append(STARTS["other"].format(name=names[other], effects=", ".join(changes)))
    return " ".join(said)


def _own(group: Sequence[Action], own: int, names: Sequence[str], seat: int | None, *, named: bool) -> str:
    action, name = group[0], kind(group[0])
    s = action.before
    if name == "complete":
        need = telling.deck(s).need(s.setting.names.cards[m.complete_card(action.move)])
        return STARTS[name].format(name=names[own], need=need)
    if name in ("take", "trade"):
        return _taken(group, own, names, seat)
    effects = ", ".join(_effects(group, own, seat)) or _none_yet(group)
    values: dict[str, object] = {"name": names[own], "effects": effects, "effect": effects}
    if named and name in _NAMED:
        return MOVES[_NAMED[name]].format_map(values | {"what": m.coin_column(action.move) + 1})
    if name == "point":
        return counted(STARTS[name], len(group), **values)
    if name == "spend":
        values["column"] = m.coin_column(action.move) + 1
    elif name == "mechanic":
        values["gap"] = m.mechanic_gap(action.move) + 1
    elif name == "clock":
        values["space"] = route.next_clock(s)
    return STARTS[name].format_map(values)


def _taken(group: Sequence[Action], own: int, names: Sequence[str], seat: int | None) -> str:
    """A card, by what it does; then only what the card doesn't say."""
    action, name = group[0], kind(group[0])
    s = action.before
    card = s.setting.names.cards[s.market[m.market_place(action.move)]]
    box, times = begun(action.before, action.move)
    promised = int(s.setting.amount(box, POINTS)) * times
    gained = points(group, own) - promised
    changes = [
        *_changes(action, action.after, own, seat),
        *_spaces_lost(group, own),
        *_coins(group, own, _due(action)),
    ]
    if gained:
        changes.append(counted(EFFECTS["points"], gained))
    deck = telling.deck(s)
    words = deck.called(card) if name == "take" else deck.briefly(card)
    key = f"{name}_for" if changes else name
    return STARTS[key].format(name=names[own], card=words, effects=", ".join(changes))


def _effects(group: Sequence[Action], own: int, seat: int | None) -> Iterator[str]:
    """Everything that an action brought its player."""
    action = group[0]
    yield from _changes(action, group[-1].after, own, seat)
    yield from _spaces_lost(group, own)
    due = 0 if _runs(group) else sum(_due(one) for one in group)
    if due:
        yield counted(EFFECTS["coin"], due)
    yield from _coins(group, own, due)
    if scored := points(group, own):
        yield counted(EFFECTS["points"], scored)


def _none_yet(group: Sequence[Action]) -> str:
    """What an action promises while its first step is still to come."""
    action = group[-1]
    promised = telling.action(action.before, begun(action.before, action.move)[0]) if _runs(group) else ""
    return promised or STARTS["nothing"]


def _spaces_lost(group: Sequence[Action], own: int) -> Iterator[str]:
    """F6.2: the route was too short."""
    moved = group[-1].after.loco[own] - group[0].before.loco[own]
    lost = 0 if _runs(group) else int(sum(_due(one, LOCO) for one in group) - moved)
    if lost > 0:
        yield counted(CHANGES["loco_lost"], lost)


# Coins


def _runs(group: Sequence[Action]) -> bool:
    """Parts of the last action are still to come."""
    return bool(group[-1].after.box != NOTHING)


def _due(action: Action, part: int = COIN) -> int:
    """What the action names: its coins, or another part."""
    box, times = begun(action.before, action.move)
    return 0 if box == NOTHING else int(action.before.setting.amount(box, part)) * times


def _coins(group: Sequence[Action], seat: int, due: int) -> Iterator[str]:
    """F4.5, F14.3: coins beyond those that the action names, or fewer."""
    before, after = group[0].before, group[-1].after
    paid = sum(sum(payment(one.move)) for one in group) if seat == before.seat else 0
    more = int(coins.total(after, seat) - coins.total(before, seat)) + paid - due
    if more > 0:
        yield counted(EFFECTS["coin"], more)
    elif more < 0 and not _runs(group):
        yield counted(CHANGES["coins_lost"], -more)


# Boards


def _changes(action: Action, after: State, owner: int, seat: int | None) -> Iterator[str]:
    """What looks different on a player's board, in words."""
    before = action.before
    yield from _placed(before, after, owner)
    if not _same(before.slots, after.slots, owner * 2 * SLOTS, 2 * SLOTS):
        for train in range(2):
            yield from _cars(before, after, owner, train)
    for train in range(2):
        yield from _conductor(before, after, owner, train)
    if before.loco[owner] != after.loco[owner]:
        arrived = after.loco[owner] == route.CONSTANTINOPLE
        yield CHANGES["constantinople" if arrived else "loco"].format(space=after.loco[owner])
    yield from _game_ends(action, after, owner, seat)
    drawn = int(after.evidence[TOKENS + owner] - before.evidence[TOKENS + owner])
    if drawn > 0 and m.is_trade(action.move):  # a card taken for its action says so itself
        yield counted(CHANGES["tokens"], drawn)


def _placed(before: State, after: State, owner: int) -> Iterator[str]:
    """F12, F14, F15: cards under cars and rail cards, and in gaps."""
    if not _same(before.slots, after.slots, UNDER + owner * 2 * SLOTS, 2 * SLOTS):
        for train, name in enumerate(TRAINS):
            for place in range(SLOTS):
                card = card_under(after, owner, train, place)
                if card != card_under(before, owner, train, place):
                    what = PLACED[after.setting.card_place[card]]
                    yield CHANGES[f"{what}_{name}"].format(slot=place + 1)
    if before.rails != after.rails:
        for rail in range(RAILS):
            if postcard(before, owner, rail) != postcard(after, owner, rail):
                yield CHANGES["postcard"].format(rail=rail + 1)
    if before.gaps != after.gaps:
        for gap in range(e.GAPS):
            if e.top(before, owner, gap) != e.top(after, owner, gap):
                yield CHANGES["gap"].format(gap=gap + 1)


def _same(before: vec[i16], after: vec[i16], first: int, count: int) -> bool:
    """Most actions leave most boards as they are, and comparing a whole slice is much quicker than comparing each
    place."""
    return bool(before[first : first + count] == after[first : first + count])


def _cars(before: State, after: State, owner: int, train: int) -> Iterator[str]:
    """F5.1 to F5.3: cars by train, upgrades by slot with the value they end at."""
    name, values, added = TRAINS[train], after.setting.car_value, 0
    special, better = [], []
    for place in range(SLOTS):
        old, new = int(slot(before, owner, train, place)), int(slot(after, owner, train, place))
        if old == new:
            continue
        if not is_car(new):
            special.append(_special(after, name, new))
            continue
        added += old == EMPTY
        if new > max(old, 0):
            better.append(CHANGES["slot"].format(slot=place + 1, value=values[new]))
    if added:
        yield counted(CHANGES[f"cars_{name}"], added)
    yield from special
    if better:
        yield CHANGES[f"slots_{name}"].format(slots=listed(better))


def _special(s: State, train: str, content: int) -> str:
    if is_mail(content):
        return CHANGES[f"mail_{train}"]
    return CHANGES[f"tile_{train}"].format(number=s.setting.tile_number[content - TILE_SLOT])


def _conductor(before: State, after: State, owner: int, train: int) -> Iterator[str]:
    """F5.4, F14.2: where a conductor ends, and who boards."""
    name, place = TRAINS[train], CONDUCTORS + owner * 2 + train
    if before.length[place] != after.length[place]:
        yield CHANGES[f"conductor_{name}"].format(slot=after.length[place])
    boarded = after.guests[BOARDED + owner] & ~before.guests[BOARDED + owner]
    for number in range(SLOTS if boarded else 0):
        if boarded & bit(train * SLOTS + number):
            yield CHANGES[f"boards_{name}"].format(slot=number + 1)


def _game_ends(action: Action, after: State, owner: int, seat: int | None) -> Iterator[str]:
    """F10.5: cards from the face-up row are seen by all, those from the pile only by their owner."""
    new = after.held[owner] & ~action.before.held[owner]
    if not new:
        return
    drawn = {m.draw_card(move) for move in action.moves if m.DRAW <= move < m.SHOW}
    for card in range(after.setting.game_ends):
        if new & bit(card):
            if card in drawn and seat not in (owner, ALL):
                yield CHANGES["game_end_hidden"]
            else:
                words = telling.deck(after).at_the_end(after.setting.names.game_ends[card])
                yield CHANGES["game_end"].format(words=words)
