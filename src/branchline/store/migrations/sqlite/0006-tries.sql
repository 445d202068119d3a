-- `what` is the fingerprint of who tries what; `ends`: when the tries begin to be counted anew.
CREATE TABLE tries (what TEXT PRIMARY KEY, made INTEGER NOT NULL, ends INTEGER NOT NULL);
CREATE INDEX tries_by_end ON tries (ends);
