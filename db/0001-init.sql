-- SPDX-License-Identifier: MIT
-- The only DDL of version 1. One sentence a column. Times are seconds since
-- 1970 UTC. Bodies of mails have tables of their own, so that marking a mail
-- does not write its body again.

CREATE TABLE setting (
	key      TEXT NOT NULL PRIMARY KEY,  -- The name of a value of the server.
	value    BLOB NOT NULL               -- The value; "key" is the server's secret key of 32 bytes.
) STRICT;

CREATE TABLE player (
	id       INTEGER NOT NULL PRIMARY KEY, -- The number of the player, from 1.
	name     TEXT NOT NULL,              -- The display name, UTF-8.
	lang     TEXT NOT NULL,              -- The language of mails to this player.
	layout   TEXT NOT NULL,              -- The layout of the text part: board, list or html.
	glyphs   TEXT NOT NULL,              -- The signs drawings are made of: ascii or unicode.
	width    INTEGER NOT NULL,           -- The widest line in columns, 40 to 72.
	tz       TEXT NOT NULL,              -- The zone dates are shown in.
	notify   TEXT NOT NULL               -- Which mails come unasked: all, turn or digest.
) STRICT;

CREATE TABLE address (
	id       INTEGER NOT NULL PRIMARY KEY, -- The order of registration; mail goes to a player's lowest.
	player   INTEGER NOT NULL REFERENCES player (id), -- The player the address belongs to.
	address  TEXT NOT NULL UNIQUE        -- The canonical address; one player only has it.
) STRICT;
CREATE INDEX address_player ON address (player, id);

CREATE TABLE game (
	id       INTEGER NOT NULL PRIMARY KEY, -- The number of the game, from 1.
	kind     TEXT NOT NULL,              -- The name of its rules, such as atlantic-star.
	version  INTEGER NOT NULL,           -- The version of those rules.
	data_hash TEXT NOT NULL,             -- The SHA-256 of its data file in hex.
	seats    INTEGER NOT NULL,           -- The number of seats.
	options  TEXT NOT NULL,              -- The options as in the log, or a dash.
	state    INTEGER NOT NULL,           -- 0 being set up, 1 running, 2 over, 3 cancelled.
	seed     BLOB NOT NULL,              -- The 32 secret bytes committed to at the start.
	lang     TEXT NOT NULL,              -- The language of mails to nobody in particular.
	moderator INTEGER REFERENCES player (id), -- The player who moderates; null is the keeper.
	moderator_holder INTEGER NOT NULL,   -- The generation of the moderator's tokens.
	created  INTEGER NOT NULL,           -- When the game was made.
	started  INTEGER NOT NULL,           -- When it began; 0 before that.
	ended    INTEGER NOT NULL,           -- When it ended; 0 before that.
	seq      INTEGER NOT NULL,           -- The number of the last event.
	board    INTEGER NOT NULL,           -- The board number: the events all seats may know.
	turn     INTEGER NOT NULL,           -- The serial of the turn by the rules.
	opened   INTEGER NOT NULL,           -- The board at which the present decision opened.
	clock    INTEGER NOT NULL            -- The seconds a seat has for a decision; 0 is no clock.
) STRICT;
CREATE INDEX game_state ON game (state, id);

