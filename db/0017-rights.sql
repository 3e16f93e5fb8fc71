-- SPDX-License-Identifier: MIT
-- What mails prove: numbers that are given anew prove nothing of what they
-- named before, and a mail may wait in part.

ALTER TABLE hold ADD COLUMN
	rest     TEXT;                       -- The lines that wait, if others of the mail do not; null is the whole mail.
ALTER TABLE hold ADD COLUMN
	owner    INTEGER NOT NULL DEFAULT 0; -- 1 if only a yes from the player's first address will do.
ALTER TABLE hold ADD COLUMN
	nonce    INTEGER NOT NULL DEFAULT 0; -- The number at random in its token.
ALTER TABLE request ADD COLUMN
	nonce    INTEGER NOT NULL DEFAULT 0; -- The number at random in its token.
ALTER TABLE player ADD COLUMN
	epoch    INTEGER NOT NULL DEFAULT 1; -- The epoch of the store in which the number was given to the player.
ALTER TABLE game ADD COLUMN
	epoch    INTEGER NOT NULL DEFAULT 1; -- The epoch of the store in which the number was given to the game.
ALTER TABLE address ADD COLUMN
	added    INTEGER NOT NULL DEFAULT 0; -- When it was added to others, which stay for a while then; 0 is long ago.

CREATE TABLE digest (
	id       INTEGER NOT NULL PRIMARY KEY, -- The number in its token.
	player   INTEGER NOT NULL REFERENCES player (id), -- Whom it was mailed to.
	nonce    INTEGER NOT NULL,           -- The number at random in its token.
	created  INTEGER NOT NULL            -- When it was mailed.
) STRICT;
CREATE INDEX digest_player ON digest (player, created);

CREATE TABLE digest_seat (
	digest   INTEGER NOT NULL REFERENCES digest (id), -- The digest that shows the seat.
	game     INTEGER NOT NULL REFERENCES game (id), -- The seat's game.
	seat     INTEGER NOT NULL,           -- The seat's number.
	holder   INTEGER NOT NULL,           -- The generation of its tokens then.
	board    INTEGER NOT NULL,           -- The board that was shown.
	PRIMARY KEY (digest, game, seat)
) STRICT;
