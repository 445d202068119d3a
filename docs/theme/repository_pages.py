"""What the site adds to pages that are also read in the repository, where it would only disturb.

Files of the repository's root become pages (`{include}`), links to them lead there, and some pages get others below
them in the navigation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
}
BELOW: Final = {
    "decisions/README": "0*",
    "features": "features-*",
    "benchmark": "benchmark-results",
}
_INCLUDE: Final = re.compile(r"```\{include\} \.\./(\w+\.md)\n```\n")
_LINK: Final = re.compile(r"\]\((?!https?:|#)([^)]+)\)")
_ROOT_PAGE: Final = re.compile(r"\]\((?:\.\./)+(" + "|".join(PAGES) + r")\b")


def read_source(app: Sphinx, docname: str, source: list[str]) -> None:
    text = _INCLUDE.sub(lambda match: _moved((ROOT / match[1]).read_text(encoding="utf-8")), source[0])
    to_top = "../" * docname.count("/")
    text = _ROOT_PAGE.sub(lambda match: f"]({to_top}{PAGES[match[1]]}", text)
    if docname in BELOW:
        text += f"\n\n```{{toctree}}\n:hidden:\n:glob:\n\n{BELOW[docname]}\n```\n"
    source[0] = text


def _moved(text: str) -> str:
    """The text of a file in the root, with its links as seen from docs/."""

    def link(match: re.Match[str]) -> str:
        target = match[1]
        return f"]({target.removeprefix('docs/') if target.startswith('docs/') else f'../{target}'})"

    return _LINK.sub(link, text)


def make_accessible(
    app: Sphinx, docname: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Wide code and tables can be scrolled from the keyboard, an empty cell is no heading, and headings of the
    navigation have a level."""
    body = context.get("body", "").replace("<pre>", '<pre tabindex="0">')
    body = body.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')
    context["body"] = body.replace('<th class="head"><p></p></th>', "<td></td>")
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def name_landmarks(app: Sphinx, error: Exception | None) -> None:
    """The two asides of the theme's pages have names."""
    for page in () if error else Path(app.outdir).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        text = text.replace(
            '<aside class="sidebar-drawer', '<aside aria-label="All pages" class="sidebar-drawer'
        )
        text = text.replace('<aside class="toc-drawer', '<aside aria-label="On this page" class="toc-drawer')
        page.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("build-finished", name_landmarks)
    app.connect("source-read", read_source)
    app.connect("html-page-context", make_accessible, priority=900)  # after the theme
    return {"parallel_read_safe": True, "parallel_write_safe": True}
