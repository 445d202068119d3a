"""What panels show about a player besides name, score and board."""

from __future__ import annotations

from branchline.games.firstclass.text.picture_words import ROLES, TITLES, WORDS
from branchline.games.firstclass.views.view import Player, View
from branchline.languages import counted


def marks(view: View, player: Player) -> str:
    """Marks of a player, shown beside name and score."""
    found = [WORDS["start_player"]] if view.start == player.seat else []
    found += [WORDS["next_start"]] if view.successor == player.seat else []
    found += [ROLES[player.role]] if player.role else []
    return " · ".join(found)


def counts(player: Player) -> list[tuple[str, int, str]]:
    """Counts of cards, contracts and tokens: a sign, the number, and the text."""
    pile = len(player.cards) - len(player.open)
    found = [
        ("back", pile, counted(TITLES["pile"], pile)),
        ("done", player.completed, counted(TITLES["completed"], player.completed)),
    ]
    if player.destroy:
        found.append(("destroy", player.destroy, counted(TITLES["destroy"], player.destroy)))
    if player.tokens:
        found.append(("fingerprint", player.tokens, counted(TITLES["evidence"], player.tokens)))
    return found
