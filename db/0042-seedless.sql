-- SPDX-License-Identifier: MIT
-- That a seed is not known is said, not read from a seed of zeros, which who
-- writes the database could put there. Rows are sealed by a key that is made
-- when the game is founded: whatever becomes of the seed.

ALTER TABLE game ADD COLUMN seedless INTEGER NOT NULL DEFAULT 0; -- 1: the seed is not known here, as of a game taken over without it.
ALTER TABLE game ADD COLUMN seal BLOB; -- What its seals are made with; null: the first one who opens it makes it of the seed.

-- [sqlite]
UPDATE game SET seedless = 1 WHERE seed = zeroblob(32);
-- [postgresql]
-- UPDATE game SET seedless = 1 WHERE seed = decode(repeat('00', 32), 'hex');
-- [all]
