/* SPDX-License-Identifier: MIT */
#include "log/canonical.h"

#include <stdlib.h>

#include "log/canonical_own.h"
#include "log/record.h"

struct canonical {
	struct events events;
	struct buf *out;   /* borrowed */
	int seq;           /* of the last event written */
	bool by_operator;  /* it is an operator's */
	bool checked;      /* the check line is written */
	struct slice hash; /* of a check line of the last event; len 0: none */
};

/* An operator's event as it was read: its arguments are canonical words. */
static void
put_operator(struct canonical *s, const struct turnlog_line *line)
{
	struct slice read = turnlog_words(line);
	struct buf words = BUF_INIT;

	buf_add(&words, read.at, read.len);
	turnlog_write_event(s->out, line->seq, line->actor, buf_text(&words),
	    line->time);
	buf_release(&words);
}

static void
put_event(struct canonical *s, const struct replay *r,
    const struct turnlog_line *line)
{
	s->seq = line->seq;
	s->hash.len = 0;
	s->by_operator = line->actor < 0;
	if (s->by_operator)
		put_operator(s, line);
	else
		record_events(r->table, line->seq, &s->events, true, line->time,
		    s->out);
}

static void
put_check(struct canonical *s, const struct replay *r)
{
	char hash[65];

	if (s->seq == 0 || s->checked)
		return;
	s->checked = true;
	table_facts_hash(r->table, hash);
	/* One of facts as they once were holds too, and the end is bound to
	 * it. */
	if (s->hash.len > 0)
		memcpy(hash, s->hash.at, s->hash.len);
	turnlog_write_check(s->out, s->seq, hash);
}

static int
canonical_line(void *ctx, const struct replay *r,
    const struct turnlog_line *line)
{
	struct canonical *s = ctx;

	switch (line->type) {
	case TURNLOG_EVENT:
		put_event(s, r, line);
		break;
	case TURNLOG_DERIVED:
		/* Who did it and why: no replay can tell. */
		if (s->by_operator)
			turnlog_write_kept(s->out, line);
		break;
	case TURNLOG_CHECK:
		s->hash = line->text;
		break;
	case TURNLOG_END:
		put_check(s, r);
		turnlog_write_kept(s->out, line);
		break;
	case TURNLOG_CHAIN:
		/* That of the end stands below the check. */
		if (line->seq == 0)
			put_check(s, r);
		turnlog_write_kept(s->out, line);
		break;
	case TURNLOG_SECTION:
	case TURNLOG_COMMENT:
	case TURNLOG_CHAT:
	case TURNLOG_ANEW:
		turnlog_write_kept(s->out, line);
		break;
	default:
		break;
	}
	return 0;
}

/* The first line, the tags and the blank line are in order already. */
static void
put_head(struct canonical *s, const char *text, size_t len)
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct err e;

	turnlog_open(&reader, text, len);
	while (turnlog_next(&reader, &line, &e) == 1 &&
	    line.type == TURNLOG_TAG)
		;
	buf_add(s->out, text, (size_t)(reader.at - text));
}

/* The failure names a line of the tidied text: name that of the given one. */
static int
fail(const struct lines *lines, struct err *e)
{
	char *rest;
	long number = strtol(e->text, &rest, 10);
	struct err given = *e;

	if (rest == e->text || *rest != ':')
		return -1;
	return err_set(e, given.kind, "%d%s", lines_given(lines, (int)number),
	    given.text + (rest - e->text));
}

static int
play(struct canonical *s, const struct buf *tidied,
    const struct game_kind *kind, struct err *e)
{
	struct replay_how how = { .kind = kind,
		.until = -1,
		.liberal = true,
		.keep_history = true,
		.events = &s->events,
		.each = canonical_line,
		.ctx = s,
		.all_lines = true };
	struct replay replay;
	int rc;

	put_head(s, buf_text(tidied), tidied->len);
	rc = replay_text(buf_text(tidied), tidied->len, &how, &replay, e);
	if (rc == 0 && replay.end == REPLAY_OPEN)
		put_check(s, &replay);
	replay_release(&replay);
	return rc;
}

int
canonical_log(const char *text, size_t len, const struct game_kind *kind,
    struct buf *out, struct err *e)
{
	struct canonical s = { .out = out };
	struct buf tidied = BUF_INIT;
	struct lines lines = { 0 };
	struct replay replay;
	int rc;

	canonical_tidy(text, len, &tidied, &lines);
	rc = replay_text(buf_text(&tidied), tidied.len,
	    &(struct replay_how){ .kind = kind, .until = -1, .liberal = true },
	    &replay, e);
	if (rc == 0 && replay.redacted)
		buf_add(out, tidied.data, tidied.len);
	else if (rc == 0)
		rc = play(&s, &tidied, kind, e);
	replay_release(&replay);
	if (rc != 0)
		(void)fail(&lines, e);
	events_release(&s.events);
	buf_release(&tidied);
	lines_release(&lines);
	return rc;
}
