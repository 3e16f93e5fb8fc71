-- SPDX-License-Identifier: MIT
-- What waits for a word of somebody who is reached by mail alone: each row is
-- named by one token, which is good once.

CREATE TABLE request (
	id       INTEGER NOT NULL PRIMARY KEY, -- The number in its token.
	kind     INTEGER NOT NULL,           -- 0 an invitation to a seat, 1 an address to add, 2 a player to approve.
	state    INTEGER NOT NULL,           -- 0 open, 1 granted, 2 declined or withdrawn.
	address  TEXT NOT NULL,              -- The canonical address that it concerns.
	player   INTEGER REFERENCES player (id), -- Who asked; null if a stranger did, or the keeper.
	game     INTEGER REFERENCES game (id), -- The game of an invitation, else null.
	seat     INTEGER NOT NULL,           -- The seat of an invitation, else 0.
	name     TEXT NOT NULL,              -- The name that a stranger asked for, else empty.
	created  INTEGER NOT NULL            -- When it was asked.
) STRICT;
CREATE INDEX request_address ON request (address, created);
CREATE INDEX request_player ON request (player, created);
CREATE INDEX request_game ON request (game, seat) WHERE game IS NOT NULL;

ALTER TABLE hold ADD COLUMN
	address  TEXT;                       -- The stranger's address that was asked to confirm; null for players.
CREATE INDEX hold_address ON hold (address, created) WHERE address IS NOT NULL;

ALTER TABLE player ADD COLUMN
	holder   INTEGER NOT NULL DEFAULT 1; -- The generation of the player's own tokens, rising when an address is dropped.
