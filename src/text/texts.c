/* SPDX-License-Identifier: MIT */
#include "text/texts.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "text/escape.h"
#include "text/room.h"

enum { TEMPLATE_SIZE_MAX = 256 * 1024, LANGUAGES_MAX = 32 };

/* Where the text begins behind comments that fill the first lines: those of
 * a translation name what it was made from. */
static size_t
head_end(const struct buf *text)
{
	const char *at = buf_text(text), *end, *line;

	while (strncmp(at, "{{!", 3) == 0 &&
	    (line = strchr(at, '\n')) != NULL &&
	    (end = strstr(at, "}}")) != NULL && end + 2 == line)
		at = line + 1;
	return (size_t)(at - buf_text(text));
}

/* A template of one line is a phrase: its line end is not part of it. */
static void
cut_phrase(struct buf *text)
{
	size_t head = head_end(text);

	if (text->len > head &&
	    memchr(text->data + head, '\n', text->len - head) ==
		text->data + text->len - 1)
		buf_truncate(text, text->len - 1);
}

static int
load_template(struct language *l, const char *path, const char *name,
    struct err *e)
{
	struct buf text = BUF_INIT;
	struct mustache *m = NULL;
	int rc = file_read(path, TEMPLATE_SIZE_MAX, &text, e);

	if (rc == 0) {
		cut_phrase(&text);
		rc = mustache_parse(buf_text(&text), text.len, &m, e);
	}
	if (rc < 0) {
		buf_release(&text);
		return err_wrap(e, "%s", path);
	}
	buf_release(&text);
	l->at = mem_more(l->at, l->n, sizeof(*l->at));
	l->at[l->n].name = mem_dup(name);
	l->at[l->n++].parsed = m;
	return 0;
}

static int
load_words(struct language *l, const char *path, struct err *e)
{
	struct buf text = BUF_INIT;
	const char *at, *bad = NULL;
	int line = 1;

	if (file_read(path, TEMPLATE_SIZE_MAX, &text, e) < 0) {
		buf_release(&text);
		return -1;
	}
	mem_json_lasts(true);
	l->words = cJSON_ParseWithOpts(buf_text(&text), &bad, 1);
	mem_json_lasts(false);
	if (!cJSON_IsObject(l->words)) {
		for (at = buf_text(&text); bad != NULL && at < bad; at++)
			line += *at == '\n';
		err_set(e, ERR_CORRUPT, "%s: line %d: not a JSON object", path,
		    line);
	}
	buf_release(&text);
	return cJSON_IsObject(l->words) ? 0 : -1;
}

static bool
ends_in(const char *name, const char *ending)
{
	size_t a = strlen(name), b = strlen(ending);

	return a > b && strcmp(name + a - b, ending) == 0;
}

static int load_folder(struct language *l, const char *dir, const char *folder,
    struct err *e);

/* One entry of a language's directory, at the top of which are folders too;
 * folder is "" or "mail/". */
static int
load_entry(struct language *l, const char *dir, const char *folder,
    const char *entry, struct err *e)
{
	struct buf path = BUF_INIT, name = BUF_INIT;
	struct stat st;
	int rc = 0;

	buf_printf(&path, "%s/%s", dir, entry);
	buf_printf(&name, "%s%s", folder, entry);
	if (!*folder && stat(path.data, &st) != 0) {
		rc = err_system(e, "%s", path.data);
	} else if (!*folder && S_ISDIR(st.st_mode)) {
		buf_char(&name, '/');
		rc = load_folder(l, path.data, name.data, e);
	} else if (strcmp(name.data, "words.json") == 0) {
		rc = load_words(l, path.data, e);
	} else if (ends_in(entry, ".md")) {
		buf_truncate(&name, name.len - 3);
		rc = load_template(l, path.data, name.data, e);
	}
	buf_release(&path);
	buf_release(&name);
	return rc;
}

static int
load_folder(struct language *l, const char *dir, const char *folder,
    struct err *e)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	int rc = 0;

	if (d == NULL)
		return err_system(e, "%s", dir);
	while (rc == 0) {
		errno = 0;
		entry = readdir(d);
		if (entry == NULL && errno)
			rc = err_system(e, "%s", dir);
		if (entry == NULL)
			break;
		if (entry->d_name[0] != '.')
			rc = load_entry(l, dir, folder, entry->d_name, e);
	}
	closedir(d);
	return rc;
}

