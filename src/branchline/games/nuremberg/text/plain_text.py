"""The table as plain text: for terminals and screen readers. One fact per line, names before figures, no drawing with
characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from branchline.games.nuremberg.text.sentences import COLOURS as COLOUR_WORDS
from branchline.games.nuremberg.text.sentences import (
    COUNTS,
    GOODS,
    PHASE_NOW,
    PHASES,
    TABLE,
    box_name,
    called,
)
from branchline.games.nuremberg.views.view import (
    COLOURS,
    COMPANIES,
    KINDS,
    Box,
    Influence,
    Items,
    Plot,
    Train,
    View,
)
from branchline.languages import counted, listed


def text(view: View, names: Sequence[str]) -> str:
    return "\n".join(_lines(view, names))


def _lines(view: View, names: Sequence[str]) -> Iterator[str]:
    phase = PHASES[view.phase]
    yield _say("head", board=view.map.title, round=view.round, rounds=view.rounds, phase=phase)
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


def _say(name: str, /, **values: object) -> str:
    return TABLE[name].format_map(values)


def turn(view: View, names: Sequence[str]) -> str:
    """Whose turn it is and what they may do, in one sentence."""
    if view.to_move is None:
        return TABLE["over"]
    if view.to_move < 0:
        return TABLE["dealer"]
    said = [_say("to_move", name=names[view.to_move], doing=PHASE_NOW[view.decision])]
    if view.line:
        said.append(_say("line", plots=" ".join(view.line)))
    if view.owed:
        said.append(_say("owed", owed=view.owed))
    return " ".join(said)


def _players(view: View, names: Sequence[str]) -> Iterator[str]:
    for player in view.players:
        score = _say("score_waiting" if player.earned else "score", score=player.score, earned=player.earned)
        yield _say(
            "player", name=names[player.seat], score=score, profit=f"{player.profit:+d}", held=player.held,
            bid=player.bid, stock=player.stock, track=player.track, links=player.links,
        )  # fmt: skip
        influence = _say("influence", points=_points(player.influence))
        yield f"  {influence}{' · ' + TABLE['passed'] if player.passed else ''}"
        if any(_counts(player.shipped)) or any(_counts(player.kept)):
            yield f"  {_say('shipped', shipped=_items(player.shipped), kept=_items(player.kept))}"


def _tracks(view: View, names: Sequence[str]) -> Iterator[str]:
    """Orders, and who is ahead on each track, stacks included."""
    orders = (("general", view.general), ("building", view.building_order), ("trains", view.train_order))
    for order, seats in orders:
        if seats:
            yield _say(order, names=", ".join(names[seat] for seat in seats))
    for colour in COLOURS:
        points = {player.seat: getattr(player.influence, colour) for player in view.players}
        ahead = sorted(view.stacks[colour], key=lambda seat: -points[seat])
        yield _say(colour, places=", ".join(f"{names[seat]} {points[seat]}" for seat in ahead))


def _box(box: Box, names: Sequence[str]) -> str:
    points = _points(box.printed)
    if box.disc:
        points = _say(f"disc_{box.disc}", points=points)
    if box.seat is None:
        bid = _say("no_bid", minimum=box.minimum)
    else:
        bid = _say("bid", name=names[box.seat], cubes=box.cubes)
    return _say("box", box=box_name(box.name), points=points, bid=bid)


def _train(train: Train, names: Sequence[str]) -> str:
    said = [
        _say(
            "train", train=train.name, cost=train.cost, passenger_spaces=train.passenger_spaces,
            passenger_points=train.passenger_points, goods_spaces=train.goods_spaces,
            goods_points=train.goods_points,
        )
    ]  # fmt: skip
    if train.seat is not None:
        aboard = {"passengers": train.passengers, "goods": train.goods}
        said.append(_say("rented", name=names[train.seat], **aboard))
    return "; ".join(said)


def _links(view: View, names: Sequence[str]) -> Iterator[str]:
    owners: list[int | str] = [*range(len(view.players)), *COMPANIES]
    for owner in owners:
        links = [f"{link.a}-{link.b}" for link in view.links if link.owner == owner]
        if links:
            who = names[owner] if isinstance(owner, int) else called(getattr(view.map.companies, owner))
            yield _say("track", name=who, links=" ".join(links))


def _land(view: View) -> Iterator[str]:
    """Stations with the pieces waiting there, then goods."""
    lying = {plot.id: plot for plot in view.plots}
    goods: dict[str, list[str]] = {view.map.goods.yellow: [], view.map.goods.grey: []}
    for printed in view.map.plots:
        plot = lying.get(printed.id, Plot(printed.id))
        if printed.is_station or plot.companies:
            owner = listed(COLOUR_WORDS[company] for company in plot.companies) or TABLE["neutral"]
            yield f"{printed.id} {called(printed.name)}, {owner}{_waiting(plot)}"
        if plot.goods:
            kind = view.map.goods.yellow if printed.goods == "yellow" else view.map.goods.grey
            goods[kind].append(f"{printed.id} {plot.goods}")
    for name, places in goods.items():
        word = GOODS[name]
        yield f"{word[0].upper()}{word[1:]}: {', '.join(places) or TABLE['none']}"


def _waiting(plot: Plot) -> str:
    counts = ((plot.red, "red"), (plot.green, "green"), (plot.landlords, "landlords"))
    words = [counted(COUNTS[what], count) for count, what in counts if count]
    return f": {', '.join(words)}" if words else ""


def _points(influence: Influence) -> str:
    points = {colour: getattr(influence, colour) for colour in COLOURS}
    words = [counted(COUNTS[colour], count) for colour, count in points.items() if count]
    return ", ".join(words) or TABLE["none"]


def _counts(items: Items) -> tuple[int, int, int, int]:
    return items.yellow, items.grey, items.red, items.green


def _items(items: Items) -> str:
    counts = zip(_counts(items), KINDS, strict=True)
    return ", ".join(counted(COUNTS[kind], count) for count, kind in counts if count) or TABLE["nothing"]
