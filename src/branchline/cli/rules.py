"""`branchline rules`: the rulebook in a terminal, and which code and tests cover each clause."""

from __future__ import annotations

import argparse
import re
import shutil
import textwrap
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Final

from branchline.cli.json_output import print_json
from branchline.core import registry
from branchline.core.rulebook import MARKS, Clause, Rulebook, Section, rulebook, rulebooks
from branchline.testing.coverage import Coverage, Row, checkout, coverage

INDENT: Final = 7


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="the game; without it, the games are listed")
    parser.add_argument(
        "clause", nargs="?", metavar="CLAUSE", help="a clause or section, such as N7.10 or N7"
    )
    parser.add_argument("--coverage", action="store_true", help="the files and tests behind each clause")
    parser.add_argument("--search", metavar="WORDS", help="the clauses that contain all these words")
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(args: argparse.Namespace) -> int:
    """0, or 1 if the coverage has gaps or nothing was found."""
    game, name = args.game, args.clause
    if game is not None and name is None and game not in registry.games():
        game, name = _game_with(game), game
    if args.coverage:
        return _coverage([game] if game else rulebooks(), args.json)
    if args.search is not None:
        return _search([game] if game else rulebooks(), args.search, args.json)
    if game is None:
        return _list(args.json)
    book = rulebook(game)
    if name is None:
        _show(book, _book(book), args.json)
        return 0
    section = book.section(name)
    if section is not None:
        _show(section, f"{_section(section)}\n{_explained(section.clauses)}".rstrip(), args.json)
    else:
        clause = book.find(name)
        _show(clause, f"{_clause(clause)}\n{_explained([clause])}".rstrip(), args.json)
    return 0


def _game_with(name: str) -> str:
    """`branchline rules N7.10` without a game: the game whose clause ids start with that letter."""
    if re.fullmatch(r"[A-Za-z]\d+(\.\d+)?", name):
        for game in rulebooks():
            if next(iter(rulebook(game).clauses), "").startswith(name[0].upper()):
                return game
    return name  # not a clause, so the error says that there is no such game


def _show(content: object, text: str, as_json: bool) -> None:
    if as_json:
        print_json(content)
    else:
        print(text)


def _list(as_json: bool) -> int:
    books = [rulebook(game) for game in rulebooks()]
    rows = [{"game": book.game, "title": book.title, "clauses": len(book.clauses)} for book in books]
    lines = [f"{row['game']:<12} {row['title']} ({row['clauses']} clauses)" for row in rows]
    hint = "Read one with 'branchline rules GAME', a clause of it with 'branchline rules GAME CLAUSE'."
    _show(rows, "\n".join([*lines, "", hint]), as_json)
    return 0


def _search(games: list[str], words: str, as_json: bool) -> int:
    found = [clause for game in games for clause in rulebook(game).search(words)]
    text = "\n".join(_clause(clause) for clause in found) or f"No clause has all the words {words!r}."
    _show(found, text, as_json)
    return 0 if found else 1


# The rulebook as text


def _book(book: Rulebook) -> str:
    parts = [book.title, "=" * len(book.title), "", _wrapped(book.intro), ""]
    for section in book.sections:
        parts += [_section(section), ""]
    return "\n".join(parts).rstrip()


def _section(section: Section) -> str:
    heading = f"{section.id} {section.title}".strip()
    lines = [heading, "-" * len(heading)]
    if section.text:
        lines.append(_wrapped(section.text))
    lines += [_clause(clause) for clause in section.clauses if clause.id != section.id]
    return "\n".join(lines)


def _clause(clause: Clause) -> str:
    if "\n" in clause.text:  # a section with tables
        return f"{clause.id}\n{_wrapped(clause.text)}"
    return _filled(_plain(clause.text), f"{clause.id:<{INDENT}}")


def _explained(clauses: Iterable[Clause]) -> str:
    """The marks of clauses in words, and how the code reads them."""
    marks = dict.fromkeys(mark for clause in clauses for mark in clause.marks)
    lines = [_filled(MARKS[mark], f"{f'({mark})':<{INDENT}}") for mark in marks]
    lines += [
        _filled(f"{clause.id} as the code reads it: {_plain(reading)}", f"{'>':<{INDENT}}")
        for clause in clauses
        for reading in clause.readings
    ]
    return "\n".join(lines)


def _wrapped(text: str) -> str:
    """Wraps paragraphs and bullets; tables that are too wide become lists."""
    blocks: list[list[str]] = []
    for line in text.splitlines():
        goes_on = blocks and line and line[:1] not in "-|" and blocks[-1][0][:1] not in ("", "-", "|")
        if goes_on or (line[:1] == "|" and blocks and blocks[-1][0][:1] == "|"):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return "\n".join(_block(block) for block in blocks)


def _block(lines: list[str]) -> str:
    first = lines[0]
    if first.startswith("|"):
        return _rows([[_plain(cell.strip()) for cell in line.strip("|").split("|")] for line in lines])
    if first.startswith("- "):
        return _filled(_plain(first[2:]), "- ")
    return _filled(_plain(" ".join(lines)), "")


def _rows(rows: list[list[str]]) -> str:
    """The rows of a table: the first has the headings, the second is a rule."""
    head, _, *body = rows
    widths = [max(len(row[column]) for row in (head, *body)) for column in range(len(head))]
    if sum(widths) + 2 * len(widths) <= _width():
        return "\n".join(
            "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in (head, ["-" * width for width in widths], *body)
        )
    lines: list[str] = []
    for row in body:
        lines.append(row[0])
        lines += [_filled(f"{name}: {cell}", "    ") for name, cell in zip(head[1:], row[1:], strict=True)]
    return "\n".join(lines)


def _width() -> int:
    return min(shutil.get_terminal_size((100, 24)).columns, 110)


def _filled(text: str, first: str) -> str:
    return textwrap.fill(
        text, _width(), initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False
    )


def _plain(text: str) -> str:
    return text.replace("**", "")


# Coverage


def _coverage(games: list[str], as_json: bool) -> int:
    root = checkout()
    found = [coverage(rulebook(game), root) for game in games]
    report = [
        {
            "game": each.game,
            "clauses": len(each.rows),
            "tests": len(each.tests),
            "rows": each.rows,
            "gaps": [row.clause for row in each.gaps],
            "strays": each.strays,
        }
        for each in found
    ]
    _show(report, "\n\n".join(_table(each) for each in found), as_json)
    return 1 if any(each.gaps or each.strays for each in found) else 0


def _table(found: Coverage) -> str:
    rows = [(row.clause, _files(row), _tests(row)) for row in found.rows]
    width = max((len(files) for _, files, _ in rows), default=0)
    lines = [f"{clause:<{INDENT}}| {files:<{width}} | {tests}" for clause, files, tests in rows]
    lines += ["", f"{found.game}: clauses {len(found.rows)}, tests marked with one {len(found.tests)}."]
    lines += [f"Gap: {row.clause} has {_missing(row)}." for row in found.gaps]
    lines += [
        f"Unknown: {stray.where} cites {stray.clause}, which the rulebook does not have."
        for stray in found.strays
    ]
    return "\n".join(lines)


def _files(row: Row) -> str:
    return ", ".join(PurePosixPath(path).name for path in row.files) or "-"


def _tests(row: Row) -> str:
    names = ", ".join(test.rpartition("::")[2] for test in row.tests)
    return f"{len(row.tests)}: {names}" if row.tests else "0"


def _missing(row: Row) -> str:
    nothing = [
        word for word, found in (("no file that cites it", row.files), ("no test", row.tests)) if not found
    ]
    return " and ".join(nothing)
