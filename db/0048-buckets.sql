-- SPDX-License-Identifier: MIT
-- How much was judged of whoever writes much, and how a mailbox that fails is
-- tried again: for the daemon that leads next.

CREATE TABLE bucket (
	kind     INTEGER NOT NULL,           -- Mails of 0 a seat, 1 a game, 2 a player, 3 a player with signs of a program; 4 answers to a mail once more.
	whose    INTEGER NOT NULL,           -- The game, player or mail.
	part     INTEGER NOT NULL,           -- The seat; 0.
	level    INTEGER NOT NULL,           -- What was in it, in 3600ths of a mail.
	at       INTEGER NOT NULL,           -- When.
	PRIMARY KEY (kind, whose, part)
) STRICT, WITHOUT ROWID;
ALTER TABLE mailbox ADD COLUMN failures INTEGER NOT NULL DEFAULT 0; -- Attempts since `fails`.
ALTER TABLE mailbox ADD COLUMN again INTEGER NOT NULL DEFAULT 0; -- When the next is due; 0: it works.
