/* SPDX-License-Identifier: MIT */

/* Which lines of a mail wait for its owner's word; held.c asks him. */

#include "desk/judge.h"

/* The seat and the board that the lines are for. */
static void
hold_place(const struct errand *er, struct hold *h)
{
	h->board = -1;
	if (!er->m)
		return;
	h->game = er->m->game.id;
	h->seat = er->seat;
	h->turn = er->m->game.turn;
	if (er->current)
		h->board = er->board < 0 ? er->m->game.board : er->board;
	/* Somebody else's turn ends soon; his own may come first. */
	if (!er->seat || !(match_to_act(er->m) & SEAT_BIT(er->seat)))
		h->turn += er->m->seats;
}

/* Whether it is done in a game, and not to the player himself. */
static bool
is_of_game(struct errand *er, const struct meaning *m)
{
	enum { OF_GAME = COMMAND_SEAT | COMMAND_MODERATOR | COMMAND_LOOK };

	return m->is != MEANS_COMMAND || m->command->flags & OF_GAME ||
		errand_needs(er, m) & (RIGHT_LOOK | RIGHT_SEAT |
		RIGHT_MODERATE);
}

/* What was said above the line, and holds for it. */
static void
write_above(const struct errand *er, struct pending *w)
{
	if (er->m && er->m->game.id != w->game)
		buf_printf(&w->lines, "game %lld\n",
			(long long)er->m->game.id);
	w->game = er->m ? er->m->game.id : 0;
	if (!w->tail)
		return;
	if (er->hold)
		buf_str(&w->lines, "hold\n");
	if (er->previewing)
		buf_str(&w->lines, "preview\n");
	else if (er->queueing)
		buf_str(&w->lines, "ahead\n");
}

void
errand_wait(struct errand *er, struct line *l, const struct meaning *m)
{
	struct pending *w = &er->waiting;
	unsigned need = errand_needs(er, m);
	bool tail = w->tail;

	l->state = LINE_HELD;
	if (!w->any)
		hold_place(er, &w->place);
	if (!w->any)
		w->game = w->place.game;
	w->any = true;
	w->moved |= errand_has_moved(er, m);
	w->beyond |= !rights_allow(&er->rights, need, er->m ?
		er->m->game.id : 0, er->seat);
	/* An account is nothing that the lines below depend on. */
	w->tail |= is_of_game(er, m) || need != RIGHT_OWNER ||
		meaning_is(m, "takeover");
	w->moves |= m->is == MEANS_MOVE || m->is == MEANS_NUMBER;
	w->owner |= need == RIGHT_OWNER;
	w->of_game |= is_of_game(er, m);
	if (!tail)
		write_above(er, w);
	buf_printf(&w->lines, "%s\n", l->text);
	if (l->block)
		buf_printf(&w->lines, "%s\nendpress\n", l->block);
}

void
errand_wait_all(struct errand *er)
{
	for (int i = 0; i < er->n; i++) {
		struct meaning m;

		meaning_of(er, er->line[i].text, &m);
		buf_release(&m.candidates);
		if (m.is != MEANS_PROSE && !er->line[i].passed_over)
			errand_wait(er, &er->line[i], &m);
	}
}
