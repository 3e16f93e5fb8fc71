-- SPDX-License-Identifier: MIT
-- Addresses whose mail comes back.

ALTER TABLE address ADD COLUMN
	failing  INTEGER NOT NULL DEFAULT 0; -- Since when mail to it comes back; 0 is not at all.
ALTER TABLE address ADD COLUMN
	bounces  INTEGER NOT NULL DEFAULT 0; -- The number of mails that came back as there is no such mailbox, since the last mail from it.
ALTER TABLE address ADD COLUMN
	held     INTEGER NOT NULL DEFAULT 0; -- When clocks were last held because of it; 0 is never.
ALTER TABLE outbox ADD COLUMN
	returned INTEGER NOT NULL DEFAULT 0; -- When it came back, or was given up; 0 is neither.
CREATE INDEX address_failing ON address (failing) WHERE failing > 0;
