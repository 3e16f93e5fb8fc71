-- SPDX-License-Identifier: MIT
-- A game whose draws wait for a public beacon (turnlog T33).

ALTER TABLE game ADD COLUMN beacon INTEGER NOT NULL DEFAULT 0; -- The round that was named before it began; 0 is none.
