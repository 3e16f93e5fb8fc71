-- SPDX-License-Identifier: MIT
-- Several daemons of a club on a server judge its mails: who takes some has
-- them for a moment, in the order of each game.
-- [breaks]

ALTER TABLE inbox ADD COLUMN concerns INTEGER NOT NULL DEFAULT 0; -- The game that its address names, proved or not; 0: all, or nobody asked.
ALTER TABLE inbox ADD COLUMN claim INTEGER NOT NULL DEFAULT 0; -- The number under which it was taken last; 0 if it never was.
ALTER TABLE inbox ADD COLUMN leased INTEGER NOT NULL DEFAULT 0; -- Nobody else takes it until then, by the server's clock.
