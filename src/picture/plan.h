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
#include "base/hash.h"
#include "picture/pen.h"

/* A name in one line or two. */
struct caption {
	int point;
	char line[2][48];
	struct box box; /* of its letters */
};

/* Of the key: a seat's shape and name. */
struct plan_key {
	struct box box;
	int seat;
	/* borrowed, of the drawing; "p3" for one that the pen cannot write */
	const char *name;
};

struct layout {
	int width, height;
	double key_top;  /* the board ends there */
	double cell;     /* radius of a field, size of a berth */
	struct spot *at; /* owned; of each point */
	double *radius;  /* owned */
	size_t points;
	struct caption *captions; /* owned */
	size_t n_captions;
	struct plan_key key[DRAWING_SEATS];
	int keys;
	struct spot rose; /* of the compass; x 0: no room */
};

/* A picture that fills a telephone of 360 pixels is half as wide there: names
 * are then 11 pixels high. */
enum {
	CAPTION_SIZE = 23,
	CAPTION_STEP = 23,
	CAPTION_HIGH = 24, /* with what hangs below its line */
	PLAN_MARGIN = 30
};
/* No name is nearer to the middle of a line, or to a point's edge, than what is
 * painted there at most. */
enum {
	LINE_WIDE = 15, /* of one that is new */
	LINE_CLEAR = 8,
	LINE_APART = 9, /* of lines side by side */
	RING_WIDE = 7,
	RING_OFF = 3, /* its middle, from the edge */
	RING_CLEAR = 7
};
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

/* Others have no names on their ground. */
bool plan_is_map(const struct drawing *d);
/* What ground and plan are made of: equal for equal ones. */
void plan_name(const struct drawing *d, uint8_t out[HASH_SIZE]);
/* names.c: finds a place for each name. */
void plan_names(struct layout *p, const struct drawing *d, struct pen *pen);

/* Whether a point is for columns alone. */
bool plan_skips(const struct drawing_point *p);
/* How far the ring around a point reaches (0: it has none), and a sign of it
 * that has corners. */
double plan_ring(const struct layout *p, size_t point);
struct box plan_sign(const struct layout *p, const struct drawing *d,
    size_t point);
/* The ends of a line, beside those between the same points. */
void plan_track(const struct layout *p, const struct drawing *d, size_t line,
    struct spot *a, struct spot *b);
/* How far a box is from a point. */
double box_distance(const struct box *b, struct spot at);
/* The length of a line that lies in a box. */
double box_crossed(const struct box *b, struct spot from, struct spot to);
double box_overlap(const struct box *a, const struct box *b);
struct box box_wider(struct box b, double by);

#endif
