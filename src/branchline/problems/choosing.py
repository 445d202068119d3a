"""Which of the problems found are kept, and in which order: as varied as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from branchline.problems.file import Problem


def chosen(found: Sequence[Problem], most: int) -> list[Problem]:
    """At most that many; each time the one that differs most from those before it."""
    left = sorted(found, key=lambda problem: (-problem.margin, problem.seed, problem.moves))
    kept: list[Problem] = []
    seen: Counter[tuple[str, object]] = Counter()
    while left and len(kept) < most:
        last = kept[-1].variety() if kept else ()
        best = min(left, key=lambda problem: _sameness(problem, seen, last))
        left.remove(best)
        kept.append(best)
        seen.update(best.variety())
    return kept


def in_turn(problems: Sequence[Problem]) -> list[Problem]:
    """The same problems with every kind spread evenly over the days, and never two alike in a row."""
    count, seen = Counter(problem.kind for problem in problems), Counter[str]()
    due: dict[int, float] = {}
    for place, problem in enumerate(problems):
        due[place] = (seen[problem.kind] + 0.5) / count[problem.kind]
        seen[problem.kind] += 1
    left, found = sorted(due, key=lambda place: due[place]), list[Problem]()
    while left:
        last = found[-1].variety() if found else ()
        place = next((one for one in left if problems[one].variety() != last), left[0])
        left.remove(place)
        found.append(problems[place])
    return found


def _sameness(
    problem: Problem, seen: Counter[tuple[str, object]], last: Sequence[tuple[str, object]]
) -> tuple[float, float]:
    """How much of a problem has been seen already: in all problems before it, and in the last one."""
    traits = problem.variety()
    shown = sum(
        seen[trait] / max(1, sum(seen[one] for one in seen if one[0] == trait[0])) for trait in traits
    )
    return round(shown + 0.2 * sum(trait in last for trait in traits), 1), -problem.margin
