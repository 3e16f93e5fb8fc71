/* SPDX-License-Identifier: MIT */

/* `absence`: days on which a player's clocks stand still, in all of their games
 * or in the one that is named; where names are hidden in that way alone, for
 * the same days at two tables tell who sits at both. A mail that proves the
 * seat of one of them brings days in the others too; their end, or fewer days,
 * waits there for the owner's word, for a clock that runs while they are away
 * takes a turn. */

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/tree.h"
#include "clock/read.h"
#include "desk/command.h"
#include "desk/office.h"
#include "desk/seated.h"
#include "match/clocks.h"
#include "post/words.h"
#include "text/texts.h"

/* What is asked for, and what came of it, game by game. */
struct away {
	struct clock_act act;
	const char *days; /* borrowed, as they were written */
	int64_t only;     /* the game that is named; 0: all */
	int64_t *game;    /* owned */
	size_t n;
	cJSON *done, *not, *waits; /* owned: {"game", "kind_name"} … */
	struct refusal why;        /* the first */
};

/* "24 dec to 2 jan game 42": the number, and the days without it. */
static int64_t
cut_game(const struct job *j, const char *args, struct buf *days)
{
	size_t len = strlen(args), number = len, word, gap;
	const char *id;

	while (number && isdigit((unsigned char)args[number - 1]))
		number--;
	for (gap = number; gap && args[gap - 1] == ' ';)
		gap--;
	for (word = gap; word && args[word - 1] != ' ';)
		word--;
	id = number < len && gap < number ?
	    word_id(j, "command", args + word, gap - word, 0) :
	    NULL;
	if (id == NULL || strcmp(id, "game") != 0) {
		buf_str(days, args);
		return 0;
	}
	while (word && args[word - 1] == ' ')
		word--;
	buf_add(days, args, word);
	return args_game(args + number);
}

bool
job_is_off(const struct job *j, const char *days)
{
	const char *off = word_id(j, "absence", days, strlen(days), 0);

	return off != NULL && strcmp(off, "off") == 0;
}

int64_t
job_written(const struct job *j)
{
	int64_t now = clock_now();

	return j->row != NULL && j->row->received > 0 &&
		j->row->received < now ?
	    j->row->received :
	    now;
}

static int
read_days(const struct job *j, const char *zone, struct away *a,
    struct refusal *why)
{
	a->act = (struct clock_act){ .what = DO_ABSENCE, .zone = zone };
	if (!job_is_off(j, a->days))
		return clock_read_absence(j->words, zone, a->days,
		    job_written(j), &a->act.from, &a->act.until, why);
	a->act.what = DO_BACK;
	return 0;
}

static int
take_game(void *arg, const struct game *g)
{
	struct away *a = arg;

	if (!a->only || g->id == a->only) {
		a->game = mem_more(a->game, a->n, sizeof *a->game);
		a->game[a->n++] = g->id;
	}
	return 0;
}

static cJSON *
note(const struct job *j, cJSON *array)
{
	const struct match *m = j->at.m;
	cJSON *o = tree_member(array);

	cJSON_AddNumberToObject(o, "game", (double)m->game.id);
	words_add_kind(j->desk->club.texts, j->lang, m->game.kind, o);
	return o;
}

/* Of all games those that know no absence, or none now, are not meant. */
static int
note_refusal(struct job *j, struct away *a, const struct refusal *why,
    struct err *e)
{
	struct buf reason = BUF_INIT;
	struct reader r;
	int rc;

	if (a->why.code == NULL)
		a->why = *why;
	if (strcmp(why->code, "no-clock") == 0 ||
	    strcmp(why->code, "not-absent") == 0)
		return 0;
	rc = job_reader(j, &r, e) ||
		refusal_text(&j->desk->club, j->at.m, &r, why, &reason, e) ?
	    -1 :
	    0;
	if (rc == 0)
		cJSON_AddStringToObject(note(j, a->not), "reason",
		    buf_text(&reason));
	buf_release(&reason);
	return rc;
}

/* Their own absence is no news to them. */
static int
ask_clock(struct match *m, const struct clock_act *act, struct refusal *why,
    struct err *e)
{
	int board = m->game.board;

	if (act->what == DO_ABSENCE && clock_is_so(m, act))
		return 0;
	if (clock_ask(m, act, why, e))
		return -1;
	return match_known(m, act->seat, board, e);
}

/* A game that the mail is not about has no mail of its own for it, unless
 * another moment than the one they know counts for their turn: a sooner one, or
 * where their calendar has it. */
static void
tell_moment(struct job *j, int64_t was)
{
	struct match *m = j->at.m;
	int64_t due = match_due(m, j->at.seat);

	if (due && due != was && (due < was || j->who.player.ics))
		happen(m, ON_REQUEST, j->at.seat);
	else
		set_mailed(m, j->at.seat);
}

