/* SPDX-License-Identifier: MIT */

/* Who is writing (doc/design.md 6): by a token in an address the mail went to
 * or in its subject, else by a registered address that a trusted server vouches
 * for (dmarc=pass of its domain, in the topmost field of that server); and
 * which game and board the mail is about. */

#include "base/clock.h"
#include "base/mem.h"
#include "desk/identify.h"
#include "desk/judge.h"
#include "mail/authres.h"
#include "store/digest.h"
#include "store/inbox.h"
#include "store/observer.h"

/* A mail of ours named by In-Reply-To or References: "pq42.77.p2.3.k3v9…@…",
 * "pq42.77.m.3.…" to a moderator, "….o5.3.…" to an observer. It proves
 * nothing; it says what the writer was looking at. */
struct look { int64_t game; int seat, board; };

static bool
is_message_id(const struct house *h, const char *id, int name)
{
	struct buf text = BUF_INIT, own = BUF_INIT;
	bool yes;

	buf_add(&text, id + 2, (size_t)name - 2);
	house_message_id(h, buf_text(&text), &own);
	yes = !strncmp(own.data, id, strcspn(own.data, "@") + 1);
	buf_release(&text);
	buf_release(&own);
	return yes;
}

static bool
read_reference(const struct house *h, const char *id, struct look *l)
{
	long long game;
	int board, seat = 0, mail, end = 0;

	if ((sscanf(id, "pq%18lld.%9d.p%1d.%9d%n", &game, &board, &seat, &mail,
	    &end) != 4 && sscanf(id, "pq%18lld.%9d.m.%9d%n", &game, &board,
	    &mail, &end) != 3 && sscanf(id, "pq%18lld.%9d.o%9d.%9d%n", &game,
	    &board, &mail, &mail, &end) != 4) || !is_message_id(h, id, end))
		return false;
	*l = (struct look){ game, seat, board };
	return true;
}

static bool
find_reference(const struct errand *er, struct look *l)
{
	const struct message *m = &er->msg;

	if (m->in_reply_to &&
	    read_reference(&er->desk->house, m->in_reply_to, l))
		return true;
	for (size_t i = m->n_references; i-- > 0; )
		if (read_reference(&er->desk->house, m->references[i], l))
			return true;
	return false;
}

static bool
is_vouched(const struct errand *er)
{
	const char *id = er->desk->conf->identity.authserv_id;

	return id && er->msg.auth_results && er->msg.from &&
		authres_dmarc_pass(er->msg.auth_results, id,
			strrchr(er->msg.from, '@') + 1);
}

/* The only game that he watches. */
static int
watched_game(struct errand *er, struct err *e)
{
	int64_t ids[2];
	int n = observer_games(er->desk->house.db, er->player.id, ids, 2, e);

	return n == 1 ? errand_sit(er, ids[0], 0, -1, e) : n < 0 ? -1 : 0;
}

/* The games that the mail names: the one whose mail it answers, that of a
 * reply address which is good no more, that of its subject. How many. */
enum { NAMED_MAX = 3 };
static int
named_games(const struct errand *er, struct look l[NAMED_MAX])
{
	int64_t token = errand_token_game(er);
	int64_t game = token_game_in_subject(er->msg.subject);
	int n = find_reference(er, &l[0]);

	if (token)
		l[n++] = (struct look){ token, 0, -1 };
	if (game)
		l[n++] = (struct look){ game, 0, -1 };
	return n;
}

/* The game a mail without a token is about, as it says itself; if it says
 * nothing the player's only one that is not over. What was written for a game
 * that is not his any more is for no other. */
static int
choose_game(struct errand *er, struct err *e)
{
	struct look l[NAMED_MAX];
	int64_t only;
	int n = named_games(er, l);

	for (int i = 0; i < n; i++) {
		int rc = errand_sit(er, l[i].game, 0, l[i].board, e);
		if (rc)
			return rc;
	}
	if (n) {
		er->named = l[0].game;
		return 0;
	}
	n = errand_games(er, &only, e);
	if (n <= 0)
		return n < 0 ? -1 : watched_game(er, e);
	return n == 1 ? errand_sit(er, only, 0, -1, e) : 0;
}

