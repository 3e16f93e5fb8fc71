/* SPDX-License-Identifier: MIT */
#include "tests/world/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "tests/world/mailbox.h"
#include "tests/world/model.h"
#include "tests/world/world.h"

struct people people;

static const char *const names[] = { "anna", "bruno", "carla", "dirk", "elena",
	"frank", "gina", "hans", "iris", "jan", "kim", "lena", "mark", "nora",
	"otto", "paul" };

void
people_open(int n)
{
	people.n = n;
	for (int i = 0; i < n; i++) {
		struct person *p = &people.at[i];

		*p = (struct person){ .stream = STREAM_PEOPLE + i };
		(void)snprintf(p->name, sizeof p->name, "%s", names[i]);
		(void)snprintf(p->address, sizeof p->address, "%s@example.net",
		    names[i]);
	}
}

static void
wrote_free(struct wrote *w)
{
	free(w->id);
	free(w->line);
	free(w->offered);
	free(w);
}

void
people_close(void)
{
	for (int i = 0; i < people.n; i++) {
		struct person *p = &people.at[i];

		for (size_t k = 0; k < p->n_got; k++) {
			delivered_release(p->got[k]);
			free(p->got[k]);
		}
		for (size_t k = 0; k < p->n_wrote; k++)
			wrote_free(p->wrote[k]);
		free(p->got);
		free(p->wrote);
	}
	memset(&people, 0, sizeof people);
}

struct person *
people_find(const char *address)
{
	for (int i = 0; i < people.n; i++)
		if (strcmp(people.at[i].address, address) == 0)
			return &people.at[i];
	return NULL;
}

/* ---- writing ---- */

struct underway {
	struct person *by;
	struct wrote *what; /* borrowed */
	struct buf raw;
};

static void
underway_drop(void *arg)
{
	struct underway *u = arg;

	buf_release(&u->raw);
	free(u);
}

static void
underway_arrives(void *arg)
{
	struct underway *u = arg;

	u->what->came = world_seconds();
	u->what->order = ++people.came;
	world_tell("mail %s of %s: \"%s\"", u->what->id, u->by->name,
	    u->what->line);
	mailbox_deliver(&u->raw);
	underway_drop(u);
}

static void
quote(const char *text, struct buf *out)
{
	for (const char *p = text; *p != '\0';) {
		size_t n = strcspn(p, "\n");

		buf_str(out, n > 0 ? "> " : ">");
		buf_add(out, p, n);
		buf_str(out, "\r\n");
		p += n + (p[n] == '\n');
	}
}

static void
write_raw(const struct person *p, const struct wrote *w,
    const struct delivered *to, bool quotes, struct buf *out)
{
	char date[CLOCK_MAILDATE_SIZE];

	clock_maildate(world_seconds(), date);
	buf_printf(out,
	    "Return-Path: <%s>\r\nFrom: %s <%s>\r\nTo: %s\r\n"
	    "Subject: Re: %s\r\nDate: %s\r\nMessage-ID: %s\r\n"
	    "In-Reply-To: %s\r\nReferences: %s\r\nMIME-Version: 1.0\r\n"
	    "Content-Type: text/plain; charset=utf-8\r\n"
	    "Content-Transfer-Encoding: 8bit\r\n\r\n%s\r\n",
	    p->address, p->name, p->address, to->reply_to, to->subject, date,
	    w->id, to->id, to->id, w->line);
	if (!quotes)
		return;
	buf_printf(out, "\r\nOn Fri, 27 Nov 2026 at 18:00, %s wrote:\r\n\r\n",
	    to->from);
	quote(to->text, out);
}

