/* SPDX-License-Identifier: MIT */
#include "cli/instance.h"
#include "cli/log.h"
#include "cli/people.h"
#include "match/import.h"
#include "store/game.h"

struct import_options {
	struct import import;
	struct people people; /* owned: what import borrows */
	struct clock_row row;
};

/* Whichever of two games of one seed ends first shows it to the players of the
 * other. */
static int
stands_alone(const struct cli *cli, const struct instance *o,
    const struct log_input *in, int64_t id)
{
	struct err e;
	int64_t twin;
	int got = game_twin(o->db, id, &twin, &e);

	if (got < 0)
		return instance_failed(cli, &e);
	if (got == 0)
		return 0;
	cli_error(cli,
	    "%s: this game is here already, as game %lld: of two with one "
	    "seed, the end of either would tell what is hidden in the other",
	    in->path, (long long)twin);
	return EX_DATAERR;
}

static int
import_log(const struct cli *cli, struct instance *o,
    const struct import_options *w, const struct log_input *in, int64_t *id)
{
	struct err e;
	int rc = instance_begin(cli, o);

	if (rc != 0)
		return rc;
	if (match_import(&o->desk->club, buf_text(&in->text), in->text.len,
		&w->import, id, &e) != 0) {
		rc = e.kind == ERR_GIVEUP ? EX_DATAERR : EX_TEMPFAIL;
		if (e.kind == ERR_CORRUPT)
			rc = log_wrong(cli, in, &e);
		else
			cli_error(cli, "%s: %s", in->path, e.text);
	} else {
		rc = stands_alone(cli, o, in, *id);
	}
	return instance_end(cli, o, rc);
}

static int
import(const struct cli *cli, struct instance *o)
{
	struct log_input in = { .path = NULL };
	struct import_options w = { .import.clock = &w.row };
	int64_t id = 0;
	int rc = people_given(cli, &w.people, false, w.import.seat,
	    &w.import.seats, &w.import.moderator);

	w.import.lang = cli_value(cli, "lang");
	w.import.seedless = cli_flag(cli, "no-seed");
	w.import.anonymous = cli_flag(cli, "anonymous");
	if (rc == 0)
		rc = log_read(cli, cli->operand[0], &in);
	if (rc == 0)
		rc = instance_clock(cli, o, cli_value(cli, "clock"), &w.row);
	if (rc == 0)
		rc = import_log(cli, o, &w, &in, &id);
	if (rc == 0)
		(void)printf("%lld\n", (long long)id);
	people_release(&w.people);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_import = {
	.name = "log import",
	.synopsis = "FILE --seat 'NAME <ADDRESS>' ... [--clock CLOCK] "
		    "[--moderator ADDRESS] [--lang LANG] [--no-seed] "
		    "[--anonymous]",
	.help = "takes a game over from its log; prints its number",
	.more = "  --seat WHO          for each seat, in order: an address, or "
		"the\n"
		"                      word computer; the names are the log's\n"
		"  --clock CLOCK       as in new: the clocks it began with, "
		"which are in\n"
		"                      no log; what changed them is, and is "
		"followed\n"
		"  --moderator ADDRESS who moderates, if it is not the keeper\n"
		"  --lang LANG         the language of players not known yet\n"
		"  --no-seed           take a running game without Seed: only "
		"one in\n"
		"                      which nothing is left to be drawn can "
		"go on\n"
		"  --anonymous         nobody at the table knows who is who "
		"before the end:\n"
		"                      the names in --seat are the players', "
		"not the seats'\n\n"
		"The log is `paquebot log export --with-seed ID` of another "
		"server, or\n"
		"of this one before its store was lost. The game keeps its "
		"number if\n"
		"that is free, and goes on where it stood; tokens are new, and "
		"every\n"
		"seat is mailed the board. One that is here already is not "
		"taken. What is in\n"
		"no log is gone, as the terms of the table: title, press, "
		"unlisted, closed.\n",
	.options = "seat: moderator: lang: clock: no-seed anonymous",
	CLI_TAKES(1, 1, "which file?"),
	.work = import,
};
