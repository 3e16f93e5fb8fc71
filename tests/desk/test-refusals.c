/* SPDX-License-Identifier: MIT */

/*
 * Refusals of moves, as many kinds as games come to, are sent by mail once in
 * each language: the answer names the rule in few words, then three moves that
 * can be made, those nearest to what was written, with their numbers, and no
 * grammar. Which lines are refused, and why, the rules are asked beforehand:
 * moves of this and other boards with words changed for others, alone or
 * behind a move.
 */

#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "game/verbs.h"
#include "match/match.h"
#include "reply.h"
#include "tests/run.h"
#include "tests/srcdir.h"
#include "tests/store/fresh.h"
#include "text/texts.h"

enum {
	TRIES = 5000,
	POOL = 700,
	TEXT = 160,
	CODES = 64,
	REASON = 420,
	LEAST = 80,
	LEAST_EARLY = 60 /* by the first of the turns */
};

static const struct tongue {
	const char *lang, *near, *accepted;
} tongues[] = {
	{ "en", "Nearest to what you wrote: ", " was not accepted. " },
	{ "nl", "Het dichtst bij wat je schreef: ", " is niet aangenomen. " },
	{ "it", "Le più vicine a quel che hai scritto: ",
	    " non è stato accettato. " },
};
static const char *const kinds[] = { "star", "claim", "clippers", "antwerp" };
enum {
	LANGS = sizeof tongues / sizeof *tongues,
	KINDS = sizeof kinds / sizeof *kinds
};

static struct err e;

/* The codes that a game's templates have, and those that were sent. */
struct seen_codes {
	char code[CODES][48];
	bool sent[CODES][LANGS];
	int n;
};

/* Lines to take words from. */
struct pool {
	char line[POOL][TEXT];
	int n;
};

static int
code_index(struct seen_codes *s, const char *code)
{
	for (int i = 0; i < s->n; i++)
		if (strcmp(s->code[i], code) == 0)
			return i;
	return -1;
}

/* Every section of the file is a refusal. */
static void
load_codes(const char *game, struct seen_codes *s)
{
	struct buf path = BUF_INIT, text = BUF_INIT;

	buf_printf(&path, PAQUEBOT_SRCDIR "/templates/en/%s/refusals.md", game);
	OK(file_read(path.data, 1 << 20, &text, &e));
	for (const char *p = text.data; (p = strstr(p, "\n{{#")) != NULL;) {
		size_t n = strcspn(p += 4, "}");

		/* Of one that has a line of its own. */
		if (p[n + 2] != '\n')
			continue;
		ck_assert_int_lt(s->n, CODES);
		snprintf(s->code[s->n++], sizeof *s->code, "%.*s", (int)n, p);
	}
	buf_release(&path);
	buf_release(&text);
}

static void
add_pool(struct pool *p, const char *line)
{
	if (p->n < POOL && strlen(line) < TEXT)
		snprintf(p->line[p->n++], TEXT, "%s", line);
}

/* Some legal moves of a board, and words that no move has. */
static void
fill_pool(struct test_club *c, const struct board *b, struct pool *p)
{
	struct moves legal = MOVES_INIT;
	struct match *m;
	int step;

	OK(match_look(&c->s.desk.club, b->game, &m, &e) != 1);
	m->kind->rules->legal(m->kind->data, table_position(m->table), b->seat,
	    &legal);
	step = legal.n / 40 + 1;
	for (int i = 0; i < legal.n; i += step) {
		struct buf words = BUF_INIT;

		m->kind->rules->format(m->kind->data, table_position(m->table),
		    b->seat, &legal.at[i], &words);
		add_pool(p, buf_text(&words));
		buf_release(&words);
	}
	moves_release(&legal);
	match_drop(m);
}

/* A word of a line, some other from the pool. */
static void
word_of(struct rng *r, const char *line, char out[TEXT])
{
	int words = 1;

	for (const char *p = line; *p; p++)
		words += *p == ' ';
	for (uint32_t i = rng_below(r, (uint32_t)words); i > 0; i--)
		line = strchr(line, ' ') + 1;
	snprintf(out, TEXT, "%.*s", (int)strcspn(line, " "), line);
}

