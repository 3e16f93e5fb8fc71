/* SPDX-License-Identifier: MIT */

/* Who hears of mail that did not arrive, or could not be judged: the moderator
 * of the game, the keeper. */

#include "desk/trouble.h"
#include "desk/desk.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/tree.h"
#include "store/kept.h"
#include "store/leftover.h"
#include "store/trouble.h"
#include "text/texts.h"

void
addressee_release(struct addressee *to)
{
	buf_release(&to->to);
	if (to->player.id)
		player_release(&to->player);
	memset(to, 0, sizeof *to);
}

void
addressee_keeper(const struct desk *d, struct addressee *out)
{
	memset(out, 0, sizeof *out);
	if (d->club.keeper != NULL)
		buf_str(&out->to, d->club.keeper);
}

/* The moderator of the game; nobody if it has none. */
int
addressee_moderator(struct desk *d, int64_t game, struct addressee *out,
    struct err *e)
{
	struct game g;
	int rc = game ? game_get(d->club.db, game, &g, e) : 0;

	memset(out, 0, sizeof *out);
	if (rc != 1)
		return rc;
	if (g.moderator)
		rc = address_primary(d->club.db, g.moderator, &out->to, e);
	if (rc >= 0 && out->to.len)
		rc = player_get(d->club.db, g.moderator, &out->player, e);
	/* They answer as the moderator of this game. */
	out->token = (struct token){ .role = TOKEN_MODERATOR,
		.number = g.id,
		.board = g.board,
		.epoch = game_epoch(&g, g.board) };
	if (rc == 1 && out->player.id)
		rc = player_seat_holder(d->club.db, g.moderator,
		    g.moderator_holder, &out->token.holder, e);
	game_release(&g);
	return rc < 0 ? -1 : 0;
}

int
tell_trouble(struct desk *d, const struct addressee *to, enum letter_kind kind,
    cJSON *ctx, struct err *e)
{
	const struct player *p = to->player.id ? &to->player : NULL;
	struct letter l = { .club = &d->club,
		.kind = kind,
		.to = { .is = p != NULL ? TO_PLAYER : TO_KEEPER,
		    .player = p,
		    .address = to->to.data },
		.token = to->token };
	int rc = letter_open(&l, e);

	if (rc == 1)
		rc = letter_send(&l, ctx, e);
	letter_release(&l);
	return rc;
}

/* A moment as the keeper reads it. */
static void
add_time(const struct desk *d, cJSON *ctx, const char *key, int64_t t)
{
	struct clock_local l;
	char text[40];

	if (clock_local(t, d->club.tz, &l))
		clock_local(t, "UTC", &l);
	snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d", l.year % 10000,
	    l.month % 100, l.day % 100, l.hour % 100, l.minute % 100);
	cJSON_AddStringToObject(ctx, key, text);
}

/* The sentence for the mail of the day, on one line. */
static int
sentence(struct desk *d, enum letter_kind kind, const cJSON *ctx,
    struct buf *out, struct err *e)
{
	cJSON *o = cJSON_CreateObject();
	int rc;

	cJSON_AddItemReferenceToObject(o, letter_rows[kind].subject,
	    (cJSON *)(uintptr_t)ctx);
	rc = texts_render(d->club.texts, d->club.lang, "desk/trouble", o, out,
	    e);
	cJSON_Delete(o);
	while (out->len && out->data[out->len - 1] == '\n')
		buf_truncate(out, out->len - 1);
	for (char *p = out->len ? out->data : NULL; p != NULL && *p; p++)
		if (*p == '\n')
			*p = ' ';
	return rc;
}

