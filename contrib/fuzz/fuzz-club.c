/* SPDX-License-Identifier: MIT */

/*
 * A club under fire: mails at random, from everybody to everybody's reply
 * addresses, judged by a whole desk with a running game of each kind, one that
 * is being set up and one that is over; players, moderators with and without a
 * seat, observers, a digest, strangers.
 *
 *     fuzz-club SECONDS [SEED [EPISODES [crashes]]]
 *
 * An episode is a few mails, and is rolled back; all of it follows from its
 * seed, which is printed when something is wrong. What must hold:
 *   - nothing crashes, and no mail's judging fails (it would be set aside);
 *   - a mail makes at most one letter a reader and game, and people get no
 *     more than LETTERS_MAX of them in an hour because of one author;
 *   - what a mail changed, its writer had proved: `may` below is a second
 *     reading of the table of role and right in paquebot-commands(7), made from
 *     what a reply address looks like and not from desk/;
 *   - a letter to a seat goes to an address of its holder, and a question of
 *     ours to the first address of whom it asks;
 *   - nobody reads another's address in a letter.
 * What happened is counted by who wrote and what came of it: a fuzzer that does
 * not reach a promise does not keep it.
 */

#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/rng.h"
#include "desk/errand.h"
#include "desk/flood.h"
#include "play.h"
#include "store/sql.h"

enum {
	PEOPLE = 7, OWN_MAILS = 8, LETTERS = 1500, WORDS = 1500,
	LETTERS_MAX = 21                 /* 20, and one with all the rest */
};

static const char *const people[PEOPLE] = { "anna", "bruno", "carla", "dora",
	"olga", "mo", "eve" };

static struct scene scene;
static struct err e;
static struct rng chance;
static struct seen letters[LETTERS];     /* that can be answered */
static int n_letters;
static int latest[32], n_latest;         /* of them, the last to each seat */
static char *words[WORDS];
static int n_words;
static uint64_t seed;
static int64_t mails, effects, held;

/* What was reached: by this kind of reply address, that came of it. */
static const char roles_seen[] = "pmoudcr-";
enum { DID_MOVE, DID_ACT, DID_SEAT, DID_PRESS, DID_ADDRESS, DID_SET,
	DID_WATCH, DIDS };
static const char *const did_names[DIDS] = { "moves", "acts", "seats",
	"press", "addresses", "settings", "watching" };
static int64_t reached[sizeof roles_seen - 1][DIDS];
static bool crashes_only;                /* what a program before this shows */
static struct buf history;               /* the episode's mails, to be shown */

static void
broken(const char *promise, const char *more)
{
	if (crashes_only)
		return;
	(void)fprintf(stderr, "%s\n=== broken promise: %s: %s\n=== repeat: "
	    "fuzz-club 1 %" PRIu64 " 1\n", buf_text(&history), promise, more,
	    seed);
	abort();
}

#define MUST(what) do { \
	if (!(what)) \
		broken(#what, e.text); \
} while (0)

static unsigned
below(unsigned n)
{
	return rng_below(&chance, n);
}

/* ---- the club ---------------------------------------------------------- */

static int64_t
number(const char *select, int64_t a, int64_t b)
{
	struct sql q;
	int64_t n = 0;

	MUST(sql_open(scene.db, &q, select, &e) == 0);
	if (strstr(select, "$1"))
		sql_int(&q, a);
	if (strstr(select, "$2"))
		sql_int(&q, b);
	if (sql_run_int(&q, &n, &e) != 1)
		n = 0;
	return n;
}

static void
vouch(struct buf *raw, const char *from)
{
	buf_printf(raw, "Return-Path: <%s>\r\nAuthentication-Results: "
	    "mx.example.org; dmarc=pass header.from=example.net\r\n", from);
}

static void
write_by(const char *who, const char *body)
{
	struct buf raw = BUF_INIT;
	char from[64];

	(void)snprintf(from, sizeof from, "%s@example.net", who);
	vouch(&raw, from);
	buf_printf(&raw, "From: %s\r\nTo: games@example.org\r\nMessage-ID: "
	    "<first-%s-%zu@example.net>\r\n\r\n%s", from, who, strlen(body),
	    body);
	MUST(scene_raw(&scene, raw.data, raw.len) > 0);
	buf_release(&raw);
}

/* To the question that he was asked. */
static void
say_yes(const char *who)
{
	struct buf raw = BUF_INIT;
	struct seen m;

	while (scene_next(&scene, &m) == 1) {
		if (strstr(m.reply_to, "+c.") != NULL) {
			buf_clear(&raw);
			buf_printf(&raw, "From: %s@example.net\r\nTo: %s\r\n"
			    "Message-ID: <yes-%s@example.net>\r\n\r\nyes\r\n",
			    who, m.reply_to, who);
		}
		seen_release(&m);
	}
	MUST(raw.len > 0 && scene_raw(&scene, raw.data, raw.len) > 0);
	buf_release(&raw);
}

