/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

/* What can be counted in a position: posts, colours, points, sticks that a
 * seat may lay. */

int
clip_posts(const struct clip_position *p, int island)
{
	int posts = 0;

	for (int s = 1; s <= p->seats; s++)
		posts += p->posts[island][s];
	return posts;
}

int
clip_colours(const struct clip_position *p, int island)
{
	int colours = 0;

	for (int c = 0; c < CLIP_COLOURS; c++)
		colours += clip_connected(p, c, island);
	return colours;
}

int
clip_score(const struct game_data *d, const struct clip_position *p, int seat)
{
	int score = p->seat[seat].money;

	for (int i = 0; i < CLIP_ISLANDS; i++)
		if (p->posts[i][seat] > 0)
			score += p->posts[i][seat] * d->place[i].value *
			    clip_colours(p, i);
	return score;
}

/* R19. */
struct ending
clip_ending(const struct game_data *d, const void *pos)
{
	const struct clip_position *p = pos;
	struct ending e = { .seats = p->seats };

	for (int s = 1; s <= p->seats; s++) {
		e.score[s] = clip_score(d, p, s);
		e.tie[s] = p->seat[s].money;
	}
	return e;
}

int
clip_turn_of(const struct clip_position *p)
{
	return p->stage == CLIP_DEAL || p->stage == STAGE_OVER ? 0 : p->at;
}

int
clip_allowance(const struct clip_position *p, int seat)
{
	switch (p->seat[seat].card) {
	case CLIP_2X + 1:
		return p->plain + 1;
	case CLIP_3X + 1:
		return p->plain + 2;
	case CLIP_5X + 1:
		return 5;
	default:
		return p->plain;
	}
}
