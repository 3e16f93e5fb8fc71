-- SPDX-License-Identifier: MIT
-- What clocks were when a game was set back, for when that is taken back.

CREATE TABLE clock_undo (
	game     INTEGER NOT NULL REFERENCES game (id), -- The game that was set back.
	event    INTEGER NOT NULL,           -- The undo event that did it.
	seat     INTEGER NOT NULL,           -- A seat that was to act then.
	holder   INTEGER NOT NULL,           -- The generation of its holder.
	at       INTEGER NOT NULL,           -- When that was.
	since    INTEGER NOT NULL,           -- When its decision had opened.
	extra    INTEGER NOT NULL,           -- The seconds that were added to it.
	due      INTEGER NOT NULL,           -- When it was due.
	lapsed   INTEGER NOT NULL,           -- The late moment that was dealt with; 0 is none.
	reminded INTEGER NOT NULL,           -- The last reminder sent, as in clock_seat.
	PRIMARY KEY (game, event, seat)
) STRICT, WITHOUT ROWID;
