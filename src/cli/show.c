/* SPDX-License-Identifier: MIT */
#include "cli/office.h"
#include "cli/view.h"
#include "text/texts.h"

/* A game's match for looking, or an exit code. */
static int
look(const struct cli *cli, struct office *o, int64_t id, struct match **out)
{
	struct err e;

	switch (match_look(&o->desk->house, id, out, &e)) {
	case 1:
		return 0;
	case 0:
		cli_error(cli, "there is no game %lld", (long long)id);
		return EX_NOINPUT;
	default:
		return office_failed(cli, &e);
	}
}

static int
show_match(const struct cli *cli, struct match *m, const struct view *v)
{
	struct buf out = BUF_INIT;
	int status = view_match(cli, m, v, &out);

	(void)fwrite(buf_text(&out), 1, out.len, stdout);
	buf_release(&out);
	return status;
}

static int
show_game(const struct cli *cli, int64_t id, struct view *v)
{
	struct office o;
	struct match *m;
	int status = office_open(cli, &o);

	if (status != 0)
		return status;
	if (v->lang == NULL)
		v->lang = o.conf->club.lang;
	if (!texts_has_lang(o.texts, v->lang))
		status = cli_usage(cli, "no texts in \"%s\"", v->lang);
	if (status == 0)
		status = look(cli, &o, id, &m);
	if (status == 0) {
		status = show_match(cli, m, v);
		match_drop(m);
	}
	office_close(&o);
	return status;
}

static int
show_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		VIEW_OPTIONS, { NULL, 0, NULL, 0 }
	};
	struct view v = VIEW_INIT(OBSERVER);
	int64_t id;
	int c;

	while ((c = cli_option(cli, argc, argv, options)) != -1)
		if (view_option(cli, c, OBSERVER, &v) != 0)
			return EX_USAGE;
	if (argc - optind != 1)
		return cli_usage(cli, "which game?");
	if (office_number(cli, argv[optind], &id) != 0)
		return EX_USAGE;
	return show_game(cli, id, &v);
}

const struct cli_command cli_show = {
	.name = "show",
	.synopsis = "ID [--as p1|observer] [--layout board|list|html|svg] "
	    "[--lang LANG] [--width COLUMNS]",
	.help = "prints the board of a game as one reader may see it",
	.more = "  --as READER      p1 to p6, or observer (the default)\n"
	    VIEW_HELP,
	.run = show_run,
};

static int
moderate_run(const struct cli *cli, int argc, char **argv)
{
	const char *words[64];
	struct buf out = BUF_INIT;
	struct office o;
	struct err e;
	int64_t id;
	int status, n = argc - 2, rc;

	if (n < 1 || n > 64)
		return cli_usage(cli, n < 1 ? "what is to be done?" :
		    "too many words");
	if (office_number(cli, argv[1], &id) != 0)
		return EX_USAGE;
	for (int i = 0; i < n; i++)
		words[i] = argv[2 + i];
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	status = office_begin(cli, &o);
	if (status == 0) {
		rc = desk_moderate(o.desk, id, words, n, &out, &e);
		if (rc == 1)
			cli_error(cli, "%s", buf_text(&out));
		status = rc == 0 ? 0 : rc == 1 ? EX_DATAERR :
		    office_failed(cli, &e);
		status = office_end(cli, &o, status);
	}
	if (status == 0)
		(void)printf("%s\n", buf_text(&out));
	buf_release(&out);
	office_close(&o);
	return status;
}

const struct cli_command cli_moderate = {
	.name = "moderate", .synopsis = "ID COMMAND...",
	.help = "acts as the moderator of a game",
	.more = "  begin                   begin without waiting for every seat\n"
	    "  cancel [REASON]         end it without a winner\n"
	    "  revive [REASON]         go on with what was called off, for 14 days\n"
	    "  rollback N [REASON]     event N of its history and all after are void\n"
	    "  rollforward [REASON]    take the last rollback back\n"
	    "  eject SEAT [REASON]     put a player out; a computer player goes on\n"
	    "  dummy SEAT [REASON]     the same, but the player may come back\n"
	    "  replace SEAT ADDRESS    give a seat to somebody else, or to the\n"
	    "                          word computer\n"
	    "  set clock CLOCK         the clocks: 72h grace 24h late bot, or off\n"
	    "  extend TIME             more time for those who are to act\n"
	    "  pause                   all clocks stand still\n"
	    "  resume                  they run again\n"
	    "  process turn [SEAT]     end the turn the game waits for\n"
	    "  observers on|off        whether others may watch\n"
	    "  announce TEXT           a message to all seats\n"
	    "  reveal [REASON]         print all that is hidden; all are told\n"
	    "  moderator ADDRESS       who moderates, or none: the keeper\n",
	.run = moderate_run,
};

/* A log of a running game holds every secret: a file it goes to is made the
 * owner's alone. */
static int
export_write(const struct cli *cli, const struct buf *log, bool secret)
{
	if (secret && cli_private_output(cli) != 0)
		return EX_IOERR;
	(void)fwrite(buf_text(log), 1, log->len, stdout);
	return 0;
}

static int
export_game(const struct cli *cli, int64_t id, bool seed)
{
	struct buf log = BUF_INIT;
	struct office o;
	struct match *m;
	struct err e;
	int status = office_open(cli, &o);

	if (status != 0)
		return status;
	status = look(cli, &o, id, &m);
	if (status == 0) {
		bool secret = seed || !match_final(m);

		if (match_log(m, ARCHIVE, seed, &log, &e) != 0)
			status = office_failed(cli, &e);
		match_drop(m);
		if (status == 0)
			status = export_write(cli, &log, secret);
	}
	buf_release(&log);
	office_close(&o);
	return status;
}

static int
export_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "with-seed", no_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 }
	};
	bool seed = false;
	int64_t id;
	int c;

	while ((c = cli_option(cli, argc, argv, options)) != -1) {
		if (c != 's')
			return EX_USAGE;
		seed = true;
	}
	if (argc - optind != 1)
		return cli_usage(cli, "which game?");
	if (office_number(cli, argv[optind], &id) != 0)
		return EX_USAGE;
	return export_game(cli, id, seed);
}

const struct cli_command cli_log_export = {
	.name = "log export", .synopsis = "[--with-seed] ID",
	.help = "writes the turn log of a game to standard output",
	.more = "The log of a running game holds what its players must not know; "
	    "if standard\noutput is a file, its mode becomes 0600.\n"
	    "  --with-seed  also the seed of a running game, so that it can be\n"
	    "               taken up elsewhere; whoever has it knows every draw\n",
	.run = export_run,
};