/* A line with words of others in it, or without some. */
static void
change(struct rng *r, const struct pool *p, char out[TEXT])
{
	char word[TEXT], line[TEXT];

	snprintf(line, TEXT, "%s", p->line[rng_below(r, (uint32_t)p->n)]);
	for (uint32_t i = rng_below(r, 3); i > 0; i--) {
		char *at = line;

		word_of(r, p->line[rng_below(r, (uint32_t)p->n)], word);
		for (uint32_t k = rng_below(r, 4);
		    k > 0 && strchr(at, ' ') != NULL; k--)
			at = strchr(at, ' ') + 1;
		snprintf(out, TEXT, "%.*s%.60s%.60s", (int)(at - line), line,
		    word, at + strcspn(at, " "));
		snprintf(line, TEXT, "%s", out);
	}
	if (rng_below(r, 5) == 0 && strchr(line, ' ') != NULL)
		*strrchr(line, ' ') = '\0';
	snprintf(out, TEXT, "%s", line);
}

/* Why the rules refuse a line, behind a first one (""); NULL: they do not, or
 * the seat is not to act behind the first. */
static const char *
refused(const struct game_kind *k, const void *pos, int seat, const char *first,
    const char *line)
{
	static char copy[1 << 16];
	const char *lines[] = { first, line };
	struct refusal why = { 0 };
	struct move mv;

	ck_assert_uint_le(k->rules->position_size, sizeof copy);
	memcpy(copy, pos, k->rules->position_size);
	for (int i = *first == '\0'; i < 2 && why.code == NULL; i++) {
		if (!(k->rules->to_act(k->data, copy) & SEAT_BIT(seat)))
			return NULL;
		if (k->rules->parse(k->data, copy, seat, NULL, lines[i], &mv,
			&why) == 0)
			(void)k->rules->apply(k->data, copy, seat, &mv, NULL,
			    &why);
		if (i == 0 && why.code != NULL)
			return NULL;
	}
	return why.code;
}

/* One of them, `2, "charter Rhea"`, is a move, and its number is the mail's. */
static void
check_one(struct test_club *c, const struct board *b, char *one)
{
	struct buf did = BUF_INIT, words = BUF_INIT;
	long n = strtol(one, NULL, 10);
	char *text = one + strspn(one, "0123456789, \"");

	text[strcspn(text, "\"")] = '\0';
	buf_printf(&words, "%s\n", text);
	club_judge(c, b, "", words.data, &did);
	ck_assert_msg(did.len > 0, "\"%s\" is no move", text);
	if (n)
		ck_assert_msg(n <= b->n &&
			strncmp(did.data, b->move[n], strlen(b->move[n])) == 0,
		    "%ld is not %s", n, did.data);
	buf_release(&did);
	buf_release(&words);
}

/* What an answer to a refused line must have. Whether it was one. */
static bool
check_answer(struct test_club *c, const struct board *b, const struct tongue *t,
    const char *code, const char *first, const char *line)
{
	struct buf did = BUF_INIT, flat = BUF_INIT, mail = BUF_INIT;
	char *why, *near, *rest, *one;
	int n = 0;

	buf_printf(&mail, "%s\n%s\n", first, line);
	club_judge(c, b, "", mail.data, &did);
	text_flatten(c->answer, &flat);
	why = strstr(flat.data, t->accepted);
	if ((did.len == 0) == (*first == '\0') && why != NULL) {
		why += strlen(t->accepted);
		near = strstr(why, t->near);
		ck_assert_msg(near != NULL, "%s, %s: %s", code, line,
		    c->answer);
		ck_assert_msg(near - why > 20 && near - why < REASON,
		    "%s, %s: %s", code, line, c->answer);
		near += strlen(t->near);
		*strstr(near, ". >") = '\0';
		for (one = strtok_r(near, ";", &rest); one != NULL;
		    one = strtok_r(NULL, ";", &rest), n++)
			if (*first == '\0' && n == 0)
				check_one(c, b, one + (*one == ' '));
		ck_assert_msg(n == 3 || (n > 0 && (*first || n == b->n)),
		    "%s, %s: %d moves", code, line, n);
	} else {
		why = NULL;
	}
	buf_release(&mail);
	buf_release(&flat);
	buf_release(&did);
	return why != NULL;
}

