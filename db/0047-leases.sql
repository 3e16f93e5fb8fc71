-- SPDX-License-Identifier: MIT
-- Several daemons of a club on a server send its mails: who takes one has it
-- for a while.

ALTER TABLE outbox ADD COLUMN claim INTEGER NOT NULL DEFAULT 0; -- The number under which it was taken last; 0 if it never was.
ALTER TABLE outbox ADD COLUMN leased INTEGER NOT NULL DEFAULT 0; -- Nobody else takes it until then, by the server's clock.
