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

static void
show_key(const struct conf *c, int mailbox, size_t key, const char *section,
    void (*see)(void *arg, const struct conf_shown *shown), void *arg)
{
	const struct key *k = &conf_keys[key];
	const struct origin *o = &c->origins->key[mailbox][key];
	struct conf_shown shown = { .section = section,
		.name = k->name,
		.file = o->file,
		.line = o->line };
	struct buf text = BUF_INIT;
	bool set = show_value(k, conf_field(c, mailbox, k), &text);

	shown.secret = set && k->form == KEY_SECRET;
	shown.value = set && !shown.secret ? buf_text(&text) : NULL;
	see(arg, &shown);
	buf_release(&text);
}

static void
each_mailbox(const struct conf *c,
    void (*see)(void *arg, const struct conf_shown *shown), void *arg)
{
	const struct conf_mailbox *m;
	char section[CONF_SECTION];

	for (int at = 0; (m = conf_mailbox(c, at)) != NULL; at++) {
		(void)conf_section(m, section);
		for (size_t i = 0; i < conf_keys_count; i++)
			if (strcmp(conf_keys[i].section, "mailbox") == 0)
				show_key(c, at, i, section, see, arg);
	}
}

void
conf_each(const struct conf *c,
    void (*see)(void *arg, const struct conf_shown *shown), void *arg)
{
	const size_t mailbox = key_find("mailbox", NULL);

	for (size_t i = 0; i < conf_keys_count; i++) {
		if (i == mailbox)
			each_mailbox(c, see, arg);
		if (strcmp(conf_keys[i].section, "mailbox") != 0)
			show_key(c, 0, i, conf_keys[i].section, see, arg);
	}
}
