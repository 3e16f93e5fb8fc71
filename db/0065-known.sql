-- SPDX-License-Identifier: MIT
-- Which mails somebody else may be told of.

ALTER TABLE outbox ADD COLUMN known INTEGER NOT NULL DEFAULT 0; -- 1 if all at the table may expect it: no message, no answer, no reminder that its reader may have chosen.
