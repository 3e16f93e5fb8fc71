/* SPDX-License-Identifier: MIT */

#include "desk/headed.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/mem.h"
#include "desk/judge.h"
#include "game/rules.h"
#include "post/token.h"
#include "store/game.h"
#include "text/texts.h"

/* What a line names. */
struct heading {
	int64_t game;     /* 0: no number */
	const char *kind; /* borrowed; NULL: none */
	bool other;       /* one of several: "the first game" */
	bool told;        /* a sentence: "this is my first game" */
	bool sure;        /* by our own sign for it, or our command */
};

/* A number in digits or words; 0: it is none. */
static long
number_at(const struct plain *p, int i)
{
	struct slice digits;
	const char *id;

	if (i < 0 || i >= p->n)
		return 0;
	if (plain_number(p->token[i], &digits))
		return strtol(digits.at, NULL, 10);
	return plain_is_own(p, "count", plain_word(p, i), &id) ?
	    strtol(id, NULL, 10) :
	    0;
}

/* "pq42"; 0: it is none. */
static int64_t
sign_at(const struct plain *p, int i)
{
	enum { DIGITS = 18 };
	struct slice w = plain_word(p, i);
	size_t n = 2;

	if (w.len < 3 || w.len > 2 + DIGITS || memcmp(w.at, "pq", 2) != 0)
		return 0;
	while (n < w.len && isdigit((unsigned char)w.at[n]))
		n++;
	return n == w.len ? strtoll(w.at + 2, NULL, 10) : 0;
}

/* The kind of game that tokens from i on name, in *words words; NULL. */
static const char *
kind_at(const struct plain *p, int i, int *words)
{
	enum { MOST = 2 };
	const char *kind = NULL;

	for (*words = MOST; *words > 0; --*words)
		if (i + *words <= p->n &&
		    (kind = word_in(p->j->words, "rules",
			 (struct slice){ buf_text(&p->folded) + p->at[i],
			     p->end[i + *words - 1] - p->at[i] },
			 0)) != NULL)
			break;
	return kind;
}

enum {
	PART_NOUN = 1,
	PART_ROUND = 2,
	PART_OTHER = 4,
	PART_BESIDE = 8,
	PART_TELLS = 16
};

static unsigned
part_at(const struct plain *p, int i)
{
	static const char *const ids[] = { "noun", "round", "other", "beside",
		"tells", NULL };

	return plain_ids(p, "heading", i, i + 1, ids);
}

/* Whether token i stands before the number of a game as of a move, "no. 1", and
 * not of a move alone: "gioco la 1" and "gioco mossa 1" are "I play 1". */
static bool
is_before(const struct plain *p, int i)
{
	static const char *const ids[] = { "before", "after", NULL };

	return plain_ids(p, "choice", i, i + 1, ids) == 1 &&
	    !plain_is_article(p, i);
}

/* How many words from i on are a noun and its number, "game no. 1". */
static int
noun_at(const struct plain *p, int i, struct heading *h)
{
	int n = 1;

	if (i + 2 < p->n && is_before(p, i + 1))
		n++;
	h->game = number_at(p, i + n);
	h->sure = h->sure ||
	    (i == 0 && h->game > 0 &&
		plain_ids(p, "command", 0, 1,
		    (const char *const[]){ "game", NULL }));
	return h->game > 0 ? n + 1 : 1;
}

/* Whether a word carries no meaning in a heading. */
static bool
is_small(const struct plain *p, int i)
{
	struct slice w = plain_word(p, i);

	return w.len == 0 || word_in(p->j->words, "small", w, 0) != NULL ||
	    plain_is_article(p, i);
}

