"""A map in the language of the context. Proper names are kept; `The South` or a company without a name is not one."""

from __future__ import annotations

from itertools import takewhile

import msgspec

from branchline.games.nuremberg.data.map_file import BOARDS, CompanyNames, MapFile
from branchline.games.nuremberg.text.sentences import NAMES, called
from branchline.games.nuremberg.views.view import View
from branchline.languages import _, language


def named(source: MapFile) -> MapFile:
    if language() == "en":
        return source
    replace = msgspec.structs.replace
    return replace(
        source,
        companies=CompanyNames(called(source.companies.red), called(source.companies.green)),
        plots=[
            replace(plot, name=called(plot.name)) if plot.name in NAMES else plot for plot in source.plots
        ],
        provenance=_(source.provenance) if source.name in BOARDS else source.provenance,
    )


def named_view(view: View) -> View:
    """The same view, with such a map."""
    return view if language() == "en" else msgspec.structs.replace(view, own_map=named(view.map))


def bonus_ends(source: MapFile) -> tuple[str, str]:
    """What is joined for the bonus of N8.1: Fürth, and the town whose stations are Nürnberg Nord and Nürnberg Süd."""
    assert source.bonus is not None
    names = {plot.id: called(plot.name) for plot in source.plots}
    stations = zip(*(names[plot].split() for plot in source.bonus.to), strict=False)
    town = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, stations)]
    return names[source.bonus.start], " ".join(town) or source.title
