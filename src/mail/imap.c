/* SPDX-License-Identifier: MIT */

/*
 * The IMAP source: LIST what is in the folder, ask the caller about each, FETCH
 * by UID what is new, MOVE what was taken. Orders go to the session's process
 * (imap_link.h) and are answered while the caller does other things.
 *
 * A message at which the session breaks (the connection ends, the answer is no
 * IMAP, the time is over) would break the next one too. So after a break
 * messages are fetched one by one, and the one that breaks the session twice
 * alone is in doubt (imap_source.h).
 */

#include "base/clock.h"
#include "base/mem.h"
#include "mail/imap_source.h"

static bool
has_control(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			return true;
	return false;
}

static int
imap_open(const struct conf_mailbox *c, struct source **out, struct err *e)
{
	struct source *s;

	if (has_control(c->user) || has_control(c->folder) ||
	    has_control(c->done_folder))
		return err_set(e, ERR_GIVEUP,
		    "mailbox: a control character in user, folder or "
		    "done-folder");
	s = mem_zero(1, sizeof *s);
	link_open(&s->link, c);
	*out = s;
	return 0;
}

/* The session broke at this order. */
static void
broken(struct source *s, char order, const struct source_callbacks *h,
    const struct err *e)
{
	const struct uids *at = order == CHANNEL_FETCH ? &s->batch : &s->moving;

	if (order != CHANNEL_FETCH && order != CHANNEL_MOVE &&
	    order != CHANNEL_REMOVE)
		return;
	if (at->n > 1)
		s->careful = at->n;
	else if (at->n == 1)
		imap_broke(s, h, at->at[0], order, e);
}

/* After an error: -1, or 0 for one more try. Servers end connections that were
 * quiet for long, which is no news; those that end them after each MOVE would
 * be tried for ever. */
static int
failed(struct source *s, char order, const struct source_callbacks *h,
    const struct err *e)
{
	int64_t took = clock_monotonic_ms() - s->began;
	bool again = s->old && !s->tried && s->link.pid == 0 &&
	    e->kind == ERR_LATER && took < s->link.conf->timeout * 1000 / 4;

	if (e->kind == ERR_LATER && !s->refused)
		broken(s, order, h, e);
	imap_forget(s);
	if (order == CHANNEL_PROVE)
		imap_doubts_forget(s);
	s->old = s->refused = false;
	s->tried |= again;
	return again ? 0 : -1;
}

static int
give_order(struct source *s, char word, struct err *e)
{
	if (link_order(&s->link, word, e) < 0)
		return -1;
	return link_send(&s->link, e);
}

static int
order_uids(struct source *s, char word, const struct uids *u, struct err *e)
{
	if (link_order(&s->link, word, e) < 0)
		return -1;
	channel_u32(&s->link.channel, s->validity);
	for (size_t i = 0; i < u->n; i++)
		channel_u32(&s->link.channel, u->at[i]);
	return link_send(&s->link, e);
}

/* Under load more come at a time, so that fewer commits are made of them, as
 * long as they are small. */
static size_t
chunk(struct source *s)
{
	enum { FEW = 50, BYTES = 2 << 20 };
	size_t most = (size_t)link_batch(s->link.conf);

	if (s->chunk < FEW || s->bytes > BYTES)
		s->chunk = FEW;
	else if (s->gave && s->bytes <= BYTES / 2)
		s->chunk *= 2;
	if (s->chunk > most)
		s->chunk = most;
	s->bytes = 0;
	return s->chunk;
}

static int
order_fetch(struct source *s, struct err *e)
{
	uids_take(&s->wanted, s->careful > 0 ? 1 : chunk(s), &s->batch);
	return order_uids(s, CHANNEL_FETCH, &s->batch, e);
}

static int
order_move(struct source *s, struct err *e)
{
	bool move = s->away.n > 0;

	s->old = false;
	uids_take(move ? &s->away : &s->copied,
	    s->careful > 0 ? 1 : (size_t)link_batch(s->link.conf), &s->moving);
	uids_sort(&s->moving);
	return order_uids(s, move ? CHANNEL_MOVE : CHANNEL_REMOVE, &s->moving,
	    e);
}

/* The order that follows may find that the connection has ended meanwhile. */
static void
old_session(struct source *s)
{
	s->old = s->link.pid != 0;
	s->began = clock_monotonic_ms();
}

/* What is to be done next: 1 it was ordered, 0 there is nothing, -1. */
static int
order_next(struct source *s, struct err *e)
{
	int rc;

	if (s->doubts.n > 0) {
		s->old = false;
		rc = give_order(s, CHANNEL_PROVE, e);
	} else if (s->wanted.n > 0) {
		s->old = false;
		rc = order_fetch(s, e);
	} else if (s->away.n > 0 || s->copied.n > 0) {
		rc = order_move(s, e);
	} else if (!s->listed) {
		old_session(s);
		s->gave = false;
		rc = give_order(s, CHANNEL_LIST, e);
	} else {
		s->listed = false;
		s->chunk = 0;
		s->fetched_at = clock_monotonic_ms();
		return 0;
	}
	return rc < 0 ? -1 : 1;
}

