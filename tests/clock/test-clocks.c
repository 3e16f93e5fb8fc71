/* SPDX-License-Identifier: MIT */

/* Clocks of a game that is nowhere but here: what is asked of them, what
 * events do to them, and when a seat is due then. What comes of it in a club is
 * in tests/desk/test-clocks. */

#include "base/mem.h"
#include "clock/acts.h"
#include "tests/run.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, T0 = 1795284000 };

static struct clocks k;
static struct clock_game g;
static struct refusal why;

/* Three people; the first is to act, within two days and a day's grace. */
static void
begin(void)
{
	clocks_close(&k);
	k = (struct clocks){ .row = { .turn = 2 * DAY,
				 .grace = DAY,
				 .minimum = DAY / 2,
				 .days = 0x7f,
				 .absence = 5 * DAY,
				 .zone = "Europe/Amsterdam" } };
	g = (struct clock_game){ .now = T0,
		.seats = 3,
		.act = SEAT_BIT(1),
		.holder = { 0, 1, 1, 1 },
		.last = -1 };
	clocks_opened(&k, 1, T0);
	clocks_settle(&k, &g);
}

static void
apply(const char *words)
{
	clocks_apply(&k, &g, words);
	clocks_settle(&k, &g);
}

/* Does what is asked for; the code of the refusal, or "". */
static const char *
ask(const struct clock_act *act)
{
	struct buf words = BUF_INIT;
	int rc = clocks_ask(&k, &g, act, &words, &why);

	if (rc == 0)
		apply(words.data);
	buf_release(&words);
	return rc == 0 ? "" : why.code;
}

#define ASK(...) ask(&(struct clock_act){ __VA_ARGS__ })
#define AWAY_IN(zone_, from_, until_) \
	ASK(.what = DO_ABSENCE, .seat = 1, .zone = (zone_), .from = (from_), \
	    .until = (until_))
#define AWAY(from_, until_) AWAY_IN("Europe/Amsterdam", from_, until_)

static bool
hold(int64_t until)
{
	struct buf words = BUF_INIT;
	bool held;

	clocks_hold(&k, &g, 1, until, &words);
	held = words.len > 0;
	if (held)
		apply(words.data);
	buf_release(&words);
	return held;
}

START_TEST(holds_are_limited)
{
	int64_t at;

	begin();
	at = k.pace[1].due;
	ck_assert_int_eq(at, T0 + 2 * DAY);
	ck_assert(hold(T0 + 3 * DAY));
	/* Held already. */
	ck_assert(!hold(T0 + 2 * DAY));
	ck_assert_int_eq(k.pace[1].due, at + 3 * DAY);
	/* A week from now at most, */
	ck_assert(hold(T0 + 30 * DAY));
	ck_assert_int_eq(k.pace[1].due, at + 7 * DAY);
	/* and two in a game: then no more. */
	g.now += 6 * DAY;
	ck_assert(hold(g.now + 7 * DAY));
	g.now += 7 * DAY;
	ck_assert(hold(g.now + 7 * DAY));
	ck_assert(!hold(g.now + 8 * DAY));
	ck_assert_int_eq(k.pace[1].due, at + 14 * DAY);
	/* Another holder has their own, and nothing of what stopped before. */
	g.holder[1]++;
	clocks_settle(&k, &g);
	ck_assert_int_eq(k.pace[1].due, at);
	ck_assert(hold(g.now + DAY));
	/* Where there are no clocks none is held. */
	apply("off");
	ck_assert(!hold(g.now + 5 * DAY));
}
END_TEST

