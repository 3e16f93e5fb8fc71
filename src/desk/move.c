/* SPDX-License-Identifier: MIT */

/* Moves: a number of the list as it was mailed, words of the game, or
 * alternatives of either. */

#include <ctype.h>

#include <cjson/cJSON.h>

#include "base/tree.h"
#include "base/utf8.h"
#include "desk/choices.h"
#include "desk/tried.h"
#include "game/reading.h"
#include "match/ahead.h"
#include "post/words.h"

/* A number stands for the move it stood for when the mail came in, whatever
 * the lines above it have done. */
static int
numbered(const struct job *j, const char *text, struct move *mv,
    struct refusal *why)
{
	long n = strtol(text, NULL, 10);

	if (j->at.seen != NULL &&
	    numbered_move(j->at.m->kind, j->at.seen, j->at.seat, n, mv) == 0)
		return 0;
	refuse(why, "bad-number");
	refusal_int(why, "number", n);
	refusal_int(why, "last",
	    j->at.seen != NULL ?
		numbered_count(j->at.m->kind, j->at.seen, j->at.seat) :
		0);
	return -1;
}

/* pos: the board that it is to be made on. */
static int
in_words(const struct job *j, const void *pos, const char *text,
    struct move *mv, struct refusal *why)
{
	return reading_move(j->at.m->kind, pos, j->at.seat, j->words,
	    j->game_words, text, mv, why);
}

static const void *
board(const struct job *j)
{
	return table_position(j->at.m->table);
}

bool
job_reads(const struct job *j, const char *text)
{
	struct refusal why = { 0 };
	struct move mv = { 0 };

	return j->at.m != NULL && j->at.seat && j->at.m->table != NULL &&
	    in_words(j, board(j), text, &mv, &why) == 0;
}

/* Whether a word is a verb that is written alone, "end", be it legal or not. */
static bool
stands_alone(const struct job *j, const char *word)
{
	const struct game_rules *r = j->at.m->kind->rules;
	struct buf folded = BUF_INIT;
	struct move mv = { 0 };
	const char *id;
	bool alone;

	utf8_fold(word, strlen(word), &folded);
	alone = names_find(j->game_words, "verb", buf_text(&folded), folded.len,
		    0, &id) == NAME_FOUND &&
	    r->read(j->at.m->kind->data, table_position(j->at.m->table),
		j->at.seat, id, strlen(id), &mv) == 0;
	buf_release(&folded);
	return alone;
}

/* Whether a text is a word alone that is no move by itself, "charter". */
static bool
lacks_more(const struct job *j, const char *text)
{
	return strchr(text, ' ') == NULL && !job_reads(j, text) &&
	    !stands_alone(j, text);
}

static bool
same_move(const struct job *j, const void *pos, const struct move *a,
    const struct move *b)
{
	const struct game_kind *k = j->at.m->kind;
	struct buf one = BUF_INIT, other = BUF_INIT;
	bool same;

	k->rules->format(k->data, pos, j->at.seat, a, &one);
	k->rules->format(k->data, pos, j->at.seat, b, &other);
	same = strcmp(buf_text(&one), buf_text(&other)) == 0;
	buf_release(&one);
	buf_release(&other);
	return same;
}

bool
job_same_move(const struct job *j, const struct move *a, const struct move *b)
{
	return same_move(j, board(j), a, b);
}

/* A seat that is not to act may have a move all the same: where all choose at
 * once, another choice. */
static bool
can_be_made(const struct job *j, const void *pos, const struct move *mv)
{
	cJSON *steps = cJSON_CreateArray();
	struct refusal why = { 0 };
	struct preview now;
	bool can;

	preview_init(&now, j->at.m->kind, pos, j->at.seat);
	can = preview_move(&now, mv, steps, &why) == 0;
	preview_release(&now);
	cJSON_Delete(steps);
	return can;
}

bool
job_makes(const struct job *j, const char *text, struct buf *out)
{
	const struct game_kind *k = j->at.m->kind;
	const void *pos = board(j);
	struct refusal why = { 0 };
	struct move mv = { 0 };

	if (in_words(j, pos, text, &mv, &why) != 0 || !can_be_made(j, pos, &mv))
		return false;
	k->rules->format(k->data, pos, j->at.seat, &mv, out);
	words_move(j->desk->club.texts, j->lang, k, pos, j->at.seat, out);
	return true;
}

/* "take 2", where `take` is a verb of the game and a word that people put
 * before a number: its number; 0. */
