/* SPDX-License-Identifier: MIT */

/* `paquebot setup`: from an address to a daemon that can be started. */

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/zone.h"
#include "cli/ask.h"
#include "cli/instance.h"
#include "cli/setup.h"
#include "mail/address.h"
#include "mail/inspect.h"
#include "mail/transport.h"

enum { TRIES = 3 };
/* Whose the daemon's files are (contrib/paquebot.sysusers). */
#define ACCOUNT "paquebot"
#define STATE "/var/lib/paquebot"

static int
unanswered(const struct setup *s, const char *what, const char *option)
{
	return cli_usage(s->cli, "%s is needed: answer, or use %s", what,
	    option);
}

/* Asks until the answer is an address. */
static int
ask_address(struct setup *s, char **member, const char *question,
    const char *option)
{
	struct buf name = BUF_INIT, addr = BUF_INIT;
	struct err e;

	while (*member == NULL) {
		char *answer = ask_line(question, NULL);

		if (answer == NULL)
			return unanswered(s, question, option);
		if (address_parse(answer, &name, &addr, &e) == 0)
			*member = buf_steal(&addr);
		else
			(void)fprintf(stderr, "  %s\n", e.text);
		free(answer);
		buf_clear(&name);
		buf_clear(&addr);
	}
	buf_release(&name);
	buf_release(&addr);
	return 0;
}

/* What the provider's name is known to want. */
static void
advise(const struct setup *s)
{
	if (s->provider == NULL || s->token_command != NULL)
		return;
	if (strcmp(s->provider, "google") == 0)
		(void)fputs("Google takes an app password (Google account, "
			    "Security, 2-step verification),\nor a token: see "
			    "\"token authorize\" in paquebot(1).\n",
		    stderr);
	else if (strcmp(s->provider, "microsoft") == 0)
		(void)
		    fputs("Microsoft takes no passwords: end this with Ctrl-C "
			  "and see \"token authorize\"\nin paquebot(1).\n",
			stderr);
}

static int
ask_login(struct setup *s)
{
	bool none = s->password_file != NULL || s->token_command != NULL;
	char *user = ask_line("User name",
	    s->user != NULL ? s->user : s->address);

	if (user == NULL)
		return unanswered(s, "User name", "--user");
	free(s->user);
	s->user = user;
	if (none)
		return 0;
	mem_wipe(s->password);
	s->password = ask_secret("Password");
	return s->password != NULL ?
	    0 :
	    unanswered(s, "Password", "--password-file");
}

/* Somebody sits before it and waits. */
enum { TRY_SECONDS = 30 };

/* Both sides, as the daemon would: 0 or -1, which is then said. */
static int
try_login(const struct setup *s)
{
	struct inspector *in;
	struct conf *conf;
	struct err e;
	int rc;

	if (setup_try(s, &conf, &e) != 0) {
		(void)fprintf(stderr, "  %s\n", e.text);
		return -1;
	}
	cli_progress("logging in at %s", s->in.host);
	conf->outgoing.timeout = TRY_SECONDS;
	rc = inspect_open(&conf->mailbox, &in, &e);
	if (rc == 0) {
		inspect_close(in);
		cli_progress("logging in at %s", s->out.host);
		rc = transport_login(conf, &e);
	}
	cli_progress_end();
	if (rc == 0)
		(void)fprintf(stderr, "  login at %s and %s: good\n",
		    s->in.host, s->out.host);
	else
		(void)fprintf(stderr, "  %s\n", e.text);
	conf_free(conf);
	return rc;
}

static int
log_in(struct setup *s, bool user_given)
{
	bool fixed = user_given &&
	    (s->password_file != NULL || s->token_command != NULL);

	advise(s);
	for (int i = 0; i < TRIES; i++) {
		int status = fixed ? 0 : ask_login(s);

		if (status != 0)
			return status;
		if (try_login(s) == 0)
			return 0;
		if (fixed)
			break;
	}
	cli_error(s->cli, "no login: nothing was written");
	return EX_NOPERM;
}

/* The zone of this machine. */
static char *
own_zone(void)
{
	char target[256];
	ssize_t n = readlink("/etc/localtime", target, sizeof target - 1);
	const char *zone = NULL;

	if (n > 0) {
		target[n] = '\0';
		zone = strstr(target, ZONE_DIR);
	}
	if (zone != NULL)
		zone += strlen(ZONE_DIR);
	return mem_dup(zone != NULL && clock_zone_known(zone) ? zone : "UTC");
}

static int
ask_zone(struct setup *s)
{
	char *preset = own_zone();

	while (s->tz == NULL) {
		s->tz = ask_line("Time zone of the club", preset);
		if (s->tz == NULL)
			break;
		if (!clock_zone_known(s->tz)) {
			(void)fprintf(stderr,
			    "  %s is no time zone such as Europe/Amsterdam\n",
			    s->tz);
			free(s->tz);
			s->tz = NULL;
		}
	}
	free(preset);
	return s->tz != NULL ? 0 : unanswered(s, "A time zone", "--tz");
}