/* Away for a moment at the last minute is worth that moment, however often. */
/* Asked for in the grace, and judged behind it; its days count from then. */
START_TEST(what_was_asked_for_before)
{
	for (int i = 0; i < 3; i++) {
		begin();
		g.now = T0 + 3 * DAY + HOUR;
		g.asked = T0 + 3 * DAY - HOUR;
		ck_assert(clocks_late(&k, 1, g.now));
		if (i == 0)
			ck_assert(hold(g.now + DAY));
		else if (i == 1)
			ck_assert_str_eq(AWAY(T0, g.asked + 5 * DAY), "");
		else
			ck_assert_str_eq(ASK(.what = DO_PAUSE), "");
		ck_assert_uint_eq(k.n_stop, 1);
		ck_assert_int_eq(k.stop[0].from, g.asked);
		ck_assert(!clocks_late(&k, 1, g.now));
	}
	/* Another takes its place from when that was asked for. */
	begin();
	ck_assert_str_eq(AWAY(T0, T0 + 2 * DAY), "");
	g.now = T0 + DAY + HOUR;
	g.asked = T0 + DAY;
	ck_assert_str_eq(AWAY(T0, T0 + 6 * DAY), "absence-too-long");
	ck_assert_str_eq(AWAY(T0, T0 + 5 * DAY), "");
	ck_assert_int_eq(k.stop[0].until, g.asked);
	ck_assert_int_eq(k.pace[1].due, T0 + 7 * DAY);
}
END_TEST

START_TEST(an_absence_is_worth_its_length)
{
	int64_t at;

	begin();
	at = k.pace[1].due;
	g.now = at - 5 * MINUTE;
	for (int i = 0; i < 3; i++) {
		ck_assert_str_eq(AWAY(g.now, g.now + DAY), "");
		ck_assert_int_eq(clocks_stopped(&k, CLOCK_ABSENCE, 1, 1, g.now),
		    g.now + DAY);
		g.now += MINUTE;
		ck_assert_str_eq(ASK(.what = DO_BACK, .seat = 1), "");
		ck_assert_str_eq(ASK(.what = DO_BACK, .seat = 1), "not-absent");
	}
	ck_assert_int_eq(k.pace[1].due, at + 3 * MINUTE);
	/* The allowance: five days, less what was used. */
	ck_assert_str_eq(AWAY(g.now, g.now + 5 * DAY), "absence-too-long");
	ck_assert_str_eq(AWAY(g.now, g.now + 4 * DAY), "");
	/* One takes the place of the other, and as if it had never been where
	 * it had not begun. */
	ck_assert_str_eq(AWAY(g.now + DAY, g.now + 2 * DAY), "");
	ck_assert_int_eq(clocks_stopped(&k, CLOCK_ABSENCE, 1, 1, g.now), 0);
	ck_assert_str_eq(AWAY(g.now + DAY, g.now + 5 * DAY), "");
	ck_assert_str_eq(AWAY(g.now - 2 * DAY, g.now - DAY), "absence-over");
	/* No more pieces than anybody needs. */
	for (int i = 0; i < 60 && !*AWAY(g.now, g.now + MINUTE); i++)
		g.now += MINUTE / 2;
	ck_assert_str_eq(AWAY(g.now, g.now + MINUTE), "absence-too-long");
	ck_assert_uint_lt(k.n_stop, 60);
}
END_TEST

/* Two days from Friday 27 March 2026, 22:00: the clocks go forward, Saturday
 * and Sunday do not count, and of the absence the one day that does. */
START_TEST(days_absence_and_summer_time)
{
	begin();
	g.now = 1774648800;
	clocks_opened(&k, 1, g.now);
	apply("turn=48h grace=0h min=12h days=mon-fri remind=3h late=bot");
	/* to Tuesday 23:00 there: an hour on Friday, two days less an hour */
	ck_assert_int_eq(k.pace[1].due,
	    g.now + HOUR + 2 * DAY - HOUR + 2 * DAY - HOUR);
	ck_assert_str_eq(AWAY(g.now + DAY, g.now + 3 * DAY + HOUR), "");
	ck_assert_int_eq(k.pace[1].late, k.pace[1].due);
	ck_assert_int_eq(k.pace[1].due, g.now + 5 * DAY);
	ck_assert_int_eq(k.pace[1].remind, k.pace[1].due - 3 * HOUR);
}
END_TEST

