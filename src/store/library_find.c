/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/clock.h"
#include "store/library_ask.h"
#include "store/library_question.h"

/* A question is parsed by recursive descent, a function for each rule of the
 * grammar, and each appends the SQL of what it has read. */

typedef int rule(struct library_question *q);

/* x *("and" x): with `op` and what is between as SQL. */
static int
joined(struct library_question *q, rule *one, const char *word, const char *sql)
{
	int failed;

	buf_char(&q->sql, '(');
	failed = one(q);
	while (question_takes(q, word, &failed)) {
		buf_str(&q->sql, sql);
		failed = failed != 0 ? failed : one(q);
	}
	buf_char(&q->sql, ')');
	return failed;
}

/* That game is named for what stands beside. */
static void
name_game(struct library_question *q, const char *game)
{
	(void)snprintf(q->game, sizeof q->game, "%s", game);
}

/* "not" x / "(" whole ")"; *taken: it was one of them. */
static int
wrapped(struct library_question *q, rule *one, rule *whole, bool *taken)
{
	int failed = 0;

	*taken = true;
	if (++q->depth > QUESTION_DEPTH)
		return question_wrong(q, "too much in each other");
	if (question_takes(q, "not", &failed)) {
		char game[sizeof q->game];

		memcpy(game, q->game, sizeof game);
		buf_str(&q->sql, "NOT ");
		failed = failed != 0 ? failed : one(q);
		name_game(q, game);
	} else if (question_takes(q, "(", &failed)) {
		failed = failed != 0 ? failed : whole(q);
		if (failed == 0 && !question_takes(q, ")", &failed))
			failed = question_wrong(q, "a ) is missing");
	} else {
		*taken = false;
	}
	q->depth--;
	return failed;
}

static int seat_facts(struct library_question *q);

static int
seat_one(struct library_question *q)
{
	bool taken;
	int failed = wrapped(q, seat_one, seat_facts, &taken);

	return taken || failed != 0 ? failed : question_seat_fact(q);
}

static int
seat_both(struct library_question *q)
{
	return joined(q, seat_one, "and", " AND ");
}

static int
seat_facts(struct library_question *q)
{
	return joined(q, seat_both, "or", " OR ");
}

/* Of a seat, of any, of all: a fact, or several in brackets. */
static int
of_seat(struct library_question *q, int seat, bool every)
{
	int failed;

	buf_printf(&q->sql,
	    "%sEXISTS (SELECT 1 FROM seats s WHERE s.game = "
	    "g.game AND ",
	    every ? "NOT " : "");
	if (seat > 0)
		buf_printf(&q->sql, "s.seat = %d AND ", seat);
	buf_str(&q->sql, every ? "NOT " : "");
	q->seat = seat;
	failed = seat_one(q);
	buf_char(&q->sql, ')');
	return failed;
}

/* 2026-11-20 as the second it begins with. */
static int
day(struct library_question *q, const char *column)
{
	const char *is;
	struct buf stamp = BUF_INIT;
	int64_t at;
	int rc;

	if (question_sign(q, &is) != 0)
		return -1;
	buf_printf(&stamp, "%sT00:00:00Z", buf_text(&q->word));
	rc = clock_stamp_parse(buf_text(&stamp), stamp.len, &at);
	buf_release(&stamp);
	if (rc != 0 || (*is != '<' && *is != '>'))
		return question_wrong(q,
		    "a day belongs here, after < <= > or >=: 2026-11-20");
	/* "<= day" and "> day" are about the day's end. */
	if (strcmp(is, "<=") == 0 || strcmp(is, ">") == 0)
		at += 86400;
	buf_printf(&q->sql, "((%s %s ", column, *is == '<' ? "<" : ">=");
	rc = question_bind_number(q, at);
	buf_str(&q->sql, ") IS TRUE)");
	return rc != 0 ? rc : question_next(q);
}

