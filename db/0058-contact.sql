-- SPDX-License-Identifier: MIT
-- When the holder of a seat last wrote about its game.

CREATE INDEX inbox_seat ON inbox (game, seat, id) WHERE game IS NOT NULL;
