"""The table in the browser: pages, live tables, seats."""