static int
option(struct library_question *q)
{
	const char *key = buf_text(&q->word) + sizeof "option." - 1;
	int rc;

	question_name(q, LIBRARY_OPTION, DOER_SEAT, NULL, key);
	buf_str(&q->sql,
	    "EXISTS (SELECT 1 FROM options o WHERE o.game = "
	    "g.game AND o.key = ");
	rc = question_bind(q, key);
	buf_str(&q->sql, " AND ");
	if (rc == 0)
		rc = question_next(q);
	if (rc == 0)
		rc = question_compare(q, "o.value", true);
	buf_char(&q->sql, ')');
	return rc;
}

static int
kind(struct library_question *q)
{
	const char *is;

	if (question_sign(q, &is) != 0)
		return -1;
	if (q->kind == WORD_PLAIN || q->kind == WORD_QUOTED) {
		const char *game = buf_text(&q->word);

		if (!q->known(&(struct library_word){ .what = LIBRARY_GAME,
			.word = game }))
			return question_wrong(q, "no game has that name");
		if (strcmp(is, "=") == 0)
			name_game(q, game);
	}
	return question_value(q, "g.kind", is, true);
}

/* Of numbers, 9 comes before 10: the longer is behind. */
static int
id(struct library_question *q)
{
	const char *is;

	if (question_sign(q, &is) != 0)
		return -1;
	if (q->kind != WORD_PLAIN && q->kind != WORD_QUOTED)
		return question_wrong(q, "a value belongs here");
	buf_printf(&q->sql, "((length(g.id), g.id) %s (length(", is);
	if (question_bind(q, buf_text(&q->word)) != 0)
		return -1;
	buf_printf(&q->sql, "), ?%d))", q->values);
	return question_next(q);
}

static bool
is_ending(const char *word)
{
	return strcmp(word, "finished") == 0 ||
	    strcmp(word, "abandoned") == 0 || strcmp(word, "cancelled") == 0 ||
	    strcmp(word, "open") == 0;
}

static int
ending(struct library_question *q)
{
	const char *is;

	if (question_sign(q, &is) != 0)
		return -1;
	if ((q->kind == WORD_PLAIN || q->kind == WORD_QUOTED) &&
	    !is_ending(buf_text(&q->word)))
		return question_wrong(q,
		    "finished, abandoned, cancelled or open belongs here");
	return question_value(q, "g.ending", is, true);
}

static int
game_fact(struct library_question *q)
{
	static const struct {
		const char *name, *column;
		bool text;
	} of[] = { { "source", "g.source", true },
		{ "seats", "g.seats", false }, { "events", "g.events", false },
		{ "turns", "g.turns", false }, { "rounds", "g.rounds", false },
		{ "version", "g.version", false } };
	int failed = 0;

	if (strncmp(buf_text(&q->word), "option.", 7) == 0)
		return option(q);
	if (question_takes(q, "game", &failed))
		return failed != 0 ? failed : kind(q);
	if (question_takes(q, "id", &failed))
		return failed != 0 ? failed : id(q);
	if (question_takes(q, "ending", &failed))
		return failed != 0 ? failed : ending(q);
	if (question_takes(q, "started", &failed))
		return failed != 0 ? failed : day(q, "g.started");
	if (question_takes(q, "ended", &failed))
		return failed != 0 ? failed : day(q, "g.ended");
	for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
		if (question_takes(q, of[i].name, &failed))
			return failed != 0 ?
			    failed :
			    question_compare(q, of[i].column, of[i].text);
	return question_wrong(q,
	    "a fact of a game belongs here, or p1, anybody, everybody, chance "
	    "or operator and then what of them");
}

static int
did(struct library_question *q, enum doer doer)
{
	int failed = 0;

	if (!question_takes(q, "did", &failed))
		return question_wrong(q, "did belongs here");
	return failed != 0 ? failed : question_did(q, doer);
}

static int
fact(struct library_question *q)
{
	const char *word = buf_text(&q->word);
	int failed = 0;

	if (q->kind != WORD_PLAIN)
		return question_wrong(q, "a fact belongs here");
	if (word[0] == 'p' && word[1] >= '1' && word[1] <= '6' &&
	    word[2] == '\0') {
		int seat = word[1] - '0';

		question_name(q, LIBRARY_SEAT, DOER_SEAT, NULL, word);
		return question_next(q) != 0 ? -1 : of_seat(q, seat, false);
	}
	if (question_takes(q, "anybody", &failed))
		return failed != 0 ? failed : of_seat(q, 0, false);
	if (question_takes(q, "everybody", &failed))
		return failed != 0 ? failed : of_seat(q, 0, true);
	if (question_takes(q, "chance", &failed))
		return failed != 0 ? failed : did(q, DOER_CHANCE);
	if (question_takes(q, "operator", &failed))
		return failed != 0 ? failed : did(q, DOER_OPERATOR);
	return failed != 0 ? failed : game_fact(q);
}

