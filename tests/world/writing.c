/* SPDX-License-Identifier: MIT */
#include "tests/world/writing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "tests/world/layout.h"
#include "tests/world/mailbox.h"
#include "tests/world/twin.h"
#include "tests/world/world.h"

/* The other road of a mail that comes twice: half of them as they were. */
enum { ROAD = 64 };

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
	u->what->copies++;
	if (u->what->secret)
		twin_secret(u->by);
	world_tell("mail %s of %s: \"%s\"", u->what->id, u->by->name,
	    u->what->line);
	if (world.shows_mails)
		buf_printf(&world.history, "\n%s\n", buf_text(&u->raw));
	mailbox_deliver(&u->raw);
	underway_drop(u);
}

static void
write_markup(const char *text, struct buf *out)
{
	for (; *text != '\0'; text++)
		if (*text == '\n')
			buf_str(out, "<br>\r\n");
		else if (*text == '<')
			buf_str(out, "&lt;");
		else if (*text == '&')
			buf_str(out, "&amp;");
		else
			buf_char(out, *text);
}

/* As programs on telephones write: the mail that is answered below. */
static void
write_html(const struct wrote *w, const struct delivered *to, struct buf *out)
{
	buf_str(out, "<html><body><div dir=\"auto\">");
	write_markup(w->line, out);
	buf_str(out,
	    "</div><br><div class=\"gmail_quote\"><div dir=\"ltr\" "
	    "class=\"gmail_attr\">On Fri, 27 Nov 2026, 18:00 ");
	write_markup(to->from, out);
	buf_str(out,
	    " wrote:<br></div><blockquote class=\"gmail_quote\" "
	    "style=\"margin:0 0 0 .8ex\">");
	write_markup(to->text, out);
	buf_str(out, "</blockquote></div></body></html>\r\n");
}

/* What programs make of a mail: the same of one that is sent once more, to that
 * of the same moment. */
static uint64_t
dress_key(const struct person *p, const struct wrote *w,
    const struct delivered *to)
{
	struct buf name = BUF_INIT;
	uint64_t key;

	buf_printf(&name, "%s %s %lld", p->name, w->line,
	    (long long)to->received);
	key = fate_key(name.data);
	buf_release(&name);
	return key;
}

static void
write_raw(const struct person *p, const struct wrote *w,
    const struct delivered *to, const struct manner *how, int road,
    struct buf *out)
{
	char date[CLOCK_MAILDATE_SIZE], from[64];
	bool bare = how->automatic ||
	    (world.pair == PAIR_LAYOUTS && world.twin == TWIN_SECOND);
	uint64_t key = bare ? 0 : dress_key(p, w, to);
	struct layout as = { key, bare ? 0 : key + (uint64_t)road };

	clock_maildate(world_seconds(), date);
	(void)snprintf(from, sizeof from, "%s@%s",
	    how->stranger ? "eve" : p->name,
	    how->elsewhere ? "work.example" : "example.net");
	buf_printf(out,
	    "Return-Path: <%s>\r\nFrom: %s <%s>\r\nTo: %s\r\n"
	    "Subject: %s%s%s\r\nDate: %s\r\nMessage-ID: %s\r\n",
	    from, p->name, from, to->reply_to, layout_tag(as),
	    how->fresh ? "" : "Re: ", to->subject, date, w->id);
	if (!how->fresh)
		buf_printf(out, "In-Reply-To: %s\r\nReferences: %s\r\n", to->id,
		    to->id);
	buf_printf(out, "%sMIME-Version: 1.0\r\n",
	    how->automatic ? "Auto-Submitted: auto-replied\r\n" : "");
	if (!how->html) {
		layout_write(w->line, p->name, to, how->quotes, as, out);
		return;
	}
	buf_str(out,
	    "Content-Type: text/html; charset=utf-8\r\n"
	    "Content-Transfer-Encoding: 8bit\r\n\r\n");
	write_html(w, to, out);
}

static struct wrote *
note(struct person *p, const struct delivered *to, const char *line,
    const char *offered, const struct manner *how)
{
	struct wrote *w = mem_zero(1, sizeof *w);
	char id[64];

	(void)snprintf(id, sizeof id, "<%s.%s%d@people.example>", p->name,
	    how->secret ? "s" : "", how->secret ? ++p->secrets : ++p->mails);
	*w = (struct wrote){ .id = mem_dup(id),
		.sent = world_seconds(),
		.game = to->game,
		.seat = to->seat,
		.board = to->board,
		.line = mem_dup(line),
		.offered = mem_dup(offered),
		.tongue = to->listed,
		.forged = how->forged,
		.secret = how->secret,
		.wants = how->forged || to->confirms ? -1 : !how->automatic };
	p->wrote = mem_more(p->wrote, p->n_wrote, sizeof *p->wrote);
	p->wrote[p->n_wrote++] = w;
	return w;
}

/* In some worlds what people write goes out once an hour, so that much comes at
 * once. */
static int64_t
until_sent(int64_t after)
{
	bool hourly = fate_of(&world.fate, STREAM_WORLD, 2, 0, 2) == 0;

	return hourly ? after + HOUR - (world.now + after) % HOUR : after;
}

static void
post(struct person *p, struct wrote *w, const struct buf *raw, int stream,
    int64_t most)
{
	struct underway *u = mem_zero(1, sizeof *u);

	*u = (struct underway){ .by = p, .what = w };
	buf_add(&u->raw, raw->data, raw->len);
	world_plan(until_sent(fate_between(&world.fate, stream, 500, most)),
	    underway_arrives, u, underway_drop);
}

void
write_reply(struct person *p, const struct delivered *to, const char *line,
    const char *offered, const struct manner *how)
{
	struct wrote *w = note(p, to, line, offered, how);
	int stream = how->stream != 0 ? how->stream : p->stream;
	struct buf raw = BUF_INIT;

	write_raw(p, w, to, how, 0, &raw);
	post(p, w, &raw, stream, 40 * SECOND);
	if (how->twice) {
		buf_clear(&raw);
		write_raw(p, w, to, how, ROAD, &raw);
		post(p, w, &raw, stream, 9 * HOUR);
	}
	buf_release(&raw);
}

void
write_as_usual(struct person *p, const struct delivered *to, const char *line,
    const char *offered)
{
	write_reply(p, to, line, offered,
	    &(struct manner){ .quotes = fate_below(&world.fate, p->stream, 3) >
		    0,
		.html = fate_below(&world.fate, p->stream, 8) == 0,
		.elsewhere = fate_deed(&world.fate, p->stream, 30),
		.twice = fate_deed(&world.fate, p->stream, 30) });
}

void
write_forged(struct person *p, const struct delivered *l)
{
	static const char *const lines[] = { "1", "resign", "2\nend", "ready" };
	struct delivered to = *l;
	char *seat, *end;

	to.reply_to = mem_dup(l->reply_to);
	seat = strstr(to.reply_to, ".p");
	end = strchr(to.reply_to, '@');
	/* Other addresses have a number at random, which may look like one. */
	if (l->seat > 0 && seat != NULL && end != NULL) {
		if (fate_below(&world.fate, p->stream, 2) == 0)
			seat[2] = seat[2] == '1' ? '2' : '1';
		else
			end[-1] = end[-1] == 'a' ? 'b' : 'a';
		write_reply(p, &to,
		    lines[fate_below(&world.fate, p->stream, 4)], NULL,
		    &(struct manner){ .forged = true,
			.stranger = fate_below(&world.fate, p->stream, 2) ==
			    0 });
	}
	free(to.reply_to);
}
