-- SPDX-License-Identifier: MIT
-- A yes to a digest is one to what had been proposed by then.

ALTER TABLE digest_seat ADD COLUMN mail INTEGER NOT NULL DEFAULT 0; -- How many mails the seat had had; 0: not known.
