-- SPDX-License-Identifier: MIT
-- Mail of people whom the club does not know waits where answering it now would
-- be more than the limits allow: inbox.state 5.

ALTER TABLE inbox ADD COLUMN
	wait     INTEGER NOT NULL DEFAULT 0; -- When a deferred mail is judged again.
ALTER TABLE inbox ADD COLUMN
	sender   TEXT;                       -- Who is said to have sent a deferred mail; else null.
CREATE INDEX inbox_deferred ON inbox (wait) WHERE state = 5;
CREATE INDEX inbox_sender ON inbox (sender) WHERE state = 5;
