/* SPDX-License-Identifier: MIT */
#include "store/inbox.h"
#include "base/clock.h"
#include "cli/list.h"
#include "store/leftover.h"

/* Mails that came in and were set aside: they ended the process that read
 * them, or there were too many of them. Those that are deferred, of whose kind
 * too many came in this hour. And mails that stay in the mailbox, which have an
 * "m" before their number. */

struct inbox_line {
	const char *state, *mailbox, *item, *message_id, *why;
	int64_t id, received;
	int attempts;
	bool leftover;
};

static void
put_id(struct cli_rows *l, const void *row)
{
	const struct inbox_line *r = row;
	char id[24];

	(void)snprintf(id, sizeof id, "m%lld", (long long)r->id);
	if (r->leftover)
		list_text(l, id);
	else
		list_int(l, r->id);
}

static const struct cli_column columns[] = {
	{ "id", .put = put_id },
	{ "state", LIST_TEXT, LIST_AT(struct inbox_line, state) },
	{ "received", LIST_TIME, LIST_AT(struct inbox_line, received) },
	{ "attempts", LIST_INT, LIST_AT(struct inbox_line, attempts) },
	{ "mailbox", LIST_TEXT, LIST_AT(struct inbox_line, mailbox) },
	{ "item", LIST_TEXT, LIST_AT(struct inbox_line, item) },
	{ "message_id", LIST_TEXT, LIST_AT(struct inbox_line, message_id) },
	{ "why", LIST_TEXT, LIST_AT(struct inbox_line, why) },
	{ .key = NULL },
};

static int
list_apart(void *arg, const struct inbox_row *r)
{
	char stamp[CLOCK_STAMP_SIZE];
	struct buf why = BUF_INIT;

	clock_stamp(r->wait, stamp);
	if (r->state == INBOX_DEFERRED)
		buf_printf(&why, "from %s, judged again at %s", r->sender,
		    stamp);
	list_row(arg,
	    &(struct inbox_line){ .state = why.len > 0 ? "deferred" : "aside",
		.why = why.data,
		.id = r->id,
		.mailbox = r->mailbox,
		.message_id = r->message_id,
		.received = r->received,
		.attempts = r->attempts });
	buf_release(&why);
	return 0;
}

static int
list_leftover(void *arg, const struct leftover *s)
{
	list_row(arg,
	    &(struct inbox_line){ .leftover = true,
		.id = s->id,
		.state = s->taken ? "unmoved" : "unread",
		.mailbox = s->mailbox,
		.item = s->item,
		.why = s->why,
		.received = s->received,
		.attempts = s->tries });
	return 0;
}

static int
list_inbox(struct cli_rows *l)
{
	struct db *db = l->instance->db;

	return inbox_apart(db, list_apart, l, &l->e) != 0 ?
	    -1 :
	    leftover_each(db, list_leftover, l, &l->e);
}

/* "17", or "m17" for a leftover: 0, or having said so EX_USAGE. */
static int
read_id(const struct cli *cli, const char *word, int64_t *out)
{
	return instance_number(cli, word + (word[0] == 'm'), out);
}

static int
check_id(const struct cli *cli)
{
	int64_t id;

	return read_id(cli, cli->operand[0], &id);
}

/* What lies on the server is only to be seen and dropped there. */
static int
there_alone(const struct cli *cli, const char *word)
{
	cli_error(cli,
	    "that mail lies in the mailbox alone: %s it there, with a mail "
	    "program",
	    word);
	return EX_USAGE;
}

static int
show_one(const struct cli *cli, struct instance *o)
{
	struct inbox_row r;
	struct err e;
	int64_t id = 0;
	int got;

	(void)read_id(cli, cli->operand[0], &id);
	if (cli->operand[0][0] == 'm')
		return there_alone(cli, "show");
	got = inbox_get(o->db, id, &r, &e);
	if (got < 0)
		return instance_failed(cli, &e);
	if (got == 0) {
		cli_error(cli, "there is no mail %lld, or it was forgotten",
		    (long long)id);
		return EX_NOINPUT;
	}
	(void)fwrite(r.raw, 1, r.raw_len, stdout);
	inbox_row_release(&r);
	return 0;
}

/* "m17": tried at once, by the daemon. */
static int
settle(const struct cli *cli, struct instance *o, bool retry)
{
	const char *word = cli->operand[0];
	bool leftover = word[0] == 'm';
	struct err e;
	int64_t id = 0;
	int rc;

	(void)read_id(cli, word, &id);
	if (leftover && !retry)
		return there_alone(cli, "drop");
	rc = leftover ? leftover_retry(o->db, id, &e) :
			inbox_settle(o->db, id, retry, &e);
	if (rc < 0)
		return instance_failed(cli, &e);
	if (rc > 0)
		return 0;
	cli_error(cli,
	    leftover ? "no mail m%lld stays in the mailbox" :
		       "no mail %lld is set aside",
	    (long long)id);
	return EX_NOINPUT;
}

static int
retry_one(const struct cli *cli, struct instance *o)
{
	return settle(cli, o, true);
}

static int
drop_one(const struct cli *cli, struct instance *o)
{
	return settle(cli, o, false);
}

static const struct cli_word words[] = {
	{ "list",
	    .list = &(const struct cli_list){ columns,
		"no mail is set aside or deferred, none stays in the "
		"mailbox",
		list_inbox, LIST_WHOLE } },
	{ "show", "which mail?", check_id, .work = show_one },
	{ "retry", "which mail?", check_id, .work = retry_one },
	{ "drop", "which mail?", check_id, .work = drop_one },
	{ .word = NULL },
};

const struct cli_command cli_inbox = {
	.name = "inbox",
	.synopsis = "[list|show ID|retry ID|drop ID] [--json]",
	.help = "shows the mails that were set aside, or stay in the mailbox",
	.more =
	    "  list      what was set aside, what waits by itself for an hour "
	    "with room for\n"
	    "            its answer, and (m1, m2 …) what lies in the mailbox "
	    "because it\n"
	    "            cannot be read or moved (the default)\n"
	    "  show ID   its source, as it came\n"
	    "  retry ID  it is judged after all, by a process of its own "
	    "first; with m: it\n"
	    "            is read or moved at once, by the daemon\n"
	    "  drop ID   it is ignored for good\n"
	    "  --json    an array of objects\n",
	.options = "json",
	.most = CLI_ANY,
	.words = words,
};
