"""One live table: its writer, the open pages, undo, clocks, orders, the log."""
