-- SPDX-License-Identifier: MIT
-- A club may have several mailboxes: each has a row, and "only" is its number.

ALTER TABLE mailbox ADD COLUMN name TEXT NOT NULL DEFAULT ''; -- Of its section in the configuration; '': that has none.
CREATE UNIQUE INDEX mailbox_name ON mailbox (name);
