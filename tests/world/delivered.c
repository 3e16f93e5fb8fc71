/* SPDX-License-Identifier: MIT */
#include "tests/world/delivered.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"
#include "tests/world/world.h"

/* The value of a header field, unfolded; "" if there is none. */
static char *
field(const char *head, const char *name)
{
	size_t len = strlen(name);
	struct buf out = BUF_INIT;

	for (const char *p = head; *p != '\0';) {
		size_t n = strcspn(p, "\n");

		if (strncmp(p, name, len) == 0 && p[len] == ':') {
			p += len + 1;
			do {
				p += strspn(p, " \t");
				n = strcspn(p, "\r\n");
				buf_add(&out, p, n);
				p += n + strspn(p + n, "\r");
				p += *p == '\n';
				if (*p == ' ')
					buf_char(&out, ' ');
			} while (*p == ' ' || *p == '\t');
			break;
		}
		p += n + (p[n] == '\n');
		if (*p == '\r')
			break;
	}
	buf_str(&out, "");
	return buf_steal(&out);
}

static int
hex(char c)
{
	return isdigit((unsigned char)c) ? c - '0' :
	    c >= 'A' && c <= 'F'         ? c - 'A' + 10 :
					   -1;
}

/* Quoted-printable, and CR LF as line ends. */
static char *
decode(const char *p, const char *end)
{
	struct buf out = BUF_INIT;

	while (p < end) {
		if (p[0] == '=' && end - p > 2 && p[1] == '\r') {
			p += 3;
		} else if (p[0] == '=' && end - p > 2 && hex(p[1]) >= 0 &&
		    hex(p[2]) >= 0) {
			buf_char(&out, (char)(hex(p[1]) * 16 + hex(p[2])));
			p += 3;
		} else {
			if (*p != '\r')
				buf_char(&out, *p);
			p++;
		}
	}
	buf_str(&out, "");
	return buf_steal(&out);
}

/* The part that is plain text, or the whole body. */
static char *
plain_text(const char *raw)
{
	const char *part = strstr(raw, "\r\nContent-Type: text/plain");
	const char *from = part == NULL ? NULL : strstr(part + 2, "\r\n\r\n");
	const char *end = raw + strlen(raw), *edge = raw;
	char *boundary;

	if (from == NULL)
		return mem_dup("");
	from += 4;
	while (edge < part && (edge = strstr(edge, "boundary=")) != NULL &&
	    edge < part) {
		edge += strlen("boundary=");
		edge += *edge == '"';
		boundary = mem_ndup(edge, strcspn(edge, "\"\r\n;"));
		end = strstr(from, boundary);
		end = end == NULL ? raw + strlen(raw) : end - 4;
		free(boundary);
	}
	return decode(from, end);
}

/* The first paragraph, in one line, without its mark. */
static void
first_words(const char *text, struct buf *out)
{
	for (const char *p = text; *p != '\0' && strncmp(p, "\n\n", 2) != 0;) {
		if (strncmp(p, "(mail ", 6) == 0 && strchr(p, ')') != NULL)
			p = strchr(p, ')') + 1;
		else if (isspace((unsigned char)*p)) {
			if (out->len > 0 && out->data[out->len - 1] != ' ')
				buf_char(out, ' ');
			p++;
		} else
			buf_char(out, *p++);
	}
}

static bool
says(const struct buf *words, enum phrase what, enum tongue *of)
{
	return tongue_find(buf_text(words), what, of, NULL) != NULL;
}

/* What a row ends with, if that is a move in words. */
static char *
last_column(const char *row, size_t len)
{
	size_t at = len, n;

	while (at > 1 && !(row[at - 1] == ' ' && row[at - 2] == ' '))
		at--;
	for (n = 0; at + n < len && row[at + n] != ' ';)
		n++;
	/* "crociera del Baltico: valore 9" is no move, though its first word
	 * is a verb. */
	if (at > 1 && tongue_verb(row + at, n) &&
	    memmem(row + at, len - at, ": ", 2) == NULL)
		return mem_ndup(row + at, len - at);
	return NULL;
}

