"""Who gets which award follows from the numbers: everybody who leads in something gets one, nobody more than two."""

from __future__ import annotations

from branchline.core.awards import Award, Given, give, shared_out


def test_the_highest_number_gets_the_award() -> None:
    assert shared_out([(3, 7), (9, 2)]) == {0: 1, 1: 0}


def test_nobody_gets_more_than_two_and_the_clearest_leads_count_most() -> None:
    """Ann leads everywhere; 9 to 8 is the closest."""
    assert shared_out([(9, 8), (9, 1), (9, 0)]) == {1: 0, 2: 0}


def test_an_award_with_two_leaders_goes_to_the_one_who_has_no_other() -> None:
    """Bob leads only where Ann has as many."""
    assert shared_out([(4, 4), (6, 1)]) == {0: 1, 1: 0}


def test_holders_make_room_for_others() -> None:
    """Ann leads clearly in the first and shares the second; Bob leads in the first two together with her; Cem in the
    third only."""
    assert shared_out([(5, 5, 0), (5, 0, 0), (0, 1, 2)]) == {0: 1, 1: 0, 2: 2}


def test_nothing_earns_no_award() -> None:
    assert shared_out([(0, 0), (-3, -1)]) == {}
    assert shared_out([]) == {}


def test_an_award_names_its_number() -> None:
    award = Award(
        "Longest line", "{count} link in one turn|{count} links in one turn", lambda _history: (1, 4)
    )
    assert give([award], []) == (Given(1, "Longest line", "4 links in one turn"),)
