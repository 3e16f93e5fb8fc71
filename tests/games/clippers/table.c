/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <cjson/cJSON.h>

#include "base/file.h"

const struct game_rules *const game_registry[] = { &clippers_rules, NULL };

struct game_data *data;
struct clip_position at;
struct events seen;
struct refusal why;
static struct buf out;

void
table_load(void)
{
	struct buf file = BUF_INIT;
	struct err e;
	cJSON *json;

	if (data != NULL)
		return;
	/* Before the tests run: Check knows no test to fail yet. */
	if (file_read(PAQUEBOT_SRCDIR "/data/clippers.json", 1 << 20, &file,
	    &e) < 0 ||
	    clip_load(json = cJSON_Parse(buf_text(&file)), &data, &e) < 0) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
	cJSON_Delete(json);
	buf_release(&file);
}

int
chance_as(const char *words)
{
	struct event ev;
	struct err e;

	events_clear(&seen);
	if (clip_chance_read(data, words, strlen(words), &ev) < 0)
		return -1;
	return clip_chance(data, &at, &ev, &seen, &e);
}

void
table_set_with(int seats, const char *options)
{
	static const char *const nation[] = { "france", "britain", "germany",
		"japan", "usa" };
	struct buf words = BUF_INIT;
	struct options o;
	struct err e;

	ck_assert_int_eq(options_parse(options, &o, &e), 0);
	ck_assert_msg(clip_setup(data, seats, &o, &at, &e) == 0, "%s", e.text);
	buf_str(&words, "departures");
	for (int s = 1; s <= seats; s++)
		buf_printf(&words, " p%d=%s", s, nation[s - 1]);
	ck_assert_int_eq(chance_as(buf_text(&words)), 0);
	buf_release(&words);
	ck_assert_int_eq(clip_turn_of(&at), 1);
}

void
table_set(int seats)
{
	table_set_with(seats, "-");
}

void
phase(int n)
{
	at.at = at.grapnel;
	at.stage = (uint8_t)n;
	clip_begin_turn(data, &at, NULL);
}

int
place(const char *id)
{
	int n = clip_place_find(data, id, strlen(id));

	ck_assert_msg(n != CLIP_NONE, "no place %s", id);
	return n;
}

int
colour(const char *id)
{
	int n = clip_colour_find(data, id, strlen(id));

	ck_assert_msg(n != CLIP_NONE, "no colour %s", id);
	return n;
}

static struct clip_track *
track(const char *name, const char *from, const char *to, int laid)
{
	int link = data->between[place(from)][place(to)];
	struct clip_track *t;

	ck_assert_msg(link != CLIP_NONE, "no link %s>%s", from, to);
	t = &at.track[link][at.track[link][0].colour != 0];
	ck_assert_int_eq(t->colour, 0);
	t->colour = (uint8_t)(colour(name) + 1);
	t->laid = (uint8_t)laid;
	t->back = place(from) != data->link[link].from;
	at.sticks[colour(name)] = (uint8_t)(at.sticks[colour(name)] - laid);
	return t;
}

void
joined(const char *name, const char *from, const char *to)
{
	int link = data->between[place(from)][place(to)];

	ck_assert_msg(link != CLIP_NONE, "no link %s>%s", from, to);
	(void)track(name, from, to, data->link[link].parts);
	at.connected[colour(name)] |= (uint64_t)1 << place(to);
}

void
begun(const char *name, const char *from, const char *to, int laid)
{
	(void)track(name, from, to, laid);
}

void
no_heads(const char *name)
{
	memset(at.heads[colour(name)], 0, sizeof at.heads[0]);
}

void
head(const char *name, const char *where)
{
	no_heads(name);
	at.heads[colour(name)][place(where)] = 1;
}

void
card(int seat, const char *id)
{
	struct clip_seat *s = &at.seat[seat];

	if (s->card != 0)
		at.cards[s->card - 1]++;
	s->card = s->card_used = 0;
	if (*id == '\0')
		return;
	s->card = (uint8_t)(clip_card_find(data, id, strlen(id)) + 1);
	at.cards[s->card - 1]--;
}

void
clipper(int seat, const char *name)
{
	at.seat[seat].clipper = (uint8_t)(colour(name) + 1);
	at.stock[colour(name)]--;
}

const char *
try(int seat, const char *text)
{
	struct clip_position before = at;
	struct move m;

	memset(&why, 0, sizeof why);
	events_clear(&seen);
	buf_clear(&out);
	if (clip_parse(data, &at, seat, NULL, text, &m, &why) == 0 &&
	    clip_apply(data, &at, seat, &m, &seen, &why) == 0)
		return "ok";
	ck_assert_mem_eq(&before, &at, sizeof at);
	refusal_format(&why, &out);
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
	if (clip_parse(data, &at, seat, NULL, text, &m, &why) < 0) {
		refusal_format(&why, &out);
		return buf_text(&out);
	}
	clip_format(data, &at, seat, &m, &out);
	/* What is canonical reads strictly, and as the same. */
	if (clip_read(data, &at, seat, out.data, out.len, &back) == 0)
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
		if (seen.at[i].kind != kind || seen.at[i].verb != verb)
			continue;
		if (kind == EVENT_MOVE) {
			move_from_event(&m, &seen.at[i]);
			clip_format(data, &at, seen.at[i].actor, &m, &out);
		} else {
			clip_event_format(data, &seen.at[i], &out);
		}
		break;
	}
	return buf_text(&out);
}

const char *
facts(void)
{
	struct json j;

	buf_clear(&out);
	json_init(&j, &out);
	clip_facts(data, &at, ARCHIVE, &j);
	return buf_text(&out);
}

const char *
legal(int seat)
{
	static struct moves list;

	buf_clear(&out);
	clip_legal(data, &at, seat, &list);
	for (int i = 0; i < list.n; i++) {
		clip_format(data, &at, seat, &list.at[i], &out);
		buf_char(&out, '\n');
	}
	return buf_text(&out);
}

int
table_run(Suite *s)
{
	SRunner *r = srunner_create(s);
	int failed;

	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed > 0;
}
