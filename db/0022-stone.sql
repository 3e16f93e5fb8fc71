-- SPDX-License-Identifier: MIT
-- Mails that lie in the mailbox because they could not be read or moved.

CREATE TABLE stone (
	id       INTEGER NOT NULL PRIMARY KEY, -- The number by which the keeper names it.
	mailbox  TEXT NOT NULL,              -- Where it lies, as in inbox.
	item     TEXT NOT NULL,              -- Its name there: UIDVALIDITY/UID, or the file of a Maildir.
	taken    INTEGER NOT NULL,           -- 1 if it was read, and only could not be moved.
	received INTEGER NOT NULL,           -- When it was received; 0 is not known.
	why      TEXT NOT NULL,              -- What the server or the system said the last time.
	since    INTEGER NOT NULL,           -- When this was found out.
	tries    INTEGER NOT NULL,           -- The number of attempts that failed.
	due      INTEGER NOT NULL,           -- When it is tried again.
	UNIQUE (mailbox, item)
) STRICT;
CREATE INDEX stone_due ON stone (due);
