"""The server: tables in the browser."""
