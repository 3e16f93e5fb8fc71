/* SPDX-License-Identifier: MIT */

/* The club: a running game of each kind, one that is being set up and one that
 * is over; players, moderators with and without a seat, observers, a digest,
 * and all the letters that they have got. */

#include "club.h"

#include <ctype.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "play.h"

struct fuzz_club club;
const char *const people[PEOPLE] = { "anna", "bruno", "carla", "dora", "olga",
	"mo", "eve" };

void
broken(const char *promise, const char *more)
{
	if (club.crashes_only)
		return;
	(void)fprintf(stderr,
	    "%s\n=== broken promise: %s: %s\n=== repeat: fuzz-club 1 %" PRIu64
	    " 1\n",
	    buf_text(&club.history), promise, more, club.seed);
	abort();
}

unsigned
below(unsigned n)
{
	return rng_below(&club.chance, n);
}

int64_t
number(const char *select, int64_t a, int64_t b)
{
	struct db *db = club.scene.db;
	int64_t n = 0;

	MUST((strstr(select, "$2") != NULL ?
		     sql_do(db, &club.e, select, INT(a), INT(b), TO(n)) :
		     strstr(select, "$1") != NULL ?
		     sql_do(db, &club.e, select, INT(a), TO(n)) :
		     sql_do(db, &club.e, select, TO(n))) >= 0);
	return n;
}

void
vouch(struct buf *raw, const char *from)
{
	buf_printf(raw,
	    "Return-Path: <%s>\r\nAuthentication-Results: mx.example.org; "
	    "dmarc=pass header.from=example.net\r\n",
	    from);
}

static void
write_by(const char *who, const char *body)
{
	struct buf raw = BUF_INIT;
	char from[64];

	(void)snprintf(from, sizeof from, "%s@example.net", who);
	vouch(&raw, from);
	buf_printf(&raw,
	    "From: %s\r\nTo: games@example.org\r\nMessage-ID: "
	    "<first-%s-%zu@example.net>\r\n\r\n%s",
	    from, who, strlen(body), body);
	MUST(scene_raw(&club.scene, raw.data, raw.len) > 0);
	buf_release(&raw);
}

/* To the question that they were asked. */
static void
say_yes(const char *who)
{
	struct buf raw = BUF_INIT;
	struct seen m;

	while (scene_next(&club.scene, &m) == 1) {
		if (strstr(m.reply_to, "+c.") != NULL) {
			buf_clear(&raw);
			buf_printf(&raw,
			    "From: %s@example.net\r\nTo: %s\r\n"
			    "Message-ID: <yes-%s@example.net>\r\n\r\nyes\r\n",
			    who, m.reply_to, who);
		}
		seen_release(&m);
	}
	MUST(raw.len > 0 && scene_raw(&club.scene, raw.data, raw.len) > 0);
	buf_release(&raw);
}

static void
found_games(void)
{
	static const char *const kind[] = { "atlantic-star", "clippers",
		"claim", "antwerp", "atlantic-star", "claim", "clippers" };
	static const char *const seats[] = { "*Anna Bruno Carla",
		"Bruno *Carla Anna", "+Mo Anna Bruno", "*Bruno Dora Anna",
		"Anna Bruno Mo", "Dora *Anna", "Anna *Bruno" };
	struct buf move = BUF_INIT;

	for (int g = 1; g <= FOUNDED; g++) {
		struct rng r;

		rng_init_number(&r, (uint64_t)g);
		club.scene.kind = kind[g - 1];
		scene_game(&club.scene, seats[g - 1], "-", (uint8_t)g);
		if (g != 5)
			scene_moderate(&club.scene, g, "begin");
		for (int i = 0; i < 4 * g && g < 5; i++) {
			int seat = play_choose(&club.scene, g, &r, &move);

			if (seat > 0)
				scene_say(&club.scene, g, seat, move.data);
		}
	}
	scene_moderate(&club.scene, 6, "cancel");
	scene_say(&club.scene, 7, 1, "propose end");
	scene_say(&club.scene, 7, 2, "agree");
	/* A seat for whoever comes, of a game whose moderator plays
	 * elsewhere. */
	scene_moderate(&club.scene, 3, "eject p2");
	buf_release(&move);
}

static void
read_words(const char *lang)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	const char *p, *close;

	MUST(file_home("templates", &path, &club.e) == 0);
	buf_printf(&path, "/%s/words.json", lang);
	MUST(file_read(path.data, 1 << 20, &text, &club.e) == 0);
	for (p = strchr(text.data, '"'); p != NULL && club.n_words < WORDS;
	    p = strchr(close + 1, '"')) {
		close = strchr(p + 1, '"');
		if (close == NULL)
			break;
		if (close - p > 2 && close - p < 30)
			club.words[club.n_words++] = mem_ndup(p + 1,
			    (size_t)(close - p - 1));
	}
	buf_release(&path);
	buf_release(&text);
}

/* No later letter has a reply address of the same game and seat. */
static bool
is_latest(int at)
{
	const char *plus = strchr(club.letters[at].reply_to, '+');
	size_t len;

	if (!isdigit((unsigned char)plus[1]))
		return false;
	len = strcspn(plus, ".") + 1;
	len += strcspn(plus + len, ".") + 1;
	for (int i = at + 1; i < club.n_letters; i++)
		if (strncmp(strchr(club.letters[i].reply_to, '+'), plus, len) ==
		    0)
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
		int seat = play_choose(&club.scene, game, &r, &move);

		if (seat > 0)
			scene_say(&club.scene, game, seat, move.data);
	}
	buf_release(&move);
}

void
club_open(void)
{
	struct seen m;

	log_set_level(LOG_LEVEL_ERROR);
	scene_open(&club.scene, true);
	club.scene.conf.identity.authserv_id = mem_dup("mx.example.org");
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
	clock_pin(club.scene.now += 2 * 86400);
	(void)scene_digests(&club.scene);
	club.scene.last = 0;
	while (scene_next(&club.scene, &m) == 1)
		if (club.n_letters < LETTERS && strchr(m.reply_to, '+') != NULL)
			club.letters[club.n_letters++] = m;
		else
			seen_release(&m);
	for (int i = club.n_letters; i-- > 0 && club.n_latest < 32;)
		if (is_latest(i))
			club.latest[club.n_latest++] = i;
	read_words("en");
	read_words("nl");
	read_words("it");
	MUST(club.n_letters > 100 && club.n_words > 500);
}
