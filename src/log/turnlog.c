/* SPDX-License-Identifier: MIT */
#include "log/turnlog.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "game/args.h"

enum { AT_START, IN_TAGS, IN_LINES, AFTER_END };
enum { STAMP_LEN = 20, SEQ_MAX = 99999999 };

static const char magic[] = "%turnlog 1", magic_chained[] = "%turnlog 1.1";

/* Takes a number without sign and leading zeros off the text; -1: none. */
static int
take_number(const char **at, const char *end)
{
	const char *p = *at;
	int n = 0;

	if (p == end || !utf8_digit(*p) || *p == '0')
		return -1;
	for (; p < end && utf8_digit(*p); p++) {
		n = 10 * n + (*p - '0');
		if (n > SEQ_MAX)
			return -1;
	}
	*at = p;
	return n;
}

/* Takes one space; false if there is none. */
static bool
take_space(const char **at, const char *end)
{
	if (*at == end || **at != ' ')
		return false;
	(*at)++;
	return true;
}

/* "p1" ... "p6": the seat; 0: something else. */
static int
take_seat(const char **at, const char *end)
{
	const char *p = *at;
	int seat;

	if (end - p < 2 || p[0] != 'p' || p[1] < '1' || p[1] > '9')
		return 0;
	seat = p[1] - '0';
	*at = p + 2;
	return seat;
}

/* No control bytes, and valid UTF-8. Eight bytes are looked at in one: a
 * byte below 20 hex borrows from its high bit, as does DEL from that of what
 * differs from it; the byte before may only add to what is found. */
static bool
text_valid(const char *s, size_t len)
{
	static const uint64_t ones = 0x0101010101010101;
	uint64_t odd = 0;
	size_t i = 0;

	for (; i + 8 <= len; i += 8) {
		uint64_t x, del;

		memcpy(&x, s + i, sizeof x);
		del = x ^ ones * 0x7f;
		odd |= (x | (x - ones * 0x20) | (del - ones)) & ones * 0x80;
	}
	for (; i < len; i++)
		odd |= (unsigned char)s[i] - 0x20u >= 0x7f - 0x20u;
	if (odd == 0)
		return true;
	for (i = 0; i < len; i++)
		if ((unsigned char)s[i] < 0x20 || s[i] == 0x7f)
			return false;
	return utf8_valid(s, len);
}

static int
wrong(struct err *e, const char *what)
{
	return err_set(e, ERR_CORRUPT, "%s", what);
}

void
turnlog_open(struct turnlog_reader *r, const char *data, size_t len)
{
	*r = (struct turnlog_reader){ .at = data, .end = data + len };
}

/* Eight bytes are of the form: what differs is at most 9 where it has a 0,
 * and nothing elsewhere. limit + 15 - what may differ has no high nibble. */
static bool
eight_like(const char *p, const char *form, const char *limit)
{
	uint64_t x, f, l;

	memcpy(&x, p, sizeof x);
	memcpy(&f, form, sizeof f);
	memcpy(&l, limit, sizeof l);
	x ^= f;
	return ((x | (x + l)) & 0xf0f0f0f0f0f0f0f0) == 0;
}

/* A stamp has one length, so it is looked for where it would begin. */
static bool
stamp_at(const char *from, const char *end)
{
	const char *p = end - STAMP_LEN;

	if (end - from < STAMP_LEN + 2 || end[-1] != 'Z' || p[-1] != '@' ||
	    p[-2] != ' ')
		return false;
	return eight_like(p, "0000-00-", "\6\6\6\6\17\6\6\17") &&
	    eight_like(p + 8, "00T00:00", "\6\6\17\6\6\17\6\6") &&
	    eight_like(p + 12, "0:00:00Z", "\6\17\6\6\17\6\6\17");
}

/* "SEQ ACTOR VERB ARG... @STAMP"; the arguments are not looked into. */
static int
read_event(const char *p, const char *end, struct turnlog_line *line,
    struct err *e)
{
	size_t verb;

	line->type = TURNLOG_EVENT;
	if (!text_valid(p, (size_t)(end - p)))
		return wrong(e, "text that is not clean UTF-8");
	line->seq = take_number(&p, end);
	if (line->seq < 0)
		return wrong(e, "a bad event number");
	if (!take_space(&p, end) || p == end)
		return wrong(e, "an event without an actor");
	if (*p == '-' || *p == '!') {
		line->actor = *p++ == '-' ? 0 : -1;
	} else {
		line->actor = take_seat(&p, end);
		if (line->actor == 0)
			return wrong(e, "an unknown actor");
	}
	if (!take_space(&p, end))
		return wrong(e, "an unknown actor");
	if (stamp_at(p, end)) {
		line->stamp = (struct slice){ end - STAMP_LEN, STAMP_LEN };
		if (clock_stamp_parse(line->stamp.at, STAMP_LEN, &line->time) ||
		    line->time < 0)
			return wrong(e, "a stamp that is no time since 1970");
		end -= STAMP_LEN + 2;
	}
	verb = args_word_len(p, (size_t)(end - p));
	line->key = (struct slice){ p, verb };
	p += verb;
	if (verb == 0)
		return wrong(e, "an event without a verb");
	if (p < end && !take_space(&p, end))
		return wrong(e, "a verb that is no word");
	if (p == end && p[-1] == ' ')
		return wrong(e, "a space at the end of the event");
	line->text = (struct slice){ p, (size_t)(end - p) };
	return 1;
}

