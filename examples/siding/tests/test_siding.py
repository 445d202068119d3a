"""The game keeps the contract of all games."""

from branchline.testing import check_match


def test_siding_keeps_the_contract() -> None:
    for seed in range(3):
        check_match("siding", players=2, seed=seed)
