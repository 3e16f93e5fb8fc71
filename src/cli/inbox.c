/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "cli/office.h"
#include "cli/rows.h"
#include "store/inbox.h"
#include "store/stone.h"

/* Mails that came in and were set aside: they ended the process that read
 * them, or there were too many of them. And mails that stay in the mailbox,
 * which have an "m" before their number. */

static int
list_one(void *arg, const struct inbox_row *r)
{
	struct rows *rows = arg;

	rows_int(rows, r->attempts);
	rows_int(rows, r->id);
	rows_str(rows, NULL);
	rows_str(rows, r->mailbox);
	rows_str(rows, r->message_id);
	rows_time(rows, r->received);
	rows_str(rows, "aside");
	rows_str(rows, NULL);
	return 0;
}

static int
list_stone(void *arg, const struct stone *s)
{
	struct rows *rows = arg;
	char id[24];

	snprintf(id, sizeof id, "m%lld", (long long)s->id);
	rows_int(rows, s->tries);
	rows_str(rows, id);
	rows_str(rows, s->item);
	rows_str(rows, s->mailbox);
	rows_str(rows, NULL);
	rows_time(rows, s->received);
	rows_str(rows, s->taken ? "unmoved" : "unread");
	rows_str(rows, s->why);
	return 0;
}

static int
list_inbox(const struct cli *cli, struct office *o, bool as_json)
{
	static const char *const names[] = { "attempts", "id", "item",
		"mailbox", "message_id", "received", "state", "why", NULL };
	struct rows rows;
	struct err e;

	rows_open(&rows, names, "id state received attempts mailbox item "
	    "message_id why", as_json);
	if (inbox_aside(o->db, list_one, &rows, &e) != 0 ||
	    stone_each(o->db, list_stone, &rows, &e) != 0) {
		rows_release(&rows);
		return office_failed(cli, &e);
	}
	rows_print(&rows, "no mail is set aside, none stays in the mailbox");
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

/* "m17": tried at once, by the daemon. What lies on the server is only to be
 * seen and dropped there. */
static int
stone_words(const struct cli *cli, struct office *o, const char *word,
	int64_t id)
{
	struct err e;
	int rc;

	if (strcmp(word, "retry") != 0) {
		cli_error(cli, "that mail lies in the mailbox alone: %s it "
		    "there, with a mail program", word);
		return EX_USAGE;
	}
	rc = stone_retry(o->db, id, &e);
	if (rc < 0)
		return office_failed(cli, &e);
	if (rc > 0)
		return 0;
	cli_error(cli, "no mail m%lld stays in the mailbox", (long long)id);
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
	bool stone;
	int status;

	if (!list && !show && !retry && strcmp(word, "drop") != 0)
		return cli_usage(cli, "list, show, retry or drop, not %s",
		    word);
	if (argc - optind > (list ? 1 : 2))
		return cli_usage(cli, "unexpected %s", argv[argc - 1]);
	if (!list && argc - optind < 2)
		return cli_usage(cli, "which mail?");
	stone = !list && argv[optind + 1][0] == 'm';
	if (!list && office_number(cli, argv[optind + 1] + stone, &id) != 0)
		return EX_USAGE;
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	if (list)
		status = list_inbox(cli, &o, as_json);
	else if (stone)
		status = stone_words(cli, &o, word, id);
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
	.help = "shows the mails that were set aside, or stay in the mailbox",
	.more = "  list      what was set aside, and (m1, m2 …) what lies in the "
	    "mailbox\n"
	    "            because it cannot be read or moved (the default)\n"
	    "  show ID   its source, as it came\n"
	    "  retry ID  it is judged after all, by a process of its own first; "
	    "with m: it\n"
	    "            is read or moved at once, by the daemon\n"
	    "  drop ID   it is ignored for good\n"
	    "  --json    an array of objects\n",
	.run = inbox_run,
};
