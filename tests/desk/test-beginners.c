/* SPDX-License-Identifier: MIT */

/*
 * How somebody begins who has never played a game: the first mail that asks
 * them for a move says so in three lines, what it says can be done, and who has
 * played one before is not told again.
 */

#include <check.h>
#include <ctype.h>
#include <strings.h>

#include "base/log.h"
#include "base/mem.h"
#include "game/reading.h"
#include "match/ahead.h"
#include "match/match.h"
#include "play.h"
#include "store/player.h"
#include "tests/run.h"
#include "text/texts.h"

static struct err e;
static struct texts *texts;

static const struct {
	const char *code, *first, *tip, *more, *moves;
} langs[] = {
	{ "en", "A good first turn:", "A tip.", "To learn more", "you can" },
	{ "nl", "Een goede eerste beurt:", "Een tip.", "Meer weten?",
	    "je kunt" },
	{ "it", "Un buon primo turno:", "Un consiglio.",
	    "Per saperne di pi\xc3\xb9", "puoi" },
};
enum { LANGS = 3 };

/* What the rules call a good first turn, in a language. */
static void
first_turn(const char *kind, const char *lang, struct buf *out)
{
	char name[64];

	snprintf(name, sizeof name, "%s/first", kind);
	ck_assert_int_eq(texts_render(texts, lang, name, NULL, out, &e), 0);
}

/* The first of the alternatives that can be made, as it stands there. */
static bool
can_be_made(const struct game_kind *k, const void *pos, int seat,
    const char *lang, const char *line, struct move *mv)
{
	const struct names *desk = texts_names(texts, NULL, lang);
	const struct names *game = texts_names(texts, k->rules->name, lang);
	struct buf one = BUF_INIT;
	bool done = false;

	while (!done && words_alternative(desk, game, &line, &one)) {
		void *copy = mem_alloc(k->rules->position_size);
		struct refusal why = { 0 };

		memcpy(copy, pos, k->rules->position_size);
		done = reading_move(k, pos, seat, desk, game, one.data, mv,
			   &why) == 0 &&
		    k->rules->apply(k->data, copy, seat, mv, NULL, &why) == 0;
		free(copy);
	}
	buf_release(&one);
	return done;
}

/* In every language; out is the move. */
static void
check_opening(const struct game_kind *k, const void *pos, int seat,
    struct move *out)
{
	for (int l = 0; l < LANGS; l++) {
		struct buf line = BUF_INIT;

		first_turn(k->rules->name, langs[l].code, &line);
		ck_assert_msg(can_be_made(k, pos, seat, langs[l].code,
				  line.data, out),
		    "%s, %s: p%d may not %s", k->rules->name, langs[l].code,
		    seat, line.data);
		buf_release(&line);
	}
}

static void
draw(const struct game_kind *k, void *pos, struct rng *r)
{
	struct events seen = { 0 };
	struct event ev;

	memset(&ev, 0, sizeof ev);
	k->rules->draw(k->data, pos, r, &ev);
	OK(k->rules->chance(k->data, pos, &ev, &seen, &e));
	events_release(&seen);
}

/* Somebody does anything, or on their first turn what all are advised: that is
 * what leaves least to the others. */
static void
open_on(const struct game_kind *k, void *pos, struct rng *r, seat_set *asked)
{
	seat_set act = k->rules->to_act(k->data, pos);
	struct moves legal = MOVES_INIT;
	struct refusal why;
	struct move mv, first;
	int seat = 1;

	while (!(act & SEAT_BIT(seat)))
		seat++;
	k->rules->legal(k->data, pos, seat, &legal);
	mv = legal.at[rng_below(r, (uint32_t)legal.n)];
	if (!(*asked & SEAT_BIT(seat))) {
		check_opening(k, pos, seat, &first);
		mv = rng_below(r, 3) ? first : mv;
	}
	*asked |= SEAT_BIT(seat);
	ck_assert_int_eq(k->rules->apply(k->data, pos, seat, &mv, NULL, &why),
	    0);
	moves_release(&legal);
}

START_TEST(the_rules_name_a_first_turn_for_every_opening)
{
	const struct game_rules *rules = game_registry[_i];
	const struct game_kind *k;
	void *pos = mem_alloc(rules->position_size);

	OK(texts_open(NULL, &texts, &e));
	OK(game_open(rules->name, &k, &e));
	for (int n = 0; n < 60; n++) {
		int seats = rules->min_seats +
		    n % (rules->max_seats - rules->min_seats + 1);
		seat_set asked = 0, all = 0;
		struct rng r;

		for (int s = 1; s <= seats; s++)
			all |= SEAT_BIT(s);
		rng_init_number(&r, (uint64_t)n);
		OK(game_setup(rules, k->data, seats, NULL, pos, &e));
		while (asked != all && !game_over(pos))
			if (k->rules->to_act(k->data, pos) == 0)
				draw(k, pos, &r);
			else
				open_on(k, pos, &r, &asked);
		ck_assert_int_eq(asked, all);
	}
	free(pos);
	texts_free(texts);
}
END_TEST

