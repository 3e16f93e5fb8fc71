/* SPDX-License-Identifier: MIT */
#include "conf/conf.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "conf/parse.h"
#include "conf/value.h"

const struct conf_mailbox *
conf_mailbox(const struct conf *c, int i)
{
	return i == 0 ? &c->mailbox : i <= c->n_more ? &c->more[i - 1] : NULL;
}

const char *
conf_name(const struct conf_mailbox *m)
{
	return m->name != NULL ? m->name : "";
}

const char *
conf_section(const struct conf_mailbox *m, char out[CONF_SECTION])
{
	(void)snprintf(out, CONF_SECTION, "mailbox%s%s",
	    m->name != NULL ? " " : "", m->name != NULL ? m->name : "");
	return out;
}

char *
conf_done_directory(const struct conf_mailbox *m)
{
	const char *folder = m->folder, *done = m->done_folder;
	struct buf b = BUF_INIT;
	size_t len = strlen(folder);

	while (len > 1 && folder[len - 1] == '/')
		len--;
	while (len > 0 && folder[len - 1] != '/')
		len--;
	if (done[0] != '/')
		buf_add(&b, folder, len);
	buf_str(&b, done);
	return buf_steal(&b);
}

int
conf_interval(const struct conf *c)
{
	const struct conf_mailbox *m;
	int longest = 0;

	for (int i = 0; (m = conf_mailbox(c, i)) != NULL; i++)
		if (m->interval > longest)
			longest = m->interval;
	return longest;
}

int
conf_timeout(const struct conf *c)
{
	const struct conf_mailbox *m;
	int longest = 0;

	for (int i = 0; (m = conf_mailbox(c, i)) != NULL; i++)
		if (m->timeout > longest)
			longest = m->timeout;
	return longest;
}

void *
conf_field(const struct conf *c, int mailbox, const struct key *k)
{
	const struct conf_mailbox *of = conf_mailbox(c, mailbox);

	return mailbox == 0 ?
	    (char *)(uintptr_t)c + k->field :
	    (char *)(uintptr_t)of + k->field - offsetof(struct conf, mailbox);
}

static void
set_text(char **field, const char *text)
{
	free(*field);
	*field = mem_dup(text);
}

static bool
is_choice(const char *choices, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = choices; *p != '\0';) {
		size_t n = strcspn(p, " ");

		if (n == len && memcmp(p, word, n) == 0)
			return true;
		p += n + (p[n] == ' ');
	}
	return false;
}

static const char *
set_number(int *field, const struct key *k, const char *text)
{
	long long n;

	if (!value_number(text, k->min, k->max, &n))
		return "is not a number in its range";
	*field = (int)n;
	return NULL;
}

static const char *
set_seconds(int *field, const struct key *k, const char *text)
{
	int64_t n;

	if (!value_duration(text, &n) || n < k->min || n > k->max)
		return "is not a time in its range (such as 90s, 5m, 1h)";
	*field = (int)n;
	return NULL;
}

static const char *
set_mailbox(char **field, const char *text)
{
	char *address;

	if (!value_mailbox(text, &address))
		return "is not one address, \"Name <local@domain>\"";
	free(address);
	set_text(field, text);
	return NULL;
}

