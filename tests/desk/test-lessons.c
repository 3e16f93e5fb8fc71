/* SPDX-License-Identifier: MIT */

/*
 * The worked examples of the rules, played as they stand there: what each of
 * them has its reader write is sent by mail, in every language, and each number
 * that it prints is compared with the position. lessons/ has the games.
 */

#include <check.h>
#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/file.h"
#include "base/json.h"
#include "base/mem.h"
#include "match/import.h"
#include "match/match.h"
#include "play.h"
#include "tests/run.h"
#include "tests/srcdir.h"
#include "text/markdown.h"

enum { WRITES = 12, FIGURES = 60 };

static struct err e;
static const char *const langs[] = { "en", "nl", "it" };

/* What an example says. */
struct example {
	char *write[WRITES]; /* owned: the lines to be sent */
	long figure[FIGURES];
	int writes, figures;
};

/* A game at the example's position, and what was known then. */
struct lesson {
	const char *kind;
	struct scene s;
	struct buf log;
	int64_t game;
	int seat, sent, times; /* lines, and mails, sent so far */
	cJSON *data, *facts[WRITES + 1];
	const struct example *said;
};

/* Code is left out, and what is part of a name: "D2", "2x". */
static void
read_figures(const char *text, struct example *x)
{
	char before = ' ';

	for (const char *p = text; *p; before = *p++) {
		size_t n = strspn(p, "0123456789");

		if (*p == '`')
			p += 1 + strcspn(p + 1, "`");
		if (n == 0)
			continue;
		if (!isalnum((unsigned char)before) &&
		    !isalpha((unsigned char)p[n])) {
			ck_assert_int_lt(x->figures, FIGURES);
			x->figure[x->figures++] = strtol(p, NULL, 10);
		}
		p += n - 1;
	}
}

/* The code that each item of its list begins with. */
static void
read_writes(const char *text, struct example *x)
{
	for (const char *p = text; (p = strstr(p, "\n- ")) != NULL; p++) {
		const char *code = p + strcspn(p, "`") + 1;

		ck_assert_int_lt(x->writes, WRITES);
		x->write[x->writes++] = mem_ndup(code, strcspn(code, "`"));
	}
}

/* The first section of the template. */
static void
read_example(const struct texts *t, const char *kind, const char *lang,
    struct example *x)
{
	struct buf md = BUF_INIT;
	char name[64];
	char *next;

	memset(x, 0, sizeof *x);
	snprintf(name, sizeof name, "%s/example", kind);
	ck_assert_int_eq(texts_render(t, lang, name, NULL, &md, &e), 0);
	next = strstr(md.data + 1, "\n## ");
	ck_assert_ptr_nonnull(next);
	*next = '\0';
	read_figures(md.data, x);
	read_writes(md.data, x);
	ck_assert_int_gt(x->writes, 0);
	buf_release(&md);
}

static void
example_release(struct example *x)
{
	for (int i = 0; i < x->writes; i++)
		free(x->write[i]);
}

/* What the seat knows now. */
static void
note_facts(struct lesson *l)
{
	struct buf text = BUF_INIT;
	struct match *m;
	struct json j;

	ck_assert_int_eq(match_look(&l->s.desk.club, l->game, &m, &e), 1);
	json_init(&j, &text);
	m->kind->rules->facts(m->kind->data, table_position(m->table), l->seat,
	    &j);
	l->facts[l->times] = cJSON_Parse(text.data);
	ck_assert_ptr_nonnull(l->facts[l->times]);
	match_drop(m);
	buf_release(&text);
}

/* A member of an object; of a list by its number, id or name. */
static const cJSON *
member(const cJSON *o, const char *name)
{
	const cJSON *item;

	if (!cJSON_IsArray(o))
		return cJSON_GetObjectItemCaseSensitive(o, name);
	if (isdigit((unsigned char)*name))
		return cJSON_GetArrayItem(o, (int)strtol(name, NULL, 10));
	cJSON_ArrayForEach(item, o)
		for (int i = 0; i < 2; i++) {
			const char *is = cJSON_GetStringValue(
			    cJSON_GetObjectItemCaseSensitive(item,
				i ? "id" : "name"));
			if (is != NULL && strcmp(is, name) == 0)
				return item;
		}
	return NULL;
}

/* What a path leads to, in words: "null" if that is so, or nothing is there. */
static void
look_up(const struct lesson *l, const char *path, struct buf *out)
{
	char *copy = mem_dup(path), *save = NULL;
	const char *step = strtok_r(copy, "/", &save);
	const cJSON *at = strcmp(step, "data") == 0 ?
	    l->data :
	    l->facts[strtol(step, NULL, 10)];
	int count = -1;

	while ((step = strtok_r(NULL, "/", &save)) != NULL)
		if (strcmp(step, "#") == 0)
			count = cJSON_GetArraySize(at);
		else
			at = member(at, step);
	if (count >= 0)
		buf_printf(out, "%d", count);
	else if (cJSON_IsNumber(at))
		buf_printf(out, "%.0f", cJSON_GetNumberValue(at));
	else
		buf_str(out, cJSON_IsString(at) ? at->valuestring : "null");
	free(copy);
}

