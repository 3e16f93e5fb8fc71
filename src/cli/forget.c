/* SPDX-License-Identifier: MIT */
#include "store/forget.h"
#include "base/clock.h"
#include "cli/instance.h"
#include "mail/address.h"
#include "mail/message.h"
#include "match/club.h"
#include "store/game.h"
#include "store/player.h"

struct player_search {
	const char *name;
	int64_t id;
	int found;
};

static int
see_name(void *arg, int64_t id, const char *name)
{
	struct player_search *s = arg;

	if (strcmp(name, s->name) == 0) {
		s->id = id;
		s->found++;
	}
	return 0;
}

/* By number, address or name: 0, or having said so an exit code. */
static int
find_player(const struct cli *cli, struct instance *o, const char *word,
    int64_t *id)
{
	struct player_search s = { .name = word };
	struct player p;
	struct buf address = BUF_INIT;
	long long n;
	struct err e;
	bool number = cli_number(word, 1, INT64_MAX, &n) == 0;
	int got = 0;

	if (number)
		got = player_get(o->db, n, &p, &e);
	else if (address_canonical(word, &address) == 0)
		got = player_by_address(o->db, buf_text(&address), &p, &e);
	buf_release(&address);
	if (got > 0) {
		*id = p.id;
		player_release(&p);
		return 0;
	}
	if (got < 0 || (!number && player_names(o->db, see_name, &s, &e) != 0))
		return instance_failed(cli, &e);
	*id = s.id;
	if (s.found == 1)
		return 0;
	cli_error(cli,
	    number ? "there is no player %s" :
		s.found == 0 ?
		     "nobody is called \"%s\"" :
		     "several are called \"%s\": name an address or a number",
	    word);
	return s.found == 0 ? EX_NOINPUT : EX_DATAERR;
}

/* The name is gone for good by now, so nothing that fails holds up the rest:
 * a page that cannot be made is due, the file is written anew in any case. */
static int
forget_traces(const struct cli *cli, struct instance *o, int64_t id)
{
	struct err e;
	int status = 0, rc;

	(void)printf("player %lld is #%lld\n", (long long)id, (long long)id);
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
forget(const struct cli *cli, struct instance *o)
{
	int64_t id = 0;
	struct err e;
	int status = instance_begin(cli, o);

	if (status == 0) {
		status = find_player(cli, o, cli->operand[0], &id);
		if (status == 0 &&
		    forget_player(o->db, id, clock_now(), message_words, &e)) {
			status = instance_failed(cli, &e);
			if (e.kind == ERR_GIVEUP)
				status = EX_DATAERR;
		}
		status = instance_end(cli, o, status);
	}
	return status == 0 ? forget_traces(cli, o, id) : status;
}

const struct cli_command cli_forget = {
	.name = "forget",
	.synopsis = "PLAYER",
	.help = "replaces a player's name by a number, everywhere",
	.more = "  PLAYER   a number, an address or a name\n\n"
		"Addresses and mails of the player go; no move is touched. A "
		"player\n"
		"in a game that is not over cannot be forgotten. The database "
		"file is\n"
		"written anew, so that nothing deleted is left in it. If that "
		"or the\n"
		"archive failed, say it again with the number.\n",
	CLI_TAKES(1, 1, "whom?"),
	.work = forget,
};
