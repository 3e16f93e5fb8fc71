-- SPDX-License-Identifier: MIT
-- Messages between those at a table, who watches it, and the deadlines that
-- were put into calendars.

CREATE TABLE press (
	id       INTEGER NOT NULL PRIMARY KEY, -- The order of writing.
	game     INTEGER NOT NULL REFERENCES game (id), -- The game it belongs to.
	author   INTEGER NOT NULL,           -- The seat that wrote it; 0 is the moderator.
	name     TEXT NOT NULL,              -- The author's display name then.
	everybody INTEGER NOT NULL,          -- 1 if it is a broadcast.
	text     TEXT NOT NULL,              -- What was written, UTF-8, lines parted by LF.
	at       INTEGER NOT NULL            -- When it came.
) STRICT;
CREATE INDEX press_author ON press (game, author, at);

CREATE TABLE press_to (
	press    INTEGER NOT NULL REFERENCES press (id), -- The message.
	game     INTEGER NOT NULL REFERENCES game (id), -- Its game.
	seat     INTEGER NOT NULL,           -- A seat it is for; 0 is the moderator.
	holder   INTEGER NOT NULL,           -- The generation of that seat's tokens that it is for.
	told     INTEGER NOT NULL,           -- 1 once it is in a mail to that seat.
	PRIMARY KEY (press, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX press_to_waiting ON press_to (game, seat) WHERE told = 0;

CREATE TABLE observer (
	id       INTEGER NOT NULL PRIMARY KEY, -- The number in its tokens.
	game     INTEGER NOT NULL REFERENCES game (id), -- The game that is watched.
	player   INTEGER NOT NULL REFERENCES player (id), -- Who watches it.
	since    INTEGER NOT NULL,           -- Since when; part of the tokens, for a number may be given again.
	mails    INTEGER NOT NULL,           -- The number of mails sent about it.
	told_seq INTEGER NOT NULL,           -- The last event that was in such a mail.
	told_press INTEGER NOT NULL,         -- The last broadcast that was.
	UNIQUE (game, player)
) STRICT;
CREATE INDEX observer_player ON observer (player);

ALTER TABLE game ADD COLUMN observers INTEGER NOT NULL DEFAULT 1; -- 1 if others than its players may watch.

CREATE TABLE calendar (
	game     INTEGER NOT NULL REFERENCES game (id), -- The game of the deadline.
	seat     INTEGER NOT NULL,           -- The seat whose deadline it is.
	decision INTEGER NOT NULL,           -- The board at which its decision opened: part of the event's UID.
	sequence INTEGER NOT NULL,           -- The last SEQUENCE sent for it.
	due      INTEGER NOT NULL,           -- The deadline that was sent.
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
