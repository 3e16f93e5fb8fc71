/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "base/utf8.h"
#include "reply.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

/* Whether the last answer asks: did you mean that number, or that move? Or
 * anything, if which is "". */
static bool
asks(const struct test_club *c, const char *which)
{
	static const char *const mean[] = { "you mean", "Bedoelde je",
		"Intendevi" };
	struct buf flat = BUF_INIT;
	bool yes = false;

	text_flatten(c->answer, &flat);
	for (size_t i = 0; i < sizeof mean / sizeof *mean; i++) {
		struct buf said = BUF_INIT;

		buf_printf(&said,
		    *which == '\0'         ? "%s%s" :
			utf8_digit(*which) ? "%s %s, " :
					     "%s \"%s\"",
		    mean[i], which);
		yes = yes || strstr(buf_text(&flat), said.data) != NULL;
		buf_release(&said);
	}
	buf_release(&flat);
	return yes;
}

/* "LANG GAME NUMBER text", or "LANG GAME - text" for what must not move, or
 * "LANG GAME =post_niue text" for a move that has no number, or "LANG GAME ?2
 * text" for what must not move but be asked about, also ?load_barley_S4, or
 * "LANG GAME ! text" for what must neither move nor be asked about; @ and %
 * as in reply_fill, \n is a line end. Lines with # before them are comments.
 */
static void
try_answer(struct test_club *c, char *line)
{
	struct buf body = BUF_INIT, did = BUF_INIT;
	char lang[8], kind[32], number[64];
	int at = 0, wanted;
	const struct board *b;

	ck_assert_msg(sscanf(line, "%7s %31s %63s %n", lang, kind, number,
			  &at) == 3,
	    "%s", line);
	b = club_board(c, kind, lang);
	wanted = (int)strtol(number, NULL, 10);
	for (char *p = number; *p; p++)
		*p = (char)(*p == '_' ? ' ' : *p);
	for (char *p = line + at; *p; p++)
		if (p[0] == '\\' && p[1] == 'n')
			*p = '\n', memmove(p + 1, p + 2, strlen(p + 2) + 1);
	ck_assert_msg(wanted <= b->n, "%s", line);
	reply_fill(b, line + at, wanted ? wanted : 2, &body);
	buf_char(&body, '\n');
	club_judge(c, b, "", buf_text(&body), &did);
	if (*number == '!' && asks(c, ""))
		club_tell(c, line, c->answer, "a question", NULL);
	if (*number == '?' && !asks(c, number + 1))
		club_tell(c, line, c->answer, "no question", NULL);
	c->asks = wanted > 0 && did.len == 0 && asks(c, number);
	c->back += c->asks;
	club_tell(c, line, "", buf_text(&did),
	    *number == '=' ? number + 1 :
		wanted     ? b->move[wanted] :
			     NULL);
	buf_release(&body);
	buf_release(&did);
}

enum { EARLY = 9, MIDDLE = 16 };

/* Answers, how many moves on the games are to which they are, and how many of
 * them move and do not: none gets lost. REPLIES_FILE in the environment names
 * the only one that is tried. */
static const struct answers {
	const char *name;
	int turns, moves, others;
} files[] = {
	{ "answers", 0, 186, 206 },
	{ "spoken", 0, 295, 302 },
	{ "afresh", 0, 73, 100 },
	{ "stranger", 0, 79, 106 },
	{ "phones", 0, 98, 140 },
	{ "dictated", 0, 84, 168 },
	{ "kitchen", 0, 71, 134 },
	{ "porch", MIDDLE, 144, 124 },
	{ "elders", MIDDLE, 102, 98 },
	{ "chambers", MIDDLE, 107, 99 },
	{ "wharf", MIDDLE, 105, 213 },
	{ "ferry", MIDDLE, 121, 190 },
	{ "garden", 0, 139, 146 },
	{ "attic", MIDDLE, 50, 51 },
	{ "harbour", 0, 10, 3 },
	{ "bakery", 0, 154, 151 },
	{ "market", MIDDLE, 131, 124 },
	{ "tavern", MIDDLE, 127, 129 },
	{ "lantern", MIDDLE, 81, 73 },
	{ "meadow", EARLY, 118, 455 },
	{ "tricks", MIDDLE, 0, 59 },
	{ "parlour", 0, 88, 76 },
	{ "riddles", 0, 0, 67 },
	{ "hinge", MIDDLE, 65, 92 },
	{ "second", 0, 84, 115 },
	{ "jetty", 0, 17, 56 },
	{ "nod", MIDDLE, 4, 9 },
	{ "fence", 0, 0, 20 },
	{ "fathom", MIDDLE, 0, 8 },
	{ "denied", 0, 209, 211 },
	{ "denied-later", MIDDLE, 22, 27 },
	{ "lead-in", 0, 86, 66 },
	{ "cards", 0, 29, 8 },
	{ "relay", 0, 30, 23 },
};

