"""Many games by many workers: on this machine's cores, or on a Ray cluster."""
