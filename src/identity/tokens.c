/* SPDX-License-Identifier: MIT */

/* The tokens of a mail, in the addresses it went to or in its subject: which
 * are ours, and still good (doc/design.md 6.2). */

#include <limits.h>

#include "base/clock.h"
#include "identity/identity.h"
#include "mail/address.h"
#include "match/mail_id.h"
#include "post/watch.h"
#include "store/digest.h"
#include "store/observer.h"

/* A token in the detail of an address: "games+42.p2.77.k3v9…@…". It proves
 * itself: the address before it may be one that was ours when the mail was
 * written that is answered. */
static int
token_in_address(const struct club *club, const char *addr, struct token *t)
{
	struct buf detail = BUF_INIT;
	int rc = -1;

	if (address_detail(addr, &detail) == 1)
		rc = token_read(club->key, detail.data, detail.len, t);
	buf_release(&detail);
	return rc;
}

/* Tokens that a mail may bring; more are not looked at. */
enum { TOKENS_MAX = 16 };

/* Tokens that tell a sender, of the addresses, in order; the subject's only if
 * no address has one. */
static size_t
find_tokens(const struct club *club, const struct message *msg,
    struct token t[TOKENS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < msg->n_to && n < TOKENS_MAX; i++)
		n += token_in_address(club, msg->to[i], &t[n]) == 0;
	if (!n)
		n = token_in_subject(club->key, msg->subject, &t[0]) == 0;
	return n;
}

/* The tokens of a game end so long after it is final. */
enum { ENDED_SECONDS = 30 * 86400 };

static int
is_moderators(const struct club *club, const struct game *g, struct token *t,
    int64_t *player, struct err *e)
{
	int rc = player_seat_holder(club->db, g->moderator, g->moderator_holder,
	    &t->holder, e);

	*player = g->moderator;
	return rc ? -1 : g->moderator && token_good(club->key, t);
}

/* Who watches the game under that mark: 1, 0. The number of mails of before is
 * that of the row. */
static int
find_observer(const struct club *club, const struct token *t,
    struct observer *out, struct err *e)
{
	struct observer at[WATCHERS_MAX];
	char mark[OBSERVER_MARK];
	int n;

	if (!*t->mark)
		return observer_get(club->db, t->seat, out, e);
	n = observer_all(club->db, t->number, at, WATCHERS_MAX, e);
	for (int i = 0; i < n; i++) {
		club_observer_mark(club, &at[i], mark);
		if (strcmp(mark, t->mark) == 0) {
			*out = at[i];
			return 1;
		}
	}
	return n < 0 ? -1 : 0;
}

static int
is_observers(const struct club *club, struct token *t, int64_t *player,
    struct err *e)
{
	struct observer o;
	int rc = find_observer(club, t, &o, e);

	if (rc <= 0 || o.game != t->number)
		return rc < 0 ? -1 : 0;
	rc = player_seat_holder(club->db, o.player, o.since % INT_MAX,
	    &t->holder, e);
	*player = o.player;
	if (rc || !token_good(club->key, t))
		return rc ? -1 : 0;
	t->seat = (int)o.id;
	return 1;
}

static int
is_seats(const struct club *club, struct token *t, int64_t *player,
    struct err *e)
{
	struct seat s;
	bool good;
	int rc = seat_get(club->db, t->number, t->seat, &s, e);

	if (rc <= 0)
		return rc;
	rc = player_seat_holder(club->db, s.player, s.holder, &t->holder, e);
	*player = s.player;
	good = s.player && token_good(club->key, t);
	seat_release(&s);
	return rc ? -1 : good;
}

/* Whether the token is of the present holder of a seat, the present moderator,
 * or one who still watches. 1, 0. */
static int
is_good_of_game(const struct club *club, struct token *t, int64_t *player,
    struct err *e)
{
	struct game g;
	int rc = game_get(club->db, t->number, &g, e);

	if (rc <= 0)
		return rc;
	t->epoch = game_epoch(&g, t->board);
	if (g.final && clock_now() - g.final > ENDED_SECONDS)
		rc = 0;
	else if (t->role == TOKEN_MODERATOR)
		rc = is_moderators(club, &g, t, player, e);
	else
		rc = t->role == TOKEN_SEAT ? is_seats(club, t, player, e) :
					     is_observers(club, t, player, e);
	game_release(&g);
	return rc;
}

static int
is_requests(const struct club *club, struct token *t, struct err *e)
{
	struct request r = { 0 };
	int rc = request_get(club->db, t->number, &r, e);
	bool good = rc == 1 && r.nonce == t->nonce && token_good(club->key, t);

	request_release(&r);
	return rc < 0 ? -1 : good;
}

static int
is_digests(const struct club *club, struct token *t, int64_t *player,
    struct err *e)
{
	struct digest_row d;
	int rc = digest_get(club->db, t->number, &d, e);

	if (rc == 1)
		rc = player_holder(club->db, d.player, &t->holder, e);
	if (rc < 1)
		return rc;
	*player = d.player;
	return clock_now() - d.created <= DIGEST_KEPT && d.nonce == t->nonce &&
	    token_good(club->key, t);
}

/* Whether the token is one of ours, and still proves something. 1, 0. Of one
 * that confirms a held mail the nonce is compared when that is taken. */
static int
is_good(const struct club *club, struct token *t, int64_t *player,
    struct err *e)
{
	int rc;

	t->epoch = club->epoch;
	switch (t->role) {
	case TOKEN_CONFIRM:
		return token_good(club->key, t);
	case TOKEN_REQUEST:
		return is_requests(club, t, e);
	case TOKEN_DIGEST:
		t->epoch = 0;
		return is_digests(club, t, player, e);
	case TOKEN_PLAYER:
		t->epoch = 0;
		*player = t->number;
		rc = player_holder(club->db, t->number, &t->holder, e);
		return rc == 1 ? token_good(club->key, t) : rc;
	case TOKEN_SEAT:
	case TOKEN_MODERATOR:
	case TOKEN_OBSERVER:
		return is_good_of_game(club, t, player, e);
	}
	return 0;
}

/* The one token that the mail is known by: a forged one beside it does not
 * spoil it; of several of one seat the oldest board counts, for that was seen
 * for certain; good ones of two seats say nothing, as nobody can be both. */
int
identity_token(const struct club *club, const struct message *msg,
    struct token *best, int64_t *player, enum token_role *dead, struct err *e)
{
	struct token t[TOKENS_MAX];
	size_t n = find_tokens(club, msg, t);
	bool any = false;

	*dead = n > 0 ? t[0].role : 0;
	*player = 0;
	for (size_t i = 0; i < n; i++) {
		int64_t id = 0;
		int rc = is_good(club, &t[i], &id, e);

		if (rc < 0)
			return -1;
		if (rc == 0)
			continue;
		*dead = 0;
		if (any &&
		    (t[i].role != best->role || t[i].number != best->number ||
			t[i].seat != best->seat))
			return 0;
		if (!any || t[i].board < best->board)
			*best = t[i];
		*player = id;
		any = true;
	}
	return any;
}

int64_t
identity_token_game(const struct club *club, const struct message *msg)
{
	struct token t[TOKENS_MAX];

	return find_tokens(club, msg, t) && token_of_game(t[0].role) ?
	    t[0].number :
	    0;
}
