-- An order that came to nothing stays until its owner has been told.
ALTER TABLE orders ADD COLUMN lapsed INTEGER NOT NULL DEFAULT 0;
