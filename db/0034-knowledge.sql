-- SPDX-License-Identifier: MIT
-- What somebody knows of a game has the name that the code has for it.

DROP INDEX insight_game;
ALTER TABLE insight RENAME TO knowledge;
CREATE INDEX knowledge_game ON knowledge (game, seat);
