/* SPDX-License-Identifier: MIT */
#include "cli/office.h"
#include "cli/people.h"

struct wanted {
	struct found found;
	struct people people;            /* owned: what found borrows */
	struct buf options;              /* owned */
	const char *clock;               /* borrowed; NULL: the keeper's */
	struct clock_row row;
	bool json;
};

static int
take_seat(const struct cli *cli, struct wanted *w, const char *text)
{
	if (w->found.seats == SEATS_MAX)
		return cli_usage(cli, "no game has more than %d seats",
		    SEATS_MAX);
	w->found.seats++;
	if (strcmp(text, "free") == 0)
		return 0;
	return people_seat(cli, &w->people, w->found.seats, text,
	    &w->found.seat[w->found.seats]);
}

static int
take_option(const struct cli *cli, struct buf *all, const char *text)
{
	if (strchr(text, '=') == NULL)
		return cli_usage(cli, "an option is KEY=VALUE, not \"%s\"",
		    text);
	if (all->len > 0)
		buf_char(all, ' ');
	buf_str(all, text);
	return 0;
}

static int
take_options(const struct cli *cli, int argc, char **argv, struct wanted *w)
{
	static const struct option options[] = {
		{ "seat", required_argument, NULL, 's' },
		{ "option", required_argument, NULL, 'o' },
		{ "moderator", required_argument, NULL, 'm' },
		{ "clock", required_argument, NULL, 'c' },
		{ "lang", required_argument, NULL, 'l' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	struct buf *all = &w->options;
	struct err e;
	int c, status = 0;

	while (status == 0 && (c = cli_option(cli, argc, argv, options)) != -1)
		switch (c) {
		case 's':
			status = take_seat(cli, w, optarg);
			break;
		case 'o':
			status = take_option(cli, all, optarg);
			break;
		case 'm':
			status = people_moderator(cli, &w->people, optarg,
			    &w->found.moderator);
			break;
		case 'c':
			w->clock = optarg;
			break;
		case 'l':
			w->found.lang = optarg;
			break;
		case 'j':
			w->json = true;
			break;
		default:
			return EX_USAGE;
		}
	if (status == 0 && all->len > 0 &&
	    options_parse(all->data, &w->found.options, &e) != 0)
		return cli_usage(cli, "%s", e.text);
	return status;
}

static int
found_game(const struct cli *cli, struct office *o, const struct wanted *w)
{
	int64_t id = 0;
	struct err e;
	int status = office_begin(cli, o);

	if (status != 0)
		return status;
	if (match_found(&o->desk->house, &w->found, &id, &e) != 0) {
		/* A wrong wish is the caller's mistake. */
		status = office_failed(cli, &e);
		if (e.kind == ERR_GIVEUP)
			status = EX_DATAERR;
	}
	status = office_end(cli, o, status);
	if (status == 0)
		(void)printf(w->json ? "{\"game\":%lld}\n" : "%lld\n",
		    (long long)id);
	return status;
}

static int
new_run(const struct cli *cli, int argc, char **argv)
{
	struct wanted w = { .json = false };
	struct office o;
	int status = take_options(cli, argc, argv, &w);

	if (status == 0 && argc - optind != 1)
		status = cli_usage(cli, "which game?");
	if (status == 0)
		status = office_open(cli, &o);
	if (status == 0) {
		w.found.kind = argv[optind];
		if (w.clock)
			w.found.clock = &w.row;
		status = office_clock(cli, &o, w.clock, &w.row);
		if (status == 0)
			status = found_game(cli, &o, &w);
		office_close(&o);
	}
	people_release(&w.people);
	buf_release(&w.options);
	return status;
}

const struct cli_command cli_new = {
	.name = "new",
	.synopsis = "GAME --seat 'NAME <ADDRESS>' ... [--option KEY=VALUE] "
	    "[--clock CLOCK] [--moderator ADDRESS] [--lang LANG] [--json]",
	.help = "founds a game and mails its players; prints its number",
	.more =
	    "  --seat WHO          a seat, in order: 'Anna <anna@example.org>', an\n"
	    "                      address alone, or the word computer or free\n"
	    "  --option KEY=VALUE  of the game (its rules page names them), or\n"
	    "                      reveal=no or press=no; may be repeated\n"
	    "  --clock CLOCK       '72h grace 24h min 12h days mon-fri remind 24h,3h\n"
	    "                      late bot', or as much of it; off\n"
	    "  --moderator ADDRESS who moderates, if it is not the keeper\n"
	    "  --lang LANG         the language of players not known yet\n"
	    "  --json              prints {\"game\":N}\n",
	.run = new_run,
};
