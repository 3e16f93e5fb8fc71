/* SPDX-License-Identifier: MIT */
#include "game/named.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "game/args.h"
#include "game/verbs_own.h"

/* More arguments than any event has that is no shuffle. */
enum { SHUFFLE = 24, NAME_ROOM = 32 };

struct args_naming {
	const struct game_data *d;
	const struct event *ev;
	named_arg *tell;
	void *ctx;
	struct buf text;
	bool own; /* the game writes some itself */
};

static void
tell_text(struct args_naming *n, const char *name, struct slice text)
{
	buf_clear(&n->text);
	buf_add(&n->text, text.at, text.len);
	n->tell(n->ctx, name, buf_text(&n->text), 0);
}

/* A name for what has no key: what a log has before it (" top="), or its
 * kind. */
static const char *
name_of(const struct verb_walk *w, char room[NAME_ROOM])
{
	const char *log = w->at->log != NULL ? w->at->log : "";
	size_t n = strcspn(log += *log == ' ', "=");

	if (w->at->key != NULL)
		return w->at->key;
	if (n > 0 && n < NAME_ROOM && log[n] == '=') {
		memcpy(room, log, n);
		room[n] = '\0';
		return room;
	}
	return w->thing != NULL      ? w->thing->name :
	    w->at->kind == VERB_SEAT ? "seat" :
				       "number";
}

/* " give" of a list of counts: whose they are. */
static void
name_count(const struct verb_walk *w, const struct args_naming *n, int i,
    struct buf *out)
{
	const char *of = w->at->log;

	while (of != NULL && *of == ' ')
		of++;
	buf_clear(out);
	if (of != NULL && *of != '\0')
		buf_printf(out, "%s.", of);
	buf_str(out, verb_thing_id(w->thing, n->d, i));
}

static void
name_counts(const struct verb_walk *w, struct args_naming *n)
{
	struct buf name = BUF_INIT;

	for (int i = 0; i < w->thing->n; i++) {
		if (n->ev->arg[w->i + i] == 0)
			continue;
		name_count(w, n, i, &name);
		n->tell(n->ctx, buf_text(&name), NULL, n->ev->arg[w->i + i]);
	}
	buf_release(&name);
}

static void
name_put(const struct verb_walk *w, struct args_naming *n)
{
	struct buf text = BUF_INIT;
	const char *value;
	char room[NAME_ROOM];

	w->thing->put(n->d, n->ev->arg, w->i, &text);
	value = buf_text(&text);
	while (*value == ' ')
		value++;
	if (*value != '\0')
		n->tell(n->ctx, name_of(w, room), value, 0);
	buf_release(&text);
}

static void
name_number(const struct verb_walk *w, struct args_naming *n)
{
	int32_t unit = 1;
	char room[NAME_ROOM];

	if (w->thing != NULL)
		memcpy(&unit, (const char *)n->d + w->thing->at, sizeof unit);
	n->tell(n->ctx, name_of(w, room), NULL, (long)n->ev->arg[w->i] * unit);
}

static void
name_arg(const struct verb_walk *w, struct args_naming *n)
{
	const struct verb_thing *t = w->thing;
	int arg = n->ev->arg[w->i];
	char room[NAME_ROOM];

	n->own |= w->at->log == NULL;
	if (w->at->how & VERB_BY_SEAT)
		n->tell(n->ctx, "seat", seat_id(w->item + 1), 0);
	if (verb_is_counts(w->at))
		name_counts(w, n);
	else if (w->at->kind == VERB_SEAT)
		n->tell(n->ctx, name_of(w, room), seat_id(arg), 0);
	else if (t != NULL && t->put != NULL)
		name_put(w, n);
	else if (t != NULL && (t->stride != 0 || t->word != NULL))
		n->tell(n->ctx, name_of(w, room), verb_thing_id(t, n->d, arg),
		    0);
	else if (w->at->log != NULL)
		name_number(w, n);
}

static void
name_row(const struct verbs *v, struct args_naming *n)
{
	const struct verb *row = &v->of[n->ev->kind][n->ev->verb];

	for (struct verb_walk w = { .v = v, .at = row->arg };
	    verb_walk_on(&w, w.i < n->ev->n); verb_walk_past(&w))
		name_arg(&w, n);
}

