/* SPDX-License-Identifier: MIT */
/* The turn log's grammar (T8, T9), names (doc/design.md 3.3), refusals and
 * options, and replay with every error's line. */

#include "base/file.h"
#include "base/mem.h"
#include "game/args.h"
#include "log/copy.h"
#include "tests/game/toy.h"
#include "tests/run.h"

#define HASH \
	"00000000000000000000000000000000" \
	"00000000000000000000000000000000"
/* SHA-256 of the 32 bytes 00 01 .. 1f, and those bytes. */
#define COMMIT \
	"630dcd2966c4336691125448bbb25b4f" \
	"f412a49c732db2c8abc1b8581bd710dd"
#define SEED \
	"000102030405060708090a0b0c0d0e0f" \
	"101112131415161718191a1b1c1d1e1f"
#define GAME "Game: toy/1\n"
#define DATA "Data: toy sha256:" HASH "\n"
#define MIDDLE \
	"Id: 7\nStarted: 2026-11-20T19:12:44Z\nSeats: p1 p2\n" \
	"Seat-p1: Anna\nSeat-p2: Bruno \"B\" \303\251\n"
#define TAIL "Options: -\nSeed-Commit: sha256:" COMMIT "\n"
#define HEAD "%turnlog 1\n" GAME DATA MIDDLE TAIL "\n"
#define DECK_2 " - deck 1 2 3 4 5 6 7 8 9 10 11 12\n"
#define DECK "1" DECK_2
/* HEAD ends with line 11; DECK is line 12. */

static struct replay replay;

static int
play(const char *text, struct err *e)
{
	struct replay_how how = { .kind = &toy_kind, .until = -1 };

	replay_release(&replay);
	e->text[0] = '\0';
	return replay_text(text, strlen(text), &how, &replay, e);
}

static void
good(const char *text, int events)
{
	struct err e;

	ck_assert_msg(play(text, &e) == 0, "%s", e.text);
	ck_assert_int_eq(replay.events, events);
	replay_release(&replay);
}

static void
bad(const char *text, const char *error)
{
	struct err e;

	ck_assert_msg(play(text, &e) == -1, "accepted: %s", text);
	ck_assert_str_eq(e.text, error);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	replay_release(&replay);
}

START_TEST(whole_grammar)
{
	good(HEAD, 0);
	good(HEAD DECK, 1);
	good(HEAD "== round 1\n== end\n\n; any text \303\251\n" DECK
		  "> laid 1 2\n'p2 hello\\nthere ? \"\n"
		  "2 p1 take @2026-11-20T19:12:44Z\n"
		  "3 ! set-clock 72h grace=24h note=\"a \\\"b\\\\\" x=\"\"\n"
		  "4 ! eject p2 @2026-11-20T19:12:45Z\n",
	    4);
	/* Unknown tags are kept. */
	good("%turnlog 1\n" GAME DATA "Club: ours\n" MIDDLE TAIL
	     "X-2: y\n\n" DECK,
	    1);
	good("%turnlog 1\n" GAME DATA MIDDLE TAIL "Seed: " SEED "\n\n", 0);
}
END_TEST