static int facts(struct library_question *q);

static int
one_fact(struct library_question *q)
{
	bool taken;
	int failed = wrapped(q, one_fact, facts, &taken);

	return taken || failed != 0 ? failed : fact(q);
}

/* A game that is named is that of all that is joined with it; if none is, the
 * one that is named around it. */
static int
both_facts(struct library_question *q)
{
	int from = q->names, failed;
	char around[sizeof q->game];

	q->alternatives++;
	memcpy(around, q->game, sizeof around);
	name_game(q, "");
	failed = joined(q, one_fact, "and", " AND ");
	if (failed == 0 && q->game[0] != '\0')
		return question_look(q, from);
	name_game(q, around);
	return failed;
}

static int
facts(struct library_question *q)
{
	char game[sizeof q->game];
	int failed, beside = q->alternatives;

	memcpy(game, q->game, sizeof game);
	q->alternatives = 0;
	failed = joined(q, both_facts, "or", " OR ");
	if (q->alternatives > 1)
		name_game(q, game);
	q->alternatives = beside;
	return failed;
}

static int
compile(struct library_question *q)
{
	buf_str(&q->sql,
	    "SELECT g.game, g.kind, g.id, g.source, g.line, g.many FROM games "
	    "g WHERE "
	    "(");
	if (strlen(q->text) > QUESTION_MAX)
		return question_wrong(q, "too long a question");
	if (question_next(q) != 0 || facts(q) != 0)
		return -1;
	if (q->kind != WORD_END)
		return question_wrong(q, "and or or belongs here");
	if (question_look(q, 0) != 0)
		return -1;
	buf_str(&q->sql, ") ORDER BY g.game");
	return 0;
}

static void
give_values(const struct library_question *q, sqlite3_stmt *stmt)
{
	for (int i = 0; i < q->values; i++) {
		const struct question_value *v = &q->value[i];

		if (v->number)
			(void)sqlite3_bind_int64(stmt, i + 1, v->n);
		else
			(void)sqlite3_bind_text(stmt, i + 1, v->text, -1,
			    SQLITE_STATIC);
	}
}

static int
answer(struct library_question *q,
    void (*each)(void *arg, const struct library_found *f), void *arg)
{
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v2(q->l->db, buf_text(&q->sql), -1, &stmt,
	    NULL);

	if (rc != SQLITE_OK)
		return library_fail(q->l, "library", q->e);
	give_values(q, stmt);
	while ((rc = sqlite3_step(stmt)) == SQLITE_ROW)
		each(arg,
		    &(struct library_found){
			.game = sqlite3_column_int64(stmt, 0),
			.kind = (const char *)sqlite3_column_text(stmt, 1),
			.id = (const char *)sqlite3_column_text(stmt, 2),
			.source = (const char *)sqlite3_column_text(stmt, 3),
			.line = sqlite3_column_int(stmt, 4),
			.many = sqlite3_column_int(stmt, 5) != 0 });
	rc = rc == SQLITE_DONE ? 0 : library_fail(q->l, "library", q->e);
	(void)sqlite3_finalize(stmt);
	return rc;
}

int
library_find(struct library *l, const char *question,
    bool (*known)(const struct library_word *w),
    void (*each)(void *arg, const struct library_found *f), void *arg,
    struct err *e)
{
	struct library_question q = { .l = l,
		.text = question,
		.at = question,
		.from = question,
		.known = known,
		.e = e };
	int rc = compile(&q);

	if (rc == 0)
		rc = answer(&q, each, arg);
	question_names_free(&q);
	for (int i = 0; i < q.values; i++)
		free(q.value[i].text);
	buf_release(&q.word);
	buf_release(&q.sql);
	return rc;
}
