"""The options of the games in words: what each one changes, and where the rules had to be reconstructed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from branchline.languages import _

Mark = Literal["", "reconstructed", "disputed"]


class Value(msgspec.Struct, frozen=True):
    value: str
    label: str
    sentence: str = ""


class Field(msgspec.Struct, frozen=True):
    """An option as a form shows it."""

    name: str
    kind: Literal["choice", "switch", "letters", "numbers"]
    label: str
    sentence: str
    default: str
    choices: tuple[Value, ...] = ()
    mark: Mark = ""
    clause: str = ""
    board: str = ""  # the board it belongs to; empty: all
    rare: bool = False  # stands among the further options


def nuremberg() -> dict[str, Field]:
    further = (*_of_a_board(), *_readings(), _start())
    return {
        field.name: field
        for field in (*_frame(), *(msgspec.structs.replace(field, rare=True) for field in further))
    }


def _frame() -> tuple[Field, ...]:
    rounds = (
        Value("", _("As printed"), _("4 with two or three players, 5 with four.")),
        *(Value(str(number), str(number)) for number in range(1, 9)),
    )
    return (
        Field(
            "board", "choice", _("Board"), _("Two landscapes with towns, goods and rules of their own."), "nuremberg",
            (
                Value("nuremberg", "Nuremberg", _("Post and beer around Nürnberg and Fürth.")),
                Value("wensleydale", "Wensleydale", _("Cheese and stone in the Yorkshire Dales.")),
            ),
            "reconstructed", "N1.1",
        ),
        Field(
            "rounds", "choice", _("Rounds"), _("A short game has two; reports of the first edition differ."), "",
            rounds,
            "disputed", "N1.6",
        ),
    )  # fmt: skip


def _start() -> Field:
    return Field(
        "starting_influence", "numbers", _("Influence at the start"),
        _("What everybody starts with: government, train dealer, red and green company."), "1,2,1,1",
        (
            Value("white", _("Government (white)")), Value("brown", _("Train dealer (brown)")),
            Value("red", _("Red company")), Value("green", _("Green company")),
        ),
        "reconstructed", "N2.6",
    )  # fmt: skip


def _of_a_board() -> tuple[Field, ...]:
    return (
        Field(
            "furth", "choice", _("The line to Fürth"), _("Who scores when Nürnberg and Fürth are first joined."),
            "shortest",
            (
                Value("shortest", _("Shortest line"), _("Your own links on the shortest joining line score.")),
                Value("own", _("Own line"), _(
                    "Each player counts the joining line with the fewest links of their own."
                )),
            ),
            "disputed", "N8.1", "nuremberg",
        ),
        Field(
            "swap_passengers", "switch", _("Swap the passengers"),
            _("The fixed red and green passengers swap places."), "off", (), "", "N2.3", "nuremberg",
        ),
        Field(
            "south", "choice", _("The South"), _("What a line may do in The South. It may never run through it."),
            "ends",
            (
                Value("ends", _("Start or end")),
                Value("start", _("Start only")),
            ),
            "disputed", "N7.8", "wensleydale",
        ),
        Field(
            "wide_south", "switch", _("Wide South"), _("The dark red plots count as The South too."), "off", (), "",
            "N2.4", "wensleydale",
        ),
    )  # fmt: skip


def _readings() -> tuple[Field, ...]:
    return (
        Field(
            "sets", "choice", _("Sets at the end"), _("What makes a full set of shipped items."), "four",
            (
                Value("four", _("Four kinds"), _("Grey, yellow, a red and a green passenger.")),
                Value("three", _("Three kinds"), _("Grey, yellow and any passenger.")),
            ),
            "disputed", "N14.1",
        ),
        Field(
            "pass_returns_trains", "switch", _("Passing returns trains"),
            _("Players who pass give their trains back, and others may rent them in the same round."), "off", (),
            "disputed", "N9.11",
        ),
        Field(
            "goods_destination", "switch", _("Goods need a company station"),
            _("Off, as in the first edition: a link into the plot is enough for goods."), "on", (), "disputed", "N9.7",
        ),
        Field(
            "stone_from", "choice", _("Where grey goods are loaded"), _(
                "The plots where beer or stone can be loaded."
            ),
            "arrows",
            (
                Value("arrows", _("At the arrows"), _("Only at stations that an arrow points to.")),
                Value("neighbours", _("Anywhere near"), _(
                    "At any plot beside the field or hill where you have track."
                )),
            ),
            "disputed", "N9.8",
        ),
        Field(
            "company_track", "choice", _("Company track"), _(
                "How many track pieces each company has for takeovers."
            ),
            "off",
            (Value("off", _("No limit")), Value("35", _("35 pieces"))),
            "reconstructed", "N1.5",
        ),
    )  # fmt: skip


def first_class() -> dict[str, Field]:
    return {field.name: field for field in (_modules(), *_houses())}


def _modules() -> Field:
    return Field(
        "modules", "letters", _("Modules"),
        _("Two of the five are added to the base cards. A and B are best for a first game."), "AB",
        (
            # Translators: the five modules of First Class, each a letter and a title
            Value("A", _("A: Contracts"), _("Goals to reach, each with a reward.")),
            Value("B", _("B: Celebrities and postcards"), _(
                "Cars that score double, clock stops that are done twice."
            )),
            Value("C", _("C: Who is the murderer?"), _("Secret roles, evidence, and an arrest at the end.")),
            Value("D", _("D: Passengers and luggage"), _("They board as soon as the conductor comes by.")),
            Value("E", _("E: Switches and mechanics"), _("Cards between the trains that work on both.")),
        ),
        "reconstructed", "F1.1",
    )  # fmt: skip


def _houses() -> tuple[Field, ...]:
    return (
        Field(
            "unclaimed_start", "choice", _("If nobody takes the start player tile"),
            _("Who then starts the next round."), "clockwise",
            (
                Value("clockwise", _("The next player clockwise")),
                Value("stays", _("The same player again"), _("An advantage, as simulations show.")),
            ),
            "reconstructed", "F3.5",
        ),
        Field(
            "arrest", "choice", _("Arrest"), _("With module C: what happens to the player who is arrested."), "out",
            (
                Value("out", _("Out of the game"), _("The arrested player can't win.")),
                Value("fine", _("A fine"), _("They lose 20 points but may still win.")),
            ),
            "", "F13.6",
        ),
    )  # fmt: skip


BY_GAME: Final[dict[str, Callable[[], dict[str, Field]]]] = {
    "nuremberg": nuremberg,
    "firstclass": first_class,
}


def variant_words(game: str, variant: str) -> str:
    """The board or the modules of a game, as lists name them."""
    if game == "nuremberg":
        boards = {value.value: value.label for value in _frame()[0].choices}
        return boards.get(variant, variant)
    # Translators: {letters} are those of two modules of First Class, such as "AB"
    return _("Modules {letters}", letters=variant)
