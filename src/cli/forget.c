/* SPDX-License-Identifier: MIT */
#include "store/forget.h"

#include <unistd.h>

#include "base/clock.h"
#include "cli/ask.h"
#include "cli/instance.h"
#include "mail/address.h"
#include "mail/message.h"
#include "match/club.h"
#include "store/game.h"
#include "store/player.h"
#include "store/seat.h"

struct player_search {
	const char *name;
	int64_t but; /* whose own name does not count; 0 */
	int64_t id;
	int found;
};

static int
see_name(void *arg, int64_t id, const char *name)
{
	struct player_search *s = arg;

	if (id != s->but && strcmp(name, s->name) == 0) {
		s->id = id;
		s->found++;
	}
	return 0;
}

/* 1, and the player; 0 nobody, or not one alone: see s; -1. */
static int
look_up(struct db *db, struct player_search *s, struct player *p, struct err *e)
{
	struct buf address = BUF_INIT;
	long long n;
	bool number = cli_number(s->name, 1, INT64_MAX, &n) == 0;
	int got = 0;

	if (number)
		got = player_get(db, n, p, e);
	else if (address_canonical(s->name, &address) == 0)
		got = player_by_address(db, buf_text(&address), p, e);
	buf_release(&address);
	if (got < 0 || (got > 0 && !number))
		return got;
	if (got > 0) {
		s->but = p->id;
		player_release(p);
	}
	if (player_names(db, see_name, s, e) != 0)
		return -1;
	if (s->found == (s->but == 0))
		return player_get(db, s->but != 0 ? s->but : s->id, p, e);
	return 0;
}

/* By number, address or name: 0, or having said so an exit code. What is the
 * number of one and the name of another is neither. */
static int
find_player(const struct cli *cli, struct instance *o, const char *word,
    struct player *p)
{
	struct player_search s = { .name = word };
	struct err e;
	int got = look_up(o->db, &s, p, &e);

	if (got != 0)
		return got < 0 ? instance_failed(cli, &e) : 0;
	cli_error(cli,
	    s.but != 0      ? "%s is the number of one player and the name of "
			      "another: name an address" :
		s.found > 0 ? "several are called \"%s\": name an address or a "
			      "number" :
			      "nobody is called \"%s\", nor has that number or "
			      "address",
	    word);
	return s.found > 0 ? EX_DATAERR : EX_NOINPUT;
}

static int
add_address(void *arg, const char *address)
{
	buf_printf(arg, " <%s>", address);
	return 0;
}

static int
count_seat(void *arg, const struct seat *s)
{
	(void)s;
	++*(int *)arg;
	return 0;
}

/* It cannot be taken back: who sits at a terminal sees whom it is about, and
 * says so. 0 or an exit code. */
static int
confirm(const struct cli *cli, struct instance *o, const struct player *p)
{
	struct buf text = BUF_INIT;
	struct err e;
	int seats = 0, status = 0;

	if (cli_flag(cli, "yes") || !isatty(STDIN_FILENO))
		return 0;
	buf_printf(&text, "Forget player %lld, %s", (long long)p->id, p->name);
	if (address_each(o->db, p->id, add_address, &text, &e) != 0 ||
	    seat_each(o->db, p->id, count_seat, &seats, &e) != 0)
		status = instance_failed(cli, &e);
	buf_printf(&text, ", of %d seats, for good?", seats);
	if (status == 0 && !ask_yes(text.data)) {
		cli_error(cli, "nothing was done");
		status = EX_NOPERM;
	}
	buf_release(&text);
	return status;
}

/* The name is gone for good by now, so nothing that fails holds up the rest:
 * a page that cannot be made is due, the file is written anew in any case. */
static int
forget_traces(const struct cli *cli, struct instance *o, const struct player *p)
{
	char number[32];
	struct err e;
	int status = 0, rc;

	(void)snprintf(number, sizeof number, "#%lld", (long long)p->id);
	(void)printf("player %lld is %s", (long long)p->id, number);
	if (strcmp(p->name, number) != 0)
		(void)printf(", and was %s", p->name);
	(void)putchar('\n');
	if (o->conf->archive.dir != NULL)
		status = archive_catch_up(cli, o);
	rc = db_scrub(o->db, &e);
	if (rc < 0)
		status = instance_failed(cli, &e);
	if (rc == 1)
		cli_error(cli,
		    "somebody reads the database, such as Litestream: what was "
		    "deleted leaves its log once they let go, and paquebotd "
		    "sees to that");
	return status;
}

static int
forget_one(const struct cli *cli, struct instance *o, const struct player *p)
{
	struct err e;
	int status = instance_begin(cli, o);

	if (status == 0) {
		if (forget_player(o->db, p->id, clock_now(), message_words,
			&e)) {
			status = instance_failed(cli, &e);
			if (e.kind == ERR_GIVEUP)
				status = EX_DATAERR;
		}
		status = instance_end(cli, o, status);
	}
	return status == 0 ? forget_traces(cli, o, p) : status;
}

static int
forget(const struct cli *cli, struct instance *o)
{
	struct player p;
	int status = find_player(cli, o, cli->operand[0], &p);

	if (status != 0)
		return status;
	status = confirm(cli, o, &p);
	if (status == 0)
		status = forget_one(cli, o, &p);
	player_release(&p);
	return status;
}

const struct cli_command cli_forget = {
	.name = "forget",
	.synopsis = "[--yes] PLAYER",
	.help = "replaces a player's name by a number, everywhere",
	.more = "  PLAYER   a number, an address or a name\n"
		"  --yes    do not ask, as is done at a terminal\n\n"
		"Addresses and mails of the player go; no move is touched. A "
		"player\n"
		"in a game that is not over cannot be forgotten. The database "
		"file is\n"
		"written anew, so that nothing deleted is left in it. If that "
		"or the\n"
		"archive failed, say it again with the number.\n",
	CLI_TAKES(1, 1, "whom?"),
	.options = "yes",
	.work = forget,
};
