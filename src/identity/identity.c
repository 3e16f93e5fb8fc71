/* SPDX-License-Identifier: MIT */

#include "identity/identity.h"

#include "mail/authres.h"
#include "store/digest.h"
#include "store/seat.h"

void
identity_release(struct identity *who)
{
	if (who->player.id)
		player_release(&who->player);
	rights_release(&who->rights);
	request_release(&who->request);
}

int
identity_load(const struct club *club, int64_t player, struct identity *who,
    struct err *e)
{
	int rc;

	if (who->player.id == player)
		return 0;
	if (who->player.id)
		player_release(&who->player);
	memset(&who->player, 0, sizeof who->player);
	rc = player_get(club->db, player, &who->player, e);
	if (rc == 1)
		return 0;
	who->player.id = 0;
	return rc < 0 ? -1 :
			err_set(e, ERR_CORRUPT, "there is no player %lld",
			    (long long)player);
}

/* dmarc=pass of its domain, in the topmost field of our server. */
static bool
is_vouched(const char *server, const struct message *msg)
{
	return server != NULL && msg->auth_results != NULL &&
	    msg->from != NULL &&
	    authres_dmarc_pass(msg->auth_results, server,
		strrchr(msg->from, '@') + 1);
}

bool
identity_suspect(const char *server, const struct message *msg)
{
	return msg->spam ||
	    (server != NULL && msg->auth_results != NULL &&
		authres_fails(msg->auth_results, server));
}

int
identity_from_first(const struct club *club, const struct message *msg,
    int64_t player, struct err *e)
{
	struct buf first = BUF_INIT;
	int rc = msg->from != NULL ?
	    address_primary(club->db, player, &first, e) :
	    0;

	if (rc == 1)
		rc = strcmp(first.data, msg->from) == 0;
	buf_release(&first);
	return rc;
}

/* What From adds to what the mail proves already: a server that we trust says
 * that the player themselves has written. */
static int
prove_from(const struct club *club, const char *server,
    const struct message *msg, struct identity *who, struct err *e)
{
	struct player p;
	int first, rc;

	if (!who->player.id || msg->from == NULL)
		return 0;
	first = identity_from_first(club, msg, who->player.id, e);
	rc = first < 0 ? -1 : player_by_address(club->db, msg->from, &p, e);
	who->rights.named = rc == 1 && p.id == who->player.id &&
	    !identity_suspect(server, msg);
	if (rc == 1 && p.id == who->player.id && is_vouched(server, msg)) {
		who->rights.proof = PROOF_VOUCHED;
		who->rights.role = first ? ROLE_OWNER : ROLE_PERSON;
	}
	if (rc == 1)
		player_release(&p);
	return rc < 0 ? -1 : 0;
}

/* Whoever has the address, if somebody has. */
static int
load_address(const struct club *club, const char *address, struct identity *who,
    struct err *e)
{
	struct player p;
	int rc = address != NULL ? player_by_address(club->db, address, &p, e) :
				   0;

	if (rc == 1)
		who->player = p;
	return rc;
}

static int
by_address(const struct club *club, const struct message *msg,
    struct identity *who, struct err *e)
{
	int rc = load_address(club, msg->from, who, e);

	if (rc == 1)
		who->rights.proof = PROOF_CLAIM;
	return rc < 0 ? -1 : 0;
}

/* Who answers an invitation that stands reads the address it went to. The
 * other requests are decided by what is said (desk/request.c). */
static int
by_request(const struct club *club, const struct message *msg,
    struct identity *who, struct err *e)
{
	struct request *r = &who->request;
	int rc = request_get(club->db, who->token.number, r, e);

	if (rc <= 0 ||
	    (r->kind == REQUEST_INVITATION &&
		!request_open(r, order_asked(club))))
		return rc < 0 ? -1 : by_address(club, msg, who, e);
	if (r->kind != REQUEST_INVITATION)
		return 0;
	who->rights.proof = PROOF_TOKEN;
	who->rights.role = ROLE_PLAYER;
	buf_str(&who->rights.address, r->address);
	return load_address(club, r->address, who, e) < 0 ? -1 : 0;
}

/* Whether the seat is still the player's who was shown it. 1, 0. */
static int
still_holds(const struct club *club, const struct digest_seat *d,
    int64_t player, struct err *e)
{
	struct seat s;
	int64_t holder = 0;
	int rc = seat_get(club->db, d->game, d->seat, &s, e);

	if (rc != 1)
		return rc;
	rc = player_seat_holder(club->db, s.player, s.holder, &holder, e);
	if (rc == 0)
		rc = s.player == player && holder == d->holder;
	seat_release(&s);
	return rc;
}

/* A digest's proves the seats that it showed. */
static int
add_digest(const struct club *club, int64_t player, struct identity *who,
    struct err *e)
{
	struct digest_seat seat[SCOPES_MAX];
	int n = digest_seats(club->db, who->token.number, seat, SCOPES_MAX, e);

	for (int i = 0; i < n; i++) {
		int rc = still_holds(club, &seat[i], player, e);

		if (rc < 0)
			return -1;
		if (rc)
			rights_scope(&who->rights,
			    (struct scope){ seat[i].game, seat[i].seat,
				seat[i].board, seat[i].mail, seat[i].waits });
	}
	return n < 0 ? -1 : 0;
}

static enum role
role_of(const struct token *t)
{
	return t->role == TOKEN_SEAT   ? ROLE_SEAT :
	    t->role == TOKEN_MODERATOR ? ROLE_MODERATOR :
	    t->role == TOKEN_OBSERVER  ? ROLE_OBSERVER :
	    t->role == TOKEN_DIGEST    ? ROLE_DIGEST :
					 ROLE_PLAYER;
}

static int
by_token(const struct club *club, const struct message *msg, int64_t player,
    struct identity *who, struct err *e)
{
	const struct token *t = &who->token;

	if (t->role == TOKEN_CONFIRM)
		return 0;
	if (t->role == TOKEN_REQUEST)
		return by_request(club, msg, who, e);
	who->rights.proof = PROOF_TOKEN;
	who->rights.role = role_of(t);
	if (token_of_game(t->role))
		rights_scope(&who->rights,
		    (struct scope){ t->number,
			t->role == TOKEN_SEAT ? t->seat : 0, t->board, 0, -1 });
	if (t->role == TOKEN_DIGEST && add_digest(club, player, who, e))
		return -1;
	return identity_load(club, player, who, e);
}

int
identity_find(const struct club *club, const char *server,
    const struct message *msg, struct identity *who, struct err *e)
{
	struct token t;
	int64_t player;
	int rc = identity_token(club, msg, &t, &player, &who->dead, e);

	if (rc < 0)
		return -1;
	if (rc == 1)
		who->token = t;
	if (rc == 1 ? by_token(club, msg, player, who, e) :
		      by_address(club, msg, who, e))
		return -1;
	return prove_from(club, server, msg, who, e);
}

/* A stranger's address is proved now; by a confirmation of another mail they
 * may have become somebody since. */
int
identity_confirmed(const struct club *club, const struct message *msg,
    const struct hold *held, struct identity *who, struct err *e)
{
	who->rights.proof = PROOF_CONFIRMED;
	who->rights.role = ROLE_OWNER;
	if (held->player)
		return identity_load(club, held->player, who, e) ? -1 : 1;
	if (msg->from == NULL)
		return 0;
	buf_str(&who->rights.address, msg->from);
	return load_address(club, msg->from, who, e) < 0 ? -1 : 1;
}
