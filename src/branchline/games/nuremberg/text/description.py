"""The picture in words, for screen readers, and the tooltips of its larger shapes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from branchline.games.nuremberg.data.map_file import MapFile
from branchline.games.nuremberg.data.map_file import Plot as PrintedPlot
from branchline.games.nuremberg.text.picture_words import IN_CLASS, ON_THE_LINE, PHASES, TITLES, say, tell
from branchline.games.nuremberg.text.screen_words import tokens
from branchline.games.nuremberg.text.sentences import GOODS
from branchline.games.nuremberg.text.turn_prompt import now
from branchline.games.nuremberg.views.view import Items, Player, Plot, Train, View
from branchline.languages import counted


def description(view: View, names: Sequence[str]) -> str:
    """Round, phase, whose turn it is, and each player's main figures."""
    said = [say("round", round=view.round, rounds=view.rounds)]
    if view.phase in ON_THE_LINE:
        said.append(tell("phase", phase=PHASES[ON_THE_LINE[view.phase]]))
    said.append(now(view, names).removesuffix("."))
    said += [of_player(view, player, names[player.seat]) for player in view.players]
    return ". ".join(said) + "."


def of_player(view: View, player: Player, name: str) -> str:
    """A player's main figures in a sentence."""
    goods = view.map.goods

    def items(found: Items) -> str:
        return tell("items", yellow_goods=GOODS[goods.yellow], grey_goods=GOODS[goods.grey],
                    **msgspec.structs.asdict(found))  # fmt: skip

    parts = [
        tell("player", name=name, score=player.score, profit=player.profit, held=player.held, bid=player.bid,
             stock=player.stock, track=player.track),
        tell("influence", **msgspec.structs.asdict(player.influence)),
        tell("shipped", shipped=items(player.shipped), kept=items(player.kept)),
    ]  # fmt: skip
    if player.earned:
        parts.append(tell("earned", points=player.earned))
    if view.to_move == player.seat:
        parts.append(TITLES["to_move"])
    if player.passed:
        parts.append(TITLES["passed"])
    return "; ".join(parts)


def of_plot(source: MapFile, printed: PrintedPlot, plot: Plot) -> str:
    """Fürth, neutral station, 2 red passengers, 1 landlord."""
    parts = [printed.name]
    if printed.is_station or plot.companies:
        company = TITLES["neutral"]
        if len(plot.companies) == 2:
            company = tell("two_companies", red=source.companies.red, green=source.companies.green)
        elif plot.companies:
            company = getattr(source.companies, plot.companies[0])
        parts = [tell("station", name=printed.name, company=company)]
    if plot.red:
        parts.append(counted(TITLES["red_passengers"], plot.red))
    if plot.green:
        parts.append(counted(TITLES["green_passengers"], plot.green))
    if plot.landlords:
        parts.append(counted(TITLES["landlords"], plot.landlords))
    if plot.goods and printed.goods:
        parts.append(tell("goods", count=plot.goods, goods=GOODS[getattr(source.goods, printed.goods)]))
    return ", ".join(parts)


def of_train(renter: str, train: Train) -> str:
    words = tell(
        "train", train=train.name, row=IN_CLASS.get(train.row, str(train.row)), cost=tokens("brown", train.cost),
        passengers=train.passengers, passenger_spaces=train.passenger_spaces, goods=train.goods,
        goods_spaces=train.goods_spaces, passenger_points=train.passenger_points, goods_points=train.goods_points,
    )  # fmt: skip
    return f"{words}; {TITLES['free'] if train.seat is None else tell('rented', name=renter)}"
