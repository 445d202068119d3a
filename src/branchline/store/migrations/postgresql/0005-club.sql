-- Nothing here refers to another by a key: a backup is read while people write, and what hangs in the air is read past.
-- What a club knows of a table: whether anybody may come, or members only, and whether it counts.
CREATE TABLE IF NOT EXISTS club_tables (
  table_id TEXT PRIMARY KEY, open INTEGER NOT NULL, members_only INTEGER NOT NULL,
  rated INTEGER NOT NULL, closed INTEGER NOT NULL, made BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS club_tables_not_closed ON club_tables (closed, made);
-- `number` counts the rated games of a game: ratings follow each other in its order. Others have none.
CREATE TABLE IF NOT EXISTS results (
  table_id TEXT PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, variant TEXT NOT NULL, players INTEGER NOT NULL,
  public INTEGER NOT NULL, number INTEGER, steps INTEGER NOT NULL, best INTEGER NOT NULL, margin INTEGER NOT NULL,
  finished BIGINT NOT NULL, UNIQUE (game, number)
);
CREATE INDEX IF NOT EXISTS results_by_time ON results (game, finished);
-- `player` is a member's id, or bot:SPEC, or empty for a guest; mu and sigma are those after a rated game.
CREATE TABLE IF NOT EXISTS result_seats (
  table_id TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL,
  score INTEGER NOT NULL, place INTEGER NOT NULL, mu DOUBLE PRECISION, sigma DOUBLE PRECISION,
  PRIMARY KEY (table_id, seat)
);
CREATE INDEX IF NOT EXISTS result_seats_by_player ON result_seats (player);
CREATE TABLE IF NOT EXISTS ratings (
  game TEXT NOT NULL, player TEXT NOT NULL, mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL,
  PRIMARY KEY (game, player)
);
CREATE TABLE IF NOT EXISTS leagues (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, game TEXT NOT NULL, options TEXT NOT NULL,
  size INTEGER NOT NULL, rounds INTEGER NOT NULL, clock TEXT NOT NULL, rated INTEGER NOT NULL, open INTEGER NOT NULL,
  bot TEXT NOT NULL, host TEXT NOT NULL, made BIGINT NOT NULL, begins BIGINT NOT NULL, round INTEGER NOT NULL,
  over INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS league_players (
  league_id TEXT NOT NULL, player TEXT NOT NULL, seed INTEGER NOT NULL, left_in INTEGER,
  PRIMARY KEY (league_id, player)
);
CREATE INDEX IF NOT EXISTS league_players_by_player ON league_players (player);
CREATE TABLE IF NOT EXISTS league_tables (
  table_id TEXT PRIMARY KEY, league_id TEXT NOT NULL, round INTEGER NOT NULL,
  number INTEGER NOT NULL, annulled INTEGER NOT NULL, UNIQUE (league_id, round, number)
);
CREATE TABLE IF NOT EXISTS league_seats (
  table_id TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL,
  PRIMARY KEY (table_id, seat)
);
-- Members whose games by link may stand in lists too.
CREATE TABLE IF NOT EXISTS shown_members (member TEXT PRIMARY KEY);
