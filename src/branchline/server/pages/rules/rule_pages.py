"""The rulebook in the browser: illustrated pages first, then every clause as a link target, searchable, with drawn
examples."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core.errors import UnknownGame
from branchline.core.rulebook import Clause, NoRulebook, Rulebook, Section, rulebook, rulebooks
from branchline.languages import LANGUAGES, _
from branchline.server.http.rendering import page, visit_of
from branchline.server.lobby import lessons
from branchline.server.pages.rules import illustrated_rules, reference_pages
from branchline.server.pages.rules.illustrated_rules import ShownLeaf
from branchline.server.pages.rules.rule_text import Words, mark
from branchline.server.workers import rulebook_drawings, rulebook_examples

LONGEST_SEARCH: Final = 80


class ShownClause(msgspec.Struct, frozen=True):
    id: str
    words: Markup
    readings: tuple[Markup, ...]
    pictures: tuple[str, ...]  # names of examples
    found: bool  # found by the search


class ShownSection(msgspec.Struct, frozen=True):
    id: str
    title: Markup
    words: Markup  # besides the clauses
    clauses: tuple[ShownClause, ...]
    whole: ShownClause | None  # a section that is a clause itself
    found: bool


async def index(request: Request) -> Response:
    """rules_index.html: `books`, `links` (reference pages by game), `learn` (games that have a tutorial)."""
    books = [rulebook(name, visit_of(request).language) for name in rulebooks()]
    return page(
        request, "rules_index.html", books=books, links=reference_pages.links(), learn=lessons.names()
    )


async def rules(request: Request) -> Response:
    """rules.html: `book`, `leaves` (illustrated pages), `strategy` (has pages), `sections`, `search`,
    `count` (clauses found), `intro`."""
    book, search = _book(request), request.query_params.get("q", "")[:LONGEST_SEARCH].strip()
    known = {*book.clauses, *(section.id for section in book.sections if section.id)}
    words = Words(known, search.split())
    found = _found(book, search)
    return page(
        request,
        "rules.html",
        book=book,
        leaves=illustrated_rules.shown(book.game, illustrated_rules.leaves(book.game)),
        intro=words.blocks(book.intro),
        sections=[_section(book, section, words, found, bool(search)) for section in book.sections],
        search=search,
        count=len(found),
        spoken=LANGUAGES[visit_of(request).language],
        translated=book.language == visit_of(request).language,
        drawings=rulebook_examples.drawings(book.game),
        tutorial=book.game in lessons.names(),
        strategy=bool(illustrated_rules.strategy(book.game)),
        links=reference_pages.links()[book.game],
    )


async def paper(request: Request) -> Response:
    """rules_paper.html: the illustrated pages alone, for printing: `book`, `leaves`, `back`. Always on light paper."""
    book = _book(request)
    leaves = illustrated_rules.shown(book.game, illustrated_rules.leaves(book.game))
    if not leaves:
        raise HTTPException(404, _("This rulebook has no illustrated pages."))
    return page(request, "rules_paper.html", book=book, leaves=leaves, back=f"/rules/{book.game}")


async def strategy(request: Request) -> Response:
    """strategy.html: what good players do: `book`, `leaves`."""
    book, leaves = _strategy(request)
    return page(request, "strategy.html", book=book, leaves=leaves)


async def strategy_paper(request: Request) -> Response:
    """rules_paper.html, as `paper`."""
    book, leaves = _strategy(request)
    return page(request, "rules_paper.html", book=book, leaves=leaves, back=f"/rules/{book.game}/strategy")


def _strategy(request: Request) -> tuple[Rulebook, list[ShownLeaf]]:
    book = _book(request)
    leaves = illustrated_rules.shown(book.game, illustrated_rules.strategy(book.game))
    if not leaves:
        raise HTTPException(404, _("This game has no pages about strategy."))
    return book, leaves


def _book(request: Request) -> Rulebook:
    try:
        return rulebook(request.path_params["game"], visit_of(request).language)
    except (UnknownGame, NoRulebook) as error:
        raise HTTPException(404, str(error)) from None


def _found(book: Rulebook, search: str) -> set[str]:
    """The clauses that contain every word, in their heading, text or readings."""
    wanted = search.casefold().split()
    return {
        clause.id
        for section in book.sections
        for clause in section.clauses
        if all(
            word in " ".join((clause.id, section.title, clause.text, *clause.readings)).casefold()
            for word in wanted
        )
    }


def _section(book: Rulebook, section: Section, words: Words, found: set[str], searched: bool) -> ShownSection:
    itself = [clause for clause in section.clauses if clause.id == section.id]
    clauses = tuple(_clause(book, clause, words, found) for clause in section.clauses if clause not in itself)
    whole = _clause(book, itself[0], words, found) if itself else None
    return ShownSection(
        section.id,
        _title(section.title),
        words.blocks(section.text),
        clauses,
        whole,
        any(clause.id in found for clause in section.clauses) or not (searched or section.clauses),
    )


def _title(title: str) -> Markup:
    """A heading; `(R unless marked)` in it becomes a mark."""
    words, _bracket, rest = title.partition(" (R unless marked)")
    return Markup("{}{}").format(words, Markup(" {}").format(mark("R")) if _bracket else "") + rest


def _clause(book: Rulebook, clause: Clause, words: Words, found: set[str]) -> ShownClause:
    return ShownClause(
        clause.id,
        words.inline(clause.text),
        tuple(words.inline(reading) for reading in clause.readings),
        tuple(
            example.name
            for example in rulebook_examples.album(book.game).pictures
            if example.clause == clause.id
        ),
        clause.id in found,
    )


ROUTES: Final = [
    Route("/rules", index),
    Route("/rules/{game}", rules),
    Route("/rules/{game}/paper", paper),
    Route("/rules/{game}/strategy", strategy),
    Route("/rules/{game}/strategy/paper", strategy_paper),
    *rulebook_drawings.ROUTES,
    *reference_pages.routes(),
]
