/* SPDX-License-Identifier: MIT */
#include "trouble.h"

#include <execinfo.h>
#include <sqlite3.h>

#include "base/log.h"
#include "base/mem.h"
#include "base/rng.h"
#include "desk/flood.h"
#include "mail/message.h"
#include "store/engine.h"
#include "tests/last.h"

/* Deep enough to tell who asks, not by which of a hundred ways they came. */
enum { DEPTH = 10, WAYS_MAX = 1 << 16 };

static struct {
	bool on;   /* an act is tried */
	bool late; /* that of a clock */
	bool all;  /* each new way fails, not the first alone */
	bool done; /* and something has failed in it */
	char alone[sizeof((struct err *)0)->text]; /* why a mail did */
	int tried;
	void *stack[DEPTH];
	int deep;               /* where it was */
	uint64_t way[WAYS_MAX]; /* that were gone; 0: free */
} trouble;

static uint64_t
mix(uint64_t h, const void *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		h = (h ^ ((const unsigned char *)data)[i]) * 1099511628211u;
	return h;
}

/* Whether what is asked for now shall fail: the first time on this way. */
static bool
fails(void)
{
	uint64_t h;
	size_t i;

	if (!trouble.on || (trouble.done && !trouble.all))
		return false;
	trouble.deep = backtrace(trouble.stack, DEPTH);
	h = mix(14695981039346656037u, trouble.stack,
		sizeof *trouble.stack * (size_t)trouble.deep) |
	    1;
	for (i = h % WAYS_MAX; trouble.way[i] && trouble.way[i] != h;)
		i = (i + 1) % WAYS_MAX;
	if (trouble.way[i])
		return false;
	trouble.way[i] = h;
	trouble.tried++;
	return trouble.done = true;
}

static int
stop(void *arg)
{
	return arg == NULL;
}

int __real_sqlite3_step(sqlite3_stmt *stmt);
int __wrap_sqlite3_step(sqlite3_stmt *stmt);
int __real_texts_render(const struct texts *t, const char *lang,
    const char *name, const struct cJSON *ctx, struct buf *out, struct err *e);
int __wrap_texts_render(const struct texts *t, const char *lang,
    const char *name, const struct cJSON *ctx, struct buf *out, struct err *e);
int __real_texts_render_plain(const struct texts *t, const char *lang,
    const char *name, const struct cJSON *ctx, struct buf *out, struct err *e);
int __wrap_texts_render_plain(const struct texts *t, const char *lang,
    const char *name, const struct cJSON *ctx, struct buf *out, struct err *e);
void __wrap_log_event(enum log_level level, const char *event, ...)
    __attribute__((sentinel));
int __real_message_write(const struct message_out *m, struct buf *out,
    struct err *e);
int __wrap_message_write(const struct message_out *m, struct buf *out,
    struct err *e);

/* The engine itself gives up: what writes takes its transaction with it. */
int
__wrap_sqlite3_step(sqlite3_stmt *stmt)
{
	sqlite3 *db = sqlite3_db_handle(stmt);
	int rc;

	if (!fails())
		return __real_sqlite3_step(stmt);
	sqlite3_progress_handler(db, 1, stop, NULL);
	rc = __real_sqlite3_step(stmt);
	sqlite3_progress_handler(db, 0, NULL, NULL);
	if (rc != SQLITE_INTERRUPT) {
		trouble.done = trouble.all;
		trouble.tried--;
	}
	return rc;
}

/* A mail that fails alone is told of in the log. */
void
__wrap_log_event(enum log_level level, const char *event, ...)
{
	struct buf line = BUF_INIT;
	va_list ap;

	va_start(ap, event);
	log_add(&line, level, event, ap);
	va_end(ap);
	if (trouble.on && strcmp(event, "mail.failed") == 0)
		snprintf(trouble.alone, sizeof trouble.alone, "%s",
		    buf_text(&line));
	else
		log_write(&line);
	buf_release(&line);
}

/* What is a mail's own fault is undone alone; of what the clock brings that is
 * put off, which is no failure. */
static int
broken(struct err *e)
{
	return err_set(e, trouble.late ? ERR_LATER : ERR_CORRUPT,
	    "interrupted by a test");
}

