/* SPDX-License-Identifier: MIT */
#include "tests/games/trial.h"

#include <cjson/cJSON.h>

#include "base/file.h"
#include "log/replay.h"
#include "tests/srcdir.h"

#define RULES (game_registry[0])

struct game_data *data;
struct events seen;
struct refusal why;
static struct buf out;

static void
game_file(struct game_kind *kind)
{
	char path[256];
	struct err e;

	(void)snprintf(path, sizeof path, PAQUEBOT_SRCDIR "/data/%s.json",
	    RULES->name);
	/* Before the tests run: Check knows no test to fail yet. */
	if (game_open_file(RULES->name, path, kind, &e) < 0) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
}

void
table_load(void)
{
	static struct game_kind kind;

	if (data == NULL)
		game_file(&kind);
	data = kind.data;
}

int
chance_as(const char *words)
{
	struct event ev;
	struct err e;

	events_clear(&seen);
	if (RULES->chance_read(data, words, strlen(words), &ev) < 0)
		return -1;
	return RULES->chance(data, table_at, &ev, &seen, &e);
}

static bool
is_sound(struct err *e)
{
	return RULES->audit(data, table_at, e) == 0;
}

const char *
try(int seat, const char *text)
{
	struct buf before = BUF_INIT;
	struct err e = { .text = "" };
	struct move m;
	bool done, sound = is_sound(&e);

	memset(&why, 0, sizeof why);
	events_clear(&seen);
	buf_clear(&out);
	buf_add(&before, table_at, RULES->position_size);
	done = RULES->parse(data, table_at, seat, NULL, text, &m, &why) == 0 &&
	    RULES->apply(data, table_at, seat, &m, &seen, &why) == 0;
	if (done) {
		ck_assert_msg(!sound || is_sound(&e), "p%d %s: %s", seat, text,
		    e.text);
		buf_str(&out, "ok");
	} else {
		ck_assert_mem_eq(before.data, table_at, before.len);
		refusal_format(&why, &out);
	}
	buf_release(&before);
	return buf_text(&out);
}

const char *
refused(int seat, const char *text)
{
	const char *answer = try(seat, text);

	return strcmp(answer, "ok") == 0 ? "ok" : why.code;
}

const char *
reads(int seat, const char *text)
{
	struct move m, back;

	memset(&why, 0, sizeof why);
	buf_clear(&out);
	if (RULES->parse(data, table_at, seat, NULL, text, &m, &why) < 0) {
		refusal_format(&why, &out);
		return buf_text(&out);
	}
	RULES->format(data, table_at, seat, &m, &out);
	/* What is canonical reads strictly, and as the same. */
	if (RULES->read(data, table_at, seat, out.data, out.len, &back) == 0)
		ck_assert(move_equal(&m, &back));
	return buf_text(&out);
}

int
events_of(enum event_kind kind, int verb)
{
	int n = 0;

	for (int i = 0; i < seen.n; i++)
		n += seen.at[i].kind == kind && seen.at[i].verb == verb;
	return n;
}

const char *
event_words(enum event_kind kind, int verb)
{
	struct move m;

	buf_clear(&out);
	for (int i = seen.n - 1; i >= 0; i--) {
		const struct event *ev = &seen.at[i];

		if (ev->kind != kind || ev->verb != verb)
			continue;
		if (kind == EVENT_MOVE) {
			move_from_event(&m, ev);
			RULES->format(data, table_at, ev->actor, &m, &out);
		} else {
			RULES->event_format(data, ev, &out);
		}
		break;
	}
	return buf_text(&out);
}

const char *
facts(int reader)
{
	struct json j;

	buf_clear(&out);
	json_init(&j, &out);
	RULES->facts(data, table_at, reader, &j);
	return buf_text(&out);
}

void
describe(const void *pos, int seat, const struct move *m, struct buf *text)
{
	cJSON *o = cJSON_CreateObject();
	char *json;

	RULES->describe(data, pos, seat, m, o);
	json = cJSON_PrintUnformatted(o);
	buf_str(text, json);
	cJSON_free(json);
	cJSON_Delete(o);
}

const char *
legal(int seat)
{
	static struct moves list;

	buf_clear(&out);
	RULES->legal(data, table_at, seat, &list);
	for (int i = 0; i < list.n; i++) {
		RULES->format(data, table_at, seat, &list.at[i], &out);
		buf_char(&out, '\n');
	}
	return buf_text(&out);
}

void
audit(void)
{
	struct err e;

	ck_assert_msg(is_sound(&e), "%s", e.text);
}

/* A chance event, or a random move of the first seat to act. */
static void
random_event(struct rng *r)
{
	static struct moves list;
	seat_set act = RULES->to_act(data, table_at);
	struct event ev;
	struct err e;
	int seat = 1;

	events_clear(&seen);
	if (act == 0) {
		RULES->draw(data, table_at, r, &ev);
		*events_add(&seen, EVENT_CHANCE, 0, ev.verb) = ev;
		ck_assert_int_eq(RULES->chance(data, table_at, &ev, &seen, &e),
		    0);
		return;
	}
	while (!(act & SEAT_BIT(seat)))
		seat++;
	RULES->legal(data, table_at, seat, &list);
	ck_assert_int_eq(RULES->apply(data, table_at, seat,
			     &list.at[rng_below(r, (uint32_t)list.n)], &seen,
			     &why),
	    0);
}

void
random_game(int seats, int every, void (*look)(int reader))
{
	struct rng r;
	struct err e;

	rng_init_number(&r, (uint64_t)seats);
	ck_assert_int_eq(game_setup(RULES, data, seats, NULL, table_at, &e), 0);
	events_clear(&seen);
	for (int n = 0; !game_over(table_at); n++) {
		if (n % every == 0)
			look(n % 3 == 1 ? OBSERVER : 1);
		random_event(&r);
	}
	look(OBSERVER);
}

int
golden_log(const char *name, int seq, int proven)
{
	struct game_kind kind = { .rules = NULL };
	struct replay_how how = { .until = seq,
		.kind = &kind,
		.prove = proven > 0 };
	struct buf log = BUF_INIT;
	struct replay r;
	struct err e;
	char path[256];
	int seats;

	game_file(&kind);
	(void)snprintf(path, sizeof path,
	    PAQUEBOT_SRCDIR "/tests/games/%s/golden/%s.turnlog", RULES->name,
	    name);
	ck_assert_msg(file_read(path, 1 << 20, &log, &e) == 0, "%s", e.text);
	ck_assert_msg(replay_text(log.data, log.len, &how, &r, &e) == 0,
	    "%s: %s", path, e.text);
	if (seq < 0) {
		ck_assert_int_eq(r.end, REPLAY_FINISHED);
		ck_assert_int_ge(r.checks, 4);
		ck_assert_int_ge(r.proven, proven);
	}
	memcpy(table_at, table_position(r.table), RULES->position_size);
	seats = r.head.seats;
	replay_release(&r);
	game_close(&kind);
	buf_release(&log);
	return seats;
}
