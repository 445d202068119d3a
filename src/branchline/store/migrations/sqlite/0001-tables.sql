-- A file of the first Branchline has these tables already, and a note of its version that nothing reads any more.
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, header BLOB NOT NULL, seed TEXT NOT NULL, host TEXT NOT NULL,
  made INTEGER NOT NULL, link TEXT NOT NULL, link_number INTEGER NOT NULL, hints INTEGER NOT NULL,
  lesson TEXT NOT NULL, next TEXT NOT NULL, uploaded INTEGER NOT NULL, to_move INTEGER NOT NULL,
  changed INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS seats (
  table_id TEXT NOT NULL REFERENCES tables(id), seat INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
  bot TEXT NOT NULL, forced INTEGER NOT NULL, link TEXT NOT NULL, link_number INTEGER NOT NULL,
  PRIMARY KEY (table_id, seat)
);
CREATE TABLE IF NOT EXISTS holders (
  table_id TEXT NOT NULL REFERENCES tables(id), seat INTEGER NOT NULL, visitor TEXT NOT NULL,
  PRIMARY KEY (table_id, seat, visitor)
);
CREATE TABLE IF NOT EXISTS events (
  table_id TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, line BLOB NOT NULL,
  PRIMARY KEY (table_id, number)
);
CREATE TABLE IF NOT EXISTS chat (
  table_id TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, seat INTEGER NOT NULL,
  name TEXT NOT NULL, words TEXT NOT NULL, time INTEGER NOT NULL,
  PRIMARY KEY (table_id, number)
);
CREATE INDEX IF NOT EXISTS tables_by_host ON tables (host);
CREATE INDEX IF NOT EXISTS tables_by_link ON tables (link);
CREATE INDEX IF NOT EXISTS seats_by_link ON seats (link);
CREATE INDEX IF NOT EXISTS holders_by_visitor ON holders (visitor);
DROP TABLE IF EXISTS schema;