static const char *
set_checked_text(char **field, const struct key *k, const char *text)
{
	if (k->form == KEY_CHOICE && !is_choice(k->choices, text))
		return "is not one of: ";
	if (k->form == KEY_ZONE && !clock_zone_known(text))
		return "is not in the zone database (such as Europe/Amsterdam)";
	for (const char *p = text; *p != '\0'; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return "holds a control character";
	if (*text == '\0')
		return "is empty";
	set_text(field, text);
	return NULL;
}

const char *
conf_set(struct conf *c, int mailbox, const struct key *k, const char *text)
{
	void *field = conf_field(c, mailbox, k);

	switch (k->form) {
	case KEY_NUMBER:
		return set_number(field, k, text);
	case KEY_SECONDS:
		return set_seconds(field, k, text);
	case KEY_BOOL:
		return value_bool(text, field) ? NULL : "is neither yes nor no";
	case KEY_TLS:
		return value_tls(text, field) ?
		    NULL :
		    "is not one of: implicit starttls none";
	case KEY_DURATION:
		return value_duration(text, field) ?
		    NULL :
		    "is not a time (such as 72h, 3d, none)";
	case KEY_MAILBOX:
		return set_mailbox(field, text);
	default:
		return set_checked_text(field, k, text);
	}
}

static bool
is_of_mailbox(const struct key *k)
{
	return strcmp(k->section, "mailbox") == 0;
}

/* Of one mailbox, and with the first all that is of none. */
static void
preset(struct conf *c, int mailbox)
{
	for (size_t i = 0; i < conf_keys_count; i++) {
		const struct key *k = &conf_keys[i];

		if ((mailbox == 0 || is_of_mailbox(k)) && k->preset != NULL &&
		    conf_set(c, mailbox, k, k->preset) != NULL)
			abort(); /* one that is not of its form */
	}
}

void
conf_add_mailbox(struct conf *c)
{
	c->more = mem_more(c->more, (size_t)c->n_more, sizeof *c->more);
	c->more[c->n_more++] = (struct conf_mailbox){ 0 };
	preset(c, c->n_more);
}

void
conf_place(char **field, const struct origin *o)
{
	const char *slash = o->file == NULL ? NULL : strrchr(o->file, '/');
	struct buf path = BUF_INIT;

	if (slash == NULL || *field == NULL || **field == '/')
		return;
	buf_add(&path, o->file, (size_t)(slash - o->file) + 1);
	buf_str(&path, *field);
	free(*field);
	*field = buf_steal(&path);
}

static void
place_files(struct conf *c)
{
	for (int at = 0; conf_mailbox(c, at) != NULL; at++)
		for (size_t i = 0; i < conf_keys_count; i++)
			if (conf_keys[i].form == KEY_FILE &&
			    (at == 0 || is_of_mailbox(&conf_keys[i])))
				conf_place(conf_field(c, at, &conf_keys[i]),
				    &c->origins->key[at][i]);
}

const char *
conf_authserv(const struct conf *c, const char *place)
{
	const struct conf_mailbox *m;

	for (int i = 0; (m = conf_mailbox(c, i)) != NULL; i++)
		if (m->place != NULL && strcmp(m->place, place) == 0)
			return m->authserv_id;
	/* `deliver` is ours. Of what lay elsewhere nothing is known: another
	 * daemon may have that mailbox, or it is configured no more. */
	return strcmp(place, CONF_PIPE) == 0 ? c->identity.authserv_id : NULL;
}

int
conf_load(const char *path, struct conf **out, struct err *e)
{
	struct conf *c = mem_zero(1, sizeof *c);

	*out = NULL;
	c->path = mem_dup(path);
	c->origins = mem_zero(1, sizeof *c->origins);
	preset(c, 0);
	if (parse_file(c, path, e) != 0) {
		conf_free(c);
		return -1;
	}
	place_files(c);
	if (conf_check(c, e) != 0) {
		conf_free(c);
		return -1;
	}
	*out = c;
	return 0;
}

static void
origins_free(struct origins *o)
{
	for (int i = 0; i < o->files; i++)
		free(o->file[i]);
	free(o);
}

static void
field_free(char **field, const struct key *k)
{
	switch (k->form) {
	case KEY_SECRET:
		mem_wipe(*field);
		break;
	case KEY_TEXT:
	case KEY_FILE:
	case KEY_CHOICE:
	case KEY_MAILBOX:
	case KEY_ZONE:
		free(*field);
		break;
	default:
		break;
	}
}

void
conf_free(struct conf *c)
{
	const struct conf_mailbox *m;

	if (c == NULL)
		return;
	for (int at = 0; (m = conf_mailbox(c, at)) != NULL; at++) {
		for (size_t i = 0; i < conf_keys_count; i++)
			if (at == 0 || is_of_mailbox(&conf_keys[i]))
				field_free(conf_field(c, at, &conf_keys[i]),
				    &conf_keys[i]);
		free(m->name);
		free(m->place);
	}
	free(c->more);
	origins_free(c->origins);
	free(c->outgoing.address);
	free(c->path);
	free(c);
}
