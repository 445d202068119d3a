"""Play by text: what happened, whose turn it is, the moves with numbers, and a prompt.

Every line can be read aloud: no colours, no cursor tricks, nothing that only makes sense as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

from branchline import bots
from branchline.cli.arguments import match
from branchline.core.errors import BranchlineError
from branchline.core.play.story import Story
from branchline.core.play.table import Table
from branchline.core.protocols import Theme
from branchline.core.rulebook import rulebook
from branchline.core.screen import plain
from branchline.core.text import whole_number

HELP: Final = """\
a number or a move   play it (several steps at once: build NUS GOS FUE stop, or with semicolons)
moves [WORD]         list all legal moves, or those that contain a word
table                show the whole table
why MOVE             say why a move is not allowed
rules CLAUSE         read a clause of the rulebook, or 'rules WORD' to search it
undo, undo turn      take back your last step, or your whole turn
save FILE            write the record
help, quit"""

LONG_ROW: Final = 3  # moves that differ only by a number; 'moves' shows them all


class Terminal:
    def __init__(self, table: Table, bot_specs: Mapping[int, str], seed: int | None) -> None:
        self.table = table
        self.bots = {
            seat: bots.bot(spec, seed=None if seed is None else seed * 8 + seat)
            for seat, spec in bot_specs.items()
        }
        self.story = Story(table.setup, table.seats, self._listener, start=table.at(0))
        self.told = 0  # how many of its entries have been printed
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
        """What happened since the last time: the turns that are over, and what followed from them."""
        for step in self.table.steps[len(self.story.history.steps) :]:
            self.story.add(step)
        for entry in self.story.finished[self.told :]:
            print({"heading": "\n", "turn": "", "outcome": "  "}[entry.kind] + entry.words)
        self.told = len(self.story.finished)

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
                self._list_moves(rest)
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
        self._list_moves(None)

    def _list_moves(self, word: str | None) -> None:
        """Moves with numbers, in words under their headings, and as they can be typed: those with a word, or all, with
        long rows of numbers cut short."""
        shown: dict[str, list[tuple[str, str]]] = {}
        for number, (move, (heading, words)) in enumerate(self._moves_in_words().items(), 1):
            text = str(self.table.game.move(self.table.setting, move))
            if word is None or word in f"{heading} {words} {text}":
                typed = "" if text.casefold() == words.casefold() else f" [{text}]"
                last = text.split()[-1]
                row = words.replace(last, "#") if last.isdecimal() else text
                shown.setdefault(heading, []).append((row, f"    {number}: {words}{typed}"))
        if not shown:
            print(f"No move contains {word!r}.")
        for heading, moves in shown.items():
            if heading:
                print(f"  {heading}")
            for _, same in groupby(moves, key=itemgetter(0)):
                lines = [line for _, line in same]
                cut = word is None and len(lines) > LONG_ROW
                print(*([lines[0], "    ...", lines[-1]] if cut else lines), sep="\n")

    def _moves_in_words(self) -> dict[int, tuple[str, str]]:
        """The legal moves with headings and words: those of the screen, or else a sentence."""
        game, state, names = self.table.game, self.table.state, self.table.seats
        screen = game.screen()
        signs = screen.signs(self.table.view(self.table.to_move), Theme())
        choices = {
            tuple(game.expand(state, choice.move)): (plain(choice.group, signs), plain(choice.words, signs))
            for choice in screen.choices(state, names)
        }
        return {
            move: choices.get((move,)) or ("", game.sentence(state, move, names, self.table.to_move))
            for move in self.table.legal_moves.ids
        }

    def _tell_why(self, text: str) -> None:
        if not text:
            raise BranchlineError("Why not what? Type a move as well, as in 'why pass'.")
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
        self.story.cut(len(table.steps))
        self.told = min(self.told, len(self.story.finished))
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
