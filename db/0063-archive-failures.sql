-- SPDX-License-Identifier: MIT
-- A game whose pages cannot be made keeps no other waiting.

ALTER TABLE archive_due ADD COLUMN failed INTEGER NOT NULL DEFAULT 0; -- How often that failed; who failed less goes first.

-- A club has as many rows as games that are over until it has an archive.
CREATE INDEX archive_due_turn ON archive_due (failed, game);
CREATE INDEX archive_due_leased ON archive_due (leased) WHERE leased > 0;
CREATE INDEX archive_due_why ON archive_due (why) WHERE why <> '';
