/* SPDX-License-Identifier: MIT */

/* The moves of a seat as a mail lists them. A move is numbered unless it is
 * one of a family; the number stands for the move on that board alone. */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "post/words.h"
#include "text/texts.h"

/* Links of one list. */
enum { EXAMPLE_MAX = 30, LINKS = 60 };

/* Moves that are listed as one. */
struct move_family {
	const char *name; /* borrowed of first, as long as that lives */
	cJSON *first;     /* borrowed: of the list */
	struct buf last;  /* the words of the last */
	int count;
};

struct move_listing {
	const struct game_kind *kind;
	const void *pos;
	void *seen; /* owned: what the seat sees of it */
	int seat;
	const char *link; /* "mailto:…&body=", NULL: no links */
	cJSON *all, *ctx;
	struct move_family *family; /* owned */
	int families, number, links;
	struct buf canonical,
	    text;                  /* its words, as the log and a mail has it */
	cJSON *move;               /* owned: the one last described */
	bool none;                 /* it does nothing */
	const struct texts *texts; /* NULL: in canonical words */
	const char *lang;
};

/* Puts text, which means what canonical does, into the reader's words, if those
 * are read as the same move. */
static void
localise(const struct texts *t, const char *lang, const struct game_kind *k,
    const void *pos, int seat, const char *canonical, struct buf *text)
{
	const char *game = k->rules->name;
	struct buf said = BUF_INIT, again = BUF_INIT;
	struct refusal why = { 0 };
	struct move mv;

	if (texts_localise(t, lang, game, buf_text(text), &said) &&
	    k->rules->parse(k->data, pos, seat, texts_names(t, game, lang),
		said.data, &mv, &why) == 0) {
		k->rules->format(k->data, pos, seat, &mv, &again);
		if (strcmp(buf_text(&again), canonical) == 0) {
			buf_clear(text);
			buf_str(text, said.data);
		}
	}
	buf_release(&said);
	buf_release(&again);
}

void
words_move(const struct texts *t, const char *lang, const struct game_kind *k,
    const void *pos, int seat, struct buf *text)
{
	char *canonical = mem_dup(buf_text(text));

	localise(t, lang, k, pos, seat, canonical, text);
	free(canonical);
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
	buf_release(&l->canonical);
	buf_release(&l->text);
	cJSON_Delete(l->move);
	for (int i = 0; i < l->families; i++)
		buf_release(&l->family[i].last);
	free(l->family);
}

static void
describe(struct move_listing *l, const struct move *mv)
{
	const struct game_kind *k = l->kind;
	const char *say;

	cJSON_Delete(l->move);
	l->move = cJSON_CreateObject();
	k->rules->describe(k->data, l->seen, l->seat, mv, l->move);
	l->none = tree_get(l->move, "none") != NULL;
	say = tree_str(l->move, "say");
	buf_clear(&l->canonical);
	k->rules->format(k->data, l->pos, l->seat, mv, &l->canonical);
	buf_clear(&l->text);
	buf_str(&l->text, say != NULL ? say : buf_text(&l->canonical));
	if (l->texts != NULL)
		localise(l->texts, l->lang, k, l->pos, l->seat,
		    buf_text(&l->canonical), &l->text);
}

static void
add_link(struct move_listing *l, cJSON *o, const char *text)
{
	struct buf b = BUF_INIT;

	if (l->link == NULL || l->links == LINKS)
		return;
	l->links++;
	buf_str(&b, l->link);
	words_percent(text, &b);
	tree_add_str(o, "link", b.data);
	buf_release(&b);
}

/* Moves that follow each other with the same "row" stand in one. */
static void
add_to_row(cJSON *group, cJSON *o)
{
	const char *name = tree_str(o, "row");
	cJSON *rows = cJSON_GetObjectItemCaseSensitive(group, "rows"), *row;

	if (name == NULL)
		return;
	if (rows == NULL)
		rows = tree_list(group, "rows");
	row = cJSON_GetArrayItem(rows, cJSON_GetArraySize(rows) - 1);
	if (row == NULL || strcmp(tree_str(row, "row"), name) != 0) {
		row = tree_member(rows);
		tree_add_str(row, "row", name);
		tree_list(row, "items");
	}
	cJSON_AddItemReferenceToArray(cJSON_GetObjectItemCaseSensitive(row,
					  "items"),
	    o);
}

