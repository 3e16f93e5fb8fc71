/* SPDX-License-Identifier: MIT */
#include "game/verbs_own.h"

const char *
options_get(const struct options *o, const char *key)
{
	for (int i = 0; i < o->n; i++)
		if (strcmp(o->at[i].key, key) == 0)
			return o->at[i].value;
	return NULL;
}

bool
options_common(const char *key)
{
	return strcmp(key, "reveal") == 0 || strcmp(key, "press") == 0 ||
	    strcmp(key, "beacon") == 0 || strcmp(key, "hints") == 0 ||
	    strcmp(key, "archive") == 0 || strcmp(key, "rated") == 0;
}

bool
options_unrated(const struct options *o)
{
	const char *v = options_get(o, "rated");

	return v != NULL && strcmp(v, "no") == 0;
}

enum hints
options_hints(const struct options *o)
{
	const char *v = options_get(o, "hints");

	if (v == NULL)
		return HINTS_NONE;
	return strcmp(v, "yes") == 0 ? HINTS_ALL :
	    strcmp(v, "first") == 0  ? HINTS_FIRST :
				       HINTS_NONE;
}

const char *
options_common_wrong(const char *key, const char *value,
    const struct game_data *d)
{
	bool rounds = strcmp(key, "beacon") == 0 &&
	    (d == NULL || verbs_of(d)->draws_later);
	bool hints = strcmp(key, "hints") == 0;

	if (strcmp(value, "yes") == 0 || strcmp(value, "no") == 0 ||
	    (rounds && strcmp(value, "round") == 0) ||
	    (hints && strcmp(value, "first") == 0))
		return NULL;
	return rounds ? "yes, no or round" :
	    hints     ? "yes, no or first" :
			"yes or no";
}

/* One "key=value" of len bytes. */
static int
option_add(struct options *o, const char *pair, size_t len, struct err *e)
{
	const char *equals = memchr(pair, '=', len);
	size_t key, value;

	if (equals == NULL || equals == pair)
		return err_set(e, ERR_GIVEUP,
		    "option \"%.*s\" is not of the form key=value",
		    (int)(len < 60 ? len : 60), pair);
	key = (size_t)(equals - pair);
	value = len - key - 1;
	if (value == 0)
		return err_set(e, ERR_GIVEUP, "option %.*s has no value",
		    (int)(key < 60 ? key : 60), pair);
	if (o->n == (int)(sizeof o->at / sizeof o->at[0]))
		return err_set(e, ERR_GIVEUP, "too many options");
	if (key >= sizeof o->at[0].key || value >= sizeof o->at[0].value)
		return err_set(e, ERR_GIVEUP, "option \"%.60s\" is too long",
		    pair);
	memcpy(o->at[o->n].key, pair, key);
	o->at[o->n].key[key] = '\0';
	if (options_get(o, o->at[o->n].key) != NULL)
		return err_set(e, ERR_GIVEUP, "option %s is given twice",
		    o->at[o->n].key);
	memcpy(o->at[o->n].value, equals + 1, value);
	o->at[o->n].value[value] = '\0';
	o->n++;
	return 0;
}

void
options_add(struct options *o, const char *key, const char *value)
{
	if (o->n == (int)(sizeof o->at / sizeof o->at[0]))
		return;
	snprintf(o->at[o->n].key, sizeof o->at[0].key, "%s", key);
	snprintf(o->at[o->n++].value, sizeof o->at[0].value, "%s", value);
}

void
options_drop(struct options *o, const char *key)
{
	int kept = 0;

	for (int i = 0; i < o->n; i++)
		if (strcmp(o->at[i].key, key) != 0)
			o->at[kept++] = o->at[i];
	o->n = kept;
}

int
options_parse(const char *text, struct options *out, struct err *e)
{
	struct options o;

	memset(&o, 0, sizeof o);
	if (strcmp(text, "-") != 0) {
		while (*text != '\0') {
			size_t len = strcspn(text, " ");

			if (len > 0 && option_add(&o, text, len, e) != 0)
				return -1;
			text += len + (text[len] == ' ');
		}
	}
	*out = o;
	return 0;
}

void
options_format(const struct options *o, struct buf *out)
{
	if (o->n == 0)
		buf_char(out, '-');
	for (int i = 0; i < o->n; i++)
		buf_printf(out, "%s%s=%s", i > 0 ? " " : "", o->at[i].key,
		    o->at[i].value);
}
