/* SPDX-License-Identifier: MIT */
#include "cli/instance.h"
#include "cli/view.h"
#include "text/texts.h"

static int
show_match(const struct cli *cli, struct match *m, const struct view *v)
{
	struct buf out = BUF_INIT;
	int status = view_match(cli, m, v, &out);

	cli_print(&out);
	return status;
}

static int
show_game(const struct cli *cli, struct instance *o)
{
	struct view v = VIEW_INIT(OBSERVER);
	struct match *m;
	int status = view_options(cli, OBSERVER, &v);

	if (v.lang == NULL)
		v.lang = o->conf->club.lang;
	if (status == 0 && !texts_has_lang(o->texts, v.lang))
		status = cli_usage(cli, "no texts in \"%s\"", v.lang);
	if (status == 0)
		status = instance_match(cli, o, cli->game, &m);
	if (status == 0) {
		status = show_match(cli, m, &v);
		match_drop(m);
	}
	return status;
}

const struct cli_command cli_show = {
	.name = "show",
	.synopsis = "ID [--as p1|observer] [--layout board|list|html|svg|png] "
		    "[--lang LANG] [--width COLUMNS]",
	.help = "prints the board of a game as one reader may see it",
	.more = "  --as READER      p1 to p6, or observer (the "
		"default)\n" VIEW_HELP,
	.options = VIEW_OPTIONS,
	.game = true,
	CLI_TAKES(1, 1, "which game?"),
	.work = show_game,
};

static int
moderate(const struct cli *cli, struct instance *o)
{
	struct buf text = BUF_INIT, out = BUF_INIT;
	struct err e;
	struct match *m;
	int status, rc;

	for (int i = 1; i < cli->operands; i++)
		buf_printf(&text, "%s%s", i > 1 ? " " : "", cli->operand[i]);
	/* Refused as a mail's, it would be told of the lines below it. */
	status = strcmp(buf_text(&text), "announce") == 0 ?
	    cli_usage(cli, "announce takes its text behind it") :
	    instance_begin(cli, o);
	if (status == 0) {
		status = instance_match(cli, o, cli->game, &m);
		if (status == 0)
			match_drop(m);
		else
			status = instance_end(cli, o, status);
	}
	if (status == 0) {
		rc = desk_moderate(o->desk, cli->game, text.data, &out, &e);
		if (rc == 1)
			cli_error(cli, "%s", buf_text(&out));
		status = rc == 0 ? 0 :
		    rc == 1      ? EX_DATAERR :
				   instance_failed(cli, &e);
		status = instance_end(cli, o, status);
	}
	if (status == 0)
		(void)printf("%s\n", buf_text(&out));
	buf_release(&text);
	buf_release(&out);
	return status;
}

const struct cli_command cli_moderate = {
	.name = "moderate",
	.synopsis = "ID COMMAND...",
	.help = "acts as the moderator of a game",
	.more =
	    "  begin [at DAY HOUR]     begin without waiting for every seat, "
	    "or then\n"
	    "  title TEXT              what the game is called\n"
	    "  unlisted [off]          no list shows it to others\n"
	    "  unrated [off]           it does not count for the ratings\n"
	    "  closed [off]            nobody comes in uninvited\n"
	    "  admit [NAME]            who asks to come in, does\n"
	    "  invite SEAT ADDRESS     asks somebody to play\n"
	    "  anonymous [off]         who is who is told at its end\n"
	    "  cancel [REASON]         end it without a winner\n"
	    "  revive [REASON]         go on with what was called off, for 14 "
	    "days\n"
	    "  rollback N [REASON]     event N of its history and all after "
	    "are void\n"
	    "  rollback round N        back to where that round began\n"
	    "  rollforward [REASON]    take the last rollback back\n"
	    "  eject SEAT [REASON]     put a player out; a computer player "
	    "goes on\n"
	    "  dummy SEAT [easy|normal|hard] [REASON]\n"
	    "                          the same, but the player may come back\n"
	    "  replace SEAT ADDRESS    give a seat to somebody else, or to "
	    "the\n"
	    "                          word computer\n"
	    "  set press all|public|none  what players may write to each "
	    "other\n"
	    "  set clock CLOCK         the clocks: 72h grace 24h late bot, or "
	    "off\n"
	    "  extend TIME             more time for those who are to act\n"
	    "  deadline [SEAT] DAY [HOUR]  until when one of them has time\n"
	    "  pause                   all clocks stand still\n"
	    "  resume                  they run again\n"
	    "  absence SEAT FROM to TO a player is away\n"
	    "  nudge [SEAT]            reminds those who are to act\n"
	    "  resend SEAT             the last mail of a seat once more\n"
	    "  process turn [SEAT]     end the turn the game waits for\n"
	    "  preview process turn    see whose that is\n"
	    "  beacon VALUE            the value of the beacon that it waits "
	    "for\n"
	    "  observers on|off        whether others may watch\n"
	    "  announce TEXT           a message to all seats\n"
	    "  withdraw comment N      takes it off the page of a game that is "
	    "over\n"
	    "  reveal [REASON]         print all that is hidden; all are told\n"
	    "  moderator ADDRESS       who moderates, or none: the keeper\n"
	    "  moderator SEAT          asks a player whether they want to\n"
	    "  deputy SEAT|off         asks a player to be the moderator's "
	    "deputy\n",
	.plain = true,
	.game = true,
	.least = 2,
	.most = CLI_ANY,
	.few = "what is to be done?",
	.work = moderate,
};

/* A log of a running game holds every secret: a file it goes to is made the
 * owner's alone. */
static int
export_game(const struct cli *cli, struct instance *o)
{
	bool seed = cli_flag(cli, "with-seed"), secret;
	struct buf log = BUF_INIT;
	struct match *m;
	struct err e;
	int status = instance_match(cli, o, cli->game, &m);

	if (status != 0)
		return status;
	secret = seed || !match_final(m);
	if (match_log(m, ARCHIVE, seed, &log, &e) != 0)
		status = instance_failed(cli, &e);
	match_drop(m);
	if (status == 0 && secret)
		status = cli_private_output(cli);
	if (status == 0)
		cli_print(&log);
	buf_release(&log);
	return status;
}

const struct cli_command cli_log_export = {
	.name = "log export",
	.synopsis = "[--with-seed] ID",
	.help = "writes the turn log of a game to standard output",
	.more = "The log of a running game holds what its players must not "
		"know; if standard\noutput is a file, its mode becomes 0600.\n"
		"  --with-seed  also the seed of a running game, so that it "
		"can be\n"
		"               taken up elsewhere; whoever has it knows every "
		"draw\n",
	.options = "with-seed",
	.game = true,
	CLI_TAKES(1, 1, "which game?"),
	.work = export_game,
};
