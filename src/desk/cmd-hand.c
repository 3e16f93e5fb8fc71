/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

#include <cjson/cJSON.h>

#include "match/words.h"
#include "text/texts.h"

/* The game's own template for a hand; where it has none, the whole board. */
static int
hand_part(struct errand *er, const struct reader *r, struct err *e)
{
	struct buf b = BUF_INIT;
	char name[64];
	int rc;

	snprintf(name, sizeof name, "%s/hand", er->m->game.kind);
	if (!texts_template(er->desk->house.texts, "en", name)) {
		er->what |= FRAME_POSITION;
		return 0;
	}
	rc = frame_piece(er->m, r, "hand", &b, e);
	if (rc == 0)
		errand_part(er, buf_text(&b));
	buf_release(&b);
	return rc;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct reader r;

	(void)args;
	(void)said;
	if (!er->m->table)
		return refuse(why, "game-not-begun");
	if (errand_reader(er, &r, e))
		return -1;
	return hand_part(er, &r, e);
}

const struct command command_hand = { "hand", COMMAND_SEAT,
	RIGHT_CLUB, run, NULL };
