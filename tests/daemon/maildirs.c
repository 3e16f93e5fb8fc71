/* SPDX-License-Identifier: MIT */
#include "maildirs.h"

#include "base/file.h"
#include "tests/run.h"
#include "tests/store/fresh.h"
#include "tests/temporary.h"

void
maildirs_open(struct maildirs *m, const char *name)
{
	static const char *const parts[] = { "new", "cur", "tmp" };
	char path[96];
	struct db *db;
	struct err e;

	ck_assert(temporary_dir(m->dir, name));
	(void)snprintf(m->config, sizeof m->config, "%s/conf", m->dir);
	(void)snprintf(m->database, sizeof m->database, "%s/db", m->dir);
	for (int i = 0; i < 3; i++) {
		(void)snprintf(path, sizeof path, "%s/in/%s", m->dir, parts[i]);
		OK(file_mkdirs(path, 0700, &e));
	}
	OK(fresh_open(m->database, &db, &e));
	db_close(db);
}

void
maildirs_close(struct maildirs *m)
{
	ck_assert(temporary_gone(m->dir));
}

void
maildirs_config(const struct maildirs *m, const char *more)
{
	struct buf text = BUF_INIT;
	struct err e;

	buf_printf(&text,
	    "mailbox { type = maildir\n folder = \"%s/in\"\n batch = 500 }\n"
	    "outgoing { type = maildir\n directory = \"%s/out\"\n"
	    " from = \"Games <games@example.org>\" }\n"
	    "store { path = \"%s\" }\n%s\n",
	    m->dir, m->dir, m->database, more);
	OK(file_write(m->config, text.data, text.len, 0600, &e));
	buf_release(&text);
}

void
maildirs_mail(const struct maildirs *m, int n, const struct buf *raw)
{
	char path[160];
	struct err e;

	(void)snprintf(path, sizeof path, "%s/in/new/%d", m->dir, n);
	OK(file_write(path, raw->data, raw->len, 0600, &e));
}