static int
ask_club(struct setup *s)
{
	int status;

	while (s->club == NULL) {
		s->club = ask_line("Name of the club", "Paquebot");
		if (s->club == NULL || setup_club_valid(s->club))
			break;
		(void)fputs("  that is no line of plain text\n", stderr);
		free(s->club);
		s->club = NULL;
	}
	if (s->club == NULL)
		return unanswered(s, "Name of the club", "--club");
	status = ask_address(s, &s->keeper,
	    "Your own address (it is told of trouble)", "--keeper");
	return status != 0 ? status : ask_zone(s);
}

static int
give(const char *path, const struct passwd *to, struct err *e)
{
	return chown(path, to->pw_uid, to->pw_gid) == 0 ?
	    0 :
	    err_system(e, "%s", path);
}

/* The directory of the database, the account's if it is made here or is the
 * one of the package. Another that is there is somebody's: /srv, say. */
static int
give_directory(const struct setup *s, const char *store,
    const struct passwd *to, struct err *e)
{
	char *dir = file_directory(store);
	bool ours = s->store == NULL || access(dir, F_OK) != 0;
	int rc = file_mkdirs(dir, 0700, e);

	if (rc == 0 && ours)
		rc = give(dir, to, e);
	free(dir);
	return rc;
}

/* For the configuration of the system root makes what the daemon's account
 * needs, and goes on as that account, so that the doctor sees what the daemon
 * will see. */
static int
become_daemon(const struct setup *s, const struct conf *conf)
{
	struct passwd *account = geteuid() == 0 &&
		strcmp(conf->path, CONF_DEFAULT_PATH) == 0 ?
	    getpwnam(ACCOUNT) :
	    NULL;
	struct err e;
	int rc;

	if (account == NULL)
		return 0;
	rc = conf->store.path == NULL ?
	    0 :
	    give_directory(s, conf->store.path, account, &e);
	if (rc == 0 && s->password != NULL)
		rc = give(conf->mailbox.secret.password_file, account, &e);
	if (rc == 0 &&
	    (initgroups(ACCOUNT, account->pw_gid) != 0 ||
		setgid(account->pw_gid) != 0 || setuid(account->pw_uid) != 0))
		rc = err_set(&e, ERR_GIVEUP, "cannot become " ACCOUNT ": %s",
		    strerror(errno));
	if (rc != 0)
		cli_error(s->cli, "%s", e.text);
	return rc == 0 ? 0 : EX_NOPERM;
}

static int
run_other(const struct cli *cli, const struct cli_command *other)
{
	struct cli as = { .command = other,
		.config = cli->config,
		.color = cli->color };

	return instance_run(&as);
}

static bool
is_below(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	return strncmp(path, dir, n) == 0 && (path[n] == '/' || !path[n]);
}

/* The units read the configuration of the system, and may write to one
 * directory (contrib/paquebot.service.in). */
static void
start_it(const struct setup *s)
{
	const char *path = instance_config(s->cli);
	bool unit = strcmp(path, CONF_DEFAULT_PATH) == 0;
	char *dir = file_directory(s->store != NULL ? s->store : STATE "/x");

	(void)fputs("All is set up. ", stderr);
	if (unit && !is_below(dir, STATE))
		(void)fprintf(stderr,
		    "The units may write to " STATE " alone. For the "
		    "database\n\n    systemctl edit paquebot paquebot-backup\n"
		    "\nand put into both:\n\n    [Service]\n    "
		    "ReadWritePaths=%s\n%s\n",
		    dir,
		    is_below(dir, "/home") || is_below(dir, "/root") ?
			"    ProtectHome=no\n" :
			"");
	(void)fprintf(stderr, "Start it:\n\n    %s%s\n",
	    unit ? "systemctl enable --now paquebot" : "paquebotd --config ",
	    unit ? "" : path);
	free(dir);
}

static int
finish(struct setup *s)
{
	struct conf *conf;
	struct err e;
	int status;

	if (conf_load(instance_config(s->cli), &conf, &e) != 0)
		return cli_failed(s->cli, &e, EX_CONFIG);
	status = become_daemon(s, conf);
	conf_free(conf);
	if (status == 0)
		status = run_other(s->cli, &cli_init);
	if (status == 0)
		status = run_other(s->cli, &cli_doctor);
	if (status != 0)
		(void)fprintf(stderr,
		    "The configuration is written. Mend what is bad, and see "
		    "that all is well:\n\n    %spaquebot doctor\n",
		    strcmp(instance_config(s->cli), CONF_DEFAULT_PATH) == 0 ?
			"sudo -u " ACCOUNT " " :
			"");
	else
		start_it(s);
	return status;
}

