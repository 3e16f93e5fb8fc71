-- SPDX-License-Identifier: MIT
-- What people are sent because of one other person, and what waits as that was
-- too much within an hour.

ALTER TABLE outbox ADD COLUMN
	author   INTEGER REFERENCES player (id); -- Whose mail or act made it; null is nobody's.
CREATE INDEX outbox_author ON outbox (rcpt, author, created) WHERE author IS NOT NULL;

CREATE TABLE owed (
	author   INTEGER NOT NULL REFERENCES player (id), -- Because of whom it would have been mailed.
	player   INTEGER NOT NULL,           -- To whom; 0 is the keeper.
	game     INTEGER NOT NULL REFERENCES game (id), -- About which game.
	seat     INTEGER NOT NULL,           -- To which seat; 0 is the moderator, -1 an observer.
	since    INTEGER NOT NULL,           -- The last event before all that a moderator was not told.
	due      INTEGER NOT NULL,           -- When it is mailed, with all else that is owed.
	told     TEXT NOT NULL,              -- What no later mail could say of itself, Markdown.
	PRIMARY KEY (author, player, game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX owed_due ON owed (due);