/* How many tokens from i on are of a heading; 0: it is none. */
static int
part_of(const struct plain *p, int i, struct heading *h)
{
	unsigned part = part_at(p, i);
	const char *kind, *id;
	int words;

	if (sign_at(p, i) > 0) {
		h->game = sign_at(p, i);
		return 1;
	}
	if (part & PART_NOUN)
		return noun_at(p, i, h);
	if ((kind = kind_at(p, i, &words)) != NULL) {
		h->kind = kind;
		return words;
	}
	if (part & PART_ROUND)
		return number_at(p, i + 1) > 0 ? 2 : 1;
	if (i + 1 < p->n && part_at(p, i + 1) & PART_NOUN &&
	    (part & PART_OTHER ||
		plain_is_own(p, "ordinal", plain_word(p, i), &id))) {
		h->other = true;
		return 2;
	}
	h->told = h->told || part & PART_TELLS;
	return part & PART_BESIDE || is_small(p, i) ? 1 : 0;
}

static bool
is_cry(const struct plain *p, int to)
{
	return p->token[to - 1].at[p->token[to - 1].len - 1] == '!';
}

/* Whether tokens [0, to) are a heading. */
static bool
is_heading(const struct plain *p, int to, struct heading *h)
{
	struct plain cut = *p;

	*h = (struct heading){ 0 };
	cut.n = to;
	for (int i = 0; i < to;) {
		int n = part_of(&cut, i, h);

		if (n == 0)
			return false;
		i += n;
	}
	return h->game > 0 || h->kind != NULL ||
	    (h->other && !h->told && !is_cry(p, to));
}

/* Whether a line is one; our sign makes one of it whatever else it has. */
static bool
read_heading(const struct job *j, const char *line, struct heading *h)
{
	struct plain p = { .j = j };
	int64_t game = token_game_in_subject(line);
	bool is;

	plain_cut(&p, line, strlen(line));
	is = is_heading(&p, p.n, h);
	plain_release(&p);
	if (game > 0)
		*h = (struct heading){ .game = game, .sure = true };
	return is || game > 0;
}

bool
headed(const struct job *j, const char *line)
{
	struct heading h;

	return read_heading(j, line, &h);
}

/* Whether a line is an order of ours, or begins as a move of some game does. */
static bool
is_order(const struct job *j, const char *line)
{
	struct job other = *j;
	struct meaning m = meaning_of(j, line);

	other.at = (struct visit){ 0 };
	for (size_t i = 0; game_registry[i] != NULL; i++) {
		if (m.is == MEANS_COMMAND || m.is == MEANS_MOVE)
			return true;
		other.game_words = texts_names(j->desk->club.texts,
		    game_registry[i]->name, j->lang);
		m = meaning_of(&other, line);
	}
	return m.is == MEANS_COMMAND || m.is == MEANS_MOVE;
}

/* Whether what stands behind a heading is an answer: a number, an order, or any
 * text where no game's words are known yet. */
static bool
is_answer(const struct job *j, const char *at, size_t len)
{
	struct buf plain = BUF_INIT;
	bool is;

	plain_line(j, at, len, &plain);
	is = plain.len > 0 &&
	    (plain.data[strspn(plain.data, "0123456789")] == '\0' ||
		j->at.m == NULL || is_order(j, plain.data));
	buf_release(&plain);
	return is;
}

/* Whether tokens from i on are of a subject of ours, "Your turn, round 1 -
 * Antwerp". */
static bool
is_subject(const struct plain *p, int i)
{
	int words;

	for (; i < p->n; i++)
		if (kind_at(p, i, &words) != NULL ||
		    (part_at(p, i) & PART_ROUND && number_at(p, i + 1) > 0))
			return true;
	return false;
}

/* Whether a line is said of a move as the one above may be: a word of it is the
 * noun of a heading, or it begins so, "poi gioco 2", "then 4". */
static bool
goes_on(const struct job *j, const char *line)
{
	static const char *const then[] = { "then", NULL };
	struct plain p = { .j = j };
	bool goes;

	plain_cut(&p, line, strlen(line));
	goes = p.n > 0 && plain_ids(&p, "rank", 0, 1, then);
	for (int i = 0; i < p.n && !goes; i++)
		goes = part_at(&p, i) & PART_NOUN;
	plain_release(&p);
	return goes;
}

/* Whether a heading, tokens [0, to), may be the number of a move, and the rest
 * of the line is said as it is: "Gioco 1, poi gioco 4" are two moves. */
