/* SPDX-License-Identifier: MIT */
#ifndef TEXT_ROOM_H
#define TEXT_ROOM_H

/* What texts.c, words.c, dress.c and moment.c share: the tables behind a
 * struct texts. Private to text/. */

#include <stddef.h>

#include "base/buf.h"
#include "game/names.h"
#include "text/mustache.h"

struct cJSON;

struct template
{
	char *name;              /* owned: "mail/turn" */
	struct mustache *parsed; /* owned */
};

struct language {
	char *code;          /* owned: "en" */
	struct template *at; /* owned, sorted by name */
	size_t n;
	struct cJSON *words; /* owned; NULL: no words.json */
};

/* The words of one game (or the desk's), ranked for one language. */
struct wordlist {
	const char *section; /* "desk", "atlantic-star"; borrowed */
	const char *lang;    /* borrowed */
	struct names names;  /* at is owned */
};

struct texts {
	struct language *lang; /* owned; [0] is English */
	size_t n;
	struct wordlist *list; /* owned */
	size_t n_lists;
	/* owned: the words the lists point to */
	char **folded;
	size_t n_folded;
};

/* The language, or English if there is no such. */
const struct language *language_find(const struct texts *t, const char *code);

/* Whether English has every template and the words that the program was built
 * with, every partial that any template names is there, and none is a part of
 * itself. ERR_GIVEUP if not. */
int texts_check(const struct texts *t, const char *dir, struct err *e);
/* The templates, made from templates/local.mk, and "phrases/in", "desk/command"
 * and so on of words.json; NULL behind the last. */
extern const char *const texts_needed[], *const texts_words[];

/* What a language has for a thing, as it may be written: a word, the first of a
 * list, or the "name" of an object of forms. NULL: nothing. */
const char *room_word(const struct cJSON *thing);
/* Fills t->list from the words of all languages. */
void words_build(struct texts *t);
void words_release(struct texts *t);

/* As texts_localise, one thing of a move: "transit" -> "doorvoer". */
bool words_localise(const struct texts *t, const char *lang, const char *game,
    const char *id, struct buf *out);

#endif
