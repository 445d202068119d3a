"""Play by text: what happened, whose turn it is, the moves with numbers, and a prompt.

Every line can be read aloud: no colours, no cursor tricks, nothing that only makes sense as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from branchline import bots
from branchline.cli import match
from branchline.core.errors import BranchlineError
from branchline.core.play.table import Table
from branchline.core.protocols import CHANCE
from branchline.core.rulebook import rulebook
from branchline.core.text import whole_number

HELP: Final = """\
a number or a move   play it (a longer text plays several steps: build NUS GOS FUE stop)
moves [WORD]         list the legal moves, or those that contain a word
table                show the whole table
why MOVE             say why a move is not allowed
rules CLAUSE         read a clause of the rulebook, or 'rules WORD' to search it
undo, undo turn      take back your last step, or your whole turn
save FILE            write the record
help, quit"""

MOST_LISTED: Final = 60  # more would be a wall of text; 'moves' shows them all


class Terminal:
    def __init__(self, table: Table, bot_specs: Mapping[int, str], seed: int | None) -> None:
        self.table = table
        self.bots = {
            seat: bots.bot(spec, seed=None if seed is None else seed * 8 + seat)
            for seat, spec in bot_specs.items()
        }
        self.told = 0  # how many events have been reported
        self.phase = ""
        self.saved = len(table.steps)

    def run(self) -> int:
        people = [name for seat, name in enumerate(self.table.seats) if seat not in self.bots]
        you = f" You are {people[0]}." if len(people) == 1 else ""
        print(f"{self.table.game.title}.{you} 'help' lists what you can type.")
        self._let_bots_play()
        while self.table.to_move is not None and self._ask():
            self._let_bots_play()
        if self.table.over:
            self._tell_result()
        self._keep_unsaved()
        return 0

    def _let_bots_play(self) -> None:
        table = self.table
        while (seat := table.to_move) is not None and seat in self.bots:
            bot = self.bots[seat]
            view = table.view(seat) if bot.needs_view else None
            table.push(bot.choose(table.setup, view, table.legal_moves.ids, 1.0))
        self._tell_news()

    def _tell_news(self) -> None:
        """What happened since the last time, in sentences."""
        table = self.table
        state = table.at(self.told)
        for step in table.steps[self.told :]:
            for move in step.moves:
                if step.seat != CHANCE:
                    print(table.game.sentence(state, move, table.seats, self._listener))
                table.game.apply(state, move)
        self.told = len(table.steps)

    @property
    def _listener(self) -> int | None:
        """Whose knowledge the text may show: with one person, theirs; with several, only what everybody may know."""
        people = [seat for seat in range(self.table.players) if seat not in self.bots]
        return people[0] if len(people) == 1 else None

    def _shown(self) -> str:
        """The table as seen by the person to move."""
        table = self.table
        return table.game.text(table.view(table.to_move), table.seats)

    # The prompt

    def _ask(self) -> bool:
        """Ask until a move has been made. False: leave."""
        self._tell_turn()
        while True:
            try:
                line = input("> ").strip()
            except EOFError:
                print()
                return False
            if line in ("quit", "exit"):
                return False
            try:
                if self._answer(line):
                    return True
            except BranchlineError as error:
                print(error)

    def _answer(self, line: str) -> bool:
        """Carry out what was typed. True: the position changed."""
        word, _, rest = line.partition(" ")
        match word:
            case "" | "help":
                print(HELP)
            case "table":
                print(self._shown())
            case "moves":
                self._list_moves(rest, len(self.table.legal_moves))
            case "why":
                self._tell_why(rest)
            case "rules":
                self._tell_rule(rest)
            case "save":
                self._save(rest)
            case "undo":
                return self._undo(rest)
            case _:
                self.table.push(self._numbered(line))
                return True
        return False

    def _numbered(self, line: str) -> str | int:
        ids = self.table.legal_moves.ids
        number = whole_number(line)
        if number is None:
            return line
        if not 1 <= number <= len(ids):
            raise BranchlineError(f"There is no move {line}: the moves are 1 to {len(ids)}.")
        return ids[number - 1]

    def _tell_turn(self) -> None:
        lines = self._shown().splitlines()
        if lines[0] != self.phase:  # a new phase: show everything once
            self.phase = lines[0]
            print()
            print(self._shown())
        else:
            print(lines[1])
        self._list_moves("", MOST_LISTED)

    def _list_moves(self, word: str, most: int) -> None:
        """Moves with numbers; moves with the same first word share a line."""
        numbered = [
            (number, str(move)) for number, move in enumerate(self.table.legal_moves, 1) if word in str(move)
        ]
        for _, same in groupby(numbered[:most], key=lambda item: item[1].split()[:2]):
            print("  " + "   ".join(f"{number}: {text}" for number, text in same))
        if len(numbered) > most:
            print(f"  ... {len(numbered) - most} more: 'moves' lists all, 'moves WORD' those with a word.")

    def _tell_why(self, text: str) -> None:
        refusal = self.table.why_not(text)
        if refusal is None:
            print("It is allowed.")
        else:
            print(f"{refusal.text} ({refusal.clause}; 'rules {refusal.clause}' shows the clause)")

    def _tell_rule(self, text: str) -> None:
        book = rulebook(self.table.game.name)
        if text.upper() in book.clauses:
            print(book.find(text).text)
            return
        found = book.search(text) if text else []
        for clause in found:
            print(f"{clause.id} {clause.text}")
        if not found:
            print("No clause found. 'rules N7.10' shows one, 'rules landlord' searches for a word.")

    def _save(self, text: str) -> None:
        if not text:
            raise BranchlineError("Save as what? 'save game.jsonl'")
        self.table.save(match.new_file(text))
        self.saved = len(self.table.steps)
        print(f"Saved. Continue later with: branchline play --terminal --load {text}")

    def _undo(self, what: str) -> bool:
        """Undo to the last decision of a person: a bot would only make its move again."""
        table = self.table
        me = table.to_move
        while True:
            undone = table.pop_turn() if what == "turn" else [table.pop()]
            if table.to_move not in self.bots:
                break
        print(f"Undone: {', '.join(str(move) for move in undone)}.")
        if table.to_move != me:
            print("That was the move before yours.")
        self.told = len(table.steps)
        return True

    # The end

    def _tell_result(self) -> None:
        scores = self.table.scores()
        print("\nThe game is over.")
        outcome = self.table.outcome() or ()
        if outcome and not outcome[0]:
            print("Nobody wins.")
        for place, seats in enumerate(outcome, start=1):
            for seat in seats:
                print(f"{place}. {self.table.seats[seat]}: {scores[seat]} points")

    def _keep_unsaved(self) -> None:
        """Save the game on leaving, so that nothing is lost."""
        if self.table.over or self.saved == len(self.table.steps):
            return
        path = _free_name(Path(f"branchline-{self.table.game.name}.jsonl"))
        self.table.save(path)
        print(f"Your game is saved in {path}. Continue with: branchline play --terminal --load {path}")


def _free_name(wish: Path) -> Path:
    names: Sequence[Path] = [wish, *(wish.with_stem(f"{wish.stem}-{n}") for n in range(2, 1000))]
    return next(name for name in names if not name.exists())
