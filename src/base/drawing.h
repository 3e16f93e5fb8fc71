/* SPDX-License-Identifier: MIT */
#ifndef BASE_DRAWING_H
#define BASE_DRAWING_H

/*
 * A picture as data: points, lines and pieces on the grid of a game's data
 * file. A game makes it from facts (game_rules.map); text/ turns it into
 * columns, picture/ into PNG and SVG. Strings are copied, and cut to fit.
 *
 * mark and label are ASCII, short, and what columns show. The other words are
 * for pictures alone: a name in full, a tone (the word for a colour, such as
 * "red": what has it gets that colour and a pattern of its own), a shape, and
 * the pieces that stand on a point.
 */

#include <stdbool.h>
#include <stddef.h>

enum { DRAWING_SEATS = 7 }; /* by number, from 1 */

enum drawing_shape {
	DRAWING_DOT,
	DRAWING_BOX, /* a port, a dock */
	DRAWING_HEX, /* a field that touches its neighbours */
	DRAWING_NONE /* its words alone */
};

/* What a picture makes of it. */
enum drawing_scene {
	DRAWING_CHART,   /* islands in a sea */
	DRAWING_HARBOUR, /* water between quays */
	DRAWING_SPACE,   /* fields under the stars */
	DRAWING_BERTHS   /* rows of berths, and what lies there */
};

struct drawing_point {
	int x, y;
	char mark[16], label[48];
	char name[48]; /* "": mark and label */
	char tone[16];
	enum drawing_shape shape;
	/* What the label is a word for, so that a reader's language can have
	 * its own ("": nothing), and to how many letters that is cut, or more
	 * to tell it apart (0: not cut, in capitals). */
	char kind[12], id[24];
	int cut;
	/* Pictures alone: where it is on a chart (chart.h; 0: as on the grid);
	 * tones of what a field asks and gives; how many pieces there is room
	 * for; whether the last moves touched it. */
	char asks[12], gives[12];
	int across, down, room;
	bool fresh;
};

struct drawing_line {
	int from, to;
	int parts, done;
	char mark[16];
	int arrow;
	char tone[12];
	char sign[24]; /* on its middle, such as a lock */
	bool fresh;
};

enum drawing_role { DRAWING_SHIP, DRAWING_FLAG, DRAWING_LOCK };

/* What stands on a point: count of them, of a seat (0: nobody's). */
struct drawing_piece {
	int at, seat, count;
	char mark[16]; /* "": the number of the seat */
	char tone[12];
	enum drawing_role role; /* pictures alone, as what follows */
	char load[12];          /* the tone of what a ship carries */
};

struct drawing {
	struct drawing_point *points; /* owned */
	size_t n_points;
	struct drawing_line *lines; /* owned; from, to index points */
	size_t n_lines;
	struct drawing_piece *pieces; /* owned; at indexes points */
	size_t n_pieces;
	int width, height; /* of the grid: the points lie in it */
	enum drawing_scene scene;
	bool pictorial, columns; /* never in columns; in nothing but them */
	char seat[DRAWING_SEATS][48]; /* names, for a key; "": none */
};

void drawing_release(struct drawing *d);
void drawing_clear(struct drawing *d); /* with its memory */
/* Each returns the index of what it added. */
size_t drawing_point(struct drawing *d, int x, int y, const char *mark,
    const char *label);
size_t drawing_line(struct drawing *d, size_t from, size_t to, int parts,
    int done, const char *mark, int arrow);
size_t drawing_piece(struct drawing *d, size_t at, int seat, int count,
    const char *mark, const char *tone);
void drawing_thing(struct drawing *d, size_t point, const char *kind,
    const char *id, int cut);

/* What pictures show besides. */
void drawing_dress_point(struct drawing *d, size_t point,
    enum drawing_shape shape, const char *name, const char *tone);
void drawing_dress_line(struct drawing *d, size_t line, const char *tone,
    const char *sign);
void drawing_dress_piece(struct drawing *d, size_t piece,
    enum drawing_role role, const char *load);
void drawing_dress_field(struct drawing *d, size_t point, const char *asks,
    const char *gives);
void drawing_name_seat(struct drawing *d, int seat, const char *name);
/* The last moves touched what is called so. */
void drawing_freshen(struct drawing *d, const char *id);
/* And lines of that tone between two; false: there is none. */
bool drawing_freshen_line(struct drawing *d, const char *from, const char *to,
    const char *tone);
/* The same ends; a line's place among its twins, in halves from the middle. */
bool drawing_twins(const struct drawing *d, size_t a, size_t b);
int drawing_sideways(const struct drawing *d, size_t line);

#endif
