-- SPDX-License-Identifier: MIT
-- What those at a table say of a game that is over, for its page. Each is a
-- message to all as well, which has its words, its author's name and the date.

CREATE TABLE comment (
	game      INTEGER NOT NULL REFERENCES game (id), -- The game it is about.
	number    INTEGER NOT NULL, -- What it is called there: 1, 2, 3 and so on.
	press     INTEGER NOT NULL REFERENCES press (id), -- The message that it is.
	player    INTEGER REFERENCES player (id), -- Who wrote it.
	event     INTEGER NOT NULL, -- The event that it is about; 0 is the game as a whole.
	withdrawn INTEGER NOT NULL DEFAULT 0, -- 1 if it was taken back: then its words are gone.
	PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX comment_press ON comment (press);
