/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "store/library_question.h"

/* Words of a question that no game has: a slip, which would be true of none. */

struct question_word {
	struct library_word is; /* its strings are owned; no game */
	const char *from;
};

void
question_name(struct library_question *q, enum library_what what, int actor,
    const char *verb, const char *word)
{
	struct question_word *w;

	q->name = mem_more(q->name, (size_t)q->names, sizeof *q->name);
	w = &q->name[q->names++];
	*w = (struct question_word){ .is = { .what = what, .actor = actor },
		.from = q->from };
	w->is.word = mem_dup(word);
	if (verb != NULL)
		w->is.verb = mem_dup(verb);
}

static void
drop(struct library_question *q, int from)
{
	while (q->names > from) {
		struct question_word *w = &q->name[--q->names];

		free((char *)(uintptr_t)w->is.word);
		free((char *)(uintptr_t)w->is.verb);
	}
}

void
question_names_free(struct library_question *q)
{
	drop(q, 0);
	free(q->name);
}

/* The library has it, whoever else knows it. */
static int
in_library(struct library_question *q, const struct library_word *w, bool *has)
{
	static const char *const sql[] = {
		[LIBRARY_VERB] = "SELECT 1 FROM acts WHERE verb = ?1 AND doer "
				 "= ?2 AND kind = ifnull(?4, kind)",
		[LIBRARY_ARG] = "SELECT 1 FROM acts JOIN args USING (act) "
				"WHERE name = ?1 AND doer = ?2 AND verb = ?3 "
				"AND kind = ifnull(?4, kind)",
		[LIBRARY_OPTION] = "SELECT 1 FROM options JOIN games USING "
				   "(game) WHERE key = ?1 AND kind = "
				   "ifnull(?4, kind)",
		[LIBRARY_SEAT] = "SELECT 1 FROM games WHERE seats >= "
				 "substr(?1, 2) + 0 AND kind = ifnull(?4, "
				 "kind)",
		[LIBRARY_FIGURE] = "SELECT 1 FROM sqlite_schema t, "
				   "pragma_table_info(t.name) c WHERE "
				   "substr(t.name, 1, 8) = 'figures_' AND "
				   "t.name = ifnull('figures_' || replace(?4, "
				   "'-', '_'), t.name) AND c.name = ?1",
	};
	const char *const value[] = { w->word, library_doer(w->actor), w->verb,
		w->game };
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v2(q->l->db, sql[w->what], -1, &stmt, NULL);

	for (int i = 0; i < 4 && rc == SQLITE_OK; i++)
		if (i < sqlite3_bind_parameter_count(stmt) && value[i] != NULL)
			rc = sqlite3_bind_text(stmt, i + 1, value[i], -1,
			    SQLITE_STATIC);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(stmt);
	*has = rc == SQLITE_ROW;
	rc = rc == SQLITE_ROW || rc == SQLITE_DONE ?
	    0 :
	    library_fail(q->l, "library", q->e);
	(void)sqlite3_finalize(stmt);
	return rc;
}

static int
wrong(struct library_question *q, const struct question_word *w,
    const char *game)
{
	static const char *const who[] = { "the operator", "chance", "seats" };

	q->from = w->from;
	if (game == NULL)
		game = "any game";
	switch (w->is.what) {
	case LIBRARY_VERB:
		return question_wrong(q, "no verb of %s in %s",
		    who[w->is.actor + 1], game);
	case LIBRARY_ARG:
		return question_wrong(q, "no argument of %s in %s", w->is.verb,
		    game);
	case LIBRARY_OPTION:
		return question_wrong(q, "no option of %s", game);
	case LIBRARY_FIGURE:
		return question_wrong(q, "no figure of %s", game);
	default:
		return question_wrong(q, "no seat of %s", game);
	}
}

static int
look_for(struct library_question *q, const struct question_word *w)
{
	struct library_word is = w->is;
	bool has;

	is.game = q->game[0] != '\0' ? q->game : NULL;
	if (q->known(&is))
		return 0;
	if (in_library(q, &is, &has) != 0)
		return -1;
	return has ? 0 : wrong(q, w, is.game);
}

int
question_look(struct library_question *q, int from)
{
	for (int i = from; i < q->names; i++)
		if (look_for(q, &q->name[i]) != 0)
			return -1;
	drop(q, from);
	return 0;
}
