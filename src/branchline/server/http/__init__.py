"""HTTP: visitors, forms, rate limits, static files, what every request passes first."""
