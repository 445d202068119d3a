"""The picture in words, for those who hear it."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.games.nuremberg.drawing.players import told
from branchline.games.nuremberg.drawing.table_layer import ON_THE_LINE, whose_turn
from branchline.games.nuremberg.drawing.words import PHASES, WORDS, say, tell
from branchline.games.nuremberg.views.view import View


def heading(view: View) -> str:
    return f"{WORDS['game']}: {say('board', board=view.map.title)}"


def description(view: View, names: Sequence[str]) -> str:
    """Round, phase, whose turn, and each player's main figures."""
    said = [say("round", round=view.round, rounds=view.rounds)]
    if view.phase in ON_THE_LINE:
        said.append(tell("phase", phase=PHASES[ON_THE_LINE[view.phase]]))
    said.append(whose_turn(view, names))
    said += [told(view, player, names[player.seat]) for player in view.players]
    return ". ".join(said) + "."
