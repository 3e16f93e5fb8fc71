-- SPDX-License-Identifier: MIT
-- What a player has to do with, and the games that are not over, are found
-- however many others there are.

CREATE INDEX knowledge_player ON knowledge (player);
CREATE INDEX game_moderator ON game (moderator) WHERE moderator IS NOT NULL;
CREATE INDEX game_open ON game (id) WHERE state < 2;