/* Lines of a mark, a space and text: `>` and `;`. */
static int
read_text(enum turnlog_type type, const char *p, const char *end,
    struct turnlog_line *line, struct err *e)
{
	line->type = type;
	if (!take_space(&p, end))
		return wrong(e, "a space is missing after the line's mark");
	line->text = (struct slice){ p, (size_t)(end - p) };
	if (!text_valid(p, line->text.len))
		return wrong(e, "text that is not clean UTF-8");
	return end[-1] == ' ' ? wrong(e, "a space at the end of the line") : 1;
}

static int
read_section(const char *p, const char *end, struct turnlog_line *line,
    struct err *e)
{
	size_t len;

	line->type = TURNLOG_SECTION;
	if (end - p < 3 || p[0] != '=' || p[1] != ' ')
		return wrong(e, "a section is \"== word number\"");
	p += 2;
	len = args_word_len(p, (size_t)(end - p));
	line->key = (struct slice){ p, len };
	p += len;
	line->text = (struct slice){ p, 0 };
	if (p < end) {
		if (!take_space(&p, end))
			return wrong(e, "a section is \"== word number\"");
		line->text = (struct slice){ p, (size_t)(end - p) };
		while (p < end && utf8_digit(*p))
			p++;
	}
	if (len == 0 || p != end || end[-1] == ' ')
		return wrong(e, "a section is \"== word number\"");
	return 1;
}

static int
read_chat(const char *p, const char *end, struct turnlog_line *line,
    struct err *e)
{
	line->key = (struct slice){ p, 2 };
	line->actor = take_seat(&p, end);
	if (line->actor == 0)
		return wrong(e, "chat of an unknown seat");
	return read_text(TURNLOG_CHAT, p, end, line, e);
}

/* Takes the word and so many hex digits behind it. */
static bool
take_hex(const char **at, const char *end, const char *word, size_t digits)
{
	size_t len = strlen(word);
	const char *p = *at;

	if ((size_t)(end - p) < len + digits || memcmp(p, word, len) != 0)
		return false;
	p += len;
	*at = p + digits;
	return hash_is_hex(p, digits / 16);
}

/* "chain:HEX seal:HEX form:.?-", that of the end "chain:HEX". */
static int
read_chain(const char *p, const char *end, struct turnlog_line *line,
    struct err *e)
{
	static const char tag[] = " form:";
	size_t n = sizeof tag - 1;
	bool good;

	line->type = TURNLOG_CHAIN;
	line->text = (struct slice){ p, (size_t)(end - p) };
	good = take_hex(&p, end, "chain:", 64) &&
	    (line->seq == 0 || take_hex(&p, end, " seal:", 64));
	if (good && p != end && line->seq > 0) {
		good = (size_t)(end - p) > n && memcmp(p, tag, n) == 0;
		for (p += good ? n : 0; p < end && good; p++)
			good = *p == '.' || *p == '?' || *p == '-';
	}
	return good && p == end ?
	    1 :
	    wrong(e, "a head is \"# number chain:hash seal:hash\"");
}

/* "anew restored": the chain goes on otherwise, or from its beginning (T30). */
static int
read_anew(const char *p, const char *end, struct turnlog_line *line,
    struct err *e)
{
	static const char *const whys[] = { "restored", "forgotten", "imported",
		"rebuilt" };

	line->type = TURNLOG_ANEW;
	line->text = (struct slice){ p, (size_t)(end - p) };
	for (size_t i = 0; i < sizeof whys / sizeof whys[0]; i++)
		if (slice_is(line->text, whys[i]))
			return 1;
	return wrong(e, "a chain does not begin anew for that");
}

static int
read_check(const char *p, const char *end, bool chained,
    struct turnlog_line *line, struct err *e)
{
	static const char tag[] = " sha256:";

	line->type = TURNLOG_CHECK;
	if (!take_space(&p, end) || p == end)
		return wrong(e, "a check is \"# number sha256:hash\"");
	if (chained && end - p > 4 && memcmp(p, "end ", 4) == 0)
		return read_chain(p + 4, end, line, e);
	if (end - p > 5 && memcmp(p, "anew ", 5) == 0)
		return read_anew(p + 5, end, line, e);
	if (*p == '0') { /* the position before any event */
		line->seq = 0;
		p++;
	} else {
		line->seq = take_number(&p, end);
	}
	if (chained && line->seq > 0 && end - p > 2 && p[1] == 'c')
		return read_chain(p + 1, end, line, e);
	if (line->seq < 0 || end - p != 64 + (int)sizeof tag - 1 ||
	    memcmp(p, tag, sizeof tag - 1) != 0)
		return wrong(e, "a check is \"# number sha256:hash\"");
	p += sizeof tag - 1;
	line->text = (struct slice){ p, 64 };
	return hash_is_hex(p, 64 / 16) ?
	    1 :
	    wrong(e, "a hash is 64 digits of 0-9 a-f");
}

