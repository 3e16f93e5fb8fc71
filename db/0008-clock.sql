-- SPDX-License-Identifier: MIT
-- Clocks: a game's settings, what each seat's deadline is made of, and the times
-- in which clocks stood still.

CREATE TABLE clock (
	game     INTEGER NOT NULL PRIMARY KEY REFERENCES game (id), -- The game whose clocks these are.
	turn     INTEGER NOT NULL,           -- The seconds a seat has for a decision; 0 is no clock.
	grace    INTEGER NOT NULL,           -- The seconds behind the deadline before the late rule acts.
	minimum  INTEGER NOT NULL,           -- The seconds that are left at least when clocks go on.
	days     INTEGER NOT NULL,           -- The days on which clocks run, 1 Sunday to 64 Saturday added up.
	late     INTEGER NOT NULL,           -- The late rule: 0 wait, 1 pass, 2 computer player, 3 eject.
	absence  INTEGER NOT NULL,           -- The seconds each seat may be absent in this game.
	remind   TEXT NOT NULL,              -- Reminders so long before the deadline, "24h,3h"; empty is none.
	zone     TEXT NOT NULL               -- The zone whose midnights part the days.
) STRICT;

CREATE TABLE clock_seat (
	game     INTEGER NOT NULL REFERENCES game (id), -- The game the seat belongs to.
	seat     INTEGER NOT NULL,           -- The seat's number.
	since    INTEGER NOT NULL,           -- When its present decision opened; 0 is none.
	extra    INTEGER NOT NULL,           -- The seconds that were added to this decision.
	due      INTEGER NOT NULL,           -- When it is due; 0 is never.
	late     INTEGER NOT NULL,           -- When the late rule acts; 0 is never.
	lapsed   INTEGER NOT NULL,           -- The late moment that was dealt with; 0 is none.
	remind   INTEGER NOT NULL,           -- When the next reminder is due; 0 is none.
	reminded INTEGER NOT NULL,           -- The last reminder sent, in seconds before the deadline, plus 1; 0 is none.
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX clock_seat_late ON clock_seat (late, game, seat) WHERE late > 0;
CREATE INDEX clock_seat_remind ON clock_seat (remind, game, seat) WHERE remind > 0;

CREATE TABLE clock_stop (
	id       INTEGER NOT NULL PRIMARY KEY, -- The order in which they were noted.
	game     INTEGER NOT NULL REFERENCES game (id), -- The game whose clocks stand still.
	seat     INTEGER NOT NULL,           -- The seat; 0 is all.
	holder   INTEGER NOT NULL,           -- The generation of the seat's holder it is about; 0 with all.
	why      INTEGER NOT NULL,           -- 0 pause, 1 absence, 2 hold (its mail comes back), 3 outage of ours.
	began    INTEGER NOT NULL,           -- From when.
	ended    INTEGER NOT NULL            -- Until when; 0 is until somebody says.
) STRICT;
CREATE INDEX clock_stop_game ON clock_stop (game, id);

-- Games from before had a wish only: nothing acts on their lateness.
INSERT INTO clock (game, turn, grace, minimum, days, late, absence, remind, zone)
	SELECT id, clock, 86400, 43200, 127, 0, 1814400, '', 'UTC' FROM game;
INSERT INTO clock_seat (game, seat, since, extra, due, late, lapsed, remind, reminded)
	SELECT seat.game, seat.seat, seat.due - game.clock, 0, seat.due, 0, 0, 0, 0
	FROM seat JOIN game ON game.id = seat.game WHERE seat.due > 0;
ALTER TABLE game DROP COLUMN clock;
ALTER TABLE seat DROP COLUMN due;
