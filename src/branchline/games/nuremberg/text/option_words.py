"""The options in words: what each one changes, and where the rules had to be reconstructed."""

from __future__ import annotations

import msgspec

from branchline.core.presentation import Field, Value
from branchline.languages import _


def option_fields() -> list[Field]:
    further = (*_of_a_board(), *_readings(), _start())
    return [*_frame(), *(msgspec.structs.replace(field, rare=True) for field in further)]


def board_words(name: str) -> str:
    return next((value.label for value in _frame()[0].choices if value.value == name), name)


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
            "disputed", "N8.1", ("board", "nuremberg"),
        ),
        Field(
            "swap_passengers", "switch", _("Swap the passengers"),
            _("The fixed red and green passengers swap places."), "off", (), "", "N2.3",
            ("board", "nuremberg"),
        ),
        Field(
            "south", "choice", _("The South"), _("What a line may do in The South. It may never run through it."),
            "ends",
            (
                Value("ends", _("Start or end")),
                Value("start", _("Start only")),
            ),
            "disputed", "N7.8", ("board", "wensleydale"),
        ),
        Field(
            "wide_south", "switch", _("Wide South"), _("The dark red plots count as The South too."), "off", (), "",
            "N2.4", ("board", "wensleydale"),
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
