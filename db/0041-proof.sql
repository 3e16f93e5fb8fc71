-- SPDX-License-Identifier: MIT
-- The mail that moved: what proves who did an act, while it is kept. No hash
-- stands in a log (turnlog(5)).

ALTER TABLE event ADD COLUMN mail TEXT; -- The SHA-256 in hex of the raw mail that made it; null if none did, or it was forgotten.
ALTER TABLE ahead ADD COLUMN mails TEXT NOT NULL DEFAULT ''; -- For each of the moves the hash of its mail in hex and its Message-ID, one a line.
ALTER TABLE seat ADD COLUMN entropy_mail TEXT; -- The same of its line for the shuffle; null if none was sent by mail.
