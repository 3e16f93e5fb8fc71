/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "cli/instance.h"
#include "daemon/daemon.h"
#include "mail/message.h"
#include "store/backup.h"
#include "store/inbox.h"
#include "store/outbox.h"

/*
 * For a mail server's pipe. What counts for it is that the mail is stored:
 * from then on it is ours, and the exit code says so. Judging it is left to the
 * daemon if there is one at work, else done here.
 */

/* Standard input, of which at most what a mailbox would hand over. */
static int
deliver_read(const struct cli *cli, struct buf *raw)
{
	char piece[8192];
	size_t n, room;

	while ((n = fread(piece, 1, sizeof piece, stdin)) > 0) {
		room = MESSAGE_MAX + 1 - raw->len;
		buf_add(raw, piece, n < room ? n : room);
	}
	if (ferror(stdin)) {
		cli_error(cli, "cannot read the mail");
		return EX_TEMPFAIL;
	}
	if (raw->len == 0) {
		cli_error(cli, "no mail on standard input");
		return EX_DATAERR;
	}
	return 0;
}

/* To a mail server everything but a wrong command line may pass. */
static int
deliver_status(int status)
{
	return status == 0 || status == EX_USAGE || status == EX_DATAERR ?
	    status :
	    EX_TEMPFAIL;
}

static int
deliver_db(const struct cli *cli, struct db **db, struct err *e)
{
	struct conf *conf = NULL;
	int rc = conf_load(instance_config(cli), &conf, e);

	if (rc == 0)
		rc = db_replaced(conf->store.where) ?
		    err_set(e, ERR_LATER, "%s is being replaced",
			conf->store.where) :
		    db_open(conf->store.where, DB_USE, db, e);
	conf_free(conf);
	return rc;
}

/* 1 stored, 0 it is there already, -1. */
static int
deliver_add(const struct cli *cli, const struct buf *raw, struct err *e)
{
	struct db *db = NULL;
	int64_t id;
	int rc = deliver_db(cli, &db, e);

	if (rc == 0)
		rc = inbox_add(db, CONF_PIPE, 0, 0, clock_now(), raw->data,
		    raw->len, &id, e);
	db_close(db);
	return rc;
}

/* A database may come in the place of the one that took it: it is ours when it
 * was there before, and nobody was at work on that. */
static int
deliver_store(const struct cli *cli, const struct buf *raw)
{
	struct err e;
	int rc;

	do
		rc = deliver_add(cli, raw, &e);
	while (rc > 0);
	if (rc == 0)
		return 0;
	cli_error(cli, "%s", e.text);
	return EX_TEMPFAIL;
}

/* Is one at work who judges what is stored by now? */
static bool
deliver_left_to(const struct cli *cli)
{
	struct conf *conf = NULL;
	struct err e;
	bool is = conf_load(instance_config(cli), &conf, &e) == 0 &&
	    instance_daemon(conf);

	conf_free(conf);
	return is;
}

/* 1 judged what there was, 0 it is another's to judge, -1. Failing here loses
 * nothing: the mail lies in the inbox. */
static int
deliver_judge(const struct cli *cli)
{
	struct daemon *d;
	struct err e;
	int rc;

	if (deliver_left_to(cli))
		return 0;
	if (daemon_open(instance_config(cli), DAEMON_OUTBOX, &d, &e) != 0) {
		if (e.kind == ERR_RETRY)
			return 0;
		cli_error(cli, "stored, not judged yet: %s", e.text);
		return -1;
	}
	rc = daemon_drain(d, &e);
	if (rc != 0)
		cli_error(cli, "stored: %s", e.text);
	daemon_close(d);
	return rc == 0 ? 1 : -1;
}

/* Whether somebody left a mail to us while we were about to go. */
static bool
deliver_left(const struct cli *cli)
{
	struct db *db = NULL;
	struct err e;
	int n = 0;

	if (deliver_db(cli, &db, &e) != 0 ||
	    inbox_count(db, INBOX_NEW, &n, &e) != 0)
		n = 0;
	db_close(db);
	return n > 0;
}

static void
dry_print(const struct outbox_row *r)
{
	struct message m;

	message_read(r->raw, r->raw_len, &m);
	(void)printf("To: %s\nSubject: %s\n\n%s\n\n", r->to, m.subject, m.full);
	message_release(&m);
}

/* The answers that would be sent, in the transaction that is going to be
 * rolled back. */
static int
dry_answers(const struct cli *cli, struct instance *o, int64_t after)
{
	struct outbox_row r;
	struct err e;
	int64_t when = 0, id = 0;
	int n, got;

	for (n = 0; (got = outbox_due_after(o->db, INT64_MAX, &when, &id, 1, &r,
			 &e)) > 0;) {
		if (r.id > after) {
			dry_print(&r);
			n++;
		}
		outbox_row_release(&r);
	}
	if (got < 0)
		return instance_failed(cli, &e);
	if (n == 0)
		(void)fputs("no answer\n", stderr);
	return 0;
}

static int
last_outbox(void *arg, const struct outbox_row *r)
{
	int64_t *last = arg;

	*last = r->id;
	return 0;
}

static int
dry_judge(const struct cli *cli, struct instance *o, const struct buf *raw)
{
	struct inbox_row row;
	struct err e;
	int64_t id, last = 0;
	int failed = 0, rc;

	if (outbox_each(o->db, -1, last_outbox, &last, &e) != 0)
		return instance_failed(cli, &e);
	rc = inbox_add(o->db, "pipe", 0, 0, clock_now(), raw->data, raw->len,
	    &id, &e);
	if (rc == 0) {
		(void)fputs("this mail was delivered before\n", stderr);
		return 0;
	}
	if (rc < 0 || inbox_get(o->db, id, &row, &e) != 1)
		return instance_failed(cli, &e);
	rc = desk_judge(o->desk, &row, 1, &failed, &e);
	inbox_row_release(&row);
	if (rc != 0)
		return instance_failed(cli, &e);
	return failed > 0 ? EX_SOFTWARE : dry_answers(cli, o, last);
}

static int
deliver_dry(const struct cli *cli, const struct buf *raw)
{
	struct instance o;
	int status = instance_open(cli, &o);

	if (status != 0)
		return status;
	status = instance_begin(cli, &o);
	if (status == 0) {
		status = dry_judge(cli, &o, raw);
		db_abort(o.db);
		desk_forget(o.desk);
	}
	instance_close(&o);
	return status;
}

static int
deliver_run(const struct cli *cli)
{
	enum { TRIES = 3 };
	struct buf raw = BUF_INIT;
	int status = deliver_read(cli, &raw);

	if (status == 0 && cli_flag(cli, "dry-run")) {
		status = deliver_dry(cli, &raw);
	} else if (status == 0) {
		status = deliver_status(deliver_store(cli, &raw));
		for (int i = 0; status == 0 && i < TRIES &&
		    deliver_judge(cli) > 0 && deliver_left(cli);
		    i++)
			continue;
	}
	buf_release(&raw);
	return status;
}

const struct cli_command cli_deliver = {
	.name = "deliver",
	.synopsis = "[--dry-run] < MAIL",
	.help = "takes one mail from a pipe, as a mail server delivers it",
	.more =
	    "Exits 0 once the mail is stored, 75 where the server should try "
	    "again.\n"
	    "  --dry-run  judge it, print the answers, and forget everything\n",
	.options = "dry-run",
	.many = "the mail comes on standard input",
	.run = deliver_run,
};
