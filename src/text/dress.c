/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <ctype.h>
#include <string.h>

#include "base/tree.h"
#include "text/drawing.h"
#include "text/room.h"
#include "text/texts.h"

enum {
	KEY_MAX = 80,
	DRESS_DEPTH = 32,
	KINDS = 24,
	/* "names" of the game and the desk's are tried before title(), the
	 * other three after it. */
	BEFORE = 2,
	SOURCES = 5
};

/* The things of one kind. */
struct kind_names {
	const char *kind;             /* borrowed from the context */
	const cJSON *things[SOURCES]; /* NULL: the source has none */
};

/* What is looked up for every member, found once: "names" and the words of
 * the game, the desk's names, in the reader's language and in English; and
 * of these the kinds met last, for a context has few. */
struct name_sources {
	const struct dress *d;
	const cJSON *source[SOURCES];
	const struct texts *texts;
	bool said; /* moves in words of the language */
	struct kind_names kind[KINDS];
	int kinds;
};

/* A kind that is a text is another word for that kind. */
static const cJSON *
things_in(const cJSON *source, const char *kind)
{
	const cJSON *things = tree_get(source, kind);

	if (cJSON_IsString(things))
		things = tree_get(source, things->valuestring);
	return cJSON_IsObject(things) ? things : NULL;
}

static const struct kind_names *
names_of_kind(struct name_sources *w, const char *kind)
{
	struct kind_names *k;

	for (int i = 0; i < w->kinds && i < KINDS; i++)
		if (w->kind[i].kind[0] == kind[0] &&
		    strcmp(w->kind[i].kind, kind) == 0)
			return &w->kind[i];
	k = &w->kind[w->kinds++ % KINDS];
	k->kind = kind;
	for (int i = 0; i < SOURCES; i++)
		k->things[i] = things_in(w->source[i], kind);
	return k;
}

static const char *
name_of(const struct name_sources *w, const struct kind_names *k,
    const char *id)
{
	const struct dress *d = w->d;
	const char *name = NULL;

	for (int i = 0; name == NULL && i < BEFORE; i++)
		name = room_word(tree_get(k->things[i], id));
	if (name == NULL && d->title != NULL)
		name = d->title(d->data, k->kind, id);
	for (int i = BEFORE; name == NULL && i < SOURCES; i++)
		name = room_word(tree_get(k->things[i], id));
	return name;
}

static bool
has(const cJSON *object, const char *key)
{
	for (const cJSON *c = object->child; c; c = c->next)
		if (c->string[0] == key[0] && strcmp(c->string, key) == 0)
			return true;
	return false;
}

/* "<key><suffix>", or nothing if it is too long for a key of ours. */
static const char *
sister(const char *key, const char *suffix, char name[KEY_MAX])
{
	size_t a = strlen(key), b = strlen(suffix);

	if (a + b >= KEY_MAX)
		return NULL;
	memcpy(name, key, a);
	memcpy(name + a, suffix, b + 1);
	return name;
}

static void
add_name(cJSON *object, const char *key, const char *value)
{
	char name[KEY_MAX];

	if (sister(key, "_name", name) != NULL && !has(object, name))
		cJSON_AddStringToObject(object, name, value);
}

/* What a language needs besides the name: "sea":"baltic" with the form "of"
 * gets "sea_of":"del Baltico". */
static void
add_forms(const struct kind_names *k, cJSON *object, const char *key,
    const char *id)
{
	const cJSON *v = tree_get(k->things[0], id), *form;
	char name[KEY_MAX], tail[KEY_MAX];

	if (v == NULL)
		v = tree_get(k->things[1], id);
	if (!cJSON_IsObject(v))
		return;
	cJSON_ArrayForEach(form, v) {
		if (strcmp(form->string, "name") == 0 ||
		    !cJSON_IsString(form) ||
		    sister("_", form->string, tail) == NULL ||
		    sister(key, tail, name) == NULL || has(object, name))
			continue;
		cJSON_AddStringToObject(object, name, form->valuestring);
	}
}

static void
add_you(cJSON *object, const char *key, bool you)
{
	char own[KEY_MAX];
	const char *name = strcmp(key, "seat") == 0 ? "you" :
						      sister(key, "_you", own);

	if (name != NULL && !has(object, name))
		cJSON_AddBoolToObject(object, name, you);
}

/* A move as it is sent, in the reader's words. */
static void
say_move(const struct name_sources *w, cJSON *v)
{
	struct buf b = BUF_INIT;

	if (texts_localise(w->texts, w->d->lang, w->d->game, v->valuestring,
		&b))
		cJSON_SetValuestring(v, b.data);
	buf_release(&b);
}

/* A thing as a move names it: "id", "to_id". */
static bool
is_said(const char *key)
{
	size_t n = strlen(key);

	return strcmp(key, "id") == 0 ||
	    (n > 3 && strcmp(key + n - 3, "_id") == 0);
}

