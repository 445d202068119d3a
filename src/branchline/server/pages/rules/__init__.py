"""The rulebook, boards, cards, lessons."""
