/* SPDX-License-Identifier: MIT */
#include "game/outcome.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"

/* What is noted of each event while the log is played. */
struct noted { int8_t actor; };

struct watch {
	struct outcome *out;
	struct noted *noted;             /* owned; by seq */
	int cap;
	int64_t opened[SEATS_MAX + 1];   /* decision's stamp; 0: not to act */
	int held_from[SEATS_MAX + 1];    /* seq after which the last holder
	                                    came; 0: from the start */
	bool ejected[SEATS_MAX + 1];
	int64_t last;                    /* stamp seen last */
};

static void
note(struct watch *w, int seq, int actor)
{
	if (seq >= w->cap) {
		w->cap = w->cap ? 2 * w->cap : 512;
		w->noted = mem_grow(w->noted, (size_t)w->cap,
		    sizeof *w->noted);
	}
	w->noted[seq].actor = (int8_t)actor;
}

static int
first_seat(struct slice args)
{
	return args.len >= 2 && args.at[0] == 'p' && args.at[1] > '0' &&
	    args.at[1] <= '0' + SEATS_MAX ? args.at[1] - '0' : 0;
}

static bool
verb_is(const struct turnlog_line *line, const char *verb)
{
	return line->key.len == strlen(verb) &&
	    memcmp(line->key.at, verb, line->key.len) == 0;
}

static void
watch_operator(struct watch *w, const struct turnlog_line *line)
{
	int seat = first_seat(line->text);
	bool eject = verb_is(line, "eject");

	w->out->undos += verb_is(line, "undo");
	if (seat == 0 || !(eject || verb_is(line, "replace")))
		return;
	w->ejected[seat] = eject;
	w->held_from[seat] = line->seq;
	w->opened[seat] = eject ? 0 : w->last;
}

/* A seat answers by its first move after it had come to act. */
static void
watch_answer(struct watch *w, int actor)
{
	struct outcome_seat *seat = &w->out->seat[actor];

	if (w->opened[actor] == 0 || w->last < w->opened[actor])
		return;
	seat->answers++;
	seat->waited += w->last - w->opened[actor];
	w->opened[actor] = 0;
}

static void
watch_decisions(struct watch *w, const struct table *t, int actor)
{
	seat_set act = table_over(t) ? 0 :
	    table_rules(t)->to_act(table_data(t), table_position(t));

	for (int s = 1; s <= w->out->seats; s++) {
		bool is = act & SEAT_BIT(s) && !w->ejected[s];

		if (!is)
			w->opened[s] = 0;
		else if (w->opened[s] == 0 && s != actor)
			w->opened[s] = w->last;
	}
}

static int
watch_event(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct watch *w = ctx;
	int64_t stamp;

	if (line->stamp.len > 0 && clock_stamp_parse(line->stamp.at,
	    line->stamp.len, &stamp) == 0)
		w->last = stamp;
	note(w, line->seq, line->actor);
	w->out->events++;
	w->out->draws += line->actor == 0;
	if (line->actor < 0)
		watch_operator(w, line);
	else if (line->actor > 0)
		watch_answer(w, line->actor);
	watch_decisions(w, r->table, line->actor);
	return 0;
}

static int
rank_in(const cJSON *seats, int s, bool *found)
{
	char id[4] = { 'p', (char)('0' + s), '\0' };
	const cJSON *v;

	cJSON_ArrayForEach(v, seats) {
		const char *seat = cJSON_GetStringValue(
		    cJSON_GetObjectItemCaseSensitive(v, "seat"));
		const cJSON *rank = cJSON_GetObjectItemCaseSensitive(v,
		    "rank");

		if (seat != NULL && strcmp(seat, id) == 0 &&
		    cJSON_IsNumber(rank))
			return rank->valueint;
	}
	*found = false;
	return 0;
}

/* By the printed score alone, where the view tells no ranks. */
static void
ranks_by_score(int seats, const int *score, int *rank)
{
	for (int s = 1; s <= seats; s++) {
		rank[s] = 1;
		for (int o = 1; o <= seats; o++)
			rank[s] += score[o] > score[s];
	}
}

