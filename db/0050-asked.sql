-- SPDX-License-Identifier: MIT
-- Which of its mails a seat may answer to agree to what is proposed.

ALTER TABLE seat ADD COLUMN proposed INTEGER NOT NULL DEFAULT 0; -- The board at which it proposed what is open.
ALTER TABLE seat ADD COLUMN asked INTEGER NOT NULL DEFAULT 0; -- How many mails it had been sent before that was proposed.
