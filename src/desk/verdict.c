/* SPDX-License-Identifier: MIT */

/* Yes or no: what a mail answers to a question of ours. Every question that is
 * answered so comes here, for a mistake about one acts in somebody's name. */

#include "base/utf8.h"
#include "desk/judge.h"
#include "desk/plain.h"

/* What the first word of a line says: past emphasis and the like, up to what
 * ends it. *behind: what stands there. */
static enum verdict
first_word(const struct job *j, const char *line, size_t len,
    struct slice *behind)
{
	const char *id;
	size_t n = 0;

	while (len && strchr("*_\"'([ \t", *line) != NULL)
		line++, len--;
	while (n < len && strchr(" \t.,;:!?*_\"')]-", line[n]) == NULL)
		n++;
	*behind = (struct slice){ line + n, len - n };
	id = word_id(j, "verdict", line, n, 0);
	if (id == NULL)
		return VERDICT_NONE;
	return strcmp(id, "yes") == 0 ? VERDICT_YES :
	    strcmp(id, "no") == 0     ? VERDICT_NO :
					VERDICT_NONE;
}

enum { PHRASE = 5 };

/* Whether tokens [from, to) deny, or take back what stands before them. */
static bool
denies(const struct plain *p, int from, int to)
{
	static const char *const no[] = { "no", NULL },
				 *const amend[] = { "amend", NULL },
				 *const sorry[] = { "sorry", NULL };

	return plain_ids(p, "verdict", from, to, no) ||
	    (plain_ids(p, "amend", from, to, amend) &&
		!plain_ids(p, "filler", from, to, sorry));
}

/* Whether the words from i on do, or begin what stands against a yes. */
static bool
objects(const struct plain *p, int i)
{
	static const char *const but[] = { "but", NULL };

	for (int n = 1; n <= PHRASE && i + n <= p->n; n++)
		if (denies(p, i, i + n) ||
		    plain_ids(p, "verdict", i, i + n, but))
			return true;
	return false;
}

/* How many words from i on leave a yes what it is: the like of it, "that is
 * right", courtesy, a name; 0: none. */
static int
agrees(const struct plain *p, int i)
{
	static const char *const same[] = { "yes", "same", NULL };
	int n;

	for (n = PHRASE; n > 0; n--)
		if (i + n <= p->n && plain_ids(p, "verdict", i, i + n, same))
			return n;
	n = objects(p, i) ? 0 : plain_courtesy(p, i);
	for (int k = i + 1; k < i + n; k++)
		if (denies(p, k, k + 1))
			return 0;
	return n > 0 ? n : plain_is_somebody(p->j, plain_word(p, i));
}

/* Whether a yes has nothing behind it, on its line, that it may not mean. */
static bool
is_plain_yes(const struct job *j, struct slice behind)
{
	struct plain p = { .j = j };
	bool yes = memchr(behind.at, '?', behind.len) == NULL;
	int i = 0;

	plain_cut(&p, behind.at, behind.len);
	yes = yes && (p.n > 0 || behind.len < TOKENS_MAX);
	while (yes && i < p.n) {
		int n = agrees(&p, i);

		yes = n > 0;
		i += n;
	}
	plain_release(&p);
	return yes;
}

/* Whether a line below begins with words against it. */
static bool
begins_against(const struct job *j, const char *line, size_t len)
{
	struct plain p = { .j = j };
	bool yes;

	plain_cut(&p, line, len);
	yes = objects(&p, 0);
	plain_release(&p);
	return yes;
}

/* The text is what was newly written: quotes, signature and disclaimer are cut
 * (mail/quotes). The subject says nothing: it may be what another wrote. */
enum verdict
job_verdict(const struct job *j)
{
	enum verdict first = VERDICT_NONE, v;
	struct slice behind;
	bool any = false;

	for (const char *p = j->msg.text; *p;) {
		size_t n = strcspn(p, "\n"), space = strspn(p, " \t\r");

		if (space < n && p[space] != '>') {
			v = first_word(j, p + space, n - space, &behind);
			if (!any)
				first = v == VERDICT_YES &&
					!is_plain_yes(j, behind) ?
				    VERDICT_BOTH :
				    v;
			else if (first && v && v != first)
				return VERDICT_BOTH;
			else if (first == VERDICT_YES &&
			    begins_against(j, p + space, n - space))
				return VERDICT_BOTH;
			any = true;
		}
		p += n + (p[n] == '\n');
	}
	return first;
}
