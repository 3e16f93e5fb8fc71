-- SPDX-License-Identifier: MIT
-- Games whose pages in the archive are to be made or made anew. A row is
-- written with what makes it necessary, and goes when the pages are there.

CREATE TABLE archive_due (
	game     INTEGER NOT NULL PRIMARY KEY REFERENCES game (id), -- The game that has ended or changed since.
	times    INTEGER NOT NULL            -- How often it was asked for, so that a request that came meanwhile stays.
) STRICT;
INSERT INTO archive_due (game, times)
	SELECT id, 1 FROM game WHERE state IN (2, 3) AND seq > 0;