START_TEST(form_errors)
{
	bad("", "1: not a turn log of format 1");
	bad("%turnlog 2\n", "1: not a turn log of format 1");
	bad("%turnlog 1", "1: not a turn log of format 1");
	bad("%turnlog 1\n", "2: the log ends before its blank line");
	bad("%turnlog 1\n\n", "2: no tags");
	bad("%turnlog 1\nGame\n",
	    "2: a tag is \"Name: text\", and a blank line ends the tags");
	bad("%turnlog 1\n" GAME, "3: the log ends before its blank line");
	bad(HEAD "x\n", "12: an unknown kind of line");
	bad(HEAD "%begin x\n", "12: an unknown kind of line");
	bad(HEAD DECK "2 p1 take", "13: the last line has no line end");
	bad(HEAD DECK "2 p1 take\r\n", "13: text that is not clean UTF-8");
	bad(HEAD "; a\tb\n", "12: text that is not clean UTF-8");
	bad(HEAD "; \377\n", "12: text that is not clean UTF-8");
	bad(HEAD ";x\n", "12: a space is missing after the line's mark");
	bad(HEAD "== round 1 2\n", "12: a section is \"== word number\"");
	bad(HEAD "== round x\n", "12: a section is \"== word number\"");
	bad(HEAD "= round\n", "12: a section is \"== word number\"");
	bad(HEAD "'x hi\n", "12: chat of an unknown seat");
	bad(HEAD "'p3 hi\n", "12: the game has no such seat");
	bad(HEAD "01 - deck\n", "12: a bad event number");
	bad(HEAD "0 - deck\n", "12: a bad event number");
	bad(HEAD "999999999999 - deck\n", "12: a bad event number");
	bad(HEAD "1\n", "12: an event without an actor");
	bad(HEAD "1 p0 take\n", "12: an unknown actor");
	bad(HEAD "1 p12 take\n", "12: an unknown actor");
	bad(HEAD "1 x take\n", "12: an unknown actor");
	bad(HEAD "1 p1\n", "12: an unknown actor");
	bad(HEAD "1 p1 \n", "12: an event without a verb");
	bad(HEAD "1 p1  take\n", "12: an event without a verb");
	bad(HEAD "1 ! eject \n", "12: a space at the end of the event");
	bad(HEAD "1 ! eject  p1\n", "12: arguments of the wrong form");
	bad(HEAD "1 ! x a@b\n", "12: arguments of the wrong form");
	bad(HEAD "1 ! x \"a\n", "12: arguments of the wrong form");
	bad(HEAD "1 ! x \"a\\n\"\n", "12: arguments of the wrong form");
	bad(HEAD "1 ! x \"a\"b\n", "12: arguments of the wrong form");
	bad(HEAD "1 ! x a @2026-11-20T19:12:4Z\n",
	    "12: arguments of the wrong form");
	bad(HEAD "1 ! x @2026-02-29T19:12:44Z\n",
	    "12: a stamp that is no time since 1970");
	bad(HEAD "1 ! x @2026-13-01T19:12:44Z\n",
	    "12: a stamp that is no time since 1970");
	bad(HEAD "1 ! x @2026-11-20T24:00:00Z\n",
	    "12: a stamp that is no time since 1970");
	bad(HEAD "1 ! x @1969-12-31T23:59:59Z\n",
	    "12: a stamp that is no time since 1970");
	bad(HEAD "1 ! x a\tb\n", "12: text that is not clean UTF-8");
	bad(HEAD "1 ! x \"\377\"\n", "12: text that is not clean UTF-8");
	bad(HEAD "; \n", "12: a space at the end of the line");
	bad(HEAD "> a \n", "12: a space at the end of the line");
	bad(HEAD "'p1 \n", "12: a space at the end of the line");
}
END_TEST

static int
handover(const char *words, bool *left)
{
	return turnlog_handover((struct slice){ words, strlen(words) }, left);
}

START_TEST(seats_that_change_hands)
{
	bool left;

	ck_assert_int_eq(handover("eject p2", &left), 2);
	ck_assert(left);
	ck_assert_int_eq(handover("replace p6", &left), 6);
	ck_assert(!left);
	ck_assert_int_eq(handover("replace p1 by the keeper", &left), 1);
	ck_assert_int_eq(handover("replace", &left), 0);
	ck_assert_int_eq(handover("replace p7", &left), 0);
	ck_assert_int_eq(handover("replace p12", &left), 0);
	ck_assert_int_eq(handover("ejects p2", &left), 0);
	ck_assert_int_eq(handover("set-clock p2 back", &left), 0);
	ck_assert_int_eq(turnlog_seats((struct slice){ "p1 p3", 5 }),
	    SEAT_BIT(1) | SEAT_BIT(3));
	ck_assert_int_eq(turnlog_seats((struct slice){ "p1 p9", 5 }), 0);
	ck_assert_int_eq(turnlog_seats((struct slice){ "Anna", 4 }), 0);
}
END_TEST

