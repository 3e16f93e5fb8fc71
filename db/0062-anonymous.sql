-- SPDX-License-Identifier: MIT
-- [breaks]
-- Whether a table knows each other.

ALTER TABLE terms ADD COLUMN anonymous INTEGER NOT NULL DEFAULT 0; -- 1: seats have other names than those at them; 2: they had.
