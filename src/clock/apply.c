/* SPDX-License-Identifier: MIT */

/* What events do to clocks. An event's words are all that there is of it: what
 * happens now and what is taken over from a log go the same way, so the clocks
 * of a game can be had again from its log. */

#include "base/clock.h"
#include "base/span.h"
#include "clock/acts.h"

const char *const clock_late_names[] = { "wait", "pass", "bot", "eject" };

bool
clock_late_named(const char *name, enum clock_late *out)
{
	for (enum clock_late i = CLOCK_WAIT; i <= CLOCK_EJECT; i++)
		if (strcmp(name, clock_late_names[i]) == 0) {
			*out = i;
			return true;
		}
	return false;
}

void
clock_words(const struct clock_row *c, struct buf *out)
{
	if (!c->turn) {
		buf_str(out, "off");
		return;
	}
	buf_str(out, "turn=");
	span_format(c->turn, out);
	buf_str(out, " grace=");
	span_format(c->grace, out);
	buf_str(out, " min=");
	span_format(c->minimum, out);
	buf_str(out, " days=");
	days_format(c->days, out);
	buf_printf(out, " remind=%s late=%s", c->remind[0] ? c->remind : "off",
	    clock_late_names[c->late]);
}

/* One word, "key" or "key=value"; empty at the end. */
struct clock_word {
	char key[16], value[64];
};

static const char *
next_word(const char *at, struct clock_word *w)
{
	size_t n, k;

	at += strspn(at, " ");
	n = strcspn(at, " ");
	k = strcspn(at, " =");
	snprintf(w->key, sizeof w->key, "%.*s", (int)k, at);
	snprintf(w->value, sizeof w->value, "%.*s",
	    k < n ? (int)(n - k - 1) : 0, k < n ? at + k + 1 : "");
	return at + n;
}

static int64_t
span_of(const struct clock_word *w)
{
	int64_t n = 0;

	(void)span_parse(w->value, strlen(w->value), &n);
	return n;
}

static int64_t
stamp_of(const struct clock_word *w)
{
	int64_t t = 0;

	(void)clock_stamp_parse(w->value, strlen(w->value), &t);
	return t;
}

/* What has that key; 0: none has. */
static int64_t
moment_of(const char *words, const char *key)
{
	struct clock_word w;

	do {
		words = next_word(words, &w);
		if (strcmp(w.key, key) == 0)
			return stamp_of(&w);
	} while (*words);
	return 0;
}

/* A stop that was asked for before it was judged begins then. */
static int64_t
begin_of(const char *words, int64_t now)
{
	int64_t since = moment_of(words, "since");

	return since && since < now ? since : now;
}

int64_t
clocks_asked(const struct clock_game *g)
{
	return g->asked && g->asked < g->now ? g->asked : g->now;
}

int64_t
clocks_held(const struct clocks *c, const struct clock_game *g, int seat,
    int64_t at)
{
	const struct clock_stop *s;
	int64_t held = at;

	for (size_t i = 0;
	    (s = clocks_own(c, seat, g->holder[seat], CLOCK_HOLD, &i));)
		if (s->until > held)
			held = s->until;
	return held;
}

static void
end_pause(struct clocks *c, int64_t now)
{
	for (size_t i = 0; i < c->n_stop; i++)
		if (c->stop[i].why == CLOCK_PAUSE && !c->stop[i].seat &&
		    (!c->stop[i].until || c->stop[i].until > now)) {
			clocks_cut(&c->stop[i], now);
			c->stop[i].why = CLOCK_PAUSED;
		}
}

static void
end_absence(struct clocks *c, const struct clock_game *g, int seat, int64_t at)
{
	struct clock_stop *s;

	for (size_t i = 0;
	    (s = clocks_own(c, seat, g->holder[seat], CLOCK_ABSENCE, &i));)
		if (s->until > g->now)
			clocks_cut(s, at < g->now ? at : g->now);
}

void
clocks_return(struct clocks *c, const struct clock_game *g, int seat,
    int holder)
{
	for (size_t i = 0; i < c->n_stop; i++) {
		struct clock_stop *s = &c->stop[i];

		if (s->seat != seat || s->holder != holder)
			continue;
		s->holder = g->holder[seat];
		s->changed = true;
		if (s->until > g->now)
			clocks_cut(s, g->now);
	}
}

/* So much runs from now on. */
static void
give(struct clocks *c, int seat, int64_t now, int64_t seconds)
{
	c->pace[seat].since = now;
	c->pace[seat].extra = seconds - c->row.turn;
}

/* The new time counts from the opening, but nobody is left less than the
 * minimum by it. */
static void
keep_minimum(struct clocks *c, const struct clock_game *g)
{
	clocks_settle(c, g);
	for (int s = 1; s <= g->seats; s++)
		if (c->pace[s].due && c->pace[s].due < g->now + c->row.minimum)
			give(c, s, g->now, c->row.minimum);
}

static void
take_setting(const struct clock_word *w, struct clock_row *c)
{
	if (strcmp(w->key, "turn") == 0)
		c->turn = span_of(w);
	else if (strcmp(w->key, "off") == 0)
		c->turn = 0;
	else if (strcmp(w->key, "grace") == 0)
		c->grace = span_of(w);
	else if (strcmp(w->key, "min") == 0)
		c->minimum = span_of(w);
	else if (strcmp(w->key, "days") == 0)
		(void)days_parse(w->value, &c->days);
	else if (strcmp(w->key, "remind") == 0)
		snprintf(c->remind, sizeof c->remind, "%s",
		    strcmp(w->value, "off") != 0 ? w->value : "");
	else if (strcmp(w->key, "late") == 0)
		(void)clock_late_named(w->value, &c->late);
}

