-- SPDX-License-Identifier: MIT
-- Mails that stay in the mailbox are leftovers, here as in the sources.

ALTER TABLE stone RENAME TO leftover;
DROP INDEX stone_due;
CREATE INDEX leftover_due ON leftover (due);
