-- SPDX-License-Identifier: MIT
-- Each row of a game that all seats may know of has a head (turnlog(5)). Rows
-- from before get theirs when the next one is written.

ALTER TABLE game ADD COLUMN chain BLOB; -- Where its chain stands: head, digests of secret rows and of chat since; null or zeros: it has not begun.
ALTER TABLE event ADD COLUMN chain TEXT; -- Head, seal and form as the log has them; null if some seat may not know of it, or of a game that ended before there were chains.
