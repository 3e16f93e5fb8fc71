/* SPDX-License-Identifier: MIT */

/* What events do to clocks. An event's words are all that there is of it: what
 * happens now and what is taken over from a log go the same way, so the clocks
 * of a game can be had again from its log. */

#include "base/clock.h"
#include "base/mem.h"
#include "base/span.h"
#include "match/clocks.h"

const char *const clock_late_names[] = { "wait", "pass", "bot", "eject", NULL };

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
struct clock_word { char key[16], value[64]; };

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

struct clock_stop *
clock_stop_own(struct match *m, int seat, enum clock_why why, size_t *i)
{
	while (*i < m->clock.n_stop) {
		struct clock_stop *s = &m->clock.stop[(*i)++];
		if (s->seat == seat && s->why == why &&
		    s->holder == m->seat[seat].holder && s->until > s->from)
			return s;
	}
	return NULL;
}

int
clock_stop_add(struct match *m, const struct clock_stop *s, struct err *e)
{
	struct match_clock *c = &m->clock;

	c->stop = mem_grow(c->stop, c->n_stop + 1, sizeof *c->stop);
	c->stop[c->n_stop] = *s;
	return clock_stop_put(m->house->db, m->game.id,
		&c->stop[c->n_stop++], e);
}

int64_t
clock_held(struct match *m, int seat)
{
	const struct clock_stop *s;
	int64_t held = m->now;

	for (size_t i = 0; (s = clock_stop_own(m, seat, CLOCK_HOLD, &i)); )
		if (s->until > held)
			held = s->until;
	return held;
}

/* Ends a stop now; one that has not begun is as if it had never been. */
static int
cut_stop(struct match *m, struct clock_stop *s, struct err *e)
{
	if (s->from >= m->now) {
		s->until = s->from;
		return clock_stop_drop(m->house->db, s->id, e);
	}
	s->until = m->now;
	return clock_stop_put(m->house->db, m->game.id, s, e);
}

static int
end_pause(struct match *m, struct err *e)
{
	struct clock_stop *s = m->clock.stop;

	for (size_t i = 0; i < m->clock.n_stop; i++)
		if (s[i].why == CLOCK_PAUSE && !s[i].until &&
		    cut_stop(m, &s[i], e))
			return -1;
	return 0;
}

static int
end_absence(struct match *m, int seat, struct err *e)
{
	struct clock_stop *s;

	for (size_t i = 0; (s = clock_stop_own(m, seat, CLOCK_ABSENCE, &i)); )
		if (s->until > m->now && cut_stop(m, s, e))
			return -1;
	return 0;
}

/* So much runs from now on. */
static void
give(struct match *m, struct clock_seat *c, int64_t seconds)
{
	c->since = m->now;
	c->extra = seconds - m->clock.row.turn;
}

/* The new time counts from the opening, but nobody is left less than the
 * minimum by it. */
static void
keep_minimum(struct match *m)
{
	clocks_settle(m);
	for (int s = 1; s <= m->seats; s++)
		if (m->clock.pace[s].due && m->clock.pace[s].due <
		    m->now + m->clock.row.minimum)
			give(m, &m->clock.pace[s], m->clock.row.minimum);
}

/* Clocks that there were not begin now; what stood still before is known. */
static int
begin_clocks(struct match *m, struct err *e)
{
	for (int s = 1; s <= m->seats; s++)
		clocks_opened(m, s);
	clocks_close(m);
	return clock_stop_all(m->house->db, m->game.id, &m->clock.stop,
		&m->clock.n_stop, e);
}

static void
take_setting(const struct clock_word *w, struct clock_row *c)
{
	if (!strcmp(w->key, "turn"))
		c->turn = span_of(w);
	else if (!strcmp(w->key, "grace"))
		c->grace = span_of(w);
	else if (!strcmp(w->key, "min"))
		c->minimum = span_of(w);
	else if (!strcmp(w->key, "days"))
		(void)days_parse(w->value, &c->days);
	else if (!strcmp(w->key, "remind"))
		snprintf(c->remind, sizeof c->remind, "%s",
		    strcmp(w->value, "off") ? w->value : "");
	for (int i = 0; !strcmp(w->key, "late") && clock_late_names[i]; i++)
		if (!strcmp(w->value, clock_late_names[i]))
			c->late = (enum clock_late)i;
}

