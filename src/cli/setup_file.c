/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "cli/instance.h"
#include "cli/setup.h"

/* A value between quotes, as the configuration reads it: "${" in it is for a
 * shell, not for the configuration. */
static void
quoted(struct buf *out, const char *text)
{
	buf_char(out, '"');
	for (; *text != '\0'; text++) {
		if (strchr("\"\\$", *text) != NULL)
			buf_char(out, '\\');
		buf_char(out, *text);
	}
	buf_char(out, '"');
}

static void
key(struct buf *out, const char *name, const char *value)
{
	if (value == NULL)
		return;
	buf_printf(out, "    %s = ", name);
	quoted(out, value);
	buf_char(out, '\n');
}

/* port: what it is without being named. */
static void
server(const struct setup *s, const struct discovered *d, int port,
    const char *secret, struct buf *out)
{
	key(out, "host", d->host);
	if (d->port != port)
		buf_printf(out, "    port = %d\n", d->port);
	if (d->tls == CONF_TLS_STARTTLS)
		buf_str(out, "    tls = starttls\n");
	key(out, "ca-file", s->ca_file);
	key(out, "user", s->user);
	if (s->token_command != NULL)
		key(out, "oauth-token-command", s->token_command);
	else
		key(out, "password-file", secret);
}

/* The name of the club and the address, as From fields have them. */
static void
from(const struct setup *s, struct buf *out)
{
	buf_char(out, '"');
	for (const char *p = s->club != NULL ? s->club : "Paquebot"; *p != '\0';
	    p++) {
		if (*p == '"' || *p == '\\')
			buf_char(out, '\\');
		buf_char(out, *p);
	}
	buf_printf(out, "\" <%s>", s->address);
}

bool
setup_club_valid(const char *name)
{
	size_t len = strlen(name);

	for (const char *p = name; *p != '\0'; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return false;
	return len > 0 && len <= SETUP_CLUB_MAX && utf8_valid(name, len);
}

void
setup_compose(const struct setup *s, const char *secret, struct buf *out)
{
	bool google = s->provider != NULL && strcmp(s->provider, "google") == 0;
	struct buf name = BUF_INIT;

	buf_str(out,
	    "# Written by \"paquebot setup\"; paquebot.conf(5) tells of every "
	    "key.\nmailbox {\n");
	server(s, &s->in, s->in.tls == CONF_TLS_STARTTLS ? 143 : 993, secret,
	    out);
	if (google)
		buf_str(out, "    done-folder = paquebot-done\n");
	buf_str(out, "}\noutgoing {\n");
	server(s, &s->out, s->out.tls == CONF_TLS_STARTTLS ? 587 : 465, secret,
	    out);
	from(s, &name);
	key(out, "from", name.data);
	/* Google stops sending for a day after some hundred mails. */
	if (google)
		buf_str(out, "    connections = 2\n    rate = 20\n");
	buf_str(out, "}\nclub {\n");
	key(out, "name", s->club);
	key(out, "keeper", s->keeper);
	key(out, "tz", s->tz);
	buf_str(out, "}\n");
	if (s->store != NULL) {
		buf_str(out, "store {\n");
		key(out, "path", s->store);
		buf_str(out, "}\n");
	}
	buf_release(&name);
}

static int
write_conf(const struct setup *s, const char *path, const char *secret,
    struct err *e)
{
	struct buf text = BUF_INIT;
	int rc;

	setup_compose(s, s->password_file != NULL ? s->password_file : secret,
	    &text);
	rc = file_write(path, text.data, text.len, 0644, e);
	buf_release(&text);
	return rc;
}

int
setup_try(const struct setup *s, struct conf **out, struct err *e)
{
	char dir[] = "/tmp/paquebot-setup.XXXXXX";
	char conf[sizeof dir + 16];
	int rc;

	if (mkdtemp(dir) == NULL)
		return err_set(e, ERR_LATER, "%s: %s", dir, strerror(errno));
	(void)snprintf(conf, sizeof conf, "%s/conf", dir);
	rc = write_conf(s, conf, conf, e);
	if (rc == 0)
		rc = conf_load(conf, out, e);
	(void)unlink(conf);
	(void)rmdir(dir);
	if (rc == 0 && s->password != NULL) {
		(*out)->mailbox.secret.password = mem_dup(s->password);
		(*out)->outgoing.secret.password = mem_dup(s->password);
	}
	return rc;
}

static int
make_directory(const struct setup *s, struct err *e)
{
	char *dir = file_directory(instance_config(s->cli));
	int rc = file_mkdirs(dir, 0755, e);

	if (rc == 0 && access(dir, W_OK | X_OK) != 0)
		rc = err_set(e, ERR_GIVEUP,
		    "%s cannot be written: run this as root, or name another "
		    "place with \"paquebot --config FILE setup\"",
		    dir);
	free(dir);
	return rc;
}

/* The password's file beside the configuration: a daemon that is started
 * elsewhere has to find it. The caller's to free. */
static char *
password_path(const struct setup *s)
{
	char *dir = file_directory(instance_config(s->cli)),
	     *whole = realpath(dir, NULL);
	struct buf out = BUF_INIT;

	buf_printf(&out, "%s/password", whole != NULL ? whole : dir);
	free(whole);
	free(dir);
	return buf_steal(&out);
}

static int
write_password(const struct setup *s, const char *path, struct err *e)
{
	struct buf text = BUF_INIT;
	int rc;

	buf_printf(&text, "%s\n", s->password);
	rc = file_write(path, text.data, text.len, 0600, e);
	buf_wipe(&text);
	return rc;
}

int
setup_may_write(const struct setup *s)
{
	const char *path = instance_config(s->cli);
	struct err e;

	if (make_directory(s, &e) != 0)
		return cli_failed(s->cli, &e, EX_CANTCREAT);
	if (access(path, F_OK) != 0 || s->force)
		return 0;
	cli_error(s->cli, "%s is there already; --force keeps it as %s.old",
	    path, path);
	return EX_CANTCREAT;
}

/* Only a file that is there is kept, and it is there until the new one is. */
static int
keep_old(const char *path, struct err *e)
{
	struct buf old = BUF_INIT;
	int rc = 0;

	buf_printf(&old, "%s.old", path);
	if ((unlink(old.data) != 0 && errno != ENOENT) ||
	    (link(path, old.data) != 0 && errno != ENOENT))
		rc = err_system(e, "%s", old.data);
	buf_release(&old);
	return rc;
}

int
setup_write(const struct setup *s)
{
	const char *path = instance_config(s->cli);
	char *secret = password_path(s);
	struct err e;
	int rc = keep_old(path, &e);

	if (rc == 0 && s->password != NULL)
		rc = keep_old(secret, &e);
	if (rc == 0 && s->password != NULL)
		rc = write_password(s, secret, &e);
	if (rc == 0)
		rc = write_conf(s, path, secret, &e);
	if (rc != 0)
		cli_error(s->cli, "%s", e.text);
	else if (s->password != NULL)
		(void)printf("%s\n%s\n", path, secret);
	else
		(void)printf("%s\n", path);
	free(secret);
	return rc == 0 ? 0 : EX_CANTCREAT;
}
