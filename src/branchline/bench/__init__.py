"""Benchmarks: our engine in both builds, how its cost grows, and other engines for comparison. All in one run, since
machines are noisy and only ratios are meaningful."""