/* What each seat wants, where the moves begin at the latest, and in how many
 * lines the three are. */
static const struct {
	const char *words;
	int line, lines;
} wants[] = { { "", 32, 3 }, { "set layout list\n", 32, 3 },
	{ "set width 40\n", 40, 8 },
	{ "set layout list\nset width 40\n", 40, 8 },
	{ "set glyphs unicode\n", 32, 3 }, { "set board changes\n", 32, 3 } };
enum { WANTS = sizeof wants / sizeof *wants };

/* The line of a text that begins so, after blanks and the sign of a heading;
 * its number in *n. NULL: none does. */
static const char *
line_of(const char *text, const char *words, int *n)
{
	*n = 1;
	for (const char *p = text; *p; p += strcspn(p, "\n") + 1, ++*n) {
		const char *at = p + strspn(p, " +");

		if (strncasecmp(at, words, strlen(words)) == 0)
			return at;
		if (p[strcspn(p, "\n")] == '\0')
			break;
	}
	return NULL;
}

/* Its first numbered move. */
static int
first_number(const char *text, int lang)
{
	int n;

	for (const char *p = line_of(text, langs[lang].moves, &n); p != NULL;
	    n++) {
		const char *at = p + strspn(p, " ");
		size_t digits = strspn(at, "0123456789");

		if (digits > 0 && (at[digits] == ':' || at[digits] == ' '))
			return n;
		p = strchr(p, '\n');
		p = p != NULL ? p + 1 : NULL;
	}
	return 0;
}

static bool
is_hash(const char *p)
{
	return strspn(p, "0123456789abcdef") == 64;
}

/* The commitment does not stand on the first screen. */
static void
check_commitment(const struct seen *m)
{
	const char *p = m->text;

	for (int n = 1; n <= 24 && *p; n++) {
		ck_assert_msg(!is_hash(p + strspn(p, " ")), "line %d:\n%.1500s",
		    n, m->text);
		p += strcspn(p, "\n");
		p += *p == '\n';
	}
}

static bool
has_commitment(const char *text)
{
	for (const char *p = text; *p; p++)
		if (is_hash(p))
			return true;
	return false;
}

/* The three lines stand together, each on its own where there is room. */
static void
check_lines(const struct seen *m, int lang, int want)
{
	int first, tip, more, move = first_number(m->text, lang);
	const char *end = line_of(m->text, langs[lang].more, &more);

	ck_assert_msg(end != NULL &&
		line_of(m->text, langs[lang].first, &first) != NULL &&
		line_of(m->text, langs[lang].tip, &tip) != NULL,
	    "%.1500s", m->text);
	ck_assert_int_gt(tip, first);
	ck_assert_int_gt(more, tip);
	for (const char *p = end; *p && strncmp(p, "\n\n", 2) != 0; p++)
		more += *p == '\n';
	ck_assert_msg(more - first + 1 <= wants[want].lines,
	    "%d lines:\n%.1500s", more - first + 1, m->text);
	ck_assert_msg(move > more && move <= wants[want].line,
	    "line %d\n%.1500s", move, m->text);
	for (int i = 0; i < 3; i++) {
		const char *words = i == 0 ? langs[lang].first :
		    i == 1                 ? langs[lang].tip :
					     langs[lang].more;
		char *word = mem_ndup(words, strcspn(words, " "));

		ck_assert_ptr_nonnull(strstr(m->html, word));
		free(word);
	}
}

/* What it advises, as somebody would send it: the words, or the number. */
static void
advice_of(const struct seen *m, int lang, bool number, struct buf *out)
{
	int n;
	const char *p = line_of(m->text, langs[lang].first, &n), *words;
	struct buf flat = BUF_INIT;
	const char *digits;

	text_flatten(p, &flat);
	words = flat.data + strlen(langs[lang].first) + 1;
	digits = strstr(words, " (");
	if (isdigit((unsigned char)*words))
		buf_printf(out, "%ld\n", strtol(words, NULL, 10));
	else if (number)
		buf_printf(out, "%ld\n", strtol(digits + 2, NULL, 10));
	else
		buf_printf(out, "%.*s\n", (int)(digits - words), words);
	buf_release(&flat);
}

static int
seq_of(struct scene *s, int64_t game)
{
	struct match *m;
	int seq;

	ck_assert_int_eq(match_look(&s->desk.club, game, &m, &e), 1);
	seq = m->game.seq;
	match_drop(m);
	return seq;
}

/* A seat that is to act and has not been asked before; 0: another one is, which
 * plays as the computer would. */
