/* SPDX-License-Identifier: MIT */

/* From the text of a mail to the lines that are read: comments, broken lines,
 * blocks, what stands around a copy. */

#include <ctype.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "desk/block.h"
#include "desk/boxes.h"
#include "desk/choices.h"
#include "desk/headed.h"
#include "desk/meant.h"
#include "desk/paragraph.h"
#include "desk/plain.h"
#include "desk/sentence.h"
#include "desk/withdrawn.h"
#include "match/ahead.h"
#include "post/words.h"

enum { LINES_MAX = 1000, LINE_MAX_BYTES = 600, WRAPPED = 50, BEHIND_WORDS = 3 };

bool
job_says_anything(const struct job *j)
{
	for (int i = 0; i < j->n; i++)
		if (meaning_of(j, j->line[i].text).is != MEANS_PROSE)
			return true;
	return false;
}

/* What people wrote is told as they wrote it. */
static void
note_written(struct line *l, const char *at, size_t len)
{
	free(l->written);
	l->written = strlen(l->text) != len || memcmp(l->text, at, len) != 0 ?
	    mem_ndup(at, len) :
	    NULL;
}

/* plain: as it is obeyed. */
static void
add_plain(struct job *j, const char *plain)
{
	struct line *l;

	j->line = mem_more(j->line, (size_t)j->n, sizeof *j->line);
	l = &j->line[j->n++];
	memset(l, 0, sizeof *l);
	l->text = mem_dup(plain);
}

static void
add_written(struct job *j, const char *plain, const char *at, size_t len)
{
	struct buf written = BUF_INIT, times = BUF_INIT;

	buf_add(&written, at, len);
	add_plain(j,
	    times_said(j, buf_text(&written), &times) ? times.data : plain);
	buf_release(&written);
	buf_release(&times);
	note_written(&j->line[j->n - 1], at, len);
}

void
job_add_line(struct job *j, const char *at, size_t len)
{
	struct buf plain = BUF_INIT;

	plain_line(j, at, len, &plain);
	add_written(j, buf_text(&plain), at, len);
	buf_release(&plain);
}

static bool
starts_command(const struct job *j, const char *line, bool number)
{
	struct meaning m = meaning_of(j, line);

	return m.is == MEANS_COMMAND || m.is == MEANS_MOVE ||
	    (number && m.is == MEANS_NUMBER);
}

/* Whether a line, or what it says last of several, is a move. */
static bool
ends_in_move(const struct job *j, const char *line)
{
	struct buf alt = BUF_INIT;
	bool reads = false;

	while (words_alternative(j->words, j->game_words, &line, &alt))
		reads = job_reads(j, buf_text(&alt));
	buf_release(&alt);
	return reads;
}

/* Without a number, or how many, at its end. */
static size_t
without_number(const struct job *j, const char *line)
{
	size_t len = strlen(line), from = len;

	while (from && line[from - 1] != ' ')
		from--;
	if (line[from + strspn(line + from, "0123456789=")] != '\0' &&
	    word_id(j, "count", line + from, len - from, 0) == NULL)
		return len;
	while (from && line[from - 1] == ' ')
		from--;
	return from;
}

static bool
is_bare_number(const char *line)
{
	return line[strspn(line, "0123456789.):,; ")] == '\0';
}

/* Whether a line is a move that goes on in the next one: half of one, or one
 * that is another with it, "stow orange=4 / yellow=4". A number alone is a move
 * of its own, and so is what alone would be one, "then 5"; one at the end may
 * be of what follows. */
static bool
makes_whole(const struct job *j, const char *line, const char *whole,
    const char *next, const char *plain)
{
	size_t len = without_number(j, whole);
	char *cut;
	bool makes;

	if (meaning_of(j, line).is != MEANS_MOVE || is_bare_number(next))
		return false;
	cut = mem_ndup(whole, len);
	makes = job_reads(j, whole) ||
	    (!is_bare_number(plain) && len > strlen(line) && job_reads(j, cut));
	free(cut);
	return makes;
}

/* Whether a line goes on in the number below it: it was full, or its last word
 * asks for another ("See you on the / 2"). Who writes a whole move, however
 * long, and below it a number means two. */
