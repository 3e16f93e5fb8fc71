/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/json.h"
#include "cli/office.h"
#include "cli/rows.h"
#include "desk/renew.h"
#include "mail/address.h"
#include "store/failing.h"
#include "store/game.h"
#include "store/player.h"
#include "store/request.h"
#include "store/seat.h"

/* The people of the club: who they are, and what is known of one. */

struct people {
	struct office *office;
	struct rows rows;
	struct buf address;
	int64_t failing;
	int games;
	struct json *json;               /* show: where to write it, if asked */
	struct err e;
	int rc;
};

static int
note_address(void *arg, const char *address)
{
	struct people *p = arg;
	struct failing f;
	int got = failing_get(p->office->db, address, &f, &p->e);

	if (got > 0) {
		if (f.since && (!p->failing || f.since < p->failing))
			p->failing = f.since;
		failing_release(&f);
	}
	buf_printf(&p->address, "%s%s", p->address.len ? ", " : "", address);
	return got < 0;
}

static int
note_seat(void *arg, const struct seat *s)
{
	struct people *p = arg;
	struct game g;
	int got = game_get(p->office->db, s->game, &g, &p->e);

	if (got > 0) {
		p->games += g.state == GAME_SETUP || g.state == GAME_RUNNING;
		game_release(&g);
	}
	return got < 0;
}

static int
list_player(void *arg, const struct player *player)
{
	struct people *p = arg;

	buf_clear(&p->address);
	p->failing = 0;
	p->games = 0;
	if (address_each(p->office->db, player->id, note_address, p, &p->e) ||
	    seat_each(p->office->db, player->id, note_seat, p, &p->e)) {
		p->rc = -1;
		return 1;
	}
	rows_str(&p->rows, p->address.len ? p->address.data : NULL);
	rows_time(&p->rows, p->failing);
	rows_int(&p->rows, p->games);
	rows_int(&p->rows, player->id);
	rows_str(&p->rows, player->lang);
	rows_str(&p->rows, player->name);
	rows_str(&p->rows, player->notify);
	rows_str(&p->rows, player->tz);
	return 0;
}

static int
list_players(const struct cli *cli, struct office *o, bool as_json)
{
	static const char *const names[] = { "addresses", "failing_since",
		"games", "id", "lang", "name", "notify", "tz", NULL };
	struct people p = { .office = o };

	rows_open(&p.rows, names, "id name games lang tz notify addresses "
	    "failing_since", as_json);
	if (player_each(o->db, list_player, &p, &p.e) != 0)
		p.rc = -1;
	buf_release(&p.address);
	if (p.rc < 0) {
		rows_release(&p.rows);
		return office_failed(cli, &p.e);
	}
	rows_print(&p.rows, "no players");
	return 0;
}

static int
list_request(void *arg, const struct request *r)
{
	struct rows *rows = arg;

	rows_str(rows, r->address);
	rows_time(rows, r->created);
	rows_str(rows, r->name);
	return 0;
}

/* Who asked to become one and waits for the keeper's word (by mail). */
static int
list_waiting(const struct cli *cli, struct office *o, bool as_json)
{
	static const char *const names[] = { "address", "asked", "name",
		NULL };
	struct rows rows;
	struct err e;

	rows_open(&rows, names, "name address asked", as_json);
	if (request_each(o->db, REQUEST_SIGNUP, list_request, &rows, &e)) {
		rows_release(&rows);
		return office_failed(cli, &e);
	}
	rows_print(&rows, "nobody waits");
	return 0;
}

/* The keeper's word on one of them. */
static int
decide(const struct cli *cli, struct office *o, const char *who, bool yes)
{
	struct buf address = BUF_INIT;
	struct err e;
	int got = -1, status = office_begin(cli, o);

	if (status != 0)
		return status;
	if (address_canonical(who, &address) != 0)
		got = 0;
	else if ((got = desk_admit(o->desk, address.data, yes, &e)) < 0)
		status = office_failed(cli, &e);
	buf_release(&address);
	if (got == 0) {
		cli_error(cli, "nobody of the address %s waits", who);
		status = EX_NOINPUT;
	}
	return office_end(cli, o, status);
}

static void
print_address(struct json *j, const char *address, int64_t since)
{
	char stamp[CLOCK_STAMP_SIZE];

	if (j != NULL) {
		json_object(j);
		json_kstr(j, "address", address);
		json_key(j, "failing_since");
		if (since)
			json_int(j, since);
		else
			json_null(j);
		json_object_end(j);
		return;
	}
	(void)printf("address  %s", address);
	if (since) {
		clock_stamp(since, stamp);
		(void)printf(" (mail comes back since %s)", stamp);
	}
	(void)putchar('\n');
}

static int
show_address(void *arg, const char *address)
{
	struct people *p = arg;
	struct failing f = { .since = 0 };
	int got = failing_get(p->office->db, address, &f, &p->e);

	if (got >= 0)
		print_address(p->json, address, got > 0 ? f.since : 0);
	if (got > 0)
		failing_release(&f);
	return got < 0;
}

static int
show_seat(void *arg, const struct seat *s)
{
	static const char *const states[] = { "setup", "running", "over",
		"cancelled" };
	struct people *p = arg;
	struct game g;
	char name[8];

	if (game_get(p->office->db, s->game, &g, &p->e) != 1)
		return 1;
	(void)snprintf(name, sizeof name, "p%d", s->seat);
	if (p->json != NULL) {
		json_object(p->json);
		json_kint(p->json, "game", s->game);
		json_kstr(p->json, "kind", g.kind);
		json_kstr(p->json, "seat", name);
		json_kstr(p->json, "state", states[g.state]);
		json_object_end(p->json);
	} else {
		(void)printf("seat     game %lld %s, %s, %s\n",
		    (long long)s->game, name, g.kind, states[g.state]);
	}
	game_release(&g);
	return 0;
}

