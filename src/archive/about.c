/* SPDX-License-Identifier: MIT */
#include "archive/about.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/tree.h"
#include "post/words.h"

static const char *const end_words[] = { [REPLAY_OPEN] = "open",
	[REPLAY_FINISHED] = "finished",
	[REPLAY_ABANDONED] = "abandoned",
	[REPLAY_CANCELLED] = "cancelled" };

const char *
about_end(enum replay_end end)
{
	return end_words[end];
}

static void
add_stamp(cJSON *o, const char *name, int64_t when)
{
	char stamp[CLOCK_STAMP_SIZE];

	clock_stamp(when, stamp);
	tree_add_str(o, name, stamp);
}

static void
add_seat(cJSON *seats, const struct outcome_seat *from, bool open)
{
	cJSON *seat = tree_member(seats);

	tree_add_str(seat, "name", from->name);
	tree_add_int(seat, "score", from->score);
	tree_add_int(seat, "rank", from->rank);
	cJSON_AddBoolToObject(seat, "credited", from->credited);
	cJSON_AddBoolToObject(seat, "rated", from->rated);
	/* Whose first move is anybody's to know. */
	if (open && from->credited && from->opening != NULL)
		tree_add_str(seat, "opening", from->opening);
	tree_add_int(seat, "moves", from->moves);
	tree_add_int(seat, "answers", from->answers);
	cJSON_AddNumberToObject(seat, "waited", (double)from->waited);
}

struct cJSON *
about_make(const struct site *site, const struct book *b)
{
	const struct outcome *o = &b->outcome;
	cJSON *about = cJSON_CreateObject(), *seats;

	tree_add_str(about, "source", b->source);
	tree_add_str(about, "mark", site->mark);
	tree_add_str(about, "lang", site->club.lang);
	tree_add_str(about, "club", site->club.name);
	tree_add_str(about, "tz", site->club.tz);
	if (site->url != NULL)
		tree_add_str(about, "url", site->url);
	tree_add_str(about, "id", b->id);
	tree_add_str(about, "name", b->name);
	tree_add_str(about, "game", o->game);
	add_stamp(about, "started", o->started);
	add_stamp(about, "ended", o->ended > 0 ? o->ended : o->started);
	tree_add_str(about, "end", about_end(o->end));
	tree_add_int(about, "events", b->events);
	cJSON_AddBoolToObject(about, "open", b->open);
	seats = tree_list(about, "seats");
	for (int s = 1; s <= o->seats; s++)
		add_seat(seats, &o->seat[s], b->open);
	return about;
}

void
about_put(const struct cJSON *about, struct buf *out)
{
	char *text = cJSON_PrintUnformatted(about);

	words_percent(text, out);
	cJSON_free(text);
}

static void
unpercent(const char *p, size_t len, struct buf *out)
{
	uint8_t byte;

	for (size_t i = 0; i < len; i++)
		if (p[i] == '%' && i + 2 < len &&
		    hash_unhex(p + i + 1, 2, &byte, 1) == 0) {
			buf_char(out, (char)byte);
			i += 2;
		} else {
			buf_char(out, p[i]);
		}
}

/* false: it is no moment. */
static bool
moment(const cJSON *about, const char *key, int64_t *out)
{
	const char *stamp = tree_str(about, key);

	*out = 0;
	return stamp != NULL &&
	    clock_stamp_parse(stamp, strlen(stamp), out) == 0;
}

static bool
is_whole(const cJSON *about)
{
	static const char *const texts[] = { "source", "mark", "lang", "club",
		"tz", "id", "name", "game", "end" };
	const cJSON *seats = tree_get(about, "seats"), *seat;
	int n = cJSON_GetArraySize(seats);
	int64_t when;

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (tree_str(about, texts[i]) == NULL)
			return false;
	cJSON_ArrayForEach(seat, seats)
		if (tree_str(seat, "name") == NULL)
			return false;
	return n > 0 && n <= SEATS_MAX && moment(about, "started", &when) &&
	    moment(about, "ended", &when);
}

struct cJSON *
about_read(const char *page)
{
	static const char before[] = "<meta name=\"paquebot\" content=\"";
	const char *at = strstr(page, before);
	struct buf json = BUF_INIT;
	cJSON *about;

	if (at == NULL)
		return NULL;
	at += strlen(before);
	unpercent(at, strcspn(at, "\""), &json);
	about = cJSON_ParseWithLength(buf_text(&json), json.len);
	buf_release(&json);
	if (is_whole(about))
		return about;
	cJSON_Delete(about);
	return NULL;
}

static void
take_seat(const cJSON *seat, struct outcome_seat *out)
{
	const cJSON *waited = tree_get(seat, "waited");
	const char *opening = tree_str(seat, "opening");

	*out = (struct outcome_seat){ .name = mem_dup(tree_str(seat, "name")),
		.opening = opening != NULL ? mem_dup(opening) : NULL,
		.score = tree_int(seat, "score"),
		.rank = tree_int(seat, "rank"),
		.credited = cJSON_IsTrue(tree_get(seat, "credited")),
		.rated = cJSON_IsTrue(tree_get(seat, "rated")),
		.moves = tree_int(seat, "moves"),
		.answers = tree_int(seat, "answers"),
		.waited = cJSON_IsNumber(waited) && waited->valuedouble >= 0 &&
			waited->valuedouble < 1e15 ?
		    (int64_t)waited->valuedouble :
		    0 };
}

void
about_outcome(const struct cJSON *about, struct outcome *out)
{
	const char *end = tree_str(about, "end");
	const cJSON *seat;

	*out = (struct outcome){ .id = mem_dup(tree_str(about, "name")) };
	(void)moment(about, "started", &out->started);
	(void)moment(about, "ended", &out->ended);
	(void)snprintf(out->game, sizeof out->game, "%s",
	    tree_str(about, "game"));
	for (int i = 0; i <= REPLAY_CANCELLED; i++)
		if (strcmp(end, end_words[i]) == 0)
			out->end = (enum replay_end)i;
	cJSON_ArrayForEach(seat, tree_get(about, "seats"))
		take_seat(seat, &out->seat[++out->seats]);
}
