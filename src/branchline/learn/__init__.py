"""A learner: a network imitates a teacher's games, then plays against itself, its past selves and bots (PPO).

`examples/train.py` is the command; docs/train.md describes it. PyTorch comes with the extra `train`."""
