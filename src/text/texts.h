/* SPDX-License-Identifier: MIT */
#ifndef TEXT_TEXTS_H
#define TEXT_TEXTS_H

/*
 * All templates and words of all languages, loaded and parsed once from a
 * directory (paquebot-templates(5)). Template names are paths without
 * language and ending: "mail/turn", "atlantic-star/position". What a language
 * lacks falls back to English; a folder without words.json is no language
 * yet. Nothing changes after texts_open: threads may share a struct texts.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "game/names.h"

struct cJSON;
struct texts;
struct mustache;

/* dir NULL: the project's own, which must be whole. A template or words file of
 * the wrong form is ERR_CORRUPT and named with its line; one that is missing
 * ERR_GIVEUP; what cannot be read ERR_LATER if that passes, else ERR_GIVEUP. */
int texts_open(const char *dir, struct texts **out, struct err *e);
void texts_free(struct texts *t);
bool texts_has_lang(const struct texts *t, const char *lang);
/* Languages by number, "en" first; NULL behind the last. Borrowed. */
const char *texts_lang(const struct texts *t, size_t i);

/* Renders a template with Markdown escaping, appending to out; partials are
 * template names. An unknown template is ERR_GIVEUP. */
int texts_render(const struct texts *t, const char *lang, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e);
/* The same without escaping and on one line, white space at its ends cut and
 * inside made one space: a subject, a title. */
int texts_render_plain(const struct texts *t, const char *lang,
    const char *name, const struct cJSON *context, struct buf *out,
    struct err *e);
/* The parsed template of exactly this language, for lint; NULL: none. */
const struct mustache *texts_template(const struct texts *t, const char *lang,
    const char *name);
/* Calls fn for every template of every language; non-zero stops. */
int texts_each(const struct texts *t,
    int (*fn)(void *arg, const char *lang, const char *name,
	const struct mustache *m),
    void *arg);

/*
 * Dresses a context for a reader, in place: every object member whose key is
 * a kind of thing ("ship", "sea", "colour" …) with a string value gets a
 * sister "<key>_name": the language's word for it (words.json "names"), else
 * title() of the game, else the first word of words.json that means it; if
 * there is none of these, nothing. An object with "seat":"pN" gets
 * "seat_name" (who[N]) and "you", true if N is the reader; any other member
 * with such a value ("owner":"p1") gets "owner_name" and "owner_you".
 * Where words.json has forms of a thing ("of":…) "<key>_<form>" is added too.
 * "words", a move as it is sent, becomes the reader's words, and so does a
 * thing of one, "id" or what ends in "_id".
 * A member that is there already is left as it is.
 */
struct dress {
	const char *lang;
	const char *game; /* NULL outside a game */
	const char *(*title)(const void *d, const char *kind, const char *id);
	const void *data;
	const char *const *who; /* [1..6], NULL unused */
	int reader;             /* seat, 0 observer */
};
void texts_dress(const struct texts *t, const struct dress *d,
    struct cJSON *context);

/* Words for reading what players write: kinds of a game ("verb", "sea", …)
 * or, with game NULL, the desk's ("command", "setting", "or" …), ranked for
 * the language. A game without words gives an empty list. Borrowed. */
const struct names *texts_names(const struct texts *t, const char *game,
    const char *lang);

/* A move in the words of a language: "charter korea" -> "huur korea". The verb
 * and ids that words.json has one word for; numbers and all else stay. false:
 * it has none, nothing was appended. Whether it still is the move is for the
 * caller to see: words of a language may mean two things. */
bool texts_localise(const struct texts *t, const char *lang, const char *game,
    const char *canonical, struct buf *out);

/* A word or phrase of words.json "phrases", for what C must say itself (months,
 * weekdays, "in 2 days"). Falls back to English, then to the key. Borrowed. */
const char *texts_phrase(const struct texts *t, const char *lang,
    const char *key);

/*
 * A moment as the reader of a zone sees it, as members of the object out:
 *     text   "Fri 27 Nov 18:00 CET"; with the year if it is not now's
 *     offset "UTC+01:00"; not there if text says it already
 *     in     "in 2 days 3 hours" ("less than a minute ago"): from now
 *     over   true if it is past
 * An unknown zone is read as UTC.
 */
void texts_moment(const struct texts *t, const char *lang, const char *zone,
    int64_t when, int64_t now, struct cJSON *out);
/* As a new object "name" of context. */
void texts_add_moment(const struct texts *t, const char *lang, const char *zone,
    int64_t when, int64_t now, struct cJSON *context, const char *name);
/* A length of time in words, "3 days 2 hours", appended to out. */
void texts_span(const struct texts *t, const char *lang, int64_t seconds,
    struct buf *out);

/* Short words in a row as they are kept, "mon-fri" or "24h,3h", in those of a
 * language: each run of letters by its phrase "short-…", the rest as it is. */
void texts_short(const struct texts *t, const char *lang, const char *kept,
    struct buf *out);

/* A number with so many decimals, given in the smallest of them (7150, 2:
 * "71.50"), with the language's decimal sign, as a member. */
void texts_add_decimal(const struct texts *t, const char *lang, long number,
    int decimals, struct cJSON *context, const char *name);

#endif