static void
found_games(void)
{
	static const char *const kind[] = { "atlantic-star", "clippers",
		"claim", "antwerp", "atlantic-star", "claim" };
	static const char *const seats[] = { "*Anna Bruno Carla",
		"Bruno *Carla Anna", "+Mo Anna Bruno", "*Bruno Dora Anna",
		"Anna Bruno Mo", "Dora *Anna" };
	struct buf move = BUF_INIT;

	for (int g = 1; g <= 6; g++) {
		struct rng r;

		rng_init_number(&r, (uint64_t)g);
		scene.kind = kind[g - 1];
		scene_game(&scene, seats[g - 1], "-", (uint8_t)g);
		if (g != 5)
			scene_moderate(&scene, g, "begin");
		for (int i = 0; i < 4 * g && g < 5; i++) {
			int seat = play_choose(&scene, g, &r, &move);

			if (seat > 0)
				scene_say(&scene, g, seat, move.data);
		}
	}
	scene_moderate(&scene, 6, "cancel");
	/* A seat for whoever comes, of a game whose moderator plays elsewhere. */
	scene_moderate(&scene, 3, "eject p2");
	buf_release(&move);
}

static void
read_words(const char *lang)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	const char *p, *close;

	MUST(file_home("templates", &path, &e) == 0);
	buf_printf(&path, "/%s/words.json", lang);
	MUST(file_read(path.data, 1 << 20, &text, &e) == 0);
	for (p = strchr(text.data, '"'); p != NULL && n_words < WORDS;
	    p = strchr(close + 1, '"')) {
		close = strchr(p + 1, '"');
		if (close == NULL)
			break;
		if (close - p > 2 && close - p < 30)
			words[n_words++] = mem_ndup(p + 1,
			    (size_t)(close - p - 1));
	}
	buf_release(&path);
	buf_release(&text);
}

/* No later letter has a reply address of the same game and seat. */
static bool
is_latest(int at)
{
	const char *plus = strchr(letters[at].reply_to, '+');
	size_t len;

	if (!isdigit((unsigned char)plus[1]))
		return false;
	len = strcspn(plus, ".") + 1;
	len += strcspn(plus + len, ".") + 1;
	for (int i = at + 1; i < n_letters; i++)
		if (strncmp(strchr(letters[i].reply_to, '+'), plus, len) == 0)
			return false;
	return true;
}

/* Moves at random of whoever is to make one. */
static void
play_on(int game, int moves, uint64_t by)
{
	struct buf move = BUF_INIT;
	struct rng r;

	rng_init_number(&r, by);
	for (int i = 0; i < moves; i++) {
		int seat = play_choose(&scene, game, &r, &move);

		if (seat > 0)
			scene_say(&scene, game, seat, move.data);
	}
	buf_release(&move);
}

static void
open_club(void)
{
	struct seen m;

	log_set_level(LOG_LEVEL_ERROR);
	scene_open(&scene, true);
	scene.conf.identity.authserv_id = mem_dup("mx.example.org");
	found_games();
	write_by("olga", "signup Olga\r\n");
	say_yes("olga");
	write_by("olga", "observe 1\r\nobserve 4\r\n");
	write_by("dora", "observe 3\r\nset notify digest\r\nset\r\n");
	write_by("mo", "game 3\r\nstatus\r\n");
	write_by("bruno", "game 1\r\nahead\r\nset notify turn\r\n");
	/* Something for the digest. */
	play_on(4, 6, 7);
	play_on(3, 6, 8);
	clock_pin(scene.now += 2 * 86400);
	(void)scene_digests(&scene);
	scene.last = 0;
	while (scene_next(&scene, &m) == 1)
		if (n_letters < LETTERS && strchr(m.reply_to, '+'))
			letters[n_letters++] = m;
		else
			seen_release(&m);
	for (int i = n_letters; i-- > 0 && n_latest < 32; )
		if (is_latest(i))
			latest[n_latest++] = i;
	read_words("en");
	read_words("nl");
	read_words("it");
	MUST(n_letters > 100 && n_words > 500);
}

/* ---- mails ------------------------------------------------------------- */

static void
add_move(struct buf *out)
{
	struct buf move = BUF_INIT;

	if (play_choose(&scene, 1 + below(4), &chance, &move) > 0)
		buf_str(out, move.data);
	buf_release(&move);
}

static const char *
some(const char *const *list, size_t n)
{
	return list[below((unsigned)n)];
}
#define SOME(list) some(list, sizeof (list) / sizeof *(list))

static void
add_argument(struct buf *out)
{
	static const char *const arguments[] = { "p1", "p2", "p3", "1", "7",
		"anna@example.net", "eve@example.net", "computer", "undo", "end",
		"drop anna@example.net", "add eve@example.net", "lang nl",
		"notify digest", "layout list", "24 dec to 2 jan", "off",
		"claim seats 2", "antwerp", "as p2", "clock 24h late bot", "24h",
		"turn", "p1,p3", "on", "because" };

	buf_printf(out, " %s", SOME(arguments));
}

