/* SPDX-License-Identifier: MIT */

/* The number that a line says first, or comes to, with more beside: "Four,
 * please. Lovely weather here, 14 degrees!" and "3, no, 4". */

#include <ctype.h>

#include "base/utf8.h"
#include "desk/plain.h"

/* The number of the list that a token is; 0. */
static long
number_of(const struct plain *p, int i)
{
	struct slice digits;
	const char *id;

	if (plain_number(p->token[i], &digits))
		return strtol(digits.at, NULL, 10);
	return plain_is_own(p, "count", plain_word(p, i), &id) ?
	    strtol(id, NULL, 10) :
	    0;
}

/* The last of its numbers, if a word that takes back stands before it and
 * another number before that: "11... no, 12". */
static long
amended(const struct plain *p)
{
	long first = 0, last = 0;
	bool taken_back = false;

	for (int i = 0; i < p->n; i++) {
		long n = number_of(p, i);

		if (n > 0 && first == 0)
			first = n;
		else if (n > 0 && taken_back)
			last = n;
		else if (first > 0 && n == 0)
			taken_back |= word_in(p->j->words, "amend",
					  plain_word(p, i), 0) != NULL;
	}
	return last;
}

/* The number that the first sentence is and no more, of several. */
static long
first_said(const struct plain *p)
{
	struct buf said = BUF_INIT;
	int i = 0;
	long n = 0;
	char *end;

	while (i < p->n &&
	    strchr(".!", p->token[i].at[p->token[i].len - 1]) == NULL)
		i++;
	if (i + 1 >= p->n)
		return 0;
	plain_line(p->j, p->token[0].at,
	    (size_t)(p->token[i].at + p->token[i].len - p->token[0].at), &said);
	if (isdigit((unsigned char)*buf_text(&said)))
		n = strtol(said.data, &end, 10);
	if (n != 0 && end[strspn(end, ".! ")] != '\0')
		n = 0;
	buf_release(&said);
	return n;
}

long
plain_settled(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	long n = 0;

	if (strchr(line, '?') == NULL)
		plain_cut(&p, line, strlen(line));
	if (p.n > 0)
		n = amended(&p);
	if (p.n > 0 && n == 0)
		n = first_said(&p);
	plain_release(&p);
	return n;
}