/* Every byte at every place of a long line, and of a stamp. */
START_TEST(every_byte)
{
	static const char text[] = HEAD "; 0123456789abcdefghi\n";
	static const char event[] = HEAD "1 ! x @2026-11-20T19:12:44Z\n";
	char copy[sizeof text + sizeof event];
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct err e;

	for (size_t at = sizeof HEAD + 1; at < sizeof text - 2; at++) {
		for (int c = 0; c < 256; c++) {
			int rc;

			memcpy(copy, text, sizeof text);
			copy[at] = (char)c;
			turnlog_open(&reader, copy, sizeof text - 1);
			while ((rc = turnlog_next(&reader, &line, &e)) == 1 &&
			    line.type != TURNLOG_COMMENT)
				;
			/* No line ends in a space. */
			if ((c == ' ' && at == sizeof text - 3) ||
			    (c == '\n' && at == sizeof HEAD + 1))
				ck_assert_int_eq(rc, -1);
			else
				ck_assert_int_eq(rc,
				    (c >= 0x20 && c < 0x7f) || c == '\n' ? 1 :
									   -1);
		}
	}
	for (size_t i = 0; i < 20; i++) {
		size_t at = sizeof event - 22 + i;

		for (int c = 1; c < 256; c++) {
			bool digit = event[at] >= '0' && event[at] <= '9';
			bool good = digit ? c >= '0' && c <= '9' :
					    c == event[at];

			if (c == '\n')
				continue;
			memcpy(copy, event, sizeof event);
			copy[at] = (char)c;
			turnlog_open(&reader, copy, sizeof event - 1);
			while (turnlog_next(&reader, &line, &e) == 1 &&
			    line.type != TURNLOG_EVENT)
				;
			ck_assert_int_eq((int)line.stamp.len, good ? 20 : 0);
		}
	}
}
END_TEST

/* T10. */
START_TEST(head_errors)
{
	bad("%turnlog 1\n" DATA MIDDLE TAIL "\n", "2: tag Game is missing");
	bad("%turnlog 1\nGame: toy\n\n", "2: Game is \"name/version\"");
	bad("%turnlog 1\nGame: toy/01\n\n", "2: Game is \"name/version\"");
	bad("%turnlog 1\nGame: ludo/1\nData: ludo sha256:" HASH "\n" MIDDLE TAIL
	    "\n",
	    "2: no game named ludo");
	bad("%turnlog 1\nGame: toy/2\n" DATA MIDDLE TAIL "\n",
	    "2: this is toy/1, the log is of toy/2");
	bad("%turnlog 1\n" GAME "Data: toy sha256:0\n" MIDDLE TAIL "\n",
	    "3: Data is \"game sha256:hash\"");
	bad("%turnlog 1\n" GAME "Data: toy sha256:" COMMIT "\n" MIDDLE TAIL
	    "\n",
	    "3: the data of toy are not those of the log (sha256:" HASH ")");
	bad("%turnlog 1\n" GAME DATA "Id: 7\nStarted: today\n\n",
	    "5: Started is no time in UTC since 1970");
	bad("%turnlog 1\n" GAME DATA "Id: 7\nStarted: 2026-11-20T19:12:44Z\n"
	    "Seats: p1 p3\n\n",
	    "6: Seats is \"p1 p2 ...\"");
	bad("%turnlog 1\n" GAME DATA "Id: 7\nStarted: 2026-11-20T19:12:44Z\n"
	    "Seats: p1 p2\nSeat-p2: A\n\n",
	    "7: this seat's name is out of place");
	bad("%turnlog 1\n" GAME DATA "Id: 7\nStarted: 2026-11-20T19:12:44Z\n"
	    "Seats: p1 p2\nSeat-p1: A\nOptions: -\n\n",
	    "8: tag Seat-p2 is missing");
	bad("%turnlog 1\n" GAME DATA "Id: 7\nStarted: 2026-11-20T19:12:44Z\n"
	    "Seats: p1\nSeat-p1: A\n" TAIL "\n",
	    "10: Toy is for 2 to 4 seats, not 1");
	bad("%turnlog 1\n" GAME DATA MIDDLE "Options: x\n\n",
	    "9: option \"x\" is not of the form key=value");
	bad("%turnlog 1\n" GAME DATA MIDDLE
	    "Options: a=b\nSeed-Commit: sha256:" COMMIT "\n\n",
	    "11: unknown option a");
	bad("%turnlog 1\n" GAME DATA MIDDLE "Options: reveal=maybe\n\n",
	    "9: option reveal is yes or no");
	good("%turnlog 1\n" GAME DATA MIDDLE "Options: reveal=no\n"
	     "Seed-Commit: sha256:" COMMIT "\n\n",
	    0);
	bad("%turnlog 1\n" GAME DATA MIDDLE "Options: -\n\n",
	    "10: tag Seed-Commit is missing");
	bad("%turnlog 1\n" GAME DATA GAME "\n", "4: this tag is out of place");
	bad("%turnlog 1\n" GAME DATA MIDDLE TAIL "Seed: " COMMIT "\n\n",
	    "11: Seed is not the one of Seed-Commit");
	bad("%turnlog 1\n" GAME DATA MIDDLE TAIL "Seed: 00\n\n",
	    "11: Seed is 64 hex digits");
}
END_TEST