static void
add_line(struct buf *out)
{
	static const char *const often[] = { "preview", "ahead", "hold",
		"board", "hand", "moves", "last", "help", "list", "set",
		"yes", "no", "ready", "agree", "resign", "entropy abc",
		"address add eve@example.net", "address drop anna@example.net",
		"press p1\nboard\nendpress", "broadcast\nhello\nendpress",
		"announce\nhello\nendpress", "process turn", "pause",
		"resume", "rollback 3", "rollforward", "reveal", "observe 1",
		"unobserve 1", "join 5", "takeover 1 p2", "cancel",
		"create claim", "absence 24 dec to 2 jan", "extend 24h",
		"propose undo", "eject p2", "dummy p2", "log", "history",
		"-- ", "> board", "On Monday Anna wrote:", "Hi all, thanks!" };

	switch (below(10)) {
	case 0: case 1:
		buf_printf(out, "game %u", 1 + below(7));
		break;
	case 2: case 3:
		add_move(out);
		break;
	case 4:
		buf_printf(out, "%u", 1 + below(14));
		break;
	case 5:
		buf_str(out, words[below((unsigned)n_words)]);
		for (unsigned n = below(3); n > 0; n--)
			add_argument(out);
		break;
	case 6:
		if (command_table[0] != NULL) {
			size_t n = 0;

			while (command_table[n] != NULL)
				n++;
			buf_str(out, command_table[below((unsigned)n)]->name);
			for (unsigned k = below(3); k > 0; k--)
				add_argument(out);
		}
		break;
	default:
		buf_str(out, SOME(often));
	}
	buf_char(out, '\n');
}

/* A slip of the pen, or of the wire. */
static void
mutate(struct buf *text)
{
	for (unsigned n = below(4); n > 0 && text->len > 0; n--)
		text->data[below((unsigned)text->len)] = below(4) == 0 ?
		    (char)(1 + below(255)) : (char)(' ' + (int)below(95));
}

/* What moderators do, and what is asked for at the desk of the club. */
static const char *const acts[] = { "process turn", "pause", "resume",
	"extend 24h", "set clock 72h", "rollback 2", "rollforward",
	"eject p2", "dummy p1: gone", "reveal", "observers off", "cancel",
	"replace p2 eve@example.net", "invite p2 eve@example.net",
	"announce\nhello\nendpress", "set clock turn 24h" };
static const char *const account[] = { "address add eve@example.net",
	"address drop anna@example.net", "renew", "set notify turn",
	"set notify digest", "set notify moves", "resign", "takeover 1 p2",
		"takeover 3 p2\npause",
	"join 5", "set lang it", "set width 50", "unobserve 1",
	"unobserve 4", "observe 2", "create claim\npause" };

struct letter_in {
	const struct seen *to;           /* the letter answered; NULL: none */
	const char *from;                /* of people */
	bool vouched;
	const char *first;               /* what it says before all else */
	char mid[64];
};

static bool
asks(const struct seen *m)
{
	return m != NULL && (strstr(m->reply_to, "+c.") != NULL ||
	    strstr(m->reply_to, "+r.") != NULL);
}

static void
write_letter(const struct letter_in *l, struct buf *raw)
{
	struct buf body = BUF_INIT;
	char from[64];

	(void)snprintf(from, sizeof from, "%s@example.net", l->from);
	if (l->first)
		buf_printf(&body, "%s\n", l->first);
	/* A mode, and what it is for. */
	if (below(4) == 0)
		buf_printf(&body, "%s\n%u\n", below(2) ? "preview" : "ahead",
		    1 + below(4));
	for (unsigned n = 1 + below(below(4) == 0 ? 24 : 5); n > 0; n--)
		add_line(&body);
	if (below(8) == 0)
		mutate(&body);
	if (l->vouched)
		vouch(raw, from);
	buf_printf(raw, "From: %s\r\nTo: %s\r\nSubject: %s%s\r\nMessage-ID: "
	    "<%s>\r\n", from, l->to ? l->to->reply_to : "games@example.org",
	    l->to ? "Re: " : "", l->to ? l->to->subject : "games", l->mid);
	if (l->to)
		buf_printf(raw, "In-Reply-To: <%s>\r\n", l->to->message_id);
	buf_str(raw, "Content-Type: text/plain; charset=utf-8\r\n\r\n");
	for (const char *p = body.data; *p != '\0'; p++) {
		if (*p == '\n')
			buf_char(raw, '\r');
		buf_char(raw, *p);
	}
	if (below(3) == 0 && l->to)
		buf_printf(raw, "\r\nOn Monday the club wrote:\r\n> %s\r\n",
		    "resign");
	buf_release(&body);
}

/* ---- what may be -------------------------------------------------------- */

/* What a mail proves, by its reply address and by a server's word alone. */
struct proven {
	char role;                       /* p m o u d c r; '-' none */
	int64_t game, seat, holder;
	int64_t player;                  /* who has read the letter; 0 */
	int64_t vouched;                 /* whom From proves; 0 */
	bool first;                      /* by his first address */
};

