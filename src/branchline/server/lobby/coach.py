"""The coach: a newcomer's own game, explained one thing at a time. At each decision the coach says the first thing that
fits the situation and has not been said before; moves that a newcomer is likely to regret are asked about.

Like a tutorial, the coach has no state of its own. What has been said follows from the moves made at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from branchline.core import registry
from branchline.core.play.history import Step
from branchline.core.play.table import Table
from branchline.languages import _
from branchline.server.lobby import lessons
from branchline.server.lobby.lessons import Saying
from branchline.server.table.protocol.messages import Lesson, RefusedMessage
from branchline.server.table.state.context import LEARNER

COACH: Final = "coach"  # what the row of a coached table has in place of a lesson's name


class Titled(Saying, frozen=True, kw_only=True):
    title: str


class Topic(Titled, frozen=True, kw_only=True):
    """One thing to explain, in a situation that the game names."""

    when: str
    panel: str = ""
    chapter: str = ""  # of the tutorial, to practise it


class End(Titled, frozen=True, kw_only=True):
    known: list[Saying]


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A coach's file."""

    players: int
    options: dict[str, Any]
    rounds: int  # that are coached
    goal: Titled  # said first
    topics: list[Topic]  # the first that fits is said
    end: End


def names() -> list[str]:
    """The games that have a coach."""
    return sorted(name for name in registry.games() if registry.game(name).presentation().coaching())


@cache
def script(game: str) -> Script:
    """What the coach of a game says; raises `KeyError`."""
    coaching = registry.game(game).presentation().coaching() if game in registry.games() else None
    if coaching is None:
        raise KeyError(game)
    return msgspec.json.decode(coaching.file.read_bytes(), type=Script)


class Decision(NamedTuple):
    """A decision of the learner: after how many events, what was said, and what they saw when it had been made."""

    depth: int
    topic: Topic | None
    targets: tuple[str, ...]
    over: bool  # it comes after the rounds that are coached
    after: Any = None


class Coach:
    def __init__(self, game: str) -> None:
        coaching = registry.game(game).presentation().coaching()
        assert coaching is not None
        self._game, self._coaching, self.script = game, coaching, script(game)
        self._steps: list[Step] = []  # followed so far
        self._decisions: list[Decision] = []

    def lesson(self, table: Table) -> Lesson | None:
        """What to say now; None if the coaching is over. While others move, the last words stay."""
        self._follow(table)
        if not self._decisions or table.over:
            return None
        last = self._decisions[-1]
        due = last.depth == len(table.steps)
        if last.over:
            return self._end() if due else None
        topic = last.topic
        said: list[Titled] = [self.script.goal] if len(self._decisions) == 1 else []
        said += [topic] if topic else []
        return Lesson(
            words="\n".join(_(saying.say) for saying in said),
            number=min(table.game.screen().round(table.state), self.script.rounds),
            of=self.script.rounds,
            title="\n".join(_(saying.title) for saying in said),
            clause=topic.clause if topic else "",
            panel=topic.panel if topic else "",
            targets=last.targets,
            chapter=lessons.chapter(self._game, topic.chapter) if topic else None,
            coach=True,
            cautions=dict(self._coaching.cautions(table.state)) if due else {},
        )

    def _end(self) -> Lesson:
        end = self.script.end
        return Lesson(
            words=_(end.say),
            number=self.script.rounds,
            of=self.script.rounds,
            title=_(end.title),
            clause=end.clause,
            coach=True,
            known=tuple(_(saying.say) for saying in end.known),
        )

    def scripted(self, table: Table) -> str | None:
        return None

    def wrong(self, table: Table, move: str) -> RefusedMessage | None:
        return None

    def _follow(self, table: Table) -> None:
        """Keep up with the table, which may have gone back."""
        same = _common(self._steps, table.steps)
        while self._decisions and self._decisions[-1].depth > same:
            self._decisions.pop()
        self._steps = list(table.steps)
        first = self._decisions[-1].depth if self._decisions else -1
        state = table.at(max(first, 0))
        for depth in range(first + 1, len(self._steps) + 1):
            if self._decisions and self._decisions[-1].over:
                return  # there is nothing to explain any more
            if depth > 0:
                for move in self._steps[depth - 1].moves:
                    table.game.apply(state, move)
            if self._decisions and self._decisions[-1].depth == depth - 1:
                self._decisions[-1] = self._decisions[-1]._replace(after=table.game.view(state, LEARNER))
            if self._decides(table, state, depth):
                self._decisions.append(self._decision(table, state, depth))

    def _decides(self, table: Table, state: Any, depth: int) -> bool:
        """Whether the learner had to choose here. A part of a choice, such as its payment, is not a choice of its
        own."""
        forced = depth < len(self._steps) and self._steps[depth].forced
        return table.game.to_move(state) == LEARNER and not forced and not table.game.screen().midway(state)

    def _decision(self, table: Table, state: Any, depth: int) -> Decision:
        before = self._decisions[-1].after if self._decisions else None
        met = self._coaching.situations(table.game.view(state, LEARNER), before)
        said = [decision.topic for decision in self._decisions]
        fits = (topic for topic in self.script.topics if topic.when in met and topic not in said)
        topic = next(fits, None)
        over = table.game.screen().round(state) > self.script.rounds
        return Decision(depth, topic, met[topic.when] if topic else (), over)


def _common(one: Sequence[Step], other: Sequence[Step]) -> int:
    """How many steps at the beginning are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a is not b), min(len(one), len(other)))
