-- SPDX-License-Identifier: MIT
-- How closed games went, seat by seat: made from their events when a game
-- ends, so that statistics need not play every game again. `paquebot store
-- rebuild` makes it anew.

CREATE TABLE result (
	game     INTEGER NOT NULL REFERENCES game (id), -- The game that is over or cancelled.
	seat     INTEGER NOT NULL,           -- The seat's number, from 1.
	player   INTEGER REFERENCES player (id), -- Who held it at the end; null is a computer player.
	score    INTEGER NOT NULL,           -- The final score; 0 if the game was cancelled.
	rank     INTEGER NOT NULL,           -- The place, 1 is first, shared places are equal; 0 if cancelled.
	moves    INTEGER NOT NULL,           -- The moves of the seat that stand.
	answers  INTEGER NOT NULL,           -- The decisions whose time is known.
	waited   INTEGER NOT NULL,           -- The seconds they took together.
	credited INTEGER NOT NULL,           -- 1 if the result counts for the player (paquebot-ratings(7)).
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_player ON result (player);
