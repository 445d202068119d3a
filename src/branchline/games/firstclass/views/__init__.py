"""What a seat may know about a position, and how to get a state back from it."""
