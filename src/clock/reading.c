/* SPDX-License-Identifier: MIT */
#include "clock/reading.h"

#include <ctype.h>

#include "base/mem.h"
#include "base/utf8.h"

static bool
is_sign(char c)
{
	return strchr("-,./:", c) != NULL;
}

/* What is elided ends behind its sign: "dall'" of "dall'otto". */
static size_t
letters(const char *p)
{
	static const char sign[] = "\u2019";
	const size_t most = strcspn(p, " \t=-,.:0123456789");

	for (size_t n = 0; n < most; n++)
		if (p[n] == '\'')
			return n + 1;
		else if (strncmp(p + n, sign, sizeof sign - 1) == 0)
			return n + sizeof sign - 1;
	return most;
}

/* Between letters a stroke is one of them: "t/m". */
void
reading_next(struct clock_reading *r)
{
	const char *p = r->at + strspn(r->at, " \t=");
	size_t n = 0;

	buf_clear(&r->word);
	if (isdigit((unsigned char)*p))
		n = strspn(p, "0123456789");
	else if (*p && is_sign(*p))
		n = 1;
	else
		n = letters(p);
	if (n == 1 && is_sign(*p))
		buf_char(&r->word, *p);
	else
		utf8_fold(p, n, &r->word);
	r->at = p + n;
}

void
reading_begin(struct clock_reading *r, const struct names *words,
    const char *text)
{
	*r = (struct clock_reading){ .words = words, .at = text };
	reading_next(r);
}

bool
reading_ended(const struct clock_reading *r)
{
	return r->word.len == 0;
}

bool
reading_sign(struct clock_reading *r, char c)
{
	if (r->word.len != 1 || r->word.data[0] != c)
		return false;
	reading_next(r);
	return true;
}

const char *
reading_peek(const struct clock_reading *r, const char *kind, size_t prefix,
    int *place)
{
	const char *id;

	return !reading_ended(r) &&
		names_place(r->words, kind, r->word.data, r->word.len, prefix,
		    &id, place) == NAME_FOUND ?
	    id :
	    NULL;
}

const char *
reading_take(struct clock_reading *r, const char *kind, size_t prefix)
{
	int place;
	const char *id = reading_peek(r, kind, prefix, &place);

	if (id != NULL)
		reading_next(r);
	return id;
}

bool
reading_digits(const struct clock_reading *r)
{
	return !reading_ended(r) && isdigit((unsigned char)r->word.data[0]);
}

int
reading_number(struct clock_reading *r)
{
	long n;

	if (!reading_digits(r) || r->word.len > 6)
		return -1;
	n = strtol(r->word.data, NULL, 10);
	reading_next(r);
	return (int)n;
}

int
reading_weekday(const char *id)
{
	static const char *const ids[] = { "sun", "mon", "tue", "wed", "thu",
		"fri", "sat" };

	for (int i = 0; i < 7; i++)
		if (strcmp(id, ids[i]) == 0)
			return i;
	return -1;
}
