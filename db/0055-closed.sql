-- SPDX-License-Identifier: MIT
-- [breaks]
-- A table may take nobody in who was not asked to it, or let in by its moderator.

ALTER TABLE terms ADD COLUMN closed INTEGER NOT NULL DEFAULT 0; -- 1: nobody joins uninvited.
