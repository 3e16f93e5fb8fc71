-- SPDX-License-Identifier: MIT
-- What is counted each minute is found without reading whole tables.

CREATE INDEX outbox_failed ON outbox (id) WHERE state = 2;
CREATE INDEX inbox_aside ON inbox (id) WHERE state = 4;