static bool
are_numbers(const struct plain *p, int to, const char *rest)
{
	const char *at = p->token[0].at;
	struct slice last = plain_bare(p->token[to - 1]);
	struct buf head = BUF_INIT;
	bool are;

	plain_line(p->j, at, (size_t)(last.at + last.len - at), &head);
	are = meaning_of(p->j, buf_text(&head)).is == MEANS_NUMBER &&
	    goes_on(p->j, rest);
	buf_release(&head);
	return are;
}

size_t
headed_answer(const struct job *j, const char *at, size_t len)
{
	struct plain p = { .j = j };
	struct heading h;
	size_t behind = 0, unread = 0;

	plain_cut(&p, at, len);
	if (is_heading(&p, p.n, &h))
		p.n = 0;
	for (int to = 1; to < p.n && behind == 0; to++) {
		struct slice last = p.token[to - 1], next = p.token[to];
		const char *end = last.at + last.len;

		if (strchr(":;,-]", end[-1]) == NULL && *next.at != '-')
			continue;
		next.at += strspn(next.at, ":;,- ");
		if (next.at >= at + len || !is_heading(&p, to, &h))
			continue;
		if (are_numbers(&p, to, next.at))
			continue;
		if (is_answer(j, next.at, (size_t)(at + len - next.at)))
			behind = (size_t)(next.at - at);
		else if (sign_at(&p, to - 1) > 0 && !is_subject(&p, to))
			unread = (size_t)(next.at - at);
	}
	plain_release(&p);
	return behind > 0 ? behind : unread;
}

/* The games of the writer's that a heading may mean. */
struct candidates {
	const struct heading *h;
	int64_t one;
	int n;
};

static int
seek(void *arg, const struct game *g)
{
	struct candidates *s = arg;

	if (s->h->game > 0 ?
		s->h->game == g->id :
		s->h->kind == NULL || strcmp(s->h->kind, g->kind) == 0)
		s->one = g->id, s->n++;
	return 0;
}

/* What is written of line i, if it may be a heading: no text of a command, and
 * nothing else that is read but `game`, a number ("Gioco 1") or what resembles
 * a command ("Potje 2"). */
static const char *
may_head(const struct job *j, int i)
{
	const struct line *l = &j->line[i];
	struct meaning m = meaning_of(j, l->text);

	return l->block == NULL &&
		(m.is == MEANS_PROSE || m.is == MEANS_NUMBER ||
		    m.is == MEANS_TYPO || meaning_is(&m, "game")) ?
	    l->written != NULL ? l->written : l->text :
	    NULL;
}

/* Whether an order (*order) stands below line i, which is a heading, before the
 * next one: where no game's words are known whatever people do not say for
 * courtesy. Below what is a number too no more than courtesy stands between,
 * and it is a number or a move, and no other such line: "Gioco 1 / Poi gioco
 * 2" are two moves. */
static bool
heads_order(const struct job *j, int i, struct meaning *order)
{
	bool number = j->at.m != NULL &&
	    meaning_of(j, j->line[i].text).is == MEANS_NUMBER;

	while (++i < j->n) {
		const char *line = j->line[i].text, *below = may_head(j, i);
		struct meaning m = meaning_of(j, line);
		struct heading h;

		*order = m;
		if (meaning_is(&m, "game"))
			return false;
		if (number && m.is != MEANS_PROSE)
			return m.is == MEANS_MOVE ||
			    (m.is == MEANS_NUMBER && !goes_on(j, below));
		if (number && !plain_is_courtesy(j, line))
			return false;
		if (m.is != MEANS_NUMBER && below != NULL &&
		    read_heading(j, below, &h))
			return false;
		if (m.is != MEANS_PROSE || is_order(j, line) ||
		    (j->at.m == NULL && !plain_is_named(j, line) &&
			!plain_is_courtesy(j, line)))
			return true;
	}
	return false;
}

/* The game that a heading means, or -1: one of several; 0: none, or the one
 * that the lines are about in any case. away: another is named above, or the
 * line is no prose. */
static int64_t
game_meant(const struct job *j, const struct heading *h, bool away,
    struct err *e)
{
	const struct game *here = j->at.m != NULL ? &j->at.m->game : NULL;
	struct candidates s = { .h = h };

