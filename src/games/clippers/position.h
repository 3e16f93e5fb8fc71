/* SPDX-License-Identifier: MIT */
#ifndef CLIPPERS_POSITION_H
#define CLIPPERS_POSITION_H

/*
 * A position of Clippers: one flat struct; what is unused is zero, so that
 * equal positions are equal bytes. A line's head stands at a place (counted
 * in `heads`) or inside a link (an unfinished track of its colour); purple
 * has no heads, only tracks (R16). Tracks of a link are kept so that equal
 * positions have equal bytes: sorted by clip_track_order().
 *
 * Where the next stick may be laid is kept too, as it is asked for all colours
 * after every stick; it follows from tracks, heads and what is connected, and
 * clip_find_ways() works it out anew for a position that was not played.
 */

#include "games/clippers/data.h"

enum clip_stage { CLIP_DEAL, CLIP_BUY, CLIP_LAY_1, CLIP_LAY_2 };
/* waiting for departures; phases 1, 2, 3 */

struct clip_track {
	uint8_t colour; /* 0: free; else colour + 1 */
	uint8_t laid;   /* parts; link.parts: complete */
	uint8_t back;   /* laid from link.to to link.from */
};

/* Links in either direction: bit 2 * link, and one more for back. */
enum { CLIP_WAY_BITS = 64, CLIP_WAYS = 2 * CLIP_LINKS / CLIP_WAY_BITS + 1 };
struct clip_ways {
	uint64_t bits[CLIP_WAYS];
};

struct clip_seat {
	uint8_t nation; /* 0: none yet; else nation + 1 */
	uint8_t reserve;
	uint8_t card;      /* 0: none; else card + 1 */
	uint8_t card_used; /* 5x has laid, port has moved */
	uint8_t clipper;   /* bought this round: 0 or colour + 1 */
	int16_t money;
};

struct clip_position {
	POSITION_HEAD;                    /* enum clip_stage */
	uint64_t connected[CLIP_COLOURS]; /* bit i: island i */
	/* for a stick, if the colour has one and, purple, is open */
	struct clip_ways ways[CLIP_COLOURS];
	uint8_t over_stage;        /* the stage in which it ended */
	uint8_t plain;             /* R18a's allowance, 1 or 2 */
	uint8_t grapnel;           /* seat */
	uint8_t laid;              /* sticks in the current turn */
	uint8_t must_open;         /* phase 3: judged when the turn begins */
	uint8_t may_buy;           /* seat that has just acted (R5), or 0 */
	uint8_t cards[CLIP_CARDS]; /* still lying there */
	uint8_t stock[CLIP_PORTS]; /* clippers */
	uint8_t sticks[CLIP_COLOURS];
	uint8_t posts[CLIP_ISLANDS][CLIP_SEATS + 1];
	uint8_t heads[CLIP_PORTS][CLIP_PLACES]; /* at places */
	struct clip_track track[CLIP_LINKS][2];
	struct clip_seat seat[CLIP_SEATS + 1];
};

static inline bool
clip_connected(const struct clip_position *p, int colour, int island)
{
	return (p->connected[colour] >> island & 1) != 0;
}

/* R16: two different colours are connected to American Samoa. */
bool clip_purple_open(const struct game_data *d, const struct clip_position *p);
/* Posts on an island, of all seats. */
int clip_posts(const struct clip_position *p, int island);
/* Colours connected to an island. */
int clip_colours(const struct clip_position *p, int island);
int clip_score(const struct game_data *d, const struct clip_position *p,
    int seat);
/* The seat that must act, 0 for none. */
int clip_turn_of(const struct clip_position *p);
/* R7: sticks that a seat may still lay in this phase. */
int clip_allowance(const struct clip_position *p, int seat);

#endif
