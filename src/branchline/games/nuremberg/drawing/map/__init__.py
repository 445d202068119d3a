"""The map: its geometry, where names and pieces go, and everything printed or laid on the land."""
