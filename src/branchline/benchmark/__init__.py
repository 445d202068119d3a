"""The benchmark: fixed tasks, fixed opponents, and one way to count, so that results can be compared and cited."""
