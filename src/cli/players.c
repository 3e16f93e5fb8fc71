/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/json.h"
#include "cli/list.h"
#include "desk/renew.h"
#include "game/names.h"
#include "mail/address.h"
#include "store/failing.h"
#include "store/game.h"
#include "store/player.h"
#include "store/request.h"
#include "store/seat.h"

/* The people of the club: who they are, and what is known of one. */

struct person {
	struct player is;
	struct cli_rows *list;
	struct buf addresses; /* "a@x, b@x" */
	const char *shown;
	int64_t failing;
	int games;
};

static const struct cli_column columns[] = {
	{ "id", LIST_INT, LIST_AT(struct person, is.id) },
	{ "name", LIST_TEXT, LIST_AT(struct person, is.name) },
	{ "games", LIST_INT, LIST_AT(struct person, games) },
	{ "lang", LIST_TEXT, LIST_AT(struct person, is.lang) },
	{ "tz", LIST_TEXT, LIST_AT(struct person, is.tz) },
	{ "notify", LIST_TEXT, LIST_AT(struct person, is.notify) },
	{ "addresses", LIST_TEXT, LIST_AT(struct person, shown) },
	{ "failing_since", LIST_TIME, LIST_AT(struct person, failing) },
	{ .key = NULL },
};

static int
note_address(void *arg, const char *address)
{
	struct person *p = arg;
	struct failing f;
	int got = failing_get(p->list->instance->db, address, &f, &p->list->e);

	if (got > 0) {
		if (f.since && (!p->failing || f.since < p->failing))
			p->failing = f.since;
		failing_release(&f);
	}
	buf_printf(&p->addresses, "%s%s", p->addresses.len ? ", " : "",
	    address);
	return got < 0;
}

static int
note_seat(void *arg, const struct seat *s)
{
	struct person *p = arg;
	struct game g;
	int got = game_get(p->list->instance->db, s->game, &g, &p->list->e);

	if (got > 0) {
		p->games += g.state == GAME_SETUP || g.state == GAME_RUNNING;
		game_release(&g);
	}
	return got < 0;
}

static int
list_player(void *arg, const struct player *player)
{
	struct cli_rows *l = arg;
	struct person p = { .is = *player, .list = l };
	bool failed;

	if (list_full(l, player->id))
		return 1;
	failed = address_each(l->instance->db, player->id, note_address, &p,
		     &l->e) ||
	    seat_each(l->instance->db, player->id, note_seat, &p, &l->e);

	p.shown = p.addresses.len > 0 ? p.addresses.data : NULL;
	if (!failed)
		list_row(l, &p);
	buf_release(&p.addresses);
	return failed ? list_failed(l) : 0;
}

static int
list_players(struct cli_rows *l)
{
	return player_each(l->instance->db, l->page.after, list_player, l,
	    &l->e);
}

/* Who asked to become one and waits for the keeper's word (by mail). */
static const struct cli_column waiting_columns[] = {
	{ "id", LIST_INT, LIST_AT(struct request, id) },
	{ "name", LIST_TEXT, LIST_AT(struct request, name) },
	{ "address", LIST_TEXT, LIST_AT(struct request, address) },
	{ "asked", LIST_TIME, LIST_AT(struct request, created) },
	{ .key = NULL },
};

static int
list_request(void *arg, const struct request *r)
{
	struct cli_rows *l = arg;

	if (r->id <= l->page.after)
		return 0;
	if (list_full(l, r->id))
		return 1;
	list_row(l, r);
	return 0;
}

static int
list_waiting(struct cli_rows *l)
{
	return request_each(l->instance->db, REQUEST_SIGNUP, list_request, l,
	    &l->e);
}

/* The keeper's word on one of them. */
static int
decide(const struct cli *cli, struct instance *o, bool yes)
{
	const char *who = cli->operand[0];
	struct buf address = BUF_INIT;
	struct err e;
	int got = -1, status = instance_begin(cli, o);

	if (status != 0)
		return status;
	if (address_canonical(who, &address) != 0)
		got = 0;
	else if ((got = desk_admit(o->desk, address.data, yes, &e)) < 0)
		status = instance_failed(cli, &e);
	buf_release(&address);
	if (got == 0) {
		cli_error(cli, "nobody of the address %s waits", who);
		status = EX_NOINPUT;
	}
	return instance_end(cli, o, status);
}

static int
approve(const struct cli *cli, struct instance *o)
{
	return decide(cli, o, true);
}

static int
decline(const struct cli *cli, struct instance *o)
{
	return decide(cli, o, false);
}

/* One of them as `show` prints it. */
struct portrait {
	struct db *db;
	struct json *json; /* NULL: for people */
	struct err e;
};

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
	struct portrait *p = arg;
	struct failing f = { .since = 0 };
	int got = failing_get(p->db, address, &f, &p->e);

	if (got >= 0)
		print_address(p->json, address, got > 0 ? f.since : 0);
	if (got > 0)
		failing_release(&f);
	return got < 0;
}

static int
show_seat(void *arg, const struct seat *s)
{
	struct portrait *p = arg;
	struct game g;
	const char *name = seat_id(s->seat);

	if (game_get(p->db, s->game, &g, &p->e) != 1)
		return 1;
	if (p->json != NULL) {
		json_object(p->json);
		json_kint(p->json, "game", s->game);
		json_kstr(p->json, "seat", name);
		json_kstr(p->json, "kind", g.kind);
		json_kstr(p->json, "state", game_state_name(g.state));
		json_object_end(p->json);
	} else {
		(void)printf("seat     game %lld %s, %s, %s\n",
		    (long long)s->game, name, g.kind, game_state_name(g.state));
	}
	game_release(&g);
	return 0;
}

