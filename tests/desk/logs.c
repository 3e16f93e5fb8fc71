/* SPDX-License-Identifier: MIT */
#include "logs.h"

#include <check.h>

#include "base/file.h"
#include "log/replay.h"
#include "match/match.h"
#include "tests/srcdir.h"

struct match *
logs_look(struct scene *s, int64_t game)
{
	struct match *m;
	struct err e;

	ck_assert_int_eq(match_look(&s->desk.club, game, &m, &e), 1);
	return m;
}

void
logs_get(struct scene *s, int64_t game, struct buf *out)
{
	struct match *m = logs_look(s, game);
	struct err e;

	buf_clear(out);
	ck_assert_int_eq(match_log(m, ARCHIVE, true, out, &e), 0);
	match_drop(m);
}

bool
logs_proven(const struct buf *log, struct err *e)
{
	struct replay_how how = { .until = -1, .prove = true };
	struct replay replay = { 0 };
	int rc = replay_text(log->data, log->len, &how, &replay, e);

	replay_release(&replay);
	return rc == 0;
}

bool
logs_verified(const struct scene *s, const struct buf *log, const char *options)
{
	char path[96], line[600];
	struct err e;

	snprintf(path, sizeof path, "%s/one.turnlog", s->dir);
	ck_assert_int_eq(file_write(path, log->data, log->len, 0600, &e), 0);
	snprintf(line, sizeof line,
	    "python3 '%s/contrib/verify-seed.py' %s %s >%s/said 2>&1",
	    PAQUEBOT_SRCDIR, options, path, s->dir);
	return system(line) == 0;
}

void
logs_judged(const struct scene *s, struct buf *said)
{
	char line[600], path[96];
	struct err e;

	snprintf(line, sizeof line,
	    "python3 '%s/contrib/verify-seed.py' --chain %s/*.turnlog >%s/said",
	    PAQUEBOT_SRCDIR, s->dir, s->dir);
	ck_assert_int_ne(system(line), -1);
	snprintf(path, sizeof path, "%s/said", s->dir);
	buf_clear(said);
	ck_assert_int_eq(file_read(path, 1 << 23, said, &e), 0);
}

bool
logs_called_good(const struct scene *s, const struct buf *said, size_t number)
{
	char start[96];

	snprintf(start, sizeof start, "%s/%zu.turnlog: ", s->dir, number);
	ck_assert_msg(strstr(said->data, start) != NULL, "nothing of %zu",
	    number);
	snprintf(start, sizeof start, "%s/%zu.turnlog: ok ", s->dir, number);
	return strstr(said->data, start) != NULL;
}

void
logs_unchain(const struct buf *log, struct buf *out)
{
	const char *p = strchr(log->data, '\n');

	buf_clear(out);
	buf_str(out, "%turnlog 1");
	for (const char *end; p != NULL && p[1] != '\0'; p = end) {
		size_t len;

		end = strchr(p + 1, '\n');
		len = end != NULL ? (size_t)(end - p) : strlen(p);
		if (p[1] != '#' || memmem(p, len, " chain:", 7) == NULL)
			buf_add(out, p, len);
	}
	buf_char(out, '\n');
}

void
logs_unstamp(const struct buf *log, const char *line, struct buf *out)
{
	const char *at = strstr(log->data, line);

	ck_assert_ptr_nonnull(at);
	at = strstr(at, " @");
	buf_clear(out);
	buf_add(out, log->data, (size_t)(at - log->data));
	buf_str(out, strchr(at, '\n'));
}
