/* SPDX-License-Identifier: MIT */

/* Which lines of a mail wait for its owner's word; held.c asks them. */

#include "desk/command.h"
#include "desk/judge.h"

/* The seat and the board that the lines are for. */
static void
hold_place(const struct job *j, struct hold *h)
{
	h->board = -1;
	if (j->at.m == NULL)
		return;
	h->game = j->at.m->game.id;
	h->seat = j->at.seat;
	h->turn = j->at.m->game.turn;
	if (j->at.current)
		h->board = j->at.board < 0 ? j->at.m->game.board : j->at.board;
	/* Somebody else's turn ends soon; their own may come first. */
	if (!j->at.seat || !(match_to_act(j->at.m) & SEAT_BIT(j->at.seat)))
		h->turn += j->at.m->seats;
}

/* Whether it is done in a game, and not to the player themselves. */
static bool
is_of_game(struct job *j, const struct meaning *m)
{
	enum { OF_GAME = COMMAND_SEAT | COMMAND_MODERATOR | COMMAND_LOOK };

	/* Who watches means the game that they watch. */
	if (j->at.observer && meaning_is(m, "unsubscribe"))
		return true;
	if (meaning_is(m, "deputize"))
		return !*m->args;
	return m->is != MEANS_COMMAND || m->command->flags & OF_GAME ||
	    job_needs(j, m) & (RIGHT_LOOK | RIGHT_SEAT | RIGHT_MODERATE);
}

/* The game of the lines below; -1: none, or one that they are to name. */
static void
write_game(int64_t game, struct pending *w)
{
	buf_str(&w->lines, "game");
	if (game > 0)
		buf_printf(&w->lines, " %lld", (long long)game);
	buf_char(&w->lines, '\n');
}

/* What was said above the line, and holds for it. */
static void
write_above(const struct job *j, struct pending *w)
{
	if (j->at.m != NULL && j->at.m->game.id != w->game)
		write_game(j->at.m->game.id, w);
	w->game = j->at.m != NULL ? j->at.m->game.id : 0;
	if (!w->tail)
		return;
	if (j->at.hold)
		buf_str(&w->lines, "hold\n");
	if (j->at.previewing)
		buf_str(&w->lines, "preview\n");
	else if (j->at.queueing)
		buf_str(&w->lines, "ahead\n");
}

void
job_wait(struct job *j, struct line *l, const struct meaning *m)
{
	struct pending *w = &j->waiting;
	unsigned need = job_needs(j, m);
	bool tail = w->tail;

	l->state = LINE_HELD;
	if (!w->any) {
		hold_place(j, &w->place);
		w->game = w->place.game;
	}
	w->any = true;
	w->moved |= job_has_moved(j, m);
	w->beyond |= !rights_allow(&j->who.rights, need,
	    j->at.m != NULL ? j->at.m->game.id : 0, j->at.seat);
	/* An account is nothing that the lines below depend on. */
	w->tail |= is_of_game(j, m) || need != RIGHT_OWNER ||
	    meaning_is(m, "takeover");
	w->asked |= m->is == MEANS_COMMAND && m->command->flags & COMMAND_ASKED;
	w->silence |= meaning_is(m, "unsubscribe") && !j->at.observer &&
	    !args_game(m->args);
	w->moves |= m->is == MEANS_MOVE || m->is == MEANS_NUMBER;
	w->owner |= need == RIGHT_OWNER;
	w->office |= meaning_gives_office(m);
	w->of_game |= is_of_game(j, m);
	if (!tail)
		write_above(j, w);
	else if (l->in != 0)
		write_game(l->in, w);
	buf_printf(&w->lines, "%s\n", l->text);
	if (l->block != NULL)
		buf_printf(&w->lines, "%s\nendpress\n", l->block);
}

void
job_wait_apart(struct job *j, const char *line)
{
	struct pending *w = &j->waiting;

	if (!w->any) {
		hold_place(j, &w->place);
		w->game = w->place.game;
	}
	w->any = w->beyond = true;
	buf_printf(&w->lines, "%s\n", line);
}

void
job_wait_all(struct job *j)
{
	for (int i = 0; i < j->n; i++) {
		struct line *l = &j->line[i];
		struct meaning m = meaning_of(j, l->text);

		if (m.is == MEANS_PROSE || job_signs(j, l, &m))
			l->state = LINE_UNREAD;
		else if (!l->passed_over)
			job_wait(j, l, &m);
	}
}
