/* SPDX-License-Identifier: MIT */
#include "mail/plain.h"

#include <stdint.h>

static size_t
quote_depth(const char *line, size_t len)
{
	size_t n = 0;

	while (n < len && line[n] == '>')
		n++;
	return n;
}

/* Adds a line without its stuffed blank; true if it flows into the next. */
static bool
flowed_line(const char *line, size_t len, bool joined, bool delsp,
    struct buf *out)
{
	size_t depth = quote_depth(line, len), from = depth;
	bool soft;

	if (from < len && line[from] == ' ')
		from++;
	soft = len > from && line[len - 1] == ' ' &&
	    !(len - from == 3 && memcmp(line + from, "-- ", 3) == 0);
	if (!joined) {
		buf_fill(out, '>', depth);
		if (depth > 0 && len > from)
			buf_char(out, ' ');
	}
	buf_add(out, line + from, len - from - (soft && delsp ? 1 : 0));
	return soft;
}

void
plain_flowed(const char *text, bool delsp, struct buf *out)
{
	bool soft = false;
	size_t depth = 0;

	while (*text != '\0') {
		size_t len = strcspn(text, "\n");
		size_t d = quote_depth(text, len);
		bool sig = len == d + 3 && memcmp(text + d, "-- ", 3) == 0;
		bool join = soft && d == depth && !sig;

		if (!join && out->len > 0)
			buf_char(out, '\n');
		soft = flowed_line(text, len, join, delsp, out);
		depth = d;
		text += len + (text[len] == '\n');
	}
	if (out->len > 0)
		buf_char(out, '\n');
}

/* OpenPGP within a text, by the lines that a block begins and ends with. */
enum { PGP_SIGNED, PGP_BLOCKS = 4 };
static const struct {
	const char *begin, *end;
} pgp[PGP_BLOCKS] = {
	[PGP_SIGNED] = { "-----BEGIN PGP SIGNED MESSAGE-----",
	    "-----BEGIN PGP SIGNATURE-----" },
	{ "-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----" },
	{ "-----BEGIN PGP MESSAGE-----", "-----END PGP MESSAGE-----" },
	{ "-----BEGIN PGP PUBLIC KEY BLOCK-----",
	    "-----END PGP PUBLIC KEY BLOCK-----" },
};

static bool
line_is(const char *line, const char *word)
{
	size_t n = strlen(word);

	return strncmp(line, word, n) == 0 &&
	    strchr("\n", line[n + strspn(line + n, " \t")]) != NULL;
}

/* Where the last line stands that ends such a block; NULL. */
static const char *
pgp_last_end(const char *text, const char *end)
{
	const char *last = NULL;

	for (; (text = strstr(text, end)) != NULL; text++)
		if (line_is(text, end))
			last = text;
	return last;
}

/* Of the head of a signed text. */
static bool
pgp_header(const char *line)
{
	static const char *const names[] = { "Hash: ", "Charset: ", "Comment: ",
		"NotDashEscaped: ", "Version: " };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(line, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

/* What block begins with a line; in: none. One that nothing ends is none. */
static size_t
pgp_begins(const char *line, const char *const last[PGP_BLOCKS], size_t in)
{
	for (size_t i = 0; *line == '-' && i < PGP_BLOCKS; i++)
		if (last[i] != NULL && line < last[i] &&
		    line_is(line, pgp[i].begin))
			return i;
	return in;
}

void
plain_pgp(const char *text, struct buf *out)
{
	const char *last[PGP_BLOCKS];
	size_t in = PGP_BLOCKS;
	bool head = false;

	for (size_t i = 0; i < PGP_BLOCKS; i++)
		last[i] = pgp_last_end(text, pgp[i].end);
	while (*text != '\0') {
		size_t len = strcspn(text, "\n"), escape = 0, begins;

		len += text[len] == '\n';
		if (in != PGP_SIGNED && in < PGP_BLOCKS) {
			if (line_is(text, pgp[in].end))
				in = PGP_BLOCKS;
		} else if ((begins = pgp_begins(text, last, in)) != in) {
			in = begins;
			head = in == PGP_SIGNED;
		} else if (!head || !pgp_header(text)) {
			if (in == PGP_SIGNED && strncmp(text, "- ", 2) == 0)
				escape = 2;
			buf_add(out, text + escape, len - escape);
			head = false;
		}
		text += len;
	}
}

/* The letter at s (valid UTF-8, not ASCII) and its length. */
static uint32_t
letter_at(const unsigned char *s, size_t *len)
{
	if (s[0] < 0xE0) {
		*len = 2;
		return (uint32_t)(s[0] & 31) << 6 | (uint32_t)(s[1] & 63);
	}
	if (s[0] < 0xF0) {
		*len = 3;
		return (uint32_t)(s[0] & 15) << 12 |
		    (uint32_t)(s[1] & 63) << 6 | (uint32_t)(s[2] & 63);
	}
	*len = 4;
	return 0x10000; /* none of ours lies there */
}

/* A letter of which nothing is to be seen, or that stands around another. */
static bool
is_unseen(uint32_t c)
{
	static const uint32_t unseen[] = {
		0xAD, 0xFEFF, 0x180E, 0xFE0E, 0xFE0F,
		0x20E3, /* the key around a digit */
		0x61C,  /* the next letters run from right to left */
		0xFFFC, /* a picture stood there */
	};

	for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
		if (c == unseen[i])
			return true;
	return (c >= 0x200B && c <= 0x200F) || (c >= 0x2060 && c <= 0x2064);
}

/* What to write for a letter: ASCII, 0 to leave it out, -1 as it is. */
static int
plain_letter(uint32_t c)
{
	if (c >= 0xFF01 && c <= 0xFF5E)
		return (int)(c - 0xFF01) + '!';
	if (c >= 0x2000 && c <= 0x200A)
		return ' ';
	if (c >= 0x2460 && c <= 0x2468) /* digits in a circle */
		return (int)(c - 0x2460) + '1';
	if (is_unseen(c))
		return 0;
	switch (c) {
	case 0xA0:
	case 0x202F:
	case 0x205F:
	case 0x3000:
	case 0x1680:
		return ' ';
	case 0x2028:
	case 0x2029:
	case 0x85:
		return '\n';
	case 0x2018:
	case 0x2019:
	case 0x201A:
	case 0x201B:
	case 0x2032:
	case 0xB4:
		return '\'';
	case 0x201C:
	case 0x201D:
	case 0x201E:
	case 0x201F:
	case 0x2033:
		return '"';
	case 0x2010:
	case 0x2011:
	case 0x2012:
	case 0x2013:
	case 0x2014:
	case 0x2015:
	case 0x2212:
		return '-';
	default:
		return -1;
	}
}

/* A long dash alone on its line. */
static bool
is_rule(const char *text, size_t at, uint32_t c, size_t len)
{
	const char *behind = text + at + len;

	return c >= 0x2013 && c <= 0x2015 &&
	    (at == 0 || text[at - 1] == '\n') &&
	    strchr("\n", behind[strspn(behind, " \t")]) != NULL;
}

void
plain_normalise(const char *text, struct buf *out)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t from = 0, i = 0;

	while (s[i] != '\0') {
		uint32_t c;
		size_t len;
		int to;

		if (s[i] < 0x80) {
			i++;
			continue;
		}
		c = letter_at(s + i, &len);
		to = plain_letter(c);
		if (to >= 0 && !is_rule(text, i, c, len)) {
			buf_add(out, text + from, i - from);
			if (to > 0)
				buf_char(out, (char)to);
			from = i + len;
		}
		i += len;
	}
	buf_add(out, text + from, i - from);
}