#define WORDS(n) "%turnlog 1\n" GAME DATA MIDDLE TAIL "Words: " n "\n\n"
#define LINES "1 ! entropy p2 \"a\"\n2 ! entropy p2 \"b\"\n"

/* T10. */
START_TEST(words_of_seats)
{
	good(WORDS("1 of 2") LINES "3" DECK_2, 3);
	good(WORDS("0 of 2") DECK, 1);
	good(WORDS("2 of 2") LINES "3 ! entropy p1 \"c\"\n4" DECK_2, 4);
	bad(WORDS("2 of 2") LINES "3" DECK_2,
	    "11: Words says 2, and words of 1 seats stand below");
	bad(WORDS("1 of 2") DECK,
	    "11: Words says 1, and words of 0 seats stand below");
	bad(WORDS("0 of 2"), "11: tag Words, and the game has not begun");
	bad(WORDS("1 of 3") DECK, "11: Words is \"N of SEATS\"");
	bad(WORDS("3 of 2") DECK, "11: Words is \"N of SEATS\"");
	bad(WORDS("0 of 2\nWords: 0 of 2") DECK,
	    "12: tag Words is given twice");
	bad(WORDS("0 of 2\nSeed: " SEED) DECK, "12: this tag is out of place");
	bad("%turnlog 1\n" GAME DATA MIDDLE "Words: 0 of 2\n" TAIL "\n" DECK,
	    "9: this tag is out of place");
	bad(WORDS("1 of 2\nReader: p1") DECK,
	    "11: Words says 1, and words of 0 seats stand below");
	good(WORDS("1 of 2\nReader: p1") LINES, 2);
	/* Not read to its end it may have more. */
	ck_assert_int_eq(
	    replay_text(WORDS("1 of 2") LINES, strlen(WORDS("1 of 2") LINES),
		&(struct replay_how){ .kind = &toy_kind, .until = 0 }, &replay,
		&(struct err){ .text = "" }),
	    0);
	replay_release(&replay);
}
END_TEST

START_TEST(event_errors)
{
	bad(HEAD "2 - deck\n", "12: event 2 should be 1");
	bad(HEAD DECK DECK, "13: event 1 should be 2");
	bad(HEAD "1 p1 take\n", "12: refused not-your-turn");
	bad(HEAD "1 p3 take\n", "12: the game has no such seat");
	bad(HEAD "1 - deck 1 2\n", "12: not a permutation");
	bad(HEAD "1 - deck 1 1 3 4 5 6 7 8 9 10 11 12\n",
	    "12: not a permutation");
	bad(HEAD "1 - die 4\n", "12: another chance event is due");
	bad(HEAD "1 - wind 4\n", "12: not a chance event in canonical form");
	bad(HEAD "1 - deck 01 2 3 4 5 6 7 8 9 10 11 12\n",
	    "12: not a chance event in canonical form");
	bad(HEAD DECK "2 - die 4\n", "13: no chance event is due");
	bad(HEAD DECK "2 p2 take\n", "13: refused not-your-turn");
	bad(HEAD DECK "2 p1 TAKE\n", "13: not a move in canonical form");
	bad(HEAD DECK "2 p1 take 2\n", "13: not a move in canonical form");
	bad(HEAD DECK "2 p1 play 7\n", "13: refused not-in-hand card=7");
	bad(HEAD DECK "2 ! undo 3\n", "13: there is no event 3 to undo");
	bad(HEAD DECK "2 ! undo\n", "13: undo needs an event's number");
	bad(HEAD DECK "2 ! entropy p1 \"x\"\n",
	    "13: entropy after the first chance event");
	bad(HEAD "1 ! entropy p7 \"x\"\n",
	    "12: entropy is a seat and one quoted line");
	bad(HEAD DECK "2 ! cancel\n3 p1 take\n", "14: refused game-over");
	bad(HEAD DECK "2 ! cancel\n3 ! undo 1\n", "14: the game was cancelled");
	bad(HEAD DECK "2 ! cancel\n3 ! undo 2\n%end cancelled\n",
	    "15: the game was not cancelled");
	good(HEAD DECK "2 ! cancel\n3 ! undo 2\n4 ! cancel\n"
		       "%end cancelled\n",
	    4);
}
END_TEST

