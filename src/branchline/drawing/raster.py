"""Pictures as pixels: PNG, without a browser."""

from __future__ import annotations

import re
from typing import Any, Final

from branchline.core.extras import extra

# resvg looks for exact names, so this is for machines that have none of the fonts in `palette.SERIF`.
LAST_RESORT: Final = "DejaVu Serif"
# It is wider: its letters are made narrower, so that they don't overlap.
SPACED: Final = re.compile(r"(<text(?=[^>]* textLength=)(?![^>]* lengthAdjust=))")
NARROWED: Final = ' lengthAdjust="spacingAndGlyphs"'


def png(svg: str, width: int) -> bytes:
    with extra("play"):
        import resvg_py

    drawn: Any = resvg_py.svg_to_bytes(
        svg_string=SPACED.sub(r"\1" + NARROWED, svg), width=width, serif_family=LAST_RESORT
    )
    return bytes(drawn)
