"""The people at a table: their seats and names, who is here, and what happens when somebody is away."""