static bool
goes_on(const struct job *j, const char *line, const char *whole)
{
	enum { FULL = 28, FULL_MOVE = 60 }; /* what is broken at 30 */
	size_t len = strlen(line), from = len;
	bool moves = starts_command(j, line, false);

	while (from && line[from - 1] != ' ')
		from--;
	if (word_id(j, "or", line + from, len - from, 0) != NULL)
		return true;
	if ((moves && ends_in_move(j, line)) || withdrawn_never(j, line))
		return false;
	if (moves && len >= WRAPPED && ends_in_move(j, whole))
		return true;
	return word_id(j, "small", line + from, len - from, 0) != NULL ||
	    word_id(j, "choice", line + from, len - from, 0) != NULL ||
	    (len >= (moves ? FULL_MOVE : FULL) &&
		isalnum((unsigned char)line[len - 1]));
}

/* What the first words of a line are to the one above: "behind" a number, or a
 * condition ("if"); NULL: neither. */
static const char *
goes_behind(const struct job *j, const char *at, size_t len)
{
	struct buf words = BUF_INIT;
	const char *id = NULL;
	size_t to = 0;

	while (len > 0 && ispunct((unsigned char)*at))
		at++, len--;
	for (int n = 0; n < BEHIND_WORDS && to < len; n++) {
		const char *found;

		while (to < len && !isspace((unsigned char)at[to]))
			buf_char(&words, at[to++]);
		while (words.len > 0 &&
		    ispunct((unsigned char)words.data[words.len - 1]))
			buf_truncate(&words, words.len - 1);
		found = words.len == 0 ?
		    NULL :
		    word_id(j, "behind", words.data, words.len, 0);
		id = found != NULL ? found : id;
		buf_char(&words, '-');
		while (to < len && isspace((unsigned char)at[to]))
			to++;
	}
	buf_release(&words);
	/* What takes back has been read (settled.c); a sentence of its own has
	 * a condition of its own. */
	return id != NULL &&
		(strcmp(id, "back") == 0 ||
		    (strcmp(id, "if") == 0 && isupper((unsigned char)*at))) ?
	    NULL :
	    id;
}

/* Whether a line goes on in the one below: "2 / of us", "fly B1 / if I may". */
static bool
is_behind(const struct job *j, const char *line, const char *at, size_t len)
{
	const char *id = goes_behind(j, at, len);
	char *said = mem_ndup(at, len);
	bool never = withdrawn_never(j, said);

	free(said);
	if (id == NULL || never)
		return false;
	return line[strspn(line, "0123456789")] == '\0' ||
	    (strcmp(id, "behind") != 0 && starts_command(j, line, true));
}

/* A line goes on in the one below it; whole: as it is obeyed then, taken. */
static void
add_below(struct line *l, struct buf *whole, const char *at, size_t len)
{
	struct buf said = BUF_INIT;

	buf_printf(&said, "%s %.*s", l->written != NULL ? l->written : l->text,
	    (int)len, at);
	free(l->text);
	l->text = buf_steal(whole);
	note_written(l, said.data, said.len);
	buf_release(&said);
}

/* A row of a list of ours: its number stands apart. */
static bool
is_row(const char *at, size_t len)
{
	size_t digits = strspn(at, "0123456789");

	return digits > 0 && digits + 2 < len && at[digits] == ' ' &&
	    at[digits + 1] == ' ';
}

/* Mail programs break long lines: what follows a long command and means
 * nothing by itself belongs to it; and people break short ones. A number may be
 * part of a sentence that goes on. */
static bool
continues(struct job *j, const char *at, size_t len, const char *plain)
{
	struct line *l = j->n ? &j->line[j->n - 1] : NULL;
	struct buf b = BUF_INIT;
	struct meaning m;
	const char *above;
	char *text;
	bool more, number;

	if (l == NULL || strlen(l->text) > LINE_MAX_BYTES || is_row(at, len))
		return false;
	above = l->written != NULL ? l->written : l->text;
	if (headed(j, above))
		return false;
	text = mem_ndup(at, len);
	m = meaning_of(j, text);
	buf_printf(&b, "%s %s", l->text, text);
	more = (meaning_of(j, plain).is == MEANS_NUMBER &&
		   !is_row(above, strlen(above)) &&
		   (goes_on(j, l->text, buf_text(&b)) ||
		       sentence_labels(j, above))) ||
	    is_behind(j, l->text, at, len);
	/* Behind a long command that is no move a number is none either. */
	number = m.is == MEANS_NUMBER &&
	    meaning_of(j, l->text).is == MEANS_COMMAND &&
	    !ends_in_move(j, l->text);
	if (!more && starts_command(j, l->text, false))
		more = ((m.is == MEANS_PROSE || m.is == MEANS_TYPO || number) &&
			   strlen(l->text) >= WRAPPED) ||
		    (m.is != MEANS_COMMAND && m.is != MEANS_MOVE &&
			makes_whole(j, l->text, b.data, text, plain));
	if (more) {
		struct buf whole = BUF_INIT;

		/* "My choice / 2" */
		plain_line(j, buf_text(&b), b.len, &whole);
		add_below(l, &whole, at, len);
	}
	free(text);
	buf_release(&b);
	return more;
}

