-- SPDX-License-Identifier: MIT
-- A number in an answer to a digest is of the list that stood there.

ALTER TABLE digest_seat ADD COLUMN waits INTEGER NOT NULL DEFAULT -1; -- 1 if it asked for a move there; 0: not; -1: not known.
