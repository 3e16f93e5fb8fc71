-- SPDX-License-Identifier: MIT
-- A game may wait for the beacon each round (turnlog T36), and its people are asked for a value that is out.

ALTER TABLE game ADD COLUMN beacon_ask INTEGER NOT NULL DEFAULT 0; -- When they are asked for its value next; 0 is never.
UPDATE game SET beacon = 0 WHERE state <> 0;
UPDATE game SET beacon_ask = 1692803367 + 3 * (beacon - 1) WHERE beacon <> 0;
CREATE INDEX game_beacon ON game (beacon) WHERE beacon <> 0;