int
errand_from_first(const struct errand *er, int64_t player, struct err *e)
{
	struct buf first = BUF_INIT;
	int rc = er->msg.from ? address_primary(er->desk->house.db, player,
		&first, e) : 0;

	if (rc == 1)
		rc = !strcmp(first.data, er->msg.from);
	buf_release(&first);
	return rc;
}

/* What From adds to what the mail proves already: a server that we trust says
 * that the player himself has written. */
static int
prove_from(struct errand *er, struct err *e)
{
	struct player p;
	int first, rc;

	if (!is_vouched(er))
		return 0;
	first = errand_from_first(er, er->player.id, e);
	rc = first < 0 ? -1 : player_by_address(er->desk->house.db,
		er->msg.from, &p, e);
	if (rc == 1 && p.id == er->player.id) {
		er->rights.proof = PROOF_VOUCHED;
		er->rights.role = first ? ROLE_OWNER : ROLE_PERSON;
	}
	if (rc == 1)
		player_release(&p);
	return rc < 0 ? -1 : 0;
}

static int
by_address(struct errand *er, struct err *e)
{
	struct player p;
	int rc = er->msg.from ? player_by_address(er->desk->house.db,
		er->msg.from, &p, e) : 0;

	if (rc <= 0)
		return rc;
	er->player = p;
	er->lang = p.lang;
	errand_use_words(er);
	er->rights.proof = PROOF_CLAIM;
	if (prove_from(er, e))
		return -1;
	return choose_game(er, e) < 0 ? -1 : 0;
}

/* Who moderates may play too: errand_sit finds his seat. */
static int
load_moderator(struct errand *er, int64_t game, struct err *e)
{
	struct game g;
	int64_t id;
	int rc = game_get(er->desk->house.db, game, &g, e);

	if (rc <= 0)
		return rc;
	id = g.moderator;
	game_release(&g);
	return errand_load(er, id, e);
}

/* A player's own token proves him, and no board. */
static int
by_player(struct errand *er, int64_t id, struct err *e)
{
	if (errand_load(er, id, e) || prove_from(er, e))
		return -1;
	errand_use_words(er);
	return choose_game(er, e) < 0 ? -1 : 0;
}

/* Who answers an invitation that stands reads the address it went to. The
 * other requests are decided by what he says (request.c). */
static int
by_request(struct errand *er, int64_t id, struct err *e)
{
	struct request *r = &er->request;
	struct player p;
	int rc = request_get(er->desk->house.db, id, r, e);

	if (rc <= 0 || (r->kind == REQUEST_INVITATION &&
	    !request_open(r, clock_now())))
		return rc < 0 ? -1 : by_address(er, e);
	if (r->kind != REQUEST_INVITATION)
		return 0;
	er->rights.proof = PROOF_TOKEN;
	er->rights.role = ROLE_PLAYER;
	buf_str(&er->rights.address, r->address);
	rc = player_by_address(er->desk->house.db, r->address, &p, e);
	if (rc == 1) {
		er->player = p;
		er->lang = p.lang;
		rc = prove_from(er, e);
	}
	errand_use_words(er);
	return rc < 0 ? -1 : 0;
}

static int
load_observer(struct errand *er, int64_t id, struct err *e)
{
	struct observer o;
	int rc = observer_get(er->desk->house.db, id, &o, e);

	return rc == 1 ? errand_load(er, o.player, e) : rc;
}

/* A token of a game: of a seat, its moderator or one who watches. */
static int
by_game(struct errand *er, const struct token *t, struct err *e)
{
	int seat = t->role == TOKEN_SEAT ? t->seat : 0;

	rights_scope(&er->rights, t->number, seat, t->board);
	if (t->role == TOKEN_MODERATOR && load_moderator(er, t->number, e))
		return -1;
	if (t->role == TOKEN_OBSERVER && load_observer(er, t->seat, e))
		return -1;
	if (errand_sit(er, t->number, seat, seat ? t->board : -1, e) < 0)
		return -1;
	return er->player.id ? prove_from(er, e) : 0;
}

