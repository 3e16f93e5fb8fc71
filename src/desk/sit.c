/* SPDX-License-Identifier: MIT */

/* The game that a mail is about, and what its writer is there: a seat, the
 * moderator, an observer; on which board, and whether that is current. */

#include "base/mem.h"
#include "desk/identify.h"
#include "store/observer.h"
#include "text/texts.h"

int
errand_load(struct errand *er, int64_t id, struct err *e)
{
	int rc;

	if (er->player.id == id)
		return 0;
	if (er->player.id)
		player_release(&er->player);
	memset(&er->player, 0, sizeof er->player);
	rc = player_get(er->desk->house.db, id, &er->player, e);
	if (rc != 1) {
		er->player.id = 0;
		return rc < 0 ? -1 : err_set(e, ERR_CORRUPT,
			"there is no player %lld", (long long)id);
	}
	er->lang = er->player.lang;
	return 0;
}

void
errand_use_words(struct errand *er)
{
	const struct house *h = &er->desk->house;

	er->words = texts_names(h->texts, NULL, er->lang);
	er->game_words = er->m ?
		texts_names(h->texts, er->m->game.kind, er->lang) : NULL;
}

static void
remember_seen(struct errand *er)
{
	size_t size = er->m->kind->rules->position_size;

	free(er->seen);
	er->seen = NULL;
	if (!er->m->table)
		return;
	er->seen = mem_alloc(size);
	memcpy(er->seen, table_position(er->m->table), size);
}

/* Current: not lower than the board at which the seat's decision opened, nor
 * than its own last accepted move. Where nothing gives a board, only if
 * nothing has happened since the last mail to the seat. */
static void
judge_board(struct errand *er, int board)
{
	const struct seat *s = &er->m->seat[er->seat];

	er->board = board;
	if (!er->seat)
		er->current = false;
	else if (board < 0)
		er->current = s->told == er->m->game.board;
	else
		er->current = board >= s->decision && board >= s->moved &&
			board <= er->m->game.board;
}

/* `game 42`: what was done in the other game is finished there; its mails
 * go to every seat it concerns, the writer's too, for the answer is about
 * the last game. */
static int
leave_match(struct errand *er, struct err *e)
{
	struct match *m = er->m;

	if (errand_show_preview(er, e) || errand_end_turn(er, e))
		return -1;
	er->m = NULL;
	er->seat = 0;
	er->moderator = er->observer = false;
	er->moved = er->hold = er->previewing = er->queueing = false;
	er->left = 0;
	return match_finish(m, 0, e);
}

static int
own_seat(const struct errand *er, const struct match *m)
{
	for (int s = 1; s <= m->seats && er->player.id; s++)
		if (m->seat[s].player == er->player.id)
			return s;
	return 0;
}

/* Whether the player has business in the game without a seat. 1, 0. */
static int
may_look(const struct errand *er, const struct match *m, struct err *e)
{
	struct observer o;

	if (match_moderates(m, er->player.id))
		return 1;
	return er->player.id ? observer_find(er->desk->house.db, m->game.id,
		er->player.id, &o, e) : 0;
}

int
errand_take(struct errand *er, struct match *m, int seat, int board,
	struct err *e)
{
	if (er->m && er->m != m && leave_match(er, e)) {
		match_drop(m);
		return -1;
	}
	if (er->m && seat != er->seat && errand_show_preview(er, e))
		return -1;
	er->m = m;
	er->seat = seat;
	m->mid = er->msg.message_id;
	if (seat && errand_load(er, m->seat[seat].player, e))
		return -1;
	er->observer = !seat && !match_moderates(m, er->player.id);
	er->moderator = match_moderates(m, er->player.id);
	judge_board(er, board >= 0 ? board :
		rights_board(&er->rights, m->game.id, seat));
	remember_seen(er);
	errand_use_words(er);
	return 0;
}

int
errand_sit(struct errand *er, int64_t game, int seat, int board, struct err *e)
{
	struct match *m;
	int rc = 1;

	if (er->m && er->m->game.id == game) {
		m = er->m;
	} else {
		rc = match_open(&er->desk->house, game, &m, e);
		if (rc <= 0)
			return rc;
	}
	if (!seat)
		seat = own_seat(er, m);
	if (!seat)
		rc = may_look(er, m, e);
	else if (seat > m->seats || !m->seat[seat].player)
		rc = 0;
	if (rc != 1) {
		if (m != er->m)
			match_drop(m);
		return rc;
	}
	return errand_take(er, m, seat, board, e) ? -1 : 1;
}
