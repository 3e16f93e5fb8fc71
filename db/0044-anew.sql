-- SPDX-License-Identifier: MIT
-- A chain that begins anew says so in the log and in every mail (turnlog T30).

ALTER TABLE game ADD COLUMN chains INTEGER NOT NULL DEFAULT 0; -- How often it did.
