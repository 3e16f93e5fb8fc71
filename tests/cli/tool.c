/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <stdarg.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/file.h"
#include "tests/temporary.h"

struct buf out, err;
char home[64];

static void
write_file(const char *name, const char *text)
{
	struct buf path = BUF_INIT;
	struct err e;

	buf_printf(&path, "%s/%s", home, name);
	ck_assert_int_eq(file_write(path.data, text, strlen(text), 0600, &e),
	    0);
	buf_release(&path);
}

void
tool_open(void)
{
	struct buf conf = BUF_INIT;

	ck_assert(temporary_dir(home, "cli"));
	ck_assert_int_eq(setenv("HOME", home, 1), 0);
	buf_printf(&conf,
	    "mailbox { type = maildir\n folder = '%s/mail/games'\n }\n"
	    "outgoing { type = maildir\n directory = '%s/mail'\n"
	    " from = \"games@example.org\" }\n"
	    "store { path = '%s/store/paquebot.db' }\n"
	    "club { keeper = keeper@example.org }\n",
	    home, home, home);
	write_file("conf", conf.data);
	buf_release(&conf);
}

void
tool_close(void)
{
	ck_assert(temporary_gone(home));
}

static void
slurp(const char *name, struct buf *into)
{
	struct buf path = BUF_INIT;
	struct err e;

	buf_clear(into);
	buf_printf(&path, "%s/%s", home, name);
	ck_assert_int_eq(file_read(path.data, 1 << 26, into, &e), 0);
	buf_release(&path);
}

int
tool(const char *fmt, ...)
{
	struct buf line = BUF_INIT;
	char here[4096];
	va_list ap;
	int rc;

	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
	buf_printf(&line,
	    "exec >'%s/out' 2>'%s/err'; cd '%s'; PATH='%s':\"$PATH\"; pq() { "
	    "paquebot --config conf \"$@\"; }; ",
	    home, home, home, here);
	va_start(ap, fmt);
	buf_vprintf(&line, fmt, ap);
	va_end(ap);
	rc = system(line.data);
	buf_release(&line);
	slurp("out", &out);
	slurp("err", &err);
	return WIFEXITED(rc) ? WEXITSTATUS(rc) : 128 + WTERMSIG(rc);
}