static void
say_thing(const struct name_sources *w, cJSON *v)
{
	struct buf b = BUF_INIT;

	if (words_localise(w->texts, w->d->lang, w->d->game, v->valuestring,
		&b))
		cJSON_SetValuestring(v, b.data);
	buf_release(&b);
}

static void
dress_member(struct name_sources *w, cJSON *object, cJSON *v)
{
	const char *key = v->string, *id = v->valuestring, *name;
	const struct kind_names *k;
	int seat = seat_read(id, strlen(id));

	if (w->said && w->d->game != NULL && strcmp(key, "words") == 0) {
		say_move(w, v);
		return;
	}
	if (seat) {
		name = w->d->who != NULL ? w->d->who[seat] : NULL;
		add_name(object, key, name != NULL ? name : id);
		add_you(object, key, seat == w->d->reader);
		return;
	}
	k = names_of_kind(w, key);
	name = name_of(w, k, id);
	if (name != NULL)
		add_name(object, key, name);
	add_forms(k, object, key, id);
	if (w->said && w->d->game != NULL && is_said(key))
		say_thing(w, v);
}

static void
dress_tree(struct name_sources *w, cJSON *v, int depth)
{
	cJSON *last, *next;

	if (v == NULL || !v->child || depth > DRESS_DEPTH)
		return;
	/* What is added goes to the end, behind what was there. */
	for (last = v->child; last->next;)
		last = last->next;
	for (cJSON *c = v->child; c; c = next) {
		next = c == last ? NULL : c->next;
		if (cJSON_IsObject(c) || cJSON_IsArray(c))
			dress_tree(w, c, depth + 1);
		else if (cJSON_IsString(c) && c->string)
			dress_member(w, v, c);
	}
}

void
texts_dress(const struct texts *t, const struct dress *d, struct cJSON *context)
{
	const cJSON *own = language_find(t, d->lang)->words;
	const cJSON *english = t->lang[0].words;
	struct name_sources w = { .d = d, .texts = t, .said = own != english };

	w.source[0] = d->game != NULL ?
	    tree_get(tree_get(own, d->game), "names") :
	    NULL;
	w.source[1] = tree_get(tree_get(own, "desk"), "names");
	w.source[2] = d->game != NULL ?
	    tree_get(tree_get(english, d->game), "names") :
	    NULL;
	w.source[3] = d->game != NULL ? tree_get(own, d->game) : NULL;
	w.source[4] = d->game != NULL ? tree_get(english, d->game) : NULL;
	dress_tree(&w, context, 0);
}

/* Whether n letters of a point's word mean its thing and no other, in the
 * order in which a game looks for it: an id, a word, the beginning of an id. */
static bool
tells_apart(const struct names *names, const struct drawing *all,
    const struct drawing_point *p, const char *word, size_t n)
{
	const char *id;

	for (size_t i = 0; i < all->n_points; i++) {
		const struct drawing_point *other = &all->points[i];

		if (strcmp(other->kind, p->kind) == 0 &&
		    strcmp(other->id, p->id) != 0 &&
		    strncmp(other->id, word, n) == 0)
			return false;
	}
	return names_find(names, p->kind, word, n, 1, &id) == NAME_FOUND &&
	    strcmp(id, p->id) == 0;
}

static bool
is_ascii(const char *s)
{
	while (*s && (unsigned char)*s < 0x80)
		s++;
	return *s == '\0';
}

/* The fewest letters of one of the thing's words in the reader's language
 * that mean it. */
static void
label_point(const struct names *names, const struct drawing *all,
    struct drawing_point *p)
{
	size_t best = sizeof p->label, n;

	for (size_t i = 0; i < names->n; i++) {
		const struct name *own = &names->at[i];
		size_t len = strlen(own->word);

		if (own->rank > 0 || strcmp(own->kind, p->kind) != 0 ||
		    strcmp(own->id, p->id) != 0 || !is_ascii(own->word))
			continue;
		n = p->cut > 0 && (size_t)p->cut < len ? (size_t)p->cut : len;
		while (n < len && !tells_apart(names, all, p, own->word, n))
			n++;
		if (n >= best)
			continue;
		best = n;
		(void)snprintf(p->label, sizeof p->label, "%.*s", (int)n,
		    own->word);
	}
	for (char *c = p->label; *c && (c == p->label || p->cut == 0); c++)
		*c = (char)toupper((unsigned char)*c);
}

void
texts_dress_drawing(const struct texts *t, const struct dress *d, bool labels,
    struct drawing *out)
{
	const cJSON *kinds = tree_get(tree_get(language_find(t, d->lang)->words,
					  d->game),
	    "names");
	const struct names *names = texts_names(t, d->game, d->lang);

	for (size_t i = 0; i < out->n_points; i++) {
		struct drawing_point *p = &out->points[i];
		const char *word = room_word(tree_get(things_in(kinds, p->kind),
		    p->id));

		if (word != NULL && labels)
			label_point(names, out, p);
		if (word != NULL && p->cut > 0 && strlen(word) < sizeof p->name)
			(void)snprintf(p->name, sizeof p->name, "%s", word);
	}
}
