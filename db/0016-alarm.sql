-- SPDX-License-Identifier: MIT
-- Trouble with the machinery that the keeper was told of, the last of each
-- kind.

CREATE TABLE alarm (
	name     TEXT NOT NULL PRIMARY KEY,  -- The kind: login, mailbox, outgoing, disk, archive or database.
	began    INTEGER NOT NULL,           -- When it began.
	ended    INTEGER NOT NULL,           -- When it was over; 0 while it is not.
	times    INTEGER NOT NULL,           -- How often it began without a day between.
	told     INTEGER NOT NULL,           -- 1 if the keeper was mailed of its beginning, or if it is over of that.
	why      TEXT NOT NULL               -- The reason.
) STRICT;
