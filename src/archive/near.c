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
#include "base/tree.h"

static const char dir_name[] = "near";

static int
write_one(const struct site *site, const char *dir, const char *from,
    const char *to, bool next, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	struct buf page = BUF_INIT, where = BUF_INIT;
	char file[96];
	int rc;

	(void)snprintf(file, sizeof file, "%s-%s.html", from,
	    next ? "next" : "prev");
	buf_printf(&where, "../%s%sindex.html", to != NULL ? to : "",
	    to != NULL ? "/" : "");
	tree_add_text(ctx, "to", &where);
	tree_flag(ctx, "next", next);
	site_page(site, LAYOUT_NEAR, ctx, &page);
	rc = folder_file(dir, dir_name, file, &page, e);
	buf_release(&page);
	cJSON_Delete(ctx);
	return rc;
}

int
near_lead(const struct site *site, const char *dir, const char *from,
    const char *to, struct err *e)
{
	if (from != NULL && write_one(site, dir, from, to, true, e) != 0)
		return -1;
	return to != NULL ? write_one(site, dir, to, from, false, e) : 0;
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
near_sweep(const char *dir, struct err *e)
{
	return folder_each(dir, dir_name, drop_stale, (void *)(uintptr_t)dir,
	    e);
}