static int64_t
owner_of(const char *address)
{
	struct sql q;
	int64_t n = 0;

	MUST(sql_open(scene.db, &q, "SELECT player FROM address WHERE "
	    "address = $1", &e) == 0);
	sql_text(&q, address);
	return sql_run_int(&q, &n, &e) == 1 ? n : 0;
}

/* Whose the first address is. */
static bool
is_first(const char *address)
{
	struct sql q;
	int64_t n = 0;

	MUST(sql_open(scene.db, &q, "SELECT count(*) FROM address a WHERE "
	    "address = $1 AND id = (SELECT min(id) FROM address b WHERE "
	    "b.player = a.player)", &e) == 0);
	sql_text(&q, address);
	return sql_run_int(&q, &n, &e) == 1 && n == 1;
}

/* "games+42.p2.77.k3v9…@example.org", "games+c.17.k3v9…@example.org". */
static void
read_reply_to(const char *reply_to, struct proven *out)
{
	const char *p = strchr(reply_to, '+');
	char *rest;

	out->role = '-';
	if (p == NULL)
		return;
	if (isalpha((unsigned char)p[1])) {
		out->role = p[1];
		return;
	}
	out->game = strtoll(p + 1, &rest, 10);
	out->role = rest[1];
	out->seat = rest[1] == 'p' ? strtoll(rest + 2, NULL, 10) : 0;
}

static void
prove(const struct letter_in *l, struct proven *out)
{
	char from[64];

	*out = (struct proven){ .role = '-' };
	(void)snprintf(from, sizeof from, "%s@example.net", l->from);
	if (l->to != NULL) {
		read_reply_to(l->to->reply_to, out);
		out->player = owner_of(l->to->to);
		if (out->role == 'r' && out->player == 0)
			out->player = number("SELECT coalesce(player, 0) FROM "
			    "request WHERE id = $1", strtoll(strchr(
			    l->to->reply_to, '+') + 3, NULL, 10), 0);
	}
	if (l->vouched)
		out->vouched = owner_of(from);
	out->first = out->vouched != 0 && is_first(from);
	out->holder = number("SELECT coalesce(player, 0) FROM seat WHERE "
	    "game = $1 AND seat = $2", out->game, out->seat);
}

/* Everything a person may: From vouched for, or our question answered. */
static int64_t
whole_person(const struct proven *p, int64_t player)
{
	return player != 0 && (p->vouched == player ||
	    ((p->role == 'c' || p->role == 'r') && p->player == player));
}

/* The account, and what cannot be taken back: from the first address, or our
 * question answered. */
static bool
may_own(const struct proven *p, int64_t player)
{
	return whole_person(p, player) && (p->first || p->vouched != player);
}

static bool
may_sit(const struct proven *p, int64_t game, int64_t seat, int64_t holder)
{
	return (p->role == 'p' && p->game == game && p->seat == seat) ||
	    whole_person(p, holder) || (p->role == 'd' && p->player == holder);
}

/* p->holder: who held the seat of the reply address when the mail came. */
static bool
may_moderate(const struct proven *p, int64_t game, int64_t moderator)
{
	return moderator != 0 && ((p->role == 'm' && p->game == game) ||
	    (p->role == 'p' && p->game == game && p->holder == moderator) ||
	    whole_person(p, moderator));
}

static bool
may_club(const struct proven *p, int64_t player)
{
	return player != 0 && ((p->role != '-' && p->role != 'b' &&
	    p->role != 'o' && p->player == player) ||
	    whole_person(p, player));
}

/* ---- what was ----------------------------------------------------------- */

enum { GAMES_MAX = 20, SEATS = 7, PLAYERS_MAX = 24 };

struct state {
	int64_t known[GAMES_MAX], moderator[GAMES_MAX], begun[GAMES_MAX];
	int64_t holder[GAMES_MAX][SEATS], press[GAMES_MAX][SEATS];
	/* who moves by himself: a computer, or what was sent ahead */
	int64_t computer[GAMES_MAX][SEATS], queue[GAMES_MAX][SEATS];
	int64_t addresses[PLAYERS_MAX], first[PLAYERS_MAX];
	int64_t settings[PLAYERS_MAX], mailed[PLAYERS_MAX];
	int64_t observed[PLAYERS_MAX][GAMES_MAX];
	int64_t events[GAMES_MAX];
	int64_t players, outbox;
};

/* Rows of "a b value" into a table of two dimensions. */
static void
fill(const char *select, int64_t *out, int64_t width, int64_t most)
{
	struct sql q;

	MUST(sql_open(scene.db, &q, select, &e) == 0);
	while (sql_step(&q, &e) == 1) {
		int64_t at = sql_get_int(&q) * width;

		at += sql_get_int(&q);
		if (at >= 0 && at < most)
			out[at] = sql_get_int(&q);
	}
	sql_close(&q);
}