/* Numbers count from 1, several to a line where that is shorter. */
static void
read_numbers(struct delivered *l, const char *line, size_t len)
{
	size_t blanks = strspn(line, " ");
	const char *p = line;

	while (p < line + len && l->choices < CHOICES_MAX) {
		char *end = NULL;
		bool first = p == line + blanks;
		bool head = isdigit((unsigned char)*p) &&
		    (first || p[-1] == ' ');
		long n = head ? strtol(p, &end, 10) : 0;

		if (head && n == l->choices + 1 &&
		    (*end == ' ' || *end == ':')) {
			l->words[++l->choices] = first ?
			    last_column(end, (size_t)(line + len - end)) :
			    NULL;
			p = end;
		} else {
			p++;
		}
	}
}

static void
read_choices(struct delivered *l)
{
	const char *p, *end;
	bool board = (p = tongue_find(l->text, HEAD_CHOICES, &l->listed,
			  &end)) != NULL;

	if (!board)
		p = tongue_find(l->text, LIST_CHOICES, &l->listed, &end);
	if (p == NULL)
		return;
	for (p = end;
	    board ? *p == ' ' || *p == '\n' : *p != '\n' && *p != '\0';) {
		size_t n = strcspn(p, "\n");

		read_numbers(l, p, n);
		p += n + (p[n] == '\n');
	}
}

/* The end of what stands before the verdict, and where that begins: "5  done:
 * fly A4", or "5: done: fly A4." where the columns had no room. */
static bool
find_verdict(const char *line, size_t *end, size_t *from, struct said *s)
{
	static const enum phrase verdicts[] = { SAYS_DONE, SAYS_REFUSED,
		SAYS_UNREACHED, SAYS_UNREAD, SAYS_HELD };

	for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
		for (const char *p = line;
		    (p = tongue_find(p, verdicts[i], &s->tongue, NULL)) != NULL;
		    p++) {
			*from = *end = (size_t)(p - line);
			if (*from < 3 || p[-1] != ' ')
				continue;
			while (*end > 0 && line[*end - 1] == ' ')
				--*end;
			if (*end > 0 && *from - *end == 1 &&
			    line[*end - 1] == ':')
				--*end;
			s->verdict = tongue_says(verdicts[i], ENGLISH);
			if (*from - *end >= 2)
				return true;
		}
	return false;
}

static void
read_said_line(struct delivered *l, char *line)
{
	size_t end, from, len = strlen(line);
	struct said *s, read = { 0 };
	char *colon;

	if (!find_verdict(line, &end, &from, &read))
		return;
	if (line[end] == ':' && line[len - 1] == '.')
		line[--len] = '\0';
	l->said = mem_more(l->said, l->n_said, sizeof *l->said);
	s = &l->said[l->n_said++];
	*s = read;
	s->line = mem_ndup(line, end);
	colon = strchr(line + from, ':');
	if (colon != NULL)
		s->words = mem_dup(colon + 2);
}

/* Words of a line behind others. */
static void
add_words(const char *p, size_t n, struct buf *out)
{
	for (; n > 0 && *p == ' '; p++)
		n--;
	while (n > 0 && p[n - 1] == ' ')
		n--;
	if (n > 0 && out->len > 0)
		buf_char(out, ' ');
	buf_add(out, p, n);
}

/* What is too long goes on below: indented, or where lines are short in both
 * columns, of which the second begins there. All stand that far to the right:
 * in the news of the end. Returns the end of the last. */
static const char *
read_rest(const char *p, size_t indent, size_t column, struct buf *line,
    struct buf *verdict)
{
	while (*p == '\n' && p[1] != '\n' && p[1] != '>' && p[1] != '\0' &&
	    strncmp(p + 1, " > ", 3) != 0) {
		size_t n = strcspn(++p, "\n");
		size_t far = strspn(p, " ");

		far = far < indent ? far : indent;
		p += far;
		n -= far;
		if (*p == ' ')
			add_words(p, n, verdict);
		else if (n <= column)
			add_words(p, n, line);
		else {
			add_words(p, column, line);
			add_words(p + column, n - column, verdict);
		}
		p += n;
	}
	return p;
}

