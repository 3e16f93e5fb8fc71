/* SPDX-License-Identifier: MIT */
#include "conf/conf.h"

#include <sys/stat.h>

#include "base/command.h"
#include "base/file.h"

enum { SECRET_MAX = 8192, COMMAND_SECONDS = 10 };

/* Keeps the first line and wipes the rest. */
static int
first_line(struct buf *out, const char *whence, struct err *e)
{
	size_t len = strcspn(buf_text(out), "\r\n");

	if (out->len > len)
		explicit_bzero(out->data + len, out->len - len);
	if (len == 0)
		return err_set(e, ERR_GIVEUP, "%s gave no secret", whence);
	buf_truncate(out, len);
	return 0;
}

static int
from_file(const char *path, struct buf *out, struct err *e)
{
	struct stat st;

	if (stat(path, &st) == 0 && (st.st_mode & 07) != 0)
		return err_set(e, ERR_GIVEUP,
		    "%s holds a secret but others can read it: chmod 600",
		    path);
	if (file_read(path, SECRET_MAX, out, e) != 0)
		return -1;
	return first_line(out, path, e);
}

static int
from_command(const char *command, const atomic_bool *stop, struct buf *out,
    struct err *e)
{
	const struct shell_command c = { .line = command,
		.name = "the command for a secret",
		.stop = stop,
		.seconds = COMMAND_SECONDS,
		.most = SECRET_MAX };

	return command_output(&c, out, e) ? -1 : first_line(out, c.name, e);
}

int
conf_secret(const struct conf_secret *s, const atomic_bool *stop,
    struct buf *out, bool *oauth, struct err *e)
{
	*oauth = false;
	if (s->password != NULL) {
		buf_str(out, s->password);
		return 0;
	}
	if (s->password_file != NULL)
		return from_file(s->password_file, out, e);
	if (s->password_command != NULL)
		return from_command(s->password_command, stop, out, e);
	if (s->oauth_token_command != NULL) {
		*oauth = true;
		return from_command(s->oauth_token_command, stop, out, e);
	}
	return err_set(e, ERR_GIVEUP, "no password is configured");
}