/* Reads what has come of the order: 0 it is done, SOURCE_BUSY, -1. */
static int
go_on(struct source *s, const struct source_callbacks *h, struct err *e)
{
	struct frame f;
	int rc;

	while (s->link.order != 0) {
		char order = s->link.order;

		rc = link_next(&s->link, &f, e);
		if (rc == SOURCE_BUSY)
			return rc;
		if (rc == 1)
			rc = imap_frame(s, &f, h, e);
		if (rc < 0 && failed(s, order, h, e) < 0)
			return -1;
	}
	return 0;
}

/* A new look, or more of one. */
static int
begin(struct source *s, struct err *e)
{
	if (s->taken.n > 0)
		imap_forget(s); /* it was not done: it comes again */
	s->refused = false;
	if (s->link.order != CHANNEL_IDLE)
		return 0;
	old_session(s);
	return give_order(s, CHANNEL_STOP, e);
}

static int
look(struct source *s, const struct source_callbacks *h, struct err *e)
{
	int rc = 0;

	if ((s->link.order == 0 || s->link.order == CHANNEL_IDLE) &&
	    begin(s, e) < 0 && failed(s, CHANNEL_STOP, h, e) < 0)
		return -1;
	for (;;) {
		rc = go_on(s, h, e);
		if (rc != 0)
			return rc;
		if (s->taken.n > 0)
			return (int)s->taken.n;
		rc = order_next(s, e);
		if (rc < 0)
			rc = failed(s, CHANNEL_LIST, h, e) < 0 ? -1 : 1;
		if (rc <= 0)
			return rc;
	}
}

static int
imap_fetch(struct source *s, const struct source_callbacks *h, struct err *e)
{
	int rc = look(s, h, e);

	if (rc != SOURCE_BUSY)
		s->tried = false;
	return rc;
}

/* If the session ended meanwhile, they come again and are known. The next ones
 * are fetched behind the move, while these are judged. */
static int
imap_done(struct source *s, const bool *stays, struct err *e)
{
	for (size_t i = 0; i < s->taken.n; i++)
		if (stays == NULL || !stays[i])
			uids_add(&s->away, s->taken.at[i]);
	s->taken.n = 0;
	if (s->link.pid == 0)
		imap_forget(s);
	if (s->away.n == 0 ||
	    (order_move(s, e) == 0 &&
		(s->wanted.n == 0 || s->careful > 0 || s->doubts.n > 0 ||
		    s->away.n > 0 || order_fetch(s, e) == 0)))
		return 0;
	imap_forget(s);
	return -1;
}

static bool
idles(const struct source *s)
{
	return s->link.conf->idle && s->idles;
}

static int64_t
next_poll(const struct source *s)
{
	return s->fetched_at + (int64_t)s->link.conf->interval * 1000;
}

/* Some servers offer IDLE and never tell of anything: they are asked as well,
 * until they have. */
static bool
is_due(const struct source *s)
{
	return !(s->link.order == CHANNEL_IDLE && s->announces) &&
	    clock_monotonic_ms() >= next_poll(s);
}

/* The end of an IDLE: 1 news, 0 it goes on, -1. */
static int
watched(struct source *s, struct err *e)
{
	struct frame f;
	int news, rc = link_next(&s->link, &f, e);

	if (rc <= 0)
		return rc == SOURCE_BUSY ? 0 : -1;
	news = frame_u32(&f) != 0;
	if (f.word != CHANNEL_IDLED || !frame_whole(&f))
		return link_nonsense(&s->link, e);
	link_rest(&s->link);
	s->announces |= news;
	return news;
}

static int
imap_watch(struct source *s, struct err *e)
{
	int rc = 0;

	if (s->link.order == CHANNEL_IDLE)
		rc = watched(s, e);
	if (rc != 0)
		return rc;
	if (s->link.order == CHANNEL_IDLE)
		return is_due(s);
	if (s->link.order != 0 || s->link.pid == 0)
		return 1; /* fetch connects, and sees */
	if (!idles(s))
		return is_due(s);
	return give_order(s, CHANNEL_IDLE, e);
}

static int
imap_fd(const struct source *s)
{
	return s->link.pid != 0 ? s->link.channel.fd : -1;
}

static int
imap_timeout(const struct source *s)
{
	int64_t left;

	if (s->link.order == CHANNEL_IDLE && s->announces)
		return -1;
	left = (s->link.order == 0 || s->link.order == CHANNEL_IDLE ?
		       next_poll(s) :
		       s->link.deadline + 1) -
	    clock_monotonic_ms();
	return left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

static void
imap_close(struct source *s, int timeout_ms)
{
	link_close(&s->link, timeout_ms);
	imap_doubts_forget(s);
	free(s->doubts.at);
	uids_release(&s->wanted);
	uids_release(&s->batch);
	uids_release(&s->taken);
	uids_release(&s->away);
	uids_release(&s->copied);
	uids_release(&s->moving);
	uids_release(&s->moved);
	uids_release(&s->asked);
	free(s);
}

const struct source_driver source_imap = {
	.type = "imap",
	.open = imap_open,
	.fetch = imap_fetch,
	.done = imap_done,
	.watch = imap_watch,
	.fd = imap_fd,
	.timeout = imap_timeout,
	.close = imap_close,
};
