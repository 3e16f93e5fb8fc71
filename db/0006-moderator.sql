-- SPDX-License-Identifier: MIT
-- Mail to moderators is numbered like mail to seats.

ALTER TABLE game ADD COLUMN
	moderator_mails INTEGER NOT NULL DEFAULT 0; -- The number of mails its moderators were sent as such.