static void
try_file(struct test_club *c, const struct answers *f)
{
	struct buf text = BUF_INIT;
	char *rest;
	int n = 0;

	reply_load(f->name, &text);
	for (char *line = strtok_r(text.data, "\n", &rest); line;
	    line = strtok_r(NULL, "\n", &rest))
		if (*line != '#' && fresh_tries(n++, 61))
			try_answer(c, line);
	club_demand(c, f->name);
	if (fresh_all()) {
		ck_assert_int_eq(c->asked, f->moves);
		ck_assert_int_eq(c->quiet, f->others);
	}
	club_count_anew(c);
	buf_release(&text);
}

/* Games as far on as that are played once for all files of them. */
static const int turns[] = { 0, EARLY, MIDDLE };
enum { TURNS = sizeof turns / sizeof *turns };

START_TEST(answers)
{
	const char *only = getenv("REPLIES_FILE");
	struct test_club c;

	club_open_at(&c, turns[_i]);
	if (getenv("REPLIES_BOARDS") != NULL)
		for (int i = 0; i < c.n; i++)
			printf("%s\n", c.at[i].mail.text);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (files[i].turns == turns[_i] &&
		    (only == NULL || strcmp(only, files[i].name) == 0))
			try_file(&c, &files[i]);
	club_close(&c);
}
END_TEST

/* Whether a word of a game, of some language, is what people say to each other
 * in another that is nearer to the writer's. */
static bool
is_courtesy(const struct names *desk, const struct name *n)
{
	static const char *const kinds[] = { "verdict", "filler" };
	const char *id;
	int place;

	if (strcmp(n->kind, "verb") != 0 && strcmp(n->kind, "said") != 0)
		return false;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (names_place(desk, kinds[i], n->word, strlen(n->word), 0,
			&id, &place) &&
		    place < n->rank)
			return true;
	return false;
}

/* Such a word ends no turn: "Fine!" is English, and Italian "fine" an end. */
START_TEST(courtesy)
{
	static const char *const kinds[] = { "atlantic-star", "claim",
		"clippers", "antwerp" };
	static const char *const langs[] = { "en", "nl", "it" };
	struct test_club c;
	int tried = 0;

	club_open_at(&c, MIDDLE);
	for (int i = 0; i < c.n; i++) {
		const struct texts *t = c.s.desk.club.texts;
		const char *lang = langs[i / 4];
		const struct names *desk = texts_names(t, NULL, lang);
		const struct names *game = texts_names(t, kinds[i % 4], lang);

		for (size_t w = 0; w < game->n; w++) {
			struct buf body = BUF_INIT, did = BUF_INIT;

			if (!is_courtesy(desk, &game->at[w]))
				continue;
			buf_printf(&body, "%s!\n", game->at[w].word);
			club_judge(&c, &c.at[i], "", body.data, &did);
			club_tell(&c, lang, body.data, buf_text(&did), NULL);
			buf_release(&body);
			buf_release(&did);
			tried++;
		}
	}
	ck_assert_int_gt(tried, 0);
	club_demand(&c, "courtesy");
	club_close(&c);
}
END_TEST

/* Our own text, with no mark left, broken anywhere: nothing of it is an order,
 * but for what the numbered list has on a line of its own. */
