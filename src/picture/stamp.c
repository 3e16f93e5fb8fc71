/* SPDX-License-Identifier: MIT */
#include "picture/stamp.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "picture/vector.h"

/* More than all games together have; what is beyond is painted each time. */
enum { ROOM = 1024, MOST = 700 };

struct stamp {
	char name[40];
	cairo_surface_t *image; /* owned; NULL: none */
	int aside, up;
};

struct stamps {
	struct stamp at[ROOM];
	int n;
	struct stamp *open; /* that is being painted */
	struct spot place;  /* where it goes then */
	cairo_t *page;      /* and on what */
	struct touched *touched;
	int inside; /* parts of it that are being painted */
};

struct stamps *
stamps_new(void)
{
	return mem_zero(1, sizeof(struct stamps));
}

void
stamps_free(struct stamps *s)
{
	if (s == NULL)
		return;
	for (int i = 0; i < ROOM; i++)
		cairo_surface_destroy(s->at[i].image);
	free(s);
}

/* Its place, or an empty one for it. */
static struct stamp *
find(struct stamps *s, const char *name)
{
	unsigned at = 2166136261u; /* FNV-1a */

	for (const char *c = name; *c != '\0'; c++)
		at = (at ^ (unsigned char)*c) * 16777619u;
	while (s->at[at % ROOM].image != NULL &&
	    strcmp(s->at[at % ROOM].name, name) != 0)
		at++;
	return &s->at[at % ROOM];
}

static void
put(struct pen *p, const struct stamp *s, struct spot at)
{
	struct box b = { at.x - s->aside, at.y - s->up, 2 * s->aside,
		2 * s->up };

	pen_touch(p, b);
	cairo_set_source_surface(p->cr, s->image, b.x, b.y);
	cairo_paint(p->cr);
}

bool
stamp_begin(struct pen *p, struct spot *at, double aside, double up,
    const char *name, ...)
{
	struct stamps *s = p->stamps;
	struct stamp *found;
	char full[40];
	va_list ap;

	if (p->vector != NULL) {
		vector_begin(p->vector, at);
		return true;
	}
	if (s->open != NULL) {
		s->inside++;
		return true;
	}
	va_start(ap, name);
	(void)vsnprintf(full, sizeof full, name, ap);
	va_end(ap);
	found = find(s, full);
	s->place = (struct spot){ floor(at->x + 0.5), floor(at->y + 0.5) };
	if (found->image != NULL) {
		put(p, found, s->place);
		return false;
	}
	if (s->n == MOST) {
		pen_touch(p,
		    (struct box){ at->x - aside - 2, at->y - up - 2,
			2 * aside + 4, 2 * up + 4 });
		return true;
	}
	s->n++;
	(void)snprintf(found->name, sizeof found->name, "%s", full);
	found->aside = (int)ceil(aside) + 1;
	found->up = (int)ceil(up) + 1;
	found->image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32,
	    2 * found->aside, 2 * found->up);
	s->open = found;
	s->page = p->cr;
	s->touched = p->touched;
	p->touched = NULL;
	p->cr = cairo_create(found->image);
	pen_smooth(p, true);
	*at = (struct spot){ found->aside, found->up };
	return true;
}

void
stamp_end(struct pen *p)
{
	struct stamps *s = p->stamps;

	if (p->vector != NULL) {
		vector_end(p->vector);
		return;
	}
	if (s->inside > 0) {
		s->inside--;
		return;
	}
	if (s->open == NULL)
		return;
	cairo_destroy(p->cr);
	p->cr = s->page;
	p->touched = s->touched;
	put(p, s->open, s->place);
	s->open = NULL;
}
