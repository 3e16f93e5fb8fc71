/* SPDX-License-Identifier: MIT */

/* Moves: a number of the list as it was mailed, words of the game, or
 * alternatives of either. */

#include <ctype.h>

#include <cjson/cJSON.h>

#include "desk/errand.h"
#include "match/ahead.h"
#include "match/words.h"

/* A number stands for the move it stood for when the mail came in, whatever
 * the lines above it have done. */
static int
numbered(struct errand *er, const char *text, struct move *mv,
	struct refusal *why)
{
	long n = strtol(text, NULL, 10);

	if (er->seen && numbered_move(er->m->kind, er->seen, er->seat, n,
	    mv) == 0)
		return 0;
	refuse(why, "bad-number");
	refusal_int(why, "number", n);
	refusal_int(why, "last", er->seen ? numbered_count(er->m->kind,
		er->seen, er->seat) : 0);
	return -1;
}

static int
read_move(struct errand *er, const char *text, struct move *mv,
	struct refusal *why)
{
	const struct game_kind *k = er->m->kind;
	const void *pos = table_position(er->m->table);
	struct meaning m;

	meaning_of(er, text, &m);
	buf_release(&m.candidates);
	if (m.is == MEANS_NUMBER) {
		if (!(match_to_act(er->m) & SEAT_BIT(er->seat)) &&
		    !numbered_count(k, pos, er->seat))
			return k->rules->parse(k->data, pos, er->seat,
				er->game_words, text, mv, why);
		return numbered(er, text, mv, why);
	}
	return k->rules->parse(k->data, pos, er->seat, er->game_words, text, mv,
		why);
}

/* "3 days is long" and "2 or three weeks" are no moves, and too near one to
 * pass over: all alternatives of a line that has a number must be moves, and
 * each number stands alone in its own. */
static int
check_numbers(const struct errand *er, const char *line, struct refusal *why)
{
	struct buf alt = BUF_INIT;
	long n = 0;
	bool some = false, clean = true;

	while (words_alternative(er->words, er->game_words, &line, &alt)) {
		struct meaning m;
		char *end;
		meaning_of(er, alt.data, &m);
		buf_release(&m.candidates);
		if (m.is == MEANS_NUMBER) {
			n = some ? n : strtol(alt.data, NULL, 10);
			some = true;
			(void)strtol(alt.data, &end, 10);
			clean = clean && (!*end || ((*end == '.' ||
				*end == ')') && !end[1]));
		} else {
			clean = clean && m.is == MEANS_MOVE;
		}
	}
	buf_release(&alt);
	if (!some || clean)
		return 0;
	refuse(why, "number-alone");
	refusal_int(why, "number", n);
	return -1;
}

/* Moves are words of one game, made at a table that stands. */
int
errand_may_move(struct errand *er, struct refusal *why)
{
	if (!er->m)
		return errand_no_game(er, why);
	if (!er->seat)
		return refuse(why, "not-seated");
	if (er->m->game.state == GAME_SETUP)
		return refuse(why, "game-not-begun");
	if (er->m->game.state == GAME_CANCELLED)
		return refuse(why, "game-cancelled");
	if (er->m->game.state == GAME_OVER)
		return refuse(why, "game-over");
	return 0;
}

static int
one_move(struct errand *er, const char *text, struct buf *said,
	struct refusal *why, struct err *e)
{
	const struct game_kind *k = er->m->kind;
	struct move mv = { 0 };
	struct buf words = BUF_INIT;
	int rc;

	if (read_move(er, text, &mv, why))
		return -1;
	k->rules->format(k->data, table_position(er->m->table), er->seat, &mv,
		&words);
	words_move(er->desk->house.texts, er->lang, k,
		table_position(er->m->table), er->seat, &words);
	rc = match_move(er->m, er->seat, &mv, why, e);
	if (rc == 0)
		buf_str(said, buf_text(&words));
	buf_release(&words);
	return rc;
}

static int
turn_now(const struct errand *er)
{
	return er->m->kind->rules->turn(er->m->kind->data,
		table_position(er->m->table));
}

/* A seat that is not to act may have a move all the same: where all choose at
 * once, another choice. */
