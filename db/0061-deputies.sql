-- SPDX-License-Identifier: MIT
-- Who may take the office of a game's moderator at any time.

ALTER TABLE terms ADD COLUMN deputy INTEGER REFERENCES player (id); -- The player; null: nobody.
