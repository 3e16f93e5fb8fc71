/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/clock.h"
#include "desk/people.h"
#include "mail/address.h"
#include "match/words.h"

/* Mails to strangers are few: so many a day of one player, and so many a week
 * to one address, whoever sends them. */
enum { A_DAY = 20, A_WEEK = 3, DAY = 86400 };

static int
refuse_address(struct refusal *why, const char *word)
{
	refuse(why, "bad-address");
	refusal_str(why, "word", strlen(word) < 90 ? word : "?");
	return -1;
}

int
errand_address(const struct errand *er, const char *text, struct buf *out,
	struct refusal *why)
{
	struct buf name = BUF_INIT, addr = BUF_INIT;
	struct err e;
	int rc = address_parse(text, &name, &addr, &e) ||
		address_canonical(buf_text(&addr), out) ||
		desk_is_own(er->desk, out->data) ?
		refuse_address(why, text) : 0;

	buf_release(&name);
	buf_release(&addr);
	return rc;
}

/* "p2 Anna <anna@example.org>". */
static int
read_args(const struct errand *er, const char *args, int *seat,
	struct buf *address, struct refusal *why)
{
	const char *at = args + strcspn(args, " \t");

	at += strspn(at, " \t");
	if (tolower((unsigned char)*args) != 'p' ||
	    !isdigit((unsigned char)args[1]) || args[2] > ' ' || !*at)
		return refuse(why, "bad-invite");
	*seat = args[1] - '0';
	return errand_address(er, at, address, why);
}

/* Nothing is said of whom an address belongs to, nor of who else wrote to
 * it. */
int
errand_may_ask(struct errand *er, enum request_kind kind, const char *address,
	struct refusal *why, struct err *e)
{
	struct db *db = er->desk->house.db;
	int64_t now = clock_now();
	int mine, theirs, may = desk_may_write(er->desk, address, e);

	if (may < 0 || request_count(db, kind, er->player.id, NULL, now - DAY,
	    &mine, e) ||
	    request_count(db, kind, 0, address, now - 7 * DAY, &theirs, e))
		return -1;
	if (!may)
		return refuse(why, "too-many-mails");
	return mine < A_DAY && theirs < A_WEEK ? 0 :
		refuse(why, "too-many-requests");
}

static void
describe(const struct errand *er, int seat, const char *lang, cJSON *ctx)
{
	const struct match *m = er->m;
	struct buf kind = BUF_INIT;
	char word[8];
	cJSON *array = cJSON_AddArrayToObject(ctx, "players");

	words_kind(er->desk->house.texts, lang, m->game.kind, &kind);
	cJSON_AddStringToObject(ctx, "kind_name", buf_text(&kind));
	cJSON_AddStringToObject(ctx, "kind", m->game.kind);
	buf_release(&kind);
	cJSON_AddStringToObject(ctx, "from_name", er->player.name);
	cJSON_AddNumberToObject(ctx, "game", (double)m->game.id);
	snprintf(word, sizeof word, "p%d", seat % 10);
	cJSON_AddStringToObject(ctx, "seat", word);
	cJSON_AddNumberToObject(ctx, "count", m->seats);
	if (m->table)
		cJSON_AddTrueToObject(ctx, "running");
	for (int s = 1; s <= m->seats; s++) {
		cJSON *o;
		if (!m->seat[s].player)
			continue;
		o = cJSON_CreateObject();
		cJSON_AddStringToObject(o, "seat_name", m->seat[s].name);
		cJSON_AddItemToArray(array, o);
	}
}

static int
send_invitation(struct errand *er, const char *address, int seat, int64_t id,
	struct err *e)
{
	struct player p = { 0 };
	char name[32];
	struct letter l = { .house = &er->desk->house, .kind = LETTER_INVITE,
		.to = { .is = TO_STRANGER, .address = address,
			.lang = er->m->game.lang }, .name = name };
	cJSON *ctx;
	int rc = request_token(er->desk, id, &l.token, e);

	if (rc == 0)
		rc = player_by_address(er->desk->house.db, address, &p, e);
	if (rc < 0)
		return -1;
	ctx = cJSON_CreateObject();
	snprintf(name, sizeof name, "0.req%lld", (long long)id);
	if (rc == 1) {
		l.to.is = TO_PLAYER;
		l.to.player = &p;
		cJSON_AddStringToObject(ctx, "name", p.name);
	}
	describe(er, seat, rc == 1 ? p.lang : l.to.lang, ctx);
	rc = letter_write(&l, ctx, e);
	if (p.id)
		player_release(&p);
	return rc;
}

int
errand_invite(struct errand *er, int seat, const char *address,
	invitation *book, struct refusal *why, struct err *e)
{
	int64_t id = 0;
	int rc = errand_may_ask(er, REQUEST_INVITATION, address, why, e);

	if (rc == 0)
		rc = book(er->m, seat, address, er->player.id, &id, why, e);
	if (rc == 0)
		rc = send_invitation(er, address, seat, id, e);
	return rc;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf address = BUF_INIT;
	int seat, rc = read_args(er, args, &seat, &address, why);

	if (rc == 0)
		rc = errand_invite(er, seat, address.data, match_invite, why,
			e);
	if (rc == 0)
		buf_printf(said, "%s p%d %s", word_own(er, "command",
			"invite"), seat, address.data);
	buf_release(&address);
	return rc;
}

const struct command command_invite = { "invite", COMMAND_MODERATOR,
	RIGHT_MODERATE, run, NULL };
