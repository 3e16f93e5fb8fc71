/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/mem.h"
#include "desk/settings.h"
#include "text/texts.h"

/* `set` shows a player's settings, `set KEY VALUE` changes one of them. */

/* The parts of a text, as objects {"word"} of an array. */
static void
add_list(const struct errand *er, cJSON *ctx, const char *name,
	const char *text)
{
	cJSON *list = cJSON_AddArrayToObject(ctx, name), *o;
	struct buf said = BUF_INIT;

	while (*text) {
		size_t len = strcspn(text, ",");
		char *word = mem_ndup(text, len);
		buf_clear(&said);
		texts_short(er->desk->house.texts, er->player.lang, word,
		    &said);
		o = cJSON_CreateObject();
		cJSON_AddStringToObject(o, "word", buf_text(&said));
		cJSON_AddItemToArray(list, o);
		free(word);
		text += len + (text[len] == ',');
	}
	buf_release(&said);
}

static int
show(struct errand *er, struct err *e)
{
	const struct player *p = &er->player;
	struct dress dress = { 0 };
	cJSON *ctx = cJSON_CreateObject(), *langs, *o;
	const char *code;

	cJSON_AddStringToObject(ctx, "layout", p->layout);
	cJSON_AddStringToObject(ctx, "glyphs", p->glyphs);
	cJSON_AddNumberToObject(ctx, "width", p->width);
	cJSON_AddStringToObject(ctx, "lang", p->lang);
	cJSON_AddStringToObject(ctx, "notify", p->notify);
	cJSON_AddStringToObject(ctx, "tz", p->tz);
	cJSON_AddStringToObject(ctx, "thread", p->thread);
	cJSON_AddStringToObject(ctx, "digest", p->digest);
	if (!strcmp(p->notify, "digest"))
		cJSON_AddTrueToObject(ctx, "digest_on");
	if (p->ics)
		cJSON_AddTrueToObject(ctx, "ics");
	if (!strcmp(p->remind, "off"))
		cJSON_AddTrueToObject(ctx, "remind_off");
	else
		add_list(er, ctx, "remind", p->remind);
	langs = cJSON_AddArrayToObject(ctx, "langs");
	for (size_t i = 0; (code = texts_lang(er->desk->house.texts, i)); i++) {
		o = cJSON_CreateObject();
		cJSON_AddStringToObject(o, "code", code);
		cJSON_AddItemToArray(langs, o);
	}
	dress.lang = p->lang;
	texts_dress(er->desk->house.texts, &dress, ctx);
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
refuse_name(struct refusal *why, const char *name)
{
	refuse(why, "unknown-setting");
	refusal_str(why, "word", strlen(name) < 60 ? name : "?");
	if (setting_near(name))
		refusal_str(why, "near", setting_near(name));
	return -1;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	size_t n = strcspn(args, " \t=");
	const char *value = args + n;
	char *name, *key;
	int rc;

	if (!er->player.id)
		return refuse(why, "unproved");
	if (!*args)
		return show(er, e);
	value += strspn(value, " \t=");
	name = mem_ndup(args, n);
	key = setting_word(er, "setting", name);
	if (!strcmp(key, "clock")) {
		free(name);
		free(key);
		return errand_set_clock(er, value, said, why, e);
	}
	rc = setting_known(key) ? setting_change(er, key, value, why) :
	    refuse_name(why, name);
	if (rc == 0)
		rc = save(er, e);
	free(name);
	free(key);
	return rc;
}

/* Whether the change would be made, on a copy of the player. */
static bool
would_change(struct errand *er, const char *key, const char *value)
{
	struct player was = er->player;
	struct refusal why = { 0 };
	struct err e;
	bool yes = player_get(er->desk->house.db, was.id, &er->player, &e) == 1;

	if (yes) {
		yes = setting_change(er, key, value, &why) == 0;
		player_release(&er->player);
	}
	er->player = was;
	return yes;
}

/* The clocks are the game's. Whether a mail comes at once or with the digest is
 * the owner's own affair; how it looks is not. */
static unsigned
needs(struct errand *er, const char *args)
{
	size_t n = strcspn(args, " \t=");
	const char *value = args + n + strspn(args + n, " \t=");
	char *name = mem_ndup(args, n), *key = setting_word(er, "setting", name);
	unsigned need = RIGHT_CLUB;

	if (!strcmp(key, "clock") && er->moderator)
		need = RIGHT_MODERATE;
	else if ((!strcmp(key, "notify") || !strcmp(key, "digest")) &&
	    er->player.id && would_change(er, key, value))
		need = RIGHT_OWNER;
	free(name);
	free(key);
	return need;
}

const struct command command_set = { "set", 0, RIGHT_CLUB, run, needs };
