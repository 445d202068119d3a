"""Whose turn it is and what they may do, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.games.nuremberg.text.picture_words import SET_UP
from branchline.games.nuremberg.text.screen_words import NOW, fill, things
from branchline.games.nuremberg.text.sentences import called
from branchline.games.nuremberg.views.ranking import ranking
from branchline.games.nuremberg.views.view import View
from branchline.languages import counted


def now(view: View, names: Sequence[str]) -> str:
    if view.to_move is None:
        best = ranking(view)[0]
        points = counted(NOW["points"], view.players[best].score)
        return fill(NOW, "over", name=names[best], points=points)
    if view.to_move < 0:
        return SET_UP.get(view.phase, NOW["draw"])
    heads = {plot.id: called(plot.name) for plot in view.map.plots}
    values: dict[str, object] = {
        "name": names[view.to_move],
        "owed": view.owed,
        "head": heads[view.line[-1]] if view.line else "",
        "cubes": things("cubes", view.players[view.to_move].held),
    }
    return fill(NOW, _due(view), **values)


def _due(view: View) -> str:
    if view.decision == "pay":
        return "pay_link" if view.phase == "building" else "pay_train"
    if view.line:
        return {"cede": "stretch"}.get(view.decision, view.decision)
    return {"build": "begin"}.get(view.decision, view.decision)
