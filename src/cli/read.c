/* SPDX-License-Identifier: MIT */

/* What is read of a mail, line by line, and why: for a keeper whose player says
 * that they had sent a move. */

#include "cli/list.h"
#include "cli/view.h"
#include "desk/says.h"
#include "mail/parser.h"
#include "mail/quotes.h"
#include "text/texts.h"

struct read_line {
	int64_t line; /* 0: of the mail as a whole */
	const char *is, *means, *text;
};

static const struct cli_column columns[] = {
	{ "line", LIST_ID, LIST_AT(struct read_line, line) },
	{ "is", LIST_TEXT, LIST_AT(struct read_line, is) },
	{ "means", LIST_TEXT, LIST_AT(struct read_line, means) },
	{ "text", LIST_TEXT, LIST_AT(struct read_line, text) },
	{ .key = NULL },
};

static const struct cli_list list = { .columns = columns };

struct read_mail {
	struct cli_rows rows;
	struct desk_words words;
	int64_t line;
	bool message;
};

static void
add_line(void *arg, struct slice text, enum quoting_line is)
{
	static const char *const names[] = { [QUOTING_NEW] = "new",
		[QUOTING_QUOTE] = "quote",
		[QUOTING_SIGNATURE] = "signature" };
	struct read_mail *r = arg;
	struct buf line = BUF_INIT, means = BUF_INIT;

	buf_add(&line, text.at, text.len);
	if (is == QUOTING_NEW && text.len > 0)
		desk_says(&r->words, text.at, text.len, &r->message, &means);
	r->line++;
	list_row(&r->rows,
	    &(struct read_line){ r->line, names[is], buf_text(&means),
		buf_text(&line) });
	buf_release(&line);
	buf_release(&means);
}

/* What of the whole mail decides that nothing of it is read. */
static void
add_mail(struct read_mail *r, const struct message *m)
{
	static const char *const automatic[] = { [AUTO_NO] = "mail",
		[AUTO_BOUNCE] = "bounce",
		[AUTO_REPLY] = "automatic answer",
		[AUTO_LIST] = "mailing list",
		[AUTO_GENERATED] = "program" };
	const char *bad = m->defects & MESSAGE_TOO_LARGE ? "too large" :
	    m->defects & MESSAGE_TOO_DEEP                ? "too deep" :
	    m->defects & MESSAGE_NO_TEXT                 ? "no text" :
	    m->defects & MESSAGE_BAD_FROM                ? "bad From" :
							   "";

	list_row(&r->rows,
	    &(struct read_line){ 0,
		m->announces ? "absence" : automatic[m->automatic], bad,
		m->subject });
}

static int
read_mail(const struct cli *cli, const struct buf *raw, struct read_mail *r)
{
	struct parser *parser = parser_new();
	struct message m;
	struct err e;
	int rc = parser_read(parser, buf_text(raw), raw->len, &m, &e);

	if (rc == 0) {
		list_open(&r->rows, cli, &list, cli_flag(cli, "json"));
		add_mail(r, &m);
		(void)quoting_lines(m.full, add_line, r);
		list_print(&r->rows);
		message_release(&m);
	} else {
		rc = cli_failed(cli, &e, EX_DATAERR);
	}
	parser_free(parser);
	return rc;
}

static int
run(const struct cli *cli)
{
	const char *lang = cli_value(cli, "lang"),
		   *game = cli_value(cli, "game");
	struct read_mail r = { .words = { .lang = lang != NULL ? lang : "en",
				   .game = game } };
	struct buf raw = BUF_INIT;
	int rc;

	if (game != NULL && game_find(game) == NULL)
		return cli_usage(cli, "no game \"%s\"", game);
	rc = view_texts(cli, lang, &r.words.texts);
	if (rc != 0)
		return rc;
	rc = cli_input(cli, cli->operand[0], &raw);
	if (rc == 0)
		rc = read_mail(cli, &raw, &r);
	texts_free(r.words.texts);
	buf_release(&raw);
	return rc;
}

const struct cli_command cli_read = {
	.name = "read",
	.synopsis = "[--lang LANG] [--game GAME] [--json] FILE",
	.help = "shows what is read of a mail, line by line, and why",
	.more =
	    "  --lang LANG  the language of who wrote it: whose words come "
	    "first\n"
	    "  --game GAME  the game that it is about: its moves are known\n"
	    "  --json       an array of objects\n\n"
	    "The mail as it came, - is standard input. A line is new, "
	    "quote or signature;\na new one a command, a move, a number, a "
	    "typo, a message or prose.\nNothing is done.\n",
	.options = "lang: game: json",
	CLI_TAKES(1, 1, "which file?"),
	.run = run,
};
