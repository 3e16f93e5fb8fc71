/* SPDX-License-Identifier: MIT */

#include <ctype.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "desk/plain.h"
#include "desk/seated.h"
#include "match/tenure.h"

enum { NAME_LEAST = 3, NAME_WORDS = 4, SAID_MAX = 90 };

int
args_seat(const char **args)
{
	const char *p = *args;
	int seat;

	if ((*p != 'p' && *p != 'P') || p[1] < '1' || p[1] > '9' ||
	    isalnum((unsigned char)p[2]))
		return 0;
	seat = p[1] - '0';
	p += 2;
	*args = p + strspn(p, " \t:,");
	return seat;
}

char *
seated_fold(const char *at, size_t len)
{
	struct buf b = BUF_INIT;

	while (len && isspace((unsigned char)*at))
		at++, len--;
	while (len && isspace((unsigned char)at[len - 1]))
		len--;
	utf8_fold(at, len, &b);
	buf_str(&b, "");
	return buf_steal(&b);
}

static void
find_called(const struct match *m, const char *name, seat_set *whole,
    seat_set *part)
{
	size_t n = strlen(name);

	*whole = *part = 0;

	for (int s = 1; s <= m->seats; s++) {
		char *is = seated_fold(m->seat[s].name,
		    strlen(m->seat[s].name));
		if (strcmp(is, name) == 0)
			*whole |= SEAT_BIT(s);
		else if (n >= NAME_LEAST && strncmp(is, name, n) == 0)
			*part |= SEAT_BIT(s);
		free(is);
	}
}

static seat_set
called(const struct match *m, const char *name)
{
	seat_set whole, part;

	find_called(m, name, &whole, &part);
	return whole ? whole : part;
}

int
seated_meant(struct match *m, const char *name, seat_set *fits, struct err *e)
{
	struct tenures past;
	seat_set part;
	int rc = tenures_read(m, &past, e);

	find_called(m, name, fits, &part);
	for (size_t i = 0; rc == 0 && i < past.n; i++) {
		const struct tenure *t = &past.at[i];
		char *was = seated_fold(t->name, strlen(t->name));

		if (t->player && t->player == m->seat[t->seat].player &&
		    strcmp(was, name) == 0)
			*fits |= SEAT_BIT(t->seat);
		free(was);
	}
	tenures_release(&past);
	if (!*fits)
		*fits = part;
	return rc;
}

int
seated_refuse(const struct match *m, const char *code, const char *name,
    struct refusal *why)
{
	struct buf b = BUF_INIT;

	refuse_str(why, code, "word",
	    *name && strlen(name) < SAID_MAX ? name : "?");
	for (int s = 1; s <= m->seats; s++)
		buf_printf(&b, "%sp%d", s > 1 ? " " : "", s);
	refusal_str(why, "seats", b.data);
	buf_release(&b);
	return -1;
}

/* Bytes of the first n words; 0: there are not so many. */
static size_t
words_length(const char *at, int n)
{
	size_t len = 0;

	while (n-- > 0) {
		size_t gap = strspn(at + len, " \t");

		if (at[len + gap] == '\0')
			return 0;
		len += gap;
		len += strcspn(at + len, " \t");
	}
	return len;
}

seat_set
seated_at(const struct match *m, const char *at, size_t *len)
{
	seat_set fits = 0;

	for (int n = NAME_WORDS; n > 0 && !fits; n--) {
		size_t bytes = words_length(at, n), bare = bytes;
		char *name;

		while (bare && strchr(".,;:!", at[bare - 1]) != NULL)
			bare--;
		if (bare == 0)
			continue;
		name = seated_fold(at, bare);
		fits = called(m, name);
		*len = bytes;
		free(name);
	}
	return fits;
}

int
seated_take(const struct match *m, const char **args, struct refusal *why)
{
	int seat = args_seat(args);
	size_t len;
	seat_set fits;

	if (seat)
		return seat <= m->seats ?
		    seat :
		    match_refuse_seat(why, "no-such-seat", seat);
	fits = seated_at(m, *args, &len);
	if (fits & (fits - 1)) {
		char *name = mem_ndup(*args, len);

		seated_refuse(m, "press-ambiguous", name, why);
		free(name);
		return -1;
	}
	for (int s = 1; s <= m->seats; s++)
		if (fits == SEAT_BIT(s))
			seat = s;
	*args += seat ? len + strspn(*args + len, " \t:,") : 0;
	return seat;
}

void
seated_why(const struct job *j, const char *args)
{
	struct plain p = { .j = j };
	int i = 0, n;

	plain_cut(&p, args, strlen(args));
	while (i < p.n && (n = plain_courtesy(&p, i)) > 0)
		i += n;
	if (*args != '\0' && (i < p.n || p.n == 0))
		j->at.m->reason = args;
	plain_release(&p);
}

int
seated_reason(const struct job *j, const char *args, const char *command,
    struct refusal *why)
{
	const char *at = args;

	if (args_seat(&at))
		return refuse_str(why, "one-seat", "command", command);
	seated_why(j, args);
	return 0;
}

int
seated_all(const struct job *j, const char *args, struct refusal *why)
{
	static const char parts[] = " \t,;:.!";

	while (*(args += strspn(args, parts)) != '\0') {
		size_t n = strcspn(args, parts);
		const char *id = word_id(j, "recipient", args, n, 0);

		if (id == NULL || strcmp(id, "moderator") == 0)
			return refuse(why, "press-all");
		args += n;
	}
	return 0;
}