static int
next_asked(struct scene *s, seat_set asked, struct rng *r, struct buf *move)
{
	struct match *m;
	struct move mv;
	int seat = 0;

	ck_assert_int_eq(match_look(&s->desk.club, 1, &m, &e), 1);
	for (int i = 1; i <= m->seats && !seat; i++)
		if (match_to_act(m) & SEAT_BIT(i))
			seat = i;
	ck_assert_int_gt(seat, 0);
	buf_clear(move);
	if (asked & SEAT_BIT(seat)) {
		const void *pos = table_position(m->table);

		OK(m->kind->rules->wits.choose(m->kind->data, pos, seat, r,
		    &mv));
		buf_printf(move, "p%d ", seat);
		m->kind->rules->format(m->kind->data, pos, seat, &mv, move);
		buf_str(move, "\n");
		seat = 0;
	}
	match_drop(m);
	return seat;
}

static void
begin(struct scene *s, const char *kind, int seats, int lang)
{
	struct buf names = BUF_INIT;

	scene_open(s, true);
	s->kind = kind;
	for (int i = 0; i < seats; i++)
		buf_printf(&names, "%sPerson%d", i ? " " : "", i);
	scene_game(s, names.data,
	    strcmp(kind, "atlantic-star") == 0 ? "order=given" : "-", 5);
	for (int i = 0; i < seats; i++) {
		struct buf b = BUF_INIT;

		buf_printf(&b, "set lang %s\n%s", langs[lang].code,
		    wants[i % WANTS].words);
		scene_say(s, 1, i + 1, b.data);
		buf_release(&b);
	}
	for (int i = 0; i < seats; i++)
		scene_say(s, 1, i + 1, "ready\n");
	buf_release(&names);
}

/* What came: of each seat the first mail that lists moves, and what it advises,
 * is looked at; no other says how to begin. */
static void
read_mails(struct scene *s, int lang, struct buf advice[])
{
	struct seen m;

	while (scene_next(s, &m)) {
		struct buf *out = &advice[m.seat];
		bool asked = first_number(m.text, lang) > 0;

		if (asked && out->len == 0) {
			check_lines(&m, lang, (m.seat - 1) % WANTS);
			check_commitment(&m);
			/* Who is first is told with it that the game begins. */
			ck_assert(m.seat > 1 || has_commitment(m.text));
			advice_of(&m, lang, m.seat % 2, out);
		} else if (m.seat > 0) {
			ck_assert_msg(!seen_has(&m, langs[lang].tip), "%.1500s",
			    m.text);
		}
		seen_release(&m);
	}
}

START_TEST(a_first_mail_says_how_to_begin)
{
	const struct game_rules *rules = game_registry[_i / LANGS];
	int lang = _i % LANGS, seats = rules->max_seats, seat, left = seats;
	struct buf advice[SEATS_MAX + 1] = { BUF_INIT }, text = BUF_INIT;
	seat_set asked = 0;
	struct scene s;
	struct rng r;

	begin(&s, rules->name, seats, lang);
	rng_init_number(&r, 2);
	while (left > 0) {
		int before = seq_of(&s, 1);

		read_mails(&s, lang, advice);
		seat = next_asked(&s, asked, &r, &text);
		if (seat == 0) {
			scene_say(&s, 1, text.data[1] - '0', text.data + 3);
			continue;
		}
		left--;
		asked |= SEAT_BIT(seat);
		ck_assert_uint_gt(advice[seat].len, 0);
		scene_say(&s, 1, seat, advice[seat].data);
		ck_assert_msg(seq_of(&s, 1) > before, "%s: p%d may not %s",
		    rules->name, seat, advice[seat].data);
	}
	read_mails(&s, lang, advice);
	for (int i = 0; i <= SEATS_MAX; i++)
		buf_release(&advice[i]);
	buf_release(&text);
	scene_close(&s);
}
END_TEST

/* Whether the last mail to a seat has the three lines. */
static bool
told(struct scene *s, int64_t game, int seat)
{
	struct seen m;
	bool yes;

	scene_last(s, game, seat, &m);
	ck_assert_msg(seen_has(&m, "You can") || seen_has(&m, "YOU CAN"), "%s",
	    m.text);
	yes = seen_has(&m, langs[0].first) && seen_has(&m, langs[0].tip);
	seen_release(&m);
	return yes;
}

static int64_t
begun(struct scene *s, const char *kind, const char *names)
{
	int64_t game;

	s->kind = kind;
	game = scene_game(s, names,
	    strcmp(kind, "claim") != 0 ? "order=given" : "-", 5);
	scene_moderate(s, game, "begin");
	return game;
}

