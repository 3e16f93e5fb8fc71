/* SPDX-License-Identifier: MIT */

/* Numbers of the list amid other words. */

#include <ctype.h>
#include <stdlib.h>

#include "desk/plain.h"

/* What a line goes on with, or ends: "2 and", "2 please". */
static bool
goes_on(const struct names *words, struct slice t)
{
	static const char *const ids[] = { "joins", "please", "polite",
		"thanks", "chat", NULL };

	return names_ids(words, "filler", t.at, t.len, ids) != 0 ||
	    word_in(words, "or", t, 0) != NULL;
}

bool
number_dates(const struct names *words, const char *behind)
{
	struct slice month;

	behind += strspn(behind, ". ");
	month = (struct slice){ behind, strcspn(behind, " \t.,;:!?") };
	behind += month.len;
	behind += strspn(behind, "., ");
	return month.len > 0 && word_in(words, "month", month, 0) != NULL &&
	    behind[strspn(behind, "0123456789.,: ")] == '\0';
}

bool
number_counts(const struct names *words, const char *behind)
{
	struct slice next = { behind, strcspn(behind, " \t.,;:!?") };
	const char *id = word_in(words, "behind", next, 0);

	if (goes_on(words, next))
		return false;
	/* "5 Dec." and "1 Dec to"; but "2 may be best" */
	if (word_in(words, "month", next, 0) != NULL) {
		const char *then = behind + next.len;

		then += strspn(then, " ");
		next = (struct slice){ then, strcspn(then, " \t.,;:!?") };
		return !isalpha((unsigned char)*then) ||
		    word_in(words, "absence", next, 0) != NULL;
	}
	return word_in(words, "told", next, 0) != NULL ||
	    word_in(words, "unit", next, 0) != NULL ||
	    (id != NULL && strcmp(id, "behind") == 0);
}

/* Whether a number before these words stands by itself: "1 and move 2 please",
 * not "1 purple". */
static bool
stands_apart(const struct names *words, const char *behind)
{
	struct slice next = { behind, strcspn(behind, " \t.,;:!?") };

	return next.len == 0 || goes_on(words, next);
}

bool
number_parted(const struct plain *p, int i)
{
	struct slice digits;

	return i + 1 < p->n && plain_number(p->token[i], &digits) &&
	    (plain_stops(p, i) ||
		stands_apart(p->j->words, p->token[i + 1].at));
}

/* The word at p, bare, and *behind, where the next begins. */
static struct slice
word_at(const char *p, const char **behind)
{
	struct slice t = { p, strcspn(p, " \t") };

	*behind = p + t.len;
	*behind += strspn(*behind, " \t");
	return plain_bare(t);
}

static bool
begins_number(struct slice t)
{
	return t.len > 0 && isdigit((unsigned char)*t.at);
}

/* Whether a word says how long, "to", "until". */
static bool
is_until(const struct names *words, struct slice t)
{
	const char *id = word_in(words, "absence", t, 0);

	return id != NULL && strcmp(id, "to") == 0;
}

/* Whether a number, behind these two words (the nearest first) and before
 * `behind`, is one of two days, "4 to 6", "4 or 5 December", or behind its
 * month. */
static bool
is_of_days(const struct names *words, const struct slice last[2],
    const char *behind)
{
	struct slice link = word_at(behind, &behind);
	struct slice second = word_at(behind, &behind);
	bool to = is_until(words, link) && begins_number(second);

	if (word_in(words, "month", last[0], 0) != NULL ||
	    (is_until(words, last[0]) && begins_number(last[1])))
		return true;
	return to ||
	    (begins_number(second) && goes_on(words, link) &&
		word_in(words, "month", word_at(behind, &behind), 0) != NULL);
}

bool
number_stands(const struct names *words, const char *line, int n, bool apart)
{
	struct slice last[2] = { { "", 0 }, { "", 0 } };

	for (const char *p = line; *p;) {
		size_t len = strcspn(p, " \t"), at = 0, end = len;

		while (at < end && strchr("(*\"'#", p[at]) != NULL)
			at++;
		while (end > at && strchr(".,;:!?)*\"'", p[end - 1]) != NULL)
			end--;
		bool is = n > 0 && end > at && end - at <= 4 &&
		    strspn(p + at, "0123456789") >= end - at &&
		    strtol(p + at, NULL, 10) == n;
		struct slice word = word_at(p, &p);

		is = is && !is_of_days(words, last, p);
		last[1] = last[0];
		last[0] = word;
		if (is &&
		    (end < len ||
			(apart ? stands_apart(words, p) :
				 !number_counts(words, p))))
			return true;
	}
	return false;
}

void
number_joined(const struct names *words, const char *line, struct buf *out)
{
	for (const char *p = line; *p != '\0'; p++) {
		bool begins = p == line || p[-1] == ' ';

		buf_char(out, *p);
		if (begins && *p >= 'a' && *p <= 'h' && p[1] == ' ' &&
		    isdigit((unsigned char)p[2]) &&
		    word_in(words, "choice", (struct slice){ p, 1 }, 0) == NULL)
			p++;
	}
	buf_str(out, "");
}

bool
number_chosen(const struct names *words, const char *line, int n)
{
	static const char *const before[] = { "before", NULL };
	struct slice last = { "", 0 };

	for (const char *p = line; *p != '\0';) {
		struct slice t = { p, strcspn(p, " ") };

		p += t.len + strspn(p + t.len, " ");
		t = plain_bare(t);
		if (t.len > 0 && isdigit((unsigned char)*t.at) &&
		    strtol(t.at, NULL, 10) == n &&
		    names_ids(words, "choice", last.at, last.len, before) != 0)
			return true;
		last = t;
	}
	return false;
}
