-- SPDX-License-Identifier: MIT
-- Outgoing mail as a whole: it goes, nothing goes, or the keeper lets nothing go.

CREATE TABLE outgoing (
	"only"   INTEGER NOT NULL PRIMARY KEY, -- 1: there is one row.
	paused   INTEGER NOT NULL,           -- Since when the keeper lets nothing go; 0 is not.
	stopped  INTEGER NOT NULL,           -- Since when nothing goes; 0: it goes.
	refused  INTEGER NOT NULL,           -- 1 if it is our account or sender that is refused; 0 if the server is not reached.
	failures INTEGER NOT NULL,           -- How many attempts have failed since.
	probe    INTEGER NOT NULL,           -- When the next is due.
	reason   TEXT NOT NULL               -- Why the last failed.
) STRICT;
INSERT INTO outgoing VALUES (1, 0, 0, 0, 0, 0, '');
