-- SPDX-License-Identifier: MIT
-- Who knows a game reads what has changed on its board, and its reference once.

ALTER TABLE player ADD COLUMN board TEXT NOT NULL DEFAULT 'full'; -- "full", or "changes": what a turn mail shows of it.
ALTER TABLE seat ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;     -- The last event before the board in its last mail that had one; 0: none.
ALTER TABLE seat ADD COLUMN charted INTEGER NOT NULL DEFAULT -1;  -- The generation (holder) that has had the reference of the game.