static long
value_of(const struct lesson *l, const char *word)
{
	struct buf b = BUF_INIT;
	char *end;
	long n;

	if (strchr(word, '/') != NULL)
		look_up(l, word, &b);
	else
		buf_str(&b, word);
	n = strtol(b.data, &end, 10);
	ck_assert_msg(*end == '\0' && end > b.data, "%s: %s is %s", l->kind,
	    word, b.data);
	buf_release(&b);
	return n;
}

static long
evaluate(const struct lesson *l, const char *expression)
{
	char *copy = mem_dup(expression), *save = NULL, sign = '+';
	long n = 0;

	for (char *w = strtok_r(copy, " ", &save); w != NULL;
	    w = strtok_r(NULL, " ", &save)) {
		long v;

		if (strchr("+-*/", *w) != NULL && w[1] == '\0') {
			sign = *w;
			continue;
		}
		v = value_of(l, w);
		n = sign == '+' ? n + v :
		    sign == '-' ? n - v :
		    sign == '*' ? n * v :
				  n / v;
	}
	free(copy);
	return n;
}

/* A comment of the log that begins so; NULL: this line is none. */
static char *
comment(const char *line, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(line, "; ", 2) != 0 || strncmp(line + 2, word, n) != 0 ||
	    line[2 + n] != ' ')
		return NULL;
	return mem_ndup(line + 3 + n, strcspn(line + 3 + n, "\n"));
}

static void
say(struct lesson *l, int seat, const char *text)
{
	int before = 0, after = 0;
	struct match *m;

	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(match_look(&l->s.desk.club, l->game, &m, &e),
		    1);
		*(i ? &after : &before) = m->game.seq;
		match_drop(m);
		if (i == 0)
			scene_say(&l->s, l->game, seat, text);
	}
	ck_assert_msg(after > before, "%s: p%d may not \"%s\"", l->kind, seat,
	    text);
}

/* So many lines of the example, all of which must be done. */
static void
send(struct lesson *l, int n)
{
	struct buf mail = BUF_INIT;
	struct seen answer;

	note_facts(l);
	l->times++;
	for (; n > 0; n--) {
		ck_assert_int_lt(l->sent, l->said->writes);
		buf_printf(&mail, "%s\n", l->said->write[l->sent++]);
	}
	say(l, l->seat, mail.data);
	scene_last(&l->s, l->game, l->seat, &answer);
	ck_assert_msg(strstr(answer.subject, "Problem") == NULL, "%s\n%s",
	    mail.data, answer.text);
	seen_release(&answer);
	buf_release(&mail);
}

static void
play(struct lesson *l)
{
	for (const char *p = l->log.data; p != NULL; p = strchr(p, '\n')) {
		char *what;

		p += *p == '\n';
		if ((what = comment(p, "send")) != NULL)
			send(l, (int)strtol(what, NULL, 10));
		else if ((what = comment(p, "say")) != NULL)
			say(l, what[1] - '0', what + 3);
		else if ((what = comment(p, "seat")) != NULL)
			l->seat = what[1] - '0';
		free(what);
	}
	note_facts(l);
	ck_assert_int_eq(l->sent, l->said->writes);
}

/* That it says what is so, and of numbers nothing else. */
static void
check_words(const struct lesson *l, const char *lang)
{
	int n = 0;

	for (const char *p = l->log.data; p != NULL; p = strchr(p, '\n')) {
		struct buf b = BUF_INIT;
		char *what;

		p += *p == '\n';
		if ((what = comment(p, "figure")) != NULL) {
			ck_assert_int_lt(n, l->said->figures);
			ck_assert_msg(l->said->figure[n] == evaluate(l, what),
			    "%s in %s says %ld where it is %ld (number %d, %s)",
			    l->kind, lang, l->said->figure[n],
			    evaluate(l, what), n + 1, what);
			n++;
		} else if ((what = comment(p, "is")) != NULL) {
			char *word = strchr(what, ' ');

			if (word != NULL)
				*word++ = '\0';
			look_up(l, what, &b);
			ck_assert_str_eq(b.data, word != NULL ? word : "null");
		}
		free(what);
		buf_release(&b);
	}
	ck_assert_int_eq(n, l->said->figures);
}

