/* SPDX-License-Identifier: MIT */

/*
 * The configuration under libFuzzer: what keepers write, and what is left of a
 * file that was cut off. An input is up to eight files with a NUL byte between
 * them, of which the first is read and may include the others, as "1" to "7".
 * There is no disk: file_read, access and stat are ours (-Wl,--wrap) while an
 * input is tried.
 *
 * Beside crashes it looks for broken promises: what is refused says in which
 * file; what is taken, written as it is shown, is taken again and means the
 * same; no secret is shown.
 */

#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "conf/conf.h"
#include "conf/show.h"

enum { FILES = 8 };

static struct file {
	const char *text;
	size_t len;
} files[FILES];
static bool tries;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int __real_access(const char *path, int mode);
int __wrap_access(const char *path, int mode);
int __real_stat(const char *path, struct stat *st);
int __wrap_stat(const char *path, struct stat *st);
int __wrap_file_read(const char *path, size_t max, struct buf *out,
    struct err *e);

static void
must(bool kept, const char *promise, const char *what)
{
	if (kept)
		return;
	(void)fprintf(stderr, "broken promise: %s: %s\n", promise, what);
	abort();
}

static const struct file *
find(const char *path)
{
	const char *name = file_name(path);

	if (name[0] < '0' || name[0] >= '0' + FILES || name[1] != '\0' ||
	    files[name[0] - '0'].text == NULL) {
		errno = ENOENT;
		return NULL;
	}
	return &files[name[0] - '0'];
}

int
__wrap_access(const char *path, int mode)
{
	if (!tries)
		return __real_access(path, mode);
	return find(path) == NULL ? -1 : 0;
}

/* The last of them has secrets that others may read. */
int
__wrap_stat(const char *path, struct stat *st)
{
	const struct file *f = tries ? find(path) : NULL;

	if (!tries)
		return __real_stat(path, st);
	if (f == NULL)
		return -1;
	*st = (struct stat){ .st_mode = S_IFREG |
		    (f == &files[FILES - 1] ? 0644 : 0600) };
	return 0;
}

int
__wrap_file_read(const char *path, size_t max, struct buf *out, struct err *e)
{
	const struct file *f = find(path);

	if (f == NULL || f->len > max)
		return err_system(e, "cannot open %s", path);
	buf_add(out, f->text, f->len);
	return 0;
}

struct shown {
	struct buf file;           /* as it could be written */
	struct buf values;         /* all of them */
	char within[CONF_SECTION]; /* a section; "" */
	bool secret;
};

/* In single quotes only they and the backslash are escaped. */
static void
quote(const char *value, struct buf *out)
{
	buf_char(out, '\'');
	for (; *value != '\0'; value++) {
		if (*value == '\'' || *value == '\\')
			buf_char(out, '\\');
		buf_char(out, *value);
	}
	buf_char(out, '\'');
}

static void
see(void *arg, const struct conf_shown *k)
{
	struct shown *all = arg;

	buf_printf(&all->values, "%s.%s=%s\n", k->section, k->name,
	    k->value != NULL ? k->value : "-");
	must(!k->secret || k->value == NULL, "a secret is not shown", k->name);
	all->secret = all->secret || k->secret;
	if (k->file == NULL || k->value == NULL)
		return;
	must(k->line > 0, "a value has its line", k->name);
	if (strcmp(all->within, k->section) != 0) {
		buf_printf(&all->file, "%s%s {\n",
		    all->within[0] != '\0' ? "}\n" : "", k->section);
		(void)snprintf(all->within, sizeof all->within, "%s",
		    k->section);
	}
	buf_printf(&all->file, "%s = ", k->name);
	quote(k->value, &all->file);
	buf_char(&all->file, '\n');
}

static void
show(const struct conf *c, struct shown *all)
{
	*all = (struct shown){ .file = BUF_INIT, .values = BUF_INIT };
	conf_each(c, see, all);
	if (all->within[0] != '\0')
		buf_str(&all->file, "}\n");
}

static void
release(struct shown *all)
{
	buf_release(&all->file);
	buf_release(&all->values);
}

static void
write_again(const struct conf *c)
{
	struct shown once, twice;
	struct conf *again;
	struct err e;

	show(c, &once);
	if (!once.secret) {
		memset(files, 0, sizeof files);
		files[0] = (struct file){ buf_text(&once.file), once.file.len };
		must(conf_load("/0", &again, &e) == 0, "what is shown is taken",
		    e.text);
		show(again, &twice);
		must(strcmp(buf_text(&once.values), buf_text(&twice.values)) ==
			0,
		    "what is shown is meant", buf_text(&twice.values));
		release(&twice);
		conf_free(again);
	}
	release(&once);
}

static void
try(void)
{
	struct conf *c;
	struct err e = { 0 };

	if (conf_load("/0", &c, &e) != 0) {
		must(e.kind == ERR_GIVEUP || e.kind == ERR_CORRUPT,
		    "a person must mend it", e.text);
		must(e.text[0] != '\0', "it is said what is wrong", "");
		return;
	}
	write_again(c);
	conf_free(c);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size;

	memset(files, 0, sizeof files);
	for (int i = 0; i < FILES && data < end; i++) {
		const uint8_t *nul = memchr(data, '\0', (size_t)(end - data));

		files[i].text = (const char *)data;
		files[i].len = (size_t)((nul != NULL ? nul : end) - data);
		data += files[i].len + 1;
	}
	tries = true;
	try();
	tries = false;
	return 0;
}
