/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/json.h"
#include "cli/office.h"
#include "mail/address.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/outgoing.h"

static const char *const states[] = { "waiting", "sent", "failed" };

/* What is asked for. */
struct queue {
	const struct cli *cli;
	struct office o;
	bool as_json, all;
	struct buf to;                   /* a canonical address; "": any */
	int64_t game, id;                /* 0: any, none */
};

struct queue_list {
	const struct queue *q;
	struct buf out;
	struct json json;
	int n;
};

static void
queue_json(struct queue_list *l, const struct outbox_row *r)
{
	struct json *j = &l->json;

	json_object(j);
	json_kint(j, "attempts", r->attempts);
	json_kbool(j, "bounced", r->bounced);
	json_kint(j, "created", r->created);
	json_kstr(j, "error", r->last_error);
	json_kint(j, "game", r->game);
	json_kint(j, "id", r->id);
	json_kstr(j, "message_id", r->message_id);
	json_kint(j, "next_try", r->next_try);
	json_kint(j, "seat", r->seat);
	json_kint(j, "sent", r->sent);
	json_kstr(j, "state", states[r->state]);
	json_kstr(j, "to", r->to);
	json_object_end(j);
}

static void
queue_line(struct queue_list *l, const struct outbox_row *r)
{
	char when[CLOCK_STAMP_SIZE];
	int64_t at = r->state == OUTBOX_SENT ? r->sent : r->next_try;

	clock_stamp(at > r->created ? at : r->created, when);
	if (l->n == 0)
		buf_printf(&l->out, "%6s  %-8s %-20s %3s  %-30s %s\n", "ID",
		    "STATE", "NEXT OR SENT", "TRY", "TO", "ERROR");
	buf_printf(&l->out, "%6lld  %-8s %-20s %3d  %-30s %s\n",
	    (long long)r->id, states[r->state], when, r->attempts, r->to,
	    r->last_error == NULL && r->state == OUTBOX_FAILED ?
	    "not sent: the address fails" :
	    r->last_error == NULL ? "" : r->last_error);
}

static int
queue_row(void *arg, const struct outbox_row *r)
{
	struct queue_list *l = arg;
	const struct queue *q = l->q;

	if ((r->state == OUTBOX_SENT && !q->all && !r->bounced) ||
	    (q->to.len > 0 && strcmp(q->to.data, r->to) != 0) ||
	    (q->game != 0 && q->game != r->game))
		return 0;
	if (q->as_json)
		queue_json(l, r);
	else
		queue_line(l, r);
	l->n++;
	return 0;
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
		(void)fprintf(stderr, "outgoing mail is paused since %s "
		    "(paquebot queue resume)\n", since);
	if (o->stopped > 0)
		(void)fprintf(stderr, "outgoing mail is stopped: %s\n",
		    o->reason);
	if (o->state == OUTGOING_STOPPED)
		(void)fprintf(stderr, "since %s, tried again %s (at once: "
		    "paquebot queue retry all)\n", since, probe);
}

static int
queue_list(struct queue *q)
{
	struct queue_list l = { .q = q };
	struct outgoing whole;
	struct err e;
	int aside = 0, status = 0;

	json_init(&l.json, &l.out);
	if (q->as_json)
		json_array(&l.json);
	if (outgoing_read(q->o.db, &whole, &e) != 0 ||
	    outbox_each(q->o.db, -1, queue_row, &l, &e) != 0 ||
	    inbox_count(q->o.db, INBOX_ASIDE, &aside, &e) != 0)
		status = office_failed(q->cli, &e);
	if (q->as_json) {
		json_array_end(&l.json);
		buf_char(&l.out, '\n');
	}
	if (status == 0)
		(void)fwrite(buf_text(&l.out), 1, l.out.len, stdout);
	if (status == 0 && l.n == 0 && !q->as_json)
		(void)fputs("the queue is empty\n", stderr);
	if (status == 0)
		queue_whole(&whole);
	if (aside > 0)
		(void)fprintf(stderr, "%d mails that came in are set aside "
		    "(paquebot inbox)\n",
		    aside);
	buf_release(&l.out);
	return status;
}

static int
queue_one(struct queue *q, bool retry)
{
	struct err e;
	int64_t now = clock_now();
	int rc = retry ? outbox_retry(q->o.db, q->id, now, &e)
	    : outbox_drop(q->o.db, q->id, &e);

	if (rc > 0 && retry && outgoing_try(q->o.db, now, &e) != 0)
		rc = -1;
	if (rc < 0)
		return office_failed(q->cli, &e);
	if (rc > 0)
		return 0;
	cli_error(q->cli, retry ? "there is no mail %lld, or its text is deleted"
	    : "there is no mail %lld in the queue", (long long)q->id);
	return EX_NOINPUT;
}

static int
queue_drop(struct queue *q)
{
	return queue_one(q, false);
}

