-- SPDX-License-Identifier: MIT
-- Fewer mails: whoever gets one for each turn of others is asked once, in their
-- second week of it, whether they want that. In player.notify there may stand
-- none: nothing comes unasked.

ALTER TABLE player ADD COLUMN offer INTEGER NOT NULL DEFAULT 0; -- When the first mail came that only told of others; -1: they were asked.
