"""The tutorial: a first round on a fixed deal, explained step by step. The learner makes the moves that the lesson
waits for; the others' moves are scripted in the lesson too. A chapter is a part of it that can be practised alone: the
moves before it are already made.

A lesson has no state of its own. Its progress follows from the moves made at the table, so a reload, a second tab or
an undo needs no special care. Once the table has passed the end of the lesson or left its line, it is a table like
any other.
"""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from branchline.core import registry
from branchline.core.errors import NotationError
from branchline.core.play.table import Table
from branchline.core.protocols import CHANCE
from branchline.languages import _
from branchline.server.table.protocol.messages import Lesson, RefusedMessage
from branchline.server.table.state.context import LEARNER


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    say: str
    clause: str = ""


class Scripted(Saying, frozen=True, kw_only=True):
    """A step: what it says, the move it is about, and why not another one."""

    move: str
    why: str = ""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the tutorial; the last one ends as the tutorial does."""

    name: str
    title: str
    first: int  # its first step
    end: Saying | None = None


class Tutorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tutorial's file."""

    game: str
    title: str
    what: str
    players: int
    seed: int
    options: dict[str, Any]
    rivals: list[str]
    chapters: list[Chapter]
    steps: list[Scripted]
    end: Saying

    def part(self, name: str) -> Part:
        """A chapter, or (no name) the whole; raises `KeyError`."""
        if not name:
            return Part(0, len(self.steps), self.end, None)
        places = {chapter.name: place for place, chapter in enumerate(self.chapters)}
        found, after = self.chapters[places[name]], self.chapters[places[name] + 1 : places[name] + 2]
        last = after[0].first if after else len(self.steps)
        return Part(found.first, last, found.end or self.end, after[0] if after else None)


class Part(NamedTuple):
    """Steps of a tutorial, what is said when they are done, and the chapter that comes next."""

    first: int
    last: int
    end: Saying
    next: Chapter | None


def names() -> list[str]:
    """The games that have a tutorial."""
    return sorted(name for name in registry.games() if registry.game(name).presentation().tutorial)


@cache
def tutorial(name: str) -> Tutorial:
    """The tutorial of a game; raises `KeyError`."""
    path = registry.game(name).presentation().tutorial if name in registry.games() else None
    if path is None:
        raise KeyError(name)
    return msgspec.json.decode(path.read_bytes(), type=Tutorial)


def chapter(game: str, name: str) -> tuple[str, str] | None:
    """A chapter by name: its name and title, if there is one."""
    chapters = tutorial(game).chapters if game in names() else []
    return next(((found.name, _(found.title)) for found in chapters if found.name == name), None)


@cache
def guide(name: str) -> Guide:
    """The guide through the tutorial of a game, or through one of its chapters (`game/chapter`); raises `KeyError`."""
    game, _slash, part = name.partition("/")
    told = tutorial(game)
    return Guide(told, told.part(part))


class Event(msgspec.Struct, frozen=True):
    """One move or draw of the lesson's line, and the step that it belongs to."""

    seat: int
    move: int
    step: int


class Guide:
    def __init__(self, told: Tutorial, part: Part) -> None:
        self.told, self.part = told, part
        self._line = _line(told, part.last)
        self._mover = {event.step: event.seat for event in reversed(self._line) if event.seat != CHANCE}
        # The learner's own steps: only these are counted
        self._own = [
            step for step in range(part.first, part.last) if self._mover.get(step, LEARNER) == LEARNER
        ]

    def lesson(self, table: Table) -> Lesson | None:
        """What to say now, in paragraphs; None if the lesson is over."""
        at = self._place(table)
        if at is None:
            return None
        now = self._line[at].step if at < len(self._line) else self.part.last
        said = [*self.told.steps[: self.part.last], self.part.end]
        words = [_(said[number].say) for number in range(self._first_told(now), now + 1)]
        ended = now == self.part.last
        following = self.part.next if ended else None
        return Lesson(
            words="\n".join(words),
            number=len(self._own) + 1
            if ended
            else min(len(self._own), 1 + sum(step < now for step in self._own)),
            of=1 + len(self._own),
            moves=self._offered(table, at),
            clause=said[now].clause,
            chapter=(following.name, _(following.title)) if following else None,
        )

    def _first_told(self, now: int) -> int:
        """The others' moves go by quickly, so their explanations are repeated to the learner."""
        while now > self.part.first and self._mover[now - 1] != LEARNER:
            now -= 1
        return now

    def scripted(self, table: Table) -> str | None:
        """The next move of another player: a whole step of the lesson, or the rest of it."""
        at = self._place(table)
        if at is None or at == len(self._line) or self._line[at].seat == LEARNER:
            return None
        event = self._line[at]
        begins = at == 0 or self._line[at - 1].step != event.step
        return self.told.steps[event.step].move if begins else str(table.game.move(table.setting, event.move))

    def wrong(self, table: Table, move: str) -> RefusedMessage | None:
        """The answer to a legal move that is not the one the lesson waits for."""
        at = self._place(table)
        if at is None or at == len(self._line) or self._line[at].seat != LEARNER:
            return None
        try:
            meant = table.game.expand(table.state, move)
        except NotationError:
            return None  # the table explains what is wrong with it
        if meant == self._awaited(at)[: len(meant)] or table.why_not(meant[0]) is not None:
            return None
        step = self.told.steps[self._line[at].step]
        usual = _("A good idea for another game! In this lesson, make the highlighted move.")
        return RefusedMessage(_(step.why) if step.why else usual, step.clause)

    def _place(self, table: Table) -> int | None:
        """How far along the line the table is; None: off the line. It stays at the end until the learner moves."""
        made = [(step.seat, move) for step in table.steps for move in step.moves]
        past = made[len(self._line) :]
        if any(event != (due.seat, due.move) for event, due in zip(made, self._line, strict=False)):
            return None
        return None if any(seat == LEARNER for seat, _move in past) else len(made) - len(past)

    def _awaited(self, at: int) -> list[int]:
        """The learner's moves from here until the next player's turn."""
        return [event.move for event in takewhile(lambda event: event.seat == LEARNER, self._line[at:])]

    def _offered(self, table: Table, at: int) -> tuple[str, ...]:
        """The choice on the screen that the lesson waits for. A choice may stand for several moves: the shortest is
        taken, so that no explanation is skipped."""
        if at == len(self._line) or self._line[at].seat != LEARNER:
            return ()
        awaited = self._awaited(at)
        choices = table.game.screen().choices(table.state, table.seats)
        meant = {choice.move: table.game.expand(table.state, choice.move) for choice in choices}
        right = {text: len(ids) for text, ids in meant.items() if ids == awaited[: len(ids)]}
        return tuple(text for text, steps in right.items() if steps == min(right.values()))


def _line(told: Tutorial, last: int) -> list[Event]:
    """Plays a tutorial as far as a step: every move and draw, without the draws after the last move."""
    table = new_table(told)
    kept = 0
    events: list[Event] = []
    for number, step in enumerate([None, *told.steps[:last]]):
        if step is not None:
            table.push(step.move)
        for made in table.steps[kept:]:
            events += [Event(made.seat, move, max(0, number - 1)) for move in made.moves]
        kept = len(table.steps)
    while events[-1].seat == CHANCE:
        events.pop()
    return events


def new_table(told: Tutorial) -> Table:
    """A new table for the lesson."""
    return Table.from_options(told.game, told.players, told.options, seed=told.seed)