static int
queue_retry(struct queue *q)
{
	int64_t now = clock_now();
	struct err e;
	int n = 0;

	if (q->id != 0)
		return queue_one(q, true);
	if (outgoing_try(q->o.db, now, &e) != 0 ||
	    (n = outbox_retry_all(q->o.db, buf_text(&q->to), q->game, now,
	    &e)) < 0)
		return office_failed(q->cli, &e);
	(void)printf("%d tried now\n", n);
	return 0;
}

static int
queue_pause(struct queue *q)
{
	struct err e;
	int rc = outgoing_pause(q->o.db, clock_now(), &e);

	if (rc == 0)
		(void)fputs("outgoing mail was paused before\n", stderr);
	return rc < 0 ? office_failed(q->cli, &e) : 0;
}

static int
queue_resume(struct queue *q)
{
	struct err e;
	int rc = outgoing_resume(q->o.db, clock_now(), &e);

	if (rc == 0)
		(void)fputs("outgoing mail was not paused\n", stderr);
	return rc < 0 ? office_failed(q->cli, &e) : 0;
}

enum { LISTS = 1, NAMES = 2, FILTERS = 4 };  /* has an ID; --to, --game */

static const struct {
	const char *word;
	int takes;
	int (*run)(struct queue *q);
} words[] = {
	{ "list", LISTS | FILTERS, queue_list },
	{ "retry", NAMES | FILTERS, queue_retry },
	{ "drop", NAMES, queue_drop },
	{ "pause", 0, queue_pause },
	{ "resume", 0, queue_resume },
};
enum { WORDS = sizeof words / sizeof *words };

/* The mail's number, or `all` where filters may say which. */
static int
queue_which(struct queue *q, int takes, const char *word)
{
	bool all = word != NULL && strcmp(word, "all") == 0;

	if (word == NULL)
		return cli_usage(q->cli, "which mail?");
	if (all && (takes & FILTERS) != 0)
		return 0;
	if (q->to.len > 0 || q->game != 0)
		return cli_usage(q->cli, "a number or filters, not both");
	return office_number(q->cli, word, &q->id);
}

static int
queue_words(struct queue *q, int argc, char **argv)
{
	const char *word = optind < argc ? argv[optind] : "list";
	const char *which = optind + 1 < argc ? argv[optind + 1] : NULL;
	int i = 0, status = 0, takes;

	while (i < WORDS && strcmp(word, words[i].word) != 0)
		i++;
	if (i == WORDS)
		return cli_usage(q->cli, "list, retry, drop, pause or resume, "
		    "not %s", word);
	takes = words[i].takes;
	if (argc - optind > ((takes & NAMES) != 0 ? 2 : 1))
		return cli_usage(q->cli, "unexpected %s", argv[argc - 1]);
	if ((takes & LISTS) == 0 && (q->as_json || q->all))
		return cli_usage(q->cli, "--all and --json go with list");
	if ((takes & FILTERS) == 0 && (q->to.len > 0 || q->game != 0))
		return cli_usage(q->cli, "--to and --game go with list and "
		    "retry all");
	if ((takes & NAMES) != 0)
		status = queue_which(q, takes, which);
	if (status == 0)
		status = office_open(q->cli, &q->o);
	if (status != 0)
		return status;
	status = words[i].run(q);
	office_close(&q->o);
	return status;
}

static int
queue_options(struct queue *q, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "all", no_argument, NULL, 'a' },
		{ "to", required_argument, NULL, 't' },
		{ "game", required_argument, NULL, 'g' },
		{ NULL, 0, NULL, 0 }
	};
	int c, status = 0;

	while (status == 0 &&
	    (c = cli_option(q->cli, argc, argv, options)) != -1)
		if (c == 'j')
			q->as_json = true;
		else if (c == 'a')
			q->all = true;
		else if (c == 'g')
			status = office_number(q->cli, optarg, &q->game);
		else if (c != 't')
			status = EX_USAGE;
		else if (address_canonical(optarg, &q->to) != 0)
			status = cli_usage(q->cli, "%s is no address", optarg);
	return status;
}

static int
queue_run(const struct cli *cli, int argc, char **argv)
{
	struct queue q = { .cli = cli };
	int status = queue_options(&q, argc, argv);

	if (status == 0)
		status = queue_words(&q, argc, argv);
	buf_release(&q.to);
	return status;
}

const struct cli_command cli_queue = {
	.name = "queue", .synopsis = "[list|retry ID|retry all|drop ID|pause|"
	    "resume] [--to ADDRESS] [--game N] [--all] [--json]",
	.help = "shows the mails that wait to be sent or failed, and acts on them",
	.more = "  list          what waits, failed or came back (the default)\n"
	    "  retry ID      try again now, under the same Message-ID\n"
	    "  retry all     all that wait or were given up\n"
	    "  drop ID       forget it\n"
	    "  pause         let nothing go out until resume; mails wait\n"
	    "  resume        and try at once\n"
	    "  --to ADDRESS  list, or retry all, only what goes there\n"
	    "  --game N      and what is about that game\n"
	    "  --all         list what was sent too\n"
	    "  --json        an array of objects\n",
	.run = queue_run,
};
