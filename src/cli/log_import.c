/* SPDX-License-Identifier: MIT */
#include "cli/log.h"
#include "cli/office.h"
#include "cli/people.h"
#include "match/import.h"

struct wish {
	struct import import;
	struct people people;            /* owned: what import borrows */
	const char *clock;               /* borrowed; NULL: the keeper's */
	struct clock_row row;
};

static int
take_seat(const struct cli *cli, struct wish *w, const char *text)
{
	if (w->import.seats == SEATS_MAX)
		return cli_usage(cli, "no game has more than %d seats",
		    SEATS_MAX);
	w->import.seats++;
	return people_seat(cli, &w->people, w->import.seats, text,
	    &w->import.seat[w->import.seats]);
}

static int
take_options(const struct cli *cli, int argc, char **argv, struct wish *w)
{
	static const struct option options[] = {
		{ "seat", required_argument, NULL, 's' },
		{ "moderator", required_argument, NULL, 'm' },
		{ "lang", required_argument, NULL, 'l' },
		{ "clock", required_argument, NULL, 'c' },
		{ "no-seed", no_argument, NULL, 'n' }, { 0 }
	};
	int c, rc = 0;

	while (rc == 0 && (c = cli_option(cli, argc, argv, options)) != -1)
		switch (c) {
		case 's': rc = take_seat(cli, w, optarg); break;
		case 'm':
			rc = people_moderator(cli, &w->people, optarg,
			    &w->import.moderator);
			break;
		case 'l': w->import.lang = optarg; break;
		case 'c': w->clock = optarg; break;
		case 'n': w->import.seedless = true; break;
		default: return EX_USAGE;
		}
	if (rc == 0 && argc - optind != 1)
		return cli_usage(cli, "which file?");
	return rc;
}

static int
import_log(const struct cli *cli, struct office *o, const struct wish *w,
    const struct log_input *in, int64_t *id)
{
	struct err e;
	int rc = office_begin(cli, o);

	if (rc != 0)
		return rc;
	if (match_import(&o->desk->house, buf_text(&in->text), in->text.len,
	    &w->import, id, &e) != 0) {
		cli_error(cli, "%s%s%s", in->path,
		    e.kind == ERR_CORRUPT ? ":" : ": ", e.text);
		rc = e.kind == ERR_CORRUPT || e.kind == ERR_GIVEUP ?
		    EX_DATAERR : EX_TEMPFAIL;
	}
	return office_end(cli, o, rc);
}

static int
run(const struct cli *cli, int argc, char **argv)
{
	struct log_input in = { .how = { .until = -1 } };
	struct wish w = { .clock = NULL };
	struct office o;
	int64_t id = 0;
	int rc = take_options(cli, argc, argv, &w);

	if (rc == 0)
		rc = log_open(cli, argv[optind], NULL, &in);
	if (rc == 0) {
		rc = office_open(cli, &o);
		if (rc == 0) {
			w.import.clock = &w.row;
			rc = office_clock(cli, &o, w.clock, &w.row);
			if (rc == 0)
				rc = import_log(cli, &o, &w, &in, &id);
			office_close(&o);
		}
	}
	if (rc == 0)
		(void)printf("%lld\n", (long long)id);
	people_release(&w.people);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_import = {
	.name = "log import",
	.synopsis = "FILE --seat 'NAME <ADDRESS>' ... [--clock CLOCK] "
	    "[--moderator ADDRESS] [--lang LANG] [--no-seed]",
	.help = "takes a game over from its log; prints its number",
	.more =
	    "  --seat WHO          for each seat, in order: an address, or the\n"
	    "                      word computer; the names are the log's\n"
	    "  --clock CLOCK       as in new: the clocks it began with, which are in\n"
	    "                      no log; what changed them is, and is followed\n"
	    "  --moderator ADDRESS who moderates, if it is not the keeper\n"
	    "  --lang LANG         the language of players not known yet\n"
	    "  --no-seed           take a running game without Seed: only one in\n"
	    "                      which nothing is left to be drawn can go on\n\n"
	    "The log is `paquebot log export --with-seed ID` of another server, or\n"
	    "of this one before its store was lost. The game keeps its number if\n"
	    "that is free, and goes on where it stood; tokens are new, and every\n"
	    "seat is mailed the board.\n",
	.run = run,
};
