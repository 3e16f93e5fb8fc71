/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "cli/list.h"
#include "mail/address.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/outgoing.h"

/* What is asked for. */
struct filter {
	struct buf to; /* a canonical address; "": any */
	int64_t game;  /* 0: any */
	bool all;      /* also what was sent */
};

/* 0 or, having said why, EX_USAGE. */
static int
filter_read(const struct cli *cli, struct filter *f)
{
	const char *to = cli_value(cli, "to"), *game = cli_value(cli, "game");

	*f = (struct filter){ .all = cli_flag(cli, "all") };
	if (to != NULL && address_canonical(to, &f->to) != 0)
		return cli_usage(cli, "%s is no address", to);
	return game != NULL ? instance_number(cli, game, &f->game) : 0;
}

static bool
filter_takes(const struct filter *f, const struct outbox_row *r)
{
	return (r->state != OUTBOX_SENT || f->all || r->bounced) &&
	    (f->to.len == 0 || strcmp(f->to.data, r->to) == 0) &&
	    (f->game == 0 || f->game == r->game);
}

static void
put_state(struct cli_rows *l, const void *row)
{
	static const char *const states[] = { "waiting", "sent", "failed" };

	list_text(l, states[((const struct outbox_row *)row)->state]);
}

static void
put_when(struct cli_rows *l, const void *row)
{
	const struct outbox_row *r = row;
	int64_t at = r->state == OUTBOX_SENT ? r->sent : r->next_try;

	list_time(l, at > r->created ? at : r->created);
}

static void
put_error(struct cli_rows *l, const void *row)
{
	const struct outbox_row *r = row;

	list_text(l,
	    r->last_error != NULL         ? r->last_error :
		r->state == OUTBOX_FAILED ? "not sent: the address fails" :
					    "");
}

#define FOR_PROGRAMS(key, kind, member) \
	{ key, kind, LIST_AT(struct outbox_row, member), \
		.whom = LIST_FOR_PROGRAMS }

static const struct cli_column columns[] = {
	{ "id", LIST_INT, LIST_AT(struct outbox_row, id), .width = 6 },
	{ "state", .put = put_state, .width = -8, .gap = 1 },
	{ "next_or_sent", .put = put_when, .width = -20, .gap = 1,
	    .whom = LIST_FOR_PEOPLE },
	{ "try", LIST_INT, LIST_AT(struct outbox_row, attempts), .width = 3,
	    .whom = LIST_FOR_PEOPLE },
	{ "to", LIST_TEXT, LIST_AT(struct outbox_row, to), .width = -30,
	    .gap = 1 },
	{ "error", .put = put_error, .whom = LIST_FOR_PEOPLE },
	FOR_PROGRAMS("attempts", LIST_INT, attempts),
	FOR_PROGRAMS("bounced", LIST_BOOL, bounced),
	FOR_PROGRAMS("created", LIST_INT, created),
	FOR_PROGRAMS("error", LIST_TEXT, last_error),
	FOR_PROGRAMS("game", LIST_INT, game),
	FOR_PROGRAMS("message_id", LIST_TEXT, message_id),
	FOR_PROGRAMS("next_try", LIST_INT, next_try),
	FOR_PROGRAMS("seat", LIST_INT, seat),
	FOR_PROGRAMS("sent", LIST_INT, sent),
	{ .key = NULL },
};

struct filtered {
	struct cli_rows *list;
	struct filter filter;
};

static int
queue_row(void *arg, const struct outbox_row *r)
{
	struct filtered *f = arg;

	if (filter_takes(&f->filter, r))
		list_row(f->list, r);
	return 0;
}

static int
queue_rows(struct cli_rows *l)
{
	struct filtered f = { .list = l };
	int rc = filter_read(l->cli, &f.filter);

	if (rc == 0)
		rc = outbox_each(l->instance->db, -1, queue_row, &f, &l->e);
	buf_release(&f.filter.to);
	return rc;
}

/* What concerns all of it, beside the list. */
static void
queue_whole(const struct outgoing *o)
{
	char since[CLOCK_STAMP_SIZE], probe[CLOCK_STAMP_SIZE];

	if (o->state == OUTGOING_RUNNING)
		return;
	clock_stamp(o->since, since);
	clock_stamp(o->probe, probe);
	if (o->state == OUTGOING_PAUSED)
		(void)fprintf(stderr,
		    "outgoing mail is paused since %s (paquebot queue "
		    "resume)\n",
		    since);
	if (o->stopped > 0)
		(void)fprintf(stderr, "outgoing mail is stopped: %s\n",
		    o->reason);
	if (o->state == OUTGOING_STOPPED)
		(void)fprintf(stderr,
		    "since %s, tried again %s (at once: paquebot queue retry "
		    "all)\n",
		    since, probe);
}

static const struct cli_list queue = { columns, "the queue is empty",
	queue_rows, LIST_WHOLE };

static int
queue_list(const struct cli *cli, struct instance *o)
{
	struct outgoing whole;
	struct err e;
	int aside, status = list_run(cli, o, &queue);

	if (status != 0)
		return status;
	if (outgoing_read(o->db, &whole, &e) != 0 ||
	    inbox_count(o->db, INBOX_ASIDE, &aside, &e) != 0)
		return instance_failed(cli, &e);
	queue_whole(&whole);
	if (aside > 0)
		(void)fprintf(stderr,
		    "%d mails that came in are set aside (paquebot inbox)\n",
		    aside);
	return 0;
}

/* What is being sent nobody can stop. */
static void
say_dropped(struct instance *o, const struct outbox_row *r)
{
	(void)printf("mail %lld to %s dropped\n", (long long)r->id, r->to);
	if (r->state == OUTBOX_WAITING && r->next_try <= clock_now() &&
	    instance_daemon(o->conf))
		(void)fputs("paquebotd is at work: if it was just being sent "
			    "it arrives all the same\n",
		    stderr);
}