static void
try_board(struct test_club *c, const struct board *b, int lang,
    const struct pool *p, struct seen_codes *s)
{
	struct match *m;
	struct rng r;
	char first[TEXT], line[TEXT];

	OK(match_look(&c->s.desk.club, b->game, &m, &e) != 1);
	rng_init_number(&r, (uint64_t)b->game);
	for (int i = 0; i < TRIES; i++) {
		const char *code;
		int at;

		change(&r, p, line);
		*first = '\0';
		if (i % 2)
			snprintf(first, TEXT, "%s",
			    b->move[1 + rng_below(&r, (uint32_t)b->n)]);
		code = refused(m->kind, table_position(m->table), b->seat,
		    first, line);
		if (code == NULL)
			continue;
		at = code_index(s, code);
		ck_assert_msg(at >= 0, "%s has no template", code);
		if (!s->sent[at][lang])
			s->sent[at][lang] = check_answer(c, b, &tongues[lang],
			    code, first, line);
	}
	match_drop(m);
}

/* What moves may begin with, whatever the boards allow. */
static const char *const seeds[KINDS] = {
	"loan pacific 1000;loan baltic 10000;loan atlantic 3000;charter 0;"
	"charter 3000;replace;loan pacific:2 9000;voyage baltic class 5",
	"stow orange=5 blue=4;stow purple=24;fly main B3;fly tender A1;"
	"fly hub;trade main;trade ship 1;load ship 3;load ship;unload ship;"
	"refuel ship 3;split red=18;merge;tow ship;end;fly D5;fly C4 cost=1",
	"buy red;buy blue;post hao;take 2x;take 5x;take port;pass;done;"
	"lay red port-red>hao;lay blue tahiti>hao*2;open blue hao>tahiti;"
	"move hao tahiti;lay purple american-samoa>savaii",
	"offer p2 give fries want tripel;offer p1 give fries want tripel;"
	"accept;decline;withdraw;fulfil o09;fulfil o21;exchange o01;end;"
	"load toys S1;sail white x5>x14;choose lock;choose x7;"
	"play step-back x5 x1;play open-1 L1;play close-2 L1 L2;"
	"play anchor x7;standing fork x7 x11;play double-yield"
};

static struct seen_codes codes[KINDS];
static struct pool pools[KINDS];

static void
try_kind(struct test_club *c, int kind)
{
	struct pool *p = &pools[kind];

	for (int l = 0; l < LANGS; l++)
		fill_pool(c, club_board(c, kinds[kind], tongues[l].lang), p);
	for (int l = 0; l < LANGS; l++)
		try_board(c, club_board(c, kinds[kind], tongues[l].lang), l, p,
		    &codes[kind]);
}

static void
seed(int kind)
{
	char *all = mem_dup(seeds[kind]), *rest;

	load_codes(kind == 0 ? "atlantic-star" : kinds[kind], &codes[kind]);
	for (char *line = strtok_r(all, ";", &rest); line != NULL;
	    line = strtok_r(NULL, ";", &rest))
		add_pool(&pools[kind], line);
	add_pool(&pools[kind], "zzyzx 99 p9 -5 0 1 2");
	free(all);
}

static int
count_sent(int kind)
{
	int sent = 0;

	for (int i = 0; i < codes[kind].n; i++) {
		bool any = false;

		for (int l = 0; l < LANGS; l++)
			any = any || codes[kind].sent[i][l];
		sent += any;
		if (!any)
			fprintf(stderr, "# %s: %s was not sent\n", kinds[kind],
			    codes[kind].code[i]);
	}
	return sent;
}

/* What the desk itself refuses of a move. */
static void
try_desk(struct test_club *c)
{
	static const char *const lines[] = { "97", "0", "2 days is long",
		"2 or zzyzx", "1 or 2" };

	for (int i = 0; i < c->n; i++)
		for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
			ck_assert_msg(check_answer(c, &c->at[i],
					  &tongues[i / KINDS], "desk", "",
					  lines[k]),
			    "%s: %s", lines[k], c->answer);
}

START_TEST(refusals)
{
	static const int turns[] = { 5, 16, 23 };
	int sent = 0;

	for (int k = 0; k < KINDS; k++)
		seed(k);
	for (size_t t = 0; t < sizeof turns / sizeof *turns; t++) {
		struct test_club c;

		if (!fresh_tries((int)t, 3))
			continue;
		club_open_at(&c, turns[t]);
		for (int k = 0; k < KINDS; k++)
			try_kind(&c, k);
		if (t == 0)
			try_desk(&c);
		club_close(&c);
	}
	for (int k = 0; k < KINDS; k++)
		sent += count_sent(k);
	fprintf(stderr, "# %d kinds of refusal\n", sent);
	ck_assert_int_ge(sent, fresh_all() ? LEAST : LEAST_EARLY);
}
END_TEST

CASES(tests)
{
	tcase_set_timeout(t, 300);
	ADD_TESTS(t, refusals);
}
