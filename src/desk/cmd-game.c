/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"
#include "store/game.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	char *end;
	int64_t id = strtoll(args, &end, 10);
	int rc;

	(void)said;
	if (end == args || *end || id < 1) {
		refuse(why, "no-such-game");
		refusal_str(why, "game", *args && strlen(args) < 60 ? args :
		    "?");
		return -1;
	}
	if (er->m && er->m->game.id == id)
		return 0;
	rc = errand_sit(er, id, 0, -1, e);
	if (rc == 0) {
		struct game g;
		rc = game_get(er->desk->house.db, id, &g, e);
		if (rc < 0)
			return -1;
		if (rc == 1)
			game_release(&g);
		refuse(why, rc == 1 ? "not-seated" : "no-such-game");
		refusal_int(why, "game", (long)id);
		return -1;
	}
	return rc < 0 ? -1 : 0;
}

const struct command command_game = { "game", 0, RIGHT_CLUB, run, NULL };
