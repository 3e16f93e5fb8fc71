/* SPDX-License-Identifier: MIT */

/* Lines that name a game: what stands below one that names another of the
 * writer's is not for the game whose mail is answered. */

#include <check.h>

#include "bruno.h"
#include "match/match.h"
#include "tests/run.h"

enum { GAMES = 2 };

static struct scene s;
static struct err e;

static bool
has_moved(int64_t game)
{
	struct match *m;
	bool moved;

	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	moved = !(match_to_act(m) & SEAT_BIT(1));
	match_drop(m);
	return moved;
}

/* Bruno is to move in both: Clippers is game 1, Antwerp game 2. */
static void
open_games(const char *lang)
{
	static const char *const kinds[GAMES] = { "clippers", "antwerp" };
	char set[32];

	scene_open(&s, true);
	for (int g = 1; g <= GAMES; g++) {
		s.kind = kinds[g - 1];
		ck_assert_int_eq(scene_game(&s, "Bruno Anna", "", 9), g);
		scene_moderate(&s, g, "begin");
	}
	snprintf(set, sizeof set, "set lang %s\n", lang);
	scene_say(&s, 2, 1, set);
	(void)scene_skip(&s);
	ck_assert(!has_moved(1) && !has_moved(2));
}

/* What Bruno answers to Antwerp; and to whom it is: 0 nobody yet. */
static const struct answer {
	const char *lang, *says;
	int moves;
} answers[] = {
	{ "en", "Clippers\n26\n", 0 },
	{ "en", "Clippers:\n26\n", 0 },
	{ "en", "For Clippers:\n26\n", 0 },
	{ "en", "My move in Clippers:\n26\n", 0 },
	{ "en", "[pq1]\n26\n", 0 },
	{ "en", "pq1:\n26\n", 0 },
	{ "en", "Clippers (game 1)\n26\n", 0 },
	{ "en", "Re: [pq1] Your turn\n26\n", 0 },
	{ "en", "IN GAME 1: CLIPPERS, ROUND 1\n26\n", 0 },
	{ "en", "The first game:\n26\n", 0 },
	{ "en", "The other game:\n26\n", 0 },
	{ "en", "Game one\n26\n", 0 },
	{ "en", "spel 1\n26\n", 0 },
	{ "en", "Clippers: 26\n", 0 },
	{ "en", "Clippers\nThanks!\n\n26\nBruno\n", 0 },
	{ "en", "[pq1] post rapa\n26\n", 0 },
	{ "en", "Game 1: post rapa\n26\n", 0 },
	{ "en", "Game 1: agree\n26\n", 0 },
	{ "nl", "Spel 1: post rapa\n26\n", 0 },
	{ "nl", "Klippers\n26\n", 0 },
	{ "nl", "Partij 1:\n26\n", 0 },
	{ "nl", "Voor Clippers:\n26\n", 0 },
	{ "it", "A Clippers:\n26\n", 0 },
	{ "it", "Gioco 1\n26\n", 0 },
	{ "nl", "Spelletje 1\n26\n", 0 },
	{ "nl", "Partijtje 1:\n26\n", 0 },
	{ "nl", "Tafel 1: 26\n", 0 },
	{ "nl", "Wedstrijd nr. 1\n26\n", 0 },
	{ "it", "Tavolo 1\n26\n", 0 },
	{ "it", "Sfida n. 1\n26\n", 0 },
	{ "it", "Partitina 1\n26\n", 0 },
	{ "en", "Table 1\n26\n", 0 },
	{ "en", "Match 2\n26\n", 2 },
	/* "I play", or the name of a game. */
	{ "it", "Gioco 2\n26\n", 2 },
	{ "it", "Gioco 2\n", 2 },
	{ "it", "Gioco 2\ntermina\n", 0 },
	/* It names this game, or none. */
	{ "en", "Antwerp\n26\n", 2 },
	{ "en", "Antwerp: 26\n", 2 },
	{ "en", "game 2:\n26\n", 2 },
	{ "en", "Game 2: sail teal\n", 2 },
	{ "en", "[pq2] sail teal\n", 2 },
	{ "en", "Clippers: what a game\n26\n", 2 },
	{ "en", "Re: [pq2] Your turn, round 1 - Antwerp\n26\n", 2 },
	{ "en", "Clippers\nAntwerp\n26\n", 2 },
	{ "en", "My first move:\n26\n", 2 },
	{ "en", "Claim\n26\n", 2 },
	{ "en", "Game 7\nis fun\n\n26\n", 0 },
	{ "en", "Great first game so far!\n26\n", 2 },
	{ "en", "My other game is Clippers, it is slow.\n26\n", 2 },
	{ "nl", "Leuk spel!\n26\n", 2 },
	{ "nl", "Potje 2: 26\n", 2 },
	{ "nl", "Potje 2\n26\n", 2 },
	{ "it", "Gioco 26\n", 2 },
	{ "it", "Bel gioco!\n26\n", 2 },
	{ "it", "Bella partita!\n26\n", 2 },
	{ "it", "Bella partita\nnaviga viola\n", 2 },
	{ "en", "This is my first game!\n1\n", 2 },
	{ "en", "This is my first game.\nsail teal\n", 2 },
	{ "nl", "Mijn eerste spel!\n1\n", 2 },
	{ "nl", "Dit is mijn eerste partij\n1\n", 2 },
	/* No order stands below it. */
	{ "en", "26\n\nClippers\nBruno\n", 2 },
	{ "en", "26\n\nSee you in game 1\n", 2 },
	{ "en", "26\n\nPlease look at [pq1] as well.\nBruno\n", 2 },
};

