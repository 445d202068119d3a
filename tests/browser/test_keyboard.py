"""Every key that Help lists, pressed in every phase, wherever the focus is: fields for numbers included."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from branchline.core.play.table import Table

from .arrange import Person
from .conftest import Meet
from .positions import NAMES, PHASES, position, sit_at

FOCUSED = "selector => document.activeElement.closest(selector) !== null"


def verbs(person: Person) -> frozenset[str]:
    """The kinds of moves that are possible now: for keys, this is the phase."""
    moves = person.page.eval_on_selector_all(".side [data-move]", "all => all.map((one) => one.dataset.move)")
    return frozenset(move.split()[0] for move in moves)


class Keys:
    """Presses keys; each method checks what Help promises of one."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.press = person.page.keyboard.press

    def to_choices(self) -> None:
        self.page.evaluate("document.activeElement.blur()")
        self.press("c")
        assert self.page.evaluate(FOCUSED, ".side")

    def through(self) -> None:
        """Going down and up again ends where it began, even in a number field."""
        here = "[...document.querySelectorAll('.side button, .side input')].indexOf(document.activeElement)"
        first = self.page.evaluate(here)
        several = self.page.locator(".side button.choice:visible, .side .stepper input:visible").count() > 1
        self.press("ArrowDown")
        assert (self.page.evaluate(here) != first) == several
        self.press("ArrowUp")
        assert self.page.evaluate(here) == first >= 0

    def hint(self) -> None:
        self.press("h")
        expect(self.page.locator("#ideas button.choice").first).to_be_focused()
        self.press("ArrowUp")  # the same keys lead from the hints to the choices
        self.to_choices()

    def legend(self) -> None:
        self.press("l")
        expect(self.page.locator("[data-place=legend]:visible")).to_have_count(1)
        self.press("l")
        expect(self.page.locator("[data-place=legend]:visible")).to_have_count(0)

    def help(self) -> None:
        self.press("?")
        expect(self.page.locator("#help")).to_be_visible()
        self.press("Escape")
        expect(self.page.locator("#help")).to_be_hidden()

    def skip(self) -> None:
        self.press("s")  # nothing waits, so nothing happens

    def tab(self) -> None:
        self.press("Tab")
        self.press("Shift+Tab")

    def number(self) -> None:
        """One more, one fewer, and digits."""
        field = self.page.locator(".side .stepper input:focus")
        if not field.count():
            return
        least, most = int(field.input_value()), int(field.get_attribute("max") or 0)
        self.press("+")
        assert int(field.input_value()) == min(most, least + 1)
        self.press("-")
        assert int(field.input_value()) == least
        self.press(str(least)[0])
        assert field.input_value() in (str(least)[0], f"{least}{str(least)[0]}")
        field.fill(str(least))

    def zoom(self) -> None:
        view = self.page.locator("#large .view, .boards .view").first
        view.focus()
        for key, zoomed in (("+", True), ("0", False), ("+", True), ("-", False)):
            self.press(key)
            assert ("zoomed" in (view.get_attribute("class") or "")) == zoomed, key
        self.to_choices()

    def enter(self) -> None:
        """Makes the choice that has the focus."""
        self.person.do(lambda: self.press("Enter"))
        self.person.wait()

    def undo(self, key: str, button: str) -> None:
        """Undoes what was just done, if it can be undone without asking."""
        free = self.page.locator(f"{button}:enabled:not(.asks)").count()
        self.page.evaluate("document.activeElement.blur()")
        self.press("c")
        if free:
            self.person.do(lambda: self.press(key))
            self.person.wait()

    def undo_step(self) -> None:
        self.undo("u", "#undo-step")

    def undo_turn(self) -> None:
        self.undo("Shift+U", "#undo-turn")

    @property
    def listed(self) -> dict[str, Callable[[], None]]:
        """By the keys as Help writes them. Keys that change the table come last."""
        return {
            "C": self.to_choices, "↑ ↓": self.through, "Tab": self.tab, "+ −": self.number, "H": self.hint,
            "L": self.legend, "?": self.help, "S": self.skip, "+ − 0": self.zoom, "Enter": self.enter,
            "U": self.undo_step, "Shift U": self.undo_turn,
        }  # fmt: skip


def keys_of_help(person: Person) -> set[str]:
    """`+ − 0`, `Shift U` and the like, as far as they are shown."""
    lines = person.page.eval_on_selector_all(
        "#help dl.keys dt:not([hidden])",
        "all => all.map((line) => [...line.querySelectorAll('kbd')].map((key) => key.textContent).join(' '))",
    )
    return set(map(str, lines))


@pytest.mark.parametrize("game", PHASES)
def test_every_key_of_help_works_in_every_phase(meet: Meet, game: str) -> None:
    ann = meet()
    keys = Keys(ann)
    for phase in PHASES[game]:
        sit_at(ann, position(game, phase, 2))
        listed = keys_of_help(ann)
        assert listed <= keys.listed.keys(), "a key without a check"
        for name, check in keys.listed.items():
            if name in listed and verbs(ann):
                check()


def test_typing_text_triggers_no_shortcuts(meet: Meet) -> None:
    ann = meet()
    ann.new_game("nuremberg", ["me", "friend"])
    expect(ann.page.locator("#links")).to_be_visible()
    ann.page.keyboard.press("Escape")
    line = ann.page.locator("#say input")
    line.press_sequentially("uUhslc?")
    assert line.input_value() == "uUhslc?"
    expect(ann.page.locator("#help")).to_be_hidden()


def test_arrows_go_through_the_menu_of_a_shape(meet: Meet) -> None:
    ann = meet()
    sit_at(ann, Table("nuremberg", 2, seed=1, seats=NAMES[:2]))  # nobody has bid: any number of cubes
    ann.page.locator("[data-panel=auction] .lit").first.click(button="right")
    field = ann.page.locator("#menu .stepper input")
    expect(field).to_be_focused()
    ann.page.keyboard.press("ArrowDown")
    expect(ann.page.locator("#menu button.choice")).to_be_focused()
