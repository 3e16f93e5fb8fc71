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

static struct visit
visit_of(const struct errand *er)
{
	return (struct visit){ er->m, er->seat, er->board, er->moderator,
		er->observer, er->current, er->seen, er->what, er->moved,
		er->hold, er->previewing, er->queueing, er->moved_turn,
		er->left };
}

static void
visit_again(struct errand *er, const struct visit *v)
{
	er->m = v->m;
	er->seat = v->seat;
	er->board = v->board;
	er->moderator = v->moderator;
	er->observer = v->observer;
	er->current = v->current;
	er->seen = v->seen;
	er->what = v->what;
	er->moved = v->moved;
	er->hold = v->hold;
	er->previewing = v->previewing;
	er->queueing = v->queueing;
	er->moved_turn = v->moved_turn;
	er->left = v->left;
}

/* The mail goes on about another game; what it previewed here is told now, in
 * the words of this one. */
static int
leave_match(struct errand *er, struct err *e)
{
	const struct visit none = { 0 };

	if (errand_show_preview(er, e))
		return -1;
	er->visit = mem_grow(er->visit, (size_t)er->n_visits + 1,
		sizeof *er->visit);
	er->visit[er->n_visits++] = visit_of(er);
	visit_again(er, &none);
	return 0;
}

static int
find_visit(const struct errand *er, int64_t game)
{
	for (int i = 0; i < er->n_visits; i++)
		if (er->visit[i].m->game.id == game)
			return i;
	return -1;
}

/* Takes it off the list, if it is there. */
static struct visit
take_visit(struct errand *er, const struct match *m)
{
	int i = find_visit(er, m->game.id);
	struct visit v = { 0 };

	if (i < 0)
		return v;
	v = er->visit[i];
	er->n_visits--;
	memmove(&er->visit[i], &er->visit[i + 1],
		(size_t)(er->n_visits - i) * sizeof v);
	return v;
}

int
errand_game(struct errand *er, int64_t game, struct match **m, struct err *e)
{
	int i = find_visit(er, game);

	if (er->m && er->m->game.id == game)
		*m = er->m;
	else if (i >= 0)
		*m = er->visit[i].m;
	else
		return match_open(&er->desk->house, game, m, e);
	return 1;
}

void
errand_give_back(struct errand *er, struct match *m)
{
	if (m && m != er->m && find_visit(er, m->game.id) < 0)
		match_drop(m);
}

/* What was refused, or waits, is of the last game; these were left before.
 * Who asked to see one of them is sent it, for the answer is about the last. */
int
errand_finish_left(struct errand *er, struct err *e)
{
	struct visit last = visit_of(er);
	bool refused = er->refused, moves = er->waiting.moves;
	int rc = 0;

	er->refused = er->waiting.moves = false;
	while (er->n_visits && rc == 0) {
		struct visit v = take_visit(er, er->visit[0].m);
		visit_again(er, &v);
		rc = errand_end_turn(er, e);
		if (er->what && !er->observer)
			happen(v.m, ON_REQUEST, er->seat);
		free(er->seen);
		er->seen = NULL;
		if (rc)
			match_drop(v.m);
		else
			rc = match_finish(v.m, 0, e);
	}
	visit_again(er, &last);
	er->refused = refused;
	er->waiting.moves = moves;
	return rc;
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

/* Back in a game that the mail has left, on the same seat: as if it had not
 * been away. */
static bool
comes_back(struct errand *er, struct match *m, int seat)
{
	struct visit v = take_visit(er, m);

	if (!v.m)
		return false;
	if (v.seat == seat) {
		visit_again(er, &v);
		return true;
	}
	free(v.seen);
	return false;
}

int
errand_take(struct errand *er, struct match *m, int seat, int board,
	struct err *e)
{
	if (er->m && er->m != m && leave_match(er, e)) {
		errand_give_back(er, m);
		return -1;
	}
	if (er->m && seat != er->seat && errand_show_preview(er, e))
		return -1;
	if (!comes_back(er, m, seat)) {
		er->m = m;
		er->seat = seat;
		m->mid = er->msg.message_id;
		judge_board(er, board >= 0 ? board :
			rights_board(&er->rights, m->game.id, seat));
		remember_seen(er);
	}
	if (seat && errand_load(er, m->seat[seat].player, e))
		return -1;
	er->observer = !seat && !match_moderates(m, er->player.id);
	er->moderator = match_moderates(m, er->player.id);
	errand_use_words(er);
	return 0;
}

int
errand_sit(struct errand *er, int64_t game, int seat, int board, struct err *e)
{
	struct match *m;
	int rc = errand_game(er, game, &m, e);

	if (rc <= 0)
		return rc;
	if (!seat)
		seat = own_seat(er, m);
	if (!seat)
		rc = may_look(er, m, e);
	else if (seat > m->seats || !m->seat[seat].player)
		rc = 0;
	if (rc != 1) {
		errand_give_back(er, m);
		return rc;
	}
	return errand_take(er, m, seat, board, e) ? -1 : 1;
}
