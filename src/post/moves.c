/* SPDX-License-Identifier: MIT */

/* The moves of a seat as a mail lists them. A move is numbered unless it is
 * one of a family; the number stands for the move on that board alone. */

#include <cjson/cJSON.h>

#include "game/tree.h"
#include "post/words.h"
#include "text/markdown.h"
#include "text/texts.h"

enum { EXAMPLE_MAX = 30 };

struct move_listing {
	const struct game_kind *kind;
	const void *pos;
	void *seen; /* owned: what the seat sees of it */
	int seat;
	const char *link; /* "mailto:…&body=", NULL: no links */
	cJSON *all, *ctx;
	cJSON *family;  /* open one */
	char name[128]; /* its name */
	int count, number, links;
	struct buf text;
	cJSON *move;               /* owned: the one last described */
	bool none;                 /* it does nothing */
	const struct texts *texts; /* NULL: in canonical words */
	const char *lang;
};

void
words_move(const struct texts *t, const char *lang, const struct game_kind *k,
    const void *pos, int seat, struct buf *text)
{
	const char *game = k->rules->name;
	struct buf said = BUF_INIT, again = BUF_INIT;
	struct refusal why = { 0 };
	struct move mv;

	if (texts_localise(t, lang, game, buf_text(text), &said) &&
	    k->rules->parse(k->data, pos, seat, texts_names(t, game, lang),
		said.data, &mv, &why) == 0) {
		k->rules->format(k->data, pos, seat, &mv, &again);
		if (strcmp(buf_text(&again), buf_text(text)) == 0) {
			buf_clear(text);
			buf_str(text, said.data);
		}
	}
	buf_release(&said);
	buf_release(&again);
}

void
words_made(const struct texts *t, const char *lang, const char *game,
    const char *canonical, struct buf *out)
{
	if (!texts_localise(t, lang, game, canonical, out))
		buf_str(out, canonical);
}

static void
release(struct move_listing *l)
{
	free(l->seen);
	buf_release(&l->text);
	cJSON_Delete(l->move);
}

static void
describe(struct move_listing *l, const struct move *mv)
{
	const struct game_kind *k = l->kind;

	cJSON_Delete(l->move);
	l->move = cJSON_CreateObject();
	k->rules->describe(k->data, l->seen, l->seat, mv, l->move);
	l->none = tree_get(l->move, "none") != NULL;
	buf_clear(&l->text);
	k->rules->format(k->data, l->pos, l->seat, mv, &l->text);
	if (l->texts != NULL)
		words_move(l->texts, l->lang, k, l->pos, l->seat, &l->text);
}

/* The family of the move last described, "" for none. */
static void
family_of(const struct move_listing *l, char *out, size_t size)
{
	const char *family = tree_str(l->move, "family");

	snprintf(out, size, "%s", family != NULL ? family : "");
}

static void
add_link(struct move_listing *l, cJSON *o, const char *text)
{
	struct buf b = BUF_INIT;

	if (l->link == NULL || l->links == HTML_LINKS_MAX)
		return;
	l->links++;
	buf_str(&b, l->link);
	words_percent(text, &b);
	cJSON_AddStringToObject(o, "link", b.data);
	buf_release(&b);
}

static void
add_by_verb(struct move_listing *l, cJSON *o)
{
	const char *verb =
	    cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "verb"));
	cJSON *group, *items;

	if (verb == NULL)
		return;
	group = cJSON_GetObjectItemCaseSensitive(l->ctx, verb);
	if (group == NULL) {
		group = cJSON_AddObjectToObject(l->ctx, verb);
		cJSON_AddArrayToObject(group, "items");
	}
	items = cJSON_GetObjectItemCaseSensitive(group, "items");
	cJSON_AddItemReferenceToArray(items, o);
}

/* Closes the open family: its last member and how many there are. */
static void
close_family(struct move_listing *l, const char *last)
{
	if (l->family == NULL)
		return;
	cJSON_AddStringToObject(l->family, "last", last);
	cJSON_AddNumberToObject(l->family, "count", l->count);
	l->family = NULL;
	l->name[0] = '\0';
}

static void
add_move(struct move_listing *l, const char *family)
{
	cJSON *o = l->move;
	const char *text = buf_text(&l->text);

	l->move = NULL;
	cJSON_AddStringToObject(o, "text", text);
	add_link(l, o, text);
	if (*family) {
		cJSON_AddStringToObject(o, "first", text);
		l->family = o;
		l->count = 1;
		snprintf(l->name, sizeof l->name, "%s", family);
	} else {
		cJSON_AddNumberToObject(o, "n", ++l->number);
	}
	cJSON_AddItemToArray(l->all, o);
}

