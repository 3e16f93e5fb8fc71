/* SPDX-License-Identifier: MIT */
#include "tests/world/done.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tests/world/entries.h"
#include "tests/world/tongue.h"
#include "tests/world/world.h"

/* A line that an answer says waits for its seat's turn. */
struct move_ahead {
	const struct wrote *by; /* borrowed */
	char *words;            /* owned: "fly A4 or fly A5" */
	int made;               /* by that event, 0: by none yet */
};

static struct {
	struct move_done *done; /* owned */
	size_t n_done;
	struct move_ahead *ahead; /* owned */
	size_t n_ahead;
	bool found; /* of the answer at hand: their one line, in other words */
} all;

void
done_open(void)
{
	memset(&all, 0, sizeof all);
}

void
done_close(void)
{
	free(all.done);
	for (size_t i = 0; i < all.n_ahead; i++)
		free(all.ahead[i].words);
	free(all.ahead);
}

bool
done_moves(const struct wrote *w)
{
	return w->offered != NULL || isdigit((unsigned char)w->line[0]) ||
	    strncmp(w->line, "standing ", 9) == 0;
}

/* What is offered as "fly A4" may be called "fly ship A4 cost=1". */
static bool
means(const char *offered, const char *words)
{
	while (*offered != '\0') {
		size_t n = strcspn(offered, " ");
		const char *at = words;

		while (*at != '\0' &&
		    (strncmp(at, offered, n) != 0 ||
			(at[n] != ' ' && at[n] != '\0'))) {
			at += strcspn(at, " ");
			at += *at == ' ';
		}
		if (*at == '\0')
			return false;
		words = at + n;
		offered += n + (offered[n] == ' ');
	}
	return true;
}

static bool
is_ahead(const char *line)
{
	return tongue_find(line, WORD_AHEAD, NULL, NULL) == line;
}

/* Whether n bytes are a line as it is told: "lay white port-white>nuku-hiva or
 * lay bl..." */
static bool
is_line(const char *p, size_t n, const char *told)
{
	size_t len = strlen(told);
	bool cut = len > 3 && strcmp(told + len - 3, "...") == 0;

	len -= cut ? 3 : 0;
	return (cut ? n > len : n == len) && strncmp(p, told, len) == 0;
}

/* Whether the letters and digits of words are in what is told, in that order,
 * whatever stands between: "Lay red from Port Red to Hawaii". */
static bool
is_within(const char *words, const char *told)
{
	for (; *words != '\0'; words++) {
		if (!isalnum((unsigned char)*words))
			continue;
		while (*told != '\0' &&
		    tolower((unsigned char)*told) !=
			tolower((unsigned char)*words))
			told++;
		if (*told++ == '\0')
			return false;
	}
	return true;
}

/* Whether it is one, or stands in one if they wrote no other: "I choose 4,
 * thanks" (layout.h). */
static bool
is_said(const char *wrote, const char *p, size_t n, const char *told)
{
	enum { AROUND = 40 }; /* letters of courtesy beside one word */
	const char *at = told;

	if (is_line(p, n, told))
		return true;
	if (n == 0 || wrote[n] != '\0' || all.found ||
	    (strchr(wrote, ' ') == NULL && strlen(told) > n + AROUND))
		return false;
	if (strspn(wrote, "0123456789") < n)
		return is_within(wrote, told);
	while ((at = strstr(at, wrote)) != NULL &&
	    ((at > told && isalnum((unsigned char)at[-1])) ||
		isalnum((unsigned char)at[n])))
		at++;
	return at != NULL;
}

/* Which of the lines that they wrote it is: its length; 0: none. ahead: it is
 * to wait for their turn. */
static size_t
find_line(const struct wrote *w, const char *line, const char **at, bool *ahead)
{
	size_t n;

	*ahead = false;
	for (const char *p = w->line; *p != '\0'; p += n + (p[n] == '\n')) {
		n = strcspn(p, "\n");
		*ahead = *ahead || is_ahead(p);
		*at = p;
		if (is_said(w->line, p, n, line))
			return n;
	}
	*ahead = false;
	return 0;
}

/* What is made of what waits stands below what the mail has itself, also where
 * that has put it there. */
static bool
is_below(const struct wrote *w, const struct delivered *l, int line)
{
	const char *told = l->said[line].line;
	int more = 0;
	size_t n;

	for (int i = 0; i <= line; i++)
		more += strcmp(l->said[i].line, told) == 0;
	for (const char *p = w->line; *p != '\0'; p += n + (p[n] == '\n')) {
		n = strcspn(p, "\n");
		more -= is_said(w->line, p, n, told);
	}
	return more > 0;
}

static void
add_done(struct wrote *w, const struct delivered *l, int line,
    const char *words)
{
	w->moved = true;
	all.done = mem_more(all.done, all.n_done, sizeof *all.done);
	all.done[all.n_done] = (struct move_done){ w, w->game, w->seat,
		l->holder, l->number, line, words };
	all.n_done++;
}

