/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <cjson/cJSON.h>

#include "base/file.h"

const struct game_rules *const game_registry[] = { &claim_rules, NULL };

struct game_data *data;
struct claim_position at;
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
	if (file_read(PAQUEBOT_SRCDIR "/data/claim.json", 1 << 20, &file,
	    &e) < 0 ||
	    claim_load(json = cJSON_Parse(buf_text(&file)), &data, &e) < 0) {
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
	if (claim_chance_read(data, words, strlen(words), &ev) < 0)
		return -1;
	return claim_chance(data, &at, &ev, &seen, &e);
}

void
table_stow(int seats)
{
	struct err e;

	ck_assert_msg(claim_setup(data, seats, NULL, &at, &e) == 0, "%s",
	    e.text);
	ck_assert_int_eq(chance_as("blocks A1 A2 B2 B3 C4 C5 D5 D6"), 0);
}

void
table_set(int seats)
{
	table_stow(seats);
	for (int s = 1; s <= seats; s++)
		ck_try(s, "stow");
	ck_assert_int_eq(claim_turn_of(&at), SEAT_BIT(1));
}

int
field(const char *id)
{
	int f = claim_field_find(data, id, strlen(id));

	ck_assert_msg(f != CLAIM_NONE, "no field %s", id);
	return f;
}

int
colour(const char *id)
{
	int c = claim_colour_find(data, id, strlen(id));

	ck_assert_msg(c != CLAIM_NONE, "no colour %s", id);
	return c;
}

void
system_at(const char *id, const char *bottom, const char *top)
{
	int f = field(id);

	ck_assert(!claim_in(at.blocked, f) && !claim_in(at.known, f));
	at.known |= (uint32_t)1 << f;
	at.bottom[f] = (uint8_t)colour(bottom);
	at.top[f] = (uint8_t)colour(top);
	at.seat[2].found++;
}

/* "red=3 blue=2". */
static void
fill(struct claim_ship *s, const char *text)
{
	memset(s->hold, 0, sizeof s->hold);
	while (*text != '\0') {
		const char *equals = strchr(text, '=');
		int c = claim_colour_find(data, text,
		    (size_t)(equals - text));

		ck_assert_int_ne(c, CLAIM_NONE);
		s->hold[c] = (uint8_t)strtol(equals + 1, NULL, 10);
		text = equals + strcspn(equals, " ");
		text += *text == ' ';
	}
	ck_assert(claim_fits(data, s->parts, s->hold));
}

void
ship(int seat, const char *where, const char *text)
{
	struct claim_ship *s = at.seat[seat].ship;

	memset(s, 0, sizeof at.seat[seat].ship);
	s->parts = data->parts[CLAIM_SHIP];
	s->at = (uint8_t)field(where);
	fill(s, text);
}

void
ships(int seat, const char *main_at, const char *main_hold,
    const char *tender_at, const char *tender_hold)
{
	struct claim_ship *s = at.seat[seat].ship;

	memset(s, 0, sizeof at.seat[seat].ship);
	s[0].parts = data->parts[CLAIM_MAIN];
	s[1].parts = data->parts[CLAIM_TENDER];
	s[0].at = (uint8_t)field(main_at);
	s[1].at = (uint8_t)field(tender_at);
	fill(&s[0], main_hold);
	fill(&s[1], tender_hold);
}

const char *
hold(int seat, int i)
{
	int16_t n[CLAIM_COLOURS];

	for (int c = 0; c < CLAIM_COLOURS; c++)
		n[c] = at.seat[seat].ship[i].hold[c];
	buf_clear(&out);
	claim_hold_words(data, n, &out);
	return buf_text(&out) + (out.len > 0);
}

void
round_to(int seat)
{
	while (at.at != seat)
		ck_try(at.at, "end");
}

const char *
try(int seat, const char *text)
{
	struct claim_position before = at;
	struct move m;

	memset(&why, 0, sizeof why);
	events_clear(&seen);
	buf_clear(&out);
	if (claim_parse(data, &at, seat, NULL, text, &m, &why) == 0 &&
	    claim_apply(data, &at, seat, &m, &seen, &why) == 0)
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
	if (claim_parse(data, &at, seat, NULL, text, &m, &why) < 0) {
		refusal_format(&why, &out);
		return buf_text(&out);
	}
	claim_format(data, &at, seat, &m, &out);
	/* What is canonical reads strictly, and as the same. */
	if (claim_read(data, &at, seat, out.data, out.len, &back) == 0)
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
			claim_format(data, &at, seen.at[i].actor, &m, &out);
		} else {
			claim_event_format(data, &seen.at[i], &out);
		}
		break;
	}
	return buf_text(&out);
}

const char *
facts_for(int reader)
{
	struct json j;

	buf_clear(&out);
	json_init(&j, &out);
	claim_facts(data, &at, reader, &j);
	return buf_text(&out);
}

const char *
legal(int seat)
{
	static struct moves list;

	buf_clear(&out);
	claim_legal(data, &at, seat, &list);
	for (int i = 0; i < list.n; i++) {
		claim_format(data, &at, seat, &list.at[i], &out);
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
