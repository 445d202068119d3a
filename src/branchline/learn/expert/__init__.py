"""Expert iteration: a network learns from games of a search, and then guides the search that plays the next games."""
