/* SPDX-License-Identifier: MIT */

/* What a moderator does with the clocks of a game, and with those for whom it
 * waits. */

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/mem.h"
#include "base/span.h"
#include "base/tree.h"
#include "clock/read.h"
#include "desk/command.h"
#include "desk/office.h"
#include "desk/seated.h"
#include "match/clocks.h"

/* How clocks were changed is an event as any other; by whom and why is not in
 * it. The act is told in their own words; these are English. */
static int
change(struct job *j, struct call *c, const char *verb,
    const struct clock_act *act, struct err *e)
{
	if (job_told(j, (struct moderated){ .what = "clock" },
		clock_ask(j->at.m, act, c->why, e)))
		return -1;
	if (strcmp(j->lang, "en") != 0 || act->until || act->seat)
		return 0;
	buf_str(c->said, verb);
	if (act->to != NULL)
		clock_words(act->to, c->said);
	else if (act->seconds)
		span_format(act->seconds, c->said);
	return 0;
}

static int
run_clock(struct job *j, struct call *c, struct err *e)
{
	struct clock_row row = j->at.m->clock.row;
	struct clock_act act = { .what = DO_SET, .to = &row };

	return clock_read(j->words, c->args, &row, c->why) ?
	    -1 :
	    change(j, c, "set clock ", &act, e);
}

static int
run_extend(struct job *j, struct call *c, struct err *e)
{
	struct clock_act act = { .what = DO_EXTEND };

	act.seat = seated_take(j->at.m, &c->args, c->why);
	return act.seat < 0 ||
		clock_read_span(j->words, c->args, &act.seconds, c->why) ?
	    -1 :
	    change(j, c, "extend ", &act, e);
}

/* In the zone of who writes; the keeper's is the club's. */
static int
read_moment(const struct job *j, const char *text, int64_t *out,
    struct refusal *why)
{
	const char *tz = j->keeper ? j->desk->club.tz :
				     clock_zone(j->at.m, &j->who.player);

	return clock_read_moment(j->words, tz, text, job_written(j), out, why);
}

static int
run_deadline(struct job *j, struct call *c, struct err *e)
{
	struct clock_act act = { .what = DO_DUE };

	act.seat = seated_take(j->at.m, &c->args, c->why);
	return act.seat < 0 || read_moment(j, c->args, &act.until, c->why) ?
	    -1 :
	    change(j, c, "deadline", &act, e);
}

static int
run_pause(struct job *j, struct call *c, struct err *e)
{
	struct clock_act act = { .what = DO_PAUSE };

	return *c->args && read_moment(j, c->args, &act.until, c->why) ?
	    -1 :
	    change(j, c, "pause", &act, e);
}

static int
run_resume(struct job *j, struct call *c, struct err *e)
{
	return change(j, c, "resume", &(struct clock_act){ .what = DO_RESUME },
	    e);
}

static int
note_away(struct job *j, struct call *c, int seat, struct err *e)
{
	struct match *m = j->at.m;
	struct clock_act act = { .what = DO_ABSENCE, .seat = seat };
	const struct player *p;

	if (!m->seat[seat].player)
		return match_refuse_seat(c->why, "nobody-there", seat);
	p = match_player(m, seat, e);
	if (p == NULL)
		return -1;
	act.zone = clock_zone(m, p);
	if (job_is_off(j, c->args))
		act.what = DO_BACK;
	else if (clock_read_absence(j->words, act.zone, c->args, job_written(j),
		     &act.from, &act.until, c->why))
		return -1;
	return change(j, c, "absence", &act, e);
}

/* What stands first may be a name, and as good a word about days. */
static struct slice
first_word(const char *args)
{
	struct slice w = { args, strcspn(args, " \t") };

	while (w.len && strchr(".,:", args[w.len - 1]) != NULL)
		w.len--;
	return w;
}

/* Whether the whole is days, and its first word the writer's own for them, and
 * not abbreviated: "gio" to Italians, not "don", nor a number. */
static bool
are_days(const struct job *j, const char *args)
{
	static const char *const kinds[] = { "day", "month", "absence" };
	const struct slice w = first_word(args);
	struct refusal why;
	int64_t from, until;
	bool own = isdigit((unsigned char)*args);
	char *word;

	if (!j->who.player.id ||
	    clock_read_absence(j->words, j->who.player.tz, args, job_written(j),
		&from, &until, &why))
		return false;
	word = seated_fold(w.at, w.len);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !own; i++) {
		const char *id;
		int place;

		own = names_place(j->words, kinds[i], word, strlen(word), 0,
			  &id, &place) == NAME_FOUND &&
		    place == 0;
	}
	free(word);
	return own;
}

/* Whether that word is all of the seat's name. */
static bool
is_name(const struct match *m, int seat, struct slice w)
{
	const char *is = m->seat[seat].name;
	char *name = seated_fold(is, strlen(is));
	char *word = seated_fold(w.at, w.len);
	bool yes = strcmp(name, word) == 0;

	free(name);
	free(word);
	return yes;
}

/* The absence of a player, which they would have noted themselves: days as they
 * count there. A refusal names them, for whoever reads it is another. */
