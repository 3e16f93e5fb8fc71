-- SPDX-License-Identifier: MIT
-- [breaks]
-- What those at a table may write to each other.

ALTER TABLE terms ADD COLUMN press INTEGER NOT NULL DEFAULT 0; -- 0: all messages; 1: to all alone; 2: none. Until the game is over, and always to its moderator.
