-- SPDX-License-Identifier: MIT
-- A game that was taken over without its seed keeps what it was bound by.
ALTER TABLE game ADD COLUMN seed_commit TEXT; -- The SHA-256 in hex of a seed that is not known here; null if the seed is.
