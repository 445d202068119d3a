"""How the documentation site is built: `make docs`. docs/decisions/0020-documentation-site.md says why this way."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "theme"))

from branchline import __version__  # noqa: E402

project = "Branchline"
author = "The Branchline authors"
release = version = __version__
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "repository_pages",
    "rulebook_pages",
]
exclude_patterns = ["theme"]

# Markdown: the pages are also read on GitHub, so almost everything is plain CommonMark.
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
myst_html_meta = {
    "description": "Railway board games in your browser, with exact rules, fair bots and fast environments."
}
suppress_warnings = ["myst.header"]  # a page may begin with a figure, or skip a level

# Docstrings: a name in backticks becomes a link where there is something to link to.
default_role = "py:obj"
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
autodoc_member_order = "bysource"
# Shown by name instead of spelt out
autodoc_type_aliases = {name: name for name in ("ArrayLike", "ByteArray", "FloatArray", "IntArray")}
autodoc_typehints_format = "short"
viewcode_line_numbers = True

html_theme = "furo"
pygments_dark_style = "a11y-high-contrast-dark"
html_title = "Branchline"
html_baseurl = ""
html_logo = html_favicon = "../src/branchline/server/static/shared/branchline.svg"
html_static_path = ["theme/static"]
html_css_files = ["branchline.css"]
html_search_scorer = str(HERE / "theme" / "search_scorer.js")
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = html_show_sphinx = False
# The colours of the server's pages (server/static/shared/base.css): paper, ink and enamel.
LIGHT = {
    "color-background-primary": "#faf4e4",
    "color-background-secondary": "#efe4cb",
    "color-background-hover": "#efe4cb",
    "color-background-hover--transparent": "#efe4cb00",
    "color-background-border": "#d3c6a3",
    "color-background-item": "#b5a67f",
    "color-foreground-primary": "#332b20",
    "color-foreground-secondary": "#5c523f",
    "color-foreground-muted": "#655a46",
    "color-foreground-border": "#8a7c58",
    "color-brand-primary": "#1f5a43",
    "color-brand-content": "#1d4a85",
    "color-brand-visited": "#1d4a85",
    "color-code-background": "#fffaf0",
    "color-inline-code-background": "#efe4cb",
    "color-card-background": "#fffaf0",
    "color-table-header-background": "#e3d5b4",
    "color-table-border": "#d3c6a3",
    "color-highlight-on-target": "#f7e7a0",
    "color-sidebar-item-background--hover": "#e3d5b4",
    "color-sidebar-search-background": "#faf4e4",
    "color-sidebar-search-background--focus": "#fffaf0",
    "color-api-background": "#efe4cb",
    "color-api-name": "#1f5a43",
    "color-api-pre-name": "#655a46",
    "enamel": "#1f5a43",
    "cream": "#fff6df",
    "gold": "#dcae4b",
}
DARK = LIGHT | {
    "color-background-primary": "#15181b",
    "color-background-secondary": "#101315",
    "color-background-hover": "#20252a",
    "color-background-hover--transparent": "#20252a00",
    "color-background-border": "#33372f",
    "color-background-item": "#4d4d44",
    "color-foreground-primary": "#ece4d2",
    "color-foreground-secondary": "#c4bca9",
    "color-foreground-muted": "#aea693",
    "color-foreground-border": "#77745f",
    "color-brand-primary": "#8fd0b1",
    "color-brand-content": "#9ec1f2",
    "color-brand-visited": "#9ec1f2",
    "color-code-background": "#20252a",
    "color-inline-code-background": "#2a3036",
    "color-card-background": "#20252a",
    "color-table-header-background": "#2a3036",
    "color-table-border": "#4d4d44",
    "color-highlight-on-target": "#4a4220",
    "color-sidebar-item-background--hover": "#20252a",
    "color-sidebar-search-background": "#20252a",
    "color-sidebar-search-background--focus": "#2a3036",
    "color-api-background": "#20252a",
    "color-api-name": "#8fd0b1",
    "color-api-pre-name": "#aea693",
    "enamel": "#1f5f47",
}
SERIF = (
    'Palatino, "Palatino Linotype", "URW Palladio L", P052, "Book Antiqua", "Iowan Old Style", Georgia, '
    '"Liberation Serif", serif'
)
html_theme_options: dict[str, Any] = {
    "top_of_page_buttons": [],
    "light_css_variables": {**LIGHT, "font-stack": SERIF, "font-stack--headings": SERIF},
    "dark_css_variables": DARK,
}


def tidy_signature(
    app: Sphinx,
    what: str,
    name: str,
    thing: object,
    options: object,
    signature: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """Protocols are not called, and arrays are shorter to read as `NDArray`."""
    if signature == "(*args, **kwargs)":
        return None, None
    return _short(signature), _short(returned)


def _short(text: str | None) -> str | None:
    array = r"~?numpy\.ndarray\[tuple\[~?typing\.Any, \.\.\.\], ~?numpy\.dtype\[~?(?:\w+\.)?(\w+)(?:\[[^]]*\])?\]\]"
    return None if text is None else re.sub(array, r"NDArray[\1]", text)


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-signature", tidy_signature)
