-- SPDX-License-Identifier: MIT
-- What each move of a game that was played out was worth, for its page.

CREATE TABLE analysis (
	game INTEGER PRIMARY KEY REFERENCES game (id),
	seq INTEGER NOT NULL, -- The last event of the game that it is of.
	failures INTEGER NOT NULL DEFAULT 0, -- Attempts that came to nothing.
	due INTEGER NOT NULL, -- Not to be made before that moment; 0: it is there, or was given up.
	made INTEGER NOT NULL DEFAULT 0, -- When.
	told INTEGER NOT NULL DEFAULT 0, -- Seats whose digest has told of it: bit 1 is seat 1.
	text TEXT NOT NULL DEFAULT '' -- As `paquebot log analyse --json` prints it.
) STRICT;
CREATE INDEX analysis_due ON analysis (due, game);