/* Days across the end of summer time are as many days. */
START_TEST(days_are_counted_across_summer_time)
{
	int64_t from = 1824156000; /* the 22nd of October 2027 there */

	begin();
	ck_assert_str_eq(AWAY(from, from + 5 * DAY + HOUR), "absence-too-long");
	from += 9 * DAY; /* the 31st */
	ck_assert_str_eq(AWAY(from - 2 * DAY, from + 3 * DAY + HOUR), "");
	ck_assert_str_eq(AWAY(from - 2 * DAY, from + 3 * DAY + HOUR + MINUTE),
	    "absence-too-long");
	/* Also those that were used up, */
	ck_assert_str_eq(AWAY(from, from + DAY + HOUR), "");
	g.now = from + 2 * DAY;
	ck_assert_str_eq(AWAY(g.now + DAY, g.now + 5 * DAY), "");
	/* and by the zone of who is away. */
	begin();
	from = 1825560000; /* the 7th of November in New York */
	ck_assert_str_eq(AWAY(from, from + 5 * DAY + HOUR), "absence-too-long");
	ck_assert_str_eq(AWAY_IN("America/New_York", from,
			     from + 5 * DAY + HOUR),
	    "");
}
END_TEST

/* A deadline is what its words say, whatever stands still before it. */
START_TEST(a_deadline_is_set)
{
	int64_t sunday = T0 + 2 * DAY; /* the first of the days off behind */

	begin();
	ck_assert_str_eq(ASK(.what = DO_DUE, .until = T0 + 5 * DAY), "");
	ck_assert_int_eq(k.pace[1].due, T0 + 5 * DAY);
	ck_assert_int_eq(k.pace[1].late, T0 + 6 * DAY);
	/* Sooner as well, but never than the minimum. */
	ck_assert_str_eq(ASK(.what = DO_DUE, .until = T0 + DAY / 2 - 1),
	    "deadline-too-soon");
	ck_assert_str_eq(ASK(.what = DO_DUE, .until = T0 + DAY / 2), "");
	ck_assert_int_eq(k.pace[1].due, T0 + DAY / 2);
	/* Who has less already may get a little more. */
	g.now = T0 + DAY / 2 - MINUTE;
	ck_assert_str_eq(ASK(.what = DO_DUE, .until = g.now + HOUR), "");
	ck_assert_int_eq(k.pace[1].due, g.now + HOUR);
	ck_assert_str_eq(ASK(.what = DO_DUE, .until = g.now),
	    "deadline-too-soon");
	ck_assert_str_eq(ASK(.what = DO_DUE, .until = g.now + 400 * DAY),
	    "span-too-long");
	/* Of one seat, for whom the game waits. */
	ck_assert_str_eq(ASK(.what = DO_DUE, .seat = 2, .until = T0 + 9 * DAY),
	    "not-to-act");
	ck_assert_str_eq(ASK(.what = DO_DUE, .seat = 1, .until = T0 + 9 * DAY),
	    "");
	ck_assert_int_eq(k.pace[1].due, T0 + 9 * DAY);
	g.act = 0;
	ck_assert_str_eq(ASK(.what = DO_DUE, .until = T0 + 9 * DAY),
	    "nobody-to-act");
	/* Over days on which no clock runs, and never in one of them. */
	begin();
	apply("turn=48h days=mon-fri");
	while (ASK(.what = DO_DUE, .until = sunday)[0] == '\0')
		sunday += DAY;
	ck_assert_str_eq(why.code, "clock-stands-still");
	ck_assert_str_eq(ASK(.what = DO_DUE, .until = sunday + 3 * DAY), "");
	ck_assert_int_eq(k.pace[1].due, sunday + 3 * DAY);
	/* Nor in a pause, or without an end of it. */
	apply("pause");
	ck_assert_str_eq(ASK(.what = DO_DUE, .until = sunday + 4 * DAY),
	    "clock-stands-still");
}
END_TEST

START_TEST(one_seat_is_extended)
{
	begin();
	g.act = SEAT_BIT(1) | SEAT_BIT(2);
	clocks_opened(&k, 2, T0);
	ck_assert_str_eq(ASK(.what = DO_EXTEND, .seat = 2, .seconds = DAY), "");
	ck_assert_int_eq(k.pace[1].due, T0 + 2 * DAY);
	ck_assert_int_eq(k.pace[2].due, T0 + 3 * DAY);
	ck_assert_str_eq(ASK(.what = DO_EXTEND, .seat = 3, .seconds = DAY),
	    "not-to-act");
	/* Whose time is over has so much from now on. */
	g.now = T0 + 10 * DAY;
	ck_assert_str_eq(ASK(.what = DO_EXTEND, .seat = 1, .seconds = DAY), "");
	ck_assert_int_eq(k.pace[1].due, T0 + 11 * DAY);
	ck_assert_int_eq(k.pace[2].due, T0 + 3 * DAY);
}
END_TEST