int
desk_trouble(struct desk *d, enum letter_kind kind, cJSON *ctx, struct err *e)
{
	struct buf text = BUF_INIT;
	struct addressee keeper;
	int rc = 0, nth = 0;

	addressee_keeper(d, &keeper);
	if (keeper.to.len) {
		rc = sentence(d, kind, ctx, &text, e);
		if (rc == 0)
			nth = rc = trouble_add(d->club.db, buf_text(&text),
			    clock_now(), e);
	}
	if (rc > 0) {
		tree_flag(ctx, "rest_daily", nth == TROUBLE_HOUR);
		rc = tell_trouble(d, &keeper, kind, ctx, e);
	}
	cJSON_Delete(ctx);
	buf_release(&text);
	addressee_release(&keeper);
	return rc < 0 ? -1 : 0;
}

int
desk_leftover(struct desk *d, const struct leftover *s, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();

	cJSON_AddTrueToObject(ctx, s->taken ? "unmoved" : "unread");
	cJSON_AddNumberToObject(ctx, "leftover", (double)s->id);
	tree_add_str(ctx, "mailbox", s->mailbox);
	tree_add_str(ctx, "item", s->item);
	tree_add_str(ctx, "why", s->why);
	if (s->received != 0)
		add_time(d, ctx, "came", s->received);
	return desk_trouble(d, LETTER_LEFTOVER, ctx, e);
}

struct day {
	const struct desk *d;
	cJSON *list;
};

static void
add_trouble(void *arg, int64_t at, const char *text)
{
	struct day *day = arg;
	cJSON *o = tree_member(day->list);

	add_time(day->d, o, "at", at);
	tree_add_str(o, "text", text);
}

static int
send_day(struct desk *d, const struct addressee *keeper, int n, struct err *e)
{
	enum { SHOWN = 100 };
	cJSON *ctx = cJSON_CreateObject();
	struct day day = { d, tree_list(ctx, "troubles") };
	int rc;

	tree_add_int(ctx, "count", n);
	if (n > SHOWN)
		tree_add_int(ctx, "unshown", n - SHOWN);
	rc = trouble_each(d->club.db, SHOWN, add_trouble, &day, e);
	if (rc == 0)
		rc = tell_trouble(d, keeper, LETTER_TROUBLES, ctx, e);
	cJSON_Delete(ctx);
	return rc;
}

int
desk_troubles(struct desk *d, struct err *e)
{
	enum { DAY = 86400 };
	int64_t since = 0, now = clock_now();
	struct addressee keeper;
	int n = 0, rc = trouble_waiting(d->club.db, &since, &n, e);

	if (rc <= 0 || now - since < DAY)
		return rc < 0 ? -1 : 0;
	addressee_keeper(d, &keeper);
	rc = keeper.to.len ? send_day(d, &keeper, n, e) : 0;
	if (rc == 0)
		rc = trouble_told(d->club.db, e);
	addressee_release(&keeper);
	return rc ? -1 : 1;
}

int
trouble_aside(struct desk *d, const struct inbox_row *row, const char *mid,
    bool too_many, struct err *e)
{
	int64_t now = clock_now();
	char id[24];
	cJSON *ctx;

	snprintf(id, sizeof id, "%lld", (long long)row->id);
	log_event(LOG_LEVEL_ERROR, "mail.aside", "inbox", id, "why",
	    too_many ? "too many" : NULL, NULL);
	if (inbox_put_aside(d->club.db, row->id, mid, now, e))
		return -1;
	/* Nothing of the mail is read here: reading it may be the trouble. */
	ctx = cJSON_CreateObject();
	cJSON_AddNumberToObject(ctx, "inbox", (double)row->id);
	tree_add_int(ctx, "attempts", row->attempts);
	add_time(d, ctx, "came", row->received);
	tree_flag(ctx, "too_many", too_many);
	return desk_trouble(d, LETTER_ASIDE, ctx, e);
}

int
desk_aside(struct desk *d, const struct inbox_row *row, struct err *e)
{
	return kept_drop(d->club.db, row->id, e) ||
		trouble_aside(d, row, row->message_id, false, e) ?
	    -1 :
	    0;
}
