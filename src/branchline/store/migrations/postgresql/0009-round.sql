-- The round that a game is in, for lists of tables. 0: not known, as for tables of before.
ALTER TABLE tables ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
