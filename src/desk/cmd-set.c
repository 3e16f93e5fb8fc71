/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "desk/errand.h"
#include "text/texts.h"

/* `set` shows a player's settings, `set KEY VALUE` changes one of them. */

static char *
word_of(struct errand *er, const char *kind, const char *text)
{
	struct buf b = BUF_INIT;
	const char *id;

	utf8_fold(text, strlen(text), &b);
	buf_str(&b, "");
	if (names_find(er->words, kind, b.data, b.len, 3, &id) == NAME_FOUND) {
		buf_release(&b);
		return mem_dup(id);
	}
	return buf_steal(&b);
}

/* The setting's allowed words, parted by spaces; NULL: not a list. */
static const char *
values_of(const char *key)
{
	if (!strcmp(key, "layout"))
		return "board list html";
	if (!strcmp(key, "notify"))
		return "all turn";
	return NULL;
}

static bool
is_one_of(const char *word, const char *list)
{
	size_t n = strlen(word);

	for (const char *p = list; n && *p; ) {
		size_t len = strcspn(p, " ");
		if (len == n && !memcmp(p, word, n))
			return true;
		p += len + (p[len] == ' ');
	}
	return false;
}

static int
refuse_value(struct refusal *why, const char *key, const char *value,
	const char *values)
{
	refuse(why, "bad-setting");
	refusal_str(why, "setting", key);
	refusal_str(why, "word", strlen(value) < 60 ? value : "?");
	if (values)
		refusal_str(why, "values", values);
	return -1;
}

static int
refuse_lang(const struct errand *er, const char *value, struct refusal *why)
{
	struct buf b = BUF_INIT;
	const char *code;

	for (size_t i = 0; (code = texts_lang(er->desk->house.texts, i)); i++)
		buf_printf(&b, "%s%s", i ? ", " : "", code);
	refuse_value(why, "lang", value, buf_text(&b));
	buf_release(&b);
	return -1;
}

static void
put(char **at, const char *value)
{
	free(*at);
	*at = mem_dup(value);
}

/* value: as written; folded: as a word. */
static int
change(struct errand *er, const char *key, const char *value,
	const char *folded, struct refusal *why)
{
	struct player *p = &er->player;
	const char *values = values_of(key);
	long n;

	if (values && !is_one_of(folded, values))
		return refuse_value(why, key, value, values);
	if (!strcmp(key, "layout")) {
		put(&p->layout, folded);
	} else if (!strcmp(key, "notify")) {
		put(&p->notify, folded);
	} else if (!strcmp(key, "lang")) {
		if (!texts_has_lang(er->desk->house.texts, folded))
			return refuse_lang(er, value, why);
		put(&p->lang, folded);
		er->lang = p->lang;
	} else if (!strcmp(key, "width")) {
		n = strtol(value, NULL, 10);
		if (n < 40 || n > 72)
			return refuse_value(why, key, value, "40 to 72");
		p->width = (int)n;
	} else if (!strcmp(key, "tz")) {
		if (!clock_zone_known(value))
			return refuse_value(why, key, value,
				"names such as Europe/Amsterdam or UTC");
		put(&p->tz, value);
	} else {
		return refuse(why, "not-yet");
	}
	return 0;
}

static int
show(struct errand *er, struct err *e)
{
	const struct player *p = &er->player;
	cJSON *ctx = cJSON_CreateObject(), *langs, *o;
	const char *code;

	cJSON_AddStringToObject(ctx, "layout", p->layout);
	cJSON_AddNumberToObject(ctx, "width", p->width);
	cJSON_AddStringToObject(ctx, "lang", p->lang);
	cJSON_AddStringToObject(ctx, "notify", p->notify);
	cJSON_AddStringToObject(ctx, "tz", p->tz);
	langs = cJSON_AddArrayToObject(ctx, "langs");
	for (size_t i = 0; (code = texts_lang(er->desk->house.texts, i)); i++) {
		o = cJSON_CreateObject();
		cJSON_AddStringToObject(o, "code", code);
		cJSON_AddItemToArray(langs, o);
	}
	return errand_render(er, "desk/settings", ctx, e);
}

static int
save(struct errand *er, struct err *e)
{
	struct match *m = er->m;

	if (player_save(er->desk->house.db, &er->player, e))
		return -1;
	/* The match reads the player anew, so that the answer itself is in
	 * the new dress. */
	if (m && er->seat && m->player[er->seat].id) {
		player_release(&m->player[er->seat]);
		memset(&m->player[er->seat], 0, sizeof m->player[0]);
	}
	return 0;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	size_t n = strcspn(args, " \t=");
	const char *value = args + n;
	char *name, *key, *folded;
	int rc;

	(void)said;
	if (!er->player.id)
		return refuse(why, "unproved");
	if (!*args)
		return show(er, e);
	while (*value == ' ' || *value == '\t' || *value == '=')
		value++;
	name = mem_ndup(args, n);
	key = word_of(er, "setting", name);
	folded = word_of(er, "value", value);
	if (!is_one_of(key, "lang layout width notify tz glyphs remind digest "
	    "ics thread")) {
		refuse(why, "unknown-setting");
		refusal_str(why, "word", n < 60 ? name : "?");
		rc = -1;
	} else {
		rc = change(er, key, value, folded, why);
		if (rc == 0)
			rc = save(er, e);
	}
	free(name);
	free(key);
	free(folded);
	return rc;
}

const struct command command_set = { "set", 0, run };
