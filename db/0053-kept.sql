-- SPDX-License-Identifier: MIT
-- Mails that came behind the end of a turn that was not dealt with, in a game
-- that they concern, as their judging showed: they wait for it, and what came
-- behind them for them.

ALTER TABLE inbox ADD COLUMN behind INTEGER NOT NULL DEFAULT 0; -- The mail that it waits for; itself: for the end of a turn; 0: it does not wait.
-- The columns stand in the order of the key: the integrity check of SQLite 3.40
-- reads NULL in them otherwise.
CREATE TABLE inbox_kept (
	what     INTEGER NOT NULL,           -- A game that it concerns; negative: the player who wrote it, or (match/order.c) whose proofs it ends.
	inbox    INTEGER NOT NULL REFERENCES inbox (id), -- The mail that waits.
	PRIMARY KEY (what, inbox)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_kept_mail ON inbox_kept (inbox);