START_TEST(checks_and_end)
{
	static char text[2000];
	struct replay_how how = { .kind = &toy_kind, .until = -1 };
	char hash[65];
	struct err e;

	ck_assert_int_eq(replay_text(HEAD DECK, strlen(HEAD DECK), &how,
			     &replay, &e),
	    0);
	table_facts_hash(replay.table, hash);
	replay_release(&replay);
	(void)snprintf(text, sizeof text, "%s%s# 1 sha256:%s\n", HEAD, DECK,
	    hash);
	good(text, 1);
	(void)snprintf(text, sizeof text, "%s%s# 2 sha256:%s\n", HEAD, DECK,
	    hash);
	bad(text, "13: a check that is not of the event before it");
	(void)snprintf(text, sizeof text, "%s%s2 p1 take\n# 2 sha256:%s\n",
	    HEAD, DECK, hash);
	ck_assert_int_eq(play(text, &e), -1);
	ck_assert_int_eq(strncmp(e.text,
			     "14: the facts have another hash: ", 33),
	    0);
	bad(HEAD DECK "# 1 sha256:xyz\n",
	    "13: a check is \"# number sha256:hash\"");
	bad(HEAD DECK "%end finished p1=0 p2=0\n", "13: the game is not over");
	bad(HEAD DECK "%end abandoned\n", "13: the game was not cancelled");
	bad(HEAD DECK "%end won\n",
	    "13: a game is finished, abandoned or cancelled");
	bad(HEAD DECK "%end finished p1=x\n", "13: scores are seat=number");
	good(HEAD DECK "2 ! cancel\n%end abandoned\n", 2);
	good(HEAD DECK "2 ! cancel\n%end cancelled p1=0 p2=0\n", 2);
	bad(HEAD DECK "2 ! cancel\n%end cancelled p1=0 p2=3\n",
	    "14: the scores are p1=0 p2=0");
	bad(HEAD DECK "2 ! cancel\n%end finished p1=0 p2=0\n",
	    "14: the game was cancelled");
	bad(HEAD DECK "2 ! cancel\n%end abandoned\n\n",
	    "15: a line after %end");
	bad(HEAD DECK "2 ! cancel\n%end abandoned\n; well played\n",
	    "15: a comment after %end, not above it");
}
END_TEST

START_TEST(redacted_copies)
{
	static const char by_tag[] = "%turnlog 1\n" GAME DATA MIDDLE TAIL
				     "Reader: p2\n\n1 p9 x\n";
	struct err e;

	/* A hidden argument, or a tag, makes a copy; a `?` in chat does not. */
	ck_assert_int_eq(play(HEAD "1 - deck ?\n2 p1 anything\n", &e), 0);
	ck_assert(replay.redacted);
	ck_assert_ptr_null(replay.table);
	ck_assert_int_eq(replay.events, 2);
	ck_assert_int_eq(play(HEAD "1 p1 stow orange=?\n", &e), 0);
	ck_assert(replay.redacted);
	ck_assert_int_eq(play(HEAD "'p1 what ?\n" DECK, &e), 0);
	ck_assert(!replay.redacted);
	bad(by_tag, "13: the game has no such seat");
	bad(HEAD "1 - deck ?\n3 p1 x\n", "13: event 3 should be 2");
	bad(HEAD "1 - deck ?\n2 p1 x  y\n", "13: arguments of the wrong form");
}
END_TEST

static void
copied(const char *log, int reader, const char *want)
{
	struct buf out = BUF_INIT;
	struct replay_how how = { .kind = &toy_kind, .until = -1 };
	struct err e;

	ck_assert_msg(copy_log(log, strlen(log), &toy_kind, reader, -1, &out,
			  &e) == 0,
	    "%s", e.text);
	ck_assert_str_eq(strstr(buf_text(&out), "Reader:"), want);
	/* What comes out is of the right form, and known as a copy. */
	ck_assert_int_eq(replay_text(out.data, out.len, &how, &replay, &e), 0);
	ck_assert(replay.redacted);
	replay_release(&replay);
	buf_release(&out);
}

