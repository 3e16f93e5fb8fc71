/* SPDX-License-Identifier: MIT */
#ifndef TEXT_TEXTS_H
#define TEXT_TEXTS_H

/*
 * All templates and words of all languages, loaded once from a directory.
 * Template names are paths without language and ending: "mail/turn",
 * "atlantic-star/position". A missing one falls back to English.
 */

#include "base/buf.h"
#include "base/err.h"
#include "game/names.h"

struct cJSON;
struct texts;

int texts_open(const char *dir, struct texts **out, struct err *e);   /* NULL: the project's own */
void texts_free(struct texts *t);
bool texts_has_lang(const struct texts *t, const char *lang);

/* Renders a template with Markdown escaping; partials are template names.
 * An unknown template is ERR_GIVEUP. */
int texts_render(const struct texts *t, const char *lang, const char *name,
	const struct cJSON *context, struct buf *out, struct err *e);

/*
 * Dresses a context for a reader: every object member whose key is a kind of
 * thing ("ship", "sea", "colour" …) with a string value gets a sister
 * "<key>_name": the language's word for it (words.json "names"), else title()
 * of the game, else the id. An object with "seat":"pN" gets "seat_name"
 * (who[N]) and "you": true if N is the reader. Whole numbers keep. In place.
 */
struct dress {
	const char *lang;
	const char *game;                /* NULL outside a game */
	const char *(*title)(const void *data, const char *kind, const char *id);
	const void *data;
	const char *const *who;          /* [1..6], NULL unused */
	int reader;                      /* seat, 0 observer */
};
void texts_dress(const struct texts *t, const struct dress *d, struct cJSON *context);

/* Words for reading what players write: kinds of a game ("verb", "sea", …)
 * or, with game NULL, the desk's ("command", "setting", "or" …), ranked for
 * the language. Borrowed, lives with texts. */
const struct names *texts_names(const struct texts *t, const char *game, const char *lang);

/* A word or phrase of words.json "phrases", for what C must say itself (months,
 * weekdays, "in 2 days"). Falls back to English, then to the key. Borrowed. */
const char *texts_phrase(const struct texts *t, const char *lang, const char *key);

#endif
