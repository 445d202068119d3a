-- None of these refers to another by a key: a backup is read while people write, and what hangs in the air is read past.
CREATE TABLE members (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, email TEXT NOT NULL,
  password TEXT NOT NULL, language TEXT NOT NULL, made BIGINT NOT NULL
);
CREATE UNIQUE INDEX members_by_email ON members (email) WHERE email <> '';
CREATE TABLE sessions (
  fingerprint TEXT PRIMARY KEY, member TEXT NOT NULL, made BIGINT NOT NULL, used BIGINT NOT NULL,
  proven BIGINT NOT NULL
);
CREATE INDEX sessions_by_member ON sessions (member);
CREATE TABLE mail_links (
  fingerprint TEXT PRIMARY KEY, member TEXT NOT NULL, email TEXT NOT NULL, made BIGINT NOT NULL
);
CREATE INDEX mail_links_by_member ON mail_links (member);
CREATE TABLE blocks (
  member TEXT NOT NULL, other TEXT NOT NULL, made BIGINT NOT NULL, PRIMARY KEY (member, other)
);
CREATE INDEX blocks_by_other ON blocks (other);
CREATE TABLE invitations (
  table_id TEXT NOT NULL, member TEXT NOT NULL, host TEXT NOT NULL, made BIGINT NOT NULL,
  PRIMARY KEY (table_id, member)
);
CREATE INDEX invitations_by_member ON invitations (member);
ALTER TABLE chat ADD COLUMN author TEXT NOT NULL DEFAULT '';
CREATE INDEX chat_by_author ON chat (author) WHERE author <> '';
