/* SPDX-License-Identifier: MIT */

/*
 * One mail, bounded effects: what it does in one game leaves nothing behind
 * in another.
 */

#include "base/clock.h"
#include "scene.h"
#include "store/player.h"
#include "store/seat.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

/* Game 1 of the kind, game 2 of Claim, Anna at seat 1 of both. */
static void
two_games(struct scene *s, const char *kind)
{
	scene_open(s, true);
	s->kind = kind;
	scene_game(s, "Anna Bruno Carla", "-", 9);
	scene_moderate(s, 1, "begin");
	s->kind = "claim";
	scene_game(s, "Anna Bruno Carla", "-", 9);
	scene_moderate(s, 2, "begin");
	scene_skip(s);
}

static void
last_to_anna(struct scene *s, struct seen *out)
{
	struct seen m;
	bool any = false;

	while (scene_next(s, &m) == 1) {
		if (strcmp(m.to, "anna@example.net") == 0) {
			if (any)
				seen_release(out);
			*out = m;
			any = true;
		} else {
			seen_release(&m);
		}
	}
	ck_assert(any);
}

/* Anna writes from game 1, and her answer is the last mail to her. */
static void
answer(struct scene *s, const char *body, struct seen *out)
{
	scene_say(s, 1, 1, body);
	last_to_anna(s, out);
}

/* ---- what is left behind ---- */

/* Games 3 and 4, each with a seat for her. */
static void
open_seats(struct scene *s)
{
	s->kind = NULL;
	scene_game(s, "Bruno Carla", "order=given", 9);
	scene_moderate(s, 3, "eject p2");
	s->kind = "claim";
	scene_game(s, "Bruno Carla Dora", "-", 9);
	scene_moderate(s, 4, "begin");
	scene_moderate(s, 4, "eject p2");
	scene_skip(s);
}

/* What was previewed in a game is told in its own words, wherever the mail
 * goes on: to another kind of game, a new one, a seat of another. */
static void
preview_left(const char *kind)
{
	static const char *const on[] = { "game 2", "game 2\npreview\n1",
		"create claim seats 3", "create clippers", "join 3",
		"game 2\ngame 1\npreview\n1" };
	struct scene s;
	struct seen m;
	struct buf body = BUF_INIT;

	two_games(&s, kind);
	open_seats(&s);
	for (size_t i = 0; i < sizeof on / sizeof *on; i++) {
		buf_clear(&body);
		buf_printf(&body, "preview\n1\n%s\n", on[i]);
		answer(&s, body.data, &m);
		ck_assert_msg(strstr(m.subject, "[Problem]") == NULL,
		    "%s: %s\n%s", kind, on[i], m.text);
		ck_assert_msg(seen_has(&m, "PREVIEW"), "%s: %s\n%s", kind,
		    on[i], m.text);
		seen_release(&m);
	}
	scene_vouched(&s, 1, 1, "preview\n1\ntakeover 4 p2\n");
	last_to_anna(&s, &m);
	ck_assert_msg(strstr(m.subject, "[pq4]") != NULL, "%s", m.text);
	ck_assert_msg(seen_has(&m, "PREVIEW"), "%s", m.text);
	seen_release(&m);
	buf_release(&body);
	scene_close(&s);
}

START_TEST(test_preview_left)
{
	static const char *const kind[] = { "atlantic-star", "clippers",
		"claim", "antwerp" };

	for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
		preview_left(kind[i]);
}
END_TEST

/* ---- yes and no ---- */

enum { DONE, DROPPED, ASKED };