static void
look(struct state *s)
{
	memset(s, 0, sizeof *s);
	fill("SELECT id, 0, 1 FROM game", s->known, 1, GAMES_MAX);
	fill("SELECT id, 0, state > 0 FROM game", s->begun, 1, GAMES_MAX);
	fill("SELECT id, 0, coalesce(moderator, 0) FROM game", s->moderator, 1,
	    GAMES_MAX);
	fill("SELECT game, seat, coalesce(player, 0) FROM seat",
	    s->holder[0], SEATS, GAMES_MAX * SEATS);
	fill("SELECT game, seat, computer FROM seat", s->computer[0], SEATS,
	    GAMES_MAX * SEATS);
	fill("SELECT game, seat, count(*) FROM ahead GROUP BY game, seat",
	    s->queue[0], SEATS, GAMES_MAX * SEATS);
	fill("SELECT game, author, count(*) FROM press GROUP BY game, author",
	    s->press[0], SEATS, GAMES_MAX * SEATS);
	fill("SELECT game, 0, max(seq) FROM event GROUP BY game", s->events, 1,
	    GAMES_MAX);
	fill("SELECT player, 0, count(*) FROM address GROUP BY player",
	    s->addresses, 1, PLAYERS_MAX);
	fill("SELECT player, 0, min(id) FROM address GROUP BY player",
	    s->first, 1, PLAYERS_MAX);
	/* A sum that tells one state of a player's settings from another. */
	fill("SELECT id, 0, length(lang || layout || tz || glyphs || notify ||"
	    " digest) * 1000 + unicode(lang) + unicode(layout) * 3 + "
	    "unicode(notify) * 7 + width * 11 FROM player", s->settings, 1,
	    PLAYERS_MAX);
	/* Whether and when he is mailed. */
	fill("SELECT id, 0, length(notify || digest) * 1000 + unicode(notify) "
	    "+ unicode(digest) FROM player", s->mailed, 1, PLAYERS_MAX);
	fill("SELECT player, game, 1 FROM observer", s->observed[0],
	    GAMES_MAX, PLAYERS_MAX * GAMES_MAX);
	s->players = number("SELECT count(*) FROM player", 0, 0);
	s->outbox = number("SELECT coalesce(max(id), 0) FROM outbox", 0, 0);
}

static void
wrong(const struct proven *p, const char *what, int64_t a, int64_t b)
{
	char more[200];

	(void)snprintf(more, sizeof more, "%s (%" PRId64 ", %" PRId64 ") by "
	    "role %c of game %" PRId64 " seat %" PRId64 ", player %" PRId64
	    ", vouched %" PRId64, what, a, b, p->role, p->game, p->seat,
	    p->player, p->vouched);
	broken("no act without its right", more);
}

static void
came(const struct proven *p, int what)
{
	effects++;
	reached[strchr(roles_seen, p->role) - roles_seen][what]++;
}

/* What no seat moved: agreements, resignations, clocks, who sits where. */
static bool
may_change(const struct proven *p, const struct state *was,
    const struct state *is, int64_t game, const char *line)
{
	const char *at = strstr(line, " p");
	int64_t seat = at ? strtoll(at + 2, NULL, 10) : 0;
	bool moderates = may_moderate(p, game, was->moderator[game]);

	if (seat < 0 || seat >= SEATS)
		seat = 0;
	if (strncmp(line, "eject ", 6) == 0)
		return moderates || may_own(p, was->holder[game][seat]);
	if (strncmp(line, "replace ", 8) == 0)
		return moderates || may_club(p, is->holder[game][seat]);
	if (strcmp(line, "cancel") == 0)
		return may_own(p, was->moderator[game]);
	if (moderates)
		return true;
	/* Seats agree on the others; absences stop clocks. */
	for (int s = 1; s < SEATS; s++)
		if (was->holder[game][s] != 0 &&
		    may_sit(p, game, s, was->holder[game][s]))
			return true;
	return false;
}

static bool
may_act(const struct proven *p, const struct state *was,
    const struct state *is, int64_t game, int64_t actor, const char *line)
{
	if (game >= GAMES_MAX)
		return false;
	if (actor == 0 || !was->known[game])
		return true;             /* chance; founded by this mail */
	if (actor > 0)
		return was->computer[game][actor] || is->computer[game][actor] ||
		    was->queue[game][actor] ||   /* `process turn` */
		    may_moderate(p, game, was->moderator[game]) ||
		    may_sit(p, game, actor, was->holder[game][actor]);
	return may_change(p, was, is, game, line);
}

/* Events that this mail made, or the one that it confirmed. */
static void
check_events(const struct proven *p, const struct state *was,
    const struct state *is, int64_t game)
{
	struct sql q;

	MUST(sql_open(scene.db, &q, "SELECT actor, words FROM event "
	    "WHERE game = $1 AND seq > $2", &e) == 0);
	sql_int(&q, game);
	sql_int(&q, was->events[game]);
	while (sql_step(&q, &e) == 1) {
		int64_t actor = sql_get_int(&q);
		char *line = sql_get_text(&q);
		bool may = may_act(p, was, is, game, actor, line);

		came(p, actor < 0 ? DID_ACT : DID_MOVE);
		if (!may)
			wrong(p, line, game, actor);
		free(line);
	}
	sql_close(&q);
}