/* The word behind the verb as it stands: a card, or what is ordered. */
static void
name_word(struct args_naming *n, struct slice words)
{
	const char *end = words.at + words.len, *to;
	const char *at = memchr(words.at, ' ', words.len);

	if (at == NULL)
		return;
	at++;
	to = memchr(at, ' ', (size_t)(end - at));
	tell_text(n, "word",
	    (struct slice){ at, (size_t)((to != NULL ? to : end) - at) });
}

/* A word that is a number, and is written so again. */
static bool
is_number(struct slice word, long *n)
{
	*n = 0;
	for (size_t i = 0; i < word.len; i++) {
		if (!utf8_digit(word.at[i]))
			return false;
		*n = 10 * *n + word.at[i] - '0';
	}
	return word.len > 0 && word.len <= 9 &&
	    (word.at[0] != '0' || word.len == 1);
}

/* An argument of the operator's by its key, if it has one, or what it is. */
static void
name_operand(struct args_naming *n, struct slice key, struct slice value,
    bool quoted)
{
	struct buf name = BUF_INIT;
	long number;
	bool is = !quoted && is_number(value, &number);

	if (key.len > 0)
		buf_add(&name, key.at, key.len);
	else
		buf_str(&name,
		    is                                     ? "number" :
			seat_read(value.at, value.len) > 0 ? "seat" :
							     "text");
	if (is)
		n->tell(n->ctx, buf_text(&name), NULL, number);
	else
		tell_text(n, buf_text(&name), value);
	buf_release(&name);
}

/* "entropy p2 \"words\"", "set-clock key=value", "undo 7". */
static void
name_operator(struct args_naming *n, struct slice words)
{
	struct buf scratch = BUF_INIT;
	size_t verb = args_word_len(words.at, words.len);
	struct slice rest = { words.at + verb, words.len - verb }, word;
	int kind;

	if (rest.len > 0) {
		rest.at++;
		rest.len--;
	}
	while ((kind = args_next(&rest, &word, &scratch)) > 0) {
		const char *is = kind == 1 ? memchr(word.at, '=', word.len) :
					     NULL;
		struct slice key = { word.at, 0 };

		if (is != NULL) {
			key.len = (size_t)(is - word.at);
			word = (struct slice){ is + 1, word.len - key.len - 1 };
		}
		name_operand(n, key, word, kind != 1);
	}
	buf_release(&scratch);
}

void
named_args(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int actor, const char *words, size_t len, named_arg *tell,
    void *ctx)
{
	struct event ev;
	struct args_naming n = { .d = d, .ev = &ev, .tell = tell, .ctx = ctx };
	struct slice all = { words, len };
	struct move m;

	if (actor < 0) {
		name_operator(&n, all);
	} else if (actor == 0) {
		if (rules->chance_read(d, words, len, &ev) == 0 &&
		    ev.n < SHUFFLE)
			name_row(verbs_of(d), &n);
	} else if (rules->read(d, pos, actor, words, len, &m) == 0) {
		event_from_move(&ev, actor, &m);
		name_row(verbs_of(d), &n);
		if (n.own)
			name_word(&n, all);
	}
	buf_release(&n.text);
}

/* The row of a verb; NULL: there is none. */
static const struct verb *
row_named(const struct verbs *v, int actor, const char *verb)
{
	int kind = actor > 0 ? EVENT_MOVE : EVENT_CHANCE;

	for (int i = 1; i < v->n[kind]; i++)
		if (v->of[kind][i].word != NULL &&
		    strcmp(v->of[kind][i].word, verb) == 0)
			return &v->of[kind][i];
	return NULL;
}

bool
named_verb(const struct game_data *d, int actor, const char *verb)
{
	/* T11 */
	static const char *const operator[] = {
		"undo",
		"entropy",
		"beacon",
		"set-clock",
		"eject",
		"replace",
		"rename",
		"cancel"
	};

	if (actor >= 0)
		return row_named(verbs_of(d), actor, verb) != NULL;
	for (size_t i = 0; i < sizeof operator/ sizeof operator[0]; i++)
		if (strcmp(operator[i], verb) == 0)
			return true;
	return false;
}

