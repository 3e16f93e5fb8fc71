/* SPDX-License-Identifier: MIT */
#include "log/strict.h"

#include "base/clock.h"
#include "log/bound.h"
#include "log/canonical.h"

static int
wrong(int line, const char *what, struct err *e)
{
	return err_set(e, ERR_CORRUPT, "%d: %s", line, what);
}

/* What a log may hold and the engine never writes. */
static const char *
stranger(const struct turnlog_line *line)
{
	static const char *const tags[] = { "Game", "Data", "Id", "Started",
		"Seats", "Options", "Draws", "Seed-Commit", "Seed", "Words",
		"Computers" };

	switch (line->type) {
	case TURNLOG_SECTION:
	case TURNLOG_COMMENT:
		return "the engine writes no such line";
	case TURNLOG_TAG:
		for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
			if (slice_is(line->key, tags[i]))
				return NULL;
		return line->key.len == 7 &&
			memcmp(line->key.at, "Seat-p", 6) == 0 ?
		    NULL :
		    "the engine writes no such tag";
	default:
		return NULL;
	}
}

/* Each line by itself; and that time passes. */
static int
lines(const char *text, size_t len, struct err *e)
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	const char *what = NULL;
	int64_t last = 0;
	int rc;

	turnlog_open(&reader, text, len);
	while ((rc = turnlog_next(&reader, &line, e)) == 1) {
		what = stranger(&line);
		if (line.type == TURNLOG_TAG && slice_is(line.key, "Started"))
			(void)clock_stamp_parse(line.text.at, line.text.len,
			    &last);
		if (line.type == TURNLOG_EVENT && line.time < last)
			what = "a stamp is missing, or before the one above";
		if (line.type == TURNLOG_EVENT)
			last = line.time;
		if (what != NULL)
			return wrong(line.number, what, e);
	}
	return rc < 0 ? err_wrap(e, "%d", line.number) : 0;
}

/* The first line in which they differ. */
static int
same(const char *text, size_t len, const struct buf *canonical, struct err *e)
{
	const char *is = buf_text(canonical);
	int line = 1;
	size_t i = 0;

	for (; i < len && i < canonical->len && text[i] == is[i]; i++)
		line += text[i] == '\n';
	return i == len && i == canonical->len ?
	    0 :
	    wrong(line, "the engine writes it otherwise", e);
}

/* Without it neither seals nor draws are tested, so a log says why it has none:
 * by its option (T14), or that it was taken over without it (T26). */
static bool
may_lack_seed(const struct replay_head *head, const struct chain_found *found)
{
	const char *reveal = options_get(&head->options, "reveal");
	bool imported = false;

	for (int i = 0; i < found->anews; i++)
		imported |= slice_is(found->anew[i].why, "imported");
	return imported || (reveal != NULL && strcmp(reveal, "no") == 0);
}

static int
played(const char *text, size_t len, const struct game_kind *kind,
    struct chain_found *found, struct err *e)
{
	struct replay_how how = { .kind = kind, .until = -1 };
	struct turnlog_reader reader;
	struct replay_head head;
	struct replay r;
	int rc;

	turnlog_open(&reader, text, len);
	if (replay_read_head(&reader, &head, e) != 0)
		return -1;
	if (!reader.chained)
		return wrong(1, "format 1: no chain binds it", e);
	/* Who leaves it out tells no lie, but the engine writes it. */
	if (head.words < 0)
		return wrong(reader.line, "tag Words is missing", e);
	how.prove = head.seed[0] != '\0';
	rc = bound_replay(text, len, &how, &r, found, e);
	if (rc == 0 && !how.prove && !may_lack_seed(&head, found))
		rc = wrong(reader.line, "tag Seed is missing", e);
	else if (rc == 0 && r.redacted)
		rc = wrong(1, "this is a copy, not the whole log", e);
	else if (rc == 0 && r.end == REPLAY_OPEN)
		rc = wrong(r.line, "the end is missing", e);
	else if (rc == 0 && r.checks != 1)
		rc = wrong(r.line, "one check line stands before the end", e);
	replay_release(&r);
	return rc;
}

int
strict_log(const char *text, size_t len, const struct game_kind *kind,
    struct err *e)
{
	struct chain_found found = { .heads = 0 };
	struct buf canonical = BUF_INIT;
	int rc = lines(text, len, e) || played(text, len, kind, &found, e) ||
		canonical_log(text, len, kind, &canonical, e) ||
		same(text, len, &canonical, e) ?
	    -1 :
	    0;

	chain_found_release(&found);
	buf_release(&canonical);
	return rc;
}