static void
break_own(struct test_club *c, const struct board *b, size_t width)
{
	struct buf body = BUF_INIT, did = BUF_INIT;
	char *first, *last;

	reply_copy(b, width, &body);
	first = strstr(body.data, "(mail");
	memset(first, '.', strcspn(first, ")"));
	last = strstr(body.data, "\nmail ");
	memset(last + 1, '.', strlen(last + 1));
	club_judge(c, b, "", body.data, &did);
	club_tell(c, "our own text", body.data, buf_text(&did), NULL);
	buf_release(&body);
	buf_release(&did);
}

START_TEST(own_text)
{
	struct test_club c;

	club_open(&c);
	for (int i = 0; i < c.n; i++)
		for (size_t width = 30; width < 80; width += 3)
			if (fresh_tries((int)width / 3, 4))
				break_own(&c, &c.at[i], width);
	club_demand(&c, "own text");
	club_close(&c);
}
END_TEST

/* A text broken where the next word would not fit. */
static void
wrap(const char *text, size_t width, struct buf *out)
{
	size_t at = 0;

	for (const char *p = text; *p != '\0';) {
		size_t len = strcspn(p, " ");

		if (at > 0)
			buf_char(out, at + 1 + len > width ? '\n' : ' ');
		at = at > 0 && at + 1 + len <= width ? at + 1 + len : len;
		buf_add(out, p, len);
		p += len + (p[len] == ' ');
	}
	buf_char(out, '\n');
}

/* A move broken anywhere is made whole or not at all. */
static const char *const long_moves[] = {
	"stow orange=4 yellow=4 green=3 blue=2 purple=3",
	"stow 4 orange, 4 yellow, 3 green, 2 blue, 3 purple",
	"stow 4 orange, 4 yellow, 3 green, 2 blue and 3 purple",
	"I stow 4 orange 4 yellow 3 green 2 blue and 3 purple please",
};

START_TEST(broken_anywhere)
{
	static const char whole[] =
	    "stow orange=4 yellow=4 green=3 blue=2 purple=3";
	enum { NARROW = 12, WIDE = 60 };
	struct test_club c;
	const struct board *b;

	club_open(&c);
	b = club_board(&c, "claim", "en");
	for (size_t i = 0; i < sizeof long_moves / sizeof *long_moves; i++)
		for (size_t width = NARROW; width < WIDE; width++) {
			struct buf body = BUF_INIT, did = BUF_INIT;

			wrap(long_moves[i], width, &body);
			club_judge(&c, b, "", body.data, &did);
			club_tell(&c, "broken", body.data, buf_text(&did),
			    whole);
			buf_release(&body);
			buf_release(&did);
		}
	club_demand(&c, "broken anywhere");
	club_close(&c);
}
END_TEST

/* Who signs below a move has said all, and the turn ends; what may be more, or
 * may be none, leaves it open. */
