-- How seats have changed hands: part of the log that every page shows, but no moves, so not part of the record.
CREATE TABLE seat_events (
  table_id TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
  voter INTEGER NOT NULL, author TEXT NOT NULL, at INTEGER NOT NULL, time BIGINT NOT NULL,
  PRIMARY KEY (table_id, number)
);
CREATE INDEX seat_events_by_author ON seat_events (author) WHERE author <> '';
-- Who agrees, since when, that a seat gets a new invitation although somebody sits there.
CREATE TABLE new_invitations (
  table_id TEXT NOT NULL, seat INTEGER NOT NULL, voter INTEGER NOT NULL, made BIGINT NOT NULL,
  PRIMARY KEY (table_id, seat, voter)
);
