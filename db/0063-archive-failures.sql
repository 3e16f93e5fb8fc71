-- SPDX-License-Identifier: MIT
-- A game whose pages cannot be made keeps no other waiting.

ALTER TABLE archive_due ADD COLUMN failed INTEGER NOT NULL DEFAULT 0; -- How often that failed; who failed less goes first.
