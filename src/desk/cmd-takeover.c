/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "base/mem.h"
#include "desk/errand.h"

/* "42 p2", "42 as p2", or "p2" of the game the mail is about. */
static int
read_args(struct errand *er, const char *args, int64_t *game, int *seat)
{
	char *end;

	*game = er->m ? er->m->game.id : 0;
	if (isdigit((unsigned char)*args)) {
		*game = strtoll(args, &end, 10);
		args = end + strspn(end, " ");
	}
	if (!strncmp(args, "as ", 3))
		args += 3 + strspn(args + 3, " ");
	*seat = errand_seat(&args);
	return *game < 1 || !*seat || *args ? -1 : 0;
}

static int
take(struct errand *er, struct match *m, int seat, struct refusal *why,
	struct err *e)
{
	char *name = mem_dup(er->player.name);
	int rc = match_takeover(m, seat, er->player.id, name, why, e);

	free(name);
	if (rc) {
		errand_give_back(er, m);
		return -1;
	}
	rights_gain(&er->rights, m->game.id, RIGHT_SEAT);
	return errand_take(er, m, seat, -1, e);
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct match *m;
	int64_t game;
	int seat, rc;

	(void)said;
	if (!er->player.id)
		return refuse(why, "unproved");
	if (read_args(er, args, &game, &seat))
		return refuse(why, "bad-takeover");
	rc = errand_game(er, game, &m, e);
	if (rc == 0) {
		refuse(why, "no-such-game");
		refusal_int(why, "number", (long)game);
	}
	return rc == 1 ? take(er, m, seat, why, e) : -1;
}

/* It cannot be taken back. What will be refused need not be confirmed. */
static unsigned
needs(struct errand *er, const char *args)
{
	int64_t game;
	int seat;

	return read_args(er, args, &game, &seat) ? RIGHT_CLUB : RIGHT_OWNER;
}

const struct command command_takeover = { "takeover", COMMAND_WHOLE,
	RIGHT_CLUB, run, needs };
