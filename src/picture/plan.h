/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PLAN_H
#define PICTURE_PLAN_H

/*
 * Where everything of a picture stands, before any of it is drawn: so that
 * tests can see that names are whole and clear. It depends on what is fixed of
 * a drawing alone (points, names, which lines there are), so that names stay
 * where they are while pieces come and go. Inside picture/ only.
 */

#include "base/drawing.h"
#include "picture/pen.h"

/* A name in one line or two. */
struct caption {
	int point;
	char line[2][48];
	struct box box;
	bool far; /* a thin line leads to its point */
};

/* Of the key: a seat's shape and name. */
struct plan_key {
	struct box box;
	int seat;
};

struct layout {
	int width, height;
	double key_top; /* the board ends there */
	double cell;    /* radius of a field, size of a berth */
	/* owned: of each point; where its game has it */
	struct spot *at, *home;
	double *radius; /* owned */
	size_t points;
	struct caption *captions; /* owned */
	size_t n_captions;
	struct plan_key key[DRAWING_SEATS];
	int keys;
	struct spot rose; /* of the compass; x 0: no room */
};

/* A picture that fills a telephone of 360 pixels is half as wide there: names
 * are then 11 pixels high. */
enum { CAPTION_SIZE = 23, CAPTION_STEP = 23, PLAN_MARGIN = 30 };
/* The key: rows, and what is below them; no key is higher. */
enum {
	KEY_ROW = 38,
	KEY_FOOT = 14,
	KEY_MOST = (DRAWING_SEATS - 1) * KEY_ROW + KEY_FOOT
};

/* All but the key; pen only measures. */
void plan_make(struct layout *p, const struct drawing *d, struct pen *pen);
/* The key, whose names come and go, and with it the height. */
void plan_seats(struct layout *p, const struct drawing *d, struct pen *pen);
void plan_release(struct layout *p);

/* Crowded points move apart, and aside from lines of others, as far as the
 * frame lets them; ports keep to their coast. */
void plan_spread(struct layout *p, const struct drawing *d, int steps);
/* names.c: finds a place for each name. */
void plan_names(struct layout *p, const struct drawing *d, struct pen *pen);

/* Whether a point is for columns alone. */
bool plan_skips(const struct drawing_point *p);
/* How far what stands on a point of a map reaches from it. */
double plan_reach(const struct layout *p, const struct drawing *d,
    size_t point);
/* The ends of a line, beside those between the same points. */
void plan_track(const struct layout *p, const struct drawing *d, size_t line,
    struct spot *a, struct spot *b);
/* How far a box is from a point. */
double box_distance(const struct box *b, struct spot at);
/* Whether all of a line is at one side of a box, as most are. */
bool box_beside(const struct box *b, struct spot from, struct spot to);
/* The length of a line that lies in a box. */
double box_crossed(const struct box *b, struct spot from, struct spot to);
double box_overlap(const struct box *a, const struct box *b);
struct box box_wider(struct box b, double by);

#endif
