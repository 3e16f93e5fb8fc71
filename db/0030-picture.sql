-- SPDX-License-Identifier: MIT
-- Mails that show the board as a picture. What is to be drawn is kept with the
-- mail, the picture itself is made before the mail is first sent, once for all
-- mails that show the same.

ALTER TABLE player ADD COLUMN picture INTEGER NOT NULL DEFAULT 1; -- Whether mails to them bring pictures.

CREATE TABLE picture (
	name     TEXT NOT NULL PRIMARY KEY,  -- SHA-256 of what is to be drawn.
	drawing  BLOB NOT NULL,              -- What is to be drawn.
	made     INTEGER NOT NULL,           -- 1: it was tried.
	body     BLOB NOT NULL               -- The picture in base64 lines; empty if it was not made, or cannot be.
) STRICT;

CREATE TABLE outbox_picture (
	outbox   INTEGER NOT NULL PRIMARY KEY REFERENCES outbox_body (outbox) ON DELETE CASCADE, -- The mail it belongs to.
	picture  TEXT NOT NULL REFERENCES picture (name), -- What it shows.
	raw      BLOB NOT NULL               -- The mail with a line where the picture is to stand; that of outbox_body shows none.
) STRICT;
CREATE INDEX outbox_picture_picture ON outbox_picture (picture);
