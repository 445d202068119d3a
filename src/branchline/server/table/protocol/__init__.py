"""What goes over the wire: between a page and its table, and between the processes that serve a table."""
