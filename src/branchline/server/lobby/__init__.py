"""All tables of a server: making them, finding them, taking and leaving seats."""
