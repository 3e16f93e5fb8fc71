-- SPDX-License-Identifier: MIT
-- The number of a mail that is deleted before it was sent is not given again: a
-- verdict on it may still come.

CREATE TABLE outbox_new (
	id       INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- The order of writing.
	game     INTEGER REFERENCES game (id), -- The game it is about; null if none.
	seat     INTEGER NOT NULL,           -- The seat it is to; 0 if none.
	player   INTEGER REFERENCES player (id), -- The player it is to; null if none.
	rcpt     TEXT NOT NULL,              -- The one address it goes to.
	message_id TEXT NOT NULL,            -- The Message-ID it keeps over every attempt.
	state    INTEGER NOT NULL,           -- 0 waiting, 1 sent, 2 failed.
	attempts INTEGER NOT NULL,           -- How often sending it failed.
	next_try INTEGER NOT NULL,           -- Not sooner than this.
	last_error TEXT,                     -- What went wrong last.
	created  INTEGER NOT NULL,           -- When it was written.
	sent     INTEGER NOT NULL,           -- When it was sent; 0 before that.
	bounced  INTEGER NOT NULL,           -- 1 if it came back.
	returned INTEGER NOT NULL DEFAULT 0, -- When it came back or was given up; 0 if it did not.
	author   INTEGER REFERENCES player (id), -- Whose mail or act made it; null if nobody's.
	answers  INTEGER REFERENCES inbox (id) -- The mail it answers; null if it answers none.
) STRICT;
INSERT INTO outbox_new SELECT id, game, seat, player, rcpt, message_id, state,
	attempts, next_try, last_error, created, sent, bounced, returned, author,
	answers FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;

CREATE INDEX outbox_due ON outbox (next_try, id) WHERE state = 0;
CREATE INDEX outbox_message_id ON outbox (message_id);
CREATE INDEX outbox_seat ON outbox (game, seat, id);
CREATE INDEX outbox_notice ON outbox (rcpt, created) WHERE game IS NULL;
CREATE INDEX outbox_failed ON outbox (id) WHERE state = 2;
CREATE INDEX outbox_stranger ON outbox (created) WHERE game IS NULL AND player IS NULL;
CREATE INDEX outbox_author ON outbox (rcpt, author, created) WHERE author IS NOT NULL;
CREATE INDEX outbox_answers ON outbox (answers) WHERE answers IS NOT NULL;
