/* SPDX-License-Identifier: MIT */
#include <check.h>

#include "games/clippers/position.h"
#include "tests/text/posed.h"

/*
 * Numbers count through how an island is filled (alone, all by one, by as many
 * as there is room for), by whom, and through colour, parts, direction and
 * neighbour of a track; the periods have no factor in common that would leave
 * one of them out.
 */

enum {
	FILLS = 3,
	PARTS = 4,                    /* of a link, at most */
	LAIDS = CLIP_COLOURS * PARTS, /* of a colour */
	NUMBERS = LAIDS * 2 * 3       /* directions; alone, other, both */
};

static int
pose_island(const struct game_data *d, struct clip_position *p, int island,
    int number)
{
	int fill = number % FILLS, first = number / FILLS % CLIP_SEATS;
	int room = d->place[island].spaces, owners = 0;

	for (int n = 0; n < (fill == 0 ? 1 : room); n++) {
		int seat = 1 + (fill == 2 ? first + n : first) % CLIP_SEATS;

		owners += p->posts[island][seat]++ == 0;
	}
	return owners;
}

static struct clip_track
track_of(const struct clip_link *l, int colour, int laid, bool back)
{
	return (struct clip_track){ .colour = (uint8_t)(1 +
					colour % CLIP_COLOURS),
		.laid = (uint8_t)(1 + laid % l->parts),
		.back = back && !l->arrow };
}

/* Which of two tracks lies first is not what the position has. */
static void
pose_link(const struct clip_link *l, struct clip_track *track, int number)
{
	int laid = number / CLIP_COLOURS;
	bool back = number / LAIDS % 2;
	int which = number / LAIDS / 2;

	track[0] = track_of(l, number, laid, back);
	if (l->tracks > 1 && which > 0)
		track[1] = track_of(l, number + 1 + laid % 3, laid + which,
		    back != (which > 1));
}

static int
make(const struct game_data *d, void *pos, int number)
{
	struct clip_position *p = pos;
	int pieces = 0;

	p->stage = CLIP_LAY_1;
	p->at = 1;
	p->grapnel = 1;
	for (int i = 0; i < CLIP_ISLANDS; i++)
		pieces += pose_island(d, p, i, number);
	for (int i = 0; i < d->links; i++) {
		ck_assert_int_le(d->link[i].parts, PARTS);
		pose_link(&d->link[i], p->track[i], number);
	}
	return pieces;
}

const struct posed posed_clippers = { "clippers", CLIP_SEATS, NUMBERS, make };
