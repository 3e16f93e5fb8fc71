/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "cli/office.h"
#include "cli/rows.h"
#include "store/inbox.h"

/* Mails that came in and were set aside: they ended the process that read
 * them, or there were too many of them. */

static int
list_one(void *arg, const struct inbox_row *r)
{
	struct rows *rows = arg;

	rows_int(rows, r->attempts);
	rows_int(rows, r->id);
	rows_str(rows, r->mailbox);
	rows_str(rows, r->message_id);
	rows_time(rows, r->received);
	return 0;
}

static int
list_inbox(const struct cli *cli, struct office *o, bool as_json)
{
	static const char *const names[] = { "attempts", "id", "mailbox",
		"message_id", "received", NULL };
	struct rows rows;
	struct err e;

	rows_open(&rows, names, "id received attempts mailbox message_id",
	    as_json);
	if (inbox_aside(o->db, list_one, &rows, &e) != 0) {
		rows_release(&rows);
		return office_failed(cli, &e);
	}
	rows_print(&rows, "no mail is set aside");
	return 0;
}

static int
show_one(const struct cli *cli, struct office *o, int64_t id)
{
	struct inbox_row r;
	struct err e;
	int got = inbox_get(o->db, id, &r, &e);

	if (got < 0)
		return office_failed(cli, &e);
	if (got == 0) {
		cli_error(cli, "there is no mail %lld, or it was forgotten",
		    (long long)id);
		return EX_NOINPUT;
	}
	(void)fwrite(r.raw, 1, r.raw_len, stdout);
	inbox_row_release(&r);
	return 0;
}

static int
settle_one(const struct cli *cli, struct office *o, bool retry, int64_t id)
{
	struct err e;
	int rc = inbox_settle(o->db, id, retry, &e);

	if (rc < 0)
		return office_failed(cli, &e);
	if (rc > 0)
		return 0;
	cli_error(cli, "no mail %lld is set aside", (long long)id);
	return EX_NOINPUT;
}

static int
inbox_words(const struct cli *cli, int argc, char **argv, bool as_json)
{
	const char *word = optind < argc ? argv[optind] : "list";
	bool list = strcmp(word, "list") == 0, show = strcmp(word, "show") == 0,
	    retry = strcmp(word, "retry") == 0;
	struct office o;
	int64_t id = 0;
	int status;

	if (!list && !show && !retry && strcmp(word, "drop") != 0)
		return cli_usage(cli, "list, show, retry or drop, not %s",
		    word);
	if (argc - optind > (list ? 1 : 2))
		return cli_usage(cli, "unexpected %s", argv[argc - 1]);
	if (!list && argc - optind < 2)
		return cli_usage(cli, "which mail?");
	if (!list && office_number(cli, argv[optind + 1], &id) != 0)
		return EX_USAGE;
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	if (list)
		status = list_inbox(cli, &o, as_json);
	else
		status = show ? show_one(cli, &o, id) :
		    settle_one(cli, &o, retry, id);
	office_close(&o);
	return status;
}

static int
inbox_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	bool as_json = false;
	int c;

	while ((c = cli_option(cli, argc, argv, options)) != -1)
		if (c == 'j')
			as_json = true;
		else
			return EX_USAGE;
	return inbox_words(cli, argc, argv, as_json);
}

const struct cli_command cli_inbox = {
	.name = "inbox", .synopsis = "[list|show ID|retry ID|drop ID] [--json]",
	.help = "shows the mails that were set aside unjudged, and acts on them",
	.more = "  list      what was set aside (the default)\n"
	    "  show ID   its source, as it came\n"
	    "  retry ID  it is judged after all, by a process of its own first\n"
	    "  drop ID   it is ignored for good\n"
	    "  --json    an array of objects\n",
	.run = inbox_run,
};
