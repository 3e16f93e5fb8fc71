/* SPDX-License-Identifier: MIT */
#include "store/library_own.h"

/* Rows into the tables of a library. */

#define AN_EVENT "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
enum { EIGHT = 8 };

static const char *const insert[INTO_TABLES] = {
	[INTO_ACTS] = "INSERT INTO acts VALUES (?, ?, ?, ?, ?)",
	[INTO_ARGS] = "INSERT INTO args VALUES (?, ?, ?, ?)",
	[INTO_GAMES] = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, "
		       "?, ?, ?, ?, ?, ?)",
	[INTO_OPTIONS] = "INSERT INTO options VALUES (?, ?, ?)",
	[INTO_SEATS] = "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, "
		       "?, ?, ?)",
	[INTO_EVENTS] = "INSERT INTO events VALUES " AN_EVENT,
	/* Most of what a row costs is what a statement does. */
	[INTO_EIGHT_EVENTS] = "INSERT INTO events VALUES " AN_EVENT
			      ", " AN_EVENT ", " AN_EVENT ", " AN_EVENT
			      ", " AN_EVENT ", " AN_EVENT ", " AN_EVENT
			      ", " AN_EVENT,
	[INTO_CARDS] = "INSERT INTO cards VALUES (?, ?, ?, ?, ?, ?)",
};

/* A row that is filled from its first column on. */
struct row {
	sqlite3_stmt *stmt;
	int at;
};

static void
put_int(struct row *r, int64_t n)
{
	(void)sqlite3_bind_int64(r->stmt, ++r->at, n);
}

static void
put_null(struct row *r)
{
	(void)sqlite3_bind_null(r->stmt, ++r->at);
}

static void
put_int_unless(struct row *r, int64_t n, int64_t none)
{
	if (n == none)
		put_null(r);
	else
		put_int(r, n);
}

static void
put_bytes(struct row *r, const char *s, size_t len)
{
	(void)sqlite3_bind_text64(r->stmt, ++r->at, s, len, SQLITE_STATIC,
	    SQLITE_UTF8);
}

static void
put_text(struct row *r, const char *s)
{
	put_bytes(r, s, strlen(s));
}

static int
row_into(struct library *l, enum library_into into, struct row *r,
    struct err *e)
{
	if (l->into[into] == NULL &&
	    sqlite3_prepare_v3(l->db, insert[into], -1,
		SQLITE_PREPARE_PERSISTENT, &l->into[into], NULL) != SQLITE_OK)
		return library_fail(l, "library", e);
	*r = (struct row){ l->into[into], 0 };
	return 0;
}

static int
row_done(struct library *l, struct row *r, struct err *e)
{
	int rc = sqlite3_step(r->stmt);

	if (rc != SQLITE_DONE)
		(void)library_fail(l, l->path != NULL ? l->path : "library", e);
	(void)sqlite3_reset(r->stmt);
	return rc == SQLITE_DONE ? 0 : -1;
}

const char *
library_doer(int actor)
{
	return actor > 0 ? "seat" : actor == 0 ? "chance" : "operator";
}

int
library_act(struct library *l, int act, const char *kind, int actor,
    struct slice words, struct err *e)
{
	const char *space = memchr(words.at, ' ', words.len);
	struct row r;

	if (actor > 0)
		library_cards_act(l->cards, act, kind, words);
	if (row_into(l, INTO_ACTS, &r, e) != 0)
		return -1;
	put_int(&r, act);
	put_text(&r, kind);
	put_text(&r, library_doer(actor));
	put_bytes(&r, words.at,
	    space != NULL ? (size_t)(space - words.at) : words.len);
	put_bytes(&r, words.at, words.len);
	return row_done(l, &r, e);
}

int
library_arg(struct library *l, int act, int place, const char *name,
    const char *text, long n, struct err *e)
{
	struct row r;

	if (row_into(l, INTO_ARGS, &r, e) != 0)
		return -1;
	put_int(&r, act);
	put_int(&r, place);
	put_text(&r, name);
	if (text == NULL)
		put_int(&r, n);
	else
		put_text(&r, text);
	return row_done(l, &r, e);
}

int
library_game(struct library *l, const struct library_game *g, struct err *e)
{
	struct row r;

	if (row_into(l, INTO_GAMES, &r, e) != 0)
		return -1;
	put_int(&r, ++l->game);
	put_text(&r, g->kind);
	put_int(&r, g->version);
	put_text(&r, g->id);
	put_int_unless(&r, g->started, -1);
	put_int_unless(&r, g->ended, -1);
	put_text(&r, g->ending);
	put_int(&r, g->seats);
	put_int(&r, g->events);
	put_int(&r, g->turns);
	put_int(&r, g->rounds);
	put_text(&r, g->options);
	put_text(&r, g->source);
	put_int(&r, g->line);
	put_int(&r, g->many);
	return row_done(l, &r, e);
}

int
library_option(struct library *l, const char *key, const char *value,
    struct err *e)
{
	struct row r;

	if (row_into(l, INTO_OPTIONS, &r, e) != 0)
		return -1;
	put_int(&r, l->game);
	put_text(&r, key);
	put_text(&r, value);
	return row_done(l, &r, e);
}

int
library_seat(struct library *l, const struct library_seat *s, struct err *e)
{
	struct row r;

	library_cards_seat(l->cards, s);
	if (row_into(l, INTO_SEATS, &r, e) != 0)
		return -1;
	put_int(&r, l->game);
	put_int(&r, s->seat);
	put_text(&r, s->name);
	if (s->rank == 0) {
		put_null(&r);
		put_null(&r);
		put_null(&r);
	} else {
		put_int(&r, s->score);
		put_int(&r, s->rank);
		(void)sqlite3_bind_double(r.stmt, ++r.at,
		    s->rank == 1 ? 1.0 / s->sharing : 0.0);
	}
	put_int(&r, s->moves);
	put_int(&r, s->answers);
	put_int(&r, s->waited);
	put_int(&r, s->credited);
	put_int(&r, s->rated);
	put_int_unless(&r, s->opening, 0);
	return row_done(l, &r, e);
}

