"""How the styles of a game differ, and whether they are equally strong: `python bench/styles.py [--deals 60]`.

Two styles with the same search play each deal from both seats.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from tqdm import tqdm

from branchline import bots
from branchline.arena.matches import event, schedule
from branchline.arena.ratings import share
from branchline.core import registry
from branchline.core.play.chance import Dealer
from branchline.core.protocols import CHANCE, OVER
from branchline.core.setup import Setup
from branchline.games.firstclass.rules.state import NOTHING
from branchline.games.nuremberg.rules.state import COMPANY

Marks = dict[str, float]


def nuremberg_marks(state: Any, seat: int) -> Marks:
    return {"links kept": sum(owner == seat for owner in state.owner)}


def firstclass_marks(state: Any, seat: int) -> Marks:
    return {
        "locomotive's space": state.loco[seat],
        "rails": sum(card != NOTHING for card in state.rails[5 * seat : 5 * seat + 5]),
        "levels of cars": sum(level for level in state.slots[20 * seat : 20 * seat + 20] if 0 <= level <= 5),
    }


MARKS: dict[str, Callable[[Any, int], Marks]] = {
    "nuremberg": nuremberg_marks,
    "firstclass": firstclass_marks,
}


def spec(style: str, playouts: int) -> str:
    return f"search:ms=60000,playouts={playouts},style={style}"


def match(game: str, seats: tuple[str, ...], seed: int) -> tuple[list[float], list[Marks]]:
    """Each seat's share of the win, and what it did."""
    setup = Setup.make(game, 2, {})
    played = setup.game
    state, dealer, draws = played.start(setup.setting), Dealer(seed), 0
    players = [bots.bot(one, seed=seed * 8 + number) for number, one in enumerate(sorted(seats))]
    by_seat = [players[sorted(seats).index(one)] for one in seats]
    ceded = [0, 0]
    while (seat := played.to_move(state)) != OVER:
        legal = played.legal(state)
        if seat == CHANCE:
            move = legal[dealer.draw(draws, played.weights(state))]
            draws += 1
        else:
            move = (
                legal[0]
                if len(legal) == 1
                else by_seat[seat].choose(setup, played.view(state, seat), legal, 60)
            )
        before = _of_companies(state) if game == "nuremberg" else 0
        played.apply(state, move)
        if game == "nuremberg" and seat >= 0:
            ceded[seat] += _of_companies(state) - before
    first = played.ranking(state)[0]
    marks = [MARKS[game](state, seat) for seat in (0, 1)]
    if game == "nuremberg":
        marks = [{"links ceded": ceded[seat], **marks[seat]} for seat in (0, 1)]
    return [(seat in first) / len(first) for seat in (0, 1)], marks


def _of_companies(state: Any) -> int:
    return sum(owner in (COMPANY, COMPANY + 1) for owner in state.owner)


def compare(game: str, deals: int, seed: int, playouts: int) -> None:
    styles = list(registry.game(game).bots().styles)
    specs = tuple(spec(style, playouts) for style in styles)
    matches = schedule(specs, event(game, 2, {}).players, deals, seed)
    wins = dict.fromkeys(specs, 0.0)
    sums: dict[str, Marks] = {one: {} for one in specs}
    for one in tqdm(matches, disable=None, leave=False):
        won, marks = match(game, one.seats, one.seed)
        for seat, name in enumerate(one.seats):
            wins[name] += won[seat]
            for mark, value in marks[seat].items():
                sums[name][mark] = sums[name].get(mark, 0) + value
    print(f"{game}, {len(matches)} games, {playouts} playouts, seeds {seed} to {seed + deals - 1}")
    for style, name in zip(styles, specs, strict=True):
        found = share(wins[name], len(matches))
        words = ", ".join(f"{mark} {value / len(matches):.1f}" for mark, value in sums[name].items())
        print(f"  {style:10} wins {found.share:.0%} ({found.low:.0%} to {found.high:.0%}), {words}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--playouts", type=int, default=24)
    parser.add_argument("--seed", type=int, default=500)
    args = parser.parse_args()
    for game in registry.OURS:
        compare(game, args.deals, args.seed, args.playouts)


if __name__ == "__main__":
    main()
