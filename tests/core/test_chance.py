"""The dealer."""

from __future__ import annotations

from collections import Counter

from branchline.core.play.chance import Dealer


def test_equal_seeds_draw_equally() -> None:
    one, other = Dealer(4), Dealer(4)
    assert [one.draw(n, [1] * 9) for n in range(50)] == [other.draw(n, [1] * 9) for n in range(50)]


def test_different_seeds_draw_differently() -> None:
    one, other = Dealer(4), Dealer(5)
    assert [one.draw(n, [1] * 9) for n in range(50)] != [other.draw(n, [1] * 9) for n in range(50)]


def test_without_a_seed_nobody_can_guess() -> None:
    one, other = Dealer(), Dealer()
    assert [one.draw(n, [1] * 99) for n in range(50)] != [other.draw(n, [1] * 99) for n in range(50)]


def test_a_draw_depends_on_its_number_not_on_what_was_asked_before() -> None:
    asked, fresh = Dealer(4), Dealer(4)
    for n in range(10):
        asked.draw(n, [3, 1])
    assert asked.draw(3, [1] * 1000) == fresh.draw(3, [1] * 1000)


def test_draws_are_as_likely_as_their_weights() -> None:
    dealer = Dealer(1)
    counts = Counter(dealer.draw(n, [1, 0, 3]) for n in range(8000))
    assert counts[1] == 0
    assert abs(counts[2] - 6000) < 250


def test_a_negative_seed_is_a_seed() -> None:
    assert Dealer(-1).draw(0, [1]) == 0