static int
queue_drop(const struct cli *cli, struct instance *o)
{
	struct outbox_row r;
	struct err e;
	int64_t id = 0;
	int there, rc;

	(void)instance_number(cli, cli->operand[0], &id);
	there = rc = outbox_get(o->db, id, &r, &e);
	if (there > 0)
		rc = outbox_drop(o->db, id, &e);
	if (rc > 0)
		say_dropped(o, &r);
	if (there > 0)
		outbox_row_release(&r);
	if (rc != 0)
		return rc < 0 ? instance_failed(cli, &e) : 0;
	cli_error(cli,
	    there > 0 ? "mail %lld was sent: it is not in the queue" :
			"there is no mail %lld in the queue",
	    (long long)id);
	return EX_NOINPUT;
}

/* So many are due now; when they go is a matter of all outgoing mail. */
static int
say_due(const struct cli *cli, struct instance *o, int n)
{
	static const char *const said[] = { "tried now",
		"due: outgoing mail is stopped, one is tried now",
		"due: outgoing mail is paused (paquebot queue resume)" };
	struct outgoing whole;
	struct err e;

	if (outgoing_try(o->db, clock_now(), &e) != 0 ||
	    outgoing_read(o->db, &whole, &e) != 0)
		return instance_failed(cli, &e);
	(void)printf("%d %s\n", n, said[whole.state]);
	return 0;
}

static int
queue_one(const struct cli *cli, struct instance *o)
{
	struct err e;
	int64_t now = clock_now(), id = 0;
	int rc;

	(void)instance_number(cli, cli->operand[0], &id);
	rc = outbox_retry(o->db, id, now, &e);
	if (rc < 0)
		return instance_failed(cli, &e);
	if (rc > 0)
		return say_due(cli, o, 1);
	cli_error(cli, "there is no mail %lld, or its text is deleted",
	    (long long)id);
	return EX_NOINPUT;
}

static int
queue_retry(const struct cli *cli, struct instance *o)
{
	int64_t now = clock_now();
	struct filter f;
	struct err e;
	int n = 0, rc;

	if (strcmp(cli->operand[0], "all") != 0)
		return queue_one(cli, o);
	rc = filter_read(cli, &f);
	if (rc == 0)
		n = outbox_retry_all(o->db, buf_text(&f.to), f.game, now, &e);
	buf_release(&f.to);
	if (rc != 0)
		return rc;
	return n < 0 ? instance_failed(cli, &e) : say_due(cli, o, n);
}

static int
queue_pause(const struct cli *cli, struct instance *o)
{
	struct err e;
	int rc = outgoing_pause(o->db, clock_now(), &e);

	if (rc == 0)
		(void)fputs("outgoing mail was paused before\n", stderr);
	return rc < 0 ? instance_failed(cli, &e) : 0;
}

static int
queue_resume(const struct cli *cli, struct instance *o)
{
	struct err e;
	int rc = outgoing_resume(o->db, clock_now(), &e);

	if (rc == 0)
		(void)fputs("outgoing mail was not paused\n", stderr);
	return rc < 0 ? instance_failed(cli, &e) : 0;
}

static bool
is_filtered(const struct cli *cli)
{
	return cli_flag(cli, "to") || cli_flag(cli, "game");
}

static int
check_list(const struct cli *cli)
{
	struct filter f;
	int rc = filter_read(cli, &f);

	buf_release(&f.to);
	return rc;
}

/* What goes with list is not given. */
static int
check_act(const struct cli *cli)
{
	return cli_flag(cli, "json") || cli_flag(cli, "all") ?
	    cli_usage(cli, "--all and --json go with list") :
	    0;
}

static int
check_other(const struct cli *cli)
{
	int64_t id;
	int rc = check_act(cli);

	if (rc == 0 && is_filtered(cli))
		rc = cli_usage(cli,
		    "--to and --game go with list and retry all");
	return rc == 0 && cli->operands > 0 ?
	    instance_number(cli, cli->operand[0], &id) :
	    rc;
}

static int
check_retry(const struct cli *cli)
{
	if (strcmp(cli->operand[0], "all") == 0)
		return check_act(cli) != 0 ? EX_USAGE : check_list(cli);
	return is_filtered(cli) ?
	    cli_usage(cli, "a number or filters, not both") :
	    check_other(cli);
}

static const struct cli_word words[] = {
	{ "list", NULL, check_list, .work = queue_list },
	{ "retry", "which mail?", check_retry, .work = queue_retry },
	{ "drop", "which mail?", check_other, .work = queue_drop },
	{ "pause", NULL, check_other, .work = queue_pause },
	{ "resume", NULL, check_other, .work = queue_resume },
	{ .word = NULL },
};

const struct cli_command cli_queue = {
	.name = "queue",
	.synopsis = "[list|retry ID|retry all|drop ID|pause|resume] [--to "
		    "ADDRESS] [--game N] [--all] [--json]",
	.help =
	    "shows the mails that wait to be sent or failed, and acts on them",
	.more =
	    "  list          what waits, failed or came back (the default)\n"
	    "  retry ID      try again now, under the same Message-ID\n"
	    "  retry all     all that wait or were given up\n"
	    "  drop ID       forget one of these; what was sent stays\n"
	    "  pause         let nothing go out until resume; mails wait\n"
	    "  resume        and try at once\n"
	    "  --to ADDRESS  list, or retry all, only what goes there\n"
	    "  --game N      and what is about that game\n"
	    "  --all         list what was sent too\n"
	    "  --json        an array of objects\n",
	.options = "json all to: game:",
	.most = CLI_ANY,
	.words = words,
};
