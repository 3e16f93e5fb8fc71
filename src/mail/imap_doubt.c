/* SPDX-License-Identifier: MIT */

/* Mails that may be leftovers: theirs or the server's fault (imap_source.h)? */

#include "base/mem.h"
#include "mail/imap_session.h"
#include "mail/imap_source.h"
#include "mail/trouble.h"

enum {
	BREAKS = 2,     /* then the mail is in doubt */
	BREAKS_MOST = 5 /* without any proof: four minutes */
};

void
imap_doubt(struct source *s, const struct doubt *d)
{
	struct doubts *all = &s->doubts;

	all->at = mem_more(all->at, all->n, sizeof *all->at);
	all->at[all->n] = *d;
	all->at[all->n++].why = mem_dup(d->why);
}

void
imap_doubts_forget(struct source *s)
{
	for (size_t i = 0; i < s->doubts.n; i++)
		free(s->doubts.at[i].why);
	s->doubts.n = 0;
}

void
imap_doubts_told(struct source *s, const struct source_callbacks *h)
{
	for (size_t i = 0; i < s->doubts.n; i++) {
		const struct doubt *d = &s->doubts.at[i];

		imap_leftover(s, h, d->uid,
		    (struct source_leftover){ .received = d->received,
			.why = d->why });
		if (d->uid == s->breaker)
			s->breaks = 0;
	}
	imap_doubts_forget(s);
}

/* What an error says behind the place. */
static const char *
cause(const struct source *s, const struct err *e)
{
	struct buf place = BUF_INIT;
	const char *text = e->text;

	trouble_mailbox(s->link.conf, &place);
	if (strncmp(text, place.data, place.len) == 0 &&
	    strncmp(text + place.len, ": ", 2) == 0)
		text += place.len + 2;
	buf_release(&place);
	return text;
}

/* Nothing is lost with one that was taken. */
void
imap_broke(struct source *s, const struct source_callbacks *h, uint32_t uid,
    char order, const struct err *e)
{
	s->breaks = uid == s->breaker ? s->breaks + 1 : 1;
	s->breaker = uid;
	if (s->breaks < BREAKS)
		return;
	if (order != CHANNEL_FETCH) {
		imap_leftover(s, h, uid,
		    (struct source_leftover){ .taken = true,
			.copied = order == CHANNEL_REMOVE,
			.why = cause(s, e) });
		s->breaks = 0;
	} else {
		imap_doubt(s,
		    &(struct doubt){ .uid = uid,
			.servers = s->breaks < BREAKS_MOST,
			.why = (char *)(uintptr_t)cause(s, e) });
	}
}

/* There is nothing to prove it by: by the server's words then. Of several mails
 * not all are broken. */
static bool
likely(const struct source *s)
{
	for (size_t i = 0; i < s->doubts.n; i++)
		if (s->doubts.at[i].servers)
			return false;
	return s->gave || s->doubts.n == 1;
}

int
imap_proved(struct source *s, struct frame *f, const struct source_callbacks *h,
    struct err *e)
{
	uint32_t proof = frame_u32(f);
	struct buf why = BUF_INIT;

	if (!frame_whole(f) || s->doubts.n == 0)
		return link_nonsense(&s->link, e);
	link_rest(&s->link);
	if (proof == IMAP_GIVES || (proof == IMAP_NO_PROOF && likely(s))) {
		imap_doubts_told(s, h);
		return 0;
	}
	buf_printf(&why, "the server gives no mail: %s", s->doubts.at[0].why);
	trouble_imap(s->link.conf, ERR_LATER, buf_text(&why), e);
	buf_release(&why);
	imap_doubts_forget(s);
	return -1;
}
