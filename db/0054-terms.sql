-- SPDX-License-Identifier: MIT
-- What a table has agreed on beside the rules: a row where its moderator has
-- said something.

CREATE TABLE terms (
	game     INTEGER NOT NULL PRIMARY KEY REFERENCES game (id), -- The game it is of.
	title    TEXT NOT NULL DEFAULT '',   -- What it is called; '': nothing.
	unlisted INTEGER NOT NULL DEFAULT 0, -- 1 if nobody is shown it who has no part in it.
	begins   INTEGER NOT NULL DEFAULT 0  -- When it is to begin; 0 is when all are ready.
) STRICT;
