/* SPDX-License-Identifier: MIT */

/* Which game and board a mail is about, once it is known who wrote it. */

#include "base/mem.h"
#include "desk/judge.h"
#include "match/mail_id.h"
#include "match/tenure.h"
#include "store/event.h"
#include "store/observer.h"
#include "text/texts.h"

/* A mail of ours named by In-Reply-To or References: "pq42.77.p2.3.k3v9…@…",
 * "pq42.77.m.3.…" to a moderator, "….ok3v9.3.…" to an observer; "….w1h2" a
 * message of the second who held p1, "….w0" one of the first moderator. It
 * proves nothing; it says what the writer was looking at. */
struct look {
	int64_t game;
	int seat, board;
	int writer; /* it was a message of that seat; -1: it was none */
	int mail;   /* how manieth to that seat */
	int by;     /* who held it then, the first is 1 */
};

static bool
is_message_id(const struct club *club, const char *id, int name)
{
	struct buf text = BUF_INIT, own = BUF_INIT;
	bool yes;

	buf_add(&text, id + 2, (size_t)name - 2);
	club_message_id(club, buf_text(&text), &own);
	yes = strncmp(own.data, id, strcspn(own.data, "@") + 1) == 0;
	buf_release(&text);
	buf_release(&own);
	return yes;
}

static bool
read_reference(const struct club *club, const char *id, struct look *l)
{
	long long game;
	int board, seat = 0, mail, writer = -1, end = 0, more = 0, holder;
	int by = 1;

	if ((sscanf(id, "pq%18lld.%9d.p%1d.%9d%n", &game, &board, &seat, &mail,
		 &end) != 4 &&
		sscanf(id, "pq%18lld.%9d.m.%9d%n", &game, &board, &mail,
		    &end) != 3 &&
		sscanf(id, "pq%18lld.%9d.o%*9[a-z0-9].%9d%n", &game, &board,
		    &mail, &end) != 3))
		return false;
	/* What follows last may begin with such a letter and a digit, too. */
	if (sscanf(id + end, ".h%9d%n", &holder, &more) == 1 &&
	    id[end + more] == '.')
		end += more;
	more = 0;
	if (sscanf(id + end, ".w%1d%n", &writer, &more) == 1) {
		int behind = end + more;

		more = 0;
		if (sscanf(id + behind, "h%9d%n", &by, &more) == 1)
			behind += more;
		if (id[behind] == '.')
			end = behind;
		else
			writer = -1, by = 1;
	} else {
		writer = -1;
	}
	if (!is_message_id(club, id, end))
		return false;
	*l = (struct look){ game, seat, board, writer, mail, by };
	return true;
}

bool
job_answers_board(const struct job *j)
{
	struct look l;

	return j->msg.in_reply_to != NULL && j->at.m != NULL &&
	    read_reference(&j->desk->club, j->msg.in_reply_to, &l) &&
	    l.game == j->at.m->game.id && l.seat == j->at.seat &&
	    l.board == j->at.m->game.board;
}

/* *then: who sat there at that event, and does not any more or does again; 0:
 * nobody who is known, or whoever does now. 0, -1. */
static int
holder_at(struct match *m, int seat, int seq, int64_t *then, struct err *e)
{
	struct tenures past = { 0 };
	const struct tenure *t = NULL;
	int rc = tenures_read(m, &past, e);

	if (rc == 0)
		t = tenure_at(&past, seat, seq);
	*then = t != NULL ? t->player : 0;
	tenures_release(&past);
	return rc;
}

/* Whether whoever sat there at that board plays there again. */
static bool
is_back(struct match *m, int seat, int board)
{
	int64_t then;
	struct err e;
	int seq = 0;

	return board > 0 &&
	    event_of_board(m->club->db, m->game.id, board, &seq, &e) == 0 &&
	    holder_at(m, seat, seq, &then, &e) == 0 && then != 0 &&
	    then == m->seat[seat].player;
}

struct until {
	int64_t received;
	int seq; /* of the last event until then */
};

static int
see_until(void *arg, const struct event_row *row)
{
	struct until *t = arg;

	if (row->stamp > t->received)
		return 1;
	t->seq = row->seq;
	return 0;
}