static void
check_seats(const struct proven *p, const struct state *was,
    const struct state *is)
{
	for (int g = 1; g < GAMES_MAX; g++)
		for (int s = 0; s < SEATS; s++) {
			int64_t old = was->holder[g][s],
			    new = is->holder[g][s];

			/* A game of this mail is its writer's. */
			if (!was->known[g])
				continue;
			if (old != new && !may_moderate(p, g,
			    was->moderator[g]) && !may_club(p, new) &&
			    !(was->begun[g] ? whole_person(p, old) :
			    may_sit(p, g, s, old)))
				wrong(p, "who sits", g, s);
			/* Who has come by this mail writes as who he is now. */
			if (was->press[g][s] != is->press[g][s] && !(s == 0 ?
			    may_moderate(p, g, was->moderator[g]) :
			    may_sit(p, g, s, old) ||
			    (old != new && may_club(p, new))))
				wrong(p, "press", g, s);
			if (old != new)
				came(p, DID_SEAT);
			if (was->press[g][s] != is->press[g][s])
				came(p, DID_PRESS);
		}
}

static void
check_watch(const struct proven *p, const struct state *was,
    const struct state *is, int64_t i, int g)
{
	int64_t old = was->observed[i][g], new = is->observed[i][g];

	if (old == new)
		return;
	came(p, DID_WATCH);
	/* Who comes to play, and where nobody may watch any more. */
	if (new < old && (may_moderate(p, g, was->moderator[g]) ||
	    is->known[g] == 0))
		return;
	if (!may_club(p, i) && !(new < old && p->role == 'o' &&
	    p->game == g && p->player == i))
		wrong(p, new < old ? "watches no more" : "watches", i, g);
}

static void
check_players(const struct proven *p, const struct state *was,
    const struct state *is)
{
	for (int64_t i = 1; i < PLAYERS_MAX && i <= was->players; i++) {
		if ((was->addresses[i] != is->addresses[i] ||
		    was->first[i] != is->first[i]) && !may_own(p, i))
			wrong(p, "addresses", i, is->addresses[i]);
		if (was->settings[i] != is->settings[i] && !may_club(p, i))
			wrong(p, "settings", i, 0);
		if (was->mailed[i] != is->mailed[i] && !may_own(p, i))
			wrong(p, "where mail goes", i, 0);
		if (was->addresses[i] != is->addresses[i])
			came(p, DID_ADDRESS);
		if (was->settings[i] != is->settings[i])
			came(p, DID_SET);
		for (int g = 1; g < GAMES_MAX; g++)
			check_watch(p, was, is, i, g);
	}
}

/* ---- letters ------------------------------------------------------------ */

static void
check_letters(const struct letter_in *l, int64_t after)
{
	char from[64];
	struct sql q;

	(void)snprintf(from, sizeof from, "%s@example.net", l->from);
	MUST(sql_open(scene.db, &q, "SELECT count(*), coalesce(game, 0) FROM "
	    "outbox WHERE id > $1 AND rcpt <> $2 AND rcpt <> $3 AND game IS "
	    "NOT NULL GROUP BY rcpt, game HAVING count(*) > 1", &e) == 0);
	sql_int(&q, after);
	sql_text(&q, from);
	sql_text(&q, l->to != NULL ? l->to->to : from);
	if (sql_step(&q, &e) == 1)
		broken("one letter a reader and game", "more came");
	sql_close(&q);
	if (number("SELECT count(*) FROM outbox o JOIN seat s ON s.game = "
	    "o.game AND s.seat = o.seat WHERE o.id > $1 AND o.seat > 0 AND "
	    "s.player = o.player AND NOT EXISTS (SELECT 1 FROM address a "
	    "WHERE a.player = o.player AND a.address = o.rcpt)", after, 0))
		broken("letters of a seat go to its holder", "one did not");
}

/* An address is its owner's, and the keeper's; who wrote one knew it. */
static void
check_secrets(int64_t after)
{
	struct outbox_row row;

	for (int64_t id = after + 1; outbox_get(scene.db, id, &row, &e) == 1;
	    id++) {
		for (int i = 0; i < PEOPLE; i++) {
			char address[64];

			(void)snprintf(address, sizeof address,
			    "%s@example.net", people[i]);
			if (strstr(row.raw, address) != NULL &&
			    strcmp(row.to, address) != 0 &&
			    strstr(history.data, address) == NULL &&
			    strncmp(row.to, "keeper@", 7) != 0)
				broken("an address is its owner's", row.raw);
		}
		outbox_row_release(&row);
	}
}

/* A question about a player's mail goes to his first address. */
static void
check_questions(int64_t after)
{
	struct outbox_row row;

	for (int64_t id = after + 1; outbox_get(scene.db, id, &row, &e) == 1;
	    id++) {
		const char *c = strstr(row.raw, "\r\nReply-To: games+c.");
		int64_t player = c == NULL ? 0 : number("SELECT "
		    "coalesce(player, 0) FROM hold WHERE inbox = $1",
		    strtoll(c + 20, NULL, 10), 0);

		if (player != 0 && (owner_of(row.to) != player ||
		    !is_first(row.to)))
			broken("questions go to the first address", row.to);
		outbox_row_release(&row);
	}
}

