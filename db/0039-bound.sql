-- SPDX-License-Identifier: MIT
-- What a game's seed is bound by is written when it is founded, not made of the
-- seed whenever it is asked for.

ALTER TABLE game ADD COLUMN unbound INTEGER NOT NULL DEFAULT 0; -- Since when its seed is known not to be the one of seed_commit; 0: it is.