START_TEST(another_game)
{
	const struct answer *a = &answers[_i];

	open_games(a->lang);
	scene_say(&s, 2, 1, a->says);
	for (int g = 1; g <= GAMES; g++)
		ck_assert_msg(has_moved(g) == (g == a->moves), "game %d: %s", g,
		    a->says);
	scene_close(&s);
}
END_TEST

/* What waits is done in the game that it names. */
START_TEST(confirmed)
{
	struct seen m;

	open_games("en");
	scene_sure(&s, 2, 1, "Clippers\n1\n");
	ck_assert(has_moved(1) && !has_moved(2));
	scene_last(&s, 1, 1, &m);
	ck_assert_msg(seen_has(&m, "You placed a post"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Answers to a digest, and whether each game has moved. */
static const struct whole {
	const char *says;
	bool moves[GAMES];
} wholes[] = {
	{ "game 1\n1\ngame 2\n26\n", { true, true } },
	{ "game 1:\n1\n", { true, false } },
	{ "game 1\n1\n2\n", { false, false } },
	{ "Game 1 Clippers\n1\n", { true, false } },
	{ "game #1\n1\ngame 2.\n26\n", { true, true } },
	{ "IN GAME 1: CLIPPERS, ROUND 1\n1\n", { true, false } },
	{ "Clippers: 1\nAntwerp: 26\n", { true, true } },
	{ "Clippers - 1\n", { true, false } },
	{ "Clippers\n1\n\nAntwerp\nsail teal\n", { true, true } },
	{ "Antwerp: sail teal\n", { false, true } },
	{ "[pq1] 1\n", { true, false } },
	{ "[pq1] post rapa\n[pq2] sail teal\n", { true, true } },
	{ "Hello all!\n\nGame 2: 26\n\nThanks,\nBruno\n", { false, true } },
	{ "26\n", { false, false } },
	{ "The first game: 1\n", { false, false } },
	{ "game\n1\n", { false, false } },
};

START_TEST(of_a_digest)
{
	const struct whole *w = &wholes[_i];
	struct seen m;

	open_games("en");
	scene_sure(&s, 2, 1, "set digest 20:00\n");
	(void)scene_skip(&s);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	bruno_says(&s, &m, w->says);
	for (int g = 1; g <= GAMES; g++)
		ck_assert_msg(has_moved(g) == w->moves[g - 1], "game %d: %s", g,
		    w->says);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* What stands behind a heading is no copy of our subject, and is told. */
static const struct telling {
	const char *lang, *says;
	int game; /* of the answer */
	const char *told;
} tellings[] = {
	{ "en", "[pq2] charter rhea\n4\n", 2, "know no command \"charter\"" },
	{ "en", "[pq2] hm, let us see\n", 2, "hm, let us see  not read" },
	{ "en", "Game 1: agree\n", 1, "> agree    waits for your yes" },
	{ "en", "[pq1] agree\n", 1, "> agree  waits for your yes" },
	{ "it", "Gioco 1\nGrazie\n26\n", 2, "> Gioco 1  respint" },
	{ "it", "Tavolo 1\nBella partita!\n26\n", 1,
	    "> 26              aspetta il tuo" },
	{ "it", "Gioco 1\nPoi gioco 2\n", 2, "> Gioco 1      fatto: carica" },
	{ "it", "gioco 2\ngioco 1\n", 2, "> gioco 2  fatto: " },
	{ "it", "Gioco 1, poi gioco 2\n", 2, "poi gioco 2  respinto" },
	{ "it", "Gioco 1, poi la 2\n", 2, "poi la 2  respinto" },
	{ "it", "Gioco la 2\n1\n", 2, "> Gioco la 2  fatto: carica" },
	{ "it", "Gioco mossa 2\n1\n", 2, "> Gioco mossa 2  fatto: carica" },
	{ "it", "Gioco 2\nmessaggio Anna\n", 2,
	    "> Gioco 2         fatto: carica" },
};

START_TEST(told)
{
	struct seen m;

	open_games(tellings[_i].lang);
	scene_say(&s, 2, 1, tellings[_i].says);
	scene_last(&s, tellings[_i].game, 1, &m);
	ck_assert_msg(seen_has(&m, tellings[_i].told), "%s", m.text);
	ck_assert(!has_moved(1) && !has_moved(2));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* An answer to a proposal, in one to a digest: in which games it was heard, and
 * whether Bruno has moved in Antwerp, where alone it is their turn. */
static const struct assent {
	const char *says;
	bool both; /* games have a proposal */
	bool heard[GAMES], moves;
} assents[] = {
	{ "agree\n", false, { true, false }, false },
	{ "disagree\n\nBruno\n", false, { true, false }, false },
	{ "agree\n26\n", false, { true, false }, true },
	{ "26\nagree\n", false, { true, false }, true },
	{ "agree\ngame 2\n26\n", false, { true, false }, true },
	{ "agree\nagree\n26\n", false, { true, false }, true },
	{ "game 1\nagree\n", true, { true, false }, false },
	{ "agree\n", true, { false, false }, false },
};

static bool
is_open(int64_t game)
{
	struct match *m;
	bool open;

	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	open = match_proposer(m) && !m->seat[1].agreed;
	match_drop(m);
	return open;
}

START_TEST(proposal)
{
	const struct assent *a = &assents[_i];
	struct seen m;

	open_games("en");
	scene_say(&s, 1, 1, "26\n");
	scene_sure(&s, 2, 1, "set digest 20:00\n");
	scene_say(&s, 1, 2, "propose end\n");
	if (a->both)
		scene_say(&s, 2, 2, "propose end\n");
	(void)scene_skip(&s);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	bruno_says(&s, &m, a->says);
	ck_assert_msg(is_open(1) != a->heard[0], "%s", a->says);
	ck_assert_msg(!a->both || is_open(2) != a->heard[1], "%s", a->says);
	ck_assert_msg(has_moved(2) == a->moves, "%s", a->says);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Where both games wait, an order below the answer to a proposal is of the
 * mail, and of neither game; no line that nobody wrote is told. */
START_TEST(below_proposal)
{
	static const struct {
		const char *says, *told;
	} lines[] = {
		{ "agree\nset width 40\n",
		    "> agree         done\n> set width 40  done\n" },
		{ "agree\ngames\n", "> agree  done\n > games  done\n" },
		{ "agree\nabsence 10 december to 12 december\n",
		    "Your clocks stand still" },
		{ "agree\n26\n", "> agree  done\n> 26     refused\n" },
		{ "agree\n", "\n\n> agree  done\n\n" },
	};
	struct seen m, a;

	open_games("en");
	scene_sure(&s, 2, 1, "set digest 20:00\n");
	scene_say(&s, 1, 2, "propose end\n");
	(void)scene_skip(&s);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	bruno_says(&s, &m, lines[_i].says);
	ck_assert(!is_open(1));
	ck_assert_int_gt(bruno(&s, &a), 0);
	ck_assert_msg(strstr(a.text, lines[_i].told) != NULL, "%.900s", a.text);
	seen_release(&a);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* What waits for the owner's word says in which game each line is done, and is
 * judged so. */
START_TEST(waits)
{
	struct seen m, a;

	open_games("en");
	scene_say(&s, 1, 1, "26\n");
	scene_sure(&s, 2, 1, "set digest 20:00\n");
	scene_say(&s, 1, 2, "propose end\n");
	(void)scene_skip(&s);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	bruno_says(&s, &m, "resign\nagree\nstatus\n");
	ck_assert_int_eq(bruno(&s, &a), 1);
	ck_assert_msg(strstr(a.text,
			  "> resign\n> game 1\n> agree\n> game 2\n") != NULL,
	    "%s", a.text);
	ck_assert(is_open(1));
	bruno_says(&s, &a, "yes\n");
	seen_release(&a);
	ck_assert_int_gt(bruno(&s, &a), 0);
	ck_assert_msg(seen_has(&a, "before what is proposed now"), "%s",
	    a.text);
	seen_release(&a);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Of two games of a kind it may be either. */
START_TEST(one_of_two)
{
	static const char *const says[] = { "Clippers\n26\n",
		"First game\n26\n" };
	struct seen m;

	open_games("en");
	s.kind = "clippers";
	scene_game(&s, "Bruno Anna", "", 9);
	scene_moderate(&s, 3, "begin");
	(void)scene_skip(&s);
	scene_say(&s, 2, 1, says[_i]);
	scene_last(&s, 2, 1, &m);
	ck_assert_msg(seen_has(&m, "Please say which"), "%s", m.text);
	ck_assert(!has_moved(1) && !has_moved(2) && !has_moved(3));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	tcase_add_loop_test(t, another_game, 0,
	    sizeof answers / sizeof *answers);
	tcase_add_loop_test(t, of_a_digest, 0, sizeof wholes / sizeof *wholes);
	tcase_add_loop_test(t, told, 0, sizeof tellings / sizeof *tellings);
	tcase_add_loop_test(t, proposal, 0, sizeof assents / sizeof *assents);
	tcase_add_loop_test(t, below_proposal, 0, 5);
	tcase_add_loop_test(t, one_of_two, 0, 2);
	ADD_TESTS(t, confirmed, waits);
}
