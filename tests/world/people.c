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

	if (u->what->came == 0)
		u->what->came = world_seconds();
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

/* How somebody writes. */
struct manner {
	bool quotes;
	bool elsewhere; /* from another address of theirs */
	bool automatic; /* it was their program */
	bool twice;     /* the same mail comes again */
	bool forged;    /* somebody else writes, who tries an address */
	bool stranger;  /* and says so */
};

static void
write_raw(const struct person *p, const struct wrote *w,
    const struct delivered *to, const struct manner *how, struct buf *out)
{
	char date[CLOCK_MAILDATE_SIZE], from[64];

	clock_maildate(world_seconds(), date);
	(void)snprintf(from, sizeof from, "%s@%s",
	    how->stranger ? "eve" : p->name,
	    how->elsewhere ? "work.example" : "example.net");
	buf_printf(out,
	    "Return-Path: <%s>\r\nFrom: %s <%s>\r\nTo: %s\r\n"
	    "Subject: Re: %s\r\nDate: %s\r\nMessage-ID: %s\r\n"
	    "In-Reply-To: %s\r\nReferences: %s\r\n%sMIME-Version: 1.0\r\n"
	    "Content-Type: text/plain; charset=utf-8\r\n"
	    "Content-Transfer-Encoding: 8bit\r\n\r\n%s\r\n",
	    from, p->name, from, to->reply_to, to->subject, date, w->id, to->id,
	    to->id, how->automatic ? "Auto-Submitted: auto-replied\r\n" : "",
	    w->line);
	if (!how->quotes)
		return;
	buf_printf(out, "\r\nOn Fri, 27 Nov 2026 at 18:00, %s wrote:\r\n\r\n",
	    to->from);
	quote(to->text, out);
}

static struct wrote *
note(struct person *p, const struct delivered *to, const char *line,
    const char *offered, const struct manner *how)
{
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
		.offered = mem_dup(offered),
		.forged = how->forged,
		.wants = how->forged ? -1 : !how->automatic };
	p->wrote = mem_more(p->wrote, p->n_wrote, sizeof *p->wrote);
	p->wrote[p->n_wrote++] = w;
	return w;
}

static void
post(struct person *p, struct wrote *w, const struct buf *raw, int64_t least,
    int64_t most)
{
	struct underway *u = mem_zero(1, sizeof *u);

	*u = (struct underway){ .by = p, .what = w };
	buf_add(&u->raw, raw->data, raw->len);
	world_plan(fate_between(&world.fate, p->stream, least, most),
	    underway_arrives, u, underway_drop);
}

/* Replies to a mail with one line. */
static void
reply_so(struct person *p, const struct delivered *to, const char *line,
    const char *offered, const struct manner *how)
{
	struct wrote *w = note(p, to, line, offered, how);
	struct buf raw = BUF_INIT;

	write_raw(p, w, to, how, &raw);
	post(p, w, &raw, 500, 40 * SECOND);
	if (how->twice)
		post(p, w, &raw, 500, 9 * HOUR);
	buf_release(&raw);
}

static void
reply(struct person *p, const struct delivered *to, const char *line,
    const char *offered)
{
	reply_so(p, to, line, offered,
	    &(struct manner){ .quotes = fate_below(&world.fate, p->stream, 3) >
		    0,
		.elsewhere = fate_deed(&world.fate, p->stream, 30),
		.twice = fate_deed(&world.fate, p->stream, 30) });
}

/* Somebody knows how such an address is made, and not the token of this one:
 * it is that of another seat, or guessed. They say that they are that person,
 * or nobody here. */
static void
forge(struct person *p, const struct delivered *l)
{
	static const char *const lines[] = { "1", "resign", "2\nend", "ready" };
	struct delivered to = *l;
	char *seat, *end;

	to.reply_to = mem_dup(l->reply_to);
	seat = strstr(to.reply_to, ".p");
	end = strchr(to.reply_to, '@');
	if (seat != NULL && end != NULL) {
		if (fate_below(&world.fate, p->stream, 2) == 0)
			seat[2] = seat[2] == '1' ? '2' : '1';
		else
			end[-1] = end[-1] == 'a' ? 'b' : 'a';
		reply_so(p, &to, lines[fate_below(&world.fate, p->stream, 4)],
		    NULL,
		    &(struct manner){ .forged = true,
			.stranger = fate_below(&world.fate, p->stream, 2) ==
			    0 });
	}
	free(to.reply_to);
}

void
people_lost(const char *raw)
{
	const char *at = strstr(raw, "Message-ID: ") + strlen("Message-ID: ");
	size_t len = strcspn(at, "\r");

	for (int i = 0; i < people.n; i++)
		for (size_t k = 0; k < people.at[i].n_wrote; k++) {
			struct wrote *w = people.at[i].wrote[k];

			if (strlen(w->id) == len &&
			    strncmp(w->id, at, len) == 0 && w->answers == 0) {
				w->wants = 0;
				world_tell("%s is taken away", w->id);
			}
		}
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

/* Any mail to them that numbers moves of that seat. */
static const struct delivered *
some_list(const struct person *p, const struct delivered *of)
{
	size_t i = (size_t)fate_below(&world.fate, p->stream,
	    (int64_t)p->n_got);

	return p->got[i]->game == of->game && p->got[i]->seat == of->seat &&
		p->got[i]->choices > 0 ?
	    p->got[i] :
	    last_list(p, of);
}

static void
chat(struct person *p, const struct delivered *l)
{
	static const char *const words[] = {
		"Thanks, I will look at it tonight.",
		"What a game! I am on a train until Monday.",
		"lol",
		"Sorry for being so slow.",
		"",
	};

	reply(p, l, words[fate_below(&world.fate, p->stream, 5)], NULL);
}

static void
move(struct person *p, const struct delivered *l)
{
	const struct delivered *list = l->choices > 0 ? l : last_list(p, l);
	char number[16];
	int n;

	if (fate_deed(&world.fate, p->stream, 30))
		list = some_list(p, l);
	if (fate_deed(&world.fate, p->stream, 30))
		chat(p, l);
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
	if (!people.rest && fate_deed(&world.fate, p->stream, 15))
		reply_so(p, l, "I am away and read no mail.", NULL,
		    &(struct manner){ .automatic = true });
	if (!people.rest && fate_deed(&world.fate, p->stream, 15))
		forge(p, l);
	if (!p->awaits)
		world_plan(until_they_read(p->stream), comes_to_read, p, NULL);
	p->awaits = true;
}
