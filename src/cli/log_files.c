/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/mem.h"

/* A folder in a folder in a folder …: deeper than any archive. */
enum { DEPTH = 32 };

static void
add_file(struct log_files *f, char *path)
{
	f->at = mem_more(f->at, (size_t)f->n, sizeof *f->at);
	f->at[f->n++] = path;
}

static bool
is_log(const char *name)
{
	static const char ending[] = ".turnlog";
	size_t len = strlen(name), n = sizeof ending - 1;

	return len > n && strcmp(name + len - n, ending) == 0;
}

static int
skip_hidden(const struct dirent *one)
{
	return one->d_name[0] != '.';
}

static int
by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int add_folder(const struct cli *cli, const char *path, int depth,
    struct log_files *f);

/* Links are not followed: what is in the folder is read once. */
static int
add_entry(const struct cli *cli, const char *folder, const char *name,
    int depth, struct log_files *f)
{
	struct buf path = BUF_INIT;
	struct stat st;
	int rc = 0;

	buf_printf(&path, "%s%s%s", folder,
	    folder[strlen(folder) - 1] == '/' ? "" : "/", name);
	if (lstat(buf_text(&path), &st) != 0) {
		cli_error(cli, "%s: %s", buf_text(&path), strerror(errno));
		rc = EX_NOINPUT;
	} else if (S_ISDIR(st.st_mode)) {
		rc = add_folder(cli, buf_text(&path), depth + 1, f);
	} else if (S_ISREG(st.st_mode) && is_log(name)) {
		add_file(f, buf_steal(&path));
	}
	buf_release(&path);
	return rc;
}

static int
add_folder(const struct cli *cli, const char *path, int depth,
    struct log_files *f)
{
	struct dirent **entry;
	int n = depth > DEPTH ? -1 :
				scandir(path, &entry, skip_hidden, by_bytes);
	int rc = 0;

	if (n < 0) {
		cli_error(cli, "%s: %s", path,
		    depth > DEPTH ? "too many folders in each other" :
				    strerror(errno));
		return EX_NOINPUT;
	}
	for (int i = 0; i < n; i++) {
		int one = add_entry(cli, path, entry[i]->d_name, depth, f);

		rc = rc == 0 ? one : rc;
		free(entry[i]);
	}
	free(entry);
	return rc;
}

int
log_files(const struct cli *cli, int from, struct log_files *f)
{
	struct stat st;
	int rc = 0;

	for (int i = from; i < cli->operands; i++) {
		const char *path = cli->operand[i];
		int one = 0;

		if (strcmp(path, "-") != 0 && stat(path, &st) == 0 &&
		    S_ISDIR(st.st_mode))
			one = add_folder(cli, path, 0, f);
		else
			add_file(f, mem_dup(path));
		rc = rc == 0 ? one : rc;
	}
	return rc;
}

void
log_files_release(struct log_files *f)
{
	for (int i = 0; i < f->n; i++)
		free(f->at[i]);
	free(f->at);
	*f = (struct log_files){ .at = NULL };
}