/* "> 5  done: fly A4": its end; NULL: the first line has no verdict. */
static const char *
read_said_row(struct delivered *l, size_t indent, const char *p)
{
	size_t n = strcspn(p, "\n"), end, from;
	char *first = mem_ndup(p + 2, n - 2);
	struct buf line = BUF_INIT, verdict = BUF_INIT;
	struct said said = { 0 };
	const char *rest = NULL;

	if (find_verdict(first, &end, &from, &said)) {
		buf_add(&line, first, end);
		buf_str(&verdict, first + from);
		rest = read_rest(p + n, indent, from + 2, &line, &verdict);
		buf_printf(&line, "%s%s", first[end] == ':' ? ": " : "  ",
		    buf_text(&verdict));
		read_said_line(l, line.data);
	}
	free(first);
	buf_release(&line);
	buf_release(&verdict);
	return rest;
}

/* Long lines stand above what became of them: "load ... \n   done: ..." */
static const char *
read_said_words(struct delivered *l, const char *p)
{
	struct buf whole = BUF_INIT;
	size_t n = strcspn(p, "\n");

	buf_add(&whole, p, n);
	while (n > 0 && strncmp(p + n, "\n  ", 3) == 0) {
		p += n + 1 + strspn(p + n + 1, " ");
		n = strcspn(p, "\n");
		buf_char(&whole, ' ');
		buf_add(&whole, p, n);
	}
	if (whole.len > 0 && whole.data[0] != ' ')
		read_said_line(l, whole.data);
	buf_release(&whole);
	return p + n;
}

/* "\"6\": done: fly A4.": a paragraph, where what is told is a list. */
static const char *
read_said_paragraph(struct delivered *l, const char *p)
{
	struct buf whole = BUF_INIT;
	size_t n = strcspn(p, "\n"), was = l->n_said;

	buf_add(&whole, p, n);
	for (; p[n] == '\n' && p[n + 1] != '\n' && p[n + 1] != '"' &&
	    p[n + 1] != '\0';
	    n = strcspn(p, "\n")) {
		p += n + 1;
		add_words(p, strcspn(p, "\n"), &whole);
	}
	read_said_line(l, whole.data);
	if (l->n_said > was && strlen(l->said[was].line) > 2) {
		char *line = l->said[was].line;

		memmove(line, line + 1, strlen(line));
		line[strlen(line) - 1] = '\0';
	}
	buf_release(&whole);
	return p + n;
}

static void
read_said(struct delivered *l)
{
	for (const char *p = l->text; *p != '\0'; p += *p == '\n') {
		const char *end = NULL;

		if (*p == '"') {
			end = read_said_paragraph(l, p);
		} else if (strncmp(p, "> ", 2) == 0 ||
		    strncmp(p, " > ", 3) == 0) {
			size_t indent = *p == ' '; /* the news of the end */

			p += indent;
			end = read_said_row(l, indent, p);
			p += 2;
		}
		p = end != NULL ? end : read_said_words(l, p);
	}
}

/* "Fri, 27 Nov 2026 17:00:00 +0000" */
static int64_t
read_date(const char *date)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	char month[4], clock[9], stamp[CLOCK_STAMP_SIZE];
	int day, year;
	int64_t t;

	if (sscanf(date, "%*3s, %d %3s %d %8s +0000", &day, month, &year,
		clock) != 4 ||
	    strstr(months, month) == NULL)
		return 0;
	(void)snprintf(stamp, sizeof stamp, "%04u-%02u-%02uT%8.8sZ",
	    (unsigned)year % 10000,
	    (unsigned)(strstr(months, month) - months) / 3 % 12 + 1,
	    (unsigned)day % 100, clock);
	return clock_stamp_parse(stamp, strlen(stamp), &t) == 0 ? t : 0;
}

static void
read_mark(struct delivered *l)
{
	const char *mark = NULL, *p = l->text;
	long long game;
	int board, seat, number;
	char end;

	while ((p = strstr(p, "\nmail ")) != NULL)
		mark = p++;
	if (mark != NULL &&
	    sscanf(mark, "\nmail %lld.%d.p%d.%d", &game, &board, &seat,
		&number) == 4) {
		l->game = game;
		l->board = board;
		l->seat = seat;
		l->number = number;
	}
	if (sscanf(l->id, "<pq%*d.%*d.p%*d.%*d.h%d%c", &l->holder, &end) != 2 ||
	    end != '.')
		l->holder = 1;
}