/* The same objects once more: numbered ones, and by verb. */
static void
share(struct move_listing *l)
{
	cJSON *moves = cJSON_AddArrayToObject(l->ctx, "moves"), *o;

	cJSON_ArrayForEach(o, l->all) {
		if (cJSON_HasObjectItem(o, "n"))
			cJSON_AddItemReferenceToArray(moves, o);
		add_by_verb(l, o);
	}
}

/* Of the first verb that takes more words the last move that does something:
 * it stands where a telephone shows it, so it must be no bad advice. Until
 * there is a good one the first that there is. */
static void
offer_example(const struct move_listing *l, struct buf *example, bool *good)
{
	const char *text = buf_text(&l->text);
	size_t verb = strcspn(text, " ");
	bool better = text[verb] && l->text.len <= EXAMPLE_MAX && !l->none;

	if (*good && strncmp(buf_text(example), text, verb + 1) != 0)
		better = false;
	if (example->len && !better)
		return;
	buf_clear(example);
	buf_str(example, text);
	*good = better;
}

void
moves_list(struct match *m, const struct reader *r, const char *link,
    cJSON *ctx, struct buf *example)
{
	struct move_listing l = { .kind = m->kind,
		.pos = table_position(m->table),
		.seat = r->seat,
		.link = link,
		.ctx = ctx,
		.texts = m->club->texts,
		.lang = r->lang };
	struct moves legal = MOVES_INIT;
	struct buf last = BUF_INIT;
	char family[128];
	bool good = false;

	l.seen = game_seen(l.kind, l.pos, l.seat);
	l.all = cJSON_AddArrayToObject(ctx, "all");
	m->kind->rules->legal(m->kind->data, l.pos, r->seat, &legal);
	for (int i = 0; i < legal.n; i++) {
		describe(&l, &legal.at[i]);
		family_of(&l, family, sizeof family);
		if (l.family != NULL && strcmp(family, l.name) == 0) {
			l.count++;
		} else {
			close_family(&l, buf_text(&last));
			add_move(&l, family);
		}
		buf_clear(&last);
		buf_str(&last, buf_text(&l.text));
		if (!*family && example != NULL)
			offer_example(&l, example, &good);
	}
	close_family(&l, buf_text(&last));
	words_dress(m, r, l.all);
	share(&l);
	moves_release(&legal);
	buf_release(&last);
	release(&l);
}

void
moves_each(struct match *m, int seat, const char *lang,
    void (*each)(void *arg, int n, const char *text), void *arg)
{
	struct move_listing l = { .kind = m->kind,
		.pos = table_position(m->table),
		.seat = seat,
		.texts = m->club->texts,
		.lang = lang };
	struct moves legal = MOVES_INIT;
	char family[128];
	int n = 0;

	l.seen = game_seen(l.kind, l.pos, seat);
	m->kind->rules->legal(m->kind->data, l.pos, seat, &legal);
	for (int i = 0; i < legal.n; i++) {
		describe(&l, &legal.at[i]);
		family_of(&l, family, sizeof family);
		each(arg, *family ? 0 : ++n, buf_text(&l.text));
	}
	moves_release(&legal);
	release(&l);
}

static int
walk_numbers(const struct game_kind *kind, const void *pos, int seat,
    long wanted, struct move *out)
{
	struct move_listing l = { .kind = kind, .pos = pos, .seat = seat };
	struct moves legal = MOVES_INIT;
	char family[128];
	int n = 0;

	l.seen = game_seen(kind, pos, seat);
	kind->rules->legal(kind->data, pos, seat, &legal);
	for (int i = 0; i < legal.n && (!wanted || n < wanted); i++) {
		describe(&l, &legal.at[i]);
		family_of(&l, family, sizeof family);
		if (!*family && ++n == wanted)
			*out = legal.at[i];
	}
	moves_release(&legal);
	release(&l);
	return n;
}

int
numbered_move(const struct game_kind *kind, const void *pos, int seat,
    long number, struct move *out)
{
	if (number < 1)
		return -1;
	return walk_numbers(kind, pos, seat, number, out) == number ? 0 : -1;
}

int
numbered_count(const struct game_kind *kind, const void *pos, int seat)
{
	struct move unused;

	return walk_numbers(kind, pos, seat, 0, &unused);
}
