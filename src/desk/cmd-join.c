/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "desk/people.h"
#include "text/texts.h"

struct wish { int64_t game; int seat; };

static int
refuse_form(struct refusal *why)
{
	return refuse(why, "bad-join");
}

/* "42", "42 as p2", "p2", "as p2": what stands before the seat is a number or
 * a word that needs no translation to be understood. */
static int
read_wish(const char *args, struct wish *w, struct refusal *why)
{
	for (const char *p = args; *p; ) {
		size_t n = strcspn(p, " \t");
		const char *at = p;
		char *end;

		if (isdigit((unsigned char)*at) && !w->game) {
			w->game = strtol(at, &end, 10);
			if (end != at + n || w->game < 1 || n > 15)
				return refuse_form(why);
		} else if (n == 2 && tolower((unsigned char)*at) == 'p' &&
		    isdigit((unsigned char)at[1])) {
			w->seat = at[1] - '0';
			if (!w->seat)
				return match_refuse_seat(why, "no-such-seat",
					0);
		} else if (n > 6 || w->seat) {
			return refuse_form(why);
		}
		p += n + strspn(p + n, " \t");
	}
	return 0;
}

/* What the invitation that is answered, or the mail's game, leaves unsaid. */
static int
fill_wish(const struct errand *er, struct wish *w, struct refusal *why)
{
	const struct request *r = &er->request;

	if (!w->game)
		w->game = r->id ? r->game : er->m ? er->m->game.id : 0;
	if (!w->game)
		return refuse_form(why);
	if (r->id && r->game == w->game) {
		if (!w->seat)
			w->seat = r->seat;
		if (!request_open(r, clock_now()) && !er->player.id)
			return refuse(why, "invitation-used");
	}
	return 0;
}

static int
open_game(struct errand *er, int64_t game, struct match **m,
	struct refusal *why, struct err *e)
{
	int rc = errand_game(er, game, m, e);

	if (rc == 0) {
		refuse(why, "no-such-game");
		refusal_int(why, "number", (long)game);
	}
	return rc == 1 ? 0 : -1;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct wish w = { 0 };
	struct match *m;

	if (read_wish(args, &w, why) || fill_wish(er, &w, why))
		return -1;
	if (!er->player.id && people_enrol(er, "", why, e))
		return -1;
	if (!er->player.id)
		return refuse(why, "waits-for-keeper");
	if (open_game(er, w.game, &m, why, e))
		return -1;
	if (match_join(m, &w.seat, er->player.id, er->request.id, why, e)) {
		errand_give_back(er, m);
		return -1;
	}
	buf_printf(said, "%s %lld %s p%d", word_own(er, "command", "join"),
		(long long)w.game, texts_phrase(er->desk->house.texts,
		er->lang, "as"), w.seat);
	rights_gain(&er->rights, w.game, RIGHT_SEAT);
	return errand_take(er, m, w.seat, -1, e);
}

const struct command command_join = { "join", COMMAND_CONFIRM,
	RIGHT_CLUB, run, NULL };
