/* SPDX-License-Identifier: MIT */
#include "tests/text/mails.h"
#include "game/verbs.h"
#include "tests/srcdir.h"
#include "text/markdown.h"

#include "base/file.h"
#include "base/mem.h"
#include "game/rules.h"

static void
fail(const char *what)
{
	fprintf(stderr, "%s\n", what);
	exit(1);
}

void
mails_path(const char *name, struct buf *out)
{
	buf_printf(out, "%s/tests/text/%s", PAQUEBOT_SRCDIR, name);
}

static cJSON *
read_json(const char *name)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	struct err e;
	cJSON *json;

	mails_path(name, &path);
	if (file_read(path.data, 1 << 20, &text, &e))
		fail(e.text);
	json = cJSON_Parse(text.data);
	if (json == NULL)
		fail(name);
	buf_release(&path);
	buf_release(&text);
	return json;
}

static const char *
title(const void *data, const char *kind, const char *id)
{
	const struct game_kind *k = data;

	return verbs_title(k->data, kind, id);
}

/* What match/ does: the view of a position and the moves, dressed. */
static void
open_star(struct mails *m)
{
	static const char *const who[7] = { NULL, "Anna", "Bruno", "Carla" };
	struct dress d = { .lang = m->lang,
		.game = "atlantic-star",
		.title = title,
		.who = who,
		.reader = 2 };
	cJSON *json = read_json("star.json"), *moves, *c;
	struct game_kind kind;
	struct err e;

	if (game_open_file("atlantic-star",
		PAQUEBOT_SRCDIR "/data/atlantic-star.json", &kind, &e))
		fail(e.text);
	m->star = cJSON_DetachItemFromObject(json, "view");
	moves = cJSON_GetObjectItem(json, "moves");
	while ((c = moves->child) != NULL) {
		cJSON_DetachItemViaPointer(moves, c);
		cJSON_AddItemToObject(m->star, c->string, c);
	}
	d.data = &kind;
	texts_dress(m->texts, &d, m->star);
	cJSON_Delete(json);
	game_close(&kind);
}

void
mails_open(struct mails *m, const char *lang)
{
	struct err e;

	m->lang = lang;
	if (texts_open(PAQUEBOT_SRCDIR "/templates", &m->texts, &e))
		fail(e.text);
	m->json = read_json("mails.json");
	open_star(m);
}

void
mails_close(struct mails *m)
{
	texts_free(m->texts);
	cJSON_Delete(m->json);
	cJSON_Delete(m->star);
}

void
mails_render(const struct mails *m, const char *template, const cJSON *context,
    struct buf *out)
{
	struct err e;

	const char *mark = cJSON_GetStringValue(
	    cJSON_GetObjectItemCaseSensitive(context, "mark"));

	if (texts_render(m->texts, m->lang, template, context, out, &e))
		fail(e.text);
	if (mark != NULL)
		texts_mark(out, mark);
}

/* The text that {"render": …} or {"star": …} stands for; false: neither. */
static bool
rendered(const struct mails *m, const cJSON *c, struct buf *out)
{
	const cJSON *name = cJSON_GetObjectItemCaseSensitive(c, "render");
	char path[64];

	if (cJSON_IsString(name)) {
		mails_render(m, name->valuestring,
		    cJSON_GetObjectItemCaseSensitive(c, "with"), out);
		return true;
	}
	name = cJSON_GetObjectItemCaseSensitive(c, "star");
	if (!cJSON_IsString(name))
		return false;
	snprintf(path, sizeof path, "atlantic-star/%s", name->valuestring);
	mails_render(m, path, m->star, out);
	return true;
}

/* Puts text for each of them in the tree. */
static void
fill(const struct mails *m, cJSON *v)
{
	cJSON *c, *next;

	for (c = v->child; c != NULL; c = next) {
		struct buf b = BUF_INIT;
		cJSON *text;

		next = c->next;
		fill(m, c);
		if (!rendered(m, c, &b))
			continue;
		while (b.len && b.data[b.len - 1] == '\n')
			buf_truncate(&b, b.len - 1);
		text = cJSON_CreateString(buf_text(&b));
		if (cJSON_IsArray(v)) {
			cJSON *o = cJSON_CreateObject();

			cJSON_AddItemToObject(o, "text", text);
			text = o;
		} else {
			text->string = mem_dup(c->string);
		}
		cJSON_ReplaceItemViaPointer(v, c, text);
		buf_release(&b);
	}
}

cJSON *
mails_context(const struct mails *m, const cJSON *mail, const char **template)
{
	cJSON *context = cJSON_GetObjectItem(mail, "alone") != NULL ?
	    cJSON_CreateObject() :
	    cJSON_Duplicate(cJSON_GetObjectItem(m->json, "base"), true);
	const cJSON *c;

	cJSON_ArrayForEach(c, cJSON_GetObjectItem(mail, "set")) {
		cJSON_DeleteItemFromObjectCaseSensitive(context, c->string);
		if (!cJSON_IsNull(c))
			cJSON_AddItemToObject(context, c->string,
			    cJSON_Duplicate(c, true));
	}
	fill(m, context);
	*template = cJSON_GetObjectItem(mail, "template")->valuestring;
	return context;
}
