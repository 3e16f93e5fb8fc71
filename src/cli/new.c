/* SPDX-License-Identifier: MIT */
#include "cli/office.h"
#include "mail/address.h"
#include "match/found.h"

struct wanted {
	struct found found;
	struct buf text[2 * SEATS_MAX + 3];      /* owned: what found borrows */
	size_t n;
	bool json;
};

static void
wanted_release(struct wanted *w)
{
	for (size_t i = 0; i < sizeof w->text / sizeof w->text[0]; i++)
		buf_release(&w->text[i]);
}

/* "computer", or one mailbox with or without a name. */
static int
take_seat(const struct cli *cli, struct wanted *w, const char *text)
{
	struct found_seat *s;
	struct buf *name, *address, plain = BUF_INIT;
	struct err e;
	int rc;

	if (w->found.seats == SEATS_MAX)
		return cli_usage(cli, "no game has more than %d seats",
		    SEATS_MAX);
	s = &w->found.seat[++w->found.seats];
	if (strcmp(text, "computer") == 0) {
		s->computer = true;
		return 0;
	}
	name = &w->text[w->n++];
	address = &w->text[w->n++];
	rc = address_parse(text, name, &plain, &e);
	if (rc == 0 && address_canonical(buf_text(&plain), address) != 0)
		rc = err_set(&e, ERR_GIVEUP, "\"%s\" is no address", text);
	buf_release(&plain);
	if (rc != 0) {
		cli_error(cli, "seat %d: %s", w->found.seats, e.text);
		return EX_DATAERR;
	}
	s->name = name->len > 0 ? name->data : NULL;
	s->address = address->data;
	return 0;
}

static int
take_moderator(const struct cli *cli, struct wanted *w, const char *text)
{
	struct buf name = BUF_INIT, plain = BUF_INIT;
	struct buf *address = &w->text[2 * SEATS_MAX];
	struct err e;
	int rc;

	buf_clear(address);
	rc = address_parse(text, &name, &plain, &e);
	if (rc == 0 && address_canonical(buf_text(&plain), address) != 0)
		rc = err_set(&e, ERR_GIVEUP, "\"%s\" is no address", text);
	buf_release(&name);
	buf_release(&plain);
	if (rc != 0) {
		cli_error(cli, "moderator: %s", e.text);
		return EX_DATAERR;
	}
	w->found.moderator = address->data;
	return 0;
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
		{ "lang", required_argument, NULL, 'l' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	struct buf *all = &w->text[2 * SEATS_MAX + 1];
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
			status = take_moderator(cli, w, optarg);
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
	struct wanted w = { .n = 0 };
	struct office o;
	int status = take_options(cli, argc, argv, &w);

	if (status == 0 && argc - optind != 1)
		status = cli_usage(cli, "which game?");
	if (status == 0)
		status = office_open(cli, &o);
	if (status == 0) {
		w.found.kind = argv[optind];
		status = found_game(cli, &o, &w);
		office_close(&o);
	}
	wanted_release(&w);
	return status;
}

const struct cli_command cli_new = {
	.name = "new",
	.synopsis = "GAME --seat 'NAME <ADDRESS>' ... [--option KEY=VALUE] "
	    "[--moderator ADDRESS] [--lang LANG]",
	.help = "founds a game and mails its players; prints its number",
	.more =
	    "  --seat WHO          a seat, in order: 'Anna <anna@example.org>', an\n"
	    "                      address alone, or the word computer\n"
	    "  --option KEY=VALUE  of the game (its rules page names them), or\n"
	    "                      reveal=no; may be repeated\n"
	    "  --moderator ADDRESS who moderates, if it is not the keeper\n"
	    "  --lang LANG         the language of players not known yet\n"
	    "  --json              prints {\"game\":N}\n",
	.run = new_run,
};
