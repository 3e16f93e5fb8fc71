/* SPDX-License-Identifier: MIT */
#include "conf/show.h"

#include "base/span.h"
#include "conf/parse.h"

static void
show_span(int64_t seconds, struct buf *out)
{
	enum { DAY = 86400 };

	if (seconds == 0)
		buf_str(out, "none");
	else if (seconds % DAY == 0 && seconds > DAY)
		buf_printf(out, "%lldd", (long long)seconds / DAY);
	else
		span_format(seconds, out);
}

static bool
is_command(const struct key *k)
{
	return strcmp(k->name, "password-command") == 0 ||
	    strcmp(k->name, "oauth-token-command") == 0;
}

/* The program alone: its arguments, or a variable before it, may be secret. */
static void
show_command(const char *text, struct buf *out)
{
	size_t len = strcspn(text, " \t\n");

	if (memchr(text, '=', len) != NULL)
		len = 0;
	buf_add(out, text, len);
	if (text[len] != '\0')
		buf_str(out, len > 0 ? " (hidden)" : "(hidden)");
}

/* Fills out with the value as a file would have it; false if there is none. */
static bool
show_value(const struct key *k, const void *field, struct buf *out)
{
	static const char *const tls[] = { "implicit", "starttls", "none" };
	const char *text;

	switch (k->form) {
	case KEY_NUMBER:
		/* (A port that nothing asks for.) */
		if (*(const int *)field < k->min)
			return false;
		buf_int(out, *(const int *)field);
		return true;
	case KEY_SECONDS:
		show_span(*(const int *)field, out);
		return true;
	case KEY_DURATION:
		show_span(*(const int64_t *)field, out);
		return true;
	case KEY_BOOL:
		buf_str(out, *(const bool *)field ? "yes" : "no");
		return true;
	case KEY_TLS:
		buf_str(out, tls[*(const enum conf_tls *)field]);
		return true;
	default:
		text = *(char *const *)field;
		if (text != NULL && is_command(k))
			show_command(text, out);
		else if (text != NULL && k->form != KEY_SECRET)
			buf_str(out, text);
		return text != NULL;
	}
}

void
conf_each(const struct conf *c,
    void (*see)(void *arg, const struct conf_shown *shown), void *arg)
{
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < conf_keys_count; i++) {
		const struct key *k = &conf_keys[i];
		struct conf_shown shown = { .section = k->section,
			.name = k->name,
			.file = c->origins->key[i].file,
			.line = c->origins->key[i].line };
		bool set;

		buf_clear(&text);
		set = show_value(k, (const char *)c + k->field, &text);
		shown.secret = set && k->form == KEY_SECRET;
		shown.value = set && !shown.secret ? buf_text(&text) : NULL;
		see(arg, &shown);
	}
	buf_release(&text);
}