static int
print_player(struct people *p, const struct player *player)
{
	int rc;

	(void)printf("player   %lld\nname     %s\n", (long long)player->id,
	    player->name);
	rc = address_each(p->office->db, player->id, show_address, p, &p->e);
	(void)printf("lang     %s\nlayout   %s\nwidth    %d\nglyphs   %s\n"
	    "tz       %s\nnotify   %s\n", player->lang, player->layout,
	    player->width, player->glyphs, player->tz, player->notify);
	return rc ? rc :
	    seat_each(p->office->db, player->id, show_seat, p, &p->e);
}

static int
print_player_json(struct people *p, const struct player *player)
{
	struct buf out = BUF_INIT;
	struct json j;
	int rc;

	json_init(&j, &out);
	p->json = &j;
	json_object(&j);
	json_key(&j, "addresses");
	json_array(&j);
	rc = address_each(p->office->db, player->id, show_address, p, &p->e);
	json_array_end(&j);
	json_kstr(&j, "glyphs", player->glyphs);
	json_kint(&j, "id", player->id);
	json_kstr(&j, "lang", player->lang);
	json_kstr(&j, "layout", player->layout);
	json_kstr(&j, "name", player->name);
	json_kstr(&j, "notify", player->notify);
	json_key(&j, "seats");
	json_array(&j);
	if (rc == 0)
		rc = seat_each(p->office->db, player->id, show_seat, p,
		    &p->e);
	json_array_end(&j);
	json_kstr(&j, "tz", player->tz);
	json_kint(&j, "width", player->width);
	json_object_end(&j);
	if (rc == 0)
		(void)puts(out.data);
	buf_release(&out);
	return rc;
}

static int
show_player(const struct cli *cli, struct office *o, const char *who,
    bool as_json)
{
	struct people p = { .office = o };
	struct buf address = BUF_INIT;
	struct player player;
	long long id;
	int got;

	if (cli_number(who, 1, 1LL << 53, &id) == 0)
		got = player_get(o->db, id, &player, &p.e);
	else if (address_canonical(who, &address) == 0)
		got = player_by_address(o->db, address.data, &player, &p.e);
	else
		got = 0;
	buf_release(&address);
	if (got < 0)
		return office_failed(cli, &p.e);
	if (got == 0) {
		cli_error(cli, "there is no player %s", who);
		return EX_NOINPUT;
	}
	got = as_json ? print_player_json(&p, &player) :
	    print_player(&p, &player);
	player_release(&player);
	return got != 0 ? office_failed(cli, &p.e) : 0;
}

/* Its older reply addresses are worth nothing any more. */
static int
renew(const struct cli *cli, struct office *o, const char *who)
{
	struct buf address = BUF_INIT;
	struct player p;
	struct err e;
	int got = 0, status = office_begin(cli, o);

	if (status != 0)
		return status;
	if (address_canonical(who, &address) == 0)
		got = player_by_address(o->db, address.data, &p, &e);
	buf_release(&address);
	if (got > 0) {
		got = desk_renew(o->desk, p.id, &e);
		player_release(&p);
	}
	if (got < 0)
		status = office_failed(cli, &e);
	if (got == 0) {
		cli_error(cli, "there is no player %s", who);
		status = EX_NOINPUT;
	}
	return office_end(cli, o, status);
}

static int
players_words(const struct cli *cli, int argc, char **argv, bool as_json)
{
	const char *word = optind < argc ? argv[optind] : "list";
	bool show = strcmp(word, "show") == 0;
	bool yes = strcmp(word, "approve") == 0;
	bool fresh = strcmp(word, "renew") == 0;
	bool one = show || yes || fresh || strcmp(word, "decline") == 0;
	struct office o;
	int status;

	if (!one && strcmp(word, "list") != 0 && strcmp(word, "waiting") != 0)
		return cli_usage(cli, "list, waiting, show, approve, "
		    "decline or renew, not %s", word);
	if (argc - optind > (one ? 2 : 1))
		return cli_usage(cli, "unexpected %s", argv[argc - 1]);
	if (one && argc - optind < 2)
		return cli_usage(cli, "which player?");
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	if (show)
		status = show_player(cli, &o, argv[optind + 1], as_json);
	else if (fresh)
		status = renew(cli, &o, argv[optind + 1]);
	else if (one)
		status = decide(cli, &o, argv[optind + 1], yes);
	else if (word[0] == 'w')
		status = list_waiting(cli, &o, as_json);
	else
		status = list_players(cli, &o, as_json);
	office_close(&o);
	return status;
}

static int
players_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	bool as_json = false;
	int c;

	while ((c = cli_option(cli, argc, argv, options)) != -1)
		if (c == 'j')
			as_json = true;
		else
			return EX_USAGE;
	return players_words(cli, argc, argv, as_json);
}

const struct cli_command cli_players = {
	.name = "players", .synopsis = "[list|waiting|show ID|ADDRESS|"
	    "approve ADDRESS|decline ADDRESS|renew ADDRESS] [--json]",
	.help = "lists the players, their addresses and games, or shows one",
	.more = "  list             everybody (the default)\n"
	    "  waiting          who asked to sign up and waits for the keeper's word\n"
	    "  approve ADDRESS  that word: a player from now on, who is told\n"
	    "  decline ADDRESS  or not, and is told that\n"
	    "  renew ADDRESS    the reply addresses of all older mails to the player\n"
	    "                   prove nothing any more; a new one is mailed\n"
	    "  show ID|ADDRESS  one player, by number or address\n"
	    "  --json           an array of objects; of one player an object\n",
	.run = players_run,
};
