"""The table as plain text: for terminals and screen readers. One fact per line, names before figures, no drawing with
characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from branchline.games.firstclass.data.codes import PARTS, Box
from branchline.games.firstclass.data.opcodes import COIN, POINTS
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.sentences import (
    CARDS,
    DECISION_NOW,
    EFFECTS,
    KINDS,
    LINKS,
    PHASES,
    ROLES,
    TABLE,
    THINGS,
    TIMES,
)
from branchline.games.firstclass.views import progress
from branchline.games.firstclass.views.view import HIDDEN, TRAINS, Player, Running, Slot, View, Waiting
from branchline.languages import counted


def text(view: View, names: Sequence[str]) -> str:
    return "\n".join(_lines(view, names))


def _lines(view: View, names: Sequence[str]) -> Iterator[str]:
    deck = card_text.Deck(view.deck)
    modules = card_text.listed(view.options.modules)
    yield _say("head", modules=modules, round=view.round, phase=PHASES[view.phase])
    yield turn(view, names)
    if view.hand:
        yield ""
        yield from (_say("hand", card=card, words=deck.game_end(card)) for card in view.hand)
    if view.phase == "turns":
        yield ""
        yield from _market(view, deck, names)
    if view.phase in ("turns", "scoring"):
        yield _coins_buy(deck)
        yield _mail_cars_bring(deck)
    for player in view.players:
        yield ""
        yield from _player(view, deck, player, names)
    yield ""
    yield from (_say("open_game_end", card=_game_end(deck, card)) for card in view.open_game_ends)
    yield _say("pile", cards=counted(THINGS["game_end_cards"], view.pile))


def _say(name: str, /, **values: object) -> str:
    return TABLE[name].format_map(values)


# Whose turn it is


def turn(view: View, names: Sequence[str]) -> str:
    """Whose turn it is and what they may do, in one sentence."""
    if view.to_move is None:
        return TABLE["over"]
    if view.to_move < 0:
        return TABLE["dealer"]
    said = _say("to_move", name=names[view.to_move], now=DECISION_NOW[view.decision])
    if view.running is None:
        return said
    return _say("left", turn=said, parts=card_text.listed(parts_left(view, view.running)))


def parts_left(view: View, running: Running) -> Iterator[str]:
    """What has to be placed, the part in progress, the parts not started."""
    if running.placing:
        yield _say("place", what=KINDS[running.placing])
    if running.mail_train:
        yield TABLE[f"place_mail_{running.mail_train}"]
    if not running.effect:
        return
    box = card_text.deck_of(view.deck).reader.box(running.effect)
    for name, amount in zip(PARTS, box.amounts, strict=True):
        if name == running.part and running.left:
            yield card_text.part(name, running.left, box.which)
        elif name in running.parts:
            yield card_text.part(name, amount * running.times, box.which)


# What can be taken and bought


def _market(view: View, deck: card_text.Deck, names: Sequence[str]) -> Iterator[str]:
    for row, cards in enumerate(view.market, start=1):
        if any(cards):
            left = counted(TABLE["row"], len(names) - view.row_taken[row - 1], row=row)
            yield _say("row_tile" if view.tile_row == row else "row_cards", row=left)
        for column, card in enumerate(cards, start=1):
            if card is not None:
                yield _say("place_of", row=row, column=column, card=deck.card(card))
    yield _say("ways", effect=card_text.part("upgrade", 1, 0))
    if view.tile_row is not None:
        yield from _tile(deck, len(names))
    if view.successor is not None:
        yield _say("successor", name=names[view.successor])


def _tile(deck: card_text.Deck, players: int) -> Iterator[str]:
    first, *others = [row.effect for row in deck.source.start_tile][:players]
    yield _say("tile", effect=deck.action(first))
    shares = [
        _say(f"share_{place}", effect=deck.action(code)) for place, code in enumerate(others, start=2) if code
    ]
    if shares:
        yield _say("tile_others", shares=card_text.listed(shares))


def _coins_buy(deck: card_text.Deck) -> str:
    columns = [
        _say("column", column=column, effect=deck.action(row.effect))
        for column, row in enumerate(deck.source.coin_columns, start=1)
    ]
    any_coin, four = deck.source.any_coin.effect, deck.source.four_coins.effect
    return _say(
        "columns", columns=LINKS["more"].join(columns), any=deck.action(any_coin), four=deck.action(four)
    )


def _mail_cars_bring(deck: card_text.Deck) -> str:
    cars = [_say("mail_car", car=row.id, effect=deck.action(row.effect)) for row in deck.source.mail_cars]
    return _say("mail_cars", cars=LINKS["more"].join(cars))


# Players


def _player(view: View, deck: card_text.Deck, player: Player, names: Sequence[str]) -> Iterator[str]:
    said = [_say("player", name=names[player.seat], score=player.score)]
    if view.start == player.seat:
        said.append(TABLE["start"])
    said.append(counted(THINGS["completed"], player.completed))
    said.append(counted(THINGS["game_end_cards"], player.game_ends))
    yield ", ".join(said)
    yield _coins(player)
    for train, slots, at in zip(TRAINS, (player.upper, player.lower), player.conductors, strict=True):
        conductor = _say("conductor", slot=at) if at else TABLE["conductor_before"]
        shown = ", ".join(_slot(deck, slot) for slot in slots)
        yield _say("train", train=LINKS[train], slots=shown, conductor=conductor)
    if player.mail_cars:
        yield _say("mail_left", cars=", ".join(player.mail_cars))
    yield from _route(deck, player)
    yield from _gaps(deck, player)
    yield from (_open(deck, player, card) for card in player.open)
    yield from (_waiting(deck, player, action) for action in player.waiting)
    if player.tokens:
        yield _say("tokens", tokens=counted(THINGS["evidence"], player.tokens))
    for token, number in player.evidence:
        yield _say("evidence", token=token, effect=deck.token(token), count=number)
    if player.role:
        yield _say("role", role=ROLES[player.role])
    yield from (_say("held", card=_game_end(deck, card)) for card in player.known_game_ends or ())


def _coins(player: Player) -> str:
    if not any(player.coins):
        return TABLE["no_coins"]
    columns = [
        _say("in_column", count=count, column=column)
        for column, count in enumerate(player.coins, start=1)
        if count
    ]
    return _say("coins", coins=counted(EFFECTS["coin"], sum(player.coins)), columns=card_text.listed(columns))


def _slot(deck: card_text.Deck, slot: Slot) -> str:
    if slot.mail_car is not None:
        return _say("mail", car=slot.mail_car)
    if slot.tile is not None:
        return _say("locomotive", number=slot.tile)
    if slot.card is None:
        return str(slot.value)
    said = _say("under", value=slot.value, card=deck.kind(slot.card))
    if deck.read(slot.card).guest is None:
        return said
    return f"{said} {TABLE['boarded' if slot.boarded else 'not_boarded']}"


def _route(deck: card_text.Deck, player: Player) -> Iterator[str]:
    yield _say("loco", space=player.loco) if player.loco else TABLE["loco_before"]
    for number, rail in enumerate(player.rails, start=1):
        said = [_say("rail", number=number, words=deck.does(rail.card))]
        yield ", ".join([*said, TABLE["twice"]] if rail.postcard else said)


def _gaps(deck: card_text.Deck, player: Player) -> Iterator[str]:
    for number, gap in enumerate(player.gaps, start=1):
        said = [_say("gap", number=number, card=deck.card(gap.card))]
        for train, done, waits in zip(TRAINS, gap.done, gap.owed, strict=True):
            said += [TABLE[f"gap_done_{train}"]] if done else []
            said += [counted(TABLE[f"gap_waits_{train}"], waits)] if waits else []
        yield LINKS["more"].join(said)


def _open(deck: card_text.Deck, player: Player, card: str) -> str:
    contract = deck.read(card).contract
    if contract is None:
        return _say("open", card=deck.card(card))
    counts = progress.steps(player, contract.requirement, deck)
    have, want = sum(here for here, _ in counts), sum(there for _, there in counts)
    key = "fulfilled" if have == want else "open_contract"
    named = CARDS["named"].format(kind=deck.kind(card), card=card)
    return _say(key, card=named, words=deck.does(card), have=have, want=want)


def _game_end(deck: card_text.Deck, card: str) -> str:
    """With the name by which it is typed."""
    named = CARDS["named"].format(kind=KINDS["game_end"], card=card)
    return CARDS["told"].format(card=named, words=deck.game_end(card))


def _waiting(deck: card_text.Deck, player: Player, action: Waiting) -> str:
    if action.source == HIDDEN:
        return TABLE["waiting_hidden"]
    effect = counted(TIMES, action.times, effect=_waits(deck, player, action.source))
    return _say("waiting", source=action.source, effect=effect)


def _waits(deck: card_text.Deck, player: Player, source: str) -> str:
    """The waiting action of a mail car, a game-end card, a completed contract or a guest on board."""
    source_file = deck.source
    for row in source_file.mail_cars:
        if row.id == source:
            return deck.action(row.effect)
    for card in source_file.game_end:
        if card.id == source:
            return deck.action(card.now)
    found = deck.read(source)
    if found.contract is not None:
        return card_text.action(found.contract.reward)
    passenger, luggage = found.guest or (Box(), Box())
    box = passenger if any(slot.card == source for slot in player.upper) else luggage
    rest = tuple(0 if part in (COIN, POINTS) else n for part, n in enumerate(box.amounts))  # F14.2
    return card_text.action(Box(rest, box.which))