START_TEST(a_pause_ends_by_itself)
{
	begin();
	ck_assert_str_eq(ASK(.what = DO_PAUSE, .until = T0), "moment-over");
	ck_assert_str_eq(ASK(.what = DO_PAUSE, .until = T0 + 7 * DAY), "");
	ck_assert(clocks_paused(&k, T0));
	ck_assert_str_eq(ASK(.what = DO_PAUSE), "already-paused");
	ck_assert_int_eq(k.pace[1].due, T0 + 9 * DAY);
	/* Sooner, if that is said. */
	g.now = T0 + 3 * DAY;
	ck_assert_str_eq(ASK(.what = DO_RESUME), "");
	ck_assert(!clocks_paused(&k, g.now));
	ck_assert_int_eq(k.pace[1].due, T0 + 5 * DAY);
	ck_assert_str_eq(ASK(.what = DO_RESUME), "not-paused");
	/* Else at its end, with the minimum. */
	g.now = T0 + 5 * DAY - MINUTE;
	ck_assert_str_eq(ASK(.what = DO_PAUSE, .until = T0 + 8 * DAY), "");
	g.now = T0 + 8 * DAY;
	clocks_settle(&k, &g);
	ck_assert(!clocks_paused(&k, g.now));
	ck_assert_int_eq(k.pace[1].due, g.now + DAY / 2);
	ck_assert_str_eq(ASK(.what = DO_RESUME), "not-paused");
}
END_TEST

START_TEST(pauses)
{
	begin();
	ck_assert_str_eq(ASK(.what = DO_RESUME), "not-paused");
	g.now += DAY;
	ck_assert_str_eq(ASK(.what = DO_PAUSE), "");
	ck_assert_str_eq(ASK(.what = DO_PAUSE), "already-paused");
	ck_assert(clocks_paused(&k, g.now));
	ck_assert_int_eq(k.pace[1].due, 0);
	ck_assert_int_eq(k.pace[1].late, 0);
	/* What stands still cannot be put off. */
	ck_assert_int_eq(clocks_outage(&k, &g, g.now, g.now + HOUR), 0);
	g.now += 30 * DAY;
	ck_assert_str_eq(ASK(.what = DO_RESUME), "");
	ck_assert_int_eq(k.pace[1].due, T0 + 32 * DAY);
	/* Five minutes are left: the minimum is, after a pause. */
	g.now = k.pace[1].due - 5 * MINUTE;
	apply("pause");
	g.now += DAY;
	apply("resume");
	ck_assert_int_eq(k.pace[1].due, g.now + DAY / 2);
	/* Clocks that are taken off end their pause. */
	apply("pause");
	apply("off");
	ck_assert(!clocks_paused(&k, g.now));
	ck_assert_str_eq(ASK(.what = DO_PAUSE), "no-clock");
	ck_assert_int_eq(k.pace[1].since, 0);
	/* New ones begin now. */
	g.now += DAY;
	apply("turn=24h");
	ck_assert_int_eq(k.pace[1].due, g.now + DAY);
	ck_assert(k.set);
}
END_TEST

START_TEST(extensions)
{
	begin();
	ck_assert_str_eq(ASK(.what = DO_EXTEND, .seconds = 6 * HOUR), "");
	ck_assert_int_eq(k.pace[1].due, T0 + 2 * DAY + 6 * HOUR);
	/* Who is late already has so much from now on. */
	g.now += 6 * DAY;
	ck_assert(clocks_late(&k, 1, g.now));
	ck_assert_str_eq(ASK(.what = DO_EXTEND, .seconds = DAY), "");
	ck_assert_int_eq(k.pace[1].due, g.now + DAY);
	ck_assert(!clocks_late(&k, 1, g.now));
	ck_assert_str_eq(ASK(.what = DO_EXTEND, .seconds = 366 * DAY), "");
	ck_assert_str_eq(ASK(.what = DO_EXTEND, .seconds = 3 * DAY),
	    "span-too-long");
}
END_TEST

