/* SPDX-License-Identifier: MIT */
#include "computer/level.h"

#include "base/mem.h"
#include "computer/search.h"
#include "computer/turn.h"

typedef int choose_fn(struct computer *c, const struct game_kind *kind,
    const void *pos, int seat, int positions, struct rng *own,
    struct move *out);

static int
choose_greedy(struct computer *c, const struct game_kind *kind, const void *pos,
    int seat, int positions, struct rng *own, struct move *out)
{
	(void)c;
	(void)positions;
	return kind->rules->wits.choose(kind->data, pos, seat, own, out);
}

static int
choose_normal(struct computer *c, const struct game_kind *kind, const void *pos,
    int seat, int positions, struct rng *own, struct move *out)
{
	const struct game_rules *r = kind->rules;

	if (r->wits.advise != NULL)
		return r->wits.advise(kind->data, pos, seat, own, out);
	if (r->wits.worth == NULL)
		return r->wits.choose(kind->data, pos, seat, own, out);
	return turn_think(c, kind, pos, seat, positions, own, out);
}

static int
choose_hard(struct computer *c, const struct game_kind *kind, const void *pos,
    int seat, int positions, struct rng *own, struct move *out)
{
	if (kind->rules->wits.worth == NULL)
		return choose_normal(c, kind, pos, seat, positions, own, out);
	return search_think(c, kind, pos, seat, positions, own, out);
}

/* What a level is: how many of a hundred moves it makes without a thought, how
 * it makes the others, and how many positions it looks at for one: a fraction
 * of a millisecond, and about a second. */
static const struct {
	const char *name;
	uint32_t careless;
	choose_fn *choose;
	int positions;
} levels[LEVELS] = {
	[LEVEL_NONE] = { "-", 0, choose_greedy, 0 },
	[LEVEL_GREEDY] = { "greedy", 0, choose_greedy, 0 },
	[LEVEL_EASY] = { "easy", 12, choose_greedy, 0 },
	[LEVEL_NORMAL] = { "normal", 0, choose_normal, 1400 },
	[LEVEL_HARD] = { "hard", 0, choose_hard, 20000 },
	[LEVEL_RANDOM] = { "random", 100, choose_greedy, 0 },
};

const char *
level_name(enum skill level)
{
	return levels[level].name;
}

enum skill
level_find(const char *word, size_t len)
{
	for (int i = LEVEL_GREEDY; i < LEVELS; i++)
		if (strlen(levels[i].name) == len &&
		    memcmp(levels[i].name, word, len) == 0)
			return (enum skill)i;
	return LEVEL_NONE;
}

/* Whether this move is made without a thought. */
static bool
careless(enum skill level, struct rng *own)
{
	uint32_t percent = levels[level].careless;

	return percent == 100 || (percent > 0 && rng_below(own, 100) < percent);
}

int
computer_choose(struct computer *c, const struct game_kind *kind,
    const void *pos, int seat, struct rng *own, struct move *out)
{
	c->looked = 0;
	if (!careless(c->level, own))
		return levels[c->level].choose(c, kind, pos, seat,
		    c->positions > 0 ? c->positions :
				       levels[c->level].positions,
		    own, out);
	kind->rules->legal(kind->data, pos, seat, &c->legal);
	if (c->legal.n == 0)
		return -1;
	*out = c->legal.at[rng_below(own, (uint32_t)c->legal.n)];
	return 0;
}

int
level_choose(enum skill level, const struct game_kind *kind, const void *pos,
    int seat, struct rng *own, struct move *out)
{
	struct computer c = { .level = level };
	int rc = computer_choose(&c, kind, pos, seat, own, out);

	computer_release(&c);
	return rc;
}

void
computer_release(struct computer *c)
{
	moves_release(&c->legal);
	free(c->value);
	free(c->board);
	c->value = NULL;
	c->board = NULL;
	c->size = 0;
}
