-- SPDX-License-Identifier: MIT
-- The life of a mail: what became of one that came, and each attempt to send
-- one. Addresses and replies go when the mails' bodies are forgotten.

ALTER TABLE inbox ADD COLUMN verdict TEXT; -- What became of it, in a word; null if it was not judged.
ALTER TABLE inbox ADD COLUMN judged INTEGER NOT NULL DEFAULT 0; -- When it was judged; 0 if it was not.
ALTER TABLE inbox ADD COLUMN game INTEGER REFERENCES game (id); -- The game it was about; null if none.
ALTER TABLE inbox ADD COLUMN seat INTEGER NOT NULL DEFAULT 0; -- The seat it came from; 0 if none.

CREATE TABLE attempt (
	outbox   INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE, -- The mail that was to be sent.
	at       INTEGER NOT NULL,           -- When.
	verdict  TEXT NOT NULL,              -- What became of it: sent, later, unknown or failed.
	reply    TEXT                        -- What the server said, or what went wrong; null is nothing.
) STRICT;
CREATE INDEX attempt_outbox ON attempt (outbox);