static int
by_name(const void *a, const void *b)
{
	const struct template *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static int
load_language(struct texts *t, const char *dir, const char *code, struct err *e)
{
	struct language *l;
	struct buf path = BUF_INIT;
	int rc;

	t->lang = mem_more(t->lang, t->n, sizeof(*t->lang));
	l = &t->lang[t->n++];
	memset(l, 0, sizeof(*l));
	l->code = mem_dup(code);
	buf_printf(&path, "%s/%s", dir, code);
	rc = load_folder(l, buf_text(&path), "", e);
	buf_release(&path);
	if (l->n)
		qsort(l->at, l->n, sizeof(*l->at), by_name);
	return rc;
}

/* A language is a directory whose name is two or three small letters, and
 * that has its words: without them it is work that has just begun. 1, 0, -1. */
static int
is_language(const char *dir, const char *name, struct err *e)
{
	size_t len = strlen(name);
	struct buf path = BUF_INIT;
	int rc = len >= 2 && len <= 3 &&
	    strspn(name, "abcdefghijklmnopqrstuvwxyz") == len;

	if (rc) {
		buf_printf(&path, "%s/%s/words.json", dir, name);
		if (access(buf_text(&path), R_OK) != 0)
			rc = errno == ENOENT || errno == ENOTDIR ?
			    0 :
			    err_system(e, "%s", path.data);
		buf_release(&path);
	}
	return rc;
}

static int
load_others(struct texts *t, const char *dir, struct err *e)
{
	struct dirent **entry;
	int n = scandir(dir, &entry, NULL, alphasort), rc = 0;

	if (n < 0)
		return err_system(e, "%s", dir);
	for (int i = 0; i < n; i++) {
		const char *name = entry[i]->d_name;

		if (rc == 0 && strcmp(name, "en") != 0 && t->n < LANGUAGES_MAX)
			rc = is_language(dir, name, e);
		if (rc == 1)
			rc = load_language(t, dir, name, e);
		free(entry[i]);
	}
	free(entry);
	return rc;
}

int
texts_open(const char *dir, struct texts **out, struct err *e)
{
	struct texts *t = mem_zero(1, sizeof(*t));
	struct buf home = BUF_INIT;
	bool own = dir == NULL;
	int rc = 0;

	if (own) {
		rc = file_home("templates", &home, e);
		dir = buf_text(&home);
	}
	if (rc == 0)
		rc = load_language(t, dir, "en", e);
	if (rc == 0)
		rc = load_others(t, dir, e);
	if (rc == 0 && own)
		rc = texts_check(t, dir, e);
	buf_release(&home);
	if (rc < 0) {
		texts_free(t);
		return -1;
	}
	words_build(t);
	*out = t;
	return 0;
}

void
texts_free(struct texts *t)
{
	if (t == NULL)
		return;
	words_release(t);
	for (size_t i = 0; i < t->n; i++) {
		struct language *l = &t->lang[i];

		for (size_t k = 0; k < l->n; k++) {
			free(l->at[k].name);
			mustache_free(l->at[k].parsed);
		}
		free(l->at);
		free(l->code);
		cJSON_Delete(l->words);
	}
	free(t->lang);
	free(t);
}

const struct language *
language_find(const struct texts *t, const char *code)
{
	for (size_t i = 0; code != NULL && i < t->n; i++)
		if (strcmp(t->lang[i].code, code) == 0)
			return &t->lang[i];
	return &t->lang[0];
}

bool
texts_has_lang(const struct texts *t, const char *lang)
{
	return strcmp(language_find(t, lang)->code, lang) == 0;
}

const char *
texts_lang(const struct texts *t, size_t i)
{
	return i < t->n ? t->lang[i].code : NULL;
}

static const struct mustache *
template_in(const struct language *l, const char *name)
{
	size_t low = 0, high = l->n;

	while (low < high) {
		size_t mid = (low + high) / 2;
		int order = strcmp(name, l->at[mid].name);

		if (order == 0)
			return l->at[mid].parsed;
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

const struct mustache *
texts_template(const struct texts *t, const char *lang, const char *name)
{
	return template_in(language_find(t, lang), name);
}

/* What looks for partials needs to know. */
struct file_reader {
	const struct texts *texts;
	const struct language *lang;
};

static const struct mustache *
find(void *arg, const char *name)
{
	const struct file_reader *r = arg;
	const struct mustache *m = template_in(r->lang, name);

	return m != NULL ? m : template_in(&r->texts->lang[0], name);
}

/* Sections that were not chosen leave their line ends: those at the start
 * would cut a sentence off from the list item it stands in. */
static void
cut_start(struct buf *out, size_t start)
{
	size_t n = 0;

	while (start + n < out->len && out->data[start + n] == '\n')
		n++;
	if (n == 0)
		return;
	memmove(out->data + start, out->data + start + n, out->len - start - n);
	buf_truncate(out, out->len - n);
}

static int
render(const struct texts *t, const char *lang, const char *name,
    const struct cJSON *context, enum mustache_escape escape, struct buf *out,
    struct err *e)
{
	struct file_reader r = { t, language_find(t, lang) };
	const struct mustache_how how = {
		.escape = escape,
		.partial = find,
		.arg = &r,
		.euphony = cJSON_GetObjectItemCaseSensitive(r.lang->words,
		    "euphony"),
		.own_rows = true,
	};
	const struct mustache *m = find(&r, name);
	size_t start = out->len;

	if (m == NULL)
		return err_set(e, ERR_GIVEUP, "no template %s", name);
	mustache_render(m, context, &how, out);
	cut_start(out, start);
	return 0;
}

int
texts_render(const struct texts *t, const char *lang, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e)
{
	return render(t, lang, name, context, MUSTACHE_MARKDOWN, out, e);
}

int
texts_render_plain(const struct texts *t, const char *lang, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e)
{
	struct buf b = BUF_INIT;
	size_t start = out->len;

	if (render(t, lang, name, context, MUSTACHE_NONE, &b, e) < 0)
		return -1;
	for (size_t i = 0, n; i < b.len; i++) {
		if ((n = utf8_unseen(b.data + i, b.len - i)))
			i += n - 1;
		else if ((unsigned char)b.data[i] > ' ')
			buf_char(out, b.data[i]);
		else if (out->len > start && out->data[out->len - 1] != ' ')
			buf_char(out, ' ');
	}
	if (out->len > start && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
	buf_release(&b);
	return 0;
}

int
texts_each(const struct texts *t,
    int (*fn)(void *arg, const char *lang, const char *name,
	const struct mustache *m),
    void *arg)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < t->n; i++) {
		const struct language *l = &t->lang[i];

		for (size_t k = 0; rc == 0 && k < l->n; k++)
			rc = fn(arg, l->code, l->at[k].name, l->at[k].parsed);
	}
	return rc;
}
