/* SPDX-License-Identifier: MIT */
#include "cli/instance.h"
#include "cli/people.h"

struct wanted {
	struct found found;
	struct people people; /* owned: what found borrows */
	struct buf options;   /* owned */
	struct clock_row row;
};

static int
take_all(const struct cli *cli, struct wanted *w)
{
	struct found *f = &w->found;
	struct err e;
	int status = people_given(cli, &w->people, true, f->seat, &f->seats,
	    &f->moderator);

	for (size_t i = 0; status == 0 && i < cli->n_given; i++) {
		const char *text = cli->given[i].value;

		if (strcmp(cli->given[i].name, "option") != 0)
			continue;
		if (strchr(text, '=') == NULL)
			return cli_usage(cli,
			    "an option is KEY=VALUE, not \"%s\"", text);
		buf_printf(&w->options, "%s%s", w->options.len > 0 ? " " : "",
		    text);
	}
	f->lang = cli_value(cli, "lang");
	if (status == 0 && w->options.len > 0 &&
	    options_parse(w->options.data, &f->options, &e) != 0)
		return cli_usage(cli, "%s", e.text);
	return status;
}

static int
found_game(const struct cli *cli, struct instance *o, const struct found *f,
    int64_t *id)
{
	struct err e;
	int status = instance_begin(cli, o);

	if (status != 0)
		return status;
	if (match_found(&o->desk->club, f, id, &e) != 0) {
		/* A wrong option is the caller's mistake. */
		status = instance_failed(cli, &e);
		if (e.kind == ERR_GIVEUP)
			status = EX_DATAERR;
	}
	return instance_end(cli, o, status);
}

static int
new_game(const struct cli *cli, struct instance *o)
{
	struct wanted w = { .found.kind = cli->operand[0] };
	const char *clock = cli_value(cli, "clock");
	int64_t id = 0;
	int status = take_all(cli, &w);

	if (status == 0)
		status = instance_clock(cli, o, clock, &w.row);
	if (clock != NULL)
		w.found.clock = &w.row;
	if (status == 0)
		status = found_game(cli, o, &w.found, &id);
	if (status == 0)
		(void)printf(cli_flag(cli, "json") ? "{\"game\":%lld}\n" :
						     "%lld\n",
		    (long long)id);
	people_release(&w.people);
	buf_release(&w.options);
	return status;
}

const struct cli_command cli_new = {
	.name = "new",
	.synopsis =
	    "GAME --seat 'NAME <ADDRESS>' ... [--option KEY=VALUE] [--clock "
	    "CLOCK] [--moderator ADDRESS] [--lang LANG] [--json]",
	.help = "founds a game and mails its players; prints its number",
	.more = "  --seat WHO          a seat, in order: 'Anna "
		"<anna@example.org>', an\n"
		"                      address alone, or the word computer "
		"(computer:easy) or\n"
		"                      free\n"
		"  --option KEY=VALUE  of the game (its rules page names "
		"them), or\n"
		"                      reveal=no or press=no; may be repeated\n"
		"  --clock CLOCK       '72h grace 24h min 12h days mon-fri "
		"remind 24h,3h\n"
		"                      late bot', or as much of it; off\n"
		"  --moderator ADDRESS who moderates, if it is not the keeper\n"
		"  --lang LANG         the language of players not known yet\n"
		"  --json              prints {\"game\":N}\n",
	.options = "seat: option: moderator: clock: lang: json",
	CLI_TAKES(1, 1, "which game?"),
	.work = new_game,
};
