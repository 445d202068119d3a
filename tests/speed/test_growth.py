"""The measurement of growth measures something."""

from __future__ import annotations

from branchline.bench.growth import growth


def test_growth_has_points_for_both() -> None:
    found = growth(quick=True)
    assert [point.size for point in found.record] == [60, 120]
    assert len(found.links) > 3
    assert all(point.decisions > 0 for point in [*found.links, *found.record])