static const struct {
	const char *body;
	int what;
} replies[] = {
	{ "No, I did not write this.\nYes, really: ignore it.\n", ASKED },
	{ "Yes.\nNo, wait!\n", ASKED },
	{ "No, I did not. Yes, really: ignore it.\n", DROPPED },
	{ "No!\n\n> Yes\n", DROPPED },
	{ "no\n-- \nYes we can\n", DROPPED },
	{ "CAUTION: This email originated from outside of the organization."
	  "\n\nyes\n",
	    DONE },
	{ "CAUTION: This email originated from outside of the organization. Do "
	  "not\nclick links unless you know the sender.\nyes\n",
	    DONE },
	{ "[EXTERNAL]\nno\n", DROPPED },
	{ "Let op: deze e-mail komt van een externe afzender.\n\nJa\n", DONE },
	{ "ATTENZIONE: e-mail esterna.\n\nS\xc3\xac\n", DONE },
	{ "You don't often get email from games@example.org. Learn why\n\n"
	  "Yes\n",
	    DONE },
	{ "CAUTION: This email originated from outside of the organization."
	  "\n\nyes, if Bruno agrees\n",
	    ASKED },
	{ "Caution: only if Bruno agrees.\n\nyes\n", ASKED },
	{ "yes\n\nScanned by Mimecast\n", DONE },
	{ "yes\n\nNo virus found in this message.\n", DONE },
	{ "yes\n\nFoo BV, Hoofdstraat 1, Utrecht. KvK 12345678. General terms "
	  "apply.\n",
	    DONE },
	{ "yes\n\nOn Friday 12345678\n", ASKED },
	{ "yes\n\nFrom 24 December 2026\n", ASKED },
	{ "yes\n\nFrom 24-12-2026\n", ASKED },
	{ "yes\n\nonly if Bruno calls 0612345678\n", ASKED },
	{ "yes\n\nSubject to approval\n", ASKED },
	{ "Nee.\n", DROPPED },
	{ "No, longer than that I cannot wait\n", DROPPED },
	{ "No way!\n", DROPPED },
	{ "No longer at Foo BV.\nPlease contact Bert.\n", ASKED },
	{ "No reply needed.\n", ASKED },
	{ "*No problem*\n", ASKED },
	{ "No worries!\nAnna\n", ASKED },
	{ "Niet meer bij Foo BV.\n", ASKED },
	{ "Non pi\xc3\xb9 qui.\n", ASKED },
	{ "Hello, yes\n", ASKED },
	{ "I did not write that\nyes really, ignore it\n", ASKED },
	{ "yesterday\n", ASKED },
	{ "", ASKED },
	{ "On Sat, 21 Nov 2026, Paquebot wrote:\n> yes\n", ASKED },
	{ "Yes, no problem\n", DONE },
	{ "yes but 4\n", ASKED },
	{ "Yes, but the Rhea\n", ASKED },
	{ "Yes. But wait until tomorrow please.\n", ASKED },
	{ "Yes.\n\nBut wait until tomorrow please.\n", ASKED },
	{ "yes - no, sorry, 4\n", ASKED },
	{ "Yes if Bruno agrees\n", ASKED },
	{ "Yes. Tomorrow.\n", ASKED },
	{ "Yes, I know what it means. I was only joking.\n", ASKED },
	{ "Ja? Nee, 4\n", ASKED },
	{ "Ja, nee wacht\n", ASKED },
	{ "Ja maar niet nu\n", ASKED },
	{ "s\xc3\xac, anzi no\n", ASKED },
	{ "S\xc3\xac? No no, scherzavo!\n", ASKED },
	{ "No? Yes!\n", DROPPED },
	{ "Yep!\n", DONE },
	{ "Correct.\n", DONE },
	{ "Yes, that was me.\n\nAnna\n", DONE },
	{ "Yes please, kind regards\nAnna\n", DONE },
	{ "Yes, sorry for the delay\n", DONE },
	{ "Klopt\n", DONE },
	{ "Ja hoor, doe maar!\n", DONE },
	{ "Jazeker, dat was ik.\n\nGroeten,\nAnna\n", DONE },
	{ "Esatto!\n", DONE },
	{ "S\xc3\xac, certo, grazie mille\n", DONE },
	{ "Yes\nRather not\n", ASKED },
	{ "Yes\nrather 40\n", ASKED },
	{ "Yes\nbetter 40\n", ASKED },
	{ "Yes\nNot now\n", ASKED },
	{ "Yes\nNever mind, I will play on\n", ASKED },
	{ "Yes\nForget it\n", ASKED },
	{ "Yes\nHm, no\n", ASKED },
	{ "Yes\nActually no\n", ASKED },
	{ "Yes\nI changed my mind\n", ASKED },
	{ "Yes\nInstead take 3x\n", ASKED },
	{ "Yes\nOr not?\n", ASKED },
	{ "Ja\nLiever niet\n", ASKED },
	{ "Ja\nliever 40\n", ASKED },
	{ "Ja\nToch niet\n", ASKED },
	{ "Ja\nof nee\n", ASKED },
	{ "S\xc3\xac\nmeglio 40\n", ASKED },
	{ "S\xc3\xac\nLascia stare\n", ASKED },
	{ "Yes\nAnna, not now\n", ASKED },
	{ "Yes\n\nAnna\n\nPS: never mind\n", ASKED },
	{ "Yes\n\nAnna\n\nI changed my mind\n", ASKED },
	{ "Yes\n\nKind regards,\nAnna\nHead of Sales\n020 1234567\n", DONE },
	{ "Ja\nGroetjes\nAnna\nStadhuis Gent, loket 4\n", DONE },
	{ "Yes\nAnna\nSales Manager\n4 Elm Street\nAB1 2CD Leeds\n"
	  "tel. +44 20 1234567\nanna@example.net\nwww.example.net\n",
	    DONE },
	{ "Yes\nAnna Smith\nChartered accountant\n", DONE },
	{ "S\xc3\xac\nAnna\nDirettrice delle vendite\nVia Roma 12\n", DONE },
	{ "Yes\n\nAnna\nPlease do nothing yet\n", ASKED },
	{ "Yes\nAnna Smith\nFirst National Bank\n", DONE },
	{ "Yes\nAnna Smith\nNext Step Consulting\n", DONE },
	{ "Yes\nAnna Smith\nAfter Sales Manager\n", DONE },
	{ "Yes\nAnna\nAsk Bruno first\n", ASKED },
	{ "Yes\nAnna\nAsk Bruno First\n", ASKED },
	{ "Yes\nAnna\nAfter Next Friday\n", ASKED },
	{ "Yes\nAnna\nFIRST ASK HIM\n", ASKED },
	{ "Yes\nAnna\nStop\n", ASKED },
	{ "Ja\nAnna\nLaat Bruno maar\n", ASKED },
	{ "Yes\nAnna\nLet Bruno decide\n", ASKED },
	{ "Yes\nAnna\nAfter this round\n", ASKED },
	{ "Yes\nAnna\nAt the end of the year\n", ASKED },
	{ "Yes\nAnna\nRevoke\n", ASKED },
	{ "Yes\nAnna\nHold on\n", ASKED },
	{ "Yes\nAnna\nhead of sales\n", ASKED },
	{ "Yes\nAnna\nboard\n", ASKED },
	{ "Yes\nAnna\n4\n", ASKED },
	{ "Yes\nStop It\n", ASKED },
	{ "Yes\nLater\n", ASKED },
	{ "Ja\nAnna\nEerst Bruno vragen\n", ASKED },
	{ "Ja\nAnna\nNa deze ronde\n", ASKED },
	{ "S\xc3\xac\nAnna\nDopo questo turno\n", ASKED },
	{ "Hi,\n\nYes.\n\nAnna\n", DONE },
	{ "Dag,\nja hoor\n\nGroetjes,\nAnna\n", DONE },
	{ "Ciao,\n\ns\xc3\xac\n", DONE },
	{ "*YES*\n\n> no\n", DONE },
	{ "\n  Ja!\ndat was ik\n-- \nNo risk, no fun\n", DONE },
	{ "yes\n\nA.\n", DONE },
	{ "Yes\nJ.P.\n", DONE },
	{ "yes\n\n-A\n", DONE },
	{ "yes\nN.\n", DONE },
	{ "yes\nA. Later\n", ASKED },
	{ "yes\nPS\nWrong button\n", ASKED },
	{ "yes\nHM\nMaybe\n", ASKED },
	{ "yes\nNah\n", ASKED },
	{ "yes\nReject\n", ASKED },
	{ "Ja\nVerkeerd\n", ASKED },
	{ "S\xc3\xac\nForse\n", ASKED },
	{ "yes\n\nCordiali saluti\nAnna\n", DONE },
	{ "yes\n\nMet vriendelijke groet,\nAnna\n", DONE },
	{ "ja\n\nBest regards,\nAnna\n", DONE },
	{ "yes\n\nThis message is confidential. If you are not the intended\n"
	  "recipient, please notify the sender and delete it.\n",
	    DONE },
	{ "yes\n\n________________________________\nThis message is "
	  "confidential.\n",
	    DONE },
	{ "yes\n\nThis message is for Bruno\n", ASKED },
	{ "yes\n_______________________________________________\n"
	  "Games mailing list -- games@lists.example\n"
	  "To unsubscribe send an email to games-leave@lists.example\n",
	    DONE },
	{ "yes\n_______________________________________________\n"
	  "Games mailing list\nGames@lists.example\n"
	  "https://lists.example/mailman/listinfo/games\n",
	    DONE },
	{ "yes\n\nTo unsubscribe from this list: write to "
	  "leave@lists.example\n",
	    DONE },
	{ "yes\n\nYou received this message because you are subscribed to the\n"
	  "Google Groups \"Games\" group.\n",
	    DONE },
	{ "Neen, dat was ik niet\n", DROPPED },
	{ "Neen\n", DROPPED },
	{ "Jawel!\n", DONE },
	{ "Certo\n", DONE },
	{ "Confermo, grazie\n", DONE },
	{ "Certo che no\n", DROPPED },
	{ "Yes\n\nThis message was intended for another game\n", ASKED },
	{ "yes\n\nThis message was not intended by me. No!\n", ASKED },
	{ "yes\n\nThis email is confidential? no, I did not write it\n",
	    ASKED },
	{ "Yes\n\nThis message was sent by someone else, not the intended\n"
	  "person\n",
	    ASKED },
	{ "Ja\n\nJe ontvangt dit bericht omdat Carla mij plaagde, ik was\n"
	  "het niet\n",
	    ASKED },
	{ "s\xc3\xac\n\nCordiali saluti\nIng. Brambilla\n", DONE },
	{ "s\xc3\xac\n\nM. Brambilla\n", DONE },
	{ "s\xc3\xac\n\nCordiali saluti\nGiuseppe De Luca\n", DONE },
	{ "yes\n\nKind regards,\nJohn van Dyke\n", DONE },
	{ "Ja\n\nMet vriendelijke groet,\nJan van der Zee\n", DONE },
	{ "yes\n\nP Please consider the environment before printing.\n", DONE },
	{ "yes\n\n_._,_._,_\nGroups.io Links:\nView/Reply Online (#4): "
	  "https://groups.io/g/games/message/4\n_._,_._,_\n",
	    DONE },
	{ "yes\n\nMet vriendelijke groet,\n\nAnna de Vries\n", DONE },
	{ "yes\n\nMet vriendelijke groet,\n\nJan van der Meer\n", DONE },
	{ "yes\n\nThanks, have a nice weekend!\n", DONE },
	{ "yes\n\nTot snel!\nAnna\n", DONE },
	{ "yes\nA presto\n", DONE },
	{ "yes\nGrazie mille e buona giornata,\nAnna\n", DONE },
	{ "yes\nKind regards\nA. Smith\n", DONE },
	{ "yes\n:-)\n", DONE },
	{ "yes\nGood luck everybody!\n", DONE },
	{ "yes\n\nDisclaimer: http://www.example.com/disclaimer\n", DONE },
	{ "yes\n\n=================\nAnna Smith\n", DONE },
	{ "s\xc3\xac, grazie\n\nConfidentiality notice: no part of this\n"
	  "no part\n",
	    DONE },
};