static void
put_event(struct row *r, int64_t game, const struct library_event *ev)
{
	put_int(r, game);
	put_int(r, ev->seq);
	put_int(r, ev->turn);
	put_int(r, ev->round);
	put_int(r, ev->actor);
	put_int(r, ev->act);
	put_int_unless(r, ev->nth, 0);
	put_int(r, ev->stands);
	put_int_unless(r, ev->time, -1);
}

int
library_events(struct library *l, const struct library_event *ev, int n,
    struct err *e)
{
	int rc = 0, many;
	struct row r;

	library_cards_events(l->cards, ev, n);
	for (int i = 0; i < n && rc == 0; i += many) {
		many = n - i >= EIGHT ? EIGHT : 1;
		rc = row_into(l, many > 1 ? INTO_EIGHT_EVENTS : INTO_EVENTS, &r,
		    e);
		for (int k = 0; rc == 0 && k < many; k++)
			put_event(&r, l->game, &ev[i + k]);
		rc = rc == 0 ? row_done(l, &r, e) : rc;
	}
	return rc;
}

int
library_put_cards(struct library *l, struct err *e)
{
	struct library_card card;
	struct row r;

	for (int i = 0; library_cards_sum(l->cards, i, &card); i++) {
		if (card.seats == 0)
			continue;
		if (row_into(l, INTO_CARDS, &r, e) != 0)
			return -1;
		put_text(&r, card.kind);
		put_text(&r, card.card);
		put_int(&r, card.seats);
		(void)sqlite3_bind_double(r.stmt, ++r.at, card.share);
		(void)sqlite3_bind_double(r.stmt, ++r.at, card.even);
		put_int(&r, card.points);
		if (row_done(l, &r, e) != 0)
			return -1;
	}
	return 0;
}

void
library_figures_name(const char *kind, struct buf *out)
{
	buf_str(out, "figures_");
	for (; *kind != '\0'; kind++)
		buf_char(out, *kind == '-' ? '_' : *kind);
}

/* The table of a kind, or columns that it has not yet, by statements. */
static int
figures_columns(struct library *l, const struct library_figures *f, int from,
    struct err *e)
{
	struct buf sql = BUF_INIT, name = BUF_INIT;
	int rc;

	library_figures_name(f->kind, &name);
	if (from == 0) {
		buf_printf(&sql,
		    "CREATE TABLE %s (\n"
		    "  game INTEGER NOT NULL REFERENCES games,\n"
		    "  turn INTEGER NOT NULL, -- at its end\n"
		    "  seat INTEGER NOT NULL, -- a row holds until the "
		    "seat's next\n",
		    buf_text(&name));
		for (int i = 0; i < f->n; i++)
			buf_printf(&sql, "  \"%s\" INTEGER,\n",
			    f->name(f->arg, i));
		buf_str(&sql,
		    "  PRIMARY KEY (game, seat, turn)\n"
		    ") STRICT, WITHOUT ROWID");
	}
	for (int i = from; from > 0 && i < f->n; i++)
		buf_printf(&sql, "ALTER TABLE %s ADD COLUMN \"%s\" INTEGER;",
		    buf_text(&name), f->name(f->arg, i));
	rc = library_exec(l, buf_text(&sql), e);
	buf_release(&sql);
	buf_release(&name);
	return rc;
}

static int
figures_prepare(struct library *l, const struct library_figures *f, int kind,
    struct err *e)
{
	struct buf sql = BUF_INIT;
	int rc;

	(void)sqlite3_finalize(l->figures[kind].into);
	l->figures[kind].into = NULL;
	if (figures_columns(l, f, l->figures[kind].n, e) != 0)
		return -1;
	l->figures[kind].n = f->n;
	buf_str(&sql, "INSERT INTO ");
	library_figures_name(f->kind, &sql);
	buf_str(&sql, " VALUES (?, ?, ?");
	for (int i = 0; i < f->n; i++)
		buf_str(&sql, ", ?");
	buf_char(&sql, ')');
	rc = sqlite3_prepare_v3(l->db, buf_text(&sql), -1,
	    SQLITE_PREPARE_PERSISTENT, &l->figures[kind].into, NULL);
	buf_release(&sql);
	return rc == SQLITE_OK ? 0 : library_fail(l, "library", e);
}

static int
figures_of(struct library *l, const struct library_figures *f, struct err *e)
{
	int i = 0;

	while (i < l->kinds && strcmp(l->figures[i].kind, f->kind) != 0)
		i++;
	if (i == LIBRARY_KINDS)
		return err_set(e, ERR_GIVEUP, "too many kinds of games");
	if (i == l->kinds) {
		(void)snprintf(l->figures[i].kind, sizeof l->figures[i].kind,
		    "%s", f->kind);
		l->kinds++;
	}
	if (l->figures[i].n < f->n && figures_prepare(l, f, i, e) != 0)
		return -1;
	return i;
}

int
library_figures(struct library *l, const struct library_figures *f,
    struct err *e)
{
	int kind = figures_of(l, f, e);
	struct row r;

	if (kind < 0)
		return -1;
	r = (struct row){ l->figures[kind].into, 0 };
	put_int(&r, l->game);
	put_int(&r, f->turn);
	put_int(&r, f->seat);
	for (int i = 0; i < l->figures[kind].n; i++)
		put_int_unless(&r, i < f->n ? f->value[i] : f->none, f->none);
	return row_done(l, &r, e);
}