/* Clocks that there were not begin now. */
static void
apply_settings(struct clocks *c, const struct clock_game *g, const char *words)
{
	struct clock_word w;

	for (int s = 1; !c->row.turn && s <= g->seats; s++)
		clocks_opened(c, s, g->now);
	do {
		words = next_word(words, &w);
		take_setting(&w, &c->row);
	} while (*words);
	if (!c->row.turn)
		end_pause(c, g->now);
	c->set = true;
	keep_minimum(c, g);
}

/* Whose time is over already has so much from now on. */
static void
extend(struct clocks *c, const struct clock_game *g, seat_set seats,
    int64_t seconds)
{
	clocks_settle(c, g);
	for (int s = 1; s <= g->seats; s++) {
		if (!(seats & g->act & SEAT_BIT(s)))
			continue;
		if (c->pace[s].due && c->pace[s].due < g->now)
			give(c, s, g->now, seconds);
		else
			c->pace[s].extra += seconds;
	}
}

/* A decision that is due when its clock stands still keeps its time. */
static void
set_due(struct clocks *c, const struct clock_game *g, seat_set seats,
    int64_t until)
{
	int64_t time;

	for (int s = 1; s <= g->seats; s++) {
		time = clocks_until(c, g, s, until);
		if (seats & g->act & SEAT_BIT(s) && time)
			give(c, s, g->now, time);
	}
}

/* More time for these seats, or another deadline: whether it is that. */
static bool
apply_time(struct clocks *c, const struct clock_game *g, seat_set seats,
    const struct clock_word *w)
{
	if (strcmp(w->key, "extend") == 0)
		extend(c, g, seats, span_of(w));
	else if (strcmp(w->key, "due") == 0)
		set_due(c, g, seats, stamp_of(w));
	else
		return false;
	return true;
}

static void
apply_all(struct clocks *c, const struct clock_game *g, const char *words)
{
	struct clock_stop stop = { .why = CLOCK_PAUSE, .from = g->now };
	struct clock_word w;

	(void)next_word(words, &w);
	if (apply_time(c, g, g->act, &w))
		return;
	if (strcmp(w.key, "turn") == 0 || strcmp(w.key, "off") == 0) {
		apply_settings(c, g, words);
	} else if (strcmp(w.key, "pause") == 0 && !clocks_paused(c, g->now)) {
		stop.from = begin_of(words, g->now);
		stop.until = moment_of(words, "until");
		clocks_stop(c, &stop);
	} else if (strcmp(w.key, "resume") == 0) {
		end_pause(c, g->now);
	} else if (strcmp(w.key, "outage") == 0 ||
	    strcmp(w.key, "slip") == 0) { /* in logs of long ago */
		(void)clocks_correct(c, g->now);
		stop.why = CLOCK_OUTAGE;
		stop.until = g->now;
		stop.from = g->now - span_of(&w);
		clocks_stop(c, &stop);
	}
}

/* Of one seat; whether its turn is over. A late rule that ended it opens the
 * next decision; to wait is said once, and nobody is reminded behind that. */
static bool
apply_seat(struct clocks *c, const struct clock_game *g, int seat,
    const char *words)
{
	struct clock_stop stop = { .seat = seat, .holder = g->holder[seat] };
	struct clock_word w, until;

	words = next_word(words, &w);
	(void)next_word(words, &until);
	if (apply_time(c, g, SEAT_BIT(seat), &w))
		return false;
	if (strcmp(w.key, "process") == 0 || /* by a moderator */
	    (strcmp(w.key, "over") == 0 && strcmp(w.value, "wait") != 0))
		return true;
	if (strcmp(w.key, "over") == 0) {
		c->pace[seat].lapsed = c->pace[seat].late;
		c->pace[seat].reminded = 1;
	} else if (strcmp(w.key, "back") == 0) {
		end_absence(c, g, seat, g->now);
	} else if (strcmp(w.key, "from") == 0 &&
	    strcmp(until.key, "until") == 0) {
		stop.why = CLOCK_ABSENCE;
		stop.from = stamp_of(&w);
		end_absence(c, g, seat, stop.from);
		stop.until = stamp_of(&until);
		clocks_stop(c, &stop);
	} else if (strcmp(w.key, "hold") == 0 || strcmp(w.key, "wait") == 0) {
		stop.why = CLOCK_HOLD;
		stop.from = clocks_held(c, g, seat, begin_of(words, g->now));
		stop.until = stamp_of(&w);
		clocks_stop(c, &stop);
	}
	return false;
}

seat_set
clocks_apply(struct clocks *c, const struct clock_game *g, const char *words)
{
	size_t len = strcspn(words, " ");
	int seat = words[len] == ' ' ? seat_read(words, len) : 0;

	if (!seat)
		apply_all(c, g, words);
	return seat && seat <= g->seats && apply_seat(c, g, seat, words + 3) ?
	    SEAT_BIT(seat) :
	    0;
}

/* Reminders whose moment lies behind have been sent, or are of no use. */
void
clocks_taken(struct clocks *c, const struct clock_game *g)
{
	clocks_settle(c, g);
	for (int s = 1; s <= g->seats; s++)
		if (clocks_late(c, s, g->now))
			give(c, s, g->now, c->row.minimum);
	clocks_settle(c, g);
	for (int s = 1; s <= g->seats; s++)
		if (c->pace[s].due > g->now)
			c->pace[s].reminded = c->pace[s].due - g->now + 1;
	clocks_settle(c, g);
}
