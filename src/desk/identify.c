/* SPDX-License-Identifier: MIT */

/* Who is writing (DESIGN 6): by a token in an address the mail went to or in
 * its subject, else by a registered address that a trusted server vouches
 * for (dmarc=pass of its domain, in the topmost field of that server); and
 * which game and board the mail is about. */

#include <strings.h>

#include <limits.h>

#include "base/clock.h"
#include "base/mem.h"
#include "desk/errand.h"
#include "mail/address.h"
#include "mail/authres.h"
#include "match/token.h"
#include "store/inbox.h"
#include "store/observer.h"
#include "text/texts.h"

/* A token in the detail of our own address: "games+42.p2.77.k3v9…@…". */
static int
token_in_address(const struct errand *er, const char *addr, struct token *t)
{
	struct buf detail = BUF_INIT;
	const char *own = er->desk->address, *plus = strchr(addr, '+');
	size_t local = strcspn(own, "@");
	const char *at = strrchr(addr, '@');
	int rc = -1;

	if (plus && at && (size_t)(plus - addr) == local &&
	    !strncasecmp(addr, own, local) && !strcasecmp(at, own + local) &&
	    address_detail(addr, &detail) == 1)
		rc = token_read(detail.data, detail.len, t);
	buf_release(&detail);
	return rc;
}

/* Tokens that a mail may bring; more are not looked at. */
enum { TOKENS_MAX = 16 };

static bool
is_sender(const struct token *t)
{
	return t->role == TOKEN_SEAT || t->role == TOKEN_MODERATOR ||
		t->role == TOKEN_OBSERVER || t->role == TOKEN_CONFIRM ||
		t->role == TOKEN_REQUEST || t->role == TOKEN_PLAYER;
}

/* Tokens that tell a sender, of the addresses, in order; the subject's only if
 * no address has one. */
static size_t
find_tokens(const struct errand *er, struct token t[TOKENS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < er->msg.n_to && n < TOKENS_MAX; i++)
		if (token_in_address(er, er->msg.to[i], &t[n]) == 0 &&
		    is_sender(&t[n]))
			n++;
	if (!n && token_in_subject(er->msg.subject, &t[0]) == 0)
		n = is_sender(&t[0]);
	return n;
}

/* A mail of ours named by In-Reply-To or References: "pq42.77.p2.3.mark@…",
 * "pq42.77.m.3.mark@…" to a moderator, "….o5.3…" to an observer. It proves
 * nothing; it says what the writer was looking at. */
struct look { int64_t game; int seat, board; };

