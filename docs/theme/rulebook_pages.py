"""The rulebooks as pages of the site: clauses that can be linked, with their drawings, the illustrated pages, and those
about strategy.

Both come from what the server shows: docs/rules, and the texts and pictures that a game has in `screen/`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx

from branchline.core.rulebook import rulebook, rulebooks
from branchline.languages import LANGUAGES, speaking
from branchline.server.pages.rules.illustrated_rules import Leaf, Part, leaves, strategy
from branchline.server.pages.rules.rule_text import mark
from branchline.server.workers import rulebook_examples
from branchline.server.workers.rulebook_examples import Example

FOLDER: Final = "_static/rulebook"
PAGES: Final = {"illustrated": leaves, "strategy": strategy}  # by folder
_CODE: Final = re.compile(r"(`[^`]*`)")
_ID: Final = re.compile(r"(?<![\w.-])[A-Z]\d+(?:\.\d+)?(?![\w.]*\d)")
_CLAUSE: Final = re.compile(r"- ([A-Z]\d+\.\d+) (.*)")
_SECTION: Final = re.compile(r"## ([A-Z]\d+) ")
_MARK: Final = re.compile(r"\*\*\(([DR])\)\*\*")


def read_source(app: Sphinx, docname: str, source: list[str]) -> None:
    folder, _, name = docname.rpartition("/")
    if folder.partition("/")[0] == "rules":
        source[0] = clause_page(source[0], name, folder.partition("/")[2] or "en")
    elif folder in PAGES:
        source[0] += illustrated_page(name, PAGES[folder](name))


# Clauses


def clause_page(text: str, game: str, language: str) -> str:
    book = rulebook(game, language)
    known = {*book.clauses, *(section.id for section in book.sections)}
    drawn = rulebook_examples.album(game).pictures if language == "en" else []

    def lines() -> Iterator[str]:
        for line in text.splitlines():
            if section := _SECTION.match(line):
                yield from (f'<a id="{section[1]}"></a>', "", line)
            elif clause := _CLAUSE.match(line):
                yield f'- <b class="clause" id="{clause[1]}">{clause[1]}</b> {_linked(clause[2], known)}'
                yield from (
                    f"\n  {figure(game, shown, '../')}\n" for shown in drawn if shown.clause == clause[1]
                )
            elif line.startswith("# "):
                yield f"{line} ({LANGUAGES[language]})" if language != "en" else f"{line}, all clauses"
            else:
                yield line if line.startswith("#") else _linked(line, known)

    with speaking(language):
        return "\n".join(lines())


def _linked(text: str, known: set[str]) -> str:
    """Clauses become links, marks are spelt out; code stays as it is."""

    def link(match: re.Match[str]) -> str:
        return f'<a href="#{match[0]}">{match[0]}</a>' if match[0] in known else match[0]

    return "".join(
        part if part.startswith("`") else _MARK.sub(lambda match: str(mark(match[1])), _ID.sub(link, part))
        for part in _CODE.split(text)
    )


# Illustrated pages


def illustrated_page(game: str, pages: Iterable[Leaf]) -> str:
    return "\n\n".join(block for leaf in pages for block in _leaf(game, leaf))


def _leaf(game: str, leaf: Leaf) -> Iterator[str]:
    yield f"\n\n## {leaf.title}"
    yield f"{leaf.say} {_cites(game, leaf.clauses)}"
    for part in leaf.parts:
        if part.title:
            yield f"### {part.title}"
        yield from _part(game, part)


def _part(game: str, part: Part) -> Iterator[str]:
    yield f":::::{{container}} frames {part.kind}"
    for number, frame in enumerate(part.frames, start=1):
        title = f"{number}. {frame.title}" if part.kind == "steps" else frame.title
        yield "::::{container} frame"
        yield f":::{{rubric}} {title}\n:heading-level: {4 if part.title else 3}\n:::"
        yield f"{frame.say} {_cites(game, frame.clauses)}"
        drawings = rulebook_examples.drawings(game)
        yield from (figure(game, drawings[name], "../") for name in frame.pictures)
        yield "::::"
    yield ":::::"


def _cites(game: str, clauses: tuple[str, ...]) -> str:
    links = (f'<a href="../rules/{game}.html#{clause}">{clause}</a>' for clause in clauses)
    return f'<span class="cites">{" ".join(links)}</span>'


# Pictures


def figure(game: str, shown: Example, root: str) -> str:
    """On one line, because that is one block of Markdown."""
    width, height = shown.size
    images = "".join(
        f'<img class="only-{theme}" src="{root}{FOLDER}/{theme}/{game}/{shown.name}.svg" alt="{escape(shown.say)}" '
        f'width="{width}" height="{height}" loading="lazy">'
        for theme in ("light", "dark")
    )
    return f'<figure>{images}<figcaption aria-hidden="true">{escape(shown.say)}</figcaption></figure>'


def draw(app: Sphinx, error: Exception | None) -> None:
    if error is not None:
        return
    for game in rulebooks():
        for shown in _used(game):
            for theme in ("light", "dark"):
                path = Path(app.outdir) / FOLDER / theme / game / f"{shown.name}.svg"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(
                    rulebook_examples.picture(game, shown.name, "en", theme == "dark"), encoding="utf-8"
                )


def _used(game: str) -> list[Example]:
    pictured = {
        name
        for pages in PAGES.values()
        for leaf in pages(game)
        for part in leaf.parts
        for frame in part.frames
        for name in frame.pictures
    }
    return [
        shown for shown in rulebook_examples.album(game).pictures if shown.clause or shown.name in pictured
    ]


def say_language(app: Sphinx, docname: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Translated rulebooks say which language they are in, for screen readers."""
    if found := re.match(r"rules/(\w+)/", docname):
        context["language"] = found[1]


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", read_source)
    app.connect("html-page-context", say_language)
    app.connect("build-finished", draw)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
