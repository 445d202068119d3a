"""Who is ahead, according to a view."""

from __future__ import annotations

from branchline.games.nuremberg.views.view import View


def ranking(view: View) -> list[int]:
    """N14.4: most points first; ties are broken by the position on profit/loss, stack included."""
    players, stack = view.players, view.stacks["profit"]
    return sorted(stack, key=lambda seat: (-players[seat].score, -players[seat].profit, stack.index(seat)))
