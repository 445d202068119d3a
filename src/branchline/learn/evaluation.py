"""How strong the network is: matches against a bot, seat by seat in turn."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.arena.ratings import Share, share
from branchline.core.extras import extra
from branchline.learn.network import Network
from branchline.learn.stepping import SELF, Group, Task, players_of

with extra("train"):
    import numpy as np
    import torch


@torch.no_grad()
def evaluate(
    network: Network, groups: Sequence[Group], task: Task, opponent: str, matches: int, seed: int, device: torch.device
) -> Share:  # fmt: skip
    """The share of matches that the network wins with its likeliest moves. It has one seat, and the opponent the
    others; a shared place counts half."""
    task = task._replace(opponents=(opponent,), tables=1)
    rows = [group.begin(task, matches, seed) for group in groups]
    own = [np.tile(np.argmax(players_of(task, matches) == SELF, 1), len(at) // matches) for at in rows]
    places = [np.full(len(at), np.nan) for at in rows]
    while any(np.isnan(each).any() for each in places):
        for group, at, seat, place in zip(groups, rows, own, places, strict=True):
            shown = group.wait().rows(at)
            first = (shown.ended == 1) & np.isnan(place)
            place[first] = shown.places[first, seat[first]]
            seen, masks = (torch.from_numpy(array).to(device) for array in (shown.seen, shown.masks))
            group.window.moves[at] = network(seen, masks)[0].argmax(1).cpu().numpy()
            group.go()
    for group in groups:
        group.resume()
    won = float(sum(np.where(each == 1, 1.0, np.where(each == 0, 0.5, 0.0)).sum() for each in places))
    return share(won, sum(map(len, places)))
