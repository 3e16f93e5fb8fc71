/* SPDX-License-Identifier: MIT */

/* What an IMAP session answers. */

#include "mail/imap_source.h"
#include "mail/trouble.h"

enum { ITEM = 24, WHY_MAX = 300 };

void
imap_forget(struct source *s)
{
	s->wanted.n = s->batch.n = s->taken.n = s->away.n = s->moving.n = 0;
	s->moved.n = s->asked.n = s->copied.n = 0;
	s->listed = false;
}

static const char *
item_name(const struct source *s, uint32_t uid, char out[ITEM])
{
	snprintf(out, ITEM, "%u/%u", s->validity, uid);
	return out;
}

void
imap_leftover(struct source *s, const struct source_callbacks *h, uint32_t uid,
    struct source_leftover leftover)
{
	char item[ITEM];

	leftover.mailbox = s->link.conf->place;
	leftover.item = item_name(s, uid, item);
	h->leftover(h->arg, &leftover);
}

/* ---- LIST ---- */

/* Others may have taken it away, too: the next list says. */
static char not_given[] = "the server shows it, but does not give it";

static void
list_one(struct source *s, const struct source_callbacks *h, uint32_t uid)
{
	char item[ITEM];

	if (uids_has(&s->moved, uid))
		imap_leftover(s, h, uid,
		    (struct source_leftover){ .taken = true,
			.copied = s->copies,
			.why = "the server said that it was moved, and shows "
			       "it still" });
	else if (uids_has(&s->asked, uid))
		return imap_doubt(s,
		    &(struct doubt){ .uid = uid, .why = not_given });
	switch (h->pass(h->arg, s->link.conf->place, item_name(s, uid, item))) {
	case SOURCE_TAKE:
		uids_add(&s->wanted, uid);
		break;
	case SOURCE_PUT_AWAY:
		uids_add(&s->away, uid);
		break;
	case SOURCE_REMOVE:
		uids_add(&s->copied, uid);
		break;
	case SOURCE_LEAVE:
		break;
	}
}

/* A LISTED frame: validity, whether the server offers IDLE, whether it is the
 * last, and UIDs. */
static int
on_listed(struct source *s, struct frame *f, const struct source_callbacks *h,
    struct err *e)
{
	uint32_t validity = frame_u32(f);
	bool last;

	s->idles = frame_u32(f) != 0;
	last = frame_u32(f) != 0;
	if (validity != s->validity)
		s->moved.n = s->asked.n = 0;
	s->validity = validity;
	uids_sort(&s->moved);
	uids_sort(&s->asked);
	while (f->left > 0 && !f->bad)
		list_one(s, h, frame_u32(f));
	if (!frame_whole(f))
		return link_nonsense(&s->link, e);
	if (!last)
		return 0;
	s->moved.n = s->asked.n = 0;
	/* One that breaks the session keeps the others waiting no longer than
	 * it must. */
	if (s->breaks > 0 && uids_remove(&s->wanted, s->breaker))
		uids_add(&s->wanted, s->breaker);
	s->listed = s->wanted.n == 0 && s->away.n == 0 && s->copied.n == 0 &&
	    s->doubts.n == 0;
	link_rest(&s->link);
	return 0;
}

/* ---- FETCH ---- */

static int
on_mail(struct source *s, struct frame *f, const struct source_callbacks *h,
    struct err *e)
{
	struct source_mail m = { .mailbox = s->link.conf->place };
	char item[ITEM];

	m.uidvalidity = frame_u32(f);
	m.uid = frame_u32(f);
	m.received = frame_i64(f);
	m.raw = frame_bytes(f, &m.len);
	if (!frame_whole(f) || m.uidvalidity != s->validity ||
	    !uids_remove(&s->batch, m.uid))
		return link_nonsense(&s->link, e);
	m.item = item_name(s, m.uid, item);
	s->gave = true;
	imap_doubts_told(s, h);
	s->bytes += m.len;
	if (s->refused || h->take(h->arg, &m) != 0)
		s->refused = true; /* the rest is read and forgotten */
	else
		uids_add(&s->taken, m.uid);
	return 0;
}

static int
on_fetched(struct source *s, struct frame *f, struct err *e)
{
	if (!frame_whole(f))
		return link_nonsense(&s->link, e);
	link_rest(&s->link);
	s->careful -= s->careful > 0;
	/* What was neither given nor refused has gone; or else it is in the
	 * next list. */
	for (size_t i = 0; i < s->batch.n; i++)
		uids_add(&s->asked, s->batch.at[i]);
	s->batch.n = 0;
	if (!s->refused)
		return 0;
	imap_forget(s);
	return trouble_imap(s->link.conf, ERR_LATER, "not taken", e);
}

/* ---- MOVE, and what FETCH and MOVE have in common ---- */

static int
on_leftover(struct source *s, struct frame *f, const struct source_callbacks *h,
    struct err *e)
{
	bool taken = s->link.order != CHANNEL_FETCH, copied;
	struct doubt d = { .uid = frame_u32(f), .received = frame_i64(f) };
	struct buf why = BUF_INIT;
	const char *text;
	size_t len;

	d.servers = frame_u32(f) != 0;
	copied = frame_u32(f) != 0;
	text = frame_bytes(f, &len);
	if (!frame_whole(f) ||
	    !uids_remove(taken ? &s->moving : &s->batch, d.uid))
		return link_nonsense(&s->link, e);
	for (size_t i = 0; i < len && i < WHY_MAX; i++)
		buf_char(&why,
		    text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
	d.why = why.data;
	if (taken)
		imap_leftover(s, h, d.uid,
		    (struct source_leftover){ .taken = true,
			.copied = copied,
			.why = buf_text(&why) });
	else
		imap_doubt(s, &d);
	buf_release(&why);
	return 0;
}

static int
on_moved(struct source *s, struct frame *f, struct err *e)
{
	s->copies = frame_u32(f) != 0 || s->link.order == CHANNEL_REMOVE;
	if (!frame_whole(f))
		return link_nonsense(&s->link, e);
	link_rest(&s->link);
	for (size_t i = 0; i < s->moving.n; i++)
		uids_add(&s->moved, s->moving.at[i]);
	s->moving.n = 0;
	return 0;
}

static bool
moves(char order)
{
	return order == CHANNEL_MOVE || order == CHANNEL_REMOVE;
}

int
imap_frame(struct source *s, struct frame *f, const struct source_callbacks *h,
    struct err *e)
{
	char order = s->link.order;

	switch (f->word) {
	case CHANNEL_LISTED:
		if (order == CHANNEL_LIST)
			return on_listed(s, f, h, e);
		break;
	case CHANNEL_MAIL:
		if (order == CHANNEL_FETCH)
			return on_mail(s, f, h, e);
		break;
	case CHANNEL_FETCHED:
		if (order == CHANNEL_FETCH)
			return on_fetched(s, f, e);
		break;
	case CHANNEL_PROVED:
		if (order == CHANNEL_PROVE)
			return imap_proved(s, f, h, e);
		break;
	case CHANNEL_LEFTOVER:
		if (order == CHANNEL_FETCH || moves(order))
			return on_leftover(s, f, h, e);
		break;
	case CHANNEL_MOVED:
		if (moves(order))
			return on_moved(s, f, e);
		break;
	case CHANNEL_IDLED:
		if (order == CHANNEL_STOP || order == CHANNEL_IDLE) {
			link_rest(&s->link);
			return 0;
		}
		break;
	default:
		break;
	}
	return link_nonsense(&s->link, e);
}
