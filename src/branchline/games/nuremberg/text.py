"""The table as plain text: for terminals, and for everybody who listens to a screen instead of looking at it.
One fact a line, names before figures, no drawing with characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from branchline.games.nuremberg.sentences import PHASE_NOW
from branchline.games.nuremberg.view import COLOURS, COMPANIES, Box, Influence, Items, Plot, Train, View

_PHASES = {
    "draw_goods": "set-up",
    "draw_pawns": "set-up",
    "draw_order": "set-up",
    "investment": "investment",
    "discs": "influence discs",
    "auction": "auction",
    "building": "building track",
    "shipping": "trains and shipping",
    "profit": "profit and loss",
    "takeover": "takeovers",
    "round_end": "end of the round",
    "game_end": "end of the game",
}


def text(view: View, names: Sequence[str]) -> str:
    return "\n".join(_lines(view, names))


def _lines(view: View, names: Sequence[str]) -> Iterator[str]:
    yield f"{view.map.title}, round {view.round} of {view.rounds}, {_PHASES[view.phase]}."
    yield turn(view, names)
    yield ""
    yield from _players(view, names)
    yield ""
    yield from _tracks(view, names)
    if view.phase in ("discs", "auction"):
        yield ""
        yield from (_box(box, names) for box in view.boxes)
    if view.phase in ("auction", "building", "shipping"):
        yield ""
        yield from (_train(train, names) for train in view.trains)
    yield ""
    yield from _links(view, names)
    yield from _land(view)


def turn(view: View, names: Sequence[str]) -> str:
    """Whose turn it is and what they may do, in one sentence."""
    if view.to_move is None:
        return "The game is over."
    if view.to_move < 0:
        return "The dealer draws."
    doing = PHASE_NOW[view.decision]
    line = f" The line so far: {' '.join(view.line)}." if view.line else ""
    owed = f" Still to pay: {view.owed}." if view.owed else ""
    return f"{names[view.to_move]} to move: {doing}.{line}{owed}"


def _players(view: View, names: Sequence[str]) -> Iterator[str]:
    for player in view.players:
        waiting = f" (and {player.earned} waiting)" if player.earned else ""
        yield (
            f"{names[player.seat]}: score {player.score}{waiting}, profit/loss {player.profit:+d}, "
            f"cubes {player.held} in hand, {player.bid} bid, {player.stock} in stock, "
            f"track {player.track} left, {player.links} on the board"
        )
        yield f"  influence {_points(player.influence)}{' · passed' if player.passed else ''}"
        if any(_counts(player.shipped)) or any(_counts(player.kept)):
            yield f"  shipped this round: {_items(player.shipped)}; before: {_items(player.kept)}"


def _tracks(view: View, names: Sequence[str]) -> Iterator[str]:
    """Orders, and who is ahead on each track, stacks included."""
    orders = (
        ("General order", view.general),
        ("Building order", view.building_order),
        ("Train order", view.train_order),
    )
    for title, seats in orders:
        if seats:
            yield f"{title}: {', '.join(names[seat] for seat in seats)}"
    for colour in COLOURS:
        points = {player.seat: getattr(player.influence, colour) for player in view.players}
        ahead = sorted(view.stacks[colour], key=lambda seat: -points[seat])
        yield f"{colour.capitalize()}: {', '.join(f'{names[seat]} {points[seat]}' for seat in ahead)}"


def _box(box: Box, names: Sequence[str]) -> str:
    disc = f" and a {box.disc} disc" if box.disc else ""
    bid = f"{names[box.seat]} bids {box.cubes}" if box.seat is not None else f"no bid, minimum {box.minimum}"
    return f"Box {box.name}: {_points(box.printed)}{disc}; {bid}"


def _train(train: Train, names: Sequence[str]) -> str:
    spaces = (
        f"passenger spaces {train.passenger_spaces}, worth {train.passenger_points}; "
        f"goods spaces {train.goods_spaces}, worth {train.goods_points}"
    )
    if train.seat is None:
        return f"Train {train.name}, {train.cost} brown: {spaces}"
    load = f"passengers aboard {train.passengers}, goods aboard {train.goods}"
    return f"Train {train.name}, {train.cost} brown: {spaces}; rented by {names[train.seat]}, {load}"


def _links(view: View, names: Sequence[str]) -> Iterator[str]:
    owners: list[int | str] = [*range(len(view.players)), *COMPANIES]
    for owner in owners:
        links = [f"{link.a}-{link.b}" for link in view.links if link.owner == owner]
        if links:
            who = names[owner] if isinstance(owner, int) else getattr(view.map.companies, owner)
            yield f"Track of {who}: {' '.join(links)}"


def _land(view: View) -> Iterator[str]:
    """Stations with what waits there, then goods."""
    lying = {plot.id: plot for plot in view.plots}
    goods: dict[str, list[str]] = {view.map.goods.yellow: [], view.map.goods.grey: []}
    for printed in view.map.plots:
        plot = lying.get(printed.id, Plot(printed.id))
        if printed.is_station or plot.companies:
            owner = " and ".join(plot.companies) or "neutral"
            yield f"{printed.id} {printed.name}, {owner}{_waiting(plot)}"
        if plot.goods:
            kind = view.map.goods.yellow if printed.goods == "yellow" else view.map.goods.grey
            goods[kind].append(f"{printed.id} {plot.goods}")
    for name, places in goods.items():
        yield f"{name.capitalize()}: {', '.join(places) or 'none'}"


def _waiting(plot: Plot) -> str:
    landlords = "landlord" if plot.landlords == 1 else "landlords"
    counts = ((plot.red, "red"), (plot.green, "green"), (plot.landlords, landlords))
    words = [f"{count} {what}" for count, what in counts if count]
    return f": {', '.join(words)}" if words else ""


def _points(influence: Influence) -> str:
    words = [f"{getattr(influence, colour)} {colour}" for colour in COLOURS if getattr(influence, colour)]
    return ", ".join(words) or "none"


def _counts(items: Items) -> tuple[int, int, int, int]:
    return items.yellow, items.grey, items.red, items.green


def _items(items: Items) -> str:
    words = [
        f"{count} {kind}"
        for count, kind in zip(_counts(items), ("yellow", "grey", "red", "green"), strict=True)
    ]
    return ", ".join(word for word in words if not word.startswith("0 ")) or "nothing"