int
__wrap_texts_render(const struct texts *t, const char *lang, const char *name,
    const struct cJSON *ctx, struct buf *out, struct err *e)
{
	return fails() ? broken(e) :
			 __real_texts_render(t, lang, name, ctx, out, e);
}

int
__wrap_texts_render_plain(const struct texts *t, const char *lang,
    const char *name, const struct cJSON *ctx, struct buf *out, struct err *e)
{
	return fails() ? broken(e) :
			 __real_texts_render_plain(t, lang, name, ctx, out, e);
}

int
__wrap_message_write(const struct message_out *m, struct buf *out,
    struct err *e)
{
	return fails() ? broken(e) : __real_message_write(m, out, e);
}

static uint64_t
hash_rows(sqlite3 *db, const char *select, uint64_t h)
{
	sqlite3_stmt *stmt;

	if (sqlite3_prepare_v2(db, select, -1, &stmt, NULL) != SQLITE_OK)
		abort();
	while (__real_sqlite3_step(stmt) == SQLITE_ROW)
		for (int i = 0; i < sqlite3_column_count(stmt); i++) {
			const void *value = sqlite3_column_blob(stmt, i);
			int len = sqlite3_column_bytes(stmt, i);

			h = mix(h, &len, sizeof len);
			h = mix(h, value, (size_t)len);
		}
	sqlite3_finalize(stmt);
	return h;
}

/* Of all that is in the database. */
static uint64_t
everything(struct db *db)
{
	uint64_t h = 14695981039346656037u;
	sqlite3_stmt *tables;

	if (sqlite3_prepare_v2(db->handle,
		"SELECT format('SELECT * FROM %w', name) FROM sqlite_schema "
		"WHERE type = 'table' ORDER BY name",
		-1, &tables, NULL) != SQLITE_OK)
		abort();
	while (__real_sqlite3_step(tables) == SQLITE_ROW)
		h = hash_rows(db->handle,
		    (const char *)sqlite3_column_text(tables, 0), h);
	sqlite3_finalize(tables);
	return h;
}

static void
wrong(const char *what, const struct err *e)
{
	fprintf(stderr, "trouble: %s: %s\n", what, e->text);
	backtrace_symbols_fd(trouble.stack, trouble.deep, 2);
	exit(1);
}

void
trouble_start(bool late, bool all)
{
	trouble.all = all;
	trouble.done = false;
	trouble.alone[0] = '\0';
	trouble.late = late;
	trouble.on = true;
}

bool
trouble_stop(void)
{
	trouble.on = false;
	return trouble.done;
}

/* Tries the act; whether something failed in it. */
static bool
try(struct scene *s, scene_act *act, void *arg, uint64_t before)
{
	struct err e = { ERR_NONE, "" };
	int rc;

	rng_pin(s->pinned);
	if (db_begin(s->db, &e))
		wrong("no transaction", &e);
	trouble_start(s->clock, false);
	rc = act(s, arg, &e);
	(void)trouble_stop();
	/* What passed over it goes no further than this. */
	if (trouble.done && rc >= 0 && !trouble.alone[0])
		rc = db_commit(s->db, &e);
	if (trouble.done && rc >= 0 && !trouble.alone[0])
		wrong("it is done all the same", &e);
	if (trouble.done &&
	    strstr(rc < 0 ? e.text : trouble.alone, "interrupted") == NULL)
		wrong("the failure does not come back", &e);
	/* What was undone alone is gone before the rest is. */
	if (trouble.alone[0] && everything(s->db) != before)
		wrong("something is left of the mail", &e);
	db_abort(s->db);
	desk_forget(&s->desk);
	/* That one counts mails is no part of what is undone. */
	flood_free(s->desk.flood);
	s->desk.flood = flood_new(s->db);
	if (everything(s->db) != before)
		wrong("something is left of it", &e);
	return trouble.done;
}

static void
in_vain(struct scene *s, scene_act *act, void *arg)
{
	uint64_t before = everything(s->db);

	while (try(s, act, arg, before))
		;
	rng_pin(s->pinned);
}

void
trouble_begin(struct scene *s)
{
	log_set_level(LOG_LEVEL_ERROR);
	s->trouble = in_vain;
}

int
trouble_tried(void)
{
	return trouble.tried;
}