START_TEST(t13_copies)
{
	/* A secret event leaves no gap; its owner has it on a derived line;
	 * an undo names the copy's number; comments, check lines and made-up
	 * derived lines are gone. */
	static const char log[] = HEAD
	    "; who holds what\n" DECK
	    "== round 1\n2 p2 stake 7 @2026-11-20T19:12:44Z\n> took 9\n"
	    "3 p1 take @2026-11-20T19:12:45Z\n'p2 a ? b\n"
	    "4 p1 stake 3\n5 ! undo 2\n6 p1 take\n7 ! undo 4\n";
	struct buf out = BUF_INIT;
	struct err e;

	copied(log, OBSERVER,
	    "Reader: observer\n\n1 - deck ?\n== round 1\n"
	    "2 p1 take @2026-11-20T19:12:45Z\n> took ?\n'p2 a ? b\n"
	    "3 ! undo 2\n4 p1 take\n> took ?\n5 ! undo 3\n");
	copied(log, 1,
	    "Reader: p1\n\n1 - deck ?\n== round 1\n"
	    "2 p1 take @2026-11-20T19:12:45Z\n> took 1\n'p2 a ? b\n"
	    "> p1 stake 3\n3 ! undo 2\n4 p1 take\n> took 1\n"
	    "5 ! undo 3\n");
	copied(log, 2,
	    "Reader: p2\n\n1 - deck ?\n== round 1\n"
	    "> p2 stake 7\n2 p1 take @2026-11-20T19:12:45Z\n> took ?\n"
	    "'p2 a ? b\n3 ! undo 2\n4 p1 take\n> took ?\n5 ! undo 3\n");
	ck_assert_int_eq(copy_log(log, sizeof log - 1, &toy_kind, 3, -1, &out,
			     &e),
	    -1);
	buf_clear(&out);
	ck_assert_int_eq(copy_log(log, sizeof log - 2, &toy_kind, 1, -1, &out,
			     &e),
	    -1);
	ck_assert_str_eq(e.text, "22: the last line has no line end");
	buf_release(&out);
}
END_TEST

static int
count_each(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	int *n = ctx;

	ck_assert_int_eq(table_seq(r->table), line->seq);
	return ++*n == 3 ? 1 : 0;
}

START_TEST(until_and_each)
{
	static const char text[] = HEAD DECK "2 p1 take\n3 p1 take\n"
					     "4 p1 take\n5 p1 nonsense\n";
	int n = 0;
	struct replay_how how = { .kind = &toy_kind,
		.until = 2,
		.each = count_each,
		.ctx = &n };
	struct err e;

	ck_assert_int_eq(replay_text(text, sizeof text - 1, &how, &replay, &e),
	    0);
	ck_assert_int_eq(table_seq(replay.table), 2);
	ck_assert_int_eq(n, 2);
	replay_release(&replay);
	how.until = 0;
	ck_assert_int_eq(replay_text(text, sizeof text - 1, &how, &replay, &e),
	    0);
	ck_assert_int_eq(table_seq(replay.table), 0);
	replay_release(&replay);
	how.until = -1; /* each stops it before the error */
	ck_assert_int_eq(replay_text(text, sizeof text - 1, &how, &replay, &e),
	    0);
	ck_assert_int_eq(n, 3);
	replay_release(&replay);
	how.until = 9;
	how.each = NULL;
	ck_assert_int_eq(replay_text(text, sizeof text - 6, &how, &replay, &e),
	    -1);
	replay_release(&replay);
	how.until = 5;
	ck_assert_int_eq(replay_text(HEAD DECK, strlen(HEAD DECK), &how,
			     &replay, &e),
	    -1);
	ck_assert_str_eq(e.text, "12: there is no event 5");
	replay_release(&replay);
}
END_TEST

START_TEST(undo_in_a_log)
{
	good(HEAD DECK "2 p1 take\n3 p1 take\n4 ! undo 3\n5 p1 play 1\n"
		       "6 - die 2\n7 ! undo 5\n8 p1 play 1\n9 - die 2\n",
	    9);
	bad(HEAD DECK "2 p1 take\n3 ! undo 2\n4 p1 play 1\n",
	    "15: refused not-in-hand card=1");
	/* What was seen stays seen, with or without a seed; after other
	 * events the draw is another. */
	bad(HEAD DECK "2 p1 take\n3 p1 play 1\n4 - die 2\n5 ! undo 3\n"
		      "6 p1 play 1\n7 - die 3\n",
	    "18: the same draw after the same events came out otherwise before "
	    "it was undone");
	good(HEAD DECK "2 p1 take\n3 p1 play 1\n4 - die 2\n5 ! undo 3\n"
		       "6 p1 take\n7 p1 play 1\n8 - die 3\n",
	    8);
}
END_TEST