static bool
is_count_named(const struct verb_walk *w, const struct game_data *d,
    const char *name)
{
	struct args_naming n = { .d = d };
	struct buf is = BUF_INIT;
	bool found = false;

	for (int i = 0; i < w->thing->n && !found; i++) {
		name_count(w, &n, i, &is);
		found = strcmp(buf_text(&is), name) == 0;
	}
	buf_release(&is);
	return found;
}

static bool
is_named(const struct verb_walk *w, const struct game_data *d, const char *name)
{
	char room[NAME_ROOM];

	if ((w->at->log == NULL && strcmp(name, "word") == 0) ||
	    (w->at->how & VERB_BY_SEAT && strcmp(name, "seat") == 0))
		return true;
	return verb_is_counts(w->at) ? is_count_named(w, d, name) :
				       strcmp(name_of(w, room), name) == 0;
}

bool
named_arg_of(const struct game_data *d, int actor, const char *verb,
    const char *name)
{
	const struct verbs *v = verbs_of(d);
	const struct verb *row = row_named(v, actor, verb);

	if (actor < 0)
		return true;
	if (row == NULL)
		return false;
	/* of a list the first item has all names */
	for (struct verb_walk w = { .v = v, .at = row->arg };
	    verb_walk_on(&w, true) && w.item == 0; verb_walk_past(&w))
		if (is_named(&w, d, name))
			return true;
	return false;
}

bool
named_option(const struct game_data *d, const char *key)
{
	const struct verbs *v = verbs_of(d);

	for (size_t i = 0; i < sizeof v->option / sizeof v->option[0]; i++)
		if (v->option[i] != NULL && strcmp(v->option[i], key) == 0)
			return true;
	return options_common(key);
}

void
named_figure(const char *key, const char *member, char out[NAMED_FIGURE])
{
	(void)snprintf(out, NAMED_FIGURE, "%s%s%s", key,
	    member != NULL ? "_" : "", member != NULL ? member : "");
	for (char *p = out; *p != '\0'; p++)
		if (!((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9')))
			*p = '_';
}

static bool
is_figure(const char *name, const char *key, const char *member)
{
	char is[NAMED_FIGURE];

	named_figure(key, member, is);
	return strcmp(is, name) == 0;
}

/* "products_fries": the key of counts is their thing's name and an s. */
static bool
is_count_of(const struct game_data *d, const char *name, const char *key)
{
	const struct verb_thing *t = verbs_of(d)->thing;
	size_t len = strlen(key) - 1;

	while (t->name != NULL &&
	    (strlen(t->name) != len || strncmp(t->name, key, len) != 0))
		t++;
	for (int i = 0; t->name != NULL && i < t->n; i++)
		if (is_figure(name, key, verb_thing_id(t, d, i)))
			return true;
	return false;
}

static bool
has_figure(const cJSON *fact, const struct game_data *d, const char *name)
{
	const cJSON *one;

	if (!cJSON_IsObject(fact))
		return (cJSON_IsNumber(fact) || cJSON_IsArray(fact)) &&
		    is_figure(name, fact->string, NULL);
	if (fact->child == NULL)
		return is_count_of(d, name, fact->string);
	cJSON_ArrayForEach(one, fact) {
		if ((cJSON_IsNumber(one) || cJSON_IsArray(one)) &&
		    is_figure(name, fact->string, one->string))
			return true;
	}
	return false;
}

bool
named_has_figure(const struct game_kind *kind, const char *name)
{
	const struct options none = { .n = 0 };
	void *pos = mem_zero(1, kind->rules->position_size);
	struct buf text = BUF_INIT;
	bool has = false;
	const cJSON *fact;
	struct json j;
	struct err e;
	cJSON *facts;

	if (game_setup(kind->rules, kind->data, kind->rules->min_seats, &none,
		pos, &e) != 0)
		abort();
	json_init(&j, &text);
	kind->rules->facts(kind->data, pos, ARCHIVE, &j);
	facts = cJSON_Parse(buf_text(&text));
	cJSON_ArrayForEach(fact, tree_get(tree_get(facts, "seats"), "p1"))
		has = has || has_figure(fact, kind->data, name);
	cJSON_Delete(facts);
	buf_release(&text);
	free(pos);
	return has;
}
