/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "reply.h"
#include "tests/srcdir.h"

static struct err e;

/* Lines of a text with something before and behind them, and after each a decoy
 * with the same, but for the last: what stands below a whole copy is newly
 * written. wrap: wider lines are broken, and the tails have no prefix. */
struct copy {
	const char *before, *behind, *decoy;
	size_t wrap;
	int lines; /* 0: all */
	bool html;
};

static void
put_text(bool html, const char *s, size_t n, struct buf *out)
{
	for (; n; s++, n--)
		if (html && *s == '<')
			buf_str(out, "&lt;");
		else if (html && *s == '&')
			buf_str(out, "&amp;");
		else
			buf_char(out, *s);
}

static size_t
broken_at(const char *s, size_t len, size_t wrap)
{
	size_t cut = wrap;

	if (!wrap || len <= wrap)
		return len;
	while (cut && s[cut] != ' ')
		cut--;
	return cut ? cut : len;
}

static void
put_line(const struct copy *how, const char *s, size_t len, struct buf *out)
{
	size_t cut = broken_at(s, len, how->wrap);

	buf_str(out, how->before);
	put_text(how->html, s, cut, out);
	buf_str(out, how->behind);
	while (cut < len) {
		s += cut + 1;
		len -= cut + 1;
		cut = broken_at(s, len, how->wrap);
		buf_add(out, s, cut);
		buf_str(out, how->behind);
	}
}

static void
put_copy(const struct board *b, const struct copy *how, struct buf *out)
{
	int line = 0;

	for (const char *p = b->mail.text; *p;) {
		size_t len = strcspn(p, "\n");

		put_line(how, p, len, out);
		p += len + (p[len] == '\n');
		if (how->lines && ++line == how->lines)
			return;
		/* A tail must not come to stand alone between decoys. */
		if (*how->decoy && *p && (!how->wrap || len <= how->wrap))
			buf_printf(out, "%s%s%s", how->before, how->decoy,
			    how->behind);
	}
}

void
reply_copy(const struct board *b, size_t width, struct buf *out)
{
	const struct copy how = { "", "\n", "", width, 0, false };

	put_copy(b, &how, out);
}

/* Whether text is still to come, not tags alone. */
static bool
more_text(const char *s)
{
	for (; *s; s++)
		if (*s == '<')
			s += strcspn(s, ">");
		else if (!isspace((unsigned char)*s))
			return true;
	return false;
}

static void
put_html(const struct board *b, const char *decoy, struct buf *out)
{
	static const char *const ends[] = { "</p>", "</li>", "</table>",
		"</div>", "</h2>", "</pre>" };

	for (const char *p = b->html; *p; p++) {
		buf_char(out, *p);
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
			size_t n = strlen(ends[i]);

			if (!*decoy || (size_t)(p + 1 - b->html) < n ||
			    strncmp(p + 1 - n, ends[i], n) != 0 ||
			    !more_text(p + 1))
				continue;
			buf_str(out, i == 1 ? "<li>" : "<p>");
			put_text(true, decoy, strlen(decoy), out);
			buf_str(out, i == 1 ? "</li>" : "</p>");
		}
	}
}

/* The lines of a reply, each in an element, or parted by <br>. */
static void
put_reply(const char *reply, const char *element, bool html, struct buf *out)
{
	if (!html) {
		buf_str(out, reply);
		return;
	}
	for (const char *p = reply; *p;) {
		size_t len = strcspn(p, "\n");

		if (*element)
			buf_printf(out, "<%s>", element);
		put_text(true, p, len, out);
		if (*element)
			buf_printf(out, len ? "</%s>" : "<br></%s>", element);
		else
			buf_str(out, "<br>");
		p += len + (p[len] == '\n');
	}
}

static bool
is_place(const char *p, const char *name)
{
	return strncmp(p + 1, name, strlen(name)) == 0;
}

static const char *
put_place(const struct board *b, const char *p, const char *reply,
    struct copy how, struct buf *out)
{
	const char *end = strchr(p, '}');
	struct buf given = BUF_INIT;
	const char *colon = memchr(p, ':', (size_t)(end - p));

	if (colon != NULL)
		buf_add(&given, colon + 1, (size_t)(end - colon - 1));
	how.before = buf_text(&given);
	how.behind = "\n";
	if (is_place(p, "reply")) {
		put_reply(reply, how.before, how.html, out);
	} else if (is_place(p, "address")) {
		buf_str(out, b->mail.reply_to);
	} else if (is_place(p, "html")) {
		put_html(b, how.decoy, out);
	} else if (is_place(p, "divs") || is_place(p, "ps")) {
		how.before = p[1] == 'd' ? "<div>" : "<p class=MsoNormal>";
		how.behind = p[1] == 'd' ? "</div>" : "<o:p></o:p></p>";
		put_copy(b, &how, out);
	} else {
		if (is_place(p, "rows"))
			how.behind = "<br>";
		else if (is_place(p, "copy"))
			how.wrap = strtoul(p + 5, NULL, 10);
		else if (is_place(p, "first"))
			how.lines = (int)strtol(p + 6, NULL, 10);
		else
			abort();
		put_copy(b, &how, out);
	}
	buf_release(&given);
	end++;
	/* What takes lines of its own ends in a line end. */
	return end +
	    (*end == '\n' && out->len && out->data[out->len - 1] == '\n');
}

void
reply_lay_out(const struct board *b, const char *layout, const char *reply,
    const char *decoy, bool html, struct buf *out)
{
	const struct copy how = { .decoy = decoy, .html = html };

	/* Style sheets have braces too. */
	for (const char *p = layout; *p;)
		if (*p == '{' && strchr("racfhdp", p[1]) != NULL)
			p = put_place(b, p, reply, how, out);
		else
			buf_char(out, *p++);
}

void
reply_fill(const struct board *b, const char *text, int number, struct buf *out)
{
	for (; *text; text++)
		if (*text == '@')
			buf_printf(out, "%d", number);
		else if (*text == '%')
			buf_str(out, b->move[number]);
		else
			buf_char(out, *text);
}

void
reply_load(const char *name, struct buf *out)
{
	struct buf path = BUF_INIT;

	buf_printf(&path, "%s/tests/desk/replies/%s", PAQUEBOT_SRCDIR, name);
	if (file_read(path.data, 1 << 20, out, &e) != 0)
		abort();
	buf_release(&path);
}