static void
open_lesson(struct lesson *l, const char *kind, const char *lang)
{
	struct import how = { .seats = 0 };
	struct buf json = BUF_INIT;
	char path[200], want[20];

	memset(l, 0, sizeof *l);
	l->kind = kind;
	snprintf(path, sizeof path,
	    PAQUEBOT_SRCDIR "/tests/desk/lessons/%s.turnlog", kind);
	OK(file_read(path, 1 << 16, &l->log, &e));
	snprintf(path, sizeof path, PAQUEBOT_SRCDIR "/data/%s.json", kind);
	OK(file_read(path, 1 << 20, &json, &e));
	l->data = cJSON_Parse(json.data);
	buf_release(&json);
	scene_open(&l->s, true);
	for (const char *p = l->log.data; (p = strstr(p, "\nSeat-p")); p++)
		how.seats++;
	how.seat[1].address = "anna@example.net";
	how.seat[2].address = "bruno@example.net";
	how.seat[3].address = "carla@example.net";
	OK(db_begin(l->s.db, &e));
	OK(match_import(&l->s.desk.club, l->log.data, l->log.len, &how,
	    &l->game, &e));
	OK(db_commit(l->s.db, &e));
	snprintf(want, sizeof want, "set lang %s\n", lang);
	for (int seat = 1; seat <= how.seats; seat++)
		scene_say(&l->s, l->game, seat, want);
}

static void
close_lesson(struct lesson *l)
{
	for (int i = 0; i <= l->times; i++)
		cJSON_Delete(l->facts[i]);
	cJSON_Delete(l->data);
	buf_release(&l->log);
	scene_close(&l->s);
}

START_TEST(examples_are_as_the_engine_has_it)
{
	const char *kind = game_registry[_i / 3]->name, *lang = langs[_i % 3];
	struct example said;
	struct lesson l;

	open_lesson(&l, kind, lang);
	read_example(l.s.texts, kind, lang, &said);
	l.said = &said;
	play(&l);
	check_words(&l, lang);
	close_lesson(&l);
	example_release(&said);
}
END_TEST

/* Each of them by mail, in every language, on a narrow board and as a list. */
START_TEST(rules_fit_a_mail)
{
	static const char *const how[] = { "set width 40\n",
		"set layout list\n" };
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	s.kind = game_registry[_i]->name;
	scene_game(&s, "Anna Bruno", "-", 5);
	for (int i = 0; i < 6; i++) {
		struct buf b = BUF_INIT;

		buf_printf(&b,
		    "set width 72\nset layout board\nset lang %s\n%s",
		    langs[i / 2], how[i % 2]);
		scene_say(&s, 1, 1, b.data);
		buf_release(&b);
		for (int k = 0; k < 2; k++) {
			scene_say(&s, 1, 1, k ? "rules\n" : "rules example\n");
			scene_last(&s, 1, 1, &m);
			play_check_mail(&m, i % 2 ? 72 : 40);
			ck_assert(strstr(m.subject, "Problem") == NULL);
			seen_release(&m);
		}
	}
	scene_close(&s);
}
END_TEST

/* What the tip of Atlantic Star says of money, for every number of seats. */
START_TEST(money_is_what_the_tip_says)
{
	struct buf json = BUF_INIT, tip = BUF_INIT;
	cJSON *data, *seats, *sea;
	struct texts *texts;
	int legs = 0;

	OK(file_read(PAQUEBOT_SRCDIR "/data/atlantic-star.json", 1 << 20, &json,
	    &e));
	OK(texts_open(NULL, &texts, &e));
	data = cJSON_Parse(json.data);
	cJSON_ArrayForEach(sea, cJSON_GetObjectItem(data, "seas"))
		legs += cJSON_GetArraySize(cJSON_GetObjectItem(sea, "legs"));
	OK(texts_render(texts, langs[_i], "atlantic-star/tip", NULL, &tip, &e));
	cJSON_ArrayForEach(seats, cJSON_GetObjectItem(data, "money"))
		ck_assert_int_eq(seats->valueint,
		    legs *
			cJSON_GetObjectItem(cJSON_GetObjectItem(data,
						"voyages_per_sea"),
			    seats->string)
			    ->valueint *
			strtol(tip.data + strcspn(tip.data, "0123456789"), NULL,
			    10));
	cJSON_Delete(data);
	texts_free(texts);
	buf_release(&json);
	buf_release(&tip);
}
END_TEST

CASES(tests)
{
	int games = 0;

	while (game_registry[games] != NULL)
		games++;
	tcase_add_loop_test(t, examples_are_as_the_engine_has_it, 0, games * 3);
	tcase_add_loop_test(t, rules_fit_a_mail, 0, games);
	tcase_add_loop_test(t, money_is_what_the_tip_says, 0, 3);
}
