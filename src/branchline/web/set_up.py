"""What can be chosen before a game, told for people, and what a filled-in form asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, Protocol

import msgspec

from branchline.core import registry
from branchline.core.errors import BranchlineError, OptionError
from branchline.core.options import list_options
from branchline.languages import _
from branchline.web import option_words
from branchline.web.option_words import Field

SEATS: Final = 4
LONGEST_NAME: Final = 24
Kind = Literal["me", "here", "friend", "bot"]


class Form(Protocol):
    """A filled-in form; a name may stand in it several times."""

    def get(self, key: str) -> object: ...

    def getlist(self, key: str) -> list[object]: ...


class Chair(msgspec.Struct, frozen=True):
    """Who shall sit on a seat."""

    kind: Kind
    name: str = ""
    bot: str = ""


class Wanted(msgspec.Struct, frozen=True):
    """A table as somebody wants it."""

    game: str
    options: dict[str, object]
    seats: tuple[Chair, ...]
    hints: bool

    @property
    def players(self) -> int:
        return len(self.seats)


def fields(game: str) -> list[Field]:
    """The options of a game for a form, in the game's own order. An option without words is left at its default."""
    told = option_words.BY_GAME.get(game, dict)()
    names = (info.name for info in list_options(registry.game(game).options))
    return [told[name] for name in names if name in told]


def read(form: Form) -> Wanted:
    """The table that a form asks for; raises `OptionError` with a sentence that says what to change."""
    name = _text(form, "game")
    try:
        game = registry.game(name)
    except BranchlineError:
        raise OptionError(_("Choose one of the games.")) from None
    seats = tuple(filter(None, (_chair(form, number) for number in range(SEATS))))
    if len(seats) not in game.players:
        least, most = game.players[0], game.players[-1]
        raise OptionError(_("This game is for {least} to {most} players.", least=least, most=most))
    options = {field.name: READERS[field.kind](form, field) for field in fields(name)}
    options = {key: value for key, value in options.items() if value != ""}
    _leave_out_other_boards(name, options)
    game.setting(len(seats), options)
    friends = any(seat.kind == "friend" for seat in seats)
    return Wanted(name, options, seats, hints=form.get("hints") == "on" or not friends)


def sent(form: Form) -> dict[str, str]:
    """What a form held, to show it again beside the mistake."""
    found = {
        f"{what}{number}": _text(form, f"{what}{number}")
        for what in ("seat", "name")
        for number in range(SEATS)
    }
    found["hints"] = _text(form, "hints")
    for field in fields(_text(form, "game")):
        found[field.name] = JOINED.get(field.kind, " ").join(str(value) for value in form.getlist(field.name))
    return found


def _text(form: Form, name: str) -> str:
    return str(form.get(name) or "")


def _chair(form: Form, number: int) -> Chair | None:
    kind, __, bot = _text(form, f"seat{number}").partition(":")
    name = _text(form, f"name{number}").strip()[:LONGEST_NAME]
    match kind:
        case "me" | "here" | "friend":
            return Chair(kind, name)
        case "bot" if bot:
            return Chair("bot", name, bot)
        case "" | "nobody":
            return None
    raise OptionError(_("Choose who sits on seat {number}.", number=number + 1))


def _chosen(form: Form, field: Field) -> object:
    value = _text(form, field.name) or field.default
    if value not in {choice.value for choice in field.choices}:
        raise OptionError(_("Choose one of the values for “{option}”.", option=field.label))
    return value


def _switched(form: Form, field: Field) -> object:
    """A form sends nothing for a box that is not ticked: `shown` says that it was there to be ticked."""
    if form.get(f"shown.{field.name}") is None:
        return field.default
    return "on" if form.get(field.name) else "off"


def _letters(form: Form, field: Field) -> object:
    letters = sorted({str(letter) for letter in form.getlist(field.name)}) or list(field.default)
    if len(letters) != len(field.default) or not set(letters) <= {choice.value for choice in field.choices}:
        raise OptionError(_("Choose two different modules."))
    return "".join(letters)


def _numbers(form: Form, field: Field) -> object:
    given = [str(number).strip() for number in form.getlist(field.name)]
    if not given:
        return field.default
    if len(given) != len(field.choices) or not all(
        number.isascii() and number.isdecimal() and len(number) <= 2 for number in given
    ):
        raise OptionError(_("“{option}” takes numbers from 0 to 99.", option=field.label))
    return ",".join(given)


READERS: Final[dict[str, Callable[[Form, Field], object]]] = {
    "choice": _chosen, "switch": _switched, "letters": _letters, "numbers": _numbers,
}  # fmt: skip


JOINED: Final = {"letters": "", "numbers": ","}


def _leave_out_other_boards(name: str, options: dict[str, object]) -> None:
    """An option of another board is on the form too; what it says does not count (N16)."""
    for field in fields(name):
        if field.board and field.board != options.get("board"):
            options.pop(field.name, None)
