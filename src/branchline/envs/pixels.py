"""A picture as an array, for environments that render pixels."""

from __future__ import annotations

import io
from typing import Any

from branchline.core.extras import extra

with extra("rl"):
    import numpy as np
    import resvg_py
    from numpy.typing import NDArray
    from PIL import Image


def pixels(svg: str, width: int = 960) -> NDArray[np.uint8]:
    """An SVG picture as rows of red, green, blue."""
    drawn: Any = resvg_py.svg_to_bytes(svg_string=svg, width=width)
    return np.asarray(Image.open(io.BytesIO(bytes(drawn))).convert("RGB"))