/* "anna asks you to moderate game 1", "Game            1, Claim" */
static int64_t
game_offered(const char *text)
{
	long long game = 0;

	/* "game 1", "Game: 1", and a line may end there */
	while (game == 0 && tongue_find(text, OF_GAME, NULL, &text) != NULL)
		(void)sscanf(text + strspn(text, ": \n"), "%lld", &game);
	return game;
}

static void
read_offer(struct delivered *l, const struct buf *words)
{
	l->offers = says(words, OFFERS_SEAT, &l->tongue) ||
		says(words, OFFERS_REMATCH, &l->tongue) ?
	    ANSWER_JOIN :
	    says(words, OFFERS_OFFICE, &l->tongue) ? ANSWER_YES :
						     NO_PHRASE;
	if (l->offers == NO_PHRASE)
		return;
	l->game = game_offered(buf_text(words));
	if (l->game == 0)
		l->game = game_offered(l->text);
	if (l->game == 0)
		world_wrong("%s offers something in no game", l->id);
}

/* What its reader is to answer. */
static void
read_asked(struct delivered *l, const struct buf *words)
{
	l->asks = says(words, ASKS_MOVE, &l->tongue) ||
	    tongue_find(l->text, ASKS_BELOW, &l->tongue, NULL) != NULL;
	l->asks_ready = says(words, ASKS_READY, &l->tongue) ||
	    says(words, ASKS_READY_ELSE, &l->tongue);
	/* Where all of a game has one subject, by what it does not tell. */
	l->reminds = tongue_find(l->subject, SUBJECT_REMINDER, NULL, NULL) !=
		NULL ||
	    (says(words, ASKS_STILL, NULL) &&
		tongue_find(l->text, HEAD_SINCE, NULL, NULL) == NULL &&
		tongue_find(l->text, LIST_SINCE, NULL, NULL) == NULL);
	read_offer(l, words);
	l->confirms = l->offers == NO_PHRASE &&
	    says(words, ASKS_YES, &l->tongue);
}

static void
read_told(struct delivered *l)
{
	if (l->digest) {
		l->n_told = told_read(l->text, l->written, &l->told);
	} else if (l->seat > 0) {
		l->told = mem_more(l->told, l->n_told, sizeof *l->told);
		l->told[l->n_told++] = (struct told){ l->game, l->written,
			l->seat, l->board, l->asks, l->due, 0 };
	}
}

void
delivered_read(struct delivered *l, const char *raw, size_t len)
{
	char *whole = mem_ndup(raw, len), *due, *date;
	struct buf words = BUF_INIT;

	*l = (struct delivered){ .received = clock_now() };
	l->id = field(whole, "Message-ID");
	l->answers = field(whole, "In-Reply-To");
	l->reply_to = field(whole, "Reply-To");
	l->from = field(whole, "From");
	l->subject = field(whole, "Subject");
	l->text = plain_text(whole);
	due = field(whole, "X-Paquebot-Due");
	if (clock_stamp_parse(due, strlen(due), &l->due) != 0)
		l->due = 0;
	free(due);
	date = field(whole, "Date");
	l->written = read_date(date);
	free(date);
	read_mark(l);
	first_words(l->text, &words);
	read_asked(l, &words);
	l->over = says(&words, IS_OVER, NULL);
	l->digest = l->seat == 0 &&
	    (tongue_find(l->text, HEAD_GAMES, NULL, NULL) != NULL ||
		tongue_find(l->text, LIST_GAMES, NULL, NULL) != NULL);
	read_told(l);
	read_choices(l);
	read_said(l);
	buf_release(&words);
	free(whole);
}

const struct told *
delivered_told(const struct delivered *l, int64_t game, int seat)
{
	for (size_t i = 0; i < l->n_told; i++)
		if (l->told[i].game == game && l->told[i].seat == seat)
			return &l->told[i];
	return NULL;
}

void
delivered_release(struct delivered *l)
{
	for (int i = 1; i <= l->choices; i++)
		free(l->words[i]);
	for (size_t i = 0; i < l->n_said; i++) {
		free(l->said[i].line);
		free(l->said[i].words);
	}
	free(l->said);
	free(l->told);
	free(l->id);
	free(l->answers);
	free(l->reply_to);
	free(l->from);
	free(l->subject);
	free(l->text);
	*l = (struct delivered){ 0 };
}
