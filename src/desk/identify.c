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
find_reference(const struct job *j, struct look *l)
{
	const struct message *m = &j->msg;

	if (m->in_reply_to &&
	    read_reference(&j->desk->house, m->in_reply_to, l))
		return true;
	for (size_t i = m->n_references; i-- > 0; )
		if (read_reference(&j->desk->house, m->references[i], l))
			return true;
	return false;
}

static bool
is_vouched(const struct job *j)
{
	const char *id = j->desk->conf->identity.authserv_id;

	return id && j->msg.auth_results && j->msg.from &&
		authres_dmarc_pass(j->msg.auth_results, id,
			strrchr(j->msg.from, '@') + 1);
}

/* The only game that he watches. */
static int
watched_game(struct job *j, struct err *e)
{
	int64_t ids[2];
	int n = observer_games(j->desk->house.db, j->who.player.id, ids, 2, e);

	return n == 1 ? job_sit(j, ids[0], 0, -1, e) : n < 0 ? -1 : 0;
}

/* The games that the mail names: the one whose mail it answers, that of a
 * reply address which is good no more, that of its subject. How many. */
enum { NAMED_MAX = 3 };
static int
named_games(const struct job *j, struct look l[NAMED_MAX])
{
	int64_t token = job_token_game(j);
	int64_t game = token_game_in_subject(j->msg.subject);
	int n = find_reference(j, &l[0]);

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
choose_game(struct job *j, struct err *e)
{
	struct look l[NAMED_MAX];
	int64_t only;
	int n = named_games(j, l);

	for (int i = 0; i < n; i++) {
		int rc = job_sit(j, l[i].game, 0, l[i].board, e);
		if (rc)
			return rc;
	}
	if (n) {
		j->named = l[0].game;
		return 0;
	}
	n = job_games(j, &only, e);
	if (n <= 0)
		return n < 0 ? -1 : watched_game(j, e);
	return n == 1 ? job_sit(j, only, 0, -1, e) : 0;
}

int
job_from_first(const struct job *j, int64_t player, struct err *e)
{
	struct buf first = BUF_INIT;
	int rc = j->msg.from ? address_primary(j->desk->house.db, player,
		&first, e) : 0;

	if (rc == 1)
		rc = !strcmp(first.data, j->msg.from);
	buf_release(&first);
	return rc;
}

/* What From adds to what the mail proves already: a server that we trust says
 * that the player himself has written. */
static int
prove_from(struct job *j, struct err *e)
{
	struct player p;
	int first, rc;

	if (!is_vouched(j))
		return 0;
	first = job_from_first(j, j->who.player.id, e);
	rc = first < 0 ? -1 : player_by_address(j->desk->house.db,
		j->msg.from, &p, e);
	if (rc == 1 && p.id == j->who.player.id) {
		j->who.rights.proof = PROOF_VOUCHED;
		j->who.rights.role = first ? ROLE_OWNER : ROLE_PERSON;
	}
	if (rc == 1)
		player_release(&p);
	return rc < 0 ? -1 : 0;
}

static int
by_address(struct job *j, struct err *e)
{
	struct player p;
	int rc = j->msg.from ? player_by_address(j->desk->house.db,
		j->msg.from, &p, e) : 0;

	if (rc <= 0)
		return rc;
	j->who.player = p;
	j->lang = p.lang;
	job_use_words(j);
	j->who.rights.proof = PROOF_CLAIM;
	if (prove_from(j, e))
		return -1;
	return choose_game(j, e) < 0 ? -1 : 0;
}

/* Who moderates may play too: job_sit finds his seat. */
static int
load_moderator(struct job *j, int64_t game, struct err *e)
{
	struct game g;
	int64_t id;
	int rc = game_get(j->desk->house.db, game, &g, e);

	if (rc <= 0)
		return rc;
	id = g.moderator;
	game_release(&g);
	return job_load(j, id, e);
}

/* A player's own token proves him, and no board. */
static int
by_player(struct job *j, int64_t id, struct err *e)
{
	if (job_load(j, id, e) || prove_from(j, e))
		return -1;
	job_use_words(j);
	return choose_game(j, e) < 0 ? -1 : 0;
}

/* Who answers an invitation that stands reads the address it went to. The
 * other requests are decided by what he says (request.c). */
static int
by_request(struct job *j, int64_t id, struct err *e)
{
	struct request *r = &j->who.request;
	struct player p;
	int rc = request_get(j->desk->house.db, id, r, e);

	if (rc <= 0 || (r->kind == REQUEST_INVITATION &&
	    !request_open(r, clock_now())))
		return rc < 0 ? -1 : by_address(j, e);
	if (r->kind != REQUEST_INVITATION)
		return 0;
	j->who.rights.proof = PROOF_TOKEN;
	j->who.rights.role = ROLE_PLAYER;
	buf_str(&j->who.rights.address, r->address);
	rc = player_by_address(j->desk->house.db, r->address, &p, e);
	if (rc == 1) {
		j->who.player = p;
		j->lang = p.lang;
		rc = prove_from(j, e);
	}
	job_use_words(j);
	return rc < 0 ? -1 : 0;
}

static int
load_observer(struct job *j, int64_t id, struct err *e)
{
	struct observer o;
	int rc = observer_get(j->desk->house.db, id, &o, e);

	return rc == 1 ? job_load(j, o.player, e) : rc;
}

/* A token of a game: of a seat, its moderator or one who watches. */
static int
by_game(struct job *j, const struct token *t, struct err *e)
{
	int seat = t->role == TOKEN_SEAT ? t->seat : 0;

	rights_scope(&j->who.rights, t->number, seat, t->board);
	if (t->role == TOKEN_MODERATOR && load_moderator(j, t->number, e))
		return -1;
	if (t->role == TOKEN_OBSERVER && load_observer(j, t->seat, e))
		return -1;
	if (job_sit(j, t->number, seat, seat ? t->board : -1, e) < 0)
		return -1;
	return j->who.player.id ? prove_from(j, e) : 0;
}

/* Whether the seat is still the player's who was shown it. 1, 0. */
static int
still_holds(struct job *j, const struct digest_seat *d, int64_t player,
	struct err *e)
{
	struct seat s;
	int64_t holder = 0;
	int rc = seat_get(j->desk->house.db, d->game, d->seat, &s, e);

	if (rc != 1)
		return rc;
	rc = player_seat_holder(j->desk->house.db, s.player, s.holder,
		&holder, e);
	if (rc == 0)
		rc = s.player == player && holder == d->holder;
	seat_release(&s);
	return rc;
}

/* A digest's proves the player, and the seats that it showed. */
static int
by_digest(struct job *j, int64_t id, struct err *e)
{
	struct digest_seat seat[SCOPES_MAX];
	struct digest_row d;
	int n = digest_get(j->desk->house.db, id, &d, e);

	if (n == 1)
		n = digest_seats(j->desk->house.db, id, seat, SCOPES_MAX, e);
	for (int i = 0; i < n; i++) {
		int rc = still_holds(j, &seat[i], d.player, e);
		if (rc < 0)
			return -1;
		if (rc)
			rights_scope(&j->who.rights, seat[i].game, seat[i].seat,
				seat[i].board);
	}
	return n < 0 ? -1 : by_player(j, d.player, e);
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
job_identify(struct job *j, int64_t *confirms, struct err *e)
{
	struct token t;
	int rc;

	j->lang = j->desk->house.lang;
	job_use_words(j);
	rc = job_token(j, &t, e);
	if (rc < 0)
		return -1;
	if (rc == 0)
		return by_address(j, e);
	if (t.role == TOKEN_CONFIRM) {
		*confirms = t.number;
		j->who.nonce = t.nonce;
		return 0;
	}
	if (t.role == TOKEN_REQUEST)
		return by_request(j, t.number, e);
	j->who.rights.proof = PROOF_TOKEN;
	j->who.rights.role = role_of(&t);
	return t.role == TOKEN_PLAYER ? by_player(j, t.number, e) :
		t.role == TOKEN_DIGEST ? by_digest(j, t.number, e) :
		by_game(j, &t, e);
}

/* A stranger's mail, whose address is proved now; by a confirmation of
 * another mail he may have become somebody since. */
static int
resume_stranger(struct job *j, struct err *e)
{
	struct player p;
	int rc;

	if (!j->msg.from)
		return 0;
	buf_str(&j->who.rights.address, j->msg.from);
	rc = player_by_address(j->desk->house.db, j->who.rights.address.data,
		&p, e);
	if (rc == 1) {
		j->who.player = p;
		j->lang = p.lang;
	}
	job_use_words(j);
	return rc < 0 ? -1 : 1;
}

/* A held mail is its player's; what it may do is seen with the board it was
 * written for, as its arrival told. */
int
job_resume(struct job *j, const struct hold *h, struct err *e)
{
	struct look l[NAMED_MAX];
	int rc;

	j->who.rights.proof = PROOF_CONFIRMED;
	j->who.rights.role = ROLE_OWNER;
	j->lang = j->desk->house.lang;
	if (h->rest) {
		free(j->msg.text);
		j->msg.text = mem_dup(h->rest);
	}
	if (!h->player)
		return resume_stranger(j, e);
	if (job_load(j, h->player, e))
		return -1;
	job_use_words(j);
	if (!h->game) {
		j->named = named_games(j, l) ? l[0].game : 0;
		return 1;
	}
	j->confirmed = h->seen;
	rc = job_sit(j, h->game, h->seat, h->board, e);
	if (rc <= 0)
		return rc;
	if (j->who.player.id != h->player)
		return 0;
	if (h->board < 0)
		j->at.current = false;
	return 1;
}