/* A moment that lies behind when it is set is of no use to who has set it. */
START_TEST(reminders_set_too_late)
{
	begin();
	apply("turn=48h remind=12h late=wait");
	g.now = T0 + 45 * HOUR;
	g.remind[1] = "6h,2h";
	clocks_remind_anew(&k, 1, g.now);
	ck_assert(!clocks_remind(&k, &g, 1));
	ck_assert_int_eq(k.pace[1].remind, T0 + 46 * HOUR);
	g.now = T0 + 47 * HOUR;
	ck_assert(clocks_remind(&k, &g, 1));
	clocks_remind_anew(&k, 1, g.now);
	ck_assert(!clocks_remind(&k, &g, 1));
	/* Nor does it remind again of who is late. */
	g.now = k.pace[1].late;
	apply("p1 over=wait");
	clocks_remind_anew(&k, 1, g.now);
	ck_assert(!clocks_remind(&k, &g, 1));
}
END_TEST

/* Each once, by the player's own list where they have one, and anew when the
 * deadline goes away. */
START_TEST(reminders)
{
	begin();
	apply("turn=48h remind=24h,3h late=wait");
	ck_assert_int_eq(k.pace[1].remind, T0 + DAY);
	ck_assert(!clocks_remind(&k, &g, 1));
	g.now = T0 + DAY;
	ck_assert(clocks_remind(&k, &g, 1));
	ck_assert(!clocks_remind(&k, &g, 1));
	ck_assert_int_eq(k.pace[1].remind, T0 + 45 * HOUR);
	apply("extend=48h");
	ck_assert_int_eq(k.pace[1].remind, T0 + 3 * DAY);
	g.remind[1] = "1h";
	clocks_settle(&k, &g);
	ck_assert_int_eq(k.pace[1].remind, k.pace[1].due - HOUR);
	g.remind[1] = "off";
	clocks_settle(&k, &g);
	ck_assert_int_eq(k.pace[1].remind, 0);
	/* What was said of who is late is said once, */
	g.remind[1] = NULL;
	g.now = k.pace[1].late;
	ck_assert(clocks_late(&k, 1, g.now));
	apply("p1 over=wait");
	ck_assert(!clocks_late(&k, 1, g.now + DAY));
	ck_assert_int_eq(k.pace[1].remind, 0);
	/* until they have more time. */
	apply("extend=24h");
	ck_assert_int_eq(k.pace[1].late, g.now + 2 * DAY);
	ck_assert_int_gt(k.pace[1].remind, g.now);
}
END_TEST

/* Whose turn an event ends; and what it does not know does nothing. */
START_TEST(ended_turns)
{
	begin();
	ck_assert_int_eq(clocks_apply(&k, &g, "p1 over=bot"), SEAT_BIT(1));
	ck_assert_int_eq(clocks_apply(&k, &g, "p2 process=pass"), SEAT_BIT(2));
	ck_assert_int_eq(clocks_apply(&k, &g, "p1 over=wait"), 0);
	ck_assert_int_eq(clocks_apply(&k, &g, "p4 over=bot"), 0);
	apply("p3 hold=tomorrow");
	apply("p1 from=2026-11-21T00:00:00Z");
	apply("p1 sings");
	apply("outage=0h");
	apply("");
	apply("turns=1h");
	ck_assert_uint_eq(k.n_stop, 0);
	ck_assert_int_eq(k.pace[1].due, T0 + 2 * DAY);
}
END_TEST

