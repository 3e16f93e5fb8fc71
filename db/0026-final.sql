-- SPDX-License-Identifier: MIT
-- A game that a moderator called off can be revived for a while; only then what
-- was hidden in it is open to all. What ended before this was there is final.

ALTER TABLE game ADD COLUMN
	final    INTEGER NOT NULL DEFAULT 0; -- Since when what was hidden in it is open to all; 0 is not yet.
UPDATE game SET final = ended WHERE state IN (2, 3);
INSERT INTO archive_due (game, times)
	SELECT id, 1 FROM game WHERE state = 3 AND seq > 0
	ON CONFLICT (game) DO UPDATE SET times = archive_due.times + 1;
