-- SPDX-License-Identifier: MIT
-- Seats that wait for the search of a computer player: one a game at most.

CREATE TABLE thought (
	game INTEGER PRIMARY KEY REFERENCES game (id),
	seat INTEGER NOT NULL,
	seq INTEGER NOT NULL, -- The last event of the position that it thinks about.
	failures INTEGER NOT NULL DEFAULT 0, -- Searches of that position that came to nothing.
	due INTEGER NOT NULL -- Not before that moment.
) STRICT;
CREATE INDEX thought_due ON thought (due, game);
