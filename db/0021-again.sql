-- SPDX-License-Identifier: MIT
-- A mail that comes twice is known again by what it says, and had one answer.

ALTER TABLE inbox ADD COLUMN same BLOB; -- SHA-256 over its Message-ID, who wrote it and what was newly written; null if it has no Message-ID, or was not judged.
ALTER TABLE inbox ADD COLUMN proof TEXT; -- What proved its writer: the claims of its token, "vouched", or empty; null as above.
CREATE INDEX inbox_same ON inbox (same) WHERE same IS NOT NULL;

ALTER TABLE outbox ADD COLUMN answers INTEGER REFERENCES inbox (id); -- The mail it answers; null if it answers none.
CREATE INDEX outbox_answers ON outbox (answers) WHERE answers IS NOT NULL;
