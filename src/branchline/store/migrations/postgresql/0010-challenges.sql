-- A moment of a finished game that others may play on from; chance: that of its seat to win, in per cent.
CREATE TABLE challenges (
  table_id TEXT NOT NULL, step INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, seat INTEGER NOT NULL, chance INTEGER NOT NULL,
  made BIGINT NOT NULL, PRIMARY KEY (table_id, step)
);
-- The tables where somebody plays on from there. score and place are kept once the game is over; finished is 0 until then.
CREATE TABLE challenge_tries (
  table_id TEXT PRIMARY KEY, challenge_id TEXT NOT NULL, seat INTEGER NOT NULL, made BIGINT NOT NULL,
  finished BIGINT NOT NULL, score INTEGER NOT NULL, place INTEGER NOT NULL
);
CREATE INDEX challenge_tries_by_challenge ON challenge_tries (challenge_id, finished);