static int
run_away(struct job *j, struct call *c, struct err *e)
{
	const char *said = c->args;
	int seat = seated_take(j->at.m, &c->args, c->why), rc;

	if (seat <= 0)
		return seat ? -1 : refuse(c->why, "bad-absence");
	/* Others name their seat. */
	if (j->at.seat && are_days(j, said)) {
		char *word = mem_ndup(said, first_word(said).len);

		match_refuse_seat(c->why, "absence-whose", seat);
		refusal_str(c->why, "own", seat_id(j->at.seat));
		refusal_str(c->why, "word", word);
		free(word);
		return -1;
	}
	rc = note_away(j, c, seat, e);
	if (rc && c->why->code != NULL &&
	    (strcmp(c->why->code, "bad-absence") == 0 ||
		strcmp(c->why->code, "absence-too-long") == 0 ||
		strcmp(c->why->code, "not-absent") == 0))
		(void)refusal_str(c->why, "seat", seat_id(seat));
	return rc;
}

/* "absence p2 …" is an act where p2 is another, and whoever writes moderates;
 * but what is a day ("mon to fri") names nobody whose name begins so. */
static const struct command away = { "absence", COMMAND_MODERATOR,
	RIGHT_MODERATE, run_away, NULL };

const struct command *
clocks_away(const struct job *j, const char *args)
{
	struct refusal why;
	const char *at = args;
	int seat = j->at.m != NULL && j->at.moderator ?
	    seated_take(j->at.m, &at, &why) :
	    0;

	if (!seat || seat == j->at.seat)
		return NULL;
	if (seat > 0 && is_name(j->at.m, seat, first_word(args)))
		return &away;
	return are_days(j, args) ? NULL : &away;
}

/* Who is reminded now: the seat, or all for whom the game waits but who writes.
 */
static seat_set
waited_for(const struct job *j, int seat)
{
	const struct match *m = j->at.m;
	seat_set act = match_to_act(m), out = 0;

	for (int s = 1; s <= m->seats; s++)
		if (act & SEAT_BIT(s) && m->seat[s].player && s != j->at.seat &&
		    (!seat || s == seat))
			out |= SEAT_BIT(s);
	return out;
}

static int
run_nudge(struct job *j, struct call *c, struct err *e)
{
	struct match *m = j->at.m;
	int seat = seated_take(j->at.m, &c->args, c->why);
	seat_set who;

	(void)e;
	if (seat < 0 || match_check_state(m, RUNNING, c->why) ||
	    seated_reason(j, c->args, "nudge", c->why))
		return -1;
	who = waited_for(j, seat);
	if (!who)
		return seat && !(match_to_act(m) & SEAT_BIT(seat)) ?
		    refuse_int(c->why, "not-to-act", "number", seat) :
		    refuse(c->why, "nobody-to-nudge");
	for (int s = 1; s <= m->seats; s++)
		if (who & SEAT_BIT(s)) {
			happen(m, ON_REMINDER, s);
			moderate_tell(m,
			    (struct moderated){ .what = "nudge", .seat = s });
		}
	return 0;
}

/* What `process turn` would do, as far as that is known to all: whose turn
 * ends, and by what rule. What the computer would play tells of their hand. */
static int
say_process(struct job *j, int seat, struct refusal *why, struct err *e)
{
	struct match *m = j->at.m;
	seat_set ends = 0;
	cJSON *ctx, *o;

	if (clock_may_process(m, seat, &ends, why))
		return -1;
	ctx = cJSON_CreateObject();
	for (int s = 1; s <= m->seats; s++) {
		if (!(ends & SEAT_BIT(s)))
			continue;
		o = tree_member(tree_list(ctx, "ends"));
		tree_add_seat(o, "seat", s);
		tree_add_str(o, "seat_name", m->seat[s].name);
	}
	tree_flag(ctx, clock_late_names[clock_rule(m)], true);
	return job_did(j, "process_would", ctx, e);
}

/* The end of a turn tells itself. */
static int
run_process(struct job *j, struct call *c, struct err *e)
{
	int seat;

	if (clock_read_process(j->words, c->args, j->at.m->seats, &seat,
		c->why))
		return -1;
	if (j->at.previewing)
		return say_process(j, seat, c->why, e);
	if (clock_process(j->at.m, seat, c->why, e))
		return -1;
	if (strcmp(j->lang, "en") == 0)
		buf_str(c->said, "process turn");
	if (c->said->len && seat)
		buf_printf(c->said, " p%d", seat);
	return 0;
}

int
clocks_preview(struct job *j, struct call *c, struct err *e)
{
	size_t n = strcspn(c->args, " \t");
	const char *id = word_id(j, "command", c->args, n, 0);

	if (id == NULL || strcmp(id, "process") != 0)
		return 0;
	if (!j->at.moderator)
		return refuse(c->why, "not-moderator");
	c->args += n + strspn(c->args + n, " \t");
	return run_process(j, c, e) ? -1 : 1;
}

/* `set clock`: `set` is everybody's command, this part of it is an act. */
const struct command command_set_clock = { "set clock", COMMAND_MODERATOR,
	RIGHT_MODERATE, run_clock, NULL };

enum { ACT = COMMAND_MODERATOR, GRAVE = ACT | COMMAND_WHOLE | COMMAND_BOARD };

const struct command commands_clocks[] = {
	{ "deadline", ACT | COMMAND_WHOLE, RIGHT_MODERATE, run_deadline, NULL },
	{ "extend", ACT | COMMAND_WHOLE, RIGHT_MODERATE, run_extend, NULL },
	{ "nudge", ACT, RIGHT_MODERATE, run_nudge, NULL },
	{ "pause", ACT, RIGHT_MODERATE, run_pause, NULL },
	{ "process", GRAVE, RIGHT_MODERATE, run_process, NULL },
	{ "resume", ACT | COMMAND_ALONE, RIGHT_MODERATE, run_resume, NULL },
	{ .name = NULL },
};