START_TEST(arguments)
{
	static const char text[] =
	    "a:b/c key=word key=\"two \\\"w\\\\\" \"\" ? key=?";
	static const struct {
		int kind;
		const char *word;
	} want[] = { { 1, "a:b/c" }, { 1, "key=word" }, { 2, "key=two \"w\\" },
		{ 2, "" }, { 3, "?" }, { 3, "key=?" }, { 0, NULL } };
	struct slice args = { text, sizeof text - 1 }, word;
	struct buf scratch = BUF_INIT, out = BUF_INIT;

	for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
		ck_assert_int_eq(args_next(&args, &word, &scratch),
		    want[i].kind);
		if (want[i].word == NULL)
			continue;
		ck_assert_int_eq((int)word.len, (int)strlen(want[i].word));
		ck_assert(memcmp(word.at, want[i].word, word.len) == 0);
	}
	args_add_word(&out, "p1:x>y*3#-", 10);
	buf_char(&out, ' ');
	args_add_word(&out, "", 0);
	buf_char(&out, ' ');
	args_add_word(&out, "a \"b\\", 5);
	buf_char(&out, ' ');
	args_add_word(&out, "x\ny", 3);
	ck_assert_str_eq(buf_text(&out),
	    "p1:x>y*3#- \"\" \"a \\\"b\\\\\" \"x y\"");
	buf_release(&scratch);
	buf_release(&out);
}
END_TEST

START_TEST(writing)
{
	static const struct turnlog_head head = { .game = "toy",
		.draws = 1,
		.version = 1,
		.data_hash = HASH,
		.id = "7",
		.started = "2026-11-20T19:12:44Z",
		.seats = 2,
		.seat_name = { NULL, "Anna", "Bruno \"B\" \303\251" },
		.options = "-",
		.seed_commit = COMMIT };
	static const int by_seat[] = { 0, 5, -2 };
	struct buf out = BUF_INIT;

	turnlog_write_head(&out, &head);
	ck_assert_str_eq(buf_text(&out), HEAD);
	buf_clear(&out);
	turnlog_write_event(&out, 1, 0, "deck 1", -1);
	turnlog_write_event(&out, 2, 3, "take", 0);
	turnlog_write_event(&out, 3, -1, "undo 2", -1);
	turnlog_write_derived(&out, "laid 1");
	turnlog_write_check(&out, 3, HASH);
	turnlog_write_end(&out, "finished", 2, by_seat);
	turnlog_write_end(&out, "abandoned", 2, NULL);
	ck_assert_str_eq(buf_text(&out),
	    "1 - deck 1\n"
	    "2 p3 take @1970-01-01T00:00:00Z\n3 ! undo 2\n> laid 1\n"
	    "# 3 sha256:" HASH "\n%end finished p1=5 p2=-2\n"
	    "%end abandoned\n");
	buf_release(&out);
}
END_TEST

START_TEST(name_search)
{
	struct name list[] = {
		{ "verb", "charter", "charter", 1, false },
		{ "verb", "noleggia", "charter", 0, false },
		{ "verb", "zet", "voyage", 2, false },
		{ "verb", "viaggio", "voyage", 0, false },
		{ "verb", "via", "leave", 2, false },
		{ "verb", "viaggiatore", "traveller", 0, false },
		{ "sea", "atlantico", "atlantic", 0, false },
		{ "sea", "atlantic", "atlantic", 1, false },
		{ "sea", "no", "nothing", 1, false },
		{ "verb", "credit", "loan", 1, true },
		{ "verb", "create", "create", 1, false },
	};
	struct names list_of = { .at = list,
		.n = sizeof list / sizeof list[0] };
	const char *id = NULL;

	names_sort(&list_of);
	ck_assert_int_eq(names_find(NULL, "verb", "x", 1, 1, &id), NAME_NONE);
	ck_assert_int_eq(names_find(&list_of, "verb", "zet", 3, 3, &id),
	    NAME_FOUND);
	ck_assert_str_eq(id, "voyage");
	/* Exact before prefix, even of a language further off. */
	ck_assert_int_eq(names_find(&list_of, "verb", "via", 3, 3, &id),
	    NAME_FOUND);
	ck_assert_str_eq(id, "leave");
	ck_assert_int_eq(names_find(&list_of, "verb", "viag", 4, 3, &id),
	    NAME_AMBIGUOUS);
	ck_assert_int_eq(names_find(&list_of, "verb", "viaggio", 7, 3, &id),
	    NAME_FOUND);
	ck_assert_str_eq(id, "voyage");
	/* Two words of one id are no ambiguity; a kind is a kind. */
	ck_assert_int_eq(names_find(&list_of, "sea", "atl", 3, 3, &id),
	    NAME_FOUND);
	ck_assert_str_eq(id, "atlantic");
	ck_assert_int_eq(names_find(&list_of, "verb", "atl", 3, 3, &id),
	    NAME_NONE);
	/* Nor do other words for a thing make a beginning ambiguous. */
	ck_assert_int_eq(names_find(&list_of, "verb", "cre", 3, 3, &id),
	    NAME_FOUND);
	ck_assert_str_eq(id, "create");
	/* Too short, and exact only. */
	ck_assert_int_eq(names_find(&list_of, "verb", "ch", 2, 3, &id),
	    NAME_NONE);
	ck_assert_int_eq(names_find(&list_of, "verb", "chart", 5, 0, &id),
	    NAME_NONE);
	ck_assert_int_eq(names_find(&list_of, "sea", "no", 2, 3, &id),
	    NAME_FOUND);
	free(list_of.sorted);
}
END_TEST