static int
apply_settings(struct match *m, const char *words, struct err *e)
{
	struct clock_row c = m->clock.row;
	struct clock_word w;

	do {
		words = next_word(words, &w);
		take_setting(&w, &c);
		if (!strcmp(w.key, "off"))
			c.turn = 0;
	} while (*words);
	if (!m->clock.row.turn ? begin_clocks(m, e) :
	    !c.turn && end_pause(m, e))
		return -1;
	m->clock.row = c;
	happen(m, ON_CLOCK, 0);
	keep_minimum(m);
	return 0;
}

/* Whose time is over already has so much from now on. */
static void
extend(struct match *m, int64_t seconds)
{
	seat_set act = match_to_act(m);

	clocks_settle(m);
	for (int s = 1; s <= m->seats; s++) {
		struct clock_seat *c = &m->clock.pace[s];

		if (c->due && c->due < m->now)
			give(m, c, seconds);
		else if (act & SEAT_BIT(s))
			c->extra += seconds;
	}
}

static int
apply_all(struct match *m, const char *words, struct err *e)
{
	struct clock_stop stop = { .why = CLOCK_PAUSE, .from = m->now };
	struct clock_word w;

	(void)next_word(words, &w);
	if (!strcmp(w.key, "turn") || !strcmp(w.key, "off"))
		return apply_settings(m, words, e);
	if (!strcmp(w.key, "pause"))
		return clock_paused(m) ? 0 : clock_stop_add(m, &stop, e);
	if (!strcmp(w.key, "resume"))
		return end_pause(m, e);
	if (!strcmp(w.key, "extend"))
		extend(m, span_of(&w));
	if (strcmp(w.key, "slip"))
		return 0;
	stop.why = CLOCK_OUTAGE;
	stop.until = m->now;
	stop.from = m->now - span_of(&w);
	return stop.from < stop.until ? clock_stop_add(m, &stop, e) : 0;
}

/* The late rule that ended a turn opens the next decision; to wait is said
 * once. */
static void
apply_over(struct match *m, int seat, const struct clock_word *w)
{
	struct clock_seat *s = &m->clock.pace[seat];

	if (strcmp(w->value, "wait")) {
		happen(m, ON_TIMEOUT, seat);
		return;
	}
	s->lapsed = s->late;
	s->reminded = 1;                 /* no more than this */
}

static int
apply_seat(struct match *m, int seat, const char *words, struct err *e)
{
	struct clock_stop stop = { .seat = seat, .why = CLOCK_ABSENCE,
		.holder = m->seat[seat].holder };
	struct clock_word w, until;

	words = next_word(words, &w);
	(void)next_word(words, &until);
	if (!strcmp(w.key, "over")) {
		apply_over(m, seat, &w);
		return 0;
	}
	if (!strcmp(w.key, "process")) {         /* by a moderator */
		happen(m, ON_TIMEOUT, seat);
		return 0;
	}
	if (!strcmp(w.key, "back"))
		return end_absence(m, seat, e);
	if (!strcmp(w.key, "from") && !strcmp(until.key, "until")) {
		stop.from = stamp_of(&w);
		stop.until = stamp_of(&until);
		if (end_absence(m, seat, e))
			return -1;
	} else if (!strcmp(w.key, "hold")) {
		stop.why = CLOCK_HOLD;
		stop.from = clock_held(m, seat);
		stop.until = stamp_of(&w);
	}
	return stop.from < stop.until ? clock_stop_add(m, &stop, e) : 0;
}

int
clock_apply(struct match *m, const char *words, struct err *e)
{
	int seat = words[0] == 'p' && words[1] > '0' && words[1] <= '9' &&
		words[2] == ' ' ? words[1] - '0' : 0;

	if (seat > m->seats)
		return 0;
	return seat ? apply_seat(m, seat, words + 3, e) :
		apply_all(m, words, e);
}

/* Reminders whose moment lies behind have been sent, or are of no use. */
void
clocks_taken(struct match *m)
{
	clocks_settle(m);
	for (int s = 1; s <= m->seats; s++) {
		struct clock_seat *c = &m->clock.pace[s];
		if (c->late && c->late <= m->now)
			give(m, c, m->clock.row.minimum);
	}
	clocks_settle(m);
	for (int s = 1; s <= m->seats; s++) {
		struct clock_seat *c = &m->clock.pace[s];
		if (c->due > m->now)
			c->reminded = c->due - m->now + 1;
	}
	clocks_settle(m);
}
