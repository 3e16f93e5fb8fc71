-- SPDX-License-Identifier: MIT
-- Several daemons of a club on a server make the pages of its archive: who
-- takes a game has it for a while.

ALTER TABLE archive_due ADD COLUMN claim INTEGER NOT NULL DEFAULT 0; -- The number under which it was taken last; 0 if it never was.
ALTER TABLE archive_due ADD COLUMN leased INTEGER NOT NULL DEFAULT 0; -- Nobody else takes it until then, by the server's clock.
ALTER TABLE archive_due ADD COLUMN why TEXT NOT NULL DEFAULT ''; -- What kept the last that took it from making its pages.
