/* SPDX-License-Identifier: MIT */

/*
 * The mail that asks for a move, as played games bring it: in every game,
 * language and layout the numbered moves begin on its first screen, whatever
 * has happened since the last one, on a narrow board too. Messages from players
 * are not counted.
 */

#include <check.h>
#include <strings.h>

#include "base/log.h"
#include "game/rules.h"
#include "match/match.h"
#include "play.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

enum { MOVES = 150, OPENING = 30, LAST = 24 };

static struct err e;
static const struct {
	const char *code, *moves, *messages;
} langs[] = { { "en", "you can", "messages" }, { "nl", "je kunt", "berichten" },
	{ "it", "puoi", "messaggi" } };

/* What each seat wants. */
static const char *const wants[] = { "", "set layout list\n", "set width 40\n",
	"set layout list\nset width 40\n", "set glyphs unicode\n" };
enum { WANTS = sizeof wants / sizeof *wants };

static bool
is_heading(const char *line, const char *words)
{
	size_t len = strlen(words);

	line += strncmp(line, "+++ ", 4) == 0 ? 4 : 0;
	return strncasecmp(line, words, len) == 0 && line[len] == '\n';
}

/* Whether a section of the board, or of the list, is over. */
static bool
is_outside(const char *line, bool list)
{
	return list ? strncmp(line, "+++ ", 4) == 0 :
		      *line != ' ' && *line != '\n';
}

/* The number of the line in which the first numbered move stands, those of
 * messages left out; 0: none does. */
static int
first_number(const char *text, int lang)
{
	bool below = false, message = false, list = false;
	int n = 0;

	for (const char *p = text; *p; p += strcspn(p, "\n") + 1) {
		const char *at = p + strspn(p, " ");
		size_t digits = strspn(at, "0123456789");

		message = message && !is_outside(p, list);
		if (is_heading(p, langs[lang].messages)) {
			message = true;
			list = *p == '+';
		}
		n += !message;
		below = below || is_heading(p, langs[lang].moves);
		if (below && digits > 0 &&
		    (at[digits] == ':' || at[digits] == ' '))
			return n;
	}
	return 0;
}

/* How many of the mails number moves. */
static int
check_mails(struct scene *s, int lang)
{
	struct seen m;
	int asked = 0;

	while (scene_next(s, &m)) {
		int line = first_number(m.text, lang);

		ck_assert_msg(line <= LAST, "line %d:\n%.2500s", line, m.text);
		asked += line > 0;
		seen_release(&m);
	}
	return asked;
}

/* Who is to act, and with what: mostly as a computer player would. */
static int
choose(struct scene *s, struct rng *r, struct buf *out)
{
	struct moves legal = MOVES_INIT;
	struct match *m;
	int seat = 0;

	buf_clear(out);
	ck_assert_int_eq(match_look(&s->desk.club, 1, &m, &e), 1);
	for (int i = 1; i <= m->seats && !seat; i++)
		if (match_to_act(m) & SEAT_BIT(i))
			seat = i;
	if (seat) {
		const struct game_kind *k = m->kind;
		const void *pos = table_position(m->table);
		struct move mv;

		k->rules->legal(k->data, pos, seat, &legal);
		mv = legal.at[rng_below(r, (uint32_t)legal.n)];
		if (rng_below(r, 4) > 0)
			k->rules->wits.choose(k->data, pos, seat, r, &mv);
		k->rules->format(k->data, pos, seat, &mv, out);
	}
	moves_release(&legal);
	match_drop(m);
	return seat;
}

/* All the seats there can be. */
static void
begin(struct scene *s, const struct game_rules *rules, int lang)
{
	struct buf names = BUF_INIT;

	scene_open(s, true);
	s->kind = rules->name;
	for (int i = 0; i < rules->max_seats; i++)
		buf_printf(&names, "%sPerson%d", i ? " " : "", i);
	scene_game(s, names.data, "-", 5);
	for (int i = 0; i < rules->max_seats; i++) {
		struct buf b = BUF_INIT;

		buf_printf(&b, "set lang %s\n%sready\n", langs[lang].code,
		    wants[i % WANTS]);
		scene_say(s, 1, i + 1, b.data);
		buf_release(&b);
	}
	scene_skip(s);
	buf_release(&names);
}

START_TEST(moves_stand_on_the_first_screen)
{
	int lang = _i % 3, seat, asked = 0;
	struct buf move = BUF_INIT;
	struct scene s;
	struct rng r;

	begin(&s, game_registry[_i / 3], lang);
	rng_init_number(&r, 3);
	for (int n = 0; n < MOVES && (seat = choose(&s, &r, &move)); n++) {
		/* In Claim a mail ends the turn, unless it says so. */
		if (strcmp(s.kind, "claim") == 0 && n % 3 > 0 &&
		    strncmp(move.data, "stow", 4) != 0)
			buf_str(&move, "\nhold");
		if (n % 8 == 0)
			buf_str(&move, "\npress all\nWell\n\nplayed\n.");
		buf_str(&move, "\n");
		scene_say(&s, 1, seat, move.data);
		if (n < OPENING)
			scene_skip(&s);
		else
			asked += check_mails(&s, lang);
	}
	ck_assert_int_gt(asked, 60);
	buf_release(&move);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	int games = 0;

	log_set_level(LOG_LEVEL_WARNING);
	while (game_registry[games] != NULL)
		games++;
	FRESH_LOOP(t, moves_stand_on_the_first_screen, games * 3, 12);
}