/* The episode is within an hour, and one author's at that. */
static void
check_flood(int64_t after, const char *author)
{
	struct sql q;

	MUST(sql_open(scene.db, &q, "SELECT count(*) FROM outbox WHERE id > "
	    "$1 AND rcpt <> $2 GROUP BY rcpt ORDER BY 1 DESC LIMIT 1",
	    &e) == 0);
	sql_int(&q, after);
	sql_text(&q, author);
	if (sql_step(&q, &e) == 1 && sql_get_int(&q) > LETTERS_MAX)
		broken("letters because of one author", "too many");
	sql_close(&q);
}

/* ---- an episode --------------------------------------------------------- */

/* A field as it stands, folds and all: a program that replies needs no more. */
static char *
raw_field(const char *raw, const char *name)
{
	const char *p = strstr(raw, name), *end;

	if (p == NULL)
		return mem_dup("");
	p += strlen(name);
	for (end = strchr(p, '\r'); end[2] == ' '; )
		end = strchr(end + 1, '\r');
	return mem_ndup(p, (size_t)(end - p));
}

/* What a reply is made of; the text is of no use here, and dear to read. */
static void
read_head(struct seen *m, const struct outbox_row *row)
{
	memset(m, 0, sizeof *m);
	m->id = row->id;
	m->to = mem_dup(row->to);
	m->message_id = mem_dup(row->message_id);
	m->subject = raw_field(row->raw, "\r\nSubject: ");
	m->reply_to = raw_field(row->raw, "\r\nReply-To: ");
}

/* Letters of this episode, such as our questions, are answered as well. */
static int
gather_new(int64_t after, struct seen *own)
{
	struct outbox_row row;
	int64_t newest = number("SELECT max(id) FROM outbox", 0, 0);
	int n = 0;

	if (after < newest - OWN_MAILS)
		after = newest - OWN_MAILS;
	for (int64_t id = after + 1; n < OWN_MAILS &&
	    outbox_get(scene.db, id, &row, &e) == 1; id++) {
		read_head(&own[n++], &row);
		outbox_row_release(&row);
	}
	return n;
}

/* was: before this mail, and then after it. */
static void
judge(const struct letter_in *l, struct state *was)
{
	struct buf raw = BUF_INIT;
	struct inbox_row row;
	struct state is;
	struct proven p;
	int failed = 0;
	int64_t id;

	write_letter(l, &raw);
	buf_printf(&history, "--- %s, a reply to %s%s\n%s\n", l->from, l->to ?
	    l->to->to : "nobody", l->vouched ? ", vouched" : "", raw.data);
	prove(l, &p);
	id = scene_store(&scene, raw.data, raw.len);
	MUST(inbox_get(scene.db, id, &row, &e) == 1);
	MUST(desk_judge(&scene.desk, &row, 1, &failed, &e) == 0);
	if (failed != 0)
		broken("judging does not fail", "a mail would be set aside");
	inbox_row_release(&row);
	look(&is);
	for (int64_t g = 1; g < GAMES_MAX; g++)
		check_events(&p, was, &is, g);
	check_seats(&p, was, &is);
	check_players(&p, was, &is);
	check_letters(l, was->outbox);
	check_secrets(was->outbox);
	check_questions(was->outbox);
	*was = is;
	mails++;
	buf_release(&raw);
}

/* The last letter with such a reply address. */
static const struct seen *
latest_to(const char *part)
{
	for (int i = n_letters; i-- > 0; )
		if (strstr(letters[i].reply_to, part) != NULL)
			return &letters[i];
	return NULL;
}

/* Somebody who knows what he does: a move of the seat whose turn it is, an act
 * of a game's moderator, something of the account; from the reply address that
 * is for it, or from another. */
static void
aim(struct letter_in *l, struct buf *first)
{
	static const char *const offices[] = { "+1.p1.", "+2.p2.", "+3.m.",
		"+4.p1." };
	static const char *const others[] = { "+1.o", "+d.", "+u.", "+3.m.",
		"+1.p2.", "+2.p1.", "+5.p3." };
	int game = 1 + (int)below(4), seat;
	char part[16];

	switch (below(3)) {
	case 0:
		seat = play_choose(&scene, game, &chance, first);
		(void)snprintf(part, sizeof part, "+%d.p%d.", game, seat);
		l->to = seat > 0 ? latest_to(part) : NULL;
		break;
	case 1:
		buf_str(first, SOME(acts));
		l->to = latest_to(SOME(offices));
		break;
	default:
		buf_str(first, SOME(account));
		l->to = latest_to(SOME(others));
	}
	if (below(4) == 0)
		l->to = latest_to(SOME(others));
	if (first->len > 0)
		l->first = first->data;
}

/* One of them, a question of ours if there is one. */
static const struct seen *
question(const struct seen *own, int n)
{
	for (int i = n; i-- > 0; )
		if (asks(&own[i]))
			return &own[i];
	return &own[below((unsigned)n)];
}

