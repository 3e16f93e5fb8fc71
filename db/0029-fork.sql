-- SPDX-License-Identifier: MIT
-- After a restore a game goes on from an older board, and numbers of boards come
-- again that mails of the lost history have.

ALTER TABLE game ADD COLUMN fork_board INTEGER NOT NULL DEFAULT 0; -- The board that it was restored at.
ALTER TABLE game ADD COLUMN fork_epoch INTEGER NOT NULL DEFAULT 0; -- The epoch of boards above that; 0: it never was.
