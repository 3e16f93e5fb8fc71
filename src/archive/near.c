/* SPDX-License-Identifier: MIT */

/*
 * From a game to those that ended before and after it: a page each that leads
 * there at once, in near/. So the page of a game is made of its log alone, and
 * a game that is added changes what leads to it, and no other's page.
 */

#include <cjson/cJSON.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "archive/folder.h"
#include "archive/listing.h"
#include "base/file.h"
#include "base/tree.h"

static const char dir_name[] = "near";

/* to: what the other game's page says; NULL: there is none, and the list is
 * where one gets. */
static int
write_one(const struct site *site, const char *dir, const char *file,
    const cJSON *to, bool next, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	struct buf page = BUF_INIT, where = BUF_INIT;
	int rc;

	buf_str(&where, "../");
	if (to != NULL)
		buf_printf(&where, "%s/", tree_str(to, "id"));
	buf_str(&where, "index.html");
	tree_add_text(ctx, "to", &where);
	tree_flag(ctx, "next", next);
	site_page(site, LAYOUT_NEAR, ctx, &page);
	rc = folder_file(dir, dir_name, file, &page, e);
	buf_release(&page);
	cJSON_Delete(ctx);
	return rc;
}

/* Of "42-next.html" where the game's name ends; NULL: it is no such file. */
static const char *
end_of_name(const char *file)
{
	const char *end = strrchr(file, '-');

	return end != NULL &&
		(strcmp(end, "-next.html") == 0 ||
		    strcmp(end, "-prev.html") == 0) ?
	    end :
	    NULL;
}

/* What leads on from a game that is not there any more. */
static int
drop_stale(void *arg, const char *file)
{
	const char *dir = arg, *end = end_of_name(file);
	struct buf path = BUF_INIT;

	buf_printf(&path, "%s/%.*s/index.html", dir,
	    end != NULL ? (int)(end - file) : 0, file);
	if (end == NULL || access(path.data, F_OK) != 0) {
		buf_clear(&path);
		buf_printf(&path, "%s/%s/%s", dir, dir_name, file);
		(void)unlink(path.data);
	}
	buf_release(&path);
	return 0;
}

int
listing_near(const struct site *site, const char *dir, const struct listing *s,
    struct err *e)
{
	struct buf path = BUF_INIT;
	char file[96];
	int rc;

	buf_printf(&path, "%s/%s", dir, dir_name);
	rc = file_mkdirs(path.data, 0755, e);
	/* The last to end comes first. */
	for (int i = 0; i < s->n && rc == 0; i++) {
		const char *id = tree_str(s->about[i], "id");

		(void)snprintf(file, sizeof file, "%s-next.html", id);
		rc = write_one(site, dir, file, i > 0 ? s->about[i - 1] : NULL,
		    true, e);
		(void)snprintf(file, sizeof file, "%s-prev.html", id);
		if (rc == 0)
			rc = write_one(site, dir, file,
			    i + 1 < s->n ? s->about[i + 1] : NULL, false, e);
	}
	if (rc == 0)
		rc = folder_place_files(dir, dir_name, e);
	if (rc == 0)
		rc = folder_each(dir, dir_name, drop_stale,
		    (void *)(uintptr_t)dir, e);
	buf_release(&path);
	return rc;
}