START_TEST(who_has_played_is_not_told_again)
{
	struct scene s;
	int64_t one, other;

	scene_open(&s, true);
	one = begun(&s, "atlantic-star", "Anna Bruno");
	ck_assert(told(&s, one, 1));
	/* Two games at once: the mail of the first is enough. */
	other = begun(&s, "atlantic-star", "Anna Carla");
	ck_assert(!told(&s, other, 1));
	/* Who waits for their first turn has not been told anything yet. */
	other = begun(&s, "atlantic-star", "Bruno Dora");
	ck_assert(told(&s, other, 1));
	scene_say(&s, one, 1, "charter 0\n");
	ck_assert(!told(&s, one, 2));
	/* A game that is over counts, another kind of game does not. */
	scene_finish(&s, one);
	ck_assert(!told(&s, begun(&s, "atlantic-star", "Anna Eva"), 1));
	ck_assert(told(&s, begun(&s, "claim", "Anna Eva"), 1));
	scene_close(&s);
}
END_TEST

START_TEST(a_game_that_did_not_begin_is_none)
{
	struct scene s;
	int64_t game;

	scene_open(&s, true);
	s.kind = "atlantic-star";
	game = scene_game(&s, "Anna Bruno", "order=given", 5);
	scene_moderate(&s, game, "cancel: nobody came");
	ck_assert(told(&s, begun(&s, "atlantic-star", "Anna Bruno"), 1));
	scene_close(&s);
}
END_TEST

START_TEST(a_player_is_known_by_every_address)
{
	struct scene s;
	struct player p;

	scene_open(&s, true);
	ck_assert(told(&s, begun(&s, "atlantic-star", "Anna Bruno"), 1));
	ck_assert_int_eq(player_by_address(s.db, "anna@example.net", &p, &e),
	    1);
	OK(address_add(s.db, p.id, "nan@example.net", &e));
	player_release(&p);
	ck_assert(!told(&s, begun(&s, "atlantic-star", "Nan Carla"), 1));
	scene_close(&s);
}
END_TEST

START_TEST(who_takes_a_seat_over_is_told)
{
	struct scene s;
	int64_t game, other;

	scene_open(&s, true);
	game = begun(&s, "atlantic-star", "Anna Bruno");
	scene_say(&s, game, 1, "charter 0\n");
	scene_say(&s, game, 2, "charter 0\n");
	/* In the middle of a game, on the board at hand. */
	scene_moderate(&s, game, "replace p1 Dora <dora@example.net>");
	ck_assert(told(&s, game, 1));
	/* Who has left a seat knows the game, and who had none before does. */
	ck_assert(!told(&s, begun(&s, "atlantic-star", "Anna Eva"), 1));
	other = begun(&s, "atlantic-star", "Fred Gina");
	scene_moderate(&s, other, "replace p1 Dora <dora@example.net>");
	ck_assert(!told(&s, other, 1));
	scene_close(&s);
}
END_TEST

/* Whoever has their turns told once a day reads it there. */
START_TEST(a_digest_says_it_too)
{
	struct scene s;
	struct seen m;
	bool found = false;

	scene_open(&s, true);
	s.kind = "claim";
	scene_game(&s, "Anna Bruno", "-", 5);
	scene_sure(&s, 1, 1, "set notify digest\n");
	scene_skip(&s);
	scene_moderate(&s, 1, "begin");
	scene_pass(&s, 86400);
	scene_digests(&s);
	while (scene_next(&s, &m)) {
		found = found ||
		    (strcmp(m.to, "anna@example.net") == 0 &&
			seen_has(&m, langs[0].tip));
		seen_release(&m);
	}
	ck_assert(found);
	scene_close(&s);
}
END_TEST

/* Who looks at the board before they are told that it is their turn. */
START_TEST(who_asks_first_is_told_in_the_answer)
{
	struct scene s;

	scene_open(&s, true);
	s.kind = "clippers";
	scene_game(&s, "Anna Bruno", "-", 5);
	scene_sure(&s, 1, 1, "set notify digest\n");
	scene_say(&s, 1, 1, "ready\n");
	scene_say(&s, 1, 2, "ready\n");
	scene_say(&s, 1, 1, "board\nmoves\n");
	ck_assert(told(&s, 1, 1));
	scene_say(&s, 1, 1, "board\nmoves\n");
	ck_assert(!told(&s, 1, 1));
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	int games = 0;

	log_set_level(LOG_LEVEL_WARNING);
	while (game_registry[games] != NULL)
		games++;
	tcase_add_loop_test(t, the_rules_name_a_first_turn_for_every_opening, 0,
	    games);
	tcase_add_loop_test(t, a_first_mail_says_how_to_begin, 0,
	    games * LANGS);
	ADD_TESTS(t, who_has_played_is_not_told_again,
	    a_game_that_did_not_begin_is_none,
	    a_player_is_known_by_every_address, who_takes_a_seat_over_is_told,
	    a_digest_says_it_too, who_asks_first_is_told_in_the_answer);
}
