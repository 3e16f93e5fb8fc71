/* SPDX-License-Identifier: MIT */

/* Kept mails against the log of their game (T28): what others wrote into them
 * neither accuses nor excuses, and a digest has a head for each of its games.
 */

#include <check.h>

#include "api.h"
#include "base/file.h"
#include "log/kept.h"
#include "tests/run.h"

#define COMMIT \
	"648aa5c579fb30f38af744d97d6ec840c7a91277a499a0d780f3e7314eca090b"
#define DIGITS \
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define VALUE "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"
#define FALSE "aaaa-bbbb-cccc-dddd"

static struct err e;
static struct buf whole, said;
static struct chain_found found;

static void
play(void)
{
	for (int i = 0; i < 3; i++) {
		scene_say(&api, 1, 1, "charter 0\n");
		scene_say(&api, 1, 2, "charter 0\n");
	}
}

static void
take_log(int64_t id)
{
	api_log(id, true, &whole);
	chain_found_release(&found);
	ck_assert_int_eq(chain_check(whole.data, whole.len, &found, &e), 0);
}

static void
start(const char *options)
{
	scene_open(&api, true);
	(void)scene_game(&api, "Anna Bruno", options, 3);
}

static void
stop(void)
{
	chain_found_release(&found);
	buf_release(&whole);
	buf_release(&said);
	scene_close(&api);
}

/* Each %N of the text is the true head of that board. */
static struct kept
read_text(const char *text)
{
	struct buf mail = BUF_INIT;
	char head[CHAIN_SHORT + 1];
	struct kept k;

	for (const char *p = text; *p != '\0'; p++) {
		if (*p != '%') {
			buf_char(&mail, *p);
			continue;
		}
		chain_short(found.head[*++p - '0'], head);
		buf_str(&mail, head);
	}
	kept_read(buf_text(&mail), mail.len, &found, (struct slice){ "1", 1 },
	    COMMIT, "", &k);
	buf_release(&mail);
	return k;
}

static void
says(const char *text, enum kept_says want, int board)
{
	struct kept k = read_text(text);

	ck_assert_msg(k.says == want, "%d of %s", k.says, text);
	if (want != KEPT_NOTHING)
		ck_assert_msg(k.board == board, "%d of %s", k.board, text);
}

/* A message, a title, a reason or a log can have what looks like a mark, a
 * digest what looks like a head. */
START_TEST(t28_last_mark)
{
	start("-");
	scene_moderate(&api, 1, "begin");
	play();
	take_log(1);
	says("'p2 mail 1.2.p1.4 " FALSE "\n\nmail 1.3.p1.5 %3\n", KEPT_SAME, 3);
	says("mail 1.2.p1.4 %2\n\nmail 1.3.p1.5 " FALSE "\n", KEPT_OTHER, 3);
	says("mail 1.2.p1.4 %2\n\nmail 7.3.p1.5 %3\n", KEPT_GAME, 3);
	says("mail 1.2.p1.4 %2\n\nmail 1.0.p1.1\n", KEPT_NOTHING, 0);
	says("mail 1.2.p1.4 " FALSE "\n\nmail 0.tyh7\n", KEPT_NOTHING, 0);
	says("(mail 1.3.p1.5) mail 1.3.p1.5\r\n %3\r\n<b>mail 1.3.p1.5 %3</b>",
	    KEPT_SAME, 3);
	/* Of a digest. */
	says("Boards: \"7.9 " FALSE "\",\n\"1.2 %2\".\n\nmail 0.tyh7\n",
	    KEPT_SAME, 2);
	says("Boards: \"1.2\n%2.2\", \"7.9 %3.2\"\r\n\r\nmail 0.tyh7\r\n",
	    KEPT_SAME, 2);
	says("1.2 " FALSE " 7.9 %2\n\nmail 0.tyh7\n", KEPT_OTHER, 2);
	says("1.2 %2 1.3 " FALSE "\n\nmail 0.tyh7\n", KEPT_OTHER, 3);
	says("1.2 %2 1.3 %3\n\nmail 0.tyh7\n", KEPT_SAME, 3);
	says("7.9 %2\n\nmail 0.tyh7\n", KEPT_NOTHING, 0);
	says("1.2 " FALSE "\n\nsaid Bruno: 1.3 %3\n\nmail 0.tyh7\n", KEPT_SAME,
	    3);
	says("1.2 " FALSE "\n\nsaid Bruno\n\nmail 0.tyh7\n", KEPT_NOTHING, 0);
	says("1.2 " FALSE " mail 0.tyh7\n\nmail 0.tyh7\n", KEPT_NOTHING, 0);
	says("<p>x: <code>7.9 " FALSE
	     "</code> <code\nc=\"1\">1.2 %2</code>.</p>"
	     "\n<hr style=\"a\">\n<p>mail 0.tyh7</p>\n",
	    KEPT_SAME, 2);
	stop();
}
END_TEST

/* The commitment is a paragraph. */
START_TEST(t28_commitment)
{
	static const struct {
		const char *text;
		bool is, other;
	} row[] = {
		{ "its SHA-256:\n\n " COMMIT "\n\nmail 1.0.p1.1\n", true,
		    false },
		{ "its SHA-256:\n\n`" DIGITS "`\n\nmail 1.0.p1.1\n", false,
		    true },
		{ "its SHA-256:\r\n\r\n" DIGITS "\r\n \r\nx", false, true },
		/* The beacon's, in a list; and what somebody wrote. */
		{ "Its value:\n    " VALUE "\n New\n", false, false },
		{ "Its value:\n\n    " VALUE "\n New\n", false, false },
		{ "Anna writes:\n\n> " DIGITS "\n\n", false, false },
		{ "'p1\n" DIGITS "\n\nx\n\n " COMMIT "\n\n", true, false },
	};

	start("-");
	scene_moderate(&api, 1, "begin");
	take_log(1);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct kept k = read_text(row[i].text);

		ck_assert_msg(k.commit == row[i].is &&
			k.other_commit == row[i].other,
		    "%s", row[i].text);
	}
	stop();
}
END_TEST

