/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <iconv.h>
#include <string.h>

#include "mail/message.h"
#include "reply.h"

static int
hex(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : c - 'A' + 10;
}

/* Quoted-printable, up to the boundary behind it. */
static void
decode(const char *part, struct buf *out)
{
	const char *p = strstr(part, "\r\n\r\n");

	if (p == NULL)
		abort();
	for (p += 4; *p && strncmp(p, "\r\n--", 4) != 0; p++)
		if (*p == '=' && p[1] == '\r') {
			p += 2;
		} else if (*p == '=') {
			buf_char(out, (char)(hex(p[1]) * 16 + hex(p[2])));
			p += 2;
		} else if (*p != '\r') {
			buf_char(out, *p);
		}
	buf_char(out, '\0');
}

void
reply_html(const char *part, struct buf *out)
{
	struct buf whole = BUF_INIT;
	const char *body, *end;

	decode(part, &whole);
	body = strstr(whole.data, "<body");
	end = strstr(whole.data, "</body>");
	if (body == NULL || end == NULL)
		abort();
	body += strcspn(body, ">") + 1;
	buf_add(out, body, (size_t)(end - body));
	buf_release(&whole);
}

static bool
is(const char *how, const char *word)
{
	const char *p = strstr(how, word);

	return p != NULL;
}

/* A line broken at blanks that stay at the ends of its parts (RFC 3676), or,
 * with delsp, at blanks that are added. */
static void
flow_line(const char *s, size_t len, bool delsp, struct buf *out)
{
	size_t depth = strspn(s, ">"), quote = depth;
	size_t cut;

	if (depth > len)
		depth = quote = len;
	if (quote && quote < len && s[quote] == ' ')
		quote++;
	for (s += quote, len -= quote;; s += cut, len -= cut) {
		for (cut = 66; len > 66 && cut && s[cut - 1] != ' ';)
			cut--;
		cut = len > 66 && cut ? cut : len;
		for (size_t i = 0; i < depth; i++)
			buf_char(out, '>');
		if (depth || *s == ' ' || *s == '>')
			buf_char(out, ' ');
		buf_add(out, s, cut);
		if (cut < len && delsp)
			buf_char(out, ' ');
		buf_char(out, '\n');
		if (cut == len)
			return;
	}
}

static void
flow(const char *body, bool delsp, struct buf *out)
{
	while (*body) {
		size_t len = strcspn(body, "\n"), end = len;

		while (end && body[end - 1] == ' ' &&
		    !(end == 3 && memcmp(body, "-- ", 3) == 0))
			end--;
		flow_line(body, end, delsp, out);
		body += len + (body[len] == '\n');
	}
}

static void
recode(const char *charset, struct buf *text)
{
	struct buf out = BUF_INIT;
	iconv_t cd = iconv_open(charset, "UTF-8");
	char *in = text->data, part[4096];
	size_t left = text->len;

	if (cd == (iconv_t)-1)
		abort();
	while (left) {
		char *to = part;
		size_t room = sizeof part;

		if (iconv(cd, &in, &left, &to, &room) == (size_t)-1 &&
		    to == part) {
			size_t n = 1;

			/* What the charset does not have. */
			while (n < left &&
			    ((unsigned char)in[n] & 0xc0) == 0x80)
				n++;
			in += n;
			left -= n;
			*to++ = '?';
		}
		buf_add(&out, part, (size_t)(to - part));
	}
	iconv_close(cd);
	buf_release(text);
	*text = out;
}

static void
put_base64(const struct buf *b, struct buf *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *s = (const unsigned char *)b->data;

	for (size_t i = 0; i < b->len; i += 3) {
		unsigned long v = (unsigned long)s[i] << 16;
		size_t n = b->len - i;

		v |= n > 1 ? (unsigned long)s[i + 1] << 8 : 0;
		v |= n > 2 ? s[i + 2] : 0;
		buf_char(out, digits[v >> 18]);
		buf_char(out, digits[v >> 12 & 63]);
		buf_char(out, n > 1 ? digits[v >> 6 & 63] : '=');
		buf_char(out, n > 2 ? digits[v & 63] : '=');
		if (i % 57 == 54)
			buf_str(out, "\r\n");
	}
	buf_str(out, "\r\n");
}

