/* SPDX-License-Identifier: MIT */
#include "cli/demo.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "cli/instance.h"
#include "computer/level.h"
#include "match/found.h"
#include "store/counts.h"

enum { DEMOS_MAX = 10000 };

/* $HOME/paquebot-demo-<n>, the first that is free. */
static int
make_place(struct demo *d)
{
	const char *home = getenv("HOME");
	struct buf path = BUF_INIT;

	if (home == NULL || *home != '/') {
		cli_error(d->cli, "HOME is not set");
		return EX_CANTCREAT;
	}
	for (int n = 1; n <= DEMOS_MAX; n++) {
		buf_clear(&path);
		buf_printf(&path, "%s/paquebot-demo-%d", home, n);
		if (mkdir(path.data, 0700) == 0) {
			d->dir = buf_steal(&path);
			return 0;
		}
		if (errno != EEXIST)
			break;
	}
	cli_error(d->cli, "%s: %s", path.data, strerror(errno));
	buf_release(&path);
	return EX_CANTCREAT;
}

/* The database beside the mailboxes, or what --store names. */
static int
make_store(struct demo *d)
{
	const char *named = cli_value(d->cli, "store");
	struct buf path = BUF_INIT;

	if (named == NULL) {
		buf_printf(&path, "%s/paquebot.db", d->dir);
		d->store = buf_steal(&path);
	} else {
		d->store = strstr(named, "://") != NULL ? mem_dup(named) :
							  file_absolute(named);
	}
	if (d->store != NULL)
		return 0;
	cli_error(d->cli, "%s: %s", named, strerror(errno));
	return EX_CANTCREAT;
}

static int
make_config(struct demo *d)
{
	struct buf text = BUF_INIT, path = BUF_INIT;
	struct err e;
	int rc;

	buf_printf(&text,
	    "# A game by mail without a server: everything in local Maildirs.\n"
	    "mailbox {\n\ttype = maildir\n"
	    "\tfolder = '%s/mail/games@paquebot.example'\n"
	    "\tdone-folder = games-done\n}\n"
	    "outgoing {\n\ttype = maildir\n\tdirectory = '%s/mail'\n"
	    "\tfrom = \"Paquebot <games@paquebot.example>\"\n}\n"
	    "store {\n\t%s = '%s'\n}\n"
	    "club {\n\tname = \"Paquebot demo\"\n"
	    "\tkeeper = keeper@paquebot.example\n"
	    "\tmails-per-author = 0\n}\n"
	    "log {\n\tlevel = warning\n}\n",
	    d->dir, d->dir, strstr(d->store, "://") != NULL ? "url" : "path",
	    d->store);
	buf_printf(&path, "%s/paquebot.conf", d->dir);
	d->config = buf_steal(&path);
	rc = file_write(d->config, text.data, text.len, 0600, &e);
	buf_release(&text);
	if (rc != 0)
		cli_error(d->cli, "%s", e.text);
	return rc == 0 ? 0 : EX_CANTCREAT;
}

/* The daemon of a demo sends what waits in its store, into the demo's own
 * mailboxes: a club's letters would be gone. */
static int
check_store(const struct cli *cli, const char *store)
{
	struct counts n = { .players = 0 };
	struct db *db;
	struct err e;
	int rc, held;

	if (db_open(store, DB_COPY, &db, &e) != 0)
		return 0; /* not there, or no club of ours */
	rc = counts_read(db, clock_now(), &n, &e);
	held = n.players + n.inbox_new + n.inbox_aside + n.outbox_waiting;
	for (size_t i = 0; i < sizeof n.games / sizeof *n.games; i++)
		held += n.games[i];
	db_close(db);
	if (rc == 0 && held == 0)
		return 0;
	cli_error(cli, "%s: there is a club in it already", store);
	return EX_CANTCREAT;
}

static int
open_daemon(struct demo *d)
{
	struct db *db;
	struct err e;
	int rc = db_open(d->store, DB_CREATE, &db, &e);

	if (rc == 0) {
		db_close(db);
		rc = daemon_open(d->config, DAEMON_ALL, &d->daemon, &e);
	}
	if (rc == 0)
		return 0;
	return cli_failed(d->cli, &e, EX_SOFTWARE);
}

/* Anna is whom the terminal shows; without --auto the others are computer
 * players. */
static int
found(struct demo *d)
{
	struct found want = { .kind = d->kind, .seats = DEMO_SEATS };
	struct buf address[DEMO_SEATS + 1] = { BUF_INIT };
	struct err e;
	int rc;

	for (int s = 1; s <= DEMO_SEATS; s++) {
		demo_address(demo_name[s], &address[s]);
		want.seat[s].name = demo_name[s];
		want.seat[s].computer = s > 1 && !d->scripted ? LEVEL_USUAL :
								LEVEL_NONE;
		if (!want.seat[s].computer)
			want.seat[s].address = address[s].data;
	}
	rc = db_begin(daemon_db(d->daemon), &e);
	if (rc == 0)
		rc = match_found(&daemon_desk(d->daemon)->club, &want, &d->game,
		    &e);
	if (rc == 0)
		rc = db_commit(daemon_db(d->daemon), &e);
	for (int s = 1; s <= DEMO_SEATS; s++)
		buf_release(&address[s]);
	if (rc == 0)
		return 0;
	db_abort(daemon_db(d->daemon));
	desk_forget(daemon_desk(d->daemon));
	return cli_failed(d->cli, &e,
	    e.kind == ERR_GIVEUP ? EX_USAGE : EX_SOFTWARE);
}

static int
run(struct demo *d)
{
	int status = make_place(d);

	if (status == 0)
		status = make_store(d);
	if (status == 0)
		status = make_config(d);
	if (status == 0)
		status = open_daemon(d);
	if (status == 0)
		status = found(d);
	if (status == 0)
		status = demo_play(d);
	daemon_close(d->daemon);
	for (int s = 1; s <= DEMO_SEATS; s++)
		demo_mail_release(&d->last[s]);
	free(d->dir);
	free(d->store);
	free(d->config);
	return status;
}

static int
demo_run(const struct cli *cli)
{
	const char *game = cli_value(cli, "game");
	const char *store = cli_value(cli, "store");
	struct demo d = { .cli = cli,
		.scripted = cli_flag(cli, "auto"),
		.kind = game != NULL ? game : "atlantic-star" };
	int status;

	if (game_find(d.kind) == NULL)
		return cli_usage(cli, "no game is called \"%s\"", d.kind);
	if (store != NULL && instance_where(cli, store) != 0)
		return EX_USAGE;
	log_set_level(LOG_LEVEL_WARNING);
	status = store != NULL ? check_store(cli, store) : 0;
	return status == 0 ? run(&d) : status;
}

const struct cli_command cli_demo = {
	.name = "demo",
	.synopsis = "[--auto] [--game GAME] [--store STORE]",
	.help = "plays a game by mail in local Maildirs; no server is needed",
	.more =
	    "Everything is kept in $HOME/paquebot-demo-N, with its "
	    "paquebot.conf. You play a\nseat against computer players: the "
	    "mails to it are shown, and what you type is\nmailed back.\n"
	    "  --auto         all three seats are played by mail by scripted "
	    "players\n"
	    "  --game GAME    another game than atlantic-star\n"
	    "  --store STORE  a new database elsewhere: a file, or "
	    "postgresql://…\n",
	.options = "auto game: store:",
	.run = demo_run,
};