bool
line_ends_message(const struct job *j, const char *at, size_t len)
{
	struct buf word = BUF_INIT;
	const char *id;
	bool yes;

	utf8_fold(at, len, &word);
	for (size_t i = 0; i < word.len; i++)
		if (word.data[i] == ' ')
			word.data[i] = '-';
	yes = names_find(j->words, "signature", buf_text(&word), word.len, 0,
		  &id) == NAME_FOUND &&
	    (strcmp(id, "below") != 0 || job_says_anything(j));
	buf_release(&word);
	return yes;
}

/* The text that belongs to the line just added, if it is of those. */
static const char *
take_block(struct job *j, const char *at, size_t len, const char *p)
{
	struct line *l = j->n ? &j->line[j->n - 1] : NULL;

	if (l == NULL || l->block != NULL)
		return p;
	if (block_ends(j, at, len))
		block_stray(j);
	else if (block_opens(j, l->text, p))
		return block_read(j, p, l);
	return p;
}

/* Where a comment begins; "#2" is a number. NULL: nowhere. */
static const char *
comment(const char *at, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		size_t n = i + 1;

		if (at[i] != '#')
			continue;
		while (n < len && at[n] == ' ')
			n++;
		if (n == len || !isdigit((unsigned char)at[n]))
			return at + i;
	}
	return NULL;
}

/* A line of its own that is as it is written. */
static void
take_raw(struct job *j, const char *at, size_t len)
{
	char *raw = mem_ndup(at, len);

	add_plain(j, raw);
	free(raw);
}

/* The line of a game and that of an answer for it; false: it is none. */
static bool
take_headed(struct job *j, const char *at, size_t len)
{
	size_t behind = headed_answer(j, at, len), head = behind;
	struct buf plain = BUF_INIT;

	if (behind == 0)
		return false;
	while (strchr(" \t-", at[head - 1]) != NULL)
		head--;
	take_raw(j, at, head);
	plain_line(j, at + behind, len - behind, &plain);
	add_plain(j, buf_text(&plain));
	buf_release(&plain);
	return true;
}

/* An order that is refused, for what is above it leaves open whether it is. */
static void
add_left_open(struct job *j, const char *plain, const char *at, size_t len)
{
	add_written(j, plain, at, len);
	j->line[j->n - 1].taken_back = true;
}

/* Whether a line leaves open what is meant: an order that it takes back is
 * refused, as it is if it is left open, and a second choice is none. */
static bool
is_unsettled(struct job *j, const char *at, size_t len, const char *plain)
{
	struct buf whole = BUF_INIT;
	int above;

	switch (plain_unsettles(j, at, len, plain, &above)) {
	case SETTLED:
		return false;
	case SECOND:
		take_raw(j, at, len);
		return true;
	case LEFT_OPEN:
		add_left_open(j, plain, at, len);
		return true;
	case TAKEN_BACK:
		break;
	}
	j->line[above].taken_back = true;
	if (strlen(j->line[above].text) <= LINE_MAX_BYTES) {
		buf_printf(&whole, "%s %.*s", j->line[above].text, (int)len,
		    at);
		add_below(&j->line[above], &whole, at, len);
	}
	return true;
}

/* A line as it is read: one more, or what makes the last one whole. */
static void
take_line(struct job *j, const char *at, size_t len, bool broken)
{
	struct buf plain = BUF_INIT;

	if (take_headed(j, at, len))
		return;
	plain_line(j, at, len, &plain);
	if (is_unsettled(j, at, len, buf_text(&plain)))
		;
	else if (!broken && sentence_takes(j, buf_text(&plain), at))
		add_left_open(j, buf_text(&plain), at, len);
	else if (broken || !continues(j, at, len, buf_text(&plain)))
		add_written(j, buf_text(&plain), at, len);
	buf_release(&plain);
}

/* The number of an item of a list, "2. See you soon"; 0: it is none. */
static int
item_number(const char *at)
{
	enum { MOST = 2 };
	size_t digits;

	at += strspn(at, " \t");
	digits = strspn(at, "0123456789");
	if (digits == 0 || digits > MOST || at[digits] == '\0' ||
	    strchr(".)", at[digits]) == NULL || at[digits + 1] != ' ' ||
	    strcspn(at + digits + 2, "\n") == 0)
		return 0;
	return (int)strtol(at, NULL, 10);
}

