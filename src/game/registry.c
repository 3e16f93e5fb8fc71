/* SPDX-License-Identifier: MIT */
#include "game/rules.h"

#include <cjson/cJSON.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"

enum { DATA_MAX = 4 << 20 };

/* Kinds that game_open has loaded; they live as long as the process. */
struct installed {
	struct game_kind kind;
	struct installed *next;
};
static struct installed *installed;

const struct game_rules *
game_find(const char *name)
{
	for (size_t i = 0; game_registry[i] != NULL; i++)
		if (strcmp(game_registry[i]->name, name) == 0)
			return game_registry[i];
	return NULL;
}

int
game_load(const struct game_rules *rules, const cJSON *json,
    struct game_data **out, struct err *e)
{
	struct game_data *d = mem_zero(1, rules->data_size);

	if (rules->load(json, d, e) != 0) {
		free(d);
		return err_wrap(e, "%s data", rules->name);
	}
	*out = d;
	return 0;
}

static int
kind_load(const struct game_rules *rules, const char *path,
    const struct buf *text, struct game_kind *out, struct err *e)
{
	cJSON *json = cJSON_ParseWithOpts(buf_text(text), NULL, 1);
	struct game_kind kind = { .rules = rules };
	int rc;

	if (json == NULL)
		return err_set(e, ERR_CORRUPT, "%s: not valid JSON", path);
	rc = game_load(rules, json, &kind.data, e);
	cJSON_Delete(json);
	if (rc != 0)
		return err_wrap(e, "%s", path);
	hash_sha256_hex(text->data, text->len, kind.data_hash);
	*out = kind;
	return 0;
}

int
game_open_file(const char *name, const char *path, struct game_kind *out,
    struct err *e)
{
	const struct game_rules *rules = game_find(name);
	struct buf text = BUF_INIT;
	int rc;

	if (rules == NULL)
		return err_set(e, ERR_GIVEUP, "no game named %s", name);
	rc = file_read(path, DATA_MAX, &text, e);
	if (rc == 0)
		rc = kind_load(rules, path, &text, out, e);
	buf_release(&text);
	return rc;
}

void
game_close(struct game_kind *kind)
{
	if (kind == NULL || kind->rules == NULL)
		return;
	free(kind->data);
	*kind = (struct game_kind){ 0 };
}

int
game_open(const char *name, const struct game_kind **out, struct err *e)
{
	struct buf path = BUF_INIT;
	struct installed *item;
	int rc;

	for (item = installed; item != NULL; item = item->next) {
		if (strcmp(item->kind.rules->name, name) == 0) {
			*out = &item->kind;
			return 0;
		}
	}
	if (game_find(name) == NULL)
		return err_set(e, ERR_GIVEUP, "no game named %s", name);
	item = mem_zero(1, sizeof *item);
	rc = file_home("data", &path, e);
	if (rc == 0) {
		buf_printf(&path, "/%s.json", name);
		rc = game_open_file(name, buf_text(&path), &item->kind, e);
	}
	buf_release(&path);
	if (rc != 0) {
		free(item);
		return -1;
	}
	item->next = installed;
	installed = item;
	*out = &item->kind;
	return 0;
}
