"""What a page needs: choices, targets, prices, statements."""
