-- SPDX-License-Identifier: MIT
-- Since when mail comes in and goes out, for who asks whether all is well.

CREATE TABLE mailbox (
	"only"   INTEGER NOT NULL PRIMARY KEY, -- 1: there is one row.
	works    INTEGER NOT NULL,           -- Since when each look came to its end; 0: the last did not.
	fails    INTEGER NOT NULL,           -- Since when none did; 0: the last did.
	reason   TEXT NOT NULL               -- Why the last failed.
) STRICT;
INSERT INTO mailbox VALUES (1, 0, 0, '');
ALTER TABLE outgoing ADD COLUMN works INTEGER NOT NULL DEFAULT 0; -- Since when letters go; 0: they do not, or none has gone yet.