static int
read_end(struct turnlog_reader *r, const char *p, const char *end,
    struct turnlog_line *line, struct err *e)
{
	size_t len;

	line->type = TURNLOG_END;
	if (end - p < 5 || memcmp(p, "end ", 4) != 0)
		return wrong(e, "an unknown kind of line");
	p += 4;
	len = args_word_len(p, (size_t)(end - p));
	line->key = (struct slice){ p, len };
	p += len;
	if (len == 0 || (p < end && !take_space(&p, end)) ||
	    (p == end && p[-1] == ' '))
		return wrong(e, "an end is \"%end word seat=number\"");
	line->text = (struct slice){ p, (size_t)(end - p) };
	while (p < end) {
		if (take_seat(&p, end) == 0 || p == end || *p++ != '=')
			return wrong(e, "scores are seat=number");
		if (p < end && *p == '-')
			p++;
		if (p == end || !utf8_digit(*p))
			return wrong(e, "scores are seat=number");
		while (p < end && utf8_digit(*p))
			p++;
		if (p < end && (!take_space(&p, end) || p == end))
			return wrong(e, "scores are seat=number");
	}
	r->state = AFTER_END;
	return 1;
}

/* One line below the head. */
static int
read_line(struct turnlog_reader *r, const char *p, const char *end,
    struct turnlog_line *line, struct err *e)
{
	if (p == end) {
		line->type = TURNLOG_BLANK;
		return 1;
	}
	switch (*p) {
	case '0':
	case '1':
	case '2':
	case '3':
	case '4':
	case '5':
	case '6':
	case '7':
	case '8':
	case '9':
		return read_event(p, end, line, e);
	case '>':
		return read_text(TURNLOG_DERIVED, p + 1, end, line, e);
	case ';':
		return read_text(TURNLOG_COMMENT, p + 1, end, line, e);
	case '=':
		return read_section(p + 1, end, line, e);
	case '\'':
		return read_chat(p + 1, end, line, e);
	case '#':
		return read_check(p + 1, end, r->chained, line, e);
	case '%':
		return read_end(r, p + 1, end, line, e);
	default:
		return wrong(e, "an unknown kind of line");
	}
}

/* "Name: text"; a blank line ends the tags. */
static int
read_tag(struct turnlog_reader *r, const char *p, const char *end,
    struct turnlog_line *line, struct err *e)
{
	const char *name = p;

	if (p == end) {
		if (line->number == 2)
			return wrong(e, "no tags");
		line->type = TURNLOG_BLANK;
		r->state = IN_LINES;
		return 1;
	}
	line->type = TURNLOG_TAG;
	while (p < end && *p != ':' && *p != ' ')
		p++;
	line->key = (struct slice){ name, (size_t)(p - name) };
	if (p == name || end - p < 3 || p[0] != ':' || p[1] != ' ')
		return wrong(e,
		    "a tag is \"Name: text\", and a blank line ends the tags");
	p += 2;
	line->text = (struct slice){ p, (size_t)(end - p) };
	if (!text_valid(name, (size_t)(end - name)))
		return wrong(e, "text that is not clean UTF-8");
	return end[-1] == ' ' ? wrong(e, "a space at the end of the line") : 1;
}

/* Cuts the next line off; -1 if its end is missing. */
static int
take_line(struct turnlog_reader *r, struct slice *out, struct err *e)
{
	const char *lf = memchr(r->at, '\n', (size_t)(r->end - r->at));

	r->line++;
	if (lf == NULL)
		return wrong(e, "the last line has no line end");
	*out = (struct slice){ r->at, (size_t)(lf - r->at) };
	r->at = lf + 1;
	return 0;
}

int
turnlog_next(struct turnlog_reader *r, struct turnlog_line *line, struct err *e)
{
	struct slice text;

	line->key = line->text = line->stamp = line->all = (struct slice){ "",
		0 };
	line->seq = line->actor = 0;
	line->time = -1;
	line->number = r->line + 1;
	if (r->state == AT_START) {
		if (r->at == r->end || take_line(r, &text, e) != 0)
			return wrong(e, "not a turn log of format 1");
		r->chained = slice_is(text, magic_chained);
		if (!r->chained && !slice_is(text, magic))
			return wrong(e, "not a turn log of format 1");
		r->state = IN_TAGS;
		line->number++;
	}
	if (r->at == r->end)
		return r->state == IN_TAGS ?
		    wrong(e, "the log ends before its blank line") :
		    0;
	if (take_line(r, &text, e) != 0)
		return -1;
	line->all = text;
	if (r->state == IN_TAGS)
		return read_tag(r, text.at, text.at + text.len, line, e);
	if (r->state == AFTER_END)
		return wrong(e,
		    *text.at == ';' ? "a comment after %end, not above it" :
				      "a line after %end");
	return read_line(r, text.at, text.at + text.len, line, e);
}
