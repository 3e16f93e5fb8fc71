/* SPDX-License-Identifier: MIT */
#include "play.h"

#include <ctype.h>

#include "base/utf8.h"
#include "mail/quoting.h"
#include "match/match.h"
#include "text/markdown.h"

static void
fail(const char *what, const struct seen *m)
{
	fprintf(stderr, "%s:\n%s\n", what, m->text);
	abort();
}

static const struct move *
pick(const struct game_kind *k, const void *pos, int seat,
    const struct moves *legal, struct rng *r, struct buf *out)
{
	const struct move *m = NULL;
	int first_charter = -1;

	for (int i = 0; i < legal->n; i++) {
		buf_clear(out);
		k->rules->format(k->data, pos, seat, &legal->at[i], out);
		if (strncmp(out->data, "voyage", 6) == 0)
			return &legal->at[i];
		if (first_charter < 0 && strncmp(out->data, "charter", 7) == 0)
			first_charter = i;
	}
	/* Now and then a loan or a replaced agency. */
	if (rng_below(r, 8) == 0 || first_charter < 0)
		m = &legal->at[rng_below(r, (uint32_t)legal->n)];
	else
		m = &legal->at[first_charter +
		    (int)rng_below(r, (uint32_t)(legal->n - first_charter))];
	buf_clear(out);
	k->rules->format(k->data, pos, seat, m, out);
	return m;
}

int
play_choose(struct scene *s, int64_t game, struct rng *r, struct buf *out)
{
	struct match *m;
	struct moves legal = MOVES_INIT;
	struct err e;
	int seat = 0;

	if (match_look(&s->desk.club, game, &m, &e) != 1) {
		fprintf(stderr, "%s\n", e.text);
		abort();
	}
	for (int i = 1; i <= m->seats; i++)
		if (match_to_act(m) & SEAT_BIT(i))
			seat = i;
	if (seat) {
		m->kind->rules->legal(m->kind->data, table_position(m->table),
		    seat, &legal);
		pick(m->kind, table_position(m->table), seat, &legal, r, out);
	}
	moves_release(&legal);
	match_drop(m);
	return seat;
}

void
play_log(struct scene *s, int64_t game, struct buf *out)
{
	struct match *m;
	struct err e;

	if (match_look(&s->desk.club, game, &m, &e) != 1 ||
	    match_log(m, ARCHIVE, true, out, &e))
		abort();
	match_drop(m);
}

static void
check_lines(const struct seen *m, int width)
{
	for (const char *p = m->text; *p;) {
		size_t n = strcspn(p, "\n");
		/* A log is a file and keeps its lines. */
		if (strstr(p, "%turnlog 1") == p ||
		    strstr(p, " %turnlog 1") == p)
			return;
		/* An address by itself is there to be copied. */
		if (utf8_width(p, n) > width &&
		    (memchr(p, '@', n) == NULL || memchr(p, ' ', n) != NULL))
			fail("a line too wide", m);
		p += n + (p[n] == '\n');
	}
}

static int
count(const char *text, const char *what)
{
	int n = 0;

	for (const char *p = text; (p = strstr(p, what)) != NULL; p++)
		n++;
	return n;
}

/* The line of the mark, where its head does not fit on it. */
static const char *
above(const char *text, const char *head, int width)
{
	const char *at = head - (head > text);

	while (at > text && at[-1] != '\n')
		at--;
	return head - at + (long)strcspn(head, "\n") > width ? at : head;
}

void
play_check_mail(const struct seen *m, int width)
{
	const char *last = m->text + strlen(m->text);

	check_lines(m, width);
	while (last > m->text && isspace((unsigned char)last[-1]))
		last--;
	while (last > m->text && last[-1] != '\n')
		last--;
	if (quoting_head((struct slice){ last, strcspn(last, "\n") }))
		last = above(m->text, last, width);
	if (strncmp(last, "mail ", 5) != 0)
		fail("no mark at the end", m);
	if (strlen(m->html) > 60 * 1024)
		fail("HTML too large", m);
	if (count(m->html, "mailto:") > HTML_LINKS_MAX)
		fail("too many links", m);
	if (utf8_width(m->subject, strlen(m->subject)) > 160)
		fail("a long subject", m);
	if (strstr(m->raw, "\r\nAuto-Submitted: auto-") == NULL)
		fail("no Auto-Submitted", m);
}
