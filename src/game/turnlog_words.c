/* SPDX-License-Identifier: MIT */
#include "game/turnlog.h"

#include "base/clock.h"
#include "base/utf8.h"

/* The quoted string at p, unescaped into scratch; NULL: it is not closed or
 * holds an escape that there is not. Returns the byte after it. */
static const char *
take_quoted(const char *p, const char *end, struct buf *scratch)
{
	size_t from = scratch->len;

	for (p++; p < end && *p != '"'; p++) {
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return NULL;
		if (*p == '\\' &&
		    (++p == end || (*p != '"' && *p != '\\')))
			return NULL;
		buf_char(scratch, *p);
	}
	if (p == end ||
	    !utf8_valid(buf_text(scratch) + from, scratch->len - from))
		return NULL;
	return p + 1;
}

int
turnlog_arg(struct slice *args, struct slice *word, struct buf *scratch)
{
	const char *p = args->at, *end = p + args->len, *start = p;
	size_t len;
	int kind = 1;

	if (args->len == 0)
		return 0;
	len = turnlog_word_len(p, args->len);
	p += len;
	if (len > 0 && p < end && *p == '=') {
		p++;
		len = turnlog_word_len(p, (size_t)(end - p));
		p += len;
	}
	*word = (struct slice){ start, (size_t)(p - start) };
	if (len == 0 && p < end && *p == '?') {
		kind = 3;
		p++;
		word->len++;
	} else if (len == 0 && p < end && *p == '"') {
		kind = 2;
		buf_clear(scratch);
		buf_add(scratch, start, (size_t)(p - start));
		p = take_quoted(p, end, scratch);
		if (p == NULL)
			return -1;
		*word = (struct slice){ scratch->data, scratch->len };
	} else if (len == 0) {
		return -1;
	}
	if (p < end && (*p != ' ' || ++p == end))
		return -1;
	*args = (struct slice){ p, (size_t)(end - p) };
	return kind;
}

bool
turnlog_is(struct slice s, const char *word)
{
	return s.len == strlen(word) && memcmp(s.at, word, s.len) == 0;
}

struct slice
turnlog_words(const struct turnlog_line *line)
{
	if (line->text.len == 0)
		return line->key;
	return (struct slice){ line->key.at, (size_t)(line->text.at +
	    line->text.len - line->key.at) };
}

/* Cuts the next word off; len 0: none is left. */
static struct slice
next_word(struct slice *rest)
{
	const char *space = memchr(rest->at, ' ', rest->len);
	size_t len = space != NULL ? (size_t)(space - rest->at) : rest->len;
	struct slice word = { rest->at, len };

	len += space != NULL;
	*rest = (struct slice){ rest->at + len, rest->len - len };
	return word;
}

static int
seat_of(struct slice word)
{
	return word.len == 2 && word.at[0] == 'p' && word.at[1] > '0' &&
	    word.at[1] <= '0' + SEATS_MAX ? word.at[1] - '0' : 0;
}

int
turnlog_handover(struct slice words, bool *left)
{
	struct slice verb = next_word(&words);

	*left = turnlog_is(verb, "eject");
	return *left || turnlog_is(verb, "replace") ?
	    seat_of(next_word(&words)) : 0;
}

seat_set
turnlog_seats(struct slice words)
{
	seat_set seats = 0;

	while (words.len > 0) {
		int seat = seat_of(next_word(&words));

		if (seat == 0)
			return 0;
		seats |= SEAT_BIT(seat);
	}
	return seats;
}

/* Text as a log may hold it: a control byte would break the line. */
static void
write_text(struct buf *out, const char *s, size_t len, bool escape)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if (escape && (c == '"' || c == '\\'))
			buf_char(out, '\\');
		buf_char(out, c < 0x20 || c == 0x7f ? ' ' : (char)c);
	}
}

void
turnlog_word(struct buf *out, const char *s, size_t len)
{
	if (len > 0 && turnlog_word_len(s, len) == len) {
		buf_add(out, s, len);
		return;
	}
	buf_char(out, '"');
	write_text(out, s, len, true);
	buf_char(out, '"');
}

static void
write_tag(struct buf *out, const char *name, const char *text)
{
	buf_printf(out, "%s: ", name);
	write_text(out, text, strlen(text), false);
	buf_char(out, '\n');
}

void
turnlog_write_head(struct buf *out, const struct turnlog_head *h)
{
	buf_printf(out, "%%turnlog 1\nGame: %s/%d\nData: %s sha256:%s\n",
	    h->game, h->version, h->game, h->data_hash);
	write_tag(out, "Id", h->id);
	write_tag(out, "Started", h->started);
	buf_str(out, "Seats:");
	for (int s = 1; s <= h->seats; s++)
		buf_printf(out, " p%d", s);
	buf_char(out, '\n');
	for (int s = 1; s <= h->seats; s++) {
		char name[] = "Seat-p0";

		name[6] = (char)('0' + s);
		write_tag(out, name, h->seat_name[s] != NULL &&
		    h->seat_name[s][0] != '\0' ? h->seat_name[s] : "-");
	}
	write_tag(out, "Options", h->options);
	buf_printf(out, "Seed-Commit: sha256:%s\n", h->seed_commit);
	if (h->seed != NULL)
		write_tag(out, "Seed", h->seed);
	if (h->computers != NULL)
		write_tag(out, "Computers", h->computers);
	if (h->reader != NULL)
		write_tag(out, "Reader", h->reader);
	buf_char(out, '\n');
}

void
turnlog_write_event(struct buf *out, int seq, int actor, const char *words,
    int64_t stamp)
{
	buf_int(out, seq);
	if (actor > 0) {
		buf_str(out, " p");
		buf_char(out, (char)('0' + actor));
		buf_char(out, ' ');
	} else {
		buf_str(out, actor == 0 ? " - " : " ! ");
	}
	buf_str(out, words);
	if (stamp >= 0) {
		char text[CLOCK_STAMP_SIZE];

		clock_stamp(stamp, text);
		buf_str(out, " @");
		buf_str(out, text);
	}
	buf_char(out, '\n');
}

void
turnlog_write_derived(struct buf *out, const char *words)
{
	buf_str(out, "> ");
	buf_str(out, words);
	buf_char(out, '\n');
}

void
turnlog_write_check(struct buf *out, int seq, const char *hash)
{
	buf_printf(out, "# %d sha256:%s\n", seq, hash);
}

void
turnlog_write_end(struct buf *out, const char *word, int seats,
    const int *by_seat)
{
	buf_printf(out, "%%end %s", word);
	for (int s = 1; s <= seats && by_seat != NULL; s++)
		buf_printf(out, " p%d=%d", s, by_seat[s]);
	buf_char(out, '\n');
}