/* In the game that the mail is at. */
static int
ask_here(struct job *j, struct away *a, bool home, struct err *e)
{
	struct match *m = j->at.m;
	struct refusal why = { 0 };
	int64_t due;

	if (a->only && read_days(j, clock_zone(m, &j->who.player), a, &why))
		return note_refusal(j, a, &why, e);
	a->act.seat = j->at.seat;
	if (!a->only && m->terms.names == TERMS_NAMES_HIDDEN &&
	    m->clock.row.turn && !clock_is_so(m, &a->act)) {
		refuse_number(&why, "absence-unnamed", "game", m->game.id);
		return note_refusal(j, a, &why, e);
	}
	if (!rights_allow(&j->who.rights,
		RIGHT_SEAT | (clock_brings(m, &a->act) ? RIGHT_AWAY : 0),
		m->game.id, j->at.seat)) {
		if (m->clock.row.turn && !clock_is_so(m, &a->act))
			(void)note(j, a->waits);
		else if (a->why.code == NULL)
			refuse(&a->why,
			    m->clock.row.turn ? "not-absent" : "no-clock");
		return 0;
	}
	due = match_due(m, j->at.seat);
	if (ask_clock(m, &a->act, &why, e))
		return why.code != NULL ? note_refusal(j, a, &why, e) : -1;
	(void)note(j, a->done);
	if (!home)
		tell_moment(j, due);
	return 0;
}

static int
ask_games(struct job *j, struct away *a, struct err *e)
{
	int64_t home = j->at.m != NULL ? j->at.m->game.id : 0;
	int seat = j->at.seat, rc = 0;

	for (size_t i = 0; i < a->n && rc >= 0; i++) {
		rc = j->at.m != NULL && j->at.m->game.id == a->game[i] ?
		    1 :
		    job_sit(j, a->game[i], 0, -1, e);
		if (rc == 1 && j->at.seat)
			rc = ask_here(j, a, a->game[i] == home, e);
	}
	return rc < 0 || job_back(j, home, seat, e) ? -1 : 0;
}

/* What the mail does not prove is asked for once, for all of them. */
static int
ask_owner(struct job *j, struct away *a, const char *line, struct err *e)
{
	int rc;

	if (!cJSON_GetArraySize(a->waits))
		return 0;
	rc = j->waiting.any ? 1 : job_may_answer(j, e);
	if (rc == 1) {
		job_wait_apart(j, line);
		return 0;
	}
	j->defer = false;
	cJSON_Delete(a->waits);
	a->waits = cJSON_CreateArray();
	if (a->why.code == NULL)
		refuse(&a->why, "too-many-questions");
	return rc;
}

static int
say(struct job *j, struct away *a, struct refusal *why, struct err *e)
{
	const struct texts *t = j->desk->club.texts;
	const char *tz = j->who.player.tz;
	int64_t now = clock_now();
	cJSON *ctx;

	if (!cJSON_GetArraySize(a->done) && !cJSON_GetArraySize(a->waits)) {
		*why = a->why;
		return why->code != NULL ?
		    -1 :
		    refuse(why, a->only ? "not-seated" : "no-game");
	}
	ctx = cJSON_CreateObject();
	if (a->act.what == DO_BACK)
		tree_flag(ctx, "off", true);
	else {
		texts_add_moment(t, j->lang, tz,
		    a->act.from < now ? now : a->act.from, now, ctx, "from");
		texts_add_moment(t, j->lang, tz, a->act.until, now, ctx,
		    "until");
	}
	cJSON_AddItemReferenceToObject(ctx, "done", a->done);
	cJSON_AddItemReferenceToObject(ctx, "not", a->not);
	cJSON_AddItemReferenceToObject(ctx, "waits", a->waits);
	return job_render(j, "desk/absence", ctx, e);
}

static int
run_absence(struct job *j, struct call *c, struct err *e)
{
	const struct command *of_another = clocks_away(j, c->args);
	struct away a = { .only = 0 };
	struct buf days = BUF_INIT;
	const char *args = c->args;
	int rc = 0;

	if (of_another != NULL)
		return job_act(j, of_another, c, e);
	if (!j->who.player.id)
		return stranger_refused(j, NULL, c->why);
	if (j->at.seat && args_seat(&args) != j->at.seat)
		args = c->args;
	a.only = cut_game(j, args, &days);
	if (!a.only && j->at.named)
		a.only = j->at.m->game.id;
	a.days = buf_text(&days);
	if (read_days(j, j->who.player.tz, &a, c->why)) {
		buf_release(&days);
		return -1;
	}
	a.done = cJSON_CreateArray();
	a.not = cJSON_CreateArray();
	a.waits = cJSON_CreateArray();
	if (game_each(j->desk->club.db, a.only ? GAMES_ALL : GAMES_OPEN,
		j->who.player.id, take_game, &a, e) < 0 ||
	    ask_games(j, &a, e) || ask_owner(j, &a, c->line->text, e))
		rc = -1;
	if (rc == 0)
		rc = say(j, &a, c->why, e);
	cJSON_Delete(a.done);
	cJSON_Delete(a.not);
	cJSON_Delete(a.waits);
	free(a.game);
	buf_release(&days);
	return rc;
}

/* The seat that the mail is about is asked of it at once. */
static unsigned
needs_absence(struct job *j, const char *args)
{
	if (clocks_away(j, args) != NULL)
		return RIGHT_MODERATE;
	return j->at.m != NULL && j->at.seat ? RIGHT_SEAT : RIGHT_CLUB;
}

const struct command commands_absence[] = {
	{ "absence", 0, RIGHT_SEAT, run_absence, needs_absence },
	{ .name = NULL },
};
