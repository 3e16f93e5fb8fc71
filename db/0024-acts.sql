-- SPDX-License-Identifier: MIT
-- What moderators do is done on the board that they have seen.

ALTER TABLE hold ADD COLUMN
	seen     INTEGER NOT NULL DEFAULT -1; -- The board that its writer saw, for acts of a moderator; -1 if that is not known.
