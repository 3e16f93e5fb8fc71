/* SPDX-License-Identifier: MIT */
#include "tests/text/mails.h"

#include "base/file.h"
#include "base/mem.h"

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

void
mails_open(struct mails *m)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	struct err e;

	if (texts_open(PAQUEBOT_SRCDIR "/templates", &m->texts, &e))
		fail(e.text);
	mails_path("mails.json", &path);
	if (file_read(path.data, 1 << 20, &text, &e))
		fail(e.text);
	m->json = cJSON_Parse(text.data);
	if (!m->json)
		fail("mails.json is not JSON");
	buf_release(&path);
	buf_release(&text);
}

void
mails_close(struct mails *m)
{
	texts_free(m->texts);
	cJSON_Delete(m->json);
}

void
mails_render(const struct mails *m, const char *template, const cJSON *frame,
	struct buf *out)
{
	struct err e;

	if (texts_render(m->texts, "en", template, frame, out, &e))
		fail(e.text);
}

/* Puts text for every {"render": …} in the tree. */
static void
fill(const struct mails *m, cJSON *v)
{
	cJSON *c, *next;

	for (c = v->child; c; c = next) {
		const cJSON *name = cJSON_GetObjectItemCaseSensitive(c,
		    "render");
		struct buf b = BUF_INIT;
		cJSON *text;

		next = c->next;
		fill(m, c);
		if (!cJSON_IsString(name))
			continue;
		mails_render(m, name->valuestring,
		    cJSON_GetObjectItemCaseSensitive(c, "with"), &b);
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
mails_frame(const struct mails *m, const cJSON *mail, const char **template)
{
	cJSON *frame = cJSON_GetObjectItem(mail, "alone") ?
	    cJSON_CreateObject() :
	    cJSON_Duplicate(cJSON_GetObjectItem(m->json, "base"), true);
	const cJSON *c;

	cJSON_ArrayForEach(c, cJSON_GetObjectItem(mail, "set")) {
		cJSON_DeleteItemFromObjectCaseSensitive(frame, c->string);
		if (!cJSON_IsNull(c))
			cJSON_AddItemToObject(frame, c->string,
			    cJSON_Duplicate(c, true));
	}
	fill(m, frame);
	*template = cJSON_GetObjectItem(mail, "template")->valuestring;
	return frame;
}
