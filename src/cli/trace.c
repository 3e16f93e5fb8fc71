/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "base/mem.h"
#include "cli/office.h"
#include "cli/rows.h"
#include "mail/address.h"
#include "store/trace.h"

/* The life of mails, a line for each thing that happened to one. */

struct steps {
	struct rows rows;
	int n;
};

/* "mail 17" came in, "letter 33" went out: the names are those of the log. */
static void
add_detail(const struct step *s, struct buf *out)
{
	if (s->tries > 1)
		buf_printf(out, "tried %lld times, ", (long long)s->tries);
	if (s->game != 0 && s->seat > 0)
		buf_printf(out, "game %lld p%d, ", (long long)s->game, s->seat);
	else if (s->game != 0)
		buf_printf(out, "game %lld, ", (long long)s->game);
	if (s->answers != 0)
		buf_printf(out, "answers mail %lld, ", (long long)s->answers);
	if (s->reply != NULL)
		buf_printf(out, "%s, ", s->reply);
	buf_truncate(out, out->len > 2 ? out->len - 2 : 0);
}

static void
add_id(struct rows *rows, int64_t id)
{
	if (id != 0)
		rows_int(rows, id);
	else
		rows_str(rows, NULL);
}

static int
add_step(void *arg, const struct step *s)
{
	struct steps *all = arg;
	struct rows *rows = &all->rows;
	struct buf detail = BUF_INIT;

	all->n++;
	add_detail(s, &detail);
	rows_str(rows, s->address);
	add_id(rows, s->answers);
	rows_time(rows, s->at);
	rows_str(rows, buf_text(&detail));
	rows_str(rows, s->what);
	add_id(rows, s->game);
	rows_int(rows, s->id);
	rows_str(rows, s->out ? "letter" : "mail");
	rows_str(rows, s->message_id);
	rows_str(rows, s->reply);
	add_id(rows, s->seat);
	buf_release(&detail);
	return 0;
}

static int
trace_by(const struct cli *cli, struct office *o, enum trace_by by,
	const char *what, struct steps *all)
{
	struct err e;

	return trace_each(o->db, by, what, add_step, all, &e) == 0 ? 0
	    : office_failed(cli, &e);
}

/* A word with an @ may be either: a Message-ID is what is rarer. */
static int
trace_word(const struct cli *cli, struct office *o, char *word,
	struct steps *all)
{
	struct buf address = BUF_INIT;
	size_t len = strlen(word);
	int status;

	if (strspn(word, "0123456789") == len)
		return trace_by(cli, o, TRACE_GAME, word, all);
	if (word[0] == '<' && word[len - 1] == '>') {
		word[len - 1] = '\0';
		return trace_by(cli, o, TRACE_MESSAGE_ID, word + 1, all);
	}
	status = trace_by(cli, o, TRACE_MESSAGE_ID, word, all);
	if (status == 0 && all->n == 0 &&
	    address_canonical(word, &address) == 0)
		status = trace_by(cli, o, TRACE_ADDRESS, address.data, all);
	buf_release(&address);
	return status;
}

static int
trace_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	static const char *const names[] = { "address", "answers", "at",
		"detail", "event", "game", "id", "kind", "message_id", "reply",
		"seat", NULL };
	struct steps all = { .n = 0 };
	struct office o;
	bool as_json = false;
	int c, status;

	while ((c = cli_option(cli, argc, argv, options)) != -1)
		if (c == 'j')
			as_json = true;
		else
			return EX_USAGE;
	if (argc - optind != 1 || argv[optind][0] == '\0')
		return cli_usage(cli, "one address, game or Message-ID");
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	rows_open(&all.rows, names, "at kind id event address message_id "
	    "detail", as_json);
	status = trace_word(cli, &o, argv[optind], &all);
	if (status == 0)
		rows_print(&all.rows, "no mail is known of it");
	else
		rows_release(&all.rows);
	office_close(&o);
	return status;
}

const struct cli_command cli_trace = {
	.name = "trace", .synopsis = "ADDRESS|GAME|MESSAGE-ID [--json]",
	.help = "shows the life of mails: come, judged, answered, sent",
	.more = "  ADDRESS     mails from it and letters to it\n"
	    "  GAME        mails and letters about it\n"
	    "  MESSAGE-ID  one mail and its answers, or a letter and the mail "
	    "it answers\n"
	    "  --json      an array of objects\n",
	.run = trace_run,
};
