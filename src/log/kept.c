/* SPDX-License-Identifier: MIT */
#include "log/kept.h"

#include <limits.h>
#include <stdlib.h>

#include "base/utf8.h"

/* The mail without the line breaks that quoted-printable adds. */
static void
unbroken(const char *mail, size_t len, struct buf *out)
{
	for (size_t i = 0; i < len; i++) {
		size_t n = mail[i] == '=' ? 1 : 0;

		n += n > 0 && i + n < len && mail[i + n] == '\r';
		if (n > 0 && i + n < len && mail[i + n] == '\n')
			i += n;
		else
			buf_char(out, mail[i]);
	}
	buf_str(out, "");
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7');
}

/* "kqzd-bx7m-2abc-wxyz" */
static bool
is_head(const char *p)
{
	for (int i = 0; i < CHAIN_SHORT; i++)
		if (i % 5 == 4 ? p[i] != '-' : !is_letter(p[i]))
			return false;
	return !is_letter(p[CHAIN_SHORT]) && p[CHAIN_SHORT] != '-';
}

/* The number behind a head, from the second chain of a game on. */
static int
chain_number(const char *end)
{
	long n = *end == '.' && utf8_digit(end[1]) ? strtol(end + 1, NULL, 10) :
						     1;

	return n > 0 && n < INT_MAX ? (int)n : INT_MAX;
}

/* Whether a chain that ended so can have had boards that are not in the log:
 * a club that was restored or moved had gone on. */
static bool
took_back(const struct slice *why)
{
	return slice_is(*why, "restored") || slice_is(*why, "imported");
}

/* What a head that is not the log's says: of a chain that ended nothing, but
 * before the board from which a restored club went on, and behind the end of
 * one of which nothing was taken back. */
static enum kept_says
other(const struct chain_found *log, const struct kept *k)
{
	bool same = true;

	if (k->chain <= log->anews &&
	    k->board > log->anew[k->chain - 1].board &&
	    !took_back(&log->anew[k->chain - 1].why))
		return k->board < log->heads ? KEPT_OTHER : KEPT_BEYOND;
	for (int i = k->chain - 1; i < log->anews; i++)
		same = same && slice_is(log->anew[i].why, "restored") &&
		    k->board <= log->anew[i].board;
	if (k->chain <= log->anews && !same)
		return KEPT_ANEW;
	return k->board < log->heads ? KEPT_OTHER : KEPT_BEYOND;
}

/* "mail 42.77.p2.3 kqzd-bx7m-2abc-wxyz": game, board and head. */
static bool
read_mark(const char *p, struct slice *game, int *board, const char **head)
{
	const char *from = p + strlen("mail "), *end = from;
	long n;

	while (utf8_digit(*end))
		end++;
	*game = (struct slice){ from, (size_t)(end - from) };
	if (end == from || *end != '.' ||
	    (!utf8_digit(end[1]) && !slice_is(*game, "0")))
		return false;
	n = strtol(end + 1, NULL, 10);
	*board = n < INT_MAX ? (int)n : INT_MAX;
	while (*end != '\0' && *end != ' ' && *end != '\n')
		end++;
	/* In a narrow mail both may be too wide for one line. */
	*head = end + strspn(end, " \r\n");
	return *head > end && is_head(*head);
}

/* A mail to somebody without a place at the table says by its head alone which
 * board it is of. 0: none. */
static int
board_of(const struct chain_found *log, const char *head)
{
	char is[CHAIN_SHORT + 1] = "";
	int board = log->heads;

	while (--board > 0) {
		chain_short(log->head[board], is);
		if (strcmp(is, head) == 0)
			return board;
	}
	return 0;
}

static void
read_head(const char *text, const struct chain_found *log, struct slice id,
    struct kept *out)
{
	const char *head, *p = text;
	struct slice game;
	char is[CHAIN_SHORT + 1] = "";

	for (; (p = strstr(p, "mail ")) != NULL; p++)
		if (read_mark(p, &game, &out->board, &head))
			break;
	if (p == NULL)
		return;
	snprintf(out->head, sizeof out->head, "%.*s", CHAIN_SHORT, head);
	out->chain = chain_number(head + CHAIN_SHORT);
	out->says = KEPT_BEYOND;
	if (slice_is(game, "0")) {
		out->board = board_of(log, out->head);
		if (out->board > 0)
			out->says = KEPT_SAME;
		else if (out->chain <= log->anews)
			out->says = KEPT_ANEW;
	} else if (!slice_same(game, id)) {
		out->says = KEPT_GAME;
	} else {
		if (out->board < log->heads)
			chain_short(log->head[out->board], is);
		out->says = strcmp(is, out->head) == 0 ? KEPT_SAME :
							 other(log, out);
	}
}

/* Digits of a hash that stand alone on their line. */
static void
read_commit(const char *text, const char *commit, const char *seed,
    struct kept *out)
{
	static const char digits[] = "0123456789abcdef";

	for (const char *p = text; *p != '\0'; p += *p != '\0') {
		size_t n;

		p += strspn(p, "` \r\t");
		n = strspn(p, digits);
		if (n == 64 && strchr("` \r\n", p[64]) != NULL) {
			out->commit |= strncmp(p, commit, n) == 0;
			out->other_commit |= strncmp(p, commit, n) != 0 &&
			    strncmp(p, seed, n) != 0;
		}
		p += strcspn(p, "\n");
	}
}

void
kept_read(const char *mail, size_t len, const struct chain_found *log,
    struct slice id, const char *commit, const char *seed, struct kept *out)
{
	struct buf text = BUF_INIT;

	*out = (struct kept){ .says = KEPT_NOTHING };
	unbroken(mail, len, &text);
	read_head(text.data, log, id, out);
	read_commit(text.data, commit, seed, out);
	buf_release(&text);
}