static long
number_behind(const struct job *j, const char *text)
{
	size_t verb = strcspn(text, " ");
	char *end;
	long n;

	if (!isdigit((unsigned char)text[verb + (text[verb] == ' ')]) ||
	    !word_id(j, "filler", text, verb, 0))
		return 0;
	n = strtol(text + verb + 1, &end, 10);
	return *end ? 0 : n;
}

/* A move in words, or such a number; not what may be either. */
static int
in_words_or_number(const struct job *j, const void *pos, const char *text,
    struct move *mv, struct refusal *why)
{
	long n = number_behind(j, text);
	struct refusal again = { 0 };
	struct move other;
	int rc = in_words(j, pos, text, mv, why);

	if (!n)
		return rc;
	if (rc)
		return numbered(j, text + strcspn(text, " "), mv, why);
	if (numbered(j, text + strcspn(text, " "), &other, &again) ||
	    same_move(j, pos, mv, &other))
		return 0;
	if (!can_be_made(j, pos, mv)) {
		*mv = other;
		return 0;
	}
	refuse(why, "number-alone");
	return refusal_int(why, "number", n), -1;
}

static bool
is_bare(const char *text)
{
	const char *p = text + strspn(text, "0123456789");

	return p != text && p[strspn(p, " .")] == '\0';
}

static int
refuse_next(const struct job *j, const char *code, struct refusal *why)
{
	unsigned to_act = match_to_act(j->at.m);

	for (int s = 1; s <= j->at.m->seats; s++)
		if (to_act == SEAT_BIT(s))
			return match_refuse_seat(why, code, s);
	refuse(why, code);
	if (to_act != 0)
		refusal_int(why, "others", __builtin_popcount(to_act));
	return -1;
}

/* What a text is on a board; a number is of the list all the same. */
static int
read_move(const struct job *j, const void *pos, const char *text,
    struct move *mv, struct refusal *why)
{
	struct meaning m = meaning_of(j, text);

	if (m.is == MEANS_NUMBER) {
		if (!(match_to_act(j->at.m) & SEAT_BIT(j->at.seat)) &&
		    !numbered_count(j->at.m->kind, board(j), j->at.seat)) {
			int rc = in_words(j, pos, text, mv, why);

			/* There is no list that it could be of. */
			return rc != 0 && is_bare(text) ?
			    refuse_next(j, "not-your-turn", why) :
			    rc;
		}
		return numbered(j, text, mv, why);
	}
	return in_words_or_number(j, pos, text, mv, why);
}

bool
job_move_of(struct job *j, const char *text, struct move *out)
{
	struct refusal why = { 0 };

	return read_move(j, board(j), text, out, &why) == 0;
}

bool
job_number_clean(struct job *j, const char *text)
{
	struct refusal why = { 0 };
	struct move mv, said;
	char *rest;

	(void)strtol(text, &rest, 10);
	rest += strspn(rest, " .):,;-");
	return !*rest ||
	    (numbered(j, text, &mv, &why) == 0 &&
		in_words(j, board(j), rest, &said, &why) == 0 &&
		job_same_move(j, &mv, &said));
}

static bool
is_listed(const struct job *j, long n)
{
	const struct match *m = j->at.m;

	return n <=
	    numbered_count(m->kind, table_position(m->table), j->at.seat);
}

static int
refuse_alternatives(const struct job *j, long n, struct refusal *why)
{
	refuse(why, n ? "number-alone" : "not-all-moves");
	if (n > 0 && is_listed(j, n))
		refusal_int(why, "number", n);
	return -1;
}

int
job_check_whole(const struct job *j, const char *line, struct refusal *why)
{
	struct buf alt = BUF_INIT;
	bool lacks = false, open = false;
	int many = 0, coded = 0;
	long n = 0;

	for (; words_alternative(j->words, j->game_words, &line, &alt);
	    many++) {
		struct meaning m = meaning_of(j, alt.data);

		if (m.is == MEANS_NUMBER)
			n = n ? n : strtol(alt.data, NULL, 10);
		if (m.is != MEANS_MOVE)
			continue;
		lacks = lacks || lacks_more(j, alt.data);
		open = open || !job_reads(j, alt.data);
		coded += alt.data[strcspn(alt.data, "0123456789")] != '\0';
	}
	buf_release(&alt);
	/* "load toys S1 or 2" may mean S2; who says the verb twice does not. */
	if (many > 1 && (lacks || (n && (open || coded == 1))))
		return refuse_alternatives(j, n, why);
	return 0;
}

/* A number with more beside it; which it is told, if any, is what that fits. */
static int
refuse_number_alone(struct job *j, const char *text, long n,
    struct refusal *why, struct err *e)
{
	int told = is_listed(j, n) ? listed_told(j, text, (int)n, e) : 0;

