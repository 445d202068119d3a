-- Hints and parts of an analysis are jobs, too. `kind` is the order in which they are done, moves of bots first; `what` tells
-- jobs of one kind at one point of a table apart. Their answers are more than a number. A move's number stays in `answer`, for
-- processes of before that end only after this.
ALTER TABLE jobs ADD COLUMN kind SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN what TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN words BYTEA;
ALTER TABLE jobs DROP CONSTRAINT jobs_pkey;
ALTER TABLE jobs ADD PRIMARY KEY (table_id, at, kind, what);
DROP INDEX jobs_to_do;
CREATE INDEX jobs_to_do ON jobs (kind, made) WHERE answer IS NULL;