int
job_seat_passed(const struct job *j, int seat, bool *passed, struct err *e)
{
	struct match *m = j->at.m;
	struct db *db = m->club->db;
	struct until t = { 0 };
	int64_t then = 0;
	int rc = 0;

	if (j->at.board > 0)
		rc = event_of_board(db, m->game.id, j->at.board, &t.seq, e);
	else if (j->row != NULL) {
		t.received = j->row->received;
		rc = event_each(db, m->game.id, 1, see_until, &t, e) < 0 ? -1 :
									   0;
	}
	if (rc == 0 && t.seq > 0)
		rc = holder_at(m, seat, t.seq, &then, e);
	*passed = then != 0 && m->seat[seat].player != 0 &&
	    then != m->seat[seat].player;
	return rc;
}

int
job_answers_writer(const struct job *j, bool *left)
{
	struct match *m = j->at.m;
	struct look l;

	if (j->msg.in_reply_to == NULL || m == NULL ||
	    !(j->at.seat || j->at.moderator) ||
	    !read_reference(&j->desk->club, j->msg.in_reply_to, &l) ||
	    l.game != m->game.id || l.seat != j->at.seat || l.writer > m->seats)
		return -1;
	*left = l.writer >= 0 && (!l.writer || m->seat[l.writer].player) &&
	    m->seat[l.writer].holder != l.by &&
	    (!l.writer || !is_back(m, l.writer, l.board));
	return l.writer;
}

static bool
find_reference(const struct job *j, struct look *l)
{
	const struct message *m = &j->msg;

	if (m->in_reply_to != NULL &&
	    read_reference(&j->desk->club, m->in_reply_to, l))
		return true;
	for (size_t i = m->n_references; i-- > 0;)
		if (read_reference(&j->desk->club, m->references[i], l))
			return true;
	return false;
}

bool
job_answers_ours(const struct job *j)
{
	struct look l;

	return find_reference(j, &l);
}

int
job_answers_mail(const struct job *j)
{
	const struct rights *r = &j->who.rights;
	struct look l;

	if (find_reference(j, &l))
		return l.game == j->at.m->game.id && l.seat == j->at.seat ?
		    l.mail :
		    0;
	for (int i = 0; i < r->n; i++)
		if (r->scope[i].game == j->at.m->game.id &&
		    r->scope[i].seat == j->at.seat)
			return r->scope[i].mail;
	return 0;
}

/* The only game that they watch. */
static int
watched_game(struct job *j, struct err *e)
{
	int64_t ids[2];
	int n = observer_games(j->desk->club.db, j->who.player.id, ids, 2, e);

	return n == 1 ? job_sit(j, ids[0], 0, -1, e) : n < 0 ? -1 : 0;
}

/* The games that the mail names: the one whose mail it answers, that of a
 * reply address which is good no more, that of its subject. How many. */
enum { NAMED_MAX = 3 };
static int
named_games(const struct job *j, struct look l[NAMED_MAX])
{
	int64_t token = identity_token_game(&j->desk->club, &j->msg);
	int64_t game = token_game_in_subject(j->msg.subject);
	int n = find_reference(j, &l[0]);

	if (token)
		l[n++] = (struct look){ token, 0, -1, -1, 0, 0 };
	if (game)
		l[n++] = (struct look){ game, 0, -1, -1, 0, 0 };
	return n;
}

/* The game a mail without a token is about, as it says itself; if it says
 * nothing the player's only one that is not over. What was written for a game
 * that is not theirs any more is for no other. */
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

/* What a seat that a digest showed has of something: nothing, no more, or it is
 * still open. */
enum stake { STAKE_NONE, STAKE_SPENT, STAKE_OPEN };

static enum stake
has_turn(const struct match *m, const struct scope *sc)
{
	const struct seat *s = &m->seat[sc->seat];

	if (sc->waits == 0)
		return STAKE_NONE;
	if (match_to_act(m) & SEAT_BIT(sc->seat) && s->decision <= sc->board)
		return STAKE_OPEN;
	return sc->waits > 0 || s->moved > sc->board ? STAKE_SPENT : STAKE_NONE;
}

static enum stake
has_proposal(const struct match *m, const struct scope *sc)
{
	return match_proposer(m) && sc->seat && !m->seat[sc->seat].agreed ?
	    STAKE_OPEN :
	    STAKE_NONE;
}

