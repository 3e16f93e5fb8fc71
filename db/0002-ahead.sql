-- SPDX-License-Identifier: MIT
-- Moves sent before their turn. Nothing is ever changed in an older row: the
-- queue of a moment is the row with the greatest seq up to it, so that an undo
-- finds the queue that stood then.

CREATE TABLE ahead (
	game     INTEGER NOT NULL REFERENCES game (id), -- The game the moves are for.
	seat     INTEGER NOT NULL,           -- The seat whose moves they are.
	seq      INTEGER NOT NULL,           -- The event after which the queue stood so.
	holder   INTEGER NOT NULL,           -- The generation of the seat's tokens that sent it.
	moves    TEXT NOT NULL,              -- The moves that wait, as they were written, one a line.
	stops    TEXT NOT NULL,              -- What drops them, canonical beginnings of events, one a line.
	PRIMARY KEY (game, seat, seq)
) STRICT, WITHOUT ROWID;
