"""The picture in words, for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.games.firstclass.text.picture_words import ROLES, TITLES, WORDS, say, tell
from branchline.games.firstclass.text.sentences import EFFECTS, THINGS
from branchline.games.firstclass.text.turn_prompt import now
from branchline.games.firstclass.views.view import Player, View, can_give
from branchline.languages import counted


def description(view: View, names: Sequence[str]) -> str:
    """Round, whose turn it is, the rows of the market, and each player's main figures."""
    said = [say("round", round=view.round), now(view, names).removesuffix(".")]
    said += [
        counted(TITLES["row"], can_give(view, row), row=row + 1)
        for row, cards in enumerate(view.market)
        if any(cards)
    ]
    said += [of_player(view, player, names[player.seat]) for player in view.players]
    return ". ".join(said) + "."


def of_player(view: View, player: Player, name: str) -> str:
    """A player's main figures in a sentence."""
    said = [
        tell("player", name=name, score=counted(EFFECTS["points"], player.score),
             coins=counted(EFFECTS["coin"], sum(player.coins)), upper=len(player.upper), lower=len(player.lower),
             loco=player.loco, rails=counted(THINGS["rail_cards"], len(player.rails))),
        counted(TITLES["completed"], player.completed),
        counted(TITLES["held"], player.game_ends),
    ]  # fmt: skip
    if player.tokens:
        said.append(counted(TITLES["evidence"], player.tokens))
    if player.role:
        said.append(tell("role", role=ROLES[player.role]))
    if view.to_move == player.seat:
        said.append(WORDS["to_move"])
    return ", ".join(said)