START_TEST(refusals_and_options)
{
	struct refusal why;
	struct options o;
	struct buf out = BUF_INIT;
	struct err e;

	ck_assert_int_eq(refuse(&why, "not-enough-money"), -1);
	refusal_int(&why, "need", 2000);
	refusal_str(&why, "near", "duca degli");
	refusal_format(&why, &out);
	ck_assert_str_eq(buf_text(&out),
	    "not-enough-money need=2000 near=\"duca degli\"");
	buf_clear(&out);
	ck_assert_int_eq(options_parse("open=yes  order=given", &o, &e), 0);
	ck_assert_str_eq(options_get(&o, "order"), "given");
	ck_assert_ptr_null(options_get(&o, "ord"));
	options_format(&o, &out);
	ck_assert_str_eq(buf_text(&out), "open=yes order=given");
	ck_assert_int_eq(options_parse("-", &o, &e), 0);
	ck_assert_int_eq(o.n, 0);
	buf_clear(&out);
	options_format(&o, &out);
	ck_assert_str_eq(buf_text(&out), "-");
	ck_assert_int_eq(options_parse("a=b a=c", &o, &e), -1);
	ck_assert_int_eq(options_parse("=b", &o, &e), -1);
	ck_assert_int_eq(options_parse("a=", &o, &e), -1);
	ck_assert(options_common("reveal"));
	ck_assert(!options_common("open"));
	buf_release(&out);
}
END_TEST

START_TEST(registry)
{
	static const char path[] = "test-registry.json";
	struct game_kind kind;
	struct err e;

	ck_assert_ptr_eq(game_find("toy"), &toy_rules);
	ck_assert_ptr_null(game_find("to"));
	ck_assert_int_eq(game_open_file("toy", TOY_DATA, &kind, &e), 0);
	ck_assert_int_eq((int)strlen(kind.data_hash), 64);
	game_close(&kind);
	ck_assert_int_eq(game_open_file("ludo", TOY_DATA, &kind, &e), -1);
	ck_assert_int_eq(game_open_file("toy", "no/such/file", &kind, &e), -1);
	ck_assert_int_eq(file_write(path, "{\"cards\":13}", 12, 0600, &e), 0);
	ck_assert_int_eq(game_open_file("toy", path, &kind, &e), -1);
	ck_assert_str_eq(e.text,
	    "test-registry.json: toy data: cards must be 12");
	ck_assert_int_eq(file_write(path, "{\"cards\":", 9, 0600, &e), 0);
	ck_assert_int_eq(game_open_file("toy", path, &kind, &e), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	(void)remove(path);
}
END_TEST

CASES(tests)
{
	mem_init_json();
	tcase_add_test(t, whole_grammar);
	tcase_add_test(t, form_errors);
	tcase_add_test(t, seats_that_change_hands);
	tcase_add_test(t, every_byte);
	tcase_add_test(t, head_errors);
	tcase_add_test(t, words_of_seats);
	tcase_add_test(t, event_errors);
	tcase_add_test(t, checks_and_end);
	tcase_add_test(t, redacted_copies);
	tcase_add_test(t, t13_copies);
	tcase_add_test(t, until_and_each);
	tcase_add_test(t, undo_in_a_log);
	tcase_add_test(t, arguments);
	tcase_add_test(t, writing);
	tcase_add_test(t, name_search);
	tcase_add_test(t, refusals_and_options);
	tcase_add_test(t, registry);
}
