"""What every picture has around it: the SVG itself, the sheet of paper, the note at its foot."""

from __future__ import annotations

from branchline.drawing.lettering import width
from branchline.drawing.markup import element, group, label
from branchline.drawing.palette import SERIF, Ground, Style
from branchline.drawing.sheet import Place


def picture(place: Place, *content: str, font_family: str = SERIF) -> str:
    """A picture that stands alone."""
    return element(
        "svg",
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=place.view_box,
        role="img",
        font_family=font_family,
    )


def paper(style: Style[Ground], whole: Place) -> str:
    """The sheet with its grain, which the game defines by the name `grain`, and a thin line around it."""
    p = style.palette
    return (
        element("rect", width=whole.w, height=whole.h, fill=p.sheet)
        + element("rect", width=whole.w, height=whole.h, fill=style.url("grain"))
        + element("rect", x=6, y=6, width=whole.w - 12, height=whole.h - 12, fill="none", stroke=p.line, rx=4)
    )


def note(style: Style[Ground], footer: Place, head: str, text: str) -> str:
    """Where what is printed comes from."""
    p = style.palette
    y = footer.y + 13
    after = footer.x + width(head, 12, bold=True) + 8
    return group(
        label(head, footer.x, y, 12, font_weight="700", font_style="italic", fill=p.ink),
        label(text, after, y, 12, font_style="italic", fill=p.soft),
        data_note="provenance",
    )