/* How many of the seats have any; *only: the last of them. Or -1. */
static int
digest_stakes(struct job *j,
    enum stake (*of)(const struct match *m, const struct scope *sc),
    const struct scope **only, struct err *e)
{
	const struct rights *r = &j->who.rights;
	int n = 0;

	*only = NULL;
	for (int i = 0; i < r->n; i++) {
		struct match *m;
		enum stake stake;
		int rc = job_game(j, r->scope[i].game, &m, e);

		if (rc < 0)
			return -1;
		if (rc == 0)
			continue;
		stake = of(m, &r->scope[i]);
		n += stake != STAKE_NONE;
		*only = stake != STAKE_NONE ? &r->scope[i] : *only;
		job_give_back(j, m);
	}
	return n;
}

/* The one game that waited for the writer when the digest was made: a move
 * without a game's number is for it, and for no other, whatever has become of
 * it. Where two waited the number may be of either list, and is for none. 0: it
 * may be another; 1, -1. */
static int
digest_game(struct job *j, struct err *e)
{
	const struct scope *only;
	int n = digest_stakes(j, has_turn, &only, e);

	if (n == 1 && job_sit(j, only->game, only->seat, -1, e) < 0)
		return -1;
	return n < 0 ? -1 : n > 0;
}

int
job_digest_proposal(struct job *j, int64_t *game, struct err *e)
{
	const struct scope *only;
	int n = 0;

	*game = 0;
	if (j->who.rights.role == ROLE_DIGEST)
		n = digest_stakes(j, has_proposal, &only, e);
	if (n > 0)
		*game = n == 1 ? only->game : -1;
	return n < 0 ? -1 : 0;
}

/* What the writer reads and writes in; a stranger whom somebody asked: what
 * they were asked in. */
static int
speak(struct job *j, struct err *e)
{
	const struct club *club = &j->desk->club;
	const struct request *r = &j->who.request;
	const char *lang;
	struct player p;
	int rc = 0;

	j->lang = j->who.player.id ? j->who.player.lang : club->lang;
	if (!j->who.player.id && r->id && r->player)
		rc = player_get(club->db, r->player, &p, e);
	if (rc == 1) {
		for (size_t i = 0; (lang = texts_lang(club->texts, i)) != NULL;
		    i++)
			if (strcmp(lang, p.lang) == 0)
				j->lang = lang;
		player_release(&p);
	}
	job_use_words(j);
	return rc < 0 ? -1 : 0;
}

/* A token of a game names it, and one that answers a question of ours none. */
int
job_identify(struct job *j, struct err *e)
{
	const struct token *t = &j->who.token;
	const struct request *r = &j->who.request;

	if (identity_find(&j->desk->club,
		conf_authserv(j->desk->conf, j->row->mailbox), &j->msg, &j->who,
		e) ||
	    speak(j, e))
		return -1;
	if (token_of_game(t->role))
		return job_sit(j, t->number,
			   t->role == TOKEN_SEAT ? t->seat : 0,
			   t->role == TOKEN_SEAT ? t->board : -1, e) < 0 ?
		    -1 :
		    0;
	if (!j->who.player.id ||
	    (t->role == TOKEN_REQUEST &&
		request_open(r, order_asked(&j->desk->club))))
		return 0;
	if (t->role == TOKEN_DIGEST) {
		int rc = digest_game(j, e);

		if (rc)
			return rc < 0 ? -1 : 0;
	}
	return choose_game(j, e) < 0 ? -1 : 0;
}

/* What a held mail may do is seen with the board it was written for, as its
 * arrival told. */
int
job_resume(struct job *j, const struct hold *h, struct err *e)
{
	struct look l[NAMED_MAX];
	int rc;

	if (h->rest != NULL) {
		free(j->msg.text);
		j->msg.text = mem_dup(h->rest);
		j->msg.below = 0;
	}
	rc = identity_confirmed(&j->desk->club, &j->msg, h, &j->who, e);
	if (rc != 1)
		return rc;
	if (speak(j, e))
		return -1;
	if (!h->player)
		return 1;
	if (!h->game) {
		j->named = named_games(j, l) ? l[0].game : 0;
		return 1;
	}
	j->confirmed = h->seen;
	rc = job_sit(j, h->game, h->seat, h->board, e);
	if (rc <= 0 || j->who.player.id != h->player)
		return rc < 0 ? -1 : 0;
	if (h->board >= 0)
		return 1;
	j->at.current = false;
	/* What a moderator has seen is what our question showed. */
	if (j->at.seat && !j->at.moderator)
		j->at.board = h->seen;
	return 1;
}