void
outcome_ranks(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int seats, int *score, int *rank)
{
	struct buf text = BUF_INIT;
	struct json j;
	cJSON *facts, *view;
	bool found = true;

	rules->scores(d, pos, score);
	json_init(&j, &text);
	rules->facts(d, pos, ARCHIVE, &j);
	facts = cJSON_ParseWithLength(text.data, text.len);
	view = rules->view(d, facts, ARCHIVE);
	for (int s = 1; s <= seats; s++)
		rank[s] = rank_in(cJSON_GetObjectItemCaseSensitive(view,
		    "seats"), s, &found);
	if (!found)
		ranks_by_score(seats, score, rank);
	cJSON_Delete(view);
	cJSON_Delete(facts);
	buf_release(&text);
}

/* Moves that stand, and those of the last holder among them. */
static void
count_moves(struct watch *w, const struct table *t)
{
	int own[SEATS_MAX + 1] = { 0 };
	const int *live;
	int n = table_live(t, &live);

	for (int i = 0; i < n; i++) {
		int actor = w->noted[live[i]].actor;

		if (actor < 1)
			continue;
		w->out->seat[actor].moves++;
		own[actor] += live[i] > w->held_from[actor];
	}
	for (int s = 1; s <= w->out->seats; s++)
		w->out->seat[s].credited = !w->ejected[s] &&
		    (w->held_from[s] == 0 ||
		    2 * own[s] >= w->out->seat[s].moves);
}

static void
take_head(struct outcome *out, const struct replay_head *h)
{
	snprintf(out->game, sizeof out->game, "%s", h->game);
	out->id = mem_ndup(h->id.at, h->id.len);
	out->seats = h->seats;
	(void)clock_stamp_parse(h->started.at, h->started.len, &out->started);
	for (int s = 1; s <= h->seats; s++)
		out->seat[s].name = mem_ndup(h->seat_name[s].at,
		    h->seat_name[s].len);
}

static void
take_end(struct watch *w, const struct replay *r)
{
	int score[SEATS_MAX + 1] = { 0 }, rank[SEATS_MAX + 1] = { 0 };
	const struct table *t = r->table;

	w->out->end = r->end;
	w->out->ended = w->last;
	count_moves(w, t);
	if (r->end != REPLAY_FINISHED)
		return;
	outcome_ranks(table_rules(t), table_data(t), table_position(t),
	    w->out->seats, score, rank);
	for (int s = 1; s <= w->out->seats; s++) {
		w->out->seat[s].score = score[s];
		w->out->seat[s].rank = rank[s];
	}
}

/* "Computers: p2 p3": nobody's seats. */
static void
take_computers(struct watch *w, struct slice seats)
{
	for (size_t i = 0; i + 1 < seats.len; i++) {
		int seat = first_seat((struct slice){ seats.at + i, 2 });

		if (seat > 0)
			w->ejected[seat] = true;
	}
}

static void
learn_computers(const char *text, size_t len, struct watch *w)
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct err e;

	turnlog_open(&reader, text, len);
	while (turnlog_next(&reader, &line, &e) == 1 &&
	    line.type == TURNLOG_TAG)
		if (verb_is(&line, "Computers"))
			take_computers(w, line.text);
}

/* The head first: the number of seats is asked for from the first event. */
static int
learn_head(const char *text, size_t len, struct outcome *out, struct err *e)
{
	struct turnlog_reader reader;
	struct replay_head head;

	turnlog_open(&reader, text, len);
	if (replay_read_head(&reader, &head, e) != 0)
		return -1;
	if (head.reader.len > 0 || replay_is_redacted(text, len))
		return err_set(e, ERR_CORRUPT, "%d: a redacted copy does not "
		    "say how the game went", reader.line);
	take_head(out, &head);
	return 0;
}

int
outcome_of_log(const char *text, size_t len, const struct game_kind *kind,
    struct outcome *out, struct err *e)
{
	struct watch w = { .out = out };
	struct replay_how how = { .kind = kind, .until = -1,
		.keep_history = true, .each = watch_event, .ctx = &w };
	struct replay r;
	int rc;

	memset(out, 0, sizeof *out);
	rc = learn_head(text, len, out, e);
	if (rc == 0) {
		learn_computers(text, len, &w);
		w.last = out->started;
		rc = replay_text(text, len, &how, &r, e);
		if (rc == 0)
			take_end(&w, &r);
		replay_release(&r);
	}
	free(w.noted);
	if (rc != 0)
		outcome_release(out);
	return rc;
}

void
outcome_release(struct outcome *o)
{
	for (int s = 1; s <= o->seats; s++)
		free(o->seat[s].name);
	free(o->id);
	memset(o, 0, sizeof *o);
}
