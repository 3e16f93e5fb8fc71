/* SPDX-License-Identifier: MIT */
#ifndef TEXT_MUSTACHE_H
#define TEXT_MUSTACHE_H

/*
 * Mustache, the core modules of the specification (comments, delimiters,
 * interpolation, inverted, partials, sections), on cJSON contexts. A template
 * is parsed once and rendered often; rendering allocates nothing but what it
 * writes. There are no lambdas.
 *
 * What the specification leaves open is settled here: false, null, 0, the
 * empty string and the empty list are false in a section; a whole number is
 * written without a point; in a list the names @first, @last (true or false),
 * @number (from 1) and @count are known. A section points@one asks whether
 * points is 1, or a list of one member, without entering it, points@any whether
 * it is true at all. ../name is looked for around the innermost list, and
 * ../../name around the list around it, from where a name without is looked
 * for outwards as anywhere.
 *
 * With MUSTACHE_MARKDOWN what is interpolated is text, never markup, wherever
 * it stands: at the start of a line, in a table cell, in a heading. Inside
 * code (a span of backticks or a block of ```), where Markdown knows no
 * escapes (doc/libraries.md 15), a value is written as it is, but for backticks
 * and line ends. A value is always one line: white space in it becomes one
 * space, and goes at its ends. {{{name}}} and {{&name}} put in Markdown that
 * was rendered before. A small word of the template before a value that is no
 * code is joined to it (text/euphony.h).
 */

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

struct cJSON;
struct mustache;

enum mustache_escape {
	MUSTACHE_MARKDOWN, /* the default of all templates */
	/* the specification's, for its tests */
	MUSTACHE_HTML,
	MUSTACHE_NONE /* plain text: subjects, phrases */
};

/* Fewer bytes than 4 GiB. -1: e names the line and what is wrong there ("line
 * 3: …"). */
int mustache_parse(const char *text, size_t len, struct mustache **out,
    struct err *e);
void mustache_free(struct mustache *m);

/* Finds a partial by name; NULL: empty. Borrowed. */
typedef const struct mustache *mustache_partial(void *arg, const char *name);

struct mustache_how {
	enum mustache_escape escape;
	mustache_partial *partial; /* NULL: all are empty */
	void *arg;
	const struct cJSON *euphony; /* text/euphony.h; NULL: none */
	/* A row of a list has its own names alone: one that it lacks is not
	 * the mail's around it, unless ../ says so. The specification has it
	 * otherwise. */
	bool own_rows;
};

/* Partials within partials, no more. */
enum { MUSTACHE_PARTIALS = 24 };

/* Appends to out. Partials and sections nested too deep are left out.
 * context may be NULL. */
void mustache_render(const struct mustache *m, const struct cJSON *context,
    const struct mustache_how *how, struct buf *out);

/* Calls fn for every name the template uses: kind '&' a value, '#' a section
 * (inverted ones too), '>' a partial. For the lint of templates. */
void mustache_names(const struct mustache *m,
    void (*fn)(void *arg, char kind, const char *name), void *arg);

/* Writes one value as text that is not markup (the escaping above, for a
 * place outside of code). */
void mustache_escape(const char *text, size_t len, struct buf *out);

#endif
