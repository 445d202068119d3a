"""The options in words: what each one changes, and where the rules had to be reconstructed."""

from __future__ import annotations

from branchline.core.presentation import Field, Value
from branchline.languages import _


def option_fields() -> list[Field]:
    return [_modules(), *_house_rules()]


def modules_words(letters: str) -> str:
    # Translators: {letters} are those of two modules of First Class, such as "AB"
    return _("Modules {letters}", letters=letters)


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
        "reconstructed", "F1.1", most=2,
    )  # fmt: skip


def _house_rules() -> tuple[Field, ...]:
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
