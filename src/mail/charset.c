/* SPDX-License-Identifier: MIT */
#include "mail/charset.h"

#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <strings.h>

#include <libetpan/libetpan.h>

#include "base/utf8.h"
#include "mail/mime.h"

/* What mail says, and the name iconv gets. ISO-8859-1 and -9 are read as the
 * Windows sets that contain them: that is what senders mean. */
static const struct {
	const char *name, *iconv;
} charsets[] = { { "utf-8", NULL }, { "utf8", NULL },
	{ "us-ascii", "WINDOWS-1252" }, { "ascii", "WINDOWS-1252" },
	{ "ansi_x3.4-1968", "WINDOWS-1252" }, { "iso-8859-1", "WINDOWS-1252" },
	{ "latin1", "WINDOWS-1252" }, { "iso8859-1", "WINDOWS-1252" },
	{ "windows-1252", "WINDOWS-1252" }, { "cp1252", "WINDOWS-1252" },
	{ "iso-8859-15", "ISO-8859-15" }, { "iso8859-15", "ISO-8859-15" },
	{ "iso-8859-2", "ISO-8859-2" }, { "iso-8859-3", "ISO-8859-3" },
	{ "iso-8859-4", "ISO-8859-4" }, { "iso-8859-5", "ISO-8859-5" },
	{ "iso-8859-6", "ISO-8859-6" }, { "iso-8859-7", "ISO-8859-7" },
	{ "iso-8859-8", "ISO-8859-8" }, { "iso-8859-8-i", "ISO-8859-8" },
	{ "iso-8859-9", "WINDOWS-1254" }, { "iso-8859-10", "ISO-8859-10" },
	{ "iso-8859-13", "ISO-8859-13" }, { "iso-8859-14", "ISO-8859-14" },
	{ "iso-8859-16", "ISO-8859-16" }, { "windows-1250", "WINDOWS-1250" },
	{ "windows-1251", "WINDOWS-1251" }, { "windows-1253", "WINDOWS-1253" },
	{ "windows-1254", "WINDOWS-1254" }, { "windows-1255", "WINDOWS-1255" },
	{ "windows-1256", "WINDOWS-1256" }, { "windows-1257", "WINDOWS-1257" },
	{ "windows-1258", "WINDOWS-1258" }, { "koi8-r", "KOI8-R" },
	{ "koi8-u", "KOI8-U" }, { "macintosh", "MACINTOSH" },
	{ "ibm850", "IBM850" }, { "cp850", "IBM850" }, { "ibm437", "IBM437" },
	{ "gb2312", "GBK" }, { "gbk", "GBK" }, { "gb18030", "GB18030" },
	{ "big5", "BIG5" }, { "euc-jp", "EUC-JP" }, { "shift_jis", "CP932" },
	{ "shift-jis", "CP932" }, { "windows-31j", "CP932" },
	{ "cp932", "CP932" }, { "iso-2022-jp", "ISO-2022-JP" },
	{ "euc-kr", "CP949" }, { "ks_c_5601-1987", "CP949" },
	{ "cp949", "CP949" }, { "tis-620", "TIS-620" },
	{ "windows-874", "TIS-620" } };

static const char replacement[] = "\xEF\xBF\xBD";

/* Some converters (Windows-1255, -1258) hold the last letter back. */
static void
flush(iconv_t cd, struct buf *out)
{
	char room[64], *to = room;
	size_t space = sizeof room;

	(void)iconv(cd, NULL, NULL, &to, &space);
	buf_add(out, room, sizeof room - space);
}

static void
convert(iconv_t cd, const char *data, size_t len, struct buf *out)
{
	/* iconv's interface takes a char ** it does not write through. */
	char *in = (char *)(uintptr_t)data;
	size_t left = len;

	while (left > 0) {
		char room[1024], *to = room;
		size_t space = sizeof room;
		size_t rc = iconv(cd, &in, &left, &to, &space);

		buf_add(out, room, sizeof room - space);
		if (rc != (size_t)-1 || errno == E2BIG)
			continue;
		buf_add(out, replacement, sizeof replacement - 1);
		if (errno != EILSEQ)
			break; /* cut off in a character */
		in++;
		left--;
	}
	flush(cd, out);
}

static void
by_iconv(const char *from, const char *data, size_t len, struct buf *out)
{
	iconv_t cd = iconv_open("UTF-8", from);
	struct buf raw = BUF_INIT;

	if (cd == (iconv_t)-1) {
		utf8_clean(data, len, out);
		return;
	}
	convert(cd, data, len, &raw);
	(void)iconv_close(cd);
	utf8_clean(buf_text(&raw), raw.len, out);
	buf_release(&raw);
}

