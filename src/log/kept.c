/* SPDX-License-Identifier: MIT */
#include "log/kept.h"

#include <ctype.h>
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

/* Behind "42.77.p2.3", or NULL: game and board. */
static const char *
read_board(const char *p, struct slice *game, int *board)
{
	const char *end = p;
	long n;

	while (utf8_digit(*end))
		end++;
	*game = (struct slice){ p, (size_t)(end - p) };
	if (end == p || *end != '.' ||
	    (!utf8_digit(end[1]) && !slice_is(*game, "0")))
		return NULL;
	n = strtol(end + 1, NULL, 10);
	*board = n < INT_MAX ? (int)n : INT_MAX;
	return end + strcspn(end, " \r\n");
}

/* In a narrow mail both may be too wide for one line. NULL: there is none. */
static const char *
head_behind(const char *end)
{
	const char *head = end + strspn(end, " \r\n");

	return head > end && is_head(head) ? head : NULL;
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

/* The head of a board of that game, or of none that is named. */
static void
hold_head(const struct chain_found *log, struct slice game, struct slice id,
    const char *head, struct kept *out)
{
	char is[CHAIN_SHORT + 1] = "";

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

/* Nothing but signs, and tags of HTML. */
static bool
beside(const char *from, const char *to)
{
	for (const char *p = from; p < to; p++) {
		if (*p == '<')
			p += strcspn(p, ">");
		else if (isalnum((unsigned char)*p) || *p == '&')
			return false;
	}
	return true;
}

/* Of the heads of a digest that of this game; two only if it shows the board of
 * who plays, and of who moderates. */
static void
add_head(const struct kept *one, struct kept *all)
{
	if (one->says != KEPT_GAME &&
	    (all->says == KEPT_NOTHING ||
		(all->says == KEPT_SAME &&
		    (one->says != KEPT_SAME || one->board > all->board))))
		*all = *one;
}

/* By the last mark: what stands above it others may have written, in a message,
 * a reason or a log. Behind it is the head of its board; a digest has those of
 * its boards before it, "42.77 kqzd-bx7m-2abc-wxyz", and nothing between. */
static void
read_heads(const char *text, const struct chain_found *log, struct slice id,
    struct kept *out)
{
	static const char digits[] = "0123456789";
	const struct kept nothing = { .says = KEPT_NOTHING };
	struct kept one, digest = nothing;
	const char *above = text, *end, *head;
	struct slice game;

	for (const char *p = text; *p != '\0'; p++) {
		bool mark = strncmp(p, "mail ", 5) == 0;

		one = nothing;
		if (p > text && isalnum((unsigned char)p[-1]))
			continue;
		end = read_board(p + (mark ? 5 : 0), &game, &one.board);
		head = end != NULL ? head_behind(end) : NULL;
		if (end == NULL || (!mark && head == NULL))
			continue;
		if (!beside(above, p))
			digest = nothing;
		if (head != NULL) {
			hold_head(log, game, id, head, &one);
			end = head + CHAIN_SHORT;
			end += *end == '.' ? 1 + strspn(end + 1, digits) : 0;
		}
		if (!mark)
			add_head(&one, &digest);
		else
			*out = head != NULL ? one : digest;
		if (mark)
			digest = nothing;
		above = end;
		p = end - 1;
	}
}

/* The line is a paragraph: others write none. */
static bool
stands_apart(const char *text, const char *line, const char *end)
{
	const char *above = line;
	int ends = 0;

	while (above > text && strchr(" \r\n", above[-1]) != NULL)
		ends += *--above == '\n';
	end += strcspn(end, "\n");
	return ends >= 2 && *end == '\n' &&
	    end[1 + strspn(end + 1, " \r")] == '\n';
}

/* Digits of a hash that stand alone on their line. What is neither commitment
 * nor seed may be a value of the beacon, or somebody's words, but where it is a
 * paragraph. */
static void
read_commit(const char *text, const char *commit, const char *seed,
    struct kept *out)
{
	static const char digits[] = "0123456789abcdef";

	for (const char *p = text, *line = p; *p != '\0'; line = p) {
		size_t n;

		p += strspn(p, "` \r\t");
		n = strspn(p, digits);
		if (n == 64 && strchr("` \r\n", p[64]) != NULL) {
			out->commit |= strncmp(p, commit, n) == 0;
			out->other_commit |= strncmp(p, commit, n) != 0 &&
			    strncmp(p, seed, n) != 0 &&
			    stands_apart(text, line, p + n);
		}
		p += strcspn(p, "\n");
		p += *p != '\0';
	}
}

void
kept_read(const char *mail, size_t len, const struct chain_found *log,
    struct slice id, const char *commit, const char *seed, struct kept *out)
{
	struct buf text = BUF_INIT;

	*out = (struct kept){ .says = KEPT_NOTHING };
	unbroken(mail, len, &text);
	read_heads(text.data, log, id, out);
	read_commit(text.data, commit, seed, out);
	buf_release(&text);
}