static void
add_by_verb(struct move_listing *l, cJSON *o)
{
	const char *verb = tree_get(o, "none") != NULL ? "nothing" :
							 tree_str(o, "verb");
	cJSON *group, *items;

	if (verb == NULL)
		return;
	group = cJSON_GetObjectItemCaseSensitive(l->ctx, verb);
	if (group == NULL) {
		group = cJSON_AddObjectToObject(l->ctx, verb);
		tree_list(group, "items");
	}
	if (!cJSON_HasObjectItem(o, "n")) {
		cJSON *others = cJSON_GetObjectItemCaseSensitive(group,
		    "others");

		cJSON_AddItemReferenceToArray(
		    others != NULL ? others : tree_list(group, "others"), o);
	}
	items = cJSON_GetObjectItemCaseSensitive(group, "items");
	cJSON_AddItemReferenceToArray(items, o);
	add_to_row(group, o);
}

/* The family of a name; NULL: none has begun. */
static struct move_family *
family_named(struct move_listing *l, const char *name)
{
	for (int i = l->families; i-- > 0;)
		if (strcmp(l->family[i].name, name) == 0)
			return &l->family[i];
	return NULL;
}

static void
join_family(struct move_family *f, const char *text)
{
	f->count++;
	buf_clear(&f->last);
	buf_str(&f->last, text);
}

static void
add_move(struct move_listing *l)
{
	cJSON *o = l->move;
	const char *text = buf_text(&l->text), *family = tree_str(o, "family");

	l->move = NULL;
	tree_add_str(o, "text", text);
	add_link(l, o, text);
	if (family != NULL) {
		tree_add_str(o, "first", text);
		l->family = mem_more(l->family, (size_t)l->families,
		    sizeof *l->family);
		l->family[l->families] = (struct move_family){ .name = family,
			.first = o };
		join_family(&l->family[l->families++], text);
	} else {
		tree_add_int(o, "n", ++l->number);
	}
	cJSON_AddItemToArray(l->all, o);
}

/* What each family comes to. */
static void
close_families(struct move_listing *l)
{
	for (int i = 0; i < l->families; i++) {
		struct move_family *f = &l->family[i];

		tree_add_str(f->first, "last", buf_text(&f->last));
		tree_add_int(f->first, "count", f->count);
	}
}

/* The same objects once more: numbered ones, and by verb. */
static void
share(struct move_listing *l)
{
	cJSON *moves = tree_list(l->ctx, "moves"), *o;

	cJSON_ArrayForEach(o, l->all) {
		if (cJSON_HasObjectItem(o, "n"))
			cJSON_AddItemReferenceToArray(moves, o);
		add_by_verb(l, o);
	}
}

/* The example that moves_list is asked for. */
struct example {
	struct buf *text; /* NULL: none */
	int worth;        /* of what is in it; 0: nothing is */
};

/* It stands where a telephone shows it, so it must be no bad advice:
 * the first move that its game says is good, else the first short one that
 * takes more than a word and changes something, else the first. */
static void
offer_example(const struct move_listing *l, struct example *x)
{
	const char *text = buf_text(&l->text);
	int worth = 1;

	if (!l->none && tree_get(l->move, "example") != NULL)
		worth = 3;
	else if (l->text.len <= EXAMPLE_MAX && !l->none &&
	    strchr(text, ' ') != NULL)
		worth = 2;
	if (worth <= x->worth)
		return;
	x->worth = worth;
	buf_clear(x->text);
	buf_str(x->text, text);
}

/* Describes the legal moves one by one, in the order of a mail: the rules', but
 * what changes nothing last. fn non-zero ends it. */