	if (told < 0)
		return -1;
	refuse(why, "number-alone");
	if (told > 0)
		refusal_int(why, "number", told);
	return -1;
}

/* "3 days is long" and "2 or three weeks" are no moves, and too near one to
 * pass over; nor is "replace or not" an order: all alternatives of a line must
 * be moves, and whole ones. What has a number is legal, and nothing behind it
 * would be tried: who writes "2 or 3" has not chosen. Behind moves in words one
 * may stand. */
static int
check_alternatives(struct job *j, const char *line, struct refusal *why,
    struct err *e)
{
	struct buf alt = BUF_INIT;
	const char *at = line;
	long n = 0;
	bool clean = true;
	int many = 0;

	for (; words_alternative(j->words, j->game_words, &at, &alt); many++) {
		struct meaning m = meaning_of(j, alt.data);

		clean = clean && !n;
		if (m.is == MEANS_NUMBER) {
			n = n ? n : strtol(alt.data, NULL, 10);
			clean = clean && job_number_clean(j, alt.data);
		} else {
			clean = clean && m.is == MEANS_MOVE;
		}
	}
	buf_release(&alt);
	if (many > 1 && job_check_whole(j, line, why))
		return -1;
	if (clean || (!n && many < 2))
		return 0;
	return many < 2 ? refuse_number_alone(j, line, n, why, e) :
			  refuse_alternatives(j, n, why);
}

/* Moves are words of one game, made at a table that stands. */
int
job_may_move(struct job *j, struct refusal *why)
{
	if (j->at.m == NULL)
		return job_no_game(j, why);
	if (!j->at.seat)
		return refuse(why, "not-seated");
	return match_check_state(j->at.m, RUNNING, why);
}

static int
one_move(struct job *j, const char *text, struct buf *said, struct refusal *why,
    struct err *e)
{
	const struct game_kind *k = j->at.m->kind;
	struct move mv = { 0 };
	struct buf words = BUF_INIT;
	int rc;

	if (read_move(j, board(j), text, &mv, why))
		return -1;
	k->rules->format(k->data, table_position(j->at.m->table), j->at.seat,
	    &mv, &words);
	words_move(j->desk->club.texts, j->lang, k,
	    table_position(j->at.m->table), j->at.seat, &words);
	rc = match_move(j->at.m, j->at.seat, &mv, why, e);
	if (rc == 0)
		buf_str(said, buf_text(&words));
	buf_release(&words);
	return rc;
}

/* The first alternative of a line that can be made, tried on p. */
static int
try_line(const struct job *j, const char *line, struct preview *p, cJSON *steps,
    struct refusal *why)
{
	struct buf alt = BUF_INIT;
	struct refusal first = { 0 };
	int rc = -1;

	if (p->beyond)
		return refuse(why, "preview-beyond");
	while (rc && words_alternative(j->words, j->game_words, &line, &alt)) {
		struct refusal r = { 0 };
		struct move mv = { 0 };

		rc = read_move(j, p->pos, alt.data, &mv, &r);
		if (rc == 0)
			rc = preview_move(p, &mv, steps, &r);
		if (rc && first.code == NULL)
			first = r;
	}
	if (rc)
		*why = first;
	buf_release(&alt);
	return rc;
}

static bool
line_can_be_made(const struct job *j, const char *line)
{
	cJSON *steps = cJSON_CreateArray();
	struct refusal why = { 0 };
	struct preview now;
	bool can;

	preview_init(&now, j->at.m->kind, board(j), j->at.seat);
	can = try_line(j, line, &now, steps, &why) == 0;
	preview_release(&now);
	cJSON_Delete(steps);
	return can;
}

static int
turn_now(const struct job *j)
{
	return game_turn(board(j));
}

/* The turn in which this mail moved goes on, but another seat is to act
 * first. A turn that is over is another matter: then a move is refused as one
 * out of turn. */
static bool
must_wait(struct job *j, const char *line)
{
	seat_set act = match_to_act(j->at.m);

	return j->at.moved && act && !(act & SEAT_BIT(j->at.seat)) &&
	    j->at.moved_turn == turn_now(j) && !line_can_be_made(j, line);
}

static bool
is_out_of_turn(const struct job *j, const char *line)
{
	return !(match_to_act(j->at.m) & SEAT_BIT(j->at.seat)) &&
	    !numbered_count(j->at.m->kind, board(j), j->at.seat) &&
	    !line_can_be_made(j, line);
}

