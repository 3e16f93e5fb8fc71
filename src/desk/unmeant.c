/* SPDX-License-Identifier: MIT */

/* Lines that have words of a move and do not ask for it: what is asked about
 * and then confirmed with a yes would be the opposite. */

#include "desk/game_words.h"
#include "desk/meant.h"
#include "desk/senses.h"
#include "post/token.h"

/* Whether it is said at token i that something is not to be. */
static bool
denies(const struct plain *p, int i)
{
	static const char *const denial[] = { "denial", NULL },
				 *const against[] = { "against", NULL },
				 *const none[] = { "none", NULL };

	return senses_phrase(p, i, "denial", denial) > 0 ||
	    senses_phrase(p, i, "unmeant", against) > 0 ||
	    /* "No comics", not "no, comics" */
	    (senses_phrase(p, i, "unmeant", none) > 0 &&
		!senses_parted(p, i + 1) &&
		word_is_thing(p->j->game_words, plain_word(p, i + 1)));
}

/* Whether tokens from i on say another game than that of the mail: "in game
 * 2". */
static bool
is_elsewhere(const struct plain *p, int i)
{
	static const char *const noun[] = { "noun", NULL },
				 *const number[] = { "number", "pronoun",
					 NULL },
				 *const before[] = { "before", NULL };
	struct slice digits;

	/* "Gioco 2" is "I play 2", too. */
	if (!plain_ids(p, "heading", i, i + 1, noun) ||
	    plain_ids(p, "filler", i, i + 1, number))
		return false;
	if (++i + 1 < p->n && plain_ids(p, "choice", i, i + 1, before))
		i++;
	return i < p->n && plain_number(p->token[i], &digits) &&
	    strtoll(digits.at, NULL, 10) != p->j->at.m->game.id;
}

/* How many words from i on are none that such a line has: of courtesy, "no
 * problem", and "not sure"; 0. */
static int
is_beside(const struct plain *p, int i)
{
	static const char *const none[] = { "none", NULL },
				 *const neither[] = { "neither", NULL },
				 *const unsure[] = { "unsure", NULL };
	int n = senses_phrase(p, i, "doubt", none);

	if (n == 0)
		n = senses_phrase(p, i, "denial", unsure);
	if (n == 0)
		n = senses_phrase(p, i, "verdict", neither);
	return n > 0 ? n : plain_courtesy(p, i);
}

bool
meant_none(const struct job *j, const struct line *l)
{
	const char *line = l->written != NULL ? l->written : l->text;
	int64_t game = token_game_in_subject(line);
	struct plain p = { .j = j };
	bool none = (game > 0 && game != j->at.m->game.id) ||
	    meant_points(j, l);

	plain_cut(&p, line, strlen(line));
	for (int i = 0; i < p.n && !none;) {
		int n = is_beside(&p, i);

		none = n == 0 && (denies(&p, i) || is_elsewhere(&p, i));
		i += n > 0 ? n : 1;
	}
	plain_release(&p);
	return none;
}

bool
meant_points(const struct job *j, const struct line *l)
{
	static const char *const points[] = { "points", NULL };
	const char *line = l->written != NULL ? l->written : l->text;
	struct plain p = { .j = j };
	bool asks = false;

	plain_cut(&p, line, strlen(line));
	for (int i = 0; i < p.n && !asks; i++)
		asks = senses_phrase(&p, i, "unmeant", points) > 0;
	plain_release(&p);
	return asks;
}
