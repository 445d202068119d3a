"""Pages of a game's own texts and pictures: those that its rulebook begins with, for people who are new to it, and
those about good play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from markupsafe import Markup

from branchline.core import registry
from branchline.languages import _
from branchline.server.pages.rules.rule_text import Words
from branchline.server.workers import rulebook_examples
from branchline.server.workers.rulebook_examples import Example


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing explained: a few sentences, mostly with a picture, and the clauses that say it exactly."""

    title: str
    say: str
    clauses: tuple[str, ...]
    pictures: tuple[str, ...] = ()  # names of the game's examples


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal[
        "steps", "points", "hints", "start"
    ]  # how it looks: numbered steps, pictures, a list, a box
    title: str
    frames: tuple[Frame, ...]


class Leaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One page: a sheet of A4 when printed."""

    name: str  # its anchor
    title: str
    say: str  # what comes first, in a sentence or two
    clauses: tuple[str, ...]
    parts: tuple[Part, ...]


class ShownFrame(msgspec.Struct, frozen=True):
    title: str
    words: Markup
    clauses: tuple[str, ...]
    pictures: tuple[Example, ...]


class ShownPart(msgspec.Struct, frozen=True):
    kind: str
    title: str
    frames: tuple[ShownFrame, ...]


class ShownLeaf(msgspec.Struct, frozen=True):
    name: str
    title: str
    words: Markup
    clauses: tuple[str, ...]
    parts: tuple[ShownPart, ...]


def leaves(game: str) -> tuple[Leaf, ...]:
    """The pages that a rulebook begins with, if it has any."""
    return _leaves(registry.game(game).presentation().illustrated)


def strategy(game: str) -> tuple[Leaf, ...]:
    """The pages about good play, if there are any."""
    return _leaves(registry.game(game).presentation().strategy)


@cache
def _leaves(path: Path | None) -> tuple[Leaf, ...]:
    return () if path is None else msgspec.json.decode(path.read_bytes(), type=tuple[Leaf, ...])


def shown(game: str, pages: Iterable[Leaf]) -> list[ShownLeaf]:
    """Pages in the language of the context."""
    words, drawings = Words(()), rulebook_examples.drawings(game)

    def parts(leaf: Leaf) -> Iterator[ShownPart]:
        for part in leaf.parts:
            frames = tuple(
                ShownFrame(
                    _(frame.title),
                    words.inline(_(frame.say)),
                    frame.clauses,
                    tuple(drawings[name] for name in frame.pictures),
                )
                for frame in part.frames
            )
            yield ShownPart(part.kind, _(part.title) if part.title else "", frames)

    return [
        ShownLeaf(leaf.name, _(leaf.title), words.inline(_(leaf.say)), leaf.clauses, tuple(parts(leaf)))
        for leaf in pages
    ]
