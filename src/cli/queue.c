/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/json.h"
#include "cli/office.h"
#include "store/inbox.h"
#include "store/outbox.h"

static const char *const states[] = { "waiting", "sent", "failed" };

struct queue_list {
	struct buf out;
	struct json json;
	bool as_json, all;
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

	if (r->state == OUTBOX_SENT && !l->all && !r->bounced)
		return 0;
	if (l->as_json)
		queue_json(l, r);
	else
		queue_line(l, r);
	l->n++;
	return 0;
}

static int
queue_list(const struct cli *cli, struct office *o, bool as_json, bool all)
{
	struct queue_list l = { .as_json = as_json, .all = all };
	struct err e;
	int aside = 0, status = 0;

	json_init(&l.json, &l.out);
	if (as_json)
		json_array(&l.json);
	if (outbox_each(o->db, -1, queue_row, &l, &e) != 0 ||
	    inbox_count(o->db, INBOX_ASIDE, &aside, &e) != 0)
		status = office_failed(cli, &e);
	if (as_json) {
		json_array_end(&l.json);
		buf_char(&l.out, '\n');
	}
	if (status == 0)
		(void)fwrite(buf_text(&l.out), 1, l.out.len, stdout);
	if (status == 0 && l.n == 0 && !as_json)
		(void)fputs("the queue is empty\n", stderr);
	if (aside > 0)
		(void)fprintf(stderr, "%d mails that came in are set aside "
		    "(paquebot inbox)\n",
		    aside);
	buf_release(&l.out);
	return status;
}

static int
queue_change(const struct cli *cli, struct office *o, bool retry, int64_t id)
{
	struct err e;
	int rc = retry ? outbox_retry(o->db, id, clock_now(), &e)
	    : outbox_drop(o->db, id, &e);

	if (rc < 0)
		return office_failed(cli, &e);
	if (rc > 0)
		return 0;
	cli_error(cli, retry ? "there is no mail %lld, or its text is deleted"
	    : "there is no mail %lld in the queue", (long long)id);
	return EX_NOINPUT;
}

static int
queue_words(const struct cli *cli, int argc, char **argv, bool as_json,
    bool all)
{
	const char *word = optind < argc ? argv[optind] : "list";
	bool list = strcmp(word, "list") == 0,
	    retry = strcmp(word, "retry") == 0;
	struct office o;
	int64_t id = 0;
	int status;

	if (!list && !retry && strcmp(word, "drop") != 0)
		return cli_usage(cli, "list, retry or drop, not %s", word);
	if (argc - optind > (list ? 1 : 2))
		return cli_usage(cli, "unexpected %s", argv[argc - 1]);
	if (!list && argc - optind < 2)
		return cli_usage(cli, "which mail?");
	if (!list && office_number(cli, argv[optind + 1], &id) != 0)
		return EX_USAGE;
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	status = list ? queue_list(cli, &o, as_json, all)
	    : queue_change(cli, &o, retry, id);
	office_close(&o);
	return status;
}

static int
queue_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "all", no_argument, NULL, 'a' },
		{ NULL, 0, NULL, 0 }
	};
	bool as_json = false, all = false;
	int c;

	while ((c = cli_option(cli, argc, argv, options)) != -1)
		if (c == 'j')
			as_json = true;
		else if (c == 'a')
			all = true;
		else
			return EX_USAGE;
	return queue_words(cli, argc, argv, as_json, all);
}

const struct cli_command cli_queue = {
	.name = "queue", .synopsis = "[list|retry ID|drop ID] [--all] [--json]",
	.help = "shows the mails that wait to be sent or failed, and acts on them",
	.more = "  list      what waits, failed or came back (the default)\n"
	    "  retry ID  try again now, under the same Message-ID\n"
	    "  drop ID   forget it\n"
	    "  --all     list what was sent too\n"
	    "  --json    an array of objects\n",
	.run = queue_run,
};
