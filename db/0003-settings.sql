-- SPDX-License-Identifier: MIT
-- What else a player can set by mail.

ALTER TABLE player ADD COLUMN remind TEXT NOT NULL DEFAULT ''; -- Reminders so long before a deadline, "24h,3h"; empty is the game's own, "off" none.
ALTER TABLE player ADD COLUMN digest TEXT NOT NULL DEFAULT '18:00'; -- The hour of the daily digest in the player's zone.
ALTER TABLE player ADD COLUMN digest_due INTEGER NOT NULL DEFAULT 0; -- When the next digest is due; 0 without notify digest.
ALTER TABLE player ADD COLUMN ics INTEGER NOT NULL DEFAULT 0; -- 1 if turn mails bring the deadline for a calendar.
ALTER TABLE player ADD COLUMN thread TEXT NOT NULL DEFAULT 'turn'; -- What a mail program keeps together: turn or game.
CREATE INDEX player_digest ON player (digest_due) WHERE digest_due > 0;
