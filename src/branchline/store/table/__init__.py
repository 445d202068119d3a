"""What is kept for one table while its game is running."""
