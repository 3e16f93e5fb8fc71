/* SPDX-License-Identifier: MIT */
#include "store/trace.h"
#include "cli/list.h"
#include "mail/address.h"

/* The life of mails, a line for each thing that happened to one. */

/* "mail 17" came in, "letter 33" went out: the names are those of the log. */
static void
put_detail(struct cli_rows *l, const void *row)
{
	const struct step *s = row;
	struct buf text = BUF_INIT, *out = &text;

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
	list_text(l, buf_text(out));
	buf_release(out);
}

static void
put_kind(struct cli_rows *l, const void *row)
{
	list_text(l, ((const struct step *)row)->out ? "letter" : "mail");
}

static const struct cli_column columns[] = {
	{ "at", LIST_TIME, LIST_AT(struct step, at) },
	{ "kind", .put = put_kind },
	{ "id", LIST_INT, LIST_AT(struct step, id) },
	{ "event", LIST_TEXT, LIST_AT(struct step, what) },
	{ "address", LIST_TEXT, LIST_AT(struct step, address) },
	{ "message_id", LIST_TEXT, LIST_AT(struct step, message_id) },
	{ "detail", .put = put_detail },
	{ "answers", LIST_ID, LIST_AT(struct step, answers),
	    .whom = LIST_FOR_PROGRAMS },
	{ "game", LIST_ID, LIST_AT(struct step, game),
	    .whom = LIST_FOR_PROGRAMS },
	{ "reply", LIST_TEXT, LIST_AT(struct step, reply),
	    .whom = LIST_FOR_PROGRAMS },
	{ "seat", LIST_ID, LIST_AT(struct step, seat),
	    .whom = LIST_FOR_PROGRAMS },
	{ .key = NULL },
};

static int
add_step(void *arg, const struct step *s)
{
	list_row(arg, s);
	return 0;
}

static int
trace_by(struct cli_rows *l, enum trace_by by, const char *what)
{
	return trace_each(l->instance->db, by, what, add_step, l, &l->e);
}

/* A word with an @ may be either: a Message-ID is what is rarer. */
static int
trace_word(struct cli_rows *l)
{
	const char *word = l->cli->operand[0];
	struct buf text = BUF_INIT;
	size_t len = strlen(word);
	int rc;

	if (strspn(word, "0123456789") == len) {
		rc = trace_by(l, TRACE_GAME, word);
		return rc == 0 && l->used == 0 ?
		    list_of_game(l, strtoll(word, NULL, 10)) :
		    rc;
	}
	if (word[0] == '<' && word[len - 1] == '>') {
		buf_add(&text, word + 1, len - 2);
		rc = trace_by(l, TRACE_MESSAGE_ID, buf_text(&text));
	} else {
		rc = trace_by(l, TRACE_MESSAGE_ID, word);
		if (rc == 0 && l->used == 0 &&
		    address_canonical(word, &text) == 0)
			rc = trace_by(l, TRACE_ADDRESS, text.data);
	}
	buf_release(&text);
	return rc;
}

const struct cli_command cli_trace = {
	.name = "trace",
	.synopsis = "ADDRESS|GAME|MESSAGE-ID [--json]",
	.help = "shows the life of mails: come, judged, answered, sent",
	.more = "  ADDRESS     mails from it and letters to it\n"
		"  GAME        mails and letters about it\n"
		"  MESSAGE-ID  one mail and its answers, or a letter and the "
		"mail it answers\n"
		"  --json      an array of objects\n",
	.options = "json",
	CLI_TAKES(1, 1, "one address, game or Message-ID"),
	.list = &(const struct cli_list){ columns, "no mail is known of it",
	    trace_word, LIST_WHOLE },
};
