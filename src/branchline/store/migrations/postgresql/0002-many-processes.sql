ALTER TABLE tables ADD COLUMN IF NOT EXISTS edition INTEGER NOT NULL DEFAULT 0;
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
-- What bots have to think about. Whoever asked asks again if it gets lost, so it need not survive a crash.
CREATE UNLOGGED TABLE IF NOT EXISTS jobs (
  table_id TEXT NOT NULL, at INTEGER NOT NULL, body BYTEA NOT NULL, made TIMESTAMPTZ NOT NULL DEFAULT now(),
  taken_until TIMESTAMPTZ NOT NULL DEFAULT '-infinity', answer INTEGER,
  PRIMARY KEY (table_id, at)
);
CREATE INDEX IF NOT EXISTS jobs_to_do ON jobs (made) WHERE answer IS NULL;
