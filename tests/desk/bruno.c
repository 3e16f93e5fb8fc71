/* SPDX-License-Identifier: MIT */
#include "bruno.h"

#include <check.h>

#include "base/clock.h"
#include "tests/last.h"

static struct err e;

int
bruno(struct scene *s, struct seen *out)
{
	struct seen m;
	int n = 0;

	while (scene_next(s, &m)) {
		if (strcmp(m.to, "bruno@example.net") != 0) {
			seen_release(&m);
			continue;
		}
		if (n++)
			seen_release(out);
		*out = m;
	}
	return n;
}

int64_t
bruno_due(struct scene *s)
{
	struct player p;
	int64_t when;

	ck_assert_int_eq(player_by_address(s->db, "bruno@example.net", &p, &e),
	    1);
	when = p.digest_due;
	player_release(&p);
	return when;
}

const char *
seen_line(const struct seen *m, const char *from, const char *line)
{
	const char *at = strstr(from, line);

	ck_assert_msg(at != NULL, "no %s in %.3000s", line, m->text);
	return at;
}

void
seen_once(const struct seen *m, const char *line)
{
	const char *at = seen_line(m, m->text, line);

	ck_assert_msg(strstr(at + 1, line) == NULL, "%.3000s", m->text);
}

void
bruno_digest(struct scene *s)
{
	s->now = bruno_due(s);
	clock_pin(s->now);
	ck_assert_int_eq(scene_digests(s), 1);
}

void
bruno_says(struct scene *s, const struct seen *to, const char *body)
{
	struct buf raw = BUF_INIT;

	scene_reply(s, to, "bruno@example.net", body, &raw);
	ck_assert_int_gt(scene_raw(s, raw.data, raw.len), 0);
	buf_release(&raw);
}