static void
put_quoted(const struct buf *b, struct buf *out)
{
	size_t column = 0;

	for (size_t i = 0; i < b->len; i++) {
		unsigned char c = (unsigned char)b->data[i];

		if (c == '\n') {
			buf_str(out, "\r\n");
			column = 0;
			continue;
		}
		if (column > 70) {
			buf_str(out, "=\r\n");
			column = 0;
		}
		if (c > 126 || c == '=' || c < ' ' ||
		    (c == ' ' && b->data[i + 1] == '\n')) {
			buf_printf(out, "=%02X", (unsigned)c);
			column += 3;
		} else {
			buf_char(out, (char)c);
			column++;
		}
	}
	buf_str(out, "\r\n");
}

static void
put_part(const char *type, const char *how, const char *body, struct buf *out)
{
	const char *charset = is(how, "latin9") ? "ISO-8859-15" :
	    is(how, "cp1252")                   ? "windows-1252" :
	    is(how, "gb18030")                  ? "GB18030" :
						  "utf-8";
	struct buf text = BUF_INIT;

	if (is(how, "flowed") || is(how, "delsp"))
		flow(body, is(how, "delsp"), &text);
	else
		buf_str(&text, body);
	recode(charset, &text);
	buf_printf(out, "Content-Type: %s; charset=%s%s\r\n", type, charset,
	    is(how, "delsp")      ? "; format=flowed; delsp=yes" :
		is(how, "flowed") ? "; format=flowed" :
				    "");
	buf_printf(out, "Content-Transfer-Encoding: %s\r\n\r\n",
	    is(how, "base64") ? "base64" :
		is(how, "qp") ? "quoted-printable" :
				"8bit");
	if (is(how, "base64"))
		put_base64(&text, out);
	else if (is(how, "qp"))
		put_quoted(&text, out);
	else
		for (size_t i = 0; i < text.len; i++) {
			if (text.data[i] == '\n')
				buf_char(out, '\r');
			buf_char(out, text.data[i]);
		}
	buf_release(&text);
}

static void
put_body(const char *how, const char *body, struct buf *out)
{
	struct buf text = BUF_INIT;

	if (is(how, "both")) {
		message_html_text(body, strlen(body), &text);
		buf_str(out,
		    "Content-Type: multipart/alternative; "
		    "boundary=\"=_1\"\r\n\r\n--=_1\r\n");
		put_part("text/plain", how, buf_text(&text), out);
		buf_str(out, "\r\n--=_1\r\n");
		put_part("text/html", how, body, out);
		buf_str(out, "\r\n--=_1--\r\n");
	} else {
		put_part(is(how, "html") ? "text/html" : "text/plain", how,
		    body, out);
	}
	buf_release(&text);
}

void
reply_write(const struct board *b, int64_t id, const char *how,
    const char *body, struct buf *raw)
{
	buf_printf(raw,
	    "Return-Path: <%s>\r\nFrom: %s\r\nTo: %s\r\n"
	    "Subject: Re: %s\r\nMessage-ID: <reply%lld@example.net>\r\n"
	    "In-Reply-To: <%s>\r\nReferences: <%s>\r\n"
	    "MIME-Version: 1.0\r\n",
	    b->mail.to, b->mail.to, b->mail.reply_to, b->mail.subject,
	    (long long)id, b->mail.message_id, b->mail.message_id);
	if (!is(how, "tnef")) {
		put_body(how, body, raw);
		return;
	}
	buf_str(raw,
	    "Content-Type: multipart/mixed; boundary=\"=_0\"\r\n\r\n"
	    "--=_0\r\n");
	put_body(how, body, raw);
	buf_str(raw,
	    "\r\n--=_0\r\nContent-Type: application/ms-tnef; "
	    "name=\"winmail.dat\"\r\n"
	    "Content-Transfer-Encoding: base64\r\n"
	    "Content-Disposition: attachment; "
	    "filename=\"winmail.dat\"\r\n\r\neJ8+IgAAAAAA\r\n"
	    "--=_0--\r\n");
}
