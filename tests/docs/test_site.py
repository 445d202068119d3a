"""The documentation site, as `make docs` builds it: no warnings, no broken links, nothing from other hosts."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "srcset"}


class Page(HTMLParser):
    """What a page links to, what it loads, the anchors it has, and landmarks without a name."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.anchors: set[str] = {""}
        self.unnamed = 0  # landmarks that a screen reader can't tell apart
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given.get("id", ""), given.get("name", "")}
        self.unnamed += tag == "aside" and "aria-label" not in given
        if tag == "a":
            self.links.add(given.get("href", ""))
        if address := given.get(LOADED.get(tag, ""), ""):
            self.loaded.add(address)


def test_the_site(tmp_path: Path) -> None:
    """One test, because the site takes a while to build."""
    command = [sys.executable, "-m", "sphinx", "-E", "-q", "-W", "--keep-going", str(DOCS), str(tmp_path)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    pages = {path: Page(path) for path in tmp_path.rglob("*.html")}
    assert broken_links(pages) == []
    assert from_elsewhere(pages) == []
    assert missing_in_navigation(tmp_path, pages) == []
    assert [path.name for path, page in pages.items() if page.unnamed] == []
    assert "landlord" in (tmp_path / "searchindex.js").read_text(encoding="utf-8")


def broken_links(pages: dict[Path, Page]) -> list[str]:
    found = []
    for path, page in pages.items():
        for link in (*page.links, *page.loaded):
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            if not target.is_file() or (
                target in pages and unquote(address.fragment) not in pages[target].anchors
            ):
                found.append(f"{path.name}: {link}")
    return sorted(found)


def from_elsewhere(pages: dict[Path, Page]) -> list[str]:
    """Scripts, styles, fonts and pictures that another host would be asked for."""
    scripts_and_styles = {link for page in pages.values() for link in page.loaded if urlsplit(link).netloc}
    (folder,) = {path.parent for path in pages if path.name == "search.html"}
    imports = [
        f"{path.name}: {part}"
        for path in (folder / "_static").rglob("*.css")
        for part in ("url(http", "url(//", "@import")
        if part in path.read_text(encoding="utf-8")
    ]
    return sorted(scripts_and_styles) + imports


def missing_in_navigation(site: Path, pages: dict[Path, Page]) -> list[str]:
    """Pages of docs/ that the navigation of the first page does not lead to."""
    written = {str(path.relative_to(DOCS).with_suffix(".html")) for path in DOCS.rglob("*.md")}
    return sorted(written - pages[site / "index.html"].links - {"index.html"})