/* Whether the seat is still the player's who was shown it. 1, 0. */
static int
still_holds(struct errand *er, const struct digest_seat *d, int64_t player,
	struct err *e)
{
	struct seat s;
	int64_t holder = 0;
	int rc = seat_get(er->desk->house.db, d->game, d->seat, &s, e);

	if (rc != 1)
		return rc;
	rc = player_seat_holder(er->desk->house.db, s.player, s.holder,
		&holder, e);
	if (rc == 0)
		rc = s.player == player && holder == d->holder;
	seat_release(&s);
	return rc;
}

/* A digest's proves the player, and the seats that it showed. */
static int
by_digest(struct errand *er, int64_t id, struct err *e)
{
	struct digest_seat seat[SCOPES_MAX];
	struct digest_row d;
	int n = digest_get(er->desk->house.db, id, &d, e);

	if (n == 1)
		n = digest_seats(er->desk->house.db, id, seat, SCOPES_MAX, e);
	for (int i = 0; i < n; i++) {
		int rc = still_holds(er, &seat[i], d.player, e);
		if (rc < 0)
			return -1;
		if (rc)
			rights_scope(&er->rights, seat[i].game, seat[i].seat,
				seat[i].board);
	}
	return n < 0 ? -1 : by_player(er, d.player, e);
}

static enum role
role_of(const struct token *t)
{
	return t->role == TOKEN_SEAT ? ROLE_SEAT :
		t->role == TOKEN_MODERATOR ? ROLE_MODERATOR :
		t->role == TOKEN_OBSERVER ? ROLE_OBSERVER :
		t->role == TOKEN_DIGEST ? ROLE_DIGEST : ROLE_PLAYER;
}

int
errand_identify(struct errand *er, int64_t *confirms, struct err *e)
{
	struct token t;
	int rc;

	er->lang = er->desk->house.lang;
	errand_use_words(er);
	rc = errand_token(er, &t, e);
	if (rc < 0)
		return -1;
	if (rc == 0)
		return by_address(er, e);
	if (t.role == TOKEN_CONFIRM) {
		*confirms = t.number;
		er->nonce = t.nonce;
		return 0;
	}
	if (t.role == TOKEN_REQUEST)
		return by_request(er, t.number, e);
	er->rights.proof = PROOF_TOKEN;
	er->rights.role = role_of(&t);
	return t.role == TOKEN_PLAYER ? by_player(er, t.number, e) :
		t.role == TOKEN_DIGEST ? by_digest(er, t.number, e) :
		by_game(er, &t, e);
}

/* A stranger's mail, whose address is proved now; by a confirmation of
 * another mail he may have become somebody since. */
static int
resume_stranger(struct errand *er, struct err *e)
{
	struct player p;
	int rc;

	if (!er->msg.from)
		return 0;
	buf_str(&er->rights.address, er->msg.from);
	rc = player_by_address(er->desk->house.db, er->rights.address.data,
		&p, e);
	if (rc == 1) {
		er->player = p;
		er->lang = p.lang;
	}
	errand_use_words(er);
	return rc < 0 ? -1 : 1;
}

/* A held mail is its player's; what it may do is seen with the board it was
 * written for, as its arrival told. */
int
errand_resume(struct errand *er, const struct hold *h, struct err *e)
{
	struct look l[NAMED_MAX];
	int rc;

	er->rights.proof = PROOF_CONFIRMED;
	er->rights.role = ROLE_OWNER;
	er->lang = er->desk->house.lang;
	if (h->rest) {
		free(er->msg.text);
		er->msg.text = mem_dup(h->rest);
	}
	if (!h->player)
		return resume_stranger(er, e);
	if (errand_load(er, h->player, e))
		return -1;
	errand_use_words(er);
	if (!h->game) {
		er->named = named_games(er, l) ? l[0].game : 0;
		return 1;
	}
	er->confirmed = h->seen;
	rc = errand_sit(er, h->game, h->seat, h->board, e);
	if (rc <= 0)
		return rc;
	if (er->player.id != h->player)
		return 0;
	if (h->board < 0)
		er->current = false;
	return 1;
}
