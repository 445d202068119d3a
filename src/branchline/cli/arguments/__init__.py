"""Arguments that several commands share."""