static void
add_ahead(const struct wrote *w, const char *line, size_t n)
{
	const char *end;

	if (tongue_find(line, WORD_AHEAD, NULL, &end) == line && *end == ' ') {
		n -= (size_t)(end + 1 - line);
		line = end + 1;
	}
	all.ahead = mem_more(all.ahead, all.n_ahead, sizeof *all.ahead);
	all.ahead[all.n_ahead++] = (struct move_ahead){ w, mem_ndup(line, n),
		0 };
}

/* Of a line that is too long it is not told what it means. */
static void
note_line(struct wrote *w, const struct delivered *l, int line)
{
	const struct said *s = &l->said[line];
	const char *words = s->words != NULL ? s->words : s->line, *at;
	bool ahead;
	size_t n = find_line(w, s->line, &at, &ahead);
	bool below = n > 0 && is_below(w, l, line);

	all.found = all.found || n > 0;
	if (strcmp(s->verdict, "done") != 0)
		return;
	if (w->forged)
		world_wrong("%s is forged, and \"%s\" is done", w->id, s->line);
	if (s->words != NULL && is_ahead(s->words)) {
		add_ahead(w, s->words, strlen(s->words));
		return;
	}
	if (ahead && s->words == NULL && strcmp(s->line, "ahead") != 0)
		add_ahead(w, at, n);
	/* What waited before, and is made now, is told with it. */
	if (ahead || n == 0 || !done_moves(w) || below)
		return;
	if (w->offered != NULL && w->tongue == s->tongue &&
	    !means(w->offered, words))
		world_wrong("%s: \"%s\" was offered as \"%s\" and done as "
			    "\"%s\"",
		    w->id, w->line, w->offered, words);
	add_done(w, l, line, words);
}

void
done_note(struct wrote *w, const struct delivered *l)
{
	all.found = false;
	for (size_t i = 0; i < l->n_said; i++)
		note_line(w, l, (int)i);
	if (l->over && l->n_said == 0 && done_moves(w))
		add_done(w, l, 0, NULL);
}

static int
order(int a, int b)
{
	return (a > b) - (a < b);
}

/* Each seat's as they were answered: mails to it are numbered, from 1 again for
 * who takes it over. */
static int
by_answer(const void *a, const void *b)
{
	const struct move_done *x = a, *y = b;

	if (x->game != y->game)
		return (x->game > y->game) - (x->game < y->game);
	if (x->seat != y->seat)
		return order(x->seat, y->seat);
	if (x->holder != y->holder)
		return order(x->holder, y->holder);
	return x->answer != y->answer ? order(x->answer, y->answer) :
					order(x->line, y->line);
}

/* The next that an answer called done for that seat. */
const struct move_done *
done_next(int64_t game, int seat, size_t *at)
{
	for (; *at < all.n_done; ++*at)
		if (all.done[*at].game == game && all.done[*at].seat == seat)
			return &all.done[(*at)++];
	return NULL;
}

const struct move_done *
done_before(size_t at)
{
	return at > 0 ? &all.done[at - 1] : NULL;
}

void
done_sort(void)
{
	if (all.n_done > 0)
		qsort(all.done, all.n_done, sizeof *all.done, by_answer);
}

static bool
is_same(const char *words, const void *arg)
{
	return strcmp(words, arg) == 0;
}

static bool
is_meant(const char *words, const void *arg)
{
	return means(arg, words);
}

bool
done_is(const struct move_done *m, const char *words)
{
	return m->words != NULL ? tongue_fits(words, is_same, m->words) :
				  m->by->offered == NULL ||
		tongue_fits(words, is_meant, m->by->offered);
}

/* The class that a sea has already may be named, and is not in the log
 * (Atlantic Star M4). It cuts the offer off there. */
static bool
means_its_class(char *offered, const char *words)
{
	const char *class = tongue_find(offered, WORD_CLASS, NULL, NULL);

	if (class == NULL)
		return false;
	offered[class - offered] = '\0';
	return means(offered, words);
}

/* One of what is parted by "or". */
static bool
means_one_of(const char *words, const void *arg)
{
	const char *offered = arg;

	while (offered != NULL) {
		const char *next = NULL;
		const char *or = tongue_find(offered, WORD_OR, NULL, &next);
		char *one = mem_ndup(offered,
		    or != NULL ? (size_t)(or -offered) : strlen(offered));
		bool is_it = means(one, words) || means_its_class(one, words);

		free(one);
		if (is_it)
			return true;
		offered = next;
	}
	return false;
}

bool
done_ahead(int64_t game, const struct entry *e, const struct wrote *by)
{
	for (size_t i = 0; i < all.n_ahead; i++) {
		struct move_ahead *a = &all.ahead[i];

		if (a->made == 0 && a->by->game == game &&
		    a->by->seat == e->seat && (by == NULL || a->by == by) &&
		    (world.jumped || a->by->came <= e->stamp) &&
		    tongue_fits(e->words, means_one_of, a->words)) {
			a->made = e->seq;
			return true;
		}
	}
	return false;
}

void
done_undo(int64_t game, const struct entry *e)
{
	int from;

	if (sscanf(e->words, "undo %d", &from) != 1)
		return;
	for (size_t i = 0; i < all.n_ahead; i++)
		if (all.ahead[i].by->game == game && all.ahead[i].made >= from)
			all.ahead[i].made = 0;
}