/* A question of ours is mostly answered, by whom it asks. */
static void
answer(struct letter_in *l, char from[64])
{
	static const char *const said[] = { "yes", "Yes, please", "yes",
		"no", "No, I did not.\nYes, really", "ja", "si" };

	l->first = SOME(said);
	(void)snprintf(from, 64, "%.*s", (int)strcspn(l->to->to, "@"),
	    l->to->to);
	if (below(4) != 0)
		l->from = from;
}

static void
episode(struct state was)
{
	struct buf first = BUF_INIT;
	char asked[64];
	struct seen own[OWN_MAILS];
	int64_t before = number("SELECT max(id) FROM outbox", 0, 0);
	const char *author = people[below(PEOPLE)];
	unsigned n = 1 + below(below(5) == 0 ? 10 : 4);
	char address[64];
	bool one = true;
	int k = 0;

	for (unsigned i = 0; i < n; i++) {
		struct letter_in l = { .vouched = below(4) == 0 };

		buf_clear(&first);
		if (k > 0 && below(2) == 0)
			l.to = question(own, k);
		else if (below(3) == 0)
			aim(&l, &first);
		else if (below(2) == 0)
			l.to = &letters[latest[below((unsigned)n_latest)]];
		else if (below(5) != 0)
			l.to = &letters[below((unsigned)n_letters)];
		if (l.to != NULL && strchr(l.to->reply_to, '+') == NULL)
			l.to = NULL;
		l.from = author;
		if (asks(l.to) && below(4) != 0)
			answer(&l, asked);
		one &= l.from == author;
		(void)snprintf(l.mid, sizeof l.mid, "%" PRIu64 ".%u@example."
		    "net", seed, i);
		judge(&l, &was);
		while (k > 0)
			seen_release(&own[--k]);
		k = gather_new(before, own);
	}
	while (k > 0)
		seen_release(&own[--k]);
	(void)snprintf(address, sizeof address, "%s@example.net", author);
	if (one)
		check_flood(before, address);
	buf_release(&first);
}

static void
run(int64_t now, const struct state *founded)
{
	static const int later[] = { 0, 60, 3600, 86400, 5 * 86400,
		40 * 86400 };

	rng_init_number(&chance, seed);
	clock_pin(now + later[below(6)]);
	flood_free(scene.desk.flood);
	scene.desk.flood = flood_new();
	buf_clear(&history);
	MUST(db_begin(scene.db, &e) == 0);
	episode(*founded);
	held += number("SELECT count(*) FROM hold WHERE created >= $1", now,
	    0);
	db_abort(scene.db);
	desk_forget(&scene.desk);
}

static void
say_reached(void)
{
	for (size_t i = 0; roles_seen[i] != '\0'; i++) {
		(void)printf("%c", roles_seen[i]);
		for (int j = 0; j < DIDS; j++)
			(void)printf("  %s %" PRId64, did_names[j],
			    reached[i][j]);
		(void)printf("\n");
	}
}

/* Whether every kind of reply address did what it is for. */
static bool
reaches_all(void)
{
	static const struct { char role; int did; } all[] = {
		{ 'p', DID_MOVE }, { 'p', DID_ACT }, { 'p', DID_PRESS },
		{ 'm', DID_ACT }, { 'o', DID_WATCH }, { 'u', DID_SET },
		{ 'd', DID_MOVE }, { 'c', DID_MOVE }, { 'c', DID_ACT },
		{ 'c', DID_SEAT }, { 'r', DID_ADDRESS } };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (reached[strchr(roles_seen, all[i].role) - roles_seen]
		    [all[i].did] == 0)
			return false;
	return true;
}

int
main(int argc, char **argv)
{
	struct state founded;
	int64_t seconds = argc > 1 ? strtoll(argv[1], NULL, 10) : 60;
	int64_t most = argc > 3 ? strtoll(argv[3], NULL, 10) : INT64_MAX;
	int64_t end, now, episodes = 0;
	uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	crashes_only = argc > 4;
	open_club();
	look(&founded);
	now = scene.now;
	end = clock_monotonic_ms() + seconds * 1000;
	while (episodes < most && (most != INT64_MAX ||
	    clock_monotonic_ms() < end)) {
		seed = first + (uint64_t)episodes++;
		if (crashes_only || episodes % 500 == 1) {
			(void)fprintf(stderr, "\rseed %" PRIu64 ", %" PRId64
			    " mails ", seed, mails);
			(void)fflush(stderr);
		}
		run(now, &founded);
	}
	(void)printf("%" PRId64 " mails in %" PRId64 " episodes, %" PRId64
	    " effects, %" PRId64 " held: no promise broken\n", mails,
	    episodes, effects, held);
	say_reached();
	/* One that does nothing breaks no promise either. */
	if (mails > 2000 && (effects < mails / 100 || held < mails / 100 ||
	    (mails > 20000 && !reaches_all()))) {
		(void)fputs("too little happened\n", stderr);
		return 1;
	}
	scene_close(&scene);
	return 0;
}