static void
write_to(struct scene *s, const char *from, const char *to, const char *subject,
    const char *body)
{
	struct buf raw = BUF_INIT;

	buf_printf(&raw,
	    "From: %s\r\nTo: %s\r\nSubject: %s\r\n"
	    "Message-ID: <w%lld@example.net>\r\nContent-Type: text/plain; "
	    "charset=utf-8\r\n\r\n",
	    from, to, subject, (long long)++s->uid);
	for (; *body; body++)
		buf_printf(&raw, "%s%c", *body == '\n' ? "\r" : "", *body);
	ck_assert_int_gt(scene_raw(s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* The only mail since. */
static void
only(struct scene *s, struct seen *m)
{
	struct seen more;

	ck_assert_int_eq(scene_next(s, m), 1);
	if (scene_next(s, &more))
		ck_abort_msg("to %s too: %s", more.to, more.text);
}

static void
check_verdict(int what, int i, const struct seen *m, const char *question,
    const char *done, const char *dropped)
{
	const char *has = what == DONE ? done :
	    what == DROPPED            ? dropped :
					 question;

	ck_assert_msg(seen_has(m, has), "%s: no \"%s\" in\n%s", replies[i].body,
	    has, m->text);
}

/* A forged mail in Anna's name is hers when she says so, and by nothing
 * else. Its subject is in our question, and so in her reply: it says
 * nothing. */
START_TEST(test_held_verdict)
{
	struct scene s;
	struct seen m, again;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_skip(&s);
	write_to(&s, "anna@example.net", "games@example.org", "yes", "ready\n");
	only(&s, &m);
	write_to(&s, "anna@example.net", m.reply_to, m.subject,
	    replies[_i].body);
	only(&s, &again);
	check_verdict(replies[_i].what, _i, &again, "Please confirm your mail",
	    "ready  done", "thrown away");
	/* It is decided once; what was not decided can be still. */
	write_to(&s, "anna@example.net", again.reply_to, "x", "yes\n");
	if (replies[_i].what == ASKED) {
		seen_release(&again);
		only(&s, &again);
		ck_assert(seen_has(&again, "ready  done"));
	}
	scene_skip(&s);
	write_to(&s, "anna@example.net", m.reply_to, "x", "yes\n");
	seen_release(&again);
	only(&s, &again);
	ck_assert_msg(seen_has(&again, "used before"), "%s", again.text);
	seen_release(&again);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Whose name has a word that would be against a yes says nothing with it. */
START_TEST(test_surname)
{
	static const char *const signatures[] = { "Anna de Laat",
		"Anna van der Laat", "A. de Laat" };
	static const char from[] = "\"Anna van der Laat\" <anna@example.net>";
	struct scene s;
	struct seen m;
	char body[64];

	snprintf(body, sizeof body, "Ja\n\n%s\n", signatures[_i]);
	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_skip(&s);
	write_to(&s, from, "games@example.org", "yes", "ready\n");
	only(&s, &m);
	write_to(&s, from, m.reply_to, m.subject, body);
	seen_release(&m);
	only(&s, &m);
	ck_assert_msg(seen_has(&m, "ready  done"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Who is asked whether they resign, and says yes and more, plays on. */
START_TEST(test_resign_verdict)
{
	static const char *const more[] = {
		"Yes, I know what it means. I was only joking.\n",
		"yes but 4\n", "Yes. Or maybe not.\n",
		"Yes\nAnna\nPlease do nothing yet\n", "Yes\nCarla\nRevoke\n"
	};
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	for (size_t i = 0; i <= sizeof more / sizeof *more; i++) {
		bool plain = i == sizeof more / sizeof *more;
		struct seat seat;
		struct err e;

		scene_pass(&s, 3600); /* so many questions an hour */
		answer(&s, "resign\n", &m);
		write_to(&s, "anna@example.net", m.reply_to, m.subject,
		    plain ? "yes\n" : more[i]);
		ck_assert_int_eq(seat_get(s.db, 1, 1, &seat, &e), 1);
		ck_assert_int_eq(seat.player == 0, plain);
		seat_release(&seat);
		seen_release(&m);
		scene_skip(&s);
	}
	scene_close(&s);
}
END_TEST

/* The same of an address that is to be added. */
START_TEST(test_address_verdict)
{
	struct scene s;
	struct seen m, again;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_skip(&s);
	scene_sure(&s, 1, 1, "address add anna@work.example\n");
	ck_assert_int_eq(scene_next(&s, &m), 1);
	if (strcmp(m.to, "anna@work.example") != 0) {
		seen_release(&m);
		ck_assert_int_eq(scene_next(&s, &m), 1);
	}
	scene_skip(&s);
	write_to(&s, "anna@work.example", m.reply_to, m.subject,
	    replies[_i].body);
	seen_release(&m);
	ck_assert_int_eq(scene_next(&s, &again), 1);
	while (strcmp(again.to, "anna@work.example") != 0) {
		seen_release(&again);
		ck_assert_int_eq(scene_next(&s, &again), 1);
	}
	scene_skip(&s);
	check_verdict(replies[_i].what, _i, &again, "Anna asks to",
	    "belongs to Anna", "nothing was changed");
	if (replies[_i].what == ASKED) {
		write_to(&s, "anna@work.example", again.reply_to, "x", "no\n");
		seen_release(&again);
		only(&s, &again);
		ck_assert(seen_has(&again, "nothing was changed"));
	}
	seen_release(&again);
	scene_close(&s);
}
END_TEST

/* And of a stranger whom the keeper is to let in. */
START_TEST(test_signup_verdict)
{
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	free(s.conf.club.signup);
	s.conf.club.signup = strdup("approve");
	write_to(&s, "eve@example.com", "games@example.org", "x",
	    "signup Eve\n");
	only(&s, &m);
	write_to(&s, "eve@example.com", m.reply_to, "x", "yes\n");
	seen_release(&m);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	while (strcmp(m.to, "keeper@example.org") != 0) {
		seen_release(&m);
		ck_assert_int_eq(scene_next(&s, &m), 1);
	}
	scene_skip(&s);
	write_to(&s, "keeper@example.org", m.reply_to, m.subject,
	    replies[_i].body);
	seen_release(&m);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	while (strcmp(m.to, "keeper@example.org") != 0) {
		seen_release(&m);
		ck_assert_int_eq(scene_next(&s, &m), 1);
	}
	check_verdict(replies[_i].what, _i, &m, "Eve asks",
	    "Eve is a player now", "Eve was declined");
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* ---- how many mails one makes ---- */

enum { WATCHERS = 20, COUNTED = 200 };

/* Anna plays in games 1 and 2 and moderates both; many watch. */
static void
two_watched(struct scene *s)
{
	struct player p;

	scene_open(s, true);
	for (int64_t game = 1; game <= 2; game++) {
		scene_game(s, "*Anna Bruno Carla", "order=given", 9);
		scene_moderate(s, game, "begin");
	}
	for (int i = 0; i < WATCHERS; i++) {
		char address[40], name[20];
		struct err e;

		snprintf(name, sizeof name, "Watcher %c", 'a' + i);
		snprintf(address, sizeof address, "w%d@example.net", i);
		player_defaults(&p);
		free(p.name);
		p.name = strdup(name);
		ck_assert_int_eq(player_add(s->db, &p, &e), 0);
		ck_assert_int_eq(address_add(s->db, p.id, address, &e), 0);
		scene_watch(s, 1, p.id);
		scene_watch(s, 2, p.id);
		player_release(&p);
	}
	scene_skip(s);
}

/* Every subject begins with it: "[pq2] ". What asks whether lines are to be
 * done is about none, and comes once a mail. */
static long
game_of(const struct seen *m)
{
	const char *p = strstr(m->reply_to, "+c.") != NULL ?
	    NULL :
	    strstr(m->subject, "[pq");

	return p != NULL ? strtol(p + 3, NULL, 10) : 0;
}

/* How many mails there are; no two about one game go to one reader. */
static int
count_mails(struct scene *s, const char *body)
{
	static char to[COUNTED][40];
	static long game[COUNTED];
	struct seen m;
	int n = 0;

	for (; scene_next(s, &m); n++) {
		ck_assert_int_lt(n, COUNTED);
		snprintf(to[n], sizeof to[n], "%s", m.to);
		game[n] = game_of(&m);
		for (int i = 0; i < n; i++)
			ck_assert_msg(strcmp(to[i], to[n]) != 0 ||
				game[i] != game[n],
			    "two to %s about %ld because of\n%s\n%s", to[n],
			    game[n], body, m.text);
		seen_release(&m);
	}
	return n;
}

static const char *const noises[] = { "press p2\nhello\nendpress\n",
	"broadcast\nhello\nendpress\n", "announce\nhello\nendpress\n",
	"propose end\n", "propose end\ndisagree\n", "extend 1h\n",
	"pause\nresume\n", "set clock 72h\nset clock 48h\n", "board\n",
	"charter 0\n", "preview charter 0\n", "absence off\n",
	"process turn p1\n", "rollback 1\nrollforward\n", "eject p3\n",
	"observers off\nobservers on\n", "resend\n" };

/* A kilobyte that goes to and fro between two games. */
START_TEST(test_to_and_fro)
{
	struct scene s;
	struct buf body = BUF_INIT;

	two_watched(&s);
	for (int game = 2; body.len < 1000; game = 3 - game)
		buf_printf(&body, "%sgame %d\n", noises[_i], game);
	scene_vouched(&s, 1, 1, body.data);
	ck_assert_int_gt(count_mails(&s, body.data), 0);
	buf_release(&body);
	scene_close(&s);
}
END_TEST

/* What is done in a game in two visits is one turn, seen as it is by then. */
START_TEST(test_comes_back)
{
	struct scene s;
	struct seen m;

	two_watched(&s);
	scene_vouched(&s, 1, 1,
	    "charter 0\ngame 2\nboard\ngame 1\n"
	    "charter 0\ngame 2\ncharter 0\n");
	for (bool own = false; scene_next(&s, &m); seen_release(&m)) {
		if (strcmp(m.to, "anna@example.net") != 0 || own)
			continue;
		own = true;
		ck_assert_msg(strstr(m.subject, "[Problem]") == NULL, "%s",
		    m.text);
	}
	scene_last(&s, 1, 2, &m);
	ck_assert_msg(seen_has(&m, "your turn"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Who comes in and stumbles reads both in one mail. */
START_TEST(test_newcomer_refused)
{
	struct scene s;
	struct seen m;

	two_watched(&s);
	scene_game(&s, "Bruno Carla", "order=given", 9);
	scene_moderate(&s, 3, "eject p2");
	scene_skip(&s);
	scene_say(&s, 1, 1, "join 3\ntakeover\n");
	only(&s, &m);
	ck_assert_msg(seen_has(&m, "\"takeover\" was not accepted"), "%s",
	    m.text);
	ck_assert_msg(seen_has(&m, "you have a seat"), "%s", m.text);
	ck_assert(strstr(m.subject, "[Problem]") != NULL);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* ---- how many an hour ---- */

enum { MOST = 20, HOUR = 3600 };

/* How many mails there are for somebody; the last one. */
static int
count_to(struct scene *s, const char *to, struct seen *last)
{
	struct seen m;
	int n = 0;

	while (scene_next(s, &m)) {
		if (strcmp(m.to, to) != 0) {
			seen_release(&m);
			continue;
		}
		if (n++)
			seen_release(last);
		*last = m;
	}
	return n;
}

static const struct {
	const char *line, *to;
	bool numbered; /* its reader is told each */
} many[] = {
	{ "press p2\nmessage #.\nendpress\n", "bruno@example.net", true },
	{ "broadcast\nmessage #.\nendpress\n", "bruno@example.net", true },
	{ "broadcast\nmessage #.\nendpress\n", "w3@example.net", true },
	{ "announce\nmessage #.\nendpress\n", "carla@example.net", true },
	{ "extend 1h\n", "bruno@example.net", false },
	{ "pause\nresume\n", "carla@example.net", false },
	{ "propose end\ndisagree\n", "bruno@example.net", false },
};
enum { MAILS = 28 };

/* Anna sends so many of one sort, a minute apart; how many mails came of them
 * to somebody, and the last one. */
static int
send_many(struct scene *s, const char *line, const char *to, struct seen *m)
{
	struct buf body = BUF_INIT;
	int n = 0;

	s->desk.club.most = MOST;
	for (int i = 1; i <= MAILS; i++) {
		struct seen one;
		int got;

		buf_clear(&body);
		for (const char *p = line; *p; p++)
			if (*p == '#')
				buf_printf(&body, "%d", i);
			else
				buf_char(&body, *p);
		scene_say(s, 1, 1, body.data);
		got = count_to(s, to, &one);
		if (got && n)
			seen_release(m);
		if (got)
			*m = one;
		n += got;
	}
	buf_release(&body);
	return n;
}

static void
check_messages(const struct seen *m, int from, int to)
{
	char text[20];

	for (int i = from; i <= to; i++) {
		snprintf(text, sizeof text, "message %d.", i);
		ck_assert_msg(seen_has(m, text), "no %d in\n%s", i, m->text);
	}
}

/* A person gets so many an hour because of one author, and then one with the
 * rest, in which nothing is missing. */
START_TEST(test_an_hour)
{
	struct scene s;
	struct seen m;
	int64_t start;

	two_watched(&s);
	start = s.now;
	ck_assert_int_eq(send_many(&s, many[_i].line, many[_i].to, &m), MOST);
	seen_release(&m);
	ck_assert_int_eq(scene_digests(&s), 0);
	s.now = start + HOUR + 120;
	clock_pin(s.now);
	ck_assert_int_gt(scene_digests(&s), 0);
	ck_assert_int_eq(count_to(&s, many[_i].to, &m), 1);
	ck_assert_msg(seen_has(&m, "at most 20 mails an hour"), "%s", m.text);
	if (many[_i].numbered)
		check_messages(&m, MOST + 1, MAILS);
	else
		ck_assert_msg(seen_has(&m, "Anna"), "%s", m.text);
	seen_release(&m);
	ck_assert_int_eq(scene_digests(&s), 0);
	scene_close(&s);
}
END_TEST

/* What was put off is in the next mail because of somebody else: then there is
 * nothing left to say. */
START_TEST(test_told_before)
{
	struct scene s;
	struct seen m;

	two_watched(&s);
	ck_assert_int_eq(send_many(&s, many[0].line, many[0].to, &m), MOST);
	seen_release(&m);
	scene_say(&s, 1, 3, "press p2\nhello\nendpress\n");
	ck_assert_int_eq(count_to(&s, many[0].to, &m), 1);
	check_messages(&m, MOST + 1, MAILS);
	ck_assert(seen_has(&m, "hello"));
	seen_release(&m);
	scene_pass(&s, HOUR);
	scene_digests(&s);
	ck_assert_int_eq(count_to(&s, many[0].to, &m), 0);
	scene_close(&s);
}
END_TEST

/* A turn that came meanwhile is told as one, with its moves and its address. */
START_TEST(test_turn_later)
{
	struct scene s;
	struct seen m;

	two_watched(&s);
	ck_assert_int_eq(send_many(&s, many[0].line, many[0].to, &m), MOST);
	seen_release(&m);
	scene_say(&s, 1, 1, "charter 0\ncharter 0\n");
	ck_assert_int_eq(count_to(&s, many[0].to, &m), 0);
	scene_pass(&s, HOUR);
	ck_assert_int_eq(scene_digests(&s), 1);
	ck_assert_int_eq(count_to(&s, many[0].to, &m), 1);
	check_messages(&m, MOST + 1, MAILS);
	ck_assert_msg(seen_has(&m, "your turn in one game"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "games+1.p2."), "%s", m.text);
	ck_assert_msg(seen_has(&m, "YOU CAN"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* What went beyond at a table of hidden names comes alone and names nobody: the
 * author's name, or another game of theirs, would tell who sits there. */
START_TEST(test_hidden_author)
{
	struct scene s;
	struct seen m;
	int named = 0, hidden = 0;

	scene_open(&s, true);
	for (int64_t game = 1; game <= 3; game++) {
		scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
		if (game == 2)
			scene_moderate(&s, game, "anonymous");
		scene_moderate(&s, game, "begin");
	}
	scene_skip(&s);
	s.desk.club.most = 3;
	for (int i = 0; i < 9; i++)
		scene_say(&s, 1 + i % 3, 2, "press p1\nlate\nendpress\n");
	scene_skip(&s);
	scene_pass(&s, HOUR + 120);
	scene_digests(&s);
	while (scene_next(&s, &m)) {
		bool of_hidden = seen_has(&m, "Captain");

		named += seen_has(&m, "The mails of Bruno brought you");
		hidden += of_hidden &&
		    seen_has(&m, "Mails of one person brought you") &&
		    seen_has(&m, "writes to you: > late");
		ck_assert_msg(!of_hidden || !seen_has(&m, "Bruno"), "%s",
		    m.text);
		seen_release(&m);
	}
	ck_assert_int_ge(named, 1);
	ck_assert_int_eq(hidden, 1);
	scene_close(&s);
}
END_TEST

/* Messages to the keeper, who is no player. */
START_TEST(test_keeper_hour)
{
	struct scene s;
	struct seen m;

	two_watched(&s);
	scene_moderate(&s, 1, "moderator none");
	scene_skip(&s);
	ck_assert_int_eq(send_many(&s,
			     "press moderator\nmessage #.\n"
			     "endpress\n",
			     "keeper@example.org", &m),
	    MOST);
	seen_release(&m);
	scene_pass(&s, HOUR);
	ck_assert_int_eq(scene_digests(&s), 1);
	ck_assert_int_eq(count_to(&s, "keeper@example.org", &m), 1);
	check_messages(&m, MOST + 1, MAILS);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	enum { REPLIES = sizeof replies / sizeof *replies };

	tcase_add_test(t, test_preview_left);
	FRESH_LOOP(t, test_held_verdict, REPLIES, 6);
	tcase_add_loop_test(t, test_surname, 0, 3);
	tcase_add_test(t, test_resign_verdict);
	FRESH_LOOP(t, test_address_verdict, REPLIES, 6);
	FRESH_LOOP(t, test_signup_verdict, REPLIES, 6);
	FRESH_LOOP(t, test_to_and_fro, sizeof noises / sizeof *noises, 4);
	tcase_add_test(t, test_comes_back);
	tcase_add_test(t, test_newcomer_refused);
	tcase_add_test(t, test_hidden_author);
	FRESH_LOOP(t, test_an_hour, sizeof many / sizeof *many, 3);
	tcase_add_test(t, test_told_before);
	tcase_add_test(t, test_turn_later);
	tcase_add_test(t, test_keeper_hour);
}