static void
walk(struct move_listing *l,
    int (*fn)(struct move_listing *l, const struct move *mv, void *arg),
    void *arg)
{
	struct moves legal = MOVES_INIT;
	bool *last;

	l->seen = game_seen(l->kind, l->pos, l->seat);
	l->kind->rules->legal(l->kind->data, l->pos, l->seat, &legal);
	last = mem_zero((size_t)legal.n + 1, sizeof *last);
	for (int i = 0, stop = 0; i < 2 * legal.n && !stop; i++) {
		bool second = i >= legal.n;
		int at = i % legal.n;

		if (second && !last[at])
			continue;
		describe(l, &legal.at[at]);
		last[at] = l->none;
		if (second || !l->none)
			stop = fn(l, &legal.at[at], arg);
	}
	free(last);
	moves_release(&legal);
}

static int
gather(struct move_listing *l, const struct move *mv, void *arg)
{
	struct example *x = arg;
	const char *family = tree_str(l->move, "family");
	struct move_family *f = family != NULL ? family_named(l, family) : NULL;

	(void)mv;
	if (family == NULL && x->text != NULL)
		offer_example(l, x);
	if (f != NULL)
		join_family(f, buf_text(&l->text));
	else
		add_move(l);
	return 0;
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
	struct example x = { .text = example };

	l.all = tree_list(ctx, "all");
	walk(&l, gather, &x);
	close_families(&l);
	words_dress(m, r, l.all);
	share(&l);
	release(&l);
}

struct told {
	void (*each)(void *arg, int n, const char *text);
	void *arg;
};

static int
tell_each(struct move_listing *l, const struct move *mv, void *arg)
{
	const struct told *t = arg;
	bool family = tree_str(l->move, "family") != NULL;

	(void)mv;
	t->each(t->arg, family ? 0 : ++l->number, buf_text(&l->text));
	return 0;
}

void
moves_each(const struct match *m, int seat, const void *board, const char *lang,
    void (*each)(void *arg, int n, const char *text), void *arg)
{
	struct move_listing l = { .kind = m->kind,
		.pos = board != NULL ? board : table_position(m->table),
		.seat = seat,
		.texts = m->club->texts,
		.lang = lang };
	struct told t = { each, arg };

	walk(&l, tell_each, &t);
	release(&l);
}

struct sought {
	const struct move *move;
	struct buf *text;
	int n;
	bool found;
};

static int
match_sought(struct move_listing *l, const struct move *mv, void *arg)
{
	struct sought *w = arg;
	bool family = tree_str(l->move, "family") != NULL;

	l->number += !family;
	w->found = move_equal(mv, w->move);
	if (!w->found)
		return 0;
	buf_add(w->text, l->text.data, l->text.len);
	w->n = family ? 0 : l->number;
	return 1;
}

bool
moves_find(struct match *m, int seat, const char *lang, const struct move *mv,
    struct buf *text, int *n)
{
	struct move_listing l = { .kind = m->kind,
		.pos = table_position(m->table),
		.seat = seat,
		.texts = m->club->texts,
		.lang = lang };
	struct sought w = { mv, text, 0, false };

	walk(&l, match_sought, &w);
	release(&l);
	*n = w.n;
	return w.found;
}

void
moves_said(const struct match *m, const struct reader *r, const void *board,
    const struct move *mv, struct buf *text)
{
	struct move_listing l = { .kind = m->kind,
		.pos = board,
		.seen = game_seen(m->kind, board, r->seat),
		.seat = r->seat,
		.texts = m->club->texts,
		.lang = r->lang };

	describe(&l, mv);
	buf_str(text, buf_text(&l.text));
	release(&l);
}

struct counted {
	long wanted; /* 0: all are counted */
	struct move *out;
};

static int
count(struct move_listing *l, const struct move *mv, void *arg)
{
	const struct counted *c = arg;

	if (tree_str(l->move, "family") != NULL || ++l->number != c->wanted)
		return 0;
	*c->out = *mv;
	return 1;
}

static int
walk_numbers(const struct game_kind *kind, const void *pos, int seat,
    long wanted, struct move *out)
{
	struct move_listing l = { .kind = kind, .pos = pos, .seat = seat };
	struct counted c = { wanted, out };

	walk(&l, count, &c);
	release(&l);
	return l.number;
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