static int
work(struct setup *s)
{
	bool user_given = s->user != NULL;
	int status = setup_may_write(s);

	if (status == 0)
		status = ask_address(s, &s->address,
		    "Address of the mailbox (for the games alone)",
		    "--address");
	if (status == 0)
		status = setup_find(s);
	if (status == 0)
		status = log_in(s, user_given);
	if (status == 0)
		status = ask_club(s);
	if (status == 0)
		status = setup_write(s);
	return status == 0 ? finish(s) : status;
}

static void
setup_release(struct setup *s)
{
	mem_wipe(s->password);
	free(s->address);
	free(s->user);
	free(s->club);
	free(s->keeper);
	free(s->tz);
	free(s->password_file);
	free(s->ca_file);
	free(s->store);
}

/* An address of the command line, alone. */
static int
take_address(const struct cli *cli, const char *name, char **out)
{
	const char *text = cli_value(cli, name);

	if (text != NULL && !address_valid(text))
		return cli_usage(cli, "%s is no address", text);
	*out = text != NULL ? mem_dup(text) : NULL;
	return 0;
}

/* The same of a text, which may be none. */
static char *
take_text(const struct cli *cli, const char *name)
{
	const char *text = cli_value(cli, name);

	return text != NULL ? mem_dup(text) : NULL;
}

/* A file, which need not be there yet, from the root on. */
static int
take_file(const struct cli *cli, const char *name, char **out)
{
	const char *text = cli_value(cli, name);

	*out = text != NULL ? file_absolute(text) : NULL;
	if (text == NULL || *out != NULL)
		return 0;
	cli_error(cli, "--%s %s: %s", name, text, strerror(errno));
	return EX_NOINPUT;
}

static int
take_files(const struct cli *cli, struct setup *s)
{
	int status = take_file(cli, "password-file", &s->password_file);

	if (status == 0)
		status = take_file(cli, "ca-file", &s->ca_file);
	return status != 0 ? status : take_file(cli, "store", &s->store);
}

static int
take_options(const struct cli *cli, struct setup *s)
{
	if (take_address(cli, "address", &s->address) != 0 ||
	    take_address(cli, "keeper", &s->keeper) != 0)
		return EX_USAGE;
	s->user = take_text(cli, "user");
	s->club = take_text(cli, "club");
	if (s->club != NULL && !setup_club_valid(s->club))
		return cli_usage(cli,
		    "the name of the club is one line of text, %d bytes at "
		    "most",
		    SETUP_CLUB_MAX);
	s->tz = take_text(cli, "tz");
	if (s->tz != NULL && !clock_zone_known(s->tz))
		return cli_usage(cli, "%s is no time zone", s->tz);
	s->token_command = cli_value(cli, "oauth-token-command");
	s->imap = cli_value(cli, "imap");
	s->smtp = cli_value(cli, "smtp");
	s->resolver = cli_value(cli, "dns");
	s->yes = cli_flag(cli, "yes");
	s->force = cli_flag(cli, "force");
	return take_files(cli, s);
}

static int
setup_run(const struct cli *cli)
{
	struct setup s = { .cli = cli };
	int status = take_options(cli, &s);

	if (status == 0)
		status = work(&s);
	setup_release(&s);
	return status;
}

const struct cli_command cli_setup = {
	.name = "setup",
	.synopsis = "[OPTION...]",
	.help =
	    "asks for the mailbox, finds its servers, writes the configuration",
	.more =
	    "What an option gives is not asked for:\n"
	    "  --address ADDRESS            of the mailbox, for the games "
	    "alone\n"
	    "  --user NAME                  of the login, if it is not the "
	    "address\n"
	    "  --password-file FILE         where the password is already\n"
	    "  --oauth-token-command CMD    instead of a password\n"
	    "  --imap SERVER                HOST, HOST:PORT or "
	    "HOST:PORT/starttls\n"
	    "  --smtp SERVER                likewise\n"
	    "  --ca-file FILE               trust these authorities alone\n"
	    "  --club NAME\n"
	    "  --keeper ADDRESS             yours\n"
	    "  --tz ZONE                    of the club\n"
	    "  --store FILE                 the database, if it is elsewhere\n"
	    "  --dns ADDRESS[:PORT]         ask this DNS server\n"
	    "  --yes                        take servers of another domain\n"
	    "  --force                      replace a configuration; the old "
	    "is kept\n"
	    "Servers are found by SRV records (RFC 6186, 8314) and usual "
	    "names. Tries the login,\nwrites the file of --config, and a file "
	    "\"password\" beside it, makes the database\nand runs the doctor. "
	    "As root, without --config, it gives all to the account " ACCOUNT
	    ".\n",
	.options = "address: user: password-file: oauth-token-command: imap: "
		   "smtp: ca-file: club: keeper: tz: store: dns: yes force",
	.run = setup_run,
};
