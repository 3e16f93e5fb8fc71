/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/mem.h"
#include "desk/people.h"
#include "match/watch.h"
#include "match/words.h"

int
observe_which(const struct errand *er, const char *args, const char *command,
	int64_t *game, struct refusal *why)
{
	char *end;

	*game = er->m ? er->m->game.id : 0;
	if (*args) {
		*game = strtoll(args, &end, 10);
		if (end == args || *end || *game < 0)
			*game = 0;
	}
	if (*game)
		return 0;
	refuse(why, "observe-which");
	refusal_str(why, "command", command);
	return -1;
}

static int
refuse_game(struct refusal *why, int64_t game)
{
	refuse(why, "no-such-game");
	refusal_int(why, "game", (long)game);
	return -1;
}

/* A stranger becomes a player of the club, with his settings and address. */
static int
become_known(struct errand *er, struct refusal *why, struct err *e)
{
	if (observe_open(er, why))
		return -1;
	if (!er->player.id && people_enrol(er, "", why, e))
		return -1;
	if (!er->player.id)
		return refuse(why, "waits-for-keeper");
	return 0;
}

static int
say(struct errand *er, const struct match *m, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	struct buf kind = BUF_INIT;

	words_kind(er->desk->house.texts, er->lang, m->game.kind, &kind);
	cJSON_AddNumberToObject(ctx, "game", (double)m->game.id);
	cJSON_AddStringToObject(ctx, "kind_name", kind.data);
	buf_release(&kind);
	return errand_render(er, "desk/observe", ctx, e);
}

/* A game that the mail is not about goes away again. */
static int
watch(struct errand *er, struct match *m, struct refusal *why, struct err *e)
{
	int rc = watch_begin(m, er->player.id, why, e);

	if (rc == 0)
		rc = say(er, m, e);
	errand_give_back(er, m);
	return rc;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct match *m;
	int64_t game;
	int rc;

	(void)said;
	if (observe_which(er, args, "observe", &game, why) ||
	    become_known(er, why, e))
		return -1;
	rc = errand_game(er, game, &m, e);
	if (rc <= 0)
		return rc < 0 ? -1 : refuse_game(why, game);
	if (watch(er, m, why, e))
		return -1;
	/* Whose mail was about nothing else gets the board at once. */
	if (er->m)
		return 0;
	er->what |= FRAME_POSITION;
	return errand_sit(er, game, 0, -1, e) < 0 ? -1 : 0;
}

const struct command command_observe = { "observe", COMMAND_CONFIRM,
	RIGHT_CLUB, run, NULL };