START_TEST(outages)
{
	begin();
	g.now += DAY;
	/* From the opening on, to the second, and told only if it counts. */
	ck_assert_int_eq(clocks_outage(&k, &g, T0 - DAY, T0), 0);
	ck_assert_int_eq(clocks_outage(&k, &g, 0, T0 + HOUR), 0);
	ck_assert_uint_eq(k.n_stop, 0);
	ck_assert_int_eq(clocks_outage(&k, &g, T0 - DAY, T0 + HOUR), HOUR);
	ck_assert_int_eq(k.pace[1].due, T0 + 2 * DAY + HOUR);
	ck_assert_uint_eq(k.n_stop, 1);
	/* As logs of long ago say it. */
	begin();
	g.now += DAY;
	apply("slip=1h");
	ck_assert_int_eq(k.pace[1].due, T0 + 2 * DAY + HOUR);
	/* An outage within an absence puts nothing off and leaves no trace. */
	begin();
	ck_assert_str_eq(AWAY(T0, T0 + DAY), "");
	ck_assert_int_eq(clocks_outage(&k, &g, T0 + HOUR, T0 + 2 * HOUR), 0);
	ck_assert_uint_eq(k.n_stop, 1);
	/* Nobody waits for anything else than the end. */
	g.last = 14 * DAY;
	clocks_settle(&k, &g);
	ck_assert_int_eq(k.pace[1].late, g.now + 14 * DAY);
	ck_assert_int_eq(k.pace[1].due, 0);
	ck_assert_int_eq(clocks_outage(&k, &g, g.now, g.now + DAY), 0);
	ck_assert_int_eq(k.pace[1].late, g.now + 15 * DAY);
	g.last = 0;
	clocks_settle(&k, &g);
	ck_assert_int_eq(k.pace[1].late, 0);
	/* It begins when it comes, whatever a computer player at that seat, or
	 * a game that was to begin, has waited for. */
	k.pace[1] = (struct clock_seat){ .late = g.now + HOUR };
	g.last = 14 * DAY;
	clocks_settle(&k, &g);
	ck_assert_int_eq(k.pace[1].late, g.now + 14 * DAY);
}
END_TEST

/* The machine's clock was ten years ahead for a while: outages that were noted
 * then, and decisions that were opened, are of now when it is right again; from
 * the log as well. */
START_TEST(a_clock_that_was_wrong)
{
	for (int i = 0; i < 2; i++) {
		begin();
		apply("turn=48h remind=24h,3h late=wait");
		g.act = SEAT_BIT(1) | SEAT_BIT(2);
		g.now = T0 + DAY + 3650 * DAY;
		ck_assert_int_eq(clocks_outage(&k, &g, T0 + DAY, g.now),
		    3650 * DAY);
		clocks_opened(&k, 2, g.now);
		apply("pause");
		g.now += 3 * DAY;
		k.pace[1].lapsed = g.now;
		k.pace[1].reminded = 1;
		g.now = T0 + DAY + 2 * MINUTE;
		if (i)
			apply("outage=2m");
		else
			ck_assert_int_eq(clocks_outage(&k, &g, T0 + DAY, g.now),
			    2 * MINUTE);
		clocks_settle(&k, &g);
		ck_assert_int_eq(k.pace[1].due, 0);
		g.now += HOUR;
		ck_assert_str_eq(ASK(.what = DO_RESUME), "");
		ck_assert_int_eq(k.pace[1].due, g.now + DAY);
		ck_assert_int_eq(k.pace[1].late, g.now + 2 * DAY);
		ck_assert_int_eq(k.pace[1].remind, g.now);
		ck_assert_int_eq(k.pace[2].due, g.now + 2 * DAY);
	}
	/* What was opened then alone is noted too. */
	begin();
	clocks_opened(&k, 1, T0 + 3650 * DAY);
	ck_assert_int_eq(clocks_outage(&k, &g, T0 - HOUR, T0), 1);
	ck_assert_int_eq(k.pace[1].due, T0 + 2 * DAY);
	/* So is mail that came back then, and a pause with an end. */
	begin();
	g.now += 3650 * DAY;
	clocks_opened(&k, 1, g.now);
	ck_assert(hold(g.now + 3 * DAY));
	ck_assert_str_eq(ASK(.what = DO_PAUSE, .until = g.now + DAY), "");
	g.now = T0;
	ck_assert_int_eq(clocks_outage(&k, &g, T0 - HOUR, T0), 1);
	ck_assert(!clocks_paused(&k, g.now));
	ck_assert_int_eq(k.pace[1].due, T0 + 2 * DAY);
	ck_assert(hold(g.now + 3 * DAY));
	ck_assert_int_eq(k.pace[1].due, T0 + 5 * DAY);
	/* And what was ended then: a pause, an absence, and what was set back
	 * and is taken back. */
	begin();
	apply("pause");
	g.now += 3650 * DAY;
	ck_assert_str_eq(ASK(.what = DO_RESUME), "");
	g.now = T0 + DAY;
	ck_assert_int_eq(clocks_outage(&k, &g, g.now - HOUR, g.now), HOUR);
	ck_assert_int_eq(k.pace[1].due, g.now + 2 * DAY);
	begin();
	k.row.absence = 30 * DAY;
	ck_assert_str_eq(AWAY(T0, T0 + 10 * DAY), "");
	g.now += 3650 * DAY;
	apply("p1 from=2026-12-01T00:00:00Z until=2040-12-01T00:00:00Z");
	apply("p1 back");
	g.now = T0 + DAY;
	ck_assert_int_eq(clocks_outage(&k, &g, g.now - HOUR, g.now), HOUR);
	ck_assert_int_le(k.pace[1].due, g.now + 12 * DAY);
	/* But an absence, or a pause, until then does not. */
	begin();
	k.row.absence = 30 * DAY;
	ck_assert_str_eq(AWAY(T0 + 5 * DAY, T0 + 15 * DAY), "");
	ck_assert_str_eq(ASK(.what = DO_PAUSE, .until = T0 + 40 * DAY), "");
	ck_assert_int_eq(clocks_outage(&k, &g, T0 - HOUR, T0), 0);
	ck_assert_int_eq(k.pace[1].due, T0 + 42 * DAY);
	/* What is wrong by a zone stays as it was told. */
	begin();
	ck_assert_int_eq(clocks_outage(&k, &g, T0, T0 + 10 * HOUR), 10 * HOUR);
	ck_assert_int_eq(clocks_outage(&k, &g, T0 - HOUR, T0), 0);
	ck_assert_int_eq(k.pace[1].due, T0 + 2 * DAY + 10 * HOUR);
	/* And the time in which anybody may take a seat over. */
	g.last = 14 * DAY;
	clocks_settle(&k, &g);
	ck_assert_int_eq(clocks_outage(&k, &g, T0, T0 + 3650 * DAY), 0);
	ck_assert_int_eq(k.pace[1].late, T0 + 3664 * DAY);
	ck_assert_int_eq(clocks_outage(&k, &g, T0 - HOUR, T0), 0);
	ck_assert_int_eq(k.pace[1].late, T0 + 14 * DAY);
}
END_TEST

