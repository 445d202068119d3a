"""What a seat may know of a position, and the way back from it."""