/* Replies to a mail with one line. */
static void
reply(struct person *p, const struct delivered *to, const char *line,
    const char *offered)
{
	struct underway *u = mem_zero(1, sizeof *u);
	struct wrote *w = mem_zero(1, sizeof *w);
	char id[64];

	(void)snprintf(id, sizeof id, "<%s.%zu@people.example>", p->name,
	    p->n_wrote + 1);
	*w = (struct wrote){ .id = mem_dup(id),
		.sent = world_seconds(),
		.game = to->game,
		.seat = to->seat,
		.board = to->board,
		.line = mem_dup(line),
		.offered = mem_dup(offered) };
	p->wrote = mem_more(p->wrote, p->n_wrote, sizeof *p->wrote);
	p->wrote[p->n_wrote++] = w;
	*u = (struct underway){ .by = p, .what = w };
	write_raw(p, w, to, fate_below(&world.fate, p->stream, 3) > 0, &u->raw);
	world_plan(fate_between(&world.fate, p->stream, 500, 40 * SECOND),
	    underway_arrives, u, underway_drop);
}

/* ---- reading ---- */

/* The last mail to them that numbers the moves of a seat. */
static const struct delivered *
last_list(const struct person *p, const struct delivered *of)
{
	for (size_t i = p->n_got; i-- > 0;)
		if (p->got[i]->game == of->game &&
		    p->got[i]->seat == of->seat && p->got[i]->choices > 0)
			return p->got[i];
	return NULL;
}

/* Whether a later mail of the same seat is here already. */
static bool
outdated(const struct person *p, const struct delivered *l)
{
	for (size_t i = p->n_got; i-- > 0 && p->got[i] != l;)
		if (p->got[i]->game == l->game && p->got[i]->seat == l->seat &&
		    p->got[i]->board >= l->board)
			return true;
	return false;
}

static void
move(struct person *p, const struct delivered *l)
{
	const struct delivered *list = l->choices > 0 ? l : last_list(p, l);
	char number[16];
	int n;

	if (list == NULL) {
		reply(p, l, "resend", NULL);
		return;
	}
	n = 1 + (int)fate_below(&world.fate, p->stream, list->choices);
	(void)snprintf(number, sizeof number, "%d", n);
	reply(p, list, number, list->words[n]);
}

static void
read_one(struct person *p, const struct delivered *l)
{
	bool asks = l->asks || strstr(l->subject, "[Problem]") != NULL;

	if (!l->asks_ready && !(l->seat > 0 && asks && !outdated(p, l)))
		return;
	/* Sometimes they mean to, and forget. */
	if (people.rest || !fate_deed(&world.fate, p->stream, 985))
		return;
	if (l->asks_ready)
		reply(p, l, "ready", NULL);
	else
		move(p, l);
}

static void
comes_to_read(void *arg)
{
	struct person *p = arg;

	p->awaits = false;
	while (p->read < p->n_got)
		read_one(p, p->got[p->read++]);
}

/* Most look at their mail soon, some in the evening, a few after days. */
static int64_t
until_they_read(int stream)
{
	int64_t sort = fate_below(&world.fate, stream, 100);

	return sort < 60 ?
	    fate_between(&world.fate, stream, 2 * MINUTE, 3 * HOUR) :
	    sort < 96 ? fate_between(&world.fate, stream, 3 * HOUR, 18 * HOUR) :
			fate_between(&world.fate, stream, 18 * HOUR, 4 * DAY);
}

void
people_get(const char *to, const char *raw, size_t len)
{
	struct person *p = people_find(to);
	char hash[HASH_HEX_SIZE];
	struct delivered *l;
	bool again = false;

	if (p == NULL) {
		world_tell("to %s, who is nobody here", to);
		return;
	}
	l = mem_zero(1, sizeof *l);
	delivered_read(l, raw, len);
	for (size_t i = 0; i < p->n_got; i++)
		again = again || strcmp(p->got[i]->id, l->id) == 0;
	p->got = mem_more(p->got, p->n_got, sizeof *p->got);
	p->got[p->n_got++] = l;
	hash_sha256_hex(raw, len, hash);
	world_tell("to %s: %s %.8s \"%s\"", p->name, l->id, hash, l->subject);
	world.mails++;
	if (world.shows_mails)
		buf_printf(&world.history, "\n%s\n", l->text);
	model_got(p, l, again);
	if (!p->awaits)
		world_plan(until_they_read(p->stream), comes_to_read, p, NULL);
	p->awaits = true;
}
