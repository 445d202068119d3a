-- Where people want notices: mail, a webhook, a browser.
CREATE TABLE notice_ways (
  person TEXT NOT NULL, way TEXT NOT NULL, address TEXT NOT NULL, secret TEXT NOT NULL, digest TEXT NOT NULL,
  language TEXT NOT NULL, PRIMARY KEY (person, way, address)
);
-- What is to be sent, and for a while what was: nothing is noticed twice.
CREATE TABLE outbox (
  id TEXT NOT NULL, person TEXT NOT NULL, way TEXT NOT NULL, address TEXT NOT NULL, kind TEXT NOT NULL,
  table_id TEXT NOT NULL, seat INTEGER NOT NULL, made INTEGER NOT NULL, due INTEGER NOT NULL, taken INTEGER NOT NULL,
  tries INTEGER NOT NULL, done INTEGER NOT NULL, PRIMARY KEY (id, person, way, address)
);
CREATE INDEX outbox_by_due ON outbox (done, due);
