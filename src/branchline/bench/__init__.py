"""Measuring: our engine in both builds, its growth, and other engines beside it. All in one run, since machines are
noisy and only ratios last."""
