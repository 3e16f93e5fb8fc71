-- SPDX-License-Identifier: MIT
-- What the keeper is told of single mails, and when a mail was set aside.

CREATE TABLE trouble (
	id       INTEGER NOT NULL PRIMARY KEY, -- The order in which it came up.
	at       INTEGER NOT NULL,           -- When it came up.
	told     INTEGER NOT NULL,           -- 1 if it had a mail of its own, which counts for an hour; 0 if it waits for the mail of the day.
	text     TEXT NOT NULL               -- One sentence of it, Markdown, in the keeper's language.
) STRICT;
CREATE INDEX trouble_told ON trouble (told, at);

ALTER TABLE inbox ADD COLUMN aside INTEGER NOT NULL DEFAULT 0; -- When it was set aside; 0 is not at all, or before this was noted.