static const struct signing {
	const char *lang, *below, *did;
} signings[] = {
	{ "en", "absense until monday", "load toys S2" },
	{ "en", "Absense Monday", "load toys S2" },
	{ "en", "Absense tomorrow", "load toys S2" },
	{ "en", "Broadcst Hello all", "load toys S2" },
	{ "en", "Pres Bruno", "load toys S2" },
	{ "en", "Porpose undo", "load toys S2" },
	{ "nl", "Berict Dirk: morgen verder", "load toys S4" },
	{ "nl", "Voorsel ongedaan", "load toys S4" },
	{ "it", "asenza fino a lunedì", "sail orange" },
	{ "it", "carica tutto", "sail orange" },
	{ "nl", "laad zoveel mogelijk", "load toys S4" },
	{ "en", "load everything", "load toys S2" },
	{ "en", "Props to Bruno!", "load toys S2 / end" },
	{ "en", "Absent friends", "load toys S2 / end" },
	{ "en", "Anna\nBroadcasts at NPO", "load toys S2 / end" },
	{ "en", "\nThanks,\nJohn", "load toys S2 / end" },
	{ "en", "\nKevin Jones", "load toys S2 / end" },
	{ "en", "Anna\n2 rue du Port\n1000 Brussels", "load toys S2 / end" },
	{ "en", "\n1011 AB Amsterdam\n06 12345678", "load toys S2 / end" },
	{ "nl", "\nGroeten,\nKlaas", "load toys S4 / end" },
	{ "nl", "Hans", "load toys S4 / end" },
	{ "it", "\nCari saluti", "sail orange / end" },
	{ "it", "\nTocca a te", "sail orange / end" },
	{ "it", "Mario", "sail orange / end" },
	{ "en", "\nKind regards,\n\nAnna Smith\nHead of Sales",
	    "load toys S2 / end" },
	{ "en", "\nAnna\nChair of the Board", "load toys S2 / end" },
	{ "en", "\nLoan officer", "load toys S2 / end" },
	{ "en", "\nLoad of nonsense!", "load toys S2 / end" },
	{ "nl", "\nGroeten,\nAnna\nRuilhandel De Kaart", "load toys S4 / end" },
	{ "it", "\nSaluti,\nAnna\nCaricatori Riuniti", "sail orange / end" },
	{ "en", "Hodl", "load toys S2" },
	{ "en", "Hodl please", "load toys S2" },
	{ "en", "load toyz", "load toys S2" },
	{ "en", "load barly at Oostgat", "load toys S2" },
	{ "en", "Laod barley S2\nKind regards,\nAnna", "load toys S2" },
	{ "en", "Thanks\nlaod barley S2", "load toys S2" },
	{ "en", "load", "load toys S2" },
	{ "en", "Laod barley", "load toys S2" },
	{ "en", "sial white", "load toys S2" },
	{ "en", "3 and load", "load toys S2" },
	{ "en", "2 rue du Port", "load toys S2" },
	{ "en", "Kevin\nhold", "load toys S2" },
	{ "en", "end\nNever mind", "load toys S2" },
	{ "en", "end\nNot yet!", "load toys S2" },
	{ "en", "exchange\nOops", "load toys S2" },
	{ "nl", "einde\nNee wacht", "load toys S4" },
	{ "it", "fine\nLascia stare", "sail orange" },
	{ "en", "plya my switch-2 L1 L2 open", "load toys S2" },
	{ "en", "spele mijn switch-2 L1 L2 open", "load toys S2" },
	{ "nl", "spele mijn switch-2 L1 L2 open", "load toys S4" },
	{ "en", "stop and let me think again", "load toys S2" },
	{ "en", "\nPhone: 06-12345678", "load toys S2 / end" },
	{ "en", "\nThink before you print this mail", "load toys S2 / end" },
};

START_TEST(signed_below)
{
	struct test_club c;

	club_open(&c);
	for (size_t i = 0; i < sizeof signings / sizeof *signings; i++) {
		const struct signing *s = &signings[i];
		const struct board *b = club_board(&c, "antwerp", s->lang);
		struct buf body = BUF_INIT, did = BUF_INIT;

		buf_printf(&body, "2\n%s\n", s->below);
		club_judge(&c, b, "", body.data, &did);
		ck_assert_msg(strcmp(buf_text(&did), s->did) == 0, "%s: %s",
		    body.data, buf_text(&did));
		buf_release(&body);
		buf_release(&did);
	}
	club_close(&c);
}
END_TEST

/* Whether an answer says of a line that it was refused. */
static bool
is_refused(const char *answer)
{
	static const char *const words[] = { "  refused", "  geweigerd",
		"  respint" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(answer, words[i]) != NULL)
			return true;
	return false;
}

/* Thanks, greetings and farewells, as they stand in words.json, below a move:
 * the same is done as without. */
static void
try_courtesy(struct test_club *c, const struct board *b, const char *phrase,
    const char *alone)
{
	struct buf body = BUF_INIT, did = BUF_INIT;

	buf_printf(&body, "2\n\n%s,\nAnna\n", phrase);
	for (char *p = body.data; *p; p++)
		*p = (char)(*p == '-' ? ' ' : *p);
	club_judge(c, b, "", body.data, &did);
	ck_assert_msg(strcmp(buf_text(&did), alone) == 0 &&
		!is_refused(c->answer),
	    "%s%s: %s\n%s", body.data, alone, buf_text(&did), c->answer);
	buf_release(&body);
	buf_release(&did);
}

