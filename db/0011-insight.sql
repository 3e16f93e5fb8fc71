-- SPDX-License-Identifier: MIT
-- Who knows more of a game than a newcomer may: nobody takes a seat who has
-- seen the hand of another.

CREATE TABLE insight (
	id       INTEGER NOT NULL PRIMARY KEY, -- The order of writing.
	game     INTEGER NOT NULL REFERENCES game (id), -- The game that is known.
	player   INTEGER REFERENCES player (id), -- Who knows it; null marks a seat that nobody held and anybody may take over.
	seat     INTEGER NOT NULL,           -- The seat they held; 0 is that they saw what is hidden of all.
	barred   INTEGER NOT NULL            -- 1 if they were put out of the game.
) STRICT;
CREATE INDEX insight_game ON insight (game, seat);
