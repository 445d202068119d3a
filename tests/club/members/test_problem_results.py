"""Results of the problem of the day, kept with a member's account."""

from __future__ import annotations

from branchline.server.pages.problem.problem_pages import today
from branchline.store import Store
from branchline.store.club.problems import ProblemResult, ProblemResults

from ...stores import Use
from ..people import Guests, Members


def test_the_first_result_of_a_problem_counts(use: Use) -> None:
    async def work(store: Store) -> None:
        results = ProblemResults(store)
        first = ProblemResult("nuremberg", 3, "01", 3)
        await results.add("ann", [first, ProblemResult("firstclass", 3, "000", 4)])
        await results.add("ann", [ProblemResult("nuremberg", 3, "1", 5)])
        assert await results.of("ann") == [ProblemResult("firstclass", 3, "000", 4), first]
        assert await results.of("bob") == []

    use(work)


def test_results_of_two_browsers_are_merged_with_the_account(member: Members, guest: Guests) -> None:
    ann = member()
    told = ann.post("/problem/progress", results="nuremberg 1 01 1\nfirstclass 2 000 2").json()
    assert told == {"member": ann.name, "results": ["firstclass 2 000 2", "nuremberg 1 01 1"]}

    phone = guest()
    phone.go("/sign-in", name=ann.name, password="signal box")
    told = phone.post("/problem/progress", results="nuremberg 1 1 1\nnuremberg 2 1 2").json()
    assert told["results"] == ["firstclass 2 000 2", "nuremberg 1 01 1", "nuremberg 2 1 2"]


def test_nonsense_is_not_stored(member: Members) -> None:
    lines = [
        "chess 1 1 1", "nuremberg 0 1 1", "nuremberg 1 1 0", "nuremberg 1 11 1", "nuremberg 1 0001 1",
        "nuremberg 1 00 1", f"nuremberg {today() + 9} 1 {today() + 9}", "nuremberg 1", "'; DROP TABLE x", "",
    ]  # fmt: skip
    assert member().post("/problem/progress", results="\n".join(lines)).json()["results"] == []