static bool
read_reference(const struct house *h, const char *id, struct look *l)
{
	char mark[16];
	long long game;
	int board, seat = 0, mail, end = 0;

	if (sscanf(id, "pq%18lld.%9d.p%1d.%9d.%15[a-z2-7]%n", &game, &board,
	    &seat, &mail, mark, &end) != 5 &&
	    sscanf(id, "pq%18lld.%9d.m.%9d.%15[a-z2-7]%n", &game, &board,
	    &mail, mark, &end) != 4 &&
	    sscanf(id, "pq%18lld.%9d.o%9d.%9d.%15[a-z2-7]%n", &game, &board,
	    &mail, &mail, mark, &end) != 5)
		return false;
	if (id[end] != '@' || strcmp(mark, h->mark))
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

static int
load_player(struct errand *er, int64_t id, struct err *e)
{
	int rc;

	if (er->player.id == id)
		return 0;
	if (er->player.id)
		player_release(&er->player);
	memset(&er->player, 0, sizeof er->player);
	rc = player_get(er->desk->house.db, id, &er->player, e);
	if (rc != 1) {
		er->player.id = 0;
		return rc < 0 ? -1 : err_set(e, ERR_CORRUPT,
			"there is no player %lld", (long long)id);
	}
	er->lang = er->player.lang;
	return 0;
}

static void
use_words(struct errand *er)
{
	const struct house *h = &er->desk->house;

	er->words = texts_names(h->texts, NULL, er->lang);
	er->game_words = er->m ?
		texts_names(h->texts, er->m->game.kind, er->lang) : NULL;
}

static void
remember_seen(struct errand *er)
{
	size_t size = er->m->kind->rules->position_size;

	free(er->seen);
	er->seen = NULL;
	if (!er->m->table)
		return;
	er->seen = mem_alloc(size);
	memcpy(er->seen, table_position(er->m->table), size);
}

/* Current: not lower than the board at which the seat's decision opened, nor
 * than its own last accepted move. Where nothing gives a board, only if
 * nothing has happened since the last mail to the seat. */
static void
judge_board(struct errand *er, int board)
{
	const struct seat *s = &er->m->seat[er->seat];

	er->board = board;
	if (!er->seat || er->no_moves)
		er->current = false;
	else if (board < 0)
		er->current = s->told == er->m->game.board;
	else
		er->current = board >= s->decision && board >= s->moved &&
			board <= er->m->game.board;
}

/* `game 42`: what was done in the other game is finished there; its mails
 * go to every seat it concerns, the writer's too, for the answer is about
 * the last game. */
static int
leave_match(struct errand *er, struct err *e)
{
	struct match *m = er->m;

	if (errand_end_turn(er, e))
		return -1;
	er->m = NULL;
	er->seat = 0;
	er->moderator = er->observer = false;
	er->moved = er->hold = er->previewing = er->queueing = false;
	er->left = 0;
	preview_release(&er->preview);
	return match_finish(m, 0, e);
}

static int
own_seat(const struct errand *er, const struct match *m)
{
	for (int s = 1; s <= m->seats && er->player.id; s++)
		if (m->seat[s].player == er->player.id)
			return s;
	return 0;
}

/* Whether the player has business in the game without a seat. 1, 0. */
static int
may_look(const struct errand *er, const struct match *m, struct err *e)
{
	struct observer o;

	if (match_moderates(m, er->player.id))
		return 1;
	return er->player.id ? observer_find(er->desk->house.db, m->game.id,
		er->player.id, &o, e) : 0;
}

int
errand_take(struct errand *er, struct match *m, int seat, int board,
	struct err *e)
{
	if (er->m && er->m != m && leave_match(er, e)) {
		match_drop(m);
		return -1;
	}
	er->m = m;
	er->seat = seat;
	m->mid = er->msg.message_id;
	if (seat && load_player(er, m->seat[seat].player, e))
		return -1;
	er->observer = !seat && !match_moderates(m, er->player.id);
	er->moderator = er->trust == TRUST_PROVEN &&
		match_moderates(m, er->player.id);
	judge_board(er, board);
	remember_seen(er);
	use_words(er);
	return 0;
}

int
errand_sit(struct errand *er, int64_t game, int seat, int board, struct err *e)
{
	struct match *m;
	int rc = 1;

	if (er->m && er->m->game.id == game) {
		m = er->m;
	} else {
		rc = match_open(&er->desk->house, game, &m, e);
		if (rc <= 0)
			return rc;
	}
	if (!seat)
		seat = own_seat(er, m);
	if (!seat)
		rc = may_look(er, m, e);
	else if (seat > m->seats || !m->seat[seat].player)
		rc = 0;
	if (rc != 1) {
		if (m != er->m)
			match_drop(m);
		return rc;
	}
	return errand_take(er, m, seat, board, e) ? -1 : 1;
}

/* Whether the token is of the game's present moderator. 1, 0. */
static int
is_moderators(struct errand *er, struct token *t, struct err *e)
{
	struct game g;
	bool good;
	int rc = game_get(er->desk->house.db, t->number, &g, e);

	if (rc <= 0)
		return rc;
	rc = player_seat_holder(er->desk->house.db, g.moderator,
		g.moderator_holder, &t->holder, e);
	good = g.moderator && token_good(er->desk->house.key, t);
	game_release(&g);
	return rc ? -1 : good;
}

/* Whether the token is of one who still watches the game. 1, 0. */
static int
is_observers(struct errand *er, struct token *t, struct err *e)
{
	struct observer o;
	int rc = observer_get(er->desk->house.db, t->seat, &o, e);

	if (rc <= 0)
		return rc;
	t->holder = (int)(o.since % INT_MAX);
	return o.game == t->number && token_good(er->desk->house.key, t);
}

/* Whether the token is one of ours, and of the seat's present holder. 1, 0. */
static int
is_good(struct errand *er, struct token *t, struct err *e)
{
	struct seat s;
	bool good;
	int rc;

	if (t->role == TOKEN_CONFIRM || t->role == TOKEN_REQUEST)
		return token_good(er->desk->house.key, t);
	if (t->role == TOKEN_PLAYER) {
		rc = player_holder(er->desk->house.db, t->number, &t->holder,
			e);
		return rc == 1 ? token_good(er->desk->house.key, t) : rc;
	}
	if (t->role == TOKEN_MODERATOR)
		return is_moderators(er, t, e);
	if (t->role == TOKEN_OBSERVER)
		return is_observers(er, t, e);
	rc = seat_get(er->desk->house.db, t->number, t->seat, &s, e);
	if (rc <= 0)
		return rc;
	rc = player_seat_holder(er->desk->house.db, s.player, s.holder,
		&t->holder, e);
	good = s.player && token_good(er->desk->house.key, t);
	seat_release(&s);
	return rc ? -1 : good;
}

/* The one token that the mail is known by: a forged one beside it does not
 * spoil it; of several of one seat the oldest board counts, for that was seen
 * for certain; good ones of two seats say nothing, as nobody can be both. */
static int
best_token(struct errand *er, struct token *best, struct err *e)
{
	struct token t[TOKENS_MAX];
	size_t n = find_tokens(er, t);
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		int rc = is_good(er, &t[i], e);
		if (rc < 0)
			return -1;
		if (rc == 0)
			continue;
		if (any && (t[i].role != best->role ||
		    t[i].number != best->number || t[i].seat != best->seat))
			return 0;
		if (!any || t[i].board < best->board)
			*best = t[i];
		any = true;
	}
	return any;
}

