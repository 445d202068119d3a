"""HTTP: visitors, forms, rate limits, static files, checks that every request passes first."""