/* Somebody pauses the game while we cannot be reached: what went by before that
 * is not lost. */
START_TEST(a_pause_in_an_outage)
{
	begin();
	g.now += 30 * HOUR;
	apply("pause");
	g.now += 4 * HOUR;
	ck_assert_int_eq(clocks_outage(&k, &g, T0, g.now), 34 * HOUR);
	ck_assert_int_eq(k.pace[1].due, 0);
	ck_assert_str_eq(ASK(.what = DO_RESUME), "");
	ck_assert_int_eq(k.pace[1].due, g.now + 2 * DAY);
	/* One that ends by itself, and one that began before it. */
	begin();
	g.now += 30 * HOUR;
	apply("pause until=2026-11-23T12:00:00Z");
	ck_assert_int_eq(clocks_outage(&k, &g, T0, g.now), 30 * HOUR);
	begin();
	apply("pause");
	g.now += 4 * HOUR;
	ck_assert_int_eq(clocks_outage(&k, &g, T0 + HOUR, g.now), 0);
	ck_assert_uint_eq(k.n_stop, 1);
}
END_TEST

/* A game that is taken over goes on with the minimum for who would be late, and
 * with no reminder of what lies behind. */
START_TEST(taken_over)
{
	begin();
	apply("turn=48h grace=24h min=12h remind=24h,6h");
	g.now += 40 * DAY;
	clocks_taken(&k, &g);
	ck_assert_int_eq(k.pace[1].due, g.now + DAY / 2);
	ck_assert_int_eq(k.pace[1].remind, g.now + 6 * HOUR);
	begin();
	apply("turn=48h remind=24h,6h,3h");
	g.now = T0 + 43 * HOUR;
	clocks_taken(&k, &g);
	ck_assert_int_eq(k.pace[1].due, T0 + 2 * DAY);
	ck_assert_int_eq(k.pace[1].remind, T0 + 45 * HOUR);
}
END_TEST

TESTS(what_was_asked_for_before, holds_are_limited,
    an_absence_is_worth_its_length, days_absence_and_summer_time,
    days_are_counted_across_summer_time, a_deadline_is_set,
    one_seat_is_extended, a_pause_ends_by_itself, pauses, extensions, reminders,
    reminders_set_too_late, ended_turns, outages, a_clock_that_was_wrong,
    a_pause_in_an_outage, taken_over)
