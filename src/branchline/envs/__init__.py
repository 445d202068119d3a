"""The games in the shapes that learning code knows."""
