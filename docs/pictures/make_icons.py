"""The icons of the app on the home screen, from the drawing of the page's icon: python docs/pictures/make_icons.py

Needs resvg_py and Pillow (the extra `rl`). A launcher cuts a maskable icon to any shape that contains its safe zone, a
circle with 80 % of its width: the wheel fills that zone, there is no rim, and the green goes to the edges.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Final

import resvg_py
from PIL import Image

STATIC: Final = Path(__file__).parents[2] / "src/branchline/server/static"
LARGER: Final = 1.15  # the wheel in the safe zone


def main() -> None:
    drawing = (STATIC / "shared/branchline.svg").read_text()
    background, rim, wheel = re.fullmatch(
        r"<svg[^>]*>(<rect[^>]*/>)(<rect[^>]*/>)(.*)</svg>", drawing.strip()
    ).groups()  # type: ignore[union-attr]
    whole = re.sub(' rx="[^"]*"', "", background)
    inner = f'<g transform="translate(16 16) scale({LARGER}) translate(-16 -16)">{wheel}</g>'
    for kind, parts, sizes in (
        ("any", background + rim + wheel, (192, 512)),
        ("maskable", whole + inner, (192, 512)),
        ("apple", whole + rim + wheel, (180,)),  # the phone rounds the corners
    ):
        for size in sizes:
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{parts}</svg>'
            picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size))))
            picture.quantize(64).save(STATIC / f"app/{kind}-{size}.png", optimize=True)


if __name__ == "__main__":
    main()
