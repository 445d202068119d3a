"""Pages: handlers beside their templates, a folder per area."""