/* Whether a line is of a list of what somebody has to say: its number counts.
 * above: of the item above. */
static bool
in_list(const char *at, int above)
{
	int n = item_number(at), below;
	const char *next = at + strcspn(at, "\n");

	below = item_number(next + strspn(next, "\n"));
	return n > 0 && ((above > 0 && n == above + 1) || below == n + 1);
}

/* A command with a text that begins on its line; returns where it goes on
 * behind that, NULL: it is none. */
static const char *
take_text(struct job *j, const char *at, size_t len)
{
	size_t head = paragraph_head(j, at, len);

	if (head > 0) {
		take_raw(j, at, head);
		return paragraph_read(j, at + head, &j->line[j->n - 1]);
	}
	head = block_head(j, at, len);
	if (head == 0)
		return NULL;
	take_raw(j, at, strcspn(at, ":"));
	return block_line(j, at + head, &j->line[j->n - 1]);
}

static void
split(struct job *j, const char *text)
{
	bool broken = false; /* an empty line came between */
	int above = 0;       /* the item of a list */

	for (const char *p = text; *p && j->n <= LINES_MAX;) {
		size_t n = strcspn(p, "\n"), len = n, head;
		const char *at = p, *hash, *next;

		p += n + (p[n] == '\n');
		if ((hash = comment(at, len)) != NULL)
			len = (size_t)(hash - at);
		while (len && isspace((unsigned char)*at))
			at++, len--;
		while (len && isspace((unsigned char)at[len - 1]))
			len--;
		if (len == 0) {
			broken = true;
			continue;
		}
		if (line_ends_message(j, at, len))
			return;
		if ((next = take_text(j, at, len)) != NULL) {
			p = next;
			above = 0;
			broken = true;
			continue;
		}
		len = utf8_prefix_bytes(at, len, LINE_MAX_BYTES);
		head = box_ticked(at, len);
		at += head;
		len -= head;
		if (box_is_empty(at, len)) {
			add_plain(j, EMPTY_BOX);
			note_written(&j->line[j->n - 1], at, len);
		} else if (in_list(at, above)) {
			take_raw(j, at, len);
		} else if (*at != '>') {
			take_line(j, at, len, broken);
			p = take_block(j, at, len, p);
		}
		above = item_number(at);
		broken = false;
	}
}

void
job_drop_lines(struct job *j)
{
	while (j->n) {
		free(j->line[--j->n].text);
		free(j->line[j->n].written);
		free(j->line[j->n].block);
	}
}

/* Orders above a copy of ours without prefix are the answer; what stands below
 * it too is then part of it, for a copy may be longer than we know. */
static void
split_around(struct job *j)
{
	char *above;

	if (!j->msg.below || j->msg.below >= strlen(j->msg.text)) {
		split(j, j->msg.text);
		return;
	}
	above = mem_ndup(j->msg.text, j->msg.below);
	split(j, above);
	free(above);
	if (!job_says_anything(j))
		split(j, j->msg.text + j->msg.below);
}

/* Whether all lines are names and courtesy: who signs has said nothing. */
static bool
is_only_signed(const struct job *j)
{
	for (int i = 0; i < j->n; i++)
		if (!plain_is_named(j, j->line[i].text) &&
		    !plain_is_courtesy(j, j->line[i].text))
			return false;
	return true;
}

/* A mail without text, or signed and no more, speaks by its subject, which
 * "Re:" says that it answers if it is thanks; so does one that a program has
 * written because of our List-Unsubscribe, with a text of its own. */
static void
take_subject(struct job *j, const char *subject)
{
	struct meaning m = meaning_of(j, subject);
	/* "Re: unsubscribe" is what people answer to. */
	bool answered = subject != j->msg.subject && *j->msg.subject != '[';

	if (j->n && meaning_is(&m, "unsubscribe") && !answered &&
	    !job_says_anything(j))
		job_drop_lines(j);
	if ((j->n == 0 || (!answered && is_only_signed(j))) && *subject &&
	    starts_command(j, subject, true))
		split(j, subject);
}

int
job_lines(struct job *j, struct err *e)
{
	split_around(j);
	if (job_headed(j, e) || job_pasted(j, e) || job_listed(j, e) ||
	    meant_places(j, e) || job_ends_early(j, e))
		return -1;
	/* No part of what is too long to be read to the end is obeyed. */
	if (j->n > LINES_MAX) {
		job_drop_lines(j);
		j->msg.defects |= MESSAGE_TOO_LARGE;
		return 0;
	}
	if (!j->same_subject)
		take_subject(j, words_bare_subject(j->msg.subject));
	return 0;
}