static bool
is_vouched(const struct errand *er)
{
	const char *id = er->desk->conf->identity.authserv_id;

	return id && er->msg.auth_results && er->msg.from &&
		authres_dmarc_pass(er->msg.auth_results, id,
			strrchr(er->msg.from, '@') + 1);
}

struct only { int64_t id; int n; };

static int
count_game(void *arg, const struct game *g)
{
	struct only *o = arg;

	if (g->state == GAME_RUNNING || g->state == GAME_SETUP) {
		o->id = g->id;
		o->n++;
	}
	return 0;
}

/* The only game that he watches. */
static int
watched_game(struct errand *er, struct err *e)
{
	int64_t ids[2];
	int n = observer_games(er->desk->house.db, er->player.id, ids, 2, e);

	return n == 1 ? errand_sit(er, ids[0], 0, -1, e) : n < 0 ? -1 : 0;
}

/* The game a mail without a token is about, as it says itself; else the
 * player's only one that is not over. */
static int
choose_game(struct errand *er, struct err *e)
{
	struct look l = { 0, 0, -1 };
	struct only only = { 0 };
	int rc;

	if (find_reference(er, &l)) {
		rc = errand_sit(er, l.game, 0, l.board, e);
		if (rc)
			return rc;
	}
	l.game = token_game_in_subject(er->msg.subject);
	if (l.game) {
		rc = errand_sit(er, l.game, 0, -1, e);
		if (rc)
			return rc;
	}
	if (game_each(er->desk->house.db, -1, er->player.id, count_game, &only,
	    e) < 0)
		return -1;
	if (only.n == 0)
		return watched_game(er, e);
	return only.n == 1 ? errand_sit(er, only.id, 0, -1, e) : 0;
}

int
errand_no_game(const struct errand *er, struct refusal *why)
{
	struct only only = { 0 };
	struct err e;

	if (!er->player.id)
		return refuse(why, "unproved");
	if (game_each(er->desk->house.db, -1, er->player.id, count_game,
	    &only, &e) == 0 && only.n == 0)
		return refuse(why, "no-game");
	return refuse(why, "which-game");
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
	use_words(er);
	if (er->trust != TRUST_PROVEN)
		er->trust = is_vouched(er) ? TRUST_PROVEN : TRUST_CLAIMED;
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
	return load_player(er, id, e);
}

/* A player's own token proves him, and no board. */
static int
by_player(struct errand *er, int64_t id, struct err *e)
{
	er->trust = TRUST_PROVEN;
	er->no_moves = true;
	if (load_player(er, id, e))
		return -1;
	use_words(er);
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
	er->trust = TRUST_PROVEN;
	buf_str(&er->proved, r->address);
	rc = player_by_address(er->desk->house.db, r->address, &p, e);
	if (rc == 1) {
		er->player = p;
		er->lang = p.lang;
	}
	use_words(er);
	return rc < 0 ? -1 : 0;
}

static int
load_observer(struct errand *er, int64_t id, struct err *e)
{
	struct observer o;
	int rc = observer_get(er->desk->house.db, id, &o, e);

	return rc == 1 ? load_player(er, o.player, e) : rc;
}

int
errand_identify(struct errand *er, int64_t *confirms, struct err *e)
{
	struct token t;
	int rc;

	er->lang = er->desk->house.lang;
	use_words(er);
	rc = best_token(er, &t, e);
	if (rc < 0)
		return -1;
	if (rc == 0)
		return by_address(er, e);
	if (t.role == TOKEN_CONFIRM) {
		*confirms = t.number;
		return 0;
	}
	if (t.role == TOKEN_REQUEST)
		return by_request(er, t.number, e);
	if (t.role == TOKEN_PLAYER)
		return by_player(er, t.number, e);
	er->trust = TRUST_PROVEN;
	if (t.role == TOKEN_MODERATOR && load_moderator(er, t.number, e))
		return -1;
	if (t.role == TOKEN_OBSERVER && load_observer(er, t.seat, e))
		return -1;
	return errand_sit(er, t.number, t.role == TOKEN_SEAT ? t.seat : 0,
		t.board, e) < 0 ? -1 : 0;
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
	buf_str(&er->proved, er->msg.from);
	rc = player_by_address(er->desk->house.db, er->proved.data, &p, e);
	if (rc == 1) {
		er->player = p;
		er->lang = p.lang;
	}
	use_words(er);
	return rc < 0 ? -1 : 1;
}

/* A held mail is its player's; what it may do is seen with the board it was
 * written for, as its arrival told. */
int
errand_resume(struct errand *er, const struct hold *h, struct err *e)
{
	int rc;

	er->trust = TRUST_PROVEN;
	er->lang = er->desk->house.lang;
	if (!h->player)
		return resume_stranger(er, e);
	if (load_player(er, h->player, e))
		return -1;
	use_words(er);
	if (!h->game)
		return 1;
	rc = errand_sit(er, h->game, h->seat, h->board, e);
	if (rc <= 0)
		return rc;
	if (er->player.id != h->player)
		return 0;
	if (h->board < 0)
		er->current = false;
	return 1;
}
