-- SPDX-License-Identifier: MIT
-- The rule by which a game draws (turnlog T29): games of before go on with the
-- first.

ALTER TABLE game ADD COLUMN draws INTEGER NOT NULL DEFAULT 1; -- Its version.
