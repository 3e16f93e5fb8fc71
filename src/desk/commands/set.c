/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/tree.h"
#include "desk/command.h"
#include "desk/commands/settings.h"
#include "desk/people.h"
#include "desk/steps.h"
#include "text/texts.h"

/* `set` shows a player's settings, `set KEY VALUE` changes one of them. */

/* The parts of a text, as objects {"word"} of an array. */
static void
add_list(const struct job *j, cJSON *ctx, const char *name, const char *text)
{
	cJSON *list = cJSON_AddArrayToObject(ctx, name);
	struct buf said = BUF_INIT;

	while (*text) {
		size_t len = strcspn(text, ",");
		char *word = mem_ndup(text, len);
		buf_clear(&said);
		texts_short(j->desk->club.texts, j->who.player.lang, word,
		    &said);
		tree_add_str(tree_member(list), "word", buf_text(&said));
		free(word);
		text += len + (text[len] == ',');
	}
	buf_release(&said);
}

/* All of them, as templates are told. */
static cJSON *
settings_of(const struct job *j)
{
	const struct player *p = &j->who.player;
	struct dress dress = { 0 };
	cJSON *ctx = cJSON_CreateObject(), *langs;
	const char *code;

	tree_add_str(ctx, "name", p->name);
	tree_add_str(ctx, "layout", p->layout);
	tree_add_str(ctx, "board", p->board);
	tree_add_str(ctx, "glyphs", p->glyphs);
	tree_add_int(ctx, "width", p->width);
	tree_add_str(ctx, "lang", p->lang);
	tree_add_str(ctx, "notify", p->notify);
	tree_add_str(ctx, "tz", p->tz);
	tree_add_str(ctx, "thread", p->thread);
	tree_add_str(ctx, "digest", p->digest);
	tree_flag(ctx, "digest_on", strcmp(p->notify, "digest") == 0);
	if (p->digest_due)
		texts_add_moment(j->desk->club.texts, j->lang, p->tz,
		    p->digest_due, clock_now(), ctx, "digest_next");
	tree_flag(ctx, "ics", p->ics);
	tree_flag(ctx, "picture", p->picture);
	if (strcmp(p->remind, "off") == 0)
		tree_flag(ctx, "remind_off", true);
	else
		add_list(j, ctx, "remind", p->remind);
	langs = tree_list(ctx, "langs");
	for (size_t i = 0; (code = texts_lang(j->desk->club.texts, i)); i++)
		tree_add_str(tree_member(langs), "code", code);
	dress.lang = p->lang;
	texts_dress(j->desk->club.texts, &dress, ctx);
	return ctx;
}

/* What a setting is now, a section of desk/done. */
static int
tell(struct job *j, const char *key, struct err *e)
{
	struct buf section = BUF_INIT;
	int rc;

	buf_printf(&section, "set_%s", key);
	rc = job_did(j, section.data, settings_of(j), e);
	buf_release(&section);
	return rc;
}

static int
save(struct job *j, struct err *e)
{
	struct match *m = j->at.m;

	if (player_save(j->desk->club.db, &j->who.player, e))
		return -1;
	/* The match reads the player anew, so that the answer itself is in
	 * the new dress. */
	if (m != NULL && j->at.seat && m->player[j->at.seat].id) {
		player_release(&m->player[j->at.seat]);
		memset(&m->player[j->at.seat], 0, sizeof m->player[0]);
	}
	return 0;
}

/* Of the game that is open here, and of all others. */
static int
remind_anew(struct job *j, struct err *e)
{
	struct match *m = j->at.m;
	int64_t now = clock_now(), id = j->who.player.id;

	for (int s = 1; m != NULL && s <= m->seats; s++)
		if (m->seat[s].player == id)
			clocks_remind_anew(&m->clock, s, now);
	return clock_remind_anew(j->desk->club.db, id, now, e);
}

static int
refuse_name(struct refusal *why, const char *name)
{
	refuse_said(why, "unknown-setting", "word", name);
	if (setting_near(name) != NULL)
		refusal_str(why, "near", setting_near(name));
	return -1;
}

/* "clock 72h late bot" and "press public" are acts of the game's moderator;
 * NULL: it is a setting of the writer's. */
static const struct command *
act_of(const char *key)
{
	return strcmp(key, "clock") == 0 ? &command_set_clock :
	    strcmp(key, "press") == 0    ? &command_set_press :
					   NULL;
}

static int
set_of_game(struct job *j, struct call *c, const struct command *command,
    const char *value, struct err *e)
{
	struct call act = *c;

	if (j->at.m == NULL)
		return refuse(c->why, "which-game");
	if (!j->at.moderator)
		return refuse(c->why, "not-moderator");
	act.args = value;
	return job_act(j, command, &act, e);
}

static int
run_set(struct job *j, struct call *c, struct err *e)
{
	size_t n = strcspn(c->args, " \t=");
	const char *value = c->args + n + strspn(c->args + n, " \t=");
	char *name, *key;
	int rc;

	if (!j->who.player.id && !j->keeper)
		return stranger_refused(j, NULL, c->why);
	if (!*c->args && !j->keeper)
		return job_render(j, "desk/settings", settings_of(j), e);
	name = mem_ndup(c->args, n);
	key = setting_word(j, "setting", name);
	if (act_of(key) != NULL)
		rc = set_of_game(j, c, act_of(key), value, e);
	else if (j->keeper)
		rc = refuse(c->why, "usage");
	else if (strcmp(key, "name") == 0)
		rc = people_rename(j, value, c->why, e) || save(j, e) ? -1 : 0;
	else if (setting_known(key))
		rc = setting_change(j, key, value, c->why) || save(j, e) ||
			(strcmp(key, "remind") == 0 && remind_anew(j, e)) ||
			tell(j, key, e) ?
		    -1 :
		    0;
	else
		rc = refuse_name(c->why, name);
	free(name);
	free(key);
	return rc;
}

/* Whether the change would be made, on a copy of the player. */
static bool
would_change(struct job *j, const char *key, const char *value)
{
	struct player was = j->who.player;
	struct refusal why = { 0 };
	struct err e;
	bool yes = player_get(j->desk->club.db, was.id, &j->who.player, &e) ==
	    1;

	if (yes) {
		yes = setting_change(j, key, value, &why) == 0;
		player_release(&j->who.player);
	}
	j->who.player = was;
	return yes;
}

/* Clocks and messages are the game's. Their name, and whether a mail comes at
 * once or with the digest, is the owner's own affair; how it looks is not. */
static unsigned
needs_set(struct job *j, const char *args)
{
	size_t n = strcspn(args, " \t=");
	const char *value = args + n + strspn(args + n, " \t=");
	char *name = mem_ndup(args, n), *key = setting_word(j, "setting", name);
	unsigned need = RIGHT_CLUB;

	if (act_of(key) != NULL && j->at.moderator)
		need = RIGHT_MODERATE;
	else if (strcmp(key, "name") == 0 && j->who.player.id)
		need = RIGHT_OWNER;
	else if ((strcmp(key, "notify") == 0 || strcmp(key, "digest") == 0) &&
	    j->who.player.id && would_change(j, key, value))
		need = RIGHT_OWNER;
	free(name);
	free(key);
	return need;
}

const struct command commands_set[] = {
	{ "set", 0, RIGHT_CLUB, run_set, needs_set },
	{ .name = NULL },
};
