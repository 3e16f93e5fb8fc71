/* SPDX-License-Identifier: MIT */

/* How often a move is made: "1*2", "2x 1", "1 twice", "lay red x>y two times".
 * What may be either way round, "2 x 3", is not guessed. */

#include <ctype.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "desk/plain.h"
#include "game/reading.h"
#include "post/words.h"

/* So often at most: a link has four sticks. */
enum { TIMES_MOST = 4, ATOMS_MOST = 4 };

/* A number, a sign ("x"), or a word that makes the number before it one of
 * times, or is one ("twice"): n. */
struct atom {
	enum { NUMBER_, SIGN, TIMES, TWICE } is;
	long n;
	bool star, left, right; /* of a sign: no blank between it and those */
	const char *at;
};

static bool
is_amount(long n)
{
	return n >= 2 && n <= TIMES_MOST;
}

static size_t
sign_length(const char *p)
{
	size_t len = strchr("*xX", *p) != NULL ? 1 :
	    strncmp(p, "\xc3\x97", 2) == 0     ? 2 :
						 0;

	return len > 0 && !isalpha((unsigned char)p[len]) ? len : 0;
}

/* A word as one; 0: it is another. */
static size_t
word_length(const struct job *j, const char *p, struct atom *out)
{
	size_t len = strcspn(p, " \t.,;:!()*");
	const char *id = word_id(j, "times", p, len, 0);

	if (id != NULL) {
		out->n = strtol(id, NULL, 10);
		out->is = out->n > 0 ? TWICE : TIMES;
		return len;
	}
	id = word_id(j, "count", p, len, 0);
	out->is = NUMBER_;
	out->n = id != NULL ? strtol(id, NULL, 10) : 0;
	return id != NULL ? len : 0;
}

/* The next one; NULL: there is something else. */
static const char *
next_atom(const struct job *j, const char *start, const char *p,
    struct atom *out)
{
	size_t len = strspn(p, "0123456789");

	*out = (struct atom){ .is = NUMBER_, .at = p };
	if (len > 0 && len <= 3) {
		out->n = strtol(p, NULL, 10);
		return isalpha((unsigned char)p[len]) && !sign_length(p + len) ?
		    NULL :
		    p + len;
	}
	len = sign_length(p);
	if (len > 0) {
		out->is = SIGN;
		out->star = *p == '*';
		out->left = p > start && isdigit((unsigned char)p[-1]);
		out->right = isdigit((unsigned char)p[len]);
		return p + len;
	}
	len = word_length(j, p, out);
	return len > 0 ? p + len : NULL;
}

/* All that a text is made of, or ends with from p on; 0: other things too, or
 * too many. */
static int
cut_atoms(const struct job *j, const char *p, struct atom out[ATOMS_MOST])
{
	const char *start = p;
	int n = 0;

	for (p += strspn(p, " \t,("); *p != '\0' && n < ATOMS_MOST;
	    p += strspn(p, " \t,().!")) {
		p = next_atom(j, start, p, &out[n]);
		if (p == NULL)
			return 0;
		n++;
	}
	return *p == '\0' ? n : 0;
}

/* "a x b": which is how often. 1 the first, 2 the second, 0 either. A star
 * stands before it, as in the list that was mailed. */
static int
which(const struct atom *a, const struct atom *sign, const struct atom *b)
{
	if (sign->star)
		return 2;
	if (sign->left != sign->right)
		return sign->left ? 1 : 2;
	if (is_amount(a->n) != is_amount(b->n))
		return is_amount(a->n) ? 1 : 2;
	return 0;
}

/* Whether atoms are of these kinds: n a number, x a sign, t times, 2 twice. */
static bool
are(const struct atom *a, int n, const char *kinds)
{
	static const char is[] = "nxt2";

	for (int i = 0; i < n; i++)
		if (kinds[i] != is[a[i].is])
			return false;
	return kinds[n] == '\0';
}

/* The atom that is a number of the list, and the one that says how often;
 * false: they say no such thing. */
static bool
pair(const struct atom *a, int n, int *number, int *often)
{
	bool star = are(a, n, "nxn") && a[1].star;
	int w;

	if (are(a, n, "nxn") && (w = which(a, a + 1, a + 2)) != 0)
		*often = w == 1 ? 0 : 2, *number = 2 - *often;
	else if (are(a, n, "ntn"))
		*often = 0, *number = 2;
	else if (are(a, n, "nnt") || (are(a, n, "nnx") && a[2].left))
		*often = 1, *number = 0;
	else if (are(a, n, "xnn") && a[0].right)
		*often = 1, *number = 2;
	else if (are(a, n, "n2"))
		*often = 1, *number = 0;
	else if (are(a, n, "2n"))
		*often = 0, *number = 1;
	else
		return false;
	/* Behind a star the game says what is too many. */
	return star ? a[*often].n > 0 : is_amount(a[*often].n);
}

/* How often, where a text ends so; 0. */
static long
tail(const struct atom *a, int n)
{
	if (are(a, n, "xn") && a[0].right)
		return a[1].n;
	if (are(a, n, "nt") || (are(a, n, "nx") && a[1].left) || are(a, n, "2"))
		return a[0].n;
	return 0;
}

/* The move of a number of the list, in the writer's words. */
static bool
move_of(const struct job *j, long number, struct buf *out)
{
	const struct game_kind *k = j->at.m->kind;
	struct move mv = { 0 };

	if (numbered_move(k, j->at.seen, j->at.seat, number, &mv) != 0)
		return false;
	k->rules->format(k->data, j->at.seen, j->at.seat, &mv, out);
	words_move(j->desk->club.texts, j->lang, k, j->at.seen, j->at.seat,
	    out);
	return true;
}

/* "lay red x>y twice": the move with what stands behind it. */
static bool
with_tail(const struct job *j, const char *line, struct buf *out)
{
	struct atom a[ATOMS_MOST];

	for (const char *p = strpbrk(line, " \t"); p != NULL;
	    p = strpbrk(p + 1, " \t")) {
		long often = tail(a, cut_atoms(j, p, a));

		if (!is_amount(often))
			continue;
		buf_clear(out);
		plain_line(j, line, (size_t)(p - line), out);
		if (!job_reads(j, buf_text(out)))
			return false;
		buf_printf(out, "*%ld", often);
		return true;
	}
	return false;
}

/* The line without words of no meaning around; verbs: a verb of the game has
 * one. */
static void
strip(struct plain *p, bool verbs, struct buf *out)
{
	int from = 0, to = p->n;
	const struct slice *last;

	plain_strip(p, NUMBER, verbs, &from, &to);
	if (from >= to)
		return;
	last = &p->token[to - 1];
	buf_add(out, p->token[from].at,
	    (size_t)(last->at + last->len - p->token[from].at));
}

bool
times_said(const struct job *j, const char *line, struct buf *out)
{
	struct plain p = { .j = j };
	struct atom a[ATOMS_MOST];
	struct buf bare = BUF_INIT;
	int number, often;
	bool yes;

	if (!job_can_move(j) || j->at.seen == NULL || strchr(line, '?') != NULL)
		return false;
	plain_cut(&p, line, strlen(line));
	strip(&p, false, &bare);
	if (pair(a, cut_atoms(j, buf_text(&bare), a), &number, &often)) {
		yes = move_of(j, a[number].n, out);
		buf_printf(out, "*%ld", a[often].n);
	} else {
		buf_clear(&bare);
		strip(&p, true, &bare);
		yes = with_tail(j, buf_text(&bare), out);
	}
	yes = yes && job_reads(j, out->data);
	plain_release(&p);
	buf_release(&bare);
	return yes;
}