CREATE TABLE seat (
	game     INTEGER NOT NULL REFERENCES game (id), -- The game the seat belongs to.
	seat     INTEGER NOT NULL,           -- The seat's number, from 1.
	player   INTEGER REFERENCES player (id), -- Who holds it; null when free or a computer's.
	holder   INTEGER NOT NULL,           -- The generation of its tokens, rising at each replacement.
	name     TEXT NOT NULL,              -- The display name at this table.
	computer INTEGER NOT NULL,           -- 1 if a computer player moves for it.
	ready    INTEGER NOT NULL,           -- 1 once it has sent ready or an entropy line.
	entropy  TEXT,                       -- Its line for the shuffle, the last one sent.
	hold     INTEGER NOT NULL,           -- 1 if its turn stays open after its mails.
	decision INTEGER NOT NULL,           -- The board at which its present decision opened.
	moved    INTEGER NOT NULL,           -- The board after its own last accepted move.
	told     INTEGER NOT NULL,           -- The board of the last mail to it.
	told_seq INTEGER NOT NULL,           -- The last event that was in its news.
	mails    INTEGER NOT NULL,           -- The number of mails it was sent.
	proposal TEXT,                       -- Its open proposal.
	agreed   INTEGER NOT NULL,           -- 1 if it agreed to the open proposal.
	due      INTEGER NOT NULL,           -- When its decision is late; 0 is never.
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_player ON seat (player, game);

CREATE TABLE event (
	game     INTEGER NOT NULL REFERENCES game (id), -- The game it happened in.
	seq      INTEGER NOT NULL,           -- Its number in the log, from 1 without gaps.
	actor    INTEGER NOT NULL,           -- The seat, 0 for chance, -1 for the operator.
	words    TEXT NOT NULL,              -- Verb and arguments, canonical.
	derived  TEXT NOT NULL,              -- What followed from it, one a line.
	chat     TEXT NOT NULL,              -- Broadcasts after it, in the log's form, one a line.
	stamp    INTEGER NOT NULL,           -- When it happened.
	board    INTEGER NOT NULL,           -- The board number after it.
	mid      TEXT,                       -- The Message-ID of the mail that made it.
	PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE position (
	game     INTEGER NOT NULL PRIMARY KEY REFERENCES game (id), -- The game it is a snapshot of.
	seq      INTEGER NOT NULL,           -- The last event that is in it.
	data     BLOB NOT NULL               -- The snapshot, private to one build; the table is a cache.
) STRICT;

CREATE TABLE inbox (
	id       INTEGER NOT NULL PRIMARY KEY, -- The order of arrival.
	sha256   BLOB NOT NULL UNIQUE,       -- The hash of the raw source, which is judged once.
	mailbox  TEXT NOT NULL,              -- Where it lay.
	uidvalidity INTEGER NOT NULL,        -- UIDVALIDITY of that mailbox; 0 outside IMAP.
	uid      INTEGER NOT NULL,           -- UID in that mailbox; 0 outside IMAP.
	message_id TEXT,                     -- Its Message-ID, null until it was read.
	received INTEGER NOT NULL,           -- When its server received it.
	state    INTEGER NOT NULL,           -- 0 new, 1 answered, 2 ignored, 3 held, 4 set aside.
	attempts INTEGER NOT NULL            -- How often its reading was begun.
) STRICT;
CREATE INDEX inbox_new ON inbox (id) WHERE state = 0;

CREATE TABLE inbox_body (
	inbox    INTEGER NOT NULL PRIMARY KEY REFERENCES inbox (id), -- The mail it belongs to.
	raw      BLOB NOT NULL               -- The raw source, byte for byte.
) STRICT;

CREATE TABLE hold (
	inbox    INTEGER NOT NULL PRIMARY KEY REFERENCES inbox (id), -- The mail that waits for its sender.
	player   INTEGER REFERENCES player (id), -- The player it claims to be from; null if none yet.
	game     INTEGER REFERENCES game (id), -- The game it is for; null if none.
	seat     INTEGER NOT NULL,           -- The seat it is for; 0 if none.
	turn     INTEGER NOT NULL,           -- The serial of the turn it lapses with.
	board    INTEGER NOT NULL,           -- The board it was written for; -1 if none was current.
	created  INTEGER NOT NULL            -- When it was held.
) STRICT;
CREATE INDEX hold_game ON hold (game, turn);

CREATE TABLE outbox (
	id       INTEGER NOT NULL PRIMARY KEY, -- The order of writing.
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
	bounced  INTEGER NOT NULL            -- 1 if it came back.
) STRICT;
CREATE INDEX outbox_due ON outbox (next_try, id) WHERE state = 0;
CREATE INDEX outbox_message_id ON outbox (message_id);
CREATE INDEX outbox_seat ON outbox (game, seat, id);
CREATE INDEX outbox_notice ON outbox (rcpt, created) WHERE game IS NULL;

CREATE TABLE outbox_body (
	outbox   INTEGER NOT NULL PRIMARY KEY REFERENCES outbox (id), -- The mail it belongs to.
	raw      BLOB NOT NULL               -- The complete mail, RFC 5322.
) STRICT;

CREATE TABLE audit (
	id       INTEGER NOT NULL PRIMARY KEY, -- The order of acts.
	game     INTEGER REFERENCES game (id), -- The game it concerns; null if none.
	who      TEXT NOT NULL,              -- Who acted.
	what     TEXT NOT NULL,              -- What was done.
	at       INTEGER NOT NULL            -- When.
) STRICT;
