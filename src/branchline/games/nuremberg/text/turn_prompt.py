"""Whose turn it is and what they may do, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.games.nuremberg.text.picture_words import SET_UP
from branchline.games.nuremberg.text.screen_words import NOW, TODO, fill, things
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
    return fill(NOW, _due(view), name=names[view.to_move], **_values(view))


def todo(view: View) -> str:
    """What the viewer has to do, if it is their turn."""
    return (
        fill(TODO, _due(view), **_values(view)) if view.seat is not None and view.seat == view.to_move else ""
    )


def _values(view: View) -> dict[str, object]:
    assert view.to_move is not None
    heads = [called(plot.name) for plot in view.map.plots if view.line and plot.id == view.line[-1]]
    return {
        "owed": view.owed,
        "head": "".join(heads),
        "cubes": things("cubes", view.players[view.to_move].held),
    }


def _due(view: View) -> str:
    if view.decision == "pay":
        return "pay_link" if view.phase == "building" else "pay_train"
    if view.line:
        return {"cede": "stretch"}.get(view.decision, view.decision)
    return {"build": "begin"}.get(view.decision, view.decision)
