/* SPDX-License-Identifier: MIT */
#include "post/analyse.h"

#include "config.h"

#include <cjson/cJSON.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/tree.h"

int
decision_lost(const struct decision *d)
{
	int n = d->is.best_worth - d->is.made_worth;

	return move_equal(&d->is.best, &d->made) || n < 0 ? 0 : n;
}

/* Notes each move; what it was worth is asked of those that stand. */
static int
note(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct analysis *a = ctx;
	struct decision *d;

	if (r->table == NULL || line->actor < 1 ||
	    (a->seat != 0 && line->actor != a->seat))
		return 0;
	if (a->n == a->cap) {
		a->cap = a->cap == 0 ? 256 : 2 * a->cap;
		a->at = mem_grow(a->at, a->cap, sizeof *a->at);
	}
	d = &a->at[a->n++];
	*d = (struct decision){ .seq = line->seq, .seat = line->actor };
	move_from_event(&d->made, &a->events.at[0]);
	return 0;
}

void
analyse_listen(struct analysis *a, struct replay_how *how)
{
	*how = (struct replay_how){ .kind = how->kind,
		.until = -1,
		.keep_history = true,
		.events = &a->events,
		.each = note,
		.ctx = a };
}

void
analyse_begin(struct analysis *a, const struct replay *r)
{
	const int *live;
	int n = table_live(r->table, &live), k = 0;
	size_t kept = 0;

	for (size_t i = 0; i < a->n; i++) {
		while (k < n && live[k] < a->at[i].seq)
			k++;
		if (k < n && live[k] == a->at[i].seq)
			a->at[kept++] = a->at[i];
	}
	a->n = kept;
	a->computer.level = LEVEL_HARD;
}

/* The same whenever and wherever it is asked for. */
void
analyse_move(struct analysis *a, const struct replay *r, size_t i)
{
	struct decision *d = &a->at[i];
	const void *pos = table_position_before(r->table, d->seq);
	struct rng own;

	rng_init_number(&own, (uint64_t)d->seq * 16 + (unsigned)d->seat);
	d->round = game_round(pos);
	if (search_compare(&a->computer, a->kind, pos, d->seat, &d->made,
		a->positions, &own, &d->is) != 0)
		abort(); /* the move was legal */
}

void
analyse_release(struct analysis *a)
{
	computer_release(&a->computer);
	events_release(&a->events);
	free(a->at);
}

void
analyse_words(const struct replay *r, const struct decision *d,
    const struct move *m, struct buf *out)
{
	buf_clear(out);
	table_rules(r->table)->format(table_data(r->table),
	    table_position_before(r->table, d->seq), d->seat, m, out);
}

void
analyse_head(const struct analysis *a, struct buf *out)
{
	struct json j;

	json_init(&j, out);
	json_object(&j);
	json_kstr(&j, "paquebot", PACKAGE_VERSION);
	json_kint(&j, "positions", a->positions);
	json_object_end(&j);
	buf_char(out, '\n');
}

/* As its player would write it, if that is shorter. */
static void
put_said(const struct analysis *a, const struct replay *r,
    const struct decision *d, const struct move *m, const char *key,
    struct json *j)
{
	const void *pos = table_position_before(r->table, d->seq);
	void *seen = game_seen(a->kind, pos, d->seat);
	cJSON *o = cJSON_CreateObject();
	const char *say;

	a->kind->rules->describe(a->kind->data, seen, d->seat, m, o);
	say = tree_str(o, "say");
	if (say != NULL)
		json_kstr(j, key, say);
	cJSON_Delete(o);
	free(seen);
}

void
analyse_line(const struct analysis *a, const struct replay *r,
    const struct decision *d, struct buf *out)
{
	struct buf words = BUF_INIT;
	struct json j;

	json_init(&j, out);
	json_object(&j);
	json_kint(&j, "seq", d->seq);
	json_kint(&j, "round", d->round);
	json_kint(&j, "seat", d->seat);
	analyse_words(r, d, &d->made, &words);
	json_kstr(&j, "made", buf_text(&words));
	put_said(a, r, d, &d->made, "made_said", &j);
	json_kint(&j, "made_worth", d->is.made_worth);
	analyse_words(r, d, &d->is.best, &words);
	json_kstr(&j, "best", buf_text(&words));
	put_said(a, r, d, &d->is.best, "best_said", &j);
	json_kint(&j, "best_worth", d->is.best_worth);
	json_kint(&j, "lost", decision_lost(d));
	json_kint(&j, "choices", d->is.choices);
	json_object_end(&j);
	buf_char(out, '\n');
	buf_release(&words);
}

int
analyse_log(const char *log, size_t len, int positions, struct buf *out,
    struct err *e)
{
	struct analysis a = { .positions = positions };
	struct replay_how how = { .kind = NULL };
	struct replay r;
	int rc;

	analyse_listen(&a, &how);
	rc = replay_text(log, len, &how, &r, e);
	if (rc == 0 && r.redacted)
		rc = err_set(e, ERR_CORRUPT, "this is a copy for one reader");
	if (rc == 0)
		rc = game_open(r.head.game, &a.kind, e);
	if (rc == 0) {
		analyse_head(&a, out);
		analyse_begin(&a, &r);
		for (size_t i = 0; i < a.n; i++) {
			analyse_move(&a, &r, i);
			analyse_line(&a, &r, &a.at[i], out);
		}
	}
	replay_release(&r);
	analyse_release(&a);
	return rc;
}
