/* SPDX-License-Identifier: MIT */

/* `paquebot token`: access tokens for mailboxes whose provider takes no
 * passwords. authorize is for a person, once; print is the command that the
 * configuration names as oauth-token-command. */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/ask.h"
#include "cli/cli.h"
#include "mail/oauth.h"

/* An access token is used up to this many seconds before it expires, so that
 * it lasts through a login. */
enum { SPARE_SECONDS = 60 };
/* Nobody listens there: the browser shows an error, and its address line has
 * what is needed. Both providers let an installed application name it. */
#define REDIRECT "http://127.0.0.1:8421/"

static int
token_failed(const struct cli *cli, const struct err *e)
{
	return cli_failed(cli, e,
	    e->kind == ERR_GIVEUP      ? EX_NOPERM :
		e->kind == ERR_CORRUPT ? EX_DATAERR :
					 EX_TEMPFAIL);
}

/* The daemon asks for the mailbox and for sending at once; a refresh token may
 * be good for one use. -1 with errno. */
static int
lock(const char *path)
{
	struct buf name = BUF_INIT;
	struct stat st;
	int fd;

	buf_printf(&name, "%s.lock", path);
	fd = open(name.data, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	buf_release(&name);
	/* Made by root, as when root runs the doctor, it is the daemon's
	 * too. */
	if (fd >= 0 && geteuid() == 0 && stat(path, &st) == 0 &&
	    fchown(fd, st.st_uid, st.st_gid) != 0) {
		(void)close(fd);
		return -1;
	}
	if (fd >= 0 && flock(fd, LOCK_EX) != 0) {
		(void)close(fd);
		return -1;
	}
	return fd;
}

static int
valid_token(const char *path, struct oauth_grant *g, struct err *e)
{
	if (oauth_read(path, g, e) != 0)
		return -1;
	if (g->access_token != NULL && g->expires - SPARE_SECONDS > clock_now())
		return 0;
	return oauth_refresh(g, e) == 0 ? oauth_write(path, g, e) : -1;
}

static int
print_run(const struct cli *cli)
{
	struct oauth_grant g = { .expires = 0 };
	struct err e;
	int fd = lock(cli->operand[0]), status = 0;

	if (fd < 0) {
		cli_error(cli, "%s.lock: %s", cli->operand[0], strerror(errno));
		return EX_CANTCREAT;
	}
	if (valid_token(cli->operand[0], &g, &e) != 0)
		status = token_failed(cli, &e);
	else
		(void)puts(g.access_token);
	(void)close(fd);
	oauth_grant_release(&g);
	return status;
}

const struct cli_command cli_token_print = {
	.name = "token print",
	.synopsis = "FILE",
	.help = "prints an access token for oauth-token-command",
	.more =
	    "FILE was written by \"paquebot token authorize\"; it is written "
	    "anew whenever\nthe provider gives a new token, so it must lie "
	    "where the daemon may write.\nExit code 75 if the provider does "
	    "not answer, 77 if it has to be authorized anew.\n",
	CLI_TAKES(1, 1, "which file?"),
	.run = print_run,
};

/* A person opens the page and gives back the address where it ended. */
static int
authorize(const struct cli *cli, const char *path, struct oauth_grant *g)
{
	struct buf url = BUF_INIT, code = BUF_INIT;
	struct oauth_request r;
	char *address = NULL;
	struct err e;
	int rc;

	oauth_request_init(&r);
	rc = oauth_authorize_url(g, &r, REDIRECT, &url, &e);
	if (rc == 0) {
		(void)fprintf(stderr,
		    "Open this page in a browser, log in as the account of the "
		    "mailbox, and agree:\n\n%s\n\nThe browser then shows an "
		    "error for an address that begins with\n%s: that is as it "
		    "should be. Copy that whole address from the\naddress "
		    "line.\n\n",
		    url.data, REDIRECT);
		address = ask_line("Address", NULL);
		rc = address == NULL ?
		    err_set(&e, ERR_GIVEUP, "no address was given") :
		    oauth_code(&r, address, &code, &e);
	}
	if (rc == 0)
		rc = oauth_exchange(g, &r, code.data, REDIRECT, &e);
	if (rc == 0)
		rc = oauth_write(path, g, &e);
	free(address);
	buf_release(&url);
	buf_release(&code);
	explicit_bzero(&r, sizeof r);
	return rc == 0 ? 0 : token_failed(cli, &e);
}

/* NULL, or a copy of the option's text. */
static void
override(char **member, const char *text)
{
	if (text == NULL)
		return;
	free(*member);
	*member = mem_dup(text);
}

static int
fill(const struct cli *cli, const char *provider, struct oauth_grant *g)
{
	const char *secret_file = cli_value(cli, "client-secret-file");
	struct buf secret = BUF_INIT;
	int status;

	if (oauth_provider(provider, g) != 0 && strcmp(provider, "other") != 0)
		return cli_usage(cli,
		    "%s is not one of google, microsoft, other", provider);
	override(&g->client_id, cli_value(cli, "client-id"));
	override(&g->authorize_url, cli_value(cli, "authorize-url"));
	override(&g->token_url, cli_value(cli, "token-url"));
	override(&g->scope, cli_value(cli, "scope"));
	if (g->client_id == NULL)
		return cli_usage(cli, "--client-id is needed");
	if (g->authorize_url == NULL || g->token_url == NULL)
		return cli_usage(cli,
		    "--authorize-url and --token-url are needed for \"other\"");
	if (secret_file == NULL)
		return 0;
	status = cli_input(cli, secret_file, &secret);
	if (status == 0)
		g->client_secret = mem_ndup(buf_text(&secret),
		    strcspn(buf_text(&secret), "\r\n"));
	buf_release(&secret);
	return status;
}

static int
authorize_run(const struct cli *cli)
{
	struct oauth_grant g = { .expires = 0 };
	int status = fill(cli, cli->operand[0], &g);

	if (status == 0)
		status = authorize(cli, cli->operand[1], &g);
	if (status == 0)
		(void)printf("%s\n", cli->operand[1]);
	oauth_grant_release(&g);
	return status;
}

const struct cli_command cli_token_authorize = {
	.name = "token authorize",
	.synopsis = "--client-id ID [OPTION...] google|microsoft|other FILE",
	.help = "lets paquebot into a mailbox by OAuth 2.0, once, in a browser",
	.more = "  --client-id ID             of the application that you have "
		"registered there\n"
		"  --client-secret-file FILE  its secret, where it has one "
		"(Google)\n"
		"  --authorize-url URL        of another provider, as are\n"
		"  --token-url URL\n"
		"  --scope WORDS              what is asked for: mail over "
		"IMAP and SMTP\n"
		"Writes FILE, mode 0600, for \"paquebot token print FILE\", "
		"which must be let write it.\n",
	.options =
	    "client-id: client-secret-file: authorize-url: token-url: scope:",
	CLI_TAKES(2, 2, "a provider and a file are needed"),
	.run = authorize_run,
};
