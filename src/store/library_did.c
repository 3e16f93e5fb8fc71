/* SPDX-License-Identifier: MIT */
#include "store/library_question.h"

/* What was done: acts by their words or arguments, and how often and when. */

/* The acts whose words begin with those, whole words: of the alias a. */
static int
words_like(struct library_question *q)
{
	const char *words = buf_text(&q->word);
	struct buf next = BUF_INIT;
	size_t verb = strcspn(words, " ");
	int rc;

	buf_add(&next, words, verb);
	buf_str(&q->sql, "a.verb = ");
	rc = question_bind(q, buf_text(&next));
	if (rc == 0 && words[verb] != '\0') {
		buf_str(&q->sql, " AND (a.words = ");
		rc = question_bind(q, words);
		buf_str(&q->sql, " OR (a.words > ");
		buf_clear(&next);
		buf_printf(&next, "%s ", words);
		rc = rc == 0 ? question_bind(q, buf_text(&next)) : rc;
		/* what stands behind a space among bytes */
		next.data[next.len - 1] = ' ' + 1;
		buf_str(&q->sql, " AND a.words < ");
		rc = rc == 0 ? question_bind(q, buf_text(&next)) : rc;
		buf_str(&q->sql, "))");
	}
	buf_release(&next);
	return rc;
}

/* Numbers are compared with numbers, and texts with texts: what looks like a
 * number may stand in a log as either. */
static int
argument_value(struct library_question *q, const char *is)
{
	int64_t n;

	buf_printf(&q->sql, " AND (typeof(r.value) = 'text' AND r.value %s ",
	    is);
	if (question_bind(q, buf_text(&q->word)) != 0)
		return -1;
	if (question_numeral(q, &n)) {
		buf_printf(&q->sql,
		    " OR typeof(r.value) = 'integer' AND r.value %s ", is);
		if (question_bind_number(q, n) != 0)
			return -1;
	}
	buf_str(&q->sql, "))");
	return question_next(q);
}

/* good=cocoa */
static int
argument(struct library_question *q, enum doer doer, const char *verb)
{
	const char *is;
	int rc;

	if (q->kind != WORD_PLAIN)
		return question_wrong(q, "an argument's name belongs here");
	question_name(q, LIBRARY_ARG, doer, verb, buf_text(&q->word));
	buf_str(&q->sql,
	    " AND EXISTS (SELECT 1 FROM args r WHERE r.act = "
	    "a.act AND r.name = ");
	rc = question_bind(q, buf_text(&q->word));
	if (rc != 0 || question_next(q) != 0 || question_sign(q, &is) != 0)
		return -1;
	if (q->kind != WORD_PLAIN && q->kind != WORD_QUOTED)
		return question_wrong(q, "a value belongs here");
	return argument_value(q, is);
}

static int
arguments(struct library_question *q, enum doer doer, const char *verb)
{
	int failed = 0;

	if (!question_takes(q, "(", &failed))
		return failed;
	do {
		failed = failed != 0 ? failed : argument(q, doer, verb);
	} while (question_takes(q, ",", &failed));
	if (failed == 0 && !question_takes(q, ")", &failed))
		return question_wrong(q, "a ) is missing");
	return failed;
}

/* (SELECT a.act FROM acts a WHERE …) */
static int
acts(struct library_question *q, enum doer doer)
{
	bool verb = q->kind == WORD_PLAIN;
	struct buf name = BUF_INIT;
	int rc;

	if ((!verb && q->kind != WORD_QUOTED) || q->word.len == 0)
		return question_wrong(q,
		    "what was done belongs here: \"load cocoa\", or "
		    "load(good=cocoa)");
	buf_printf(&q->sql,
	    "(SELECT a.act FROM acts a WHERE a.doer = '%s' AND ",
	    library_doer(doer));
	buf_add(&name, buf_text(&q->word), strcspn(buf_text(&q->word), " "));
	question_name(q, LIBRARY_VERB, doer, NULL, buf_text(&name));
	rc = words_like(q);
	if (rc == 0)
		rc = question_next(q);
	if (rc == 0 && verb)
		rc = arguments(q, doer, buf_text(&name));
	buf_char(&q->sql, ')');
	buf_release(&name);
	return rc;
}

/* Which of them it is, and then taken; -1: none. */
static int
when_word(struct library_question *q, int *failed)
{
	static const char *const word[] = { "by", "from", "in" };

	for (int i = 0; i < 3; i++)
		if (question_takes(q, word[i], failed))
			return i;
	return -1;
}

/* "from turn 3 by round 10" */
static int
when(struct library_question *q)
{
	static const char *const sql[] = { "<=", ">=", "=" };
	int failed = 0, which;
	int64_t n;

	while ((which = when_word(q, &failed)) >= 0 && failed == 0) {
		const char *unit = question_is(q, "turn") ? "turn" : "round";

		if (!question_is(q, unit))
			return question_wrong(q, "turn or round belongs here");
		if (question_next(q) != 0 || question_count(q, 0, &n) != 0)
			return -1;
		buf_printf(&q->sql, " AND e.%s %s ", unit, sql[which]);
		if (question_bind_number(q, n) != 0)
			return -1;
	}
	return failed;
}

/* [3 times] */
static int
times(struct library_question *q, int64_t *n)
{
	int failed = 0;

	*n = 1;
	if (!question_number(q, n)) {
		*n = 1;
		return 0;
	}
	failed = question_count(q, 1, n);
	if (failed == 0 && !question_takes(q, "times", &failed) &&
	    !question_takes(q, "time", &failed))
		return question_wrong(q, "times belongs here");
	return failed;
}

static int
events_of(struct library_question *q, enum doer doer, const char *columns)
{
	int64_t n;
	int rc;

	buf_printf(&q->sql, " IN (SELECT %s FROM events e WHERE e.act IN ",
	    columns);
	rc = acts(q, doer);
	if (doer == DOER_SEAT && q->seat == 0)
		buf_str(&q->sql, " AND e.stands = 1 AND e.seat > 0");
	else
		buf_printf(&q->sql, " AND e.stands = 1 AND e.seat = %d",
		    doer == DOER_SEAT ? q->seat : doer);
	rc = rc != 0 ? rc : times(q, &n);
	rc = rc != 0 ? rc : when(q);
	if (rc == 0 && n > 1) {
		buf_printf(&q->sql,
		    " GROUP BY %s HAVING count(*) >= ", columns);
		rc = question_bind_number(q, n);
	}
	buf_str(&q->sql, ")");
	return rc;
}

int
question_did(struct library_question *q, enum doer doer)
{
	if (doer != DOER_SEAT) {
		buf_str(&q->sql, "g.game");
		return events_of(q, doer, "e.game");
	}
	buf_str(&q->sql, "(s.game, s.seat)");
	return events_of(q, doer, "e.game, e.seat");
}

int
question_opened(struct library_question *q)
{
	int rc;

	buf_str(&q->sql, "((s.opening IN ");
	rc = acts(q, DOER_SEAT);
	buf_str(&q->sql, ") IS TRUE)");
	return rc;
}