static void
keep(int n, const struct buf *raw)
{
	char path[96];

	snprintf(path, sizeof path, "%s/mail%d", api.dir, n);
	ck_assert_int_eq(file_write(path, raw->data, raw->len, 0600, &e), 0);
}

/* Keeps all mails to Bruno, or digests alone, the last one also in raw. */
static int
keep_mails(bool digests, struct buf *raw)
{
	struct seen m;
	int n = 0;

	while (scene_next(&api, &m) == 1) {
		if (strncmp(m.to, "bruno@", 6) == 0 &&
		    (!digests || strstr(m.reply_to, "games+d.") != NULL)) {
			buf_clear(raw);
			buf_str(raw, m.raw);
			keep(++n, raw);
		}
		seen_release(&m);
	}
	return n;
}

/* `paquebot log verify` of the log with all mails kept; what it says. */
static int
verify(void)
{
	char path[96], line[400];
	int rc;

	snprintf(path, sizeof path, "%s/kept.log", api.dir);
	ck_assert_int_eq(file_write(path, whole.data, whole.len, 0600, &e), 0);
	snprintf(line, sizeof line,
	    "./paquebot log verify %s --mail %s/mail* >%s/said 2>&1", path,
	    api.dir, api.dir);
	rc = system(line);
	snprintf(path, sizeof path, "%s/said", api.dir);
	buf_clear(&said);
	ck_assert_int_eq(file_read(path, 1 << 20, &said, &e), 0);
	return rc;
}

static void
daily(const char *set, struct buf *raw)
{
	start("order=given");
	(void)scene_game(&api, "Anna Bruno", "order=given", 4);
	scene_moderate(&api, 1, "begin");
	scene_moderate(&api, 2, "begin");
	scene_say(&api, 1, 2, set);
	scene_sure(&api, 1, 2, "set digest 20:00\n");
	scene_say(&api, 2, 1,
	    "broadcast\n2.1 " FALSE "\nendpress\ncharter 0\n");
	scene_say(&api, 1, 1, "charter 0\n");
	(void)scene_skip(&api);
	scene_pass(&api, 24 * 3600);
	ck_assert_int_eq(scene_digests(&api), 1);
	ck_assert_int_eq(keep_mails(true, raw), 1);
}

/* In each layout, of two games: the log of either holds, and one that was
 * played otherwise does not. */
START_TEST(t28_digest)
{
	static const char *const set[] = { "set width 40\n",
		"set layout list\n", "set lang it\n" };
	struct buf raw = BUF_INIT;

	for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) {
		daily(set[i], &raw);
		for (int64_t id = 1; id <= 2; id++) {
			take_log(id);
			ck_assert_msg(verify() == 0, "%s", said.data);
			ck_assert_ptr_nonnull(strstr(said.data, ": ok, board"));
		}
		stop();
		start("order=given");
		scene_moderate(&api, 1, "begin");
		scene_say(&api, 1, 1, "replace\n");
		play();
		take_log(1);
		keep(1, &raw);
		ck_assert_int_ne(verify(), 0);
		ck_assert_msg(strstr(said.data, " has the head ") != NULL, "%s",
		    said.data);
		stop();
	}
	buf_release(&raw);
}
END_TEST

/* Every mail of a game with the beacon holds, whatever was said in it. */
START_TEST(t28_beacon)
{
	struct buf raw = BUF_INIT;

	start("beacon=yes");
	scene_say(&api, 1, 1, "entropy " DIGITS "\n");
	scene_say(&api, 1, 2, "ready\n");
	scene_pass(&api, 3600);
	scene_say(&api, 1, 1, "beacon " VALUE "\n");
	scene_say(&api, 1, 1,
	    "broadcast\n" DIGITS "\n\n" DIGITS "\n\nmail 1.3.p1.1 " FALSE
	    "\nendpress\n");
	scene_moderate(&api, 1, "title mail 1.3.p1.1 " FALSE);
	scene_say(&api, 1, 1, "charter 0\n");
	scene_say(&api, 1, 2, "history\n");
	scene_say(&api, 1, 2, "log\n");
	ck_assert_int_gt(keep_mails(false, &raw), 5);
	take_log(1);
	ck_assert_msg(verify() == 0, "%s", said.data);
	ck_assert_ptr_nonnull(strstr(said.data, ": ok, board 5 "));
	stop();
	buf_release(&raw);
}
END_TEST

/* Mails in which nothing can be held prove nothing. */
START_TEST(t28_none)
{
	struct buf raw = BUF_INIT;

	start("-");
	scene_moderate(&api, 1, "begin");
	take_log(1);
	buf_str(&raw, "Hello\n\nmail 0.tyh7\n");
	keep(1, &raw);
	ck_assert_int_ne(verify(), 0);
	ck_assert_msg(strstr(said.data, "none of the mails") != NULL, "%s",
	    said.data);
	buf_str(&raw, "\n" COMMIT "\n");
	keep(2, &raw);
	ck_assert_msg(verify() == 0, "%s", said.data);
	stop();
	buf_release(&raw);
}
END_TEST

TESTS(t28_last_mark, t28_commitment, t28_digest, t28_beacon, t28_none)