	if (here != NULL &&
	    (h->game > 0 ? h->game == here->id :
			   h->kind != NULL && strcmp(h->kind, here->kind) == 0))
		return away ? here->id : 0;
	if (h->sure)
		return h->game;
	if (game_each(j->desk->club.db, GAMES_OPEN, j->who.player.id, seek, &s,
		e) < 0)
		return -2;
	if (s.n == 1 && here != NULL && s.one == here->id)
		return away ? here->id : 0;
	return s.n == 1 ? s.one : s.n > 1 ? -1 : 0;
}

/* A line becomes the command. */
static void
head_with(struct job *j, struct line *l, int64_t game)
{
	struct buf text = BUF_INIT;

	buf_str(&text, word_own(j, "command", "game"));
	if (game > 0)
		buf_printf(&text, " %lld", (long long)game);
	if (strcmp(buf_text(&text), l->text) == 0) {
		buf_release(&text);
		return;
	}
	if (l->written == NULL)
		l->written = l->text;
	else
		free(l->text);
	l->text = buf_steal(&text);
}

/* Where no heading stands above: an answer to a proposal is for the game of the
 * digest that has one, and an order below it is where it would be without
 * (*back, 0: there still). 0, -1. */
static int
head_proposal(struct job *j, struct line *l, int64_t *back, struct err *e)
{
	struct meaning m = meaning_of(j, l->text);
	int64_t here = j->at.m != NULL ? j->at.m->game.id : -1, game = 0;

	if (m.is == MEANS_PROSE)
		return 0;
	if ((meaning_is(&m, "agree") || meaning_is(&m, "disagree")) &&
	    job_digest_proposal(j, &game, e))
		return -1;
	l->in = *back;
	*back = 0;
	if (game != 0 && game != here) {
		l->in = game;
		*back = here;
	}
	return 0;
}

/* The game that line i names for what stands below it: as game_meant. A number
 * of the list that may be one of a game, "Gioco 2", is that of the game that is
 * answered above another number; else it may be either. */
static int64_t
game_headed(const struct job *j, int i, bool away, struct err *e)
{
	const char *line = may_head(j, i);
	struct meaning m = meaning_of(j, j->line[i].text), below;
	struct heading h;
	int64_t game, last;
	int games;

	if (line == NULL || !read_heading(j, line, &h))
		return 0;
	if (meaning_is(&m, "game"))
		return h.game;
	if (!heads_order(j, i, &below))
		return 0;
	game = game_meant(j, &h, away || m.is != MEANS_PROSE, e);
	if (m.is != MEANS_NUMBER || j->at.m == NULL || game <= 0)
		return game;
	games = job_games(j, &last, e);
	if (games < 0)
		return -2;
	return games == 1                                        ? 0 :
	    below.is == MEANS_NUMBER && game == j->at.m->game.id ? game :
								   -1;
}

/* "Bella partita!" is talk, and no `game` that lacks its number. */
static void
unhead_talk(const struct job *j, struct line *l)
{
	struct meaning m = meaning_of(j, l->text);

	if (!meaning_is(&m, "game") || *m.args != '\0' || l->written == NULL ||
	    headed(j, l->written) ||
	    meaning_of(j, l->written).is != MEANS_PROSE)
		return;
	free(l->text);
	l->text = l->written;
	l->written = NULL;
}

int
job_headed(struct job *j, struct err *e)
{
	bool away = false;
	int64_t back = 0;

	if (!j->who.player.id)
		return 0;
	for (int i = 0; i < j->n; i++)
		unhead_talk(j, &j->line[i]);
	for (int i = 0; i < j->n; i++) {
		struct meaning m = meaning_of(j, j->line[i].text);
		int64_t game;

		away = away || meaning_is(&m, "game");
		game = game_headed(j, i, away, e);
		if (game < -1)
			return -1;
		if (game != 0)
			head_with(j, &j->line[i], game);
		away = away || game != 0;
		if (!away && head_proposal(j, &j->line[i], &back, e))
			return -1;
	}
	return 0;
}
