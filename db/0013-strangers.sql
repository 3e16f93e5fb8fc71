-- SPDX-License-Identifier: MIT
-- Mails to people whom the club does not know are counted for each of them:
-- no column, only a way to count.
CREATE INDEX outbox_stranger ON outbox (created) WHERE game IS NULL AND player IS NULL;
