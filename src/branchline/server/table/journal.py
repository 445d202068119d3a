"""The log of a match in sentences, as one seat may know it, in one language."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from branchline.core import record
from branchline.core.protocols import CHANCE, Game
from branchline.core.screen import Account
from branchline.core.table import Table
from branchline.languages import _, speaking
from branchline.server.table.messages import Entry

MOST_DRAWS: Final = 8  # of a deal told one by one


class Journal:
    """Follows the lines of a record. `entries` is what the log shows; an entry is never changed, only replaced."""

    def __init__(self, game: Game[Any], setting: Any, seat: int | None, language: str) -> None:
        self._game = game
        self._setting = setting
        self._seat = seat
        self._language = language
        self._screen = game.screen()
        self._state = game.start(setting)
        self._steps: list[tuple[int, list[int]]] = []
        self.read = 0  # lines of the record
        self.entries: list[Entry] = []
        self.accounts: dict[int, list[Account]] = {}  # statements, by the length of the log they came with

    def add(self, event: record.Event, names: Sequence[str]) -> None:
        self.read += 1
        with speaking(self._language):
            if isinstance(event, record.Undo):
                self._take_back(event, names)
            elif isinstance(event, record.Deal):
                self._tell(CHANCE, event.results, False, names)
            elif isinstance(event, record.Played):
                self._tell(event.seat, [event.move], event.forced, names)

    def _tell(self, seat: int, texts: list[str], forced: bool, names: Sequence[str]) -> None:
        game, state = self._game, self._state
        moves = [game.read(self._setting, text).id for text in texts]
        words: list[str] = []
        targets: dict[str, None] = {}
        accounts: list[Account] = []
        told = len(moves) <= MOST_DRAWS
        for move in moves:
            if told:
                words.append(game.sentence(state, move, names, self._seat))
                targets.update(dict.fromkeys(self._screen.touched(state, move, self._seat)))
            before = game.clone(state)
            game.apply(state, move)
            if told:
                accounts += self._screen.accounts(before, move, state)
        if not told:
            words = [_("The table is set up.") if not self._steps else _("The table is refilled.")]
        self._steps.append((seat, moves))
        self.entries.append(
            Entry(
                step=len(self._steps),
                seat=None if seat == CHANCE else seat,
                words=" ".join(words),
                targets=tuple(targets),
                forced=forced,
            )
        )
        if accounts:
            self.accounts[len(self.entries)] = accounts

    def _take_back(self, event: record.Undo, names: Sequence[str]) -> None:
        depth = len(self._steps) - event.events
        seat = next((seat for seat, _moves in self._steps[depth:] if seat != CHANCE), CHANCE)
        del self._steps[depth:]
        self._state = self._game.start(self._setting)
        for _seat, moves in self._steps:
            for move in moves:
                self._game.apply(self._state, move)
        while self.entries and self.entries[-1].step > depth:
            self.entries.pop()
        if self.entries and self.entries[-1].undone:
            self.entries.pop()  # one such line is enough, however much is taken back
        for length in [length for length in self.accounts if length > len(self.entries)]:
            del self.accounts[length]
        self.entries.append(
            Entry(
                step=depth,
                seat=None if seat == CHANCE else seat,
                words=_("{name} undoes a move.", name=names[seat]) if seat != CHANCE else "",
                undone=True,
            )
        )


class Journals:
    """The journals of a table, for every seat and language that somebody looks in."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._kept: dict[tuple[int | None, str], Journal] = {}

    async def of(self, seat: int | None, language: str, at: int, names: Sequence[str]) -> Journal:
        """The log as a seat may know it, at least up to that line of the record."""
        table, key = self._table, (seat, language)
        if key not in self._kept:
            self._kept[key] = Journal(table.game, table.setting, seat, language)
        journal = self._kept[key]
        while journal.read < at:
            journal.add(table.log[journal.read], names)
            if journal.read % 16 == 0:
                await asyncio.sleep(0)  # a long match takes a while: let others in between
        return journal
