/* SPDX-License-Identifier: MIT */
#include "store/library_question.h"

/* Facts of a seat: those of its row, and its figures, which are columns of the
 * tables that the file has. */

static const struct {
	const char *name, *column;
	bool text;
} seat_column[] = {
	{ "name", "s.name", true },
	{ "rank", "s.rank", false },
	{ "moves", "s.moves", false },
	{ "answers", "s.answers", false },
	{ "waited", "s.waited", false },
};

struct figure {
	char name[64];
	const char *is; /* the sign */
	int64_t than;
	int64_t turn; /* -1: the end */
	bool ever;
};

/* [at turn 10 / ever] */
static int
figure_when(struct library_question *q, struct figure *f)
{
	int failed = 0;

	f->turn = -1;
	f->ever = question_takes(q, "ever", &failed);
	if (f->ever || !question_takes(q, "at", &failed))
		return failed;
	if (failed == 0 && !question_takes(q, "turn", &failed))
		return question_wrong(q, "turn belongs here");
	return failed != 0 ? failed : question_count(q, 0, &f->turn);
}

/* In a table that has such a column: its rows are those of the seat. */
static int
figure_in(struct library_question *q, const char *table, const struct figure *f)
{
	char *from = sqlite3_mprintf("\"%w\" f WHERE f.game = s.game AND "
				     "f.seat = s.seat",
	    table);
	int rc;

	if (from == NULL)
		abort();
	if (f->ever)
		buf_printf(&q->sql, "EXISTS (SELECT 1 FROM %s AND f.\"%s\" %s ",
		    from, f->name, f->is);
	else
		buf_printf(&q->sql, "(SELECT f.\"%s\" FROM %s", f->name, from);
	sqlite3_free(from);
	rc = 0;
	if (f->turn >= 0) {
		buf_str(&q->sql, " AND f.turn <= ");
		rc = question_bind_number(q, f->turn);
		buf_printf(&q->sql, " AND g.turns >= ?%d", q->values);
	}
	if (!f->ever)
		buf_printf(&q->sql, " ORDER BY f.turn DESC LIMIT 1) %s ",
		    f->is);
	if (rc == 0)
		rc = question_bind_number(q, f->than);
	if (f->ever)
		buf_char(&q->sql, ')');
	return rc;
}

/* Tables with such a column, one after the other; without one nothing is so. */
static int
figure_tables(struct library_question *q, const struct figure *f)
{
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v2(q->l->db,
	    "SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c "
	    "WHERE t.type = 'table' AND substr(t.name, 1, 8) = 'figures_' AND "
	    "c.name = ?1 ORDER BY t.name",
	    -1, &stmt, NULL);

	rc = rc == SQLITE_OK ? 0 : library_fail(q->l, "library", q->e);
	if (rc == 0)
		(void)sqlite3_bind_text(stmt, 1, f->name, -1, SQLITE_STATIC);
	buf_str(&q->sql, "((0");
	while (rc == 0 && sqlite3_step(stmt) == SQLITE_ROW) {
		buf_str(&q->sql, " OR ");
		rc = figure_in(q, (const char *)sqlite3_column_text(stmt, 0),
		    f);
	}
	(void)sqlite3_finalize(stmt);
	buf_str(&q->sql, ") IS TRUE)");
	return rc;
}

/* Its name has been taken as the word that it is. */
static bool
figure_named(const struct library_question *q, struct figure *f)
{
	const char *word = buf_text(&q->word);
	size_t len = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_");

	if (len == 0 || word[len] != '\0' || len >= sizeof f->name ||
	    strcmp(word, "game") == 0 || strcmp(word, "turn") == 0 ||
	    strcmp(word, "seat") == 0)
		return false;
	memcpy(f->name, word, len + 1);
	return true;
}

static int
figure(struct library_question *q)
{
	struct figure f;

	if (!figure_named(q, &f))
		return question_wrong(q, "no fact of a seat");
	question_name(q, LIBRARY_FIGURE, DOER_SEAT, NULL, f.name);
	if (question_next(q) != 0 || question_sign(q, &f.is) != 0)
		return -1;
	if (!question_number(q, &f.than))
		return question_wrong(q, "a number belongs here");
	return question_next(q) != 0 || figure_when(q, &f) != 0 ?
	    -1 :
	    figure_tables(q, &f);
}

int
question_seat_fact(struct library_question *q)
{
	int failed = 0;

	if (question_takes(q, "won", &failed)) {
		buf_str(&q->sql, "((s.share > 0) IS TRUE)");
		return failed;
	}
	if (question_takes(q, "opened", &failed))
		return failed != 0 ? failed : question_opened(q);
	if (question_takes(q, "did", &failed))
		return failed != 0 ? failed : question_did(q, DOER_SEAT);
	for (size_t i = 0; i < sizeof seat_column / sizeof seat_column[0]; i++)
		if (question_takes(q, seat_column[i].name, &failed))
			return failed != 0 ?
			    failed :
			    question_compare(q, seat_column[i].column,
				seat_column[i].text);
	return q->kind == WORD_PLAIN ?
	    figure(q) :
	    question_wrong(q, "a fact of a seat belongs here");
}