/* Who answers a mail again that they have moved on is told that they have. */
static int
refuse_out_of_turn(const struct job *j, struct refusal *why)
{
	bool moved = j->at.board >= 0 &&
	    j->at.m->seat[j->at.seat].moved > j->at.board;

	return refuse_next(j, moved ? "moved-already" : "not-your-turn", why);
}

/* An order that a game takes at any time: it is no part of a turn, and no
 * board is too old for it. */
static bool
any_time(struct job *j, const char *line)
{
	const struct game_rules *r = j->at.m->kind->rules;
	struct refusal why = { 0 };
	struct event ev = { 0 };
	struct move mv = { 0 };

	if (r->standing == NULL || read_move(j, board(j), line, &mv, &why))
		return false;
	event_from_move(&ev, j->at.seat, &mv);
	return r->standing(&ev);
}

int
job_move(struct job *j, const char *line, struct buf *said, struct refusal *why,
    struct err *e)
{
	struct buf alt = BUF_INIT;
	struct refusal first = { 0 };
	int rc = -1, turn;

	/* Before a line is read: nobody's would do (T36). */
	if (job_may_move(j, why) || match_check_awaits(j->at.m, why))
		return -1;
	if (any_time(j, line))
		return one_move(j, line, said, why, e);
	/* Of a game that began with this mail nobody has seen the board. */
	if (!j->at.current || j->at.seen == NULL) {
		if (is_out_of_turn(j, line))
			return refuse_out_of_turn(j, why);
		j->at.stale = !j->at.what;
		j->at.what |= CONTEXT_POSITION | CONTEXT_MOVES;
		return refuse(why, "stale");
	}
	turn = turn_now(j);
	if (must_wait(j, line)) {
		rc = job_queue(j, line, j->at.queued, said, why, e);
		j->at.queued += rc == 0;
		return rc;
	}
	if (check_alternatives(j, line, why, e))
		return -1;
	while (rc && words_alternative(j->words, j->game_words, &line, &alt)) {
		memset(why, 0, sizeof *why);
		rc = one_move(j, alt.data, said, why, e);
		if (rc && why->code == NULL)
			break;
		if (rc && first.code == NULL)
			first = *why;
	}
	if (rc && why->code != NULL)
		*why = first;
	if (rc == 0) {
		j->at.moved = true;
		j->at.stated = false;
		j->at.moved_turn = turn;
	}
	buf_release(&alt);
	return rc;
}

int
job_try(struct job *j, const char *line, struct preview *p, cJSON *ctx,
    struct refusal *why, struct err *e)
{
	cJSON *steps, *item;
	struct reader r;
	int rc;

	if (job_may_move(j, why))
		return -1;
	if (meaning_of(j, line).is == MEANS_NUMBER &&
	    (!j->at.current || j->at.seen == NULL))
		return refuse(why, "number-stale");
	if (check_alternatives(j, line, why, e) || job_reader(j, &r, e))
		return -1;
	steps = cJSON_CreateArray();
	rc = try_line(j, line, p, steps, why);
	if (rc == 0) {
		item = cJSON_DetachItemFromArray(steps, 0);
		rc = preview_words(j->at.m, &r, item, ctx, e);
		cJSON_Delete(item);
	}
	cJSON_Delete(steps);
	return rc;
}

int
job_refused_with(const struct job *j, const char *command, struct refusal *why)
{
	if (why->code != NULL && strcmp(why->code, "number-alone") == 0)
		refusal_str(why, "command", word_own(j, "command", command));
	return -1;
}

int
job_preview(struct job *j, const char *line, struct buf *said,
    struct refusal *why, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();

	if (j->preview.pos == NULL && !job_may_move(j, why))
		preview_init(&j->preview, j->at.m->kind,
		    table_position(j->at.m->table), j->at.seat);
	if (job_try(j, line, &j->preview, ctx, why, e)) {
		cJSON_Delete(ctx);
		return job_refused_with(j, "preview", why);
	}
	buf_printf(said, "%s %s", word_own(j, "command", "preview"),
	    tree_str(ctx, "canonical"));
	cJSON_AddItemToArray(j->preview.shown, ctx);
	return 0;
}

/* What the mail leaves unsaid, if it moved and nothing was refused. Moves
 * that are still to be tried say it themselves. */
int
job_end_turn(struct job *j, struct err *e)
{
	struct refusal why = { 0 };
	int rc;

	if (j->at.m == NULL || !j->at.moved || j->at.refused || j->at.hold ||
	    j->at.queued || j->waiting.moves || ahead_due(j->at.m, j->at.seat))
		return 0;
	rc = match_turn_end(j->at.m, j->at.seat, &why, e);
	if (rc < 0 && why.code != NULL)
		return 0;
	return rc < 0 ? -1 : 0;
}
