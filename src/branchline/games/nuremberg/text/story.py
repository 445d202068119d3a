"""A match in sentences: what each turn did and cost, who won the auction, what a round brought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.story import Outcome, Storyteller
from branchline.games.nuremberg.rules import auction, moves, profit, scoring
from branchline.games.nuremberg.rules.state import (
    AUCTION,
    BID_CUBES,
    BUILDING,
    DISCS,
    DRAW_GOODS,
    DRAW_ORDER,
    DRAW_PAWNS,
    EARNED,
    GAME_END,
    GENERAL,
    INVESTMENT,
    NOBODY,
    SHIPPING,
    TAKEOVER,
    TRAIN_GOODS,
    TRAIN_PASSENGERS,
    State,
)
from branchline.games.nuremberg.text import notation, sentences, telling
from branchline.games.nuremberg.text.naming import bonus_ends
from branchline.games.nuremberg.text.notation import Bid, Build, Cede, Ship
from branchline.games.nuremberg.text.sentences import COUNTS
from branchline.games.nuremberg.views.view import COLOURS
from branchline.languages import Words, counted, listed, signed

# Translators: a heading in the log
HEADINGS: Final = Words({
    "setup": "Setup",
    "auction": "Round {round} · Auction",
    "building": "Round {round} · Building",
    "shipping": "Round {round} · Trains and shipping",
    "account": "Round {round} · Profit and loss",
    "takeover": "Round {round} · Takeovers",
    "end": "End of the game",
})  # fmt: skip
_HEADING: Final[dict[int, str]] = {
    DRAW_GOODS: "setup", DRAW_PAWNS: "setup", DRAW_ORDER: "setup", INVESTMENT: "auction", DISCS: "auction",
    AUCTION: "auction", BUILDING: "building", SHIPPING: "shipping", TAKEOVER: "takeover", GAME_END: "end",
}  # fmt: skip

# Translators: an entry of the log
TURNS: Final = Words({
    "outbid": "{name} bids {cubes} on {box} and outbids {other} ({others}).",
    # Translators: {plots} is the line, as in "Lauf – Röthenbach – Hersbruck"
    "line": "{name} builds {plots}: {links} for {price}.",
    "rent": "{name} rents train {train} for {price}.",
    # Translators: {points} as in "2 points"
    "ship": "{name} ships {item} from {plot} on train {train}: {points}.",
    "cede": "{name} cedes {plots} to {company}: {links} for {price}, and saves {links_count} per round.",
    "stretch": "{name} offers {company} {plots}.",
    # Translators: {discs} as in "A1 white, A2 red"
    "discs": "Discs are drawn: {discs}.",
    "disc": "{box} {colour}",
})  # fmt: skip
# Translators: an entry of the log: what followed from the moves before it
OUTCOMES: Final = Words({
    "box": "{box} goes to {name} for {cubes}: {points}.",
    "joined": "{start} is joined to {end}: {points}.",
    "joined_for_nobody": "{start} is joined to {end}. Nobody scores.",
    # Translators: what a player gets, as in "Ann +2"
    "share": "{name} {points}",
    "account": "{name}: shipments {income}, track {upkeep}, profit and loss now {profit}; {points}, {score} in all.",
    "account_lost": (
        "{name}: shipments {income}, track {upkeep}, but the marker stops at {profit}; {points}, {score} in all."
    ),
    "final": "{place}. {name}, {points}: sets {sets}, profit and loss {profit}, track {upkeep}.",
    "points": "{count} point|{count} points",
    "no_points": "no points",
})  # fmt: skip


class NurembergStory(Storyteller[State]):
    def heading(self, state: State) -> str:
        name = _HEADING.get(state.phase)
        return HEADINGS[name].format(round=state.round) if name else ""

    def turn(
        self, positions: Sequence[State], moves: Sequence[int], names: Sequence[str], seat: int | None
    ) -> str:
        start = positions[0]
        if start.active == CHANCE:
            return _draws(positions, moves, names)
        if start.phase == AUCTION:
            return _bid(start, moves[0], names)
        if start.phase == BUILDING:
            return _line(positions, moves, names)
        if start.phase == SHIPPING:
            return _action(start, positions[-1], moves, names)
        return _cession(start, moves, names)

    def outcomes(self, before: State, move: int, after: State, names: Sequence[str]) -> list[Outcome]:
        found: list[Outcome] = []
        if before.phase == AUCTION and after.phase != AUCTION:
            found += _auctioned(before, move, names)
        if before.phase == BUILDING and before.joined != after.joined:
            found.append(_joined(before, after, names))
        if before.phase == SHIPPING and after.phase != SHIPPING:
            found += [_account(before, after, seat, names) for seat in before.orders[GENERAL:][: len(names)]]
        if before.active != OVER and after.active == OVER:
            found += _final(after, names)
        return found


# Turns


def _draws(positions: Sequence[State], drawn: Sequence[int], names: Sequence[str]) -> str:
    told, discs = [], []
    for state, move in zip(positions[:-1], drawn, strict=True):
        if state.phase == DISCS:
            box = sentences.box_name(state.setting.names.boxes[state.cursor])
            colour = sentences.COLOURS[COLOURS[moves.disc_colour(move)]]
            discs.append(TURNS["disc"].format(box=box, colour=colour))
        else:
            told.append(telling.sentence(state, move, names))
    if discs:
        told.append(TURNS["discs"].format(discs=", ".join(discs)))
    return " ".join(told)


def _bid(s: State, move: int, names: Sequence[str]) -> str:
    outbid, cubes = s.boxes[moves.bid_box(move)], s.boxes[BID_CUBES + moves.bid_box(move)]
    if outbid == NOBODY:
        return telling.sentence(s, move, names)
    found = notation.move(s.setting, move)
    assert isinstance(found, Bid)
    return TURNS["outbid"].format(
        name=names[s.active],
        cubes=counted(COUNTS["cubes"], found.cubes),
        box=sentences.box_name(found.box),
        other=names[outbid],
        others=cubes,
    )


def _line(positions: Sequence[State], played: Sequence[int], names: Sequence[str]) -> str:
    start = positions[0]
    links = [found for move in played if isinstance(found := notation.move(start.setting, move), Build)]
    if not links:
        return telling.sentence(start, played[0], names)
    after = positions[-1] if played[-1] != moves.STOP else positions[-2]
    return TURNS["line"].format(
        name=names[start.active],
        plots=_way(start, [links[0].start, *(link.end for link in links)]),
        links=counted(COUNTS["links"], len(links)),
        price=_paid(start, after, start.active),
    )


def _action(start: State, after: State, played: Sequence[int], names: Sequence[str]) -> str:
    first = notation.move(start.setting, played[0])
    if played[0] == moves.PASS:
        return telling.sentence(start, played[0], names)
    name = names[start.active]
    if not isinstance(first, Ship):
        price = _paid(start, after, start.active)
        rented = start.setting.names.trains[moves.rent_train(played[0])]
        return TURNS["rent"].format(name=name, train=rented, price=price)
    if after.active == start.active and after.turn == start.turn:  # the train is still to be chosen
        return telling.sentence(start, played[0], names)
    points = after.profit[EARNED + start.active] - start.profit[EARNED + start.active]
    train = start.setting.names.trains[_loaded(start, after)]
    return TURNS["ship"].format(**telling.named(start, first), name=name, train=train, points=_points(points))


def _loaded(start: State, after: State) -> int:
    """The train on which an item was loaded: the one whose spaces changed."""
    return next(
        train
        for train in range(start.setting.trains)
        for spaces in (TRAIN_PASSENGERS, TRAIN_GOODS)
        if start.trains[spaces + train] != after.trains[spaces + train]
    )


def _cession(start: State, played: Sequence[int], names: Sequence[str]) -> str:
    links = [found for move in played if isinstance(found := notation.move(start.setting, move), Cede)]
    if not links:
        return telling.sentence(start, played[0], names)
    company = links[0].company
    signed = played[-1] == moves.SIGN
    return TURNS["cede" if signed else "stretch"].format(
        name=names[start.active],
        plots=_way(start, [links[0].start, *(link.end for link in links)]),
        company=sentences.company_name(getattr(start.setting.names.source.companies, company)),
        links=counted(COUNTS["links"], len(links)),
        links_count=len(links),
        price=counted(COUNTS[company], (len(links) + 1) // 2),
    )


def _way(s: State, plots: Iterable[str]) -> str:
    return " – ".join(telling.plot_name(s, plot) for plot in plots)


def _paid(before: State, after: State, seat: int) -> str:
    """Cubes and influence that a seat has spent."""
    spent = [(before.cubes[seat] - after.cubes[seat], "cubes")]
    for number, colour in enumerate(COLOURS):
        spent.append((before.influence[seat * 4 + number] - after.influence[seat * 4 + number], colour))
    return (
        listed(counted(COUNTS[what], count) for count, what in spent if count > 0)
        or sentences.TABLE["nothing"]
    )


def _points(count: int) -> str:
    return counted(OUTCOMES["points"], count) if count else OUTCOMES["no_points"]


# What follows from them


def _auctioned(before: State, move: int, names: Sequence[str]) -> list[Outcome]:
    """N5.7. The last bid is not yet in the position before it."""
    found = []
    for box in range(before.setting.boxes):
        last = moves.bid_box(move) == box
        winner = before.active if last else before.boxes[box]
        cubes = moves.bid_cubes(move) if last else before.boxes[BID_CUBES + box]
        if winner != NOBODY:
            gained = [(auction.points(before, box, number), colour) for number, colour in enumerate(COLOURS)]
            words = OUTCOMES["box"].format(
                box=sentences.box_name(before.setting.names.boxes[box]),
                name=names[winner],
                cubes=counted(COUNTS["cubes"], cubes),
                points=listed(counted(COUNTS[colour], count) for count, colour in gained if count),
            )
            found.append(Outcome(words, winner))
    return found


def _joined(before: State, after: State, names: Sequence[str]) -> Outcome:
    """N8.1"""
    gained = [after.score[seat] - before.score[seat] for seat in range(len(names))]
    shares = [
        OUTCOMES["share"].format(name=names[seat], points=signed(count))
        for seat, count in enumerate(gained)
        if count
    ]
    words = OUTCOMES["joined" if shares else "joined_for_nobody"]
    start, end = bonus_ends(after.setting.names.source)
    return Outcome(words.format(start=start, end=end, points=listed(shares)))


def _account(before: State, after: State, seat: int, names: Sequence[str]) -> Outcome:
    """N10.1 to N10.3: what a round brought a player."""
    result, upkeep = profit.result(before, seat), -before.links[seat]
    whole = before.profit[seat] + result == after.profit[seat]
    words = OUTCOMES["account" if whole else "account_lost"].format(
        name=names[seat],
        income=signed(result - upkeep),
        upkeep=signed(upkeep),
        profit=signed(after.profit[seat]),
        points=_points(before.profit[EARNED + seat]),
        score=before.score[seat] + before.profit[EARNED + seat],
    )
    return Outcome(words, seat, HEADINGS["account"].format(round=before.round))


def _final(s: State, names: Sequence[str]) -> list[Outcome]:
    """N14"""
    found = []
    places = scoring.places(s)
    for seat in sorted(range(len(names)), key=lambda one: places[one]):
        words = OUTCOMES["final"].format(
            place=places[seat] + 1,
            name=names[seat],
            points=_points(s.score[seat]),
            sets=signed(scoring.set_points(s, seat)),
            profit=signed(s.profit[seat]),
            upkeep=signed(-s.links[seat]),
        )
        found.append(Outcome(words, seat, HEADINGS["end"]))
    return found
