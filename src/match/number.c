/* SPDX-License-Identifier: MIT */

/* Board numbers, which count the events that all seats may know of, and where
 * those stand among the events of the log. */

#include "match/match.h"
#include "store/event.h"

/* Secret events share the number of the public one before them. */
int
match_seq_of(struct match *m, int number, struct err *e)
{
	int seq = 0;

	if (number < 1)
		return 0;
	/* As many events as boards: nothing was secret, no need to look. */
	if (m->game.seq == m->game.board)
		return number <= m->game.seq ? number : 0;
	return event_of_board(m->club->db, m->game.id, number, &seq, e) ? -1 :
									  seq;
}

int
match_last_own(struct match *m, int seat, struct err *e)
{
	struct db *db = m->club->db;
	int64_t game = m->game.id;
	int own = 0, other = 0, last = match_seq_of(m, m->game.board, e);

	if (last < 0 || event_last_of(db, game, seat, false, &own, e) ||
	    event_last_of(db, game, seat, true, &other, e))
		return -1;
	return (own < last ? own : other) + 1;
}

int
match_known(struct match *m, int seat, int board, struct err *e)
{
	struct seat *s = &m->seat[seat];
	int seq = match_seq_of(m, board, e);

	/* What others did in secret since is none of it. */
	if (seq >= 0 && s->told_seq >= seq)
		s->told_seq = m->game.seq;
	if (seq >= 0 && s->told == board)
		s->told = m->game.board;
	return seq < 0 ? -1 : 0;
}