static int
print_player(struct portrait *p, const struct player *player)
{
	int rc;

	(void)printf("player   %lld\nname     %s\n", (long long)player->id,
	    player->name);
	rc = address_each(p->db, player->id, show_address, p, &p->e);
	(void)printf("lang     %s\nlayout   %s\nwidth    %d\nglyphs   %s\n"
		     "tz       %s\nnotify   %s\n",
	    player->lang, player->layout, player->width, player->glyphs,
	    player->tz, player->notify);
	return rc ? rc : seat_each(p->db, player->id, show_seat, p, &p->e);
}

static int
print_player_json(struct portrait *p, const struct player *player)
{
	struct buf out = BUF_INIT;
	struct json j;
	int rc;

	json_init(&j, &out);
	p->json = &j;
	json_object(&j);
	json_kint(&j, "id", player->id);
	json_kstr(&j, "name", player->name);
	json_karray(&j, "addresses");
	rc = address_each(p->db, player->id, show_address, p, &p->e);
	json_array_end(&j);
	json_kstr(&j, "lang", player->lang);
	json_kstr(&j, "layout", player->layout);
	json_kint(&j, "width", player->width);
	json_kstr(&j, "glyphs", player->glyphs);
	json_kstr(&j, "tz", player->tz);
	json_kstr(&j, "notify", player->notify);
	json_karray(&j, "seats");
	if (rc == 0)
		rc = seat_each(p->db, player->id, show_seat, p, &p->e);
	json_array_end(&j);
	json_object_end(&j);
	if (rc == 0)
		(void)puts(out.data);
	buf_release(&out);
	return rc;
}

/* By number, where that may be, or by address: 1, 0 nobody, -1. */
static int
find_player(struct db *db, const char *who, bool by_number, struct player *out,
    struct err *e)
{
	struct buf address = BUF_INIT;
	long long id;
	int got = 0;

	if (by_number && cli_number(who, 1, 1LL << 53, &id) == 0)
		return player_get(db, id, out, e);
	if (address_canonical(who, &address) == 0)
		got = player_by_address(db, address.data, out, e);
	buf_release(&address);
	return got;
}

static int
nobody(const struct cli *cli)
{
	cli_error(cli, "there is no player %s", cli->operand[0]);
	return EX_NOINPUT;
}

static int
show_player(const struct cli *cli, struct instance *o)
{
	struct portrait p = { .db = o->db };
	struct player player;
	int got = find_player(o->db, cli->operand[0], true, &player, &p.e);

	if (got < 0)
		return instance_failed(cli, &p.e);
	if (got == 0)
		return nobody(cli);
	got = cli_flag(cli, "json") ? print_player_json(&p, &player) :
				      print_player(&p, &player);
	player_release(&player);
	return got != 0 ? instance_failed(cli, &p.e) : 0;
}

/* Its older reply addresses are worth nothing any more. */
static int
renew(const struct cli *cli, struct instance *o)
{
	struct player p;
	struct err e;
	int got, status = instance_begin(cli, o);

	if (status != 0)
		return status;
	got = find_player(o->db, cli->operand[0], false, &p, &e);
	if (got > 0) {
		got = desk_renew(o->desk, p.id, &e);
		player_release(&p);
	}
	if (got < 0)
		status = instance_failed(cli, &e);
	if (got == 0)
		status = nobody(cli);
	return instance_end(cli, o, status);
}

static const struct cli_word words[] = {
	{ "list",
	    .list = &(const struct cli_list){ columns, "no players",
		list_players, LIST_PAGED } },
	{ "waiting",
	    .list = &(const struct cli_list){ waiting_columns, "nobody waits",
		list_waiting, LIST_PAGED } },
	{ "show", "which player?", .work = show_player },
	{ "approve", "which player?", .work = approve },
	{ "decline", "which player?", .work = decline },
	{ "renew", "which player?", .work = renew },
	{ .word = NULL },
};

const struct cli_command cli_players = {
	.name = "players",
	.synopsis = "[list|waiting|show ID|ADDRESS|approve ADDRESS|decline "
		    "ADDRESS|renew ADDRESS] [--after ID] [--limit N] "
		    "[--json]",
	.help = "lists the players, their addresses and games, or shows one",
	.more =
	    "  list             everybody (the default)\n"
	    "  waiting          who asked to sign up and waits for the "
	    "keeper's word\n"
	    "  approve ADDRESS  that word: a player from now on, who is told\n"
	    "  decline ADDRESS  or not, and is told that\n"
	    "  renew ADDRESS    the reply addresses of all older mails to the "
	    "player\n"
	    "                   prove nothing any more; a new one is mailed\n"
	    "  show ID|ADDRESS  one player, by number or address\n"
	    "  --after ID       of a list those behind that number\n"
	    "  --limit N        and at most so many (50; 0: all)\n"
	    "  --json           an array of objects, all of them if no limit "
	    "is given;\n"
	    "                   of one player an object\n",
	.options = "json after: limit:",
	.most = CLI_ANY,
	.words = words,
};
