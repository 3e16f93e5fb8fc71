/* SPDX-License-Identifier: MIT */

/* The tokens of a mail, in the addresses it went to or in its subject: which
 * are ours, and still good (doc/design.md 6.2). */

#include <limits.h>

#include "base/clock.h"
#include "desk/identify.h"
#include "mail/address.h"
#include "store/digest.h"
#include "store/observer.h"

/* A token in the detail of our own address: "games+42.p2.77.k3v9…@…". */
static int
token_in_address(const struct job *j, const char *addr, struct token *t)
{
	struct buf detail = BUF_INIT;
	int rc = -1;

	if (desk_is_own(j->desk, addr) && address_detail(addr, &detail) == 1)
		rc = token_read(detail.data, detail.len, t);
	buf_release(&detail);
	return rc;
}

/* Tokens that a mail may bring; more are not looked at. */
enum { TOKENS_MAX = 16 };

static bool
is_sender(const struct token *t)
{
	return t->role != TOKEN_BOUNCE;
}

static bool
is_of_game(const struct token *t)
{
	return t->role == TOKEN_SEAT || t->role == TOKEN_MODERATOR ||
		t->role == TOKEN_OBSERVER;
}

/* Tokens that tell a sender, of the addresses, in order; the subject's only if
 * no address has one. */
static size_t
find_tokens(const struct job *j, struct token t[TOKENS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < j->msg.n_to && n < TOKENS_MAX; i++)
		if (token_in_address(j, j->msg.to[i], &t[n]) == 0 &&
		    is_sender(&t[n]))
			n++;
	if (!n && token_in_subject(j->msg.subject, &t[0]) == 0)
		n = is_sender(&t[0]);
	return n;
}

/* The tokens of a game end so long after it is final. */
enum { ENDED_SECONDS = 30 * 86400 };

static int
is_moderators(struct job *j, const struct game *g, struct token *t,
	struct err *e)
{
	int rc = player_seat_holder(j->desk->house.db, g->moderator,
		g->moderator_holder, &t->holder, e);

	return rc ? -1 : g->moderator && token_good(j->desk->house.key, t);
}

static int
is_observers(struct job *j, struct token *t, struct err *e)
{
	struct observer o;
	int rc = observer_get(j->desk->house.db, t->seat, &o, e);

	if (rc <= 0 || o.game != t->number)
		return rc < 0 ? -1 : 0;
	rc = player_seat_holder(j->desk->house.db, o.player,
		o.since % INT_MAX, &t->holder, e);
	return rc ? -1 : token_good(j->desk->house.key, t);
}

static int
is_seats(struct job *j, struct token *t, struct err *e)
{
	struct seat s;
	bool good;
	int rc = seat_get(j->desk->house.db, t->number, t->seat, &s, e);

	if (rc <= 0)
		return rc;
	rc = player_seat_holder(j->desk->house.db, s.player, s.holder,
		&t->holder, e);
	good = s.player && token_good(j->desk->house.key, t);
	seat_release(&s);
	return rc ? -1 : good;
}

/* Whether the token is of the present holder of a seat, the present moderator,
 * or one who still watches. 1, 0. */
static int
is_good_of_game(struct job *j, struct token *t, struct err *e)
{
	struct game g;
	int rc = game_get(j->desk->house.db, t->number, &g, e);

	if (rc <= 0)
		return rc;
	t->epoch = game_epoch(&g, t->board);
	if (g.final && clock_now() - g.final > ENDED_SECONDS)
		rc = 0;
	else if (t->role == TOKEN_MODERATOR)
		rc = is_moderators(j, &g, t, e);
	else
		rc = t->role == TOKEN_SEAT ? is_seats(j, t, e) :
			is_observers(j, t, e);
	game_release(&g);
	return rc;
}

static int
is_requests(struct job *j, struct token *t, struct err *e)
{
	struct request r = { 0 };
	int rc = request_get(j->desk->house.db, t->number, &r, e);
	bool good = rc == 1 && r.nonce == t->nonce &&
		token_good(j->desk->house.key, t);

	request_release(&r);
	return rc < 0 ? -1 : good;
}

static int
is_digests(struct job *j, struct token *t, struct err *e)
{
	struct digest_row d;
	int rc = digest_get(j->desk->house.db, t->number, &d, e);

	if (rc == 1)
		rc = player_holder(j->desk->house.db, d.player, &t->holder,
			e);
	return rc < 1 ? rc : d.nonce == t->nonce &&
		token_good(j->desk->house.key, t);
}

/* Whether the token is one of ours, and still proves something. 1, 0. Of one
 * that confirms a held mail the nonce is compared when that is taken. */
static int
is_good(struct job *j, struct token *t, struct err *e)
{
	int rc;

	t->epoch = j->desk->house.epoch;
	switch (t->role) {
	case TOKEN_CONFIRM:
		return token_good(j->desk->house.key, t);
	case TOKEN_REQUEST:
		return is_requests(j, t, e);
	case TOKEN_DIGEST:
		t->epoch = 0;
		return is_digests(j, t, e);
	case TOKEN_PLAYER:
		t->epoch = 0;
		rc = player_holder(j->desk->house.db, t->number, &t->holder,
			e);
		return rc == 1 ? token_good(j->desk->house.key, t) : rc;
	case TOKEN_SEAT:
	case TOKEN_MODERATOR:
	case TOKEN_OBSERVER:
		return is_good_of_game(j, t, e);
	case TOKEN_BOUNCE:
		break;
	}
	return 0;
}

/* The one token that the mail is known by: a forged one beside it does not
 * spoil it; of several of one seat the oldest board counts, for that was seen
 * for certain; good ones of two seats say nothing, as nobody can be both. */
int
job_token(struct job *j, struct token *best, struct err *e)
{
	struct token t[TOKENS_MAX];
	size_t n = find_tokens(j, t);
	bool any = false;

	j->who.dead = n > 0;
	for (size_t i = 0; i < n; i++) {
		int rc = is_good(j, &t[i], e);
		if (rc < 0)
			return -1;
		if (rc == 0)
			continue;
		j->who.dead = false;
		if (any && (t[i].role != best->role ||
		    t[i].number != best->number || t[i].seat != best->seat))
			return 0;
		if (!any || t[i].board < best->board)
			*best = t[i];
		any = true;
	}
	return any;
}

int64_t
job_token_game(const struct job *j)
{
	struct token t[TOKENS_MAX];

	return find_tokens(j, t) && is_of_game(&t[0]) ? t[0].number : 0;
}
