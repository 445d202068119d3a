"""The rulebook of a game: clauses that code, errors and tests cite by their id.

It is written in docs/rules/<game>.md and ships in the package as rulebook/<game>.md; translations are in
<language>/<game>.md beside it. Its form: a title, sections `## X7 Heading`, in them clauses `- X7.4 text` (X is the
letter of the game). A section without clauses counts as one. The text contains the marks (D) and (R). Bullets
`- (X7.4) text` are readings of a clause.
"""

from __future__ import annotations

import difflib
import re
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import msgspec

from branchline.core import registry
from branchline.core.errors import BranchlineError

MARKS: Final = {
    "D": "The sources disagree here: this is the default, another reading is an option.",
    "R": "The sources are silent here: this is reconstructed.",
}

_PACKAGE: Final = Path(__file__).parent.parent
_FOLDERS: Final = (_PACKAGE / "rulebook", _PACKAGE.parent.parent / "docs" / "rules")  # a wheel, a checkout

_SECTION: Final = re.compile(r"## (?:([A-Z]\d+) )?(.+)")
_CLAUSE: Final = re.compile(r"- ([A-Z]\d+\.\d+) (.+)")
_READING: Final = re.compile(r"- \(([A-Z]\d+(?:\.\d+)?(?:, [A-Z]\d+(?:\.\d+)?)*)\) (.+)")
_MARK: Final = re.compile(r"\(([DR])(?:[ ,][^)]*)?\)")  # (R), (R unless marked)


class UnknownClause(BranchlineError):
    """The rulebook has no clause of that id."""


class NoRulebook(BranchlineError):
    """The game has no rulebook."""


class Clause(msgspec.Struct, frozen=True):
    id: str
    text: str  # as it is written, with its marks
    marks: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True):
    id: str  # empty if the heading has none
    title: str
    text: str  # text besides the clauses
    clauses: tuple[Clause, ...] = ()


class Rulebook(msgspec.Struct, frozen=True, dict=True):
    game: str
    title: str
    intro: str
    sections: tuple[Section, ...]
    language: str = "en"

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """By id, in the order of the rulebook."""
        return {clause.id: clause for section in self.sections for clause in section.clauses}

    def section(self, name: str) -> Section | None:
        """The section of that id, in upper or lower case."""
        return next((section for section in self.sections if section.id == name.upper() != ""), None)

    def find(self, name: str) -> Clause:
        """The clause of that id, in upper or lower case; raises `UnknownClause`."""
        clauses = self.clauses
        if name.upper() in clauses:
            return clauses[name.upper()]
        near = difflib.get_close_matches(name.upper(), clauses, n=1)
        first, last = next(iter(clauses), "nothing"), next(reversed(clauses), "nothing")
        hint = f"Did you mean {near[0]}?" if near else f"They go from {first} to {last}."
        raise UnknownClause(f"The rulebook of {self.title} has no clause {name!r}. {hint}")

    def search(self, words: str) -> list[Clause]:
        """The clauses that contain every word, in their text or their heading."""
        wanted = words.casefold().split()
        return [
            clause
            for section in self.sections
            for clause in section.clauses
            if all(word in f"{clause.id} {section.title} {clause.text}".casefold() for word in wanted)
        ]


def rulebooks() -> list[str]:
    """The games that have a rulebook."""
    return [name for name in registry.games() if _path(name) is not None]


@cache
def rulebook(name: str, language: str = "en") -> Rulebook:
    """The rulebook of a game, in English if there is no translation; raises `UnknownGame` or
    `NoRulebook`."""
    if name not in registry.games():
        registry.game(name)  # raises `UnknownGame`
    path = _path(name)
    if path is None:
        raise NoRulebook(f"{name} has no rulebook. These have one: {', '.join(rulebooks())}.")
    translated = _path(f"{language}/{name}") if language != "en" else None
    if translated is not None:
        return parse(name, translated.read_text(encoding="utf-8"), language)
    return parse(name, path.read_text(encoding="utf-8"))


def _path(name: str) -> Path | None:
    return next((path for path in (folder / f"{name}.md" for folder in _FOLDERS) if path.is_file()), None)


def parse(game: str, text: str, language: str = "en") -> Rulebook:
    """A rulebook from its text."""
    head, *bodies = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    title, _, intro = head.strip().partition("\n")
    readings: dict[str, list[str]] = {}
    for body in bodies:
        for line in _bullets(body):
            if match := _READING.fullmatch(line):
                for name in match[1].split(", "):
                    readings.setdefault(name, []).append(match[2])
    sections = tuple(_section(body, readings) for body in bodies)
    return Rulebook(game, title.removeprefix("# "), intro.strip(), sections, language)


def _section(body: str, readings: dict[str, list[str]]) -> Section:
    heading, _, rest = body.partition("\n")
    match = _SECTION.fullmatch(heading)
    assert match is not None, heading
    name, title = match[1] or "", match[2]
    clauses: list[Clause] = []
    other: list[str] = []
    for line in _bullets(rest):
        if found := _CLAUSE.fullmatch(line):
            clauses.append(_clause(found[1], found[2], found[2], readings))
        else:
            other.append(line)
    text = "\n".join(other).strip()
    if name and not clauses:
        clauses.append(_clause(name, text, f"{title}\n{text}", readings))
    return Section(name, title, text, tuple(clauses))


def _clause(name: str, text: str, marked: str, readings: dict[str, list[str]]) -> Clause:
    marks = tuple(dict.fromkeys(_MARK.findall(marked)))
    return Clause(name, text, marks, tuple(readings.get(name, ())))


def _bullets(body: str) -> list[str]:
    """The lines, with a bullet that spans several joined into one."""
    lines: list[str] = []
    for line in body.splitlines():
        if line.startswith("  ") and lines and lines[-1].startswith("- "):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return lines