/* A descriptor that stays open keeps its converter in memory, for those that
 * are opened later. */
void
charset_prepare(void)
{
	for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++)
		if (charsets[i].iconv != NULL)
			(void)iconv_open("UTF-8", charsets[i].iconv);
}

/* UTF-8 where the bytes are that (ASCII is), under whatever label. */
static void
utf8_or(const char *other, const char *data, size_t len, struct buf *out)
{
	if (other == NULL || utf8_valid(data, len))
		utf8_clean(data, len, out);
	else
		by_iconv(other, data, len, out);
}

bool
charset_utf8(const char *charset, const char *data, size_t len, struct buf *out)
{
	if (charset == NULL || *charset == '\0') {
		utf8_or("WINDOWS-1252", data, len, out);
		return true;
	}
	for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++) {
		if (strcasecmp(charset, charsets[i].name) != 0)
			continue;
		/* The letters of ISO-2022 are ASCII bytes. */
		if (charsets[i].iconv != NULL &&
		    strncmp(charsets[i].iconv, "ISO-2022", 8) == 0)
			by_iconv(charsets[i].iconv, data, len, out);
		else
			utf8_or(charsets[i].iconv, data, len, out);
		return true;
	}
	utf8_or(NULL, data, len, out);
	return false;
}

/* One =?charset?x?text?= */
struct encoded_word {
	char charset[32];
	enum mime_encoding encoding;
	const char *text;
	size_t len;
};

/* Length of the encoded word at s, 0 if there is none. */
static size_t
word_at(const char *s, size_t len, struct encoded_word *w)
{
	size_t i = 2, n = 0;

	if (len < 8 || s[0] != '=' || s[1] != '?')
		return 0;
	for (; i < len && s[i] != '?' && s[i] != '*'; i++) {
		if (s[i] <= ' ' || s[i] > '~' || n + 1 >= sizeof w->charset)
			return 0;
		w->charset[n++] = s[i];
	}
	w->charset[n] = '\0';
	while (i < len && s[i] != '?')
		i++; /* a language, RFC 2231 */
	if (n == 0 || i + 3 >= len || s[i + 2] != '?')
		return 0;
	if (strchr("bBqQ", s[i + 1]) == NULL)
		return 0;
	w->encoding = strchr("bB", s[i + 1]) != NULL ? MIME_BASE64 :
						       MIME_QUOTED;
	w->text = s + i + 3;
	for (i += 3; i + 1 < len; i++) {
		if (s[i] == '?' && s[i + 1] == '=') {
			w->len = (size_t)(s + i - w->text);
			return i + 2;
		}
		if (s[i] == '?')
			return 0;
	}
	return 0;
}

static size_t
blanks(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && strchr(" \t\r\n", s[n]) != NULL && s[n] != '\0')
		n++;
	return n;
}

/* Words that follow each other in one charset are joined before they are
 * converted: senders split inside characters. Returns the bytes read. */
static size_t
words_run(const char *s, size_t len, struct buf *out, bool *known)
{
	struct encoded_word w, next;
	struct buf bytes = BUF_INIT;
	size_t at = word_at(s, len, &w);

	if (at == 0)
		return 0;
	mime_decode_text(w.encoding, w.text, w.len, true, &bytes);
	for (;;) {
		size_t gap = blanks(s + at, len - at);
		size_t n = word_at(s + at + gap, len - at - gap, &next);

		if (n == 0)
			break;
		if (strcasecmp(next.charset, w.charset) != 0) {
			*known &= charset_utf8(w.charset, buf_text(&bytes),
			    bytes.len, out);
			buf_clear(&bytes);
			w = next;
		}
		mime_decode_text(next.encoding, next.text, next.len, true,
		    &bytes);
		at += gap + n;
	}
	*known &= charset_utf8(w.charset, buf_text(&bytes), bytes.len, out);
	buf_release(&bytes);
	return at;
}

bool
charset_words(const char *s, size_t len, struct buf *out)
{
	struct buf text = BUF_INIT;
	bool known = true;
	size_t from = 0;

	for (size_t i = 0; i < len;) {
		size_t n = 0;

		if (s[i] == '=' && i + 1 < len && s[i + 1] == '?') {
			if (i > from)
				(void)charset_utf8(NULL, s + from, i - from,
				    &text);
			from = i;
			n = words_run(s + i, len - i, &text, &known);
			from += n;
		}
		i += n > 0 ? n : 1;
	}
	if (len > from)
		(void)charset_utf8(NULL, s + from, len - from, &text);
	for (size_t i = 0; i < text.len; i++) {
		char c = text.data[i];

		if (c == '\n' || c == '\t')
			c = ' ';
		buf_char(out, c);
	}
	buf_release(&text);
	return known;
}
