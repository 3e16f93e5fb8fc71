/* SPDX-License-Identifier: MIT */
#include "post/owed.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "store/outbox.h"
#include "store/owed.h"
#include "text/texts.h"

enum { HOUR = 3600, YEARS = 10 * 365 * 24 * HOUR };

/* Until when the player (0: the keeper) is sent nothing more because of
 * club.author: 1 and *due, 0 they may be. */
static int
owed_until(const struct club *club, int64_t player, int64_t *due, struct err *e)
{
	struct buf to = BUF_INIT;
	int64_t since = 0;
	int rc;

	if (!club->most || !club->author || club->author == player)
		return 0;
	if (player) {
		rc = address_primary(club->db, player, &to, e);
	} else {
		buf_str(&to, club->keeper != NULL ? club->keeper : "");
		rc = to.len > 0;
	}
	if (rc == 1)
		rc = outbox_because(club->db, to.data, club->author, club->most,
		    &since, e);
	*due = since + HOUR;
	buf_release(&to);
	return rc == 1 ? *due > clock_now() : rc;
}

/* What the mail would have said that no other can, Markdown. */
static int
keep_words(struct match *m, const struct reader *r, struct buf *out,
    struct err *e)
{
	cJSON *context;
	int rc = context_make(m, r, 0, &context, e);

	if (rc)
		return -1;
	rc = texts_render(m->club->texts, r->lang, "mail/kept", context, out,
	    e);
	cJSON_Delete(context);
	if (out->len == strspn(buf_text(out), " \n"))
		buf_clear(out);
	return rc;
}

static int
note(struct match *m, int64_t author, int64_t player, int seat, int64_t due,
    const char *told, struct err *e)
{
	struct owed o = { .author = author,
		.player = player,
		.game = m->game.id,
		.seat = seat,
		.since = m->before.seq,
		.due = due,
		.told = (char *)(uintptr_t)told };

	if (seat >= 0)
		m->told.put_off |= 1u << seat;
	return owed_add(m->club->db, &o, e);
}

void
owed_turn(struct match *m, int seat)
{
	struct seat *s = &m->seat[seat];

	if (happened_to(m, ON_DECISION, seat) && s->told >= s->decision)
		s->told = s->decision - 1;
}

int
owed_put_off(struct match *m, const struct reader *r, int64_t player, int seat,
    struct err *e)
{
	struct buf told = BUF_INIT;
	int64_t due;
	int rc = owed_until(m->club, player, &due, e);

	if (rc <= 0)
		return rc;
	if (seat > 0)
		owed_turn(m, seat);
	rc = keep_words(m, r, &told, e) ||
		note(m, m->club->author, player, seat, due, buf_text(&told),
		    e) ?
	    -1 :
	    1;
	buf_release(&told);
	return rc;
}

int
owed_silent(struct match *m, const struct reader *r, struct err *e)
{
	const int64_t player = m->seat[0].player;
	struct buf told = BUF_INIT;
	int rc = keep_words(m, r, &told, e) ||
		note(m, player, player, OWED_MODERATOR, m->now + YEARS,
		    buf_text(&told), e) ?
	    -1 :
	    0;

	buf_release(&told);
	return rc;
}

int
owed_rest(struct match *m, int seat, struct err *e)
{
	return note(m, m->club->author, m->seat[seat].player, seat,
	    m->now + HOUR, "", e);
}
