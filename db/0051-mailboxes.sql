-- SPDX-License-Identifier: MIT
-- [breaks]
-- A club may have several mailboxes: each has a row, and "only" is its number.
-- Who does not know of that would end turns without a look into each.

ALTER TABLE mailbox ADD COLUMN name TEXT NOT NULL DEFAULT ''; -- Of its section in the configuration; '': that has none.
CREATE UNIQUE INDEX mailbox_name ON mailbox (name);
