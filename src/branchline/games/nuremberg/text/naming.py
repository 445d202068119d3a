"""A map in the language of the context. Proper names are kept; `The South` or a company without a name is not one."""

from __future__ import annotations

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
