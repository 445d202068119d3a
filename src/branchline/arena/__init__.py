"""The arena: bots against bots, with balanced seats and paired deals, and what the results say."""
