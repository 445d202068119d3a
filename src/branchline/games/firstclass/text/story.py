"""A match in sentences: what each turn and its chain of actions did, each player's scoring, the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from branchline.core.compiled.engine import OVER
from branchline.core.story import Outcome, Storyteller
from branchline.games.firstclass.data.opcodes import POINTS
from branchline.games.firstclass.rules import coins, route, scoring, trains
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules import state as st
from branchline.games.firstclass.rules.modules import c, e
from branchline.games.firstclass.rules.state import NO_DRAW, NOTHING, SCORING, State
from branchline.games.firstclass.text import chain, telling
from branchline.games.firstclass.text.chain import Action
from branchline.games.firstclass.text.sentences import EFFECTS
from branchline.languages import Words, counted, listed, signed

# Translators: a heading in the log
HEADINGS: Final = Words({
    "setup": "Setup",
    "round": "Round {round}",
    "scoring": "Round {round} · Scoring phase",
    "end": "End of the game",
})  # fmt: skip
_SETUP: Final = (st.DRAW_START, st.DRAW_ROLES, st.DEAL_DRAFT, st.DRAFT, st.OPEN_CARDS)

# Translators: an entry of the log
TURNS: Final = Words({
    "scores": "{name} scores.",
    # Translators: all points of a turn, at its end
    "total": "{points} in this turn.",
    "market": "New cards are laid out in the market.",
    "dealt": "{count} game-end card is dealt for the draft.|{count} game-end cards are dealt for the draft.",
    # Translators: {tokens} as in "2 fingerprints and 1 point"
    "reveals": "{name} reveals evidence: {tokens}.",
    "discards": "{name} discards evidence: {tokens}.",
})  # fmt: skip
# Translators: an entry of the log: what followed from the moves before it
OUTCOMES: Final = Words({
    # Translators: {parts} as in "upper train +4, lower train +2"
    "scored": "{name}: {parts}; {count} point in all.|{name}: {parts}; {count} points in all.",
    "upper": "upper train {points}",
    "lower": "lower train {points}",
    "switches": "switches {points}",
    "clock": "clock stops {points}",
    "cards": "game-end cards {points}",
    "coins": "coins left {points}",
    "fine": "arrested {points}",
    "escape": "murderer not arrested {points}",
    "murderer": "{name} is the murderer.",
    "arrested": "{names} has the most fingerprints and is arrested.",
    "arrested_several": "{names} have the most fingerprints and are arrested.",
    "place": "{place}. {name}, {points}.",
    "out": "{name}, {points}, is arrested and out of the game.",
    "nobody": "Nobody wins.",
})  # fmt: skip


class FirstClassStory(Storyteller[State]):
    def heading(self, state: State) -> str:
        if state.phase in _SETUP:
            return HEADINGS["setup"]
        if state.phase == SCORING:
            return HEADINGS["scoring"].format(round=state.round)
        if state.phase > SCORING:
            return HEADINGS["end"]
        return HEADINGS["round"].format(round=state.round)

    def turn(
        self, positions: Sequence[State], moves: Sequence[int], names: Sequence[str], seat: int | None
    ) -> str:
        start = positions[0]
        if start.phase in (st.TURNS, SCORING):
            return " ".join(_turn(positions, moves, names, seat))
        if start.phase == st.DISCARD_EVIDENCE:
            return _discards(start, moves, names)
        return " ".join(_draws(positions, moves, names, seat))

    def deal(
        self, positions: Sequence[State], moves: Sequence[int], names: Sequence[str], seat: int | None
    ) -> str:
        evidence = positions[0].phase == st.DRAW_EVIDENCE
        return " ".join(_draws(positions, moves, names, seat)) if evidence else TURNS["market"]

    def outcomes(self, before: State, move: int, after: State, names: Sequence[str]) -> list[Outcome]:
        found: list[Outcome] = []
        if before.phase == SCORING and move == m.END:
            found.append(_scored(before, names))
        if before.phase <= st.END_CARDS < after.phase:
            found += _ended(after, names)
        if before.active != OVER and after.active == OVER:
            found += _final(after, names, self.game.ranking(after))
        return found


# Turns


def _turn(
    positions: Sequence[State], played: Sequence[int], names: Sequence[str], seat: int | None
) -> Iterator[str]:
    start = positions[0]
    own = int(start.seat)
    if start.phase == SCORING:
        yield TURNS["scores"].format(name=names[own])
    told: list[int] = []  # the points that each sentence mentioned
    for place, group in enumerate(_groups(_actions(positions, played))):
        yield chain.sentences(group, names, seat, named=place == 0 and start.phase != SCORING)
        told.append(chain.points(group, own))
    if sum(map(bool, told)) > 1:
        yield TURNS["total"].format(points=_gained(sum(told)))


def _groups(actions: Sequence[Action]) -> Iterator[list[Action]]:
    """Coins that were spent for points one after the other are told together, except at the start of a turn."""
    yield from ([action] for action in actions[:1])
    for key, same in groupby(actions[1:], key=chain.kind):
        found = list(same)
        yield from [found] if key == "point" else [[one] for one in found]


def _actions(positions: Sequence[State], played: Sequence[int]) -> list[Action]:
    """The actions of a turn with their steps. What others do out of turn belongs to the start player tile (F4.4)."""
    found = list[Action]()
    for state, move, after in zip(positions[:-1], played, positions[1:], strict=True):
        between = state.box == NOTHING and state.out == 0 and state.drawing == NO_DRAW
        if between and move == m.END:
            return found
        if between:
            found.append(Action(state, [], state))
        found[-1].moves.append(move)
        found[-1].after = after
    return found


def _draws(
    positions: Sequence[State], played: Sequence[int], names: Sequence[str], seat: int | None
) -> Iterator[str]:
    dealt = 0
    tokens: list[tuple[int, int]] = []
    for state, move in zip(positions[:-1], played, strict=True):
        if m.DEAL <= move < m.OPEN and telling.is_secret(state, move, seat):
            dealt += 1
        elif move >= m.TOKEN:
            tokens.append((int(state.seat), m.token_kind(move)))
        else:
            yield telling.sentence(state, move, names, seat)
    if dealt:
        yield counted(TURNS["dealt"], dealt)
    for owner, shown in groupby(tokens, key=lambda token: token[0]):
        kinds = [kind for _, kind in shown]
        yield TURNS["reveals"].format(name=names[owner], tokens=telling.evidence(positions[0], kinds))


def _discards(start: State, played: Sequence[int], names: Sequence[str]) -> str:
    """F13.5"""
    kinds = [m.discard_kind(move) for move in played if move != m.DONE]
    if not kinds:
        return telling.sentence(start, played[0], names)
    return TURNS["discards"].format(name=names[start.seat], tokens=telling.evidence(start, kinds))


# What follows from them


def _gained(count: int) -> str:
    return f"+{counted(EFFECTS['points'], count)}"


def _parts(values: Sequence[tuple[str, int]]) -> str:
    return ", ".join(OUTCOMES[key].format(points=signed(count)) for key, count in values)


def _scored(s: State, names: Sequence[str]) -> Outcome:
    """F10.1, F10.2: what a scoring brought its player."""
    seat = int(s.seat)
    values = [("upper", int(trains.points(s, seat, 0))), ("lower", int(trains.points(s, seat, 1)))]
    if s.setting.has_gaps:
        values.append(("switches", int(e.switch_points(s, seat))))
    score = int(s.score[seat]) + sum(points for _, points in values)
    if stops := _clock_points(s, seat):
        values.insert(0, ("clock", stops))
    words = counted(OUTCOMES["scored"], score, name=names[seat], parts=_parts(values))
    return Outcome(words, seat)


def _clock_points(s: State, seat: int) -> int:
    """What the clock stops brought, those with a postcard twice (F12.2)."""
    found = 0
    for space in range(1, s.loco[seat] + 1):
        box, rail = route.clock_box(s, seat, space), route.rail_at(space)
        if box != NOTHING:
            twice = rail != NOTHING and st.postcard(s, seat, rail) != NOTHING
            found += int(s.setting.amount(box, POINTS)) * (2 if twice else 1)
    return found


def _ended(s: State, names: Sequence[str]) -> list[Outcome]:
    """F10.3: game-end cards and coins."""
    found = []
    for seat in range(s.setting.players):
        values = [("cards", int(scoring.card_points(s, seat))), ("coins", int(coins.total(s, seat)))]
        score = int(s.score[seat]) - (_settled(s, seat) if s.active == OVER else 0)
        words = counted(OUTCOMES["scored"], score, name=names[seat], parts=_parts(values))
        found.append(Outcome(words, seat, HEADINGS["end"]))
    found += [
        Outcome(OUTCOMES["murderer"].format(name=names[seat]), seat, HEADINGS["end"])
        for seat in range(s.setting.players)
        if s.setting.has_evidence and s.evidence[st.ROLE_OF + seat] == c.MURDERER  # F13.5
    ]
    return found


def _settled(s: State, seat: int) -> int:
    """F13.6, F13.7: what the end of module C brought, reward or fine."""
    return sum(points for _, points in _verdict(s, seat))


def _verdict(s: State, seat: int) -> list[tuple[str, int]]:
    if not s.setting.has_evidence:
        return []
    if c.is_arrested(s, seat):
        return [("fine", -int(c.FINE))] if s.setting.arrest_fines else []
    return [("escape", int(c.ESCAPE))] if s.evidence[st.ROLE_OF + seat] == c.MURDERER else []


def _final(s: State, names: Sequence[str], places: Sequence[Sequence[int]]) -> list[Outcome]:
    """F10.4, F13.6, F13.7"""
    seats = range(s.setting.players)
    found = []
    if s.setting.has_evidence:
        arrested = [names[seat] for seat in seats if c.is_arrested(s, seat)]
        if arrested:
            words = OUTCOMES["arrested" if len(arrested) == 1 else "arrested_several"]
            found.append(Outcome(words.format(names=listed(arrested)), None, HEADINGS["end"]))
        for seat in seats:
            if values := _verdict(s, seat):
                words = counted(
                    OUTCOMES["scored"], int(s.score[seat]), name=names[seat], parts=_parts(values)
                )
                found.append(Outcome(words, seat, HEADINGS["end"]))
    return found + _ranking(s, names, places)


def _ranking(s: State, names: Sequence[str], places: Sequence[Sequence[int]]) -> list[Outcome]:
    found = []
    if not places[0]:
        found.append(Outcome(OUTCOMES["nobody"], None, HEADINGS["end"]))
    for place, seats in enumerate(places, 1):
        for seat in seats:
            key = "out" if scoring.is_out(s, seat) else "place"
            points = counted(EFFECTS["points"], int(s.score[seat]))
            words = OUTCOMES[key].format(place=place, name=names[seat], points=points)
            found.append(Outcome(words, seat, HEADINGS["end"]))
    return found