START_TEST(courtesy_below)
{
	static const char *const langs[] = { "en", "nl", "it" };
	struct test_club c;

	club_open_at(&c, turns[_i]);
	for (int i = 0; i < c.n; i++) {
		const struct names *w = texts_names(c.s.desk.club.texts, NULL,
		    langs[i * 3 / TABLES]);
		struct buf alone = BUF_INIT;
		int tried = 0;

		club_judge(&c, &c.at[i], "", "2\n", &alone);
		for (size_t k = 0; k < w->n; k++)
			if (w->at[k].rank < 2 &&
			    strcmp(w->at[k].kind, "filler") == 0 &&
			    (strcmp(w->at[k].id, "thanks") == 0 ||
				strcmp(w->at[k].id, "greeting") == 0) &&
			    fresh_tries(tried++, 17))
				try_courtesy(&c, &c.at[i], w->at[k].word,
				    buf_text(&alone));
		ck_assert_int_gt(tried, 50);
		buf_release(&alone);
	}
	club_close(&c);
}
END_TEST

/* The example in HELP is two moves, and the first is made. */
START_TEST(example_of_help)
{
	static const char *const or [] = { " or ", " of ", " oppure " };
	struct test_club c;

	club_open_at(&c, turns[_i]);
	for (int i = 0; i < c.n; i++) {
		const struct board *b = &c.at[i];
		struct buf did = BUF_INIT, flat = BUF_INIT, body = BUF_INIT;
		char *at, *from;

		club_judge(&c, b, "", "help\n", &did);
		text_flatten(c.answer, &flat);
		at = strstr(flat.data, "\"or\"");
		at = at != NULL ? at : strstr(flat.data, "\"of\"");
		at = at != NULL ? at : strstr(flat.data, "\"oppure\"");
		ck_assert_ptr_nonnull(at);
		from = strchr(strchr(at + 1, '"') + 1, '"');
		ck_assert_msg(from++ != NULL, "%s", at);
		buf_printf(&body, "%.*s\n", (int)strcspn(from, "\""), from);
		ck_assert_ptr_nonnull(strstr(body.data, or [i * 3 / TABLES]));
		club_judge(&c, b, "", body.data, &did);
		club_tell(&c, "help", body.data, buf_text(&did), b->move[1]);
		buf_release(&did);
		buf_release(&flat);
		buf_release(&body);
	}
	club_demand(&c, "examples");
	club_close(&c);
}
END_TEST

/* What the turn is over for and could have been done in it is refused, and no
 * farewell. */
START_TEST(behind_a_turn)
{
	struct buf did = BUF_INIT;
	struct test_club c;

	club_open(&c);
	club_judge(&c, club_board(&c, "star", "en"), "", "2\ncharter sonoma\n",
	    &did);
	ck_assert_msg(is_refused(c.answer), "%s", c.answer);
	buf_release(&did);
	club_close(&c);
}
END_TEST

/* A mail that names one thing is asked about; a yes to that does it, once, and
 * on that board alone. */
