/* SPDX-License-Identifier: MIT */

/* What somebody is told who has never played a game of this kind: how to begin,
 * in one line of a mail each. */

#include <cjson/cJSON.h>

#include "base/rng.h"
#include "base/tree.h"
#include "computer/level.h"
#include "game/reading.h"
#include "match/ahead.h"
#include "post/context.h"
#include "post/words.h"
#include "store/event.h"
#include "store/knowledge.h"
#include "store/seat.h"
#include "text/texts.h"

/* Longer words are left to the number: the line would not be one, and on a
 * narrow board an order would stand alone in it (doc/design.md 12.8). */
enum { WORDS_MAX = 36, WORDS_NARROW = 14, WIDE = 60 };

/* Whether they sit at such a table for the first time. Who was there when the
 * game was taken over from its log has moved before. */
static int
is_beginner(const struct match *m, int seat, struct err *e)
{
	struct db *db = m->club->db;
	int64_t game = m->game.id;
	int played = seat_has_played(db, m->seat[seat].player, m->game.kind,
		game, e),
	    taken, seq = 0;

	if (played)
		return played < 0 ? -1 : 0;
	taken = knowledge_left(db, game, seat, e);
	if (taken || event_last_of(db, game, seat, false, &seq, e))
		return taken > 0 ? 1 : -1;
	return seq == 0;
}

/* The first of the alternatives that the game's rules call a good first turn
 * and that is in the seat's list. */
static bool
as_the_rules_say(struct match *m, const struct reader *r, const char *line,
    struct buf *text, int *n)
{
	const struct texts *t = m->club->texts;
	const struct names *desk = texts_names(t, NULL, r->lang);
	const struct names *game = texts_names(t, m->game.kind, r->lang);
	struct buf one = BUF_INIT;
	bool found = false;

	while (!found && words_alternative(desk, game, &line, &one)) {
		struct refusal why = { 0 };
		struct move mv;

		found = reading_move(m->kind, table_position(m->table), r->seat,
			    desk, game, one.data, &mv, &why) == 0 &&
		    moves_find(m, r->seat, r->lang, &mv, text, n);
	}
	buf_release(&one);
	return found;
}

/* In the middle of a game: what its computer player would do. */
static bool
as_the_computer_does(struct match *m, const struct reader *r, struct buf *text,
    int *n)
{
	struct rng own;
	struct move mv;

	rng_init_number(&own, 1);
	return level_choose(LEVEL_GREEDY, m->kind, table_position(m->table),
		   r->seat, &own, &mv) == 0 &&
	    moves_find(m, r->seat, r->lang, &mv, text, n);
}

static int
add_turn(struct match *m, const struct reader *r, cJSON *out, struct err *e)
{
	struct buf line = BUF_INIT, text = BUF_INIT;
	size_t most = r->width < WIDE ? WORDS_NARROW : WORDS_MAX;
	int n = 0, rc = context_render(m, r, "first", out, &line, e);

	if (rc == 0 &&
	    (as_the_rules_say(m, r, buf_text(&line), &text, &n) ||
		as_the_computer_does(m, r, &text, &n))) {
		if (n)
			tree_add_int(out, "n", n);
		if (!n || text.len <= most)
			tree_add_str(out, "text", text.data);
	}
	buf_release(&line);
	buf_release(&text);
	return rc;
}

static int
add_tip(struct match *m, const struct reader *r, cJSON *out, struct err *e)
{
	struct buf tip = BUF_INIT;
	int rc = context_render(m, r, "tip", out, &tip, e);

	if (rc == 0)
		tree_add_str(out, "tip", buf_text(&tip));
	buf_release(&tip);
	return rc;
}

int
context_beginner(struct match *m, const struct reader *r, cJSON *context,
    struct err *e)
{
	int rc = is_beginner(m, r->seat, e);
	cJSON *o;

	if (rc <= 0)
		return rc;
	o = tree_object(context, "beginner");
	return add_turn(m, r, o, e) || add_tip(m, r, o, e) ? -1 : 0;
}
