-- SPDX-License-Identifier: MIT
-- A time in which we could not be reached is one row, however many games there
-- are: each takes account of it when it is next opened.

CREATE TABLE outage (
	id    INTEGER PRIMARY KEY,
	began INTEGER NOT NULL,              -- The last look before it; 0 is ever.
	ended INTEGER NOT NULL,              -- The look after it.
	noted INTEGER NOT NULL               -- When the row was made.
) STRICT;

ALTER TABLE clock ADD COLUMN outage INTEGER NOT NULL DEFAULT 0; -- The last that it has taken account of.