START_TEST(asked)
{
	static const char *const no_yes[] = { "yes but 4\n", "yes? 4\n",
		"Yes, I know what it means. I was only joking.\n",
		"Yes.\nNo, wait!\n" };
	struct scene s;
	struct seen turn, question;
	struct buf raw = BUF_INIT;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_say(&s, 1, 1, "ready\n");
	scene_say(&s, 1, 2, "ready\n");
	scene_last(&s, 1, 1, &turn);
	scene_say(&s, 1, 1, "I think 2 may be best.\n");
	scene_last(&s, 1, 1, &question);
	ck_assert_msg(seen_has(&question, "Did you mean 2, \"charter"), "%s",
	    question.text);
	/* To another mail of ours it is no answer. */
	scene_reply(&s, &turn, turn.to, "yes\n", &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(club_to_act(&s, 1), 1);
	/* Nor is one with more beside it. */
	for (size_t i = 0; i < sizeof no_yes / sizeof *no_yes; i++) {
		buf_clear(&raw);
		scene_reply(&s, &question, turn.to, no_yes[i], &raw);
		ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
		ck_assert_int_eq(club_to_act(&s, 1), 1);
	}
	buf_clear(&raw);
	scene_reply(&s, &question, turn.to, "Yes, please.\n", &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(club_to_act(&s, 1), 2);
	/* What stands below a name is no order, whatever it looks like. */
	scene_say(&s, 1, 2, "I think 2 may be best.\n");
	scene_say(&s, 1, 2,
	    "Yes\n\nBruno\nHead of Sales\nChartered accountant\n"
	    "4 Elm Street\n");
	/* The board has gone on. */
	ck_assert_int_eq(club_to_act(&s, 1), 1);
	buf_clear(&raw);
	scene_reply(&s, &question, turn.to, "yes\n", &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(club_to_act(&s, 1), 1);
	seen_release(&turn);
	seen_release(&question);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

/* A mail by its subject: what it says if the text is empty, or signed and no
 * more; thanks to an answer of ours, whose subject it has, are none. */
static const struct {
	const char *subject, *text;
	bool moves;
} by_subject[] = {
	{ "2", "", true },
	{ "2 (eom)", "", true },
	{ "2 EOM", "Anna\r\n", true },
	{ "2", "Anna\r\n", true },
	{ "2", "Thanks!\r\n\r\nAnna\r\n", true },
	{ "2", "I wonder.\r\n", false },
	{ "Re: 2", "Thanks!\r\n", false },
};

START_TEST(subjects)
{
	struct scene s;
	struct seen turn;
	struct buf raw = BUF_INIT;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_last(&s, 1, 1, &turn);
	buf_printf(&raw,
	    "From: %s\r\nTo: %s\r\nSubject: %s\r\n"
	    "Message-ID: <s@example.net>\r\nIn-Reply-To: <%s>\r\n\r\n%s",
	    turn.to, turn.reply_to, by_subject[_i].subject, turn.message_id,
	    by_subject[_i].text);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(club_to_act(&s, 1), by_subject[_i].moves ? 2 : 1);
	seen_release(&turn);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

/* About no game: the answer stands in the thread of the mail, of which there
 * are so many above it. */
static const struct thread {
	int n;
	const char *field, *shows;
} threads[] = {
	{ 0, "", "References: <s@example.net>\r\n" },
	{ 0, "In-Reply-To: <r@b>\r\n",
	    "References: <r@b>\r\n <s@example.net>\r\n" },
	{ 2, "In-Reply-To: <r1@b>\r\n",
	    "References: <r0@b>\r\n <r1@b>\r\n <s@example.net>\r\n" },
	{ 40, "",
	    "References: <r0@b>\r\n <r1@b>\r\n <r2@b>\r\n <r32@b>\r\n "
	    "<r33@b>\r\n <r34@b>\r\n <r35@b>\r\n <r36@b>\r\n <r37@b>\r\n "
	    "<r38@b>\r\n <r39@b>\r\n <s@example.net>\r\n" },
};

START_TEST(thread)
{
	const struct thread *t = &threads[_i];
	struct buf raw = BUF_INIT;
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_skip(&s);
	buf_str(&raw,
	    "From: anna@example.net\r\nTo: games@example.org\r\n"
	    "Subject: x\r\nMessage-ID: <s@example.net>\r\n");
	buf_str(&raw, t->field);
	for (int i = 0; i < t->n; i++)
		buf_printf(&raw, "%s<r%d@b>\r\n", i == 0 ? "References: " : " ",
		    i);
	buf_str(&raw, "\r\ncharter 0\r\n");
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_msg(strstr(m.raw, t->shows) != NULL, "%s", m.raw);
	seen_release(&m);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	enum { THREADS = sizeof threads / sizeof *threads };
	enum { SUBJECTS = sizeof by_subject / sizeof *by_subject };

	tcase_add_loop_test(t, subjects, 0, SUBJECTS);
	tcase_add_loop_test(t, thread, 0, THREADS);
	tcase_set_timeout(t, 300);
	tcase_add_loop_test(t, answers, 0, TURNS);
	tcase_add_loop_test(t, courtesy_below, 0, TURNS);
	tcase_add_loop_test(t, example_of_help, 0, TURNS);
	ADD_TESTS(t, courtesy, own_text, broken_anywhere, signed_below,
	    behind_a_turn, asked);
}
