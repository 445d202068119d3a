-- When the host of the server ended a table whose game was not over; 0: nobody did.
ALTER TABLE tables ADD COLUMN ended BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_ended ON tables (ended) WHERE ended > 0;
