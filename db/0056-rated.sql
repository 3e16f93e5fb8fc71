-- SPDX-License-Identifier: MIT
-- Whether a game is in the rating of who is credited with a seat: not if a
-- share of its turns was ended by the clock, or a computer player sat there
-- (paquebot-ratings(7)). What ended before counts as it did until `paquebot
-- store rebuild` makes results anew.

ALTER TABLE result ADD COLUMN rated INTEGER NOT NULL DEFAULT 1; -- 1 if what is credited is rated too.
UPDATE result SET rated = 0 WHERE credited = 0 OR rank = 0;
