-- SPDX-License-Identifier: MIT
-- A chain can begin anew before the first event: a club was restored to before
-- its game began (turnlog T30). A game whose seed is not known here says since
-- when: only one that was taken over has none (T26).

ALTER TABLE game ADD COLUMN anew TEXT NOT NULL DEFAULT ''; -- Lines of the log before its first event that say so.

-- [sqlite]
UPDATE event SET chat = CASE WHEN chat = '' THEN '# anew imported' ELSE chat || char(10) || '# anew imported' END WHERE (game, seq) IN (SELECT id, seq FROM game WHERE seedless = 1 AND (state = 1 OR (state = 3 AND final = 0)));
-- [postgresql]
-- UPDATE event SET chat = CASE WHEN chat = '' THEN '# anew imported' ELSE chat || chr(10) || '# anew imported' END WHERE (game, seq) IN (SELECT id, seq FROM game WHERE seedless = 1 AND (state = 1 OR (state = 3 AND final = 0)));
-- [all]
UPDATE event SET chain = NULL WHERE game IN (SELECT id FROM game WHERE seedless = 1 AND (state = 1 OR (state = 3 AND final = 0)));
UPDATE game SET chain = NULL, chains = chains + 1 WHERE seedless = 1 AND (state = 1 OR (state = 3 AND final = 0));