static bool
can_be_made(struct errand *er, const char *line)
{
	cJSON *steps = cJSON_CreateArray();
	struct refusal why = { 0 };
	struct preview now;
	bool can;

	preview_init(&now, er->m->kind, table_position(er->m->table),
		er->seat);
	can = preview_line(&now, er->game_words, er->words, line, steps,
		&why) == 0;
	preview_release(&now);
	cJSON_Delete(steps);
	return can;
}

/* The turn in which this mail moved goes on, but another seat is to act
 * first. A turn that is over is another matter: then a move is refused as one
 * out of turn. */
static bool
must_wait(struct errand *er, const char *line)
{
	seat_set act = match_to_act(er->m);

	return er->moved && act && !(act & SEAT_BIT(er->seat)) &&
		er->moved_turn == turn_now(er) && !can_be_made(er, line);
}

/* An order that a game takes at any time: it is no part of a turn, and no
 * board is too old for it. */
static bool
any_time(struct errand *er, const char *line)
{
	const struct game_rules *r = er->m->kind->rules;
	struct refusal why = { 0 };
	struct event ev = { 0 };
	struct move mv = { 0 };

	if (!r->standing || read_move(er, line, &mv, &why))
		return false;
	event_from_move(&ev, er->seat, &mv);
	return r->standing(&ev);
}

int
errand_move(struct errand *er, const char *line, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf alt = BUF_INIT;
	struct refusal first = { 0 };
	int rc = -1, turn;

	if (errand_may_move(er, why))
		return -1;
	if (any_time(er, line))
		return one_move(er, line, said, why, e);
	turn = turn_now(er);
	if (must_wait(er, line)) {
		rc = errand_queue(er, line, er->left, said, why, e);
		er->left += rc == 0;
		return rc;
	}
	/* Of a game that began with this mail nobody has seen the board. */
	if (!er->current || !er->seen) {
		er->what |= FRAME_POSITION | FRAME_MOVES;
		return refuse(why, "stale");
	}
	if (check_numbers(er, line, why))
		return -1;
	while (rc && words_alternative(er->words, er->game_words, &line, &alt)) {
		memset(why, 0, sizeof *why);
		rc = one_move(er, alt.data, said, why, e);
		if (rc && !why->code)
			break;
		if (rc && !first.code)
			first = *why;
	}
	if (rc && why->code)
		*why = first;
	if (rc == 0) {
		er->moved = true;
		er->moved_turn = turn;
	}
	buf_release(&alt);
	return rc;
}

int
preview_one(struct errand *er, const char *line, struct buf *said,
	struct refusal *why, struct err *e)
{
	cJSON *steps, *ctx, *item;
	struct reader r;
	struct meaning means;
	int rc;

	if (errand_may_move(er, why))
		return -1;
	meaning_of(er, line, &means);
	buf_release(&means.candidates);
	if (means.is == MEANS_NUMBER && !er->current)
		return refuse(why, "number-stale");
	if (check_numbers(er, line, why))
		return -1;
	if (!er->preview.pos)
		preview_init(&er->preview, er->m->kind,
			table_position(er->m->table), er->seat);
	if (errand_reader(er, &r, e))
		return -1;
	steps = cJSON_CreateArray();
	rc = preview_line(&er->preview, er->game_words, er->words, line, steps,
		why);
	if (rc == 0) {
		ctx = cJSON_CreateObject();
		item = cJSON_DetachItemFromArray(steps, 0);
		rc = preview_words(er->m, &r, item, ctx, e);
		buf_printf(said, "%s %s", word_own(er, "command", "preview"),
			cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(
				ctx, "canonical")));
		cJSON_Delete(item);
		cJSON_AddItemToArray(er->preview.shown, ctx);
	}
	cJSON_Delete(steps);
	return rc;
}

/* What the mail leaves unsaid, if it moved and nothing was refused. Moves
 * that are still to be tried say it themselves. */
int
errand_end_turn(struct errand *er, struct err *e)
{
	struct refusal why = { 0 };
	int rc;

	if (!er->m || !er->moved || er->refused || er->hold || er->left ||
	    er->waiting.moves || ahead_due(er->m, er->seat))
		return 0;
	rc = match_turn_end(er->m, er->seat, &why, e);
	if (rc < 0 && why.code)
		return 0;
	return rc < 0 ? -1 : 0;
}
