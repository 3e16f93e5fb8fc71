/* SPDX-License-Identifier: MIT */
#include "conf/conf.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "conf/parse.h"
#include "conf/value.h"

static void *
field_of(struct conf *c, const struct key *k)
{
	return (char *)c + k->field;
}

static void
set_text(struct conf *c, const struct key *k, const char *text)
{
	char **field = field_of(c, k);

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
set_number(struct conf *c, const struct key *k, const char *text)
{
	long long n;

	if (!value_number(text, k->min, k->max, &n))
		return "is not a number in its range";
	*(int *)field_of(c, k) = (int)n;
	return NULL;
}

static const char *
set_seconds(struct conf *c, const struct key *k, const char *text)
{
	int64_t n;

	if (!value_duration(text, &n) || n < k->min || n > k->max)
		return "is not a time in its range (such as 90s, 5m, 1h)";
	*(int *)field_of(c, k) = (int)n;
	return NULL;
}

static const char *
set_mailbox(struct conf *c, const struct key *k, const char *text)
{
	char *address;

	if (!value_mailbox(text, &address))
		return "is not one address, \"Name <local@domain>\"";
	free(address);
	set_text(c, k, text);
	return NULL;
}

static const char *
set_checked_text(struct conf *c, const struct key *k, const char *text)
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
	set_text(c, k, text);
	return NULL;
}

const char *
conf_set(struct conf *c, const struct key *k, const char *text)
{
	switch (k->form) {
	case KEY_NUMBER:
		return set_number(c, k, text);
	case KEY_SECONDS:
		return set_seconds(c, k, text);
	case KEY_BOOL:
		return value_bool(text, field_of(c, k)) ?
		    NULL :
		    "is neither yes nor no";
	case KEY_TLS:
		return value_tls(text, field_of(c, k)) ?
		    NULL :
		    "is not one of: implicit starttls none";
	case KEY_DURATION:
		return value_duration(text, field_of(c, k)) ?
		    NULL :
		    "is not a time (such as 72h, 3d, none)";
	case KEY_MAILBOX:
		return set_mailbox(c, k, text);
	default:
		return set_checked_text(c, k, text);
	}
}

int
conf_load(const char *path, struct conf **out, struct err *e)
{
	struct conf *c = mem_zero(1, sizeof *c);

	*out = NULL;
	c->path = mem_dup(path);
	c->origins = mem_zero(1, sizeof *c->origins);
	for (size_t i = 0; i < conf_keys_count; i++)
		if (conf_keys[i].preset != NULL &&
		    conf_set(c, &conf_keys[i], conf_keys[i].preset) != NULL)
			abort(); /* a preset that is not of its form */
	if (parse_file(c, path, e) != 0 || conf_check(c, e) != 0) {
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

void
conf_free(struct conf *c)
{
	if (c == NULL)
		return;
	for (size_t i = 0; i < conf_keys_count; i++) {
		const struct key *k = &conf_keys[i];
		char **field = field_of(c, k);

		switch (k->form) {
		case KEY_SECRET:
			mem_wipe(*field);
			break;
		case KEY_TEXT:
		case KEY_CHOICE:
		case KEY_MAILBOX:
		case KEY_ZONE:
			free(*field);
			break;
		default:
			break;
		}
	}
	origins_free(c->origins);
	free(c->outgoing.address);
	free(c->path);
	free(c);
}
