CREATE TABLE clocks (
  table_id TEXT PRIMARY KEY, kind TEXT NOT NULL, period BIGINT NOT NULL,
  increment BIGINT NOT NULL, late TEXT NOT NULL, bot TEXT NOT NULL, at INTEGER NOT NULL, seat INTEGER NOT NULL,
  turn INTEGER NOT NULL, best INTEGER NOT NULL, since BIGINT NOT NULL, deadline BIGINT NOT NULL,
  called INTEGER NOT NULL, banks TEXT NOT NULL
);
CREATE INDEX clocks_by_deadline ON clocks (deadline);
-- When a duty that one process does for all was last done.
CREATE TABLE watches (name TEXT PRIMARY KEY, seen BIGINT NOT NULL);
CREATE TABLE vacations (
  person TEXT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL, PRIMARY KEY (person, first)
);
CREATE TABLE stand_ins (
  table_id TEXT NOT NULL, seat INTEGER NOT NULL, bot TEXT NOT NULL, since BIGINT NOT NULL,
  PRIMARY KEY (table_id, seat)
);
CREATE TABLE votes (
  table_id TEXT NOT NULL, seat INTEGER NOT NULL, voter INTEGER NOT NULL, choice TEXT NOT NULL,
  at INTEGER NOT NULL, PRIMARY KEY (table_id, seat, voter)
);
CREATE TABLE orders (
  table_id TEXT NOT NULL, seat INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
  steps INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_id, seat, number)
);
