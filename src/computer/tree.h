/* SPDX-License-Identifier: MIT */
#ifndef COMPUTER_TREE_H
#define COMPUTER_TREE_H

/*
 * What may come behind a move, as an information-set tree of one observer
 * (Cowling, Powley and Whitehouse, 2012): its nodes are moves, whatever was
 * hidden when they were made, so no seat in it answers what it cannot know. In
 * a node the seat that moves has arms: what it does as usual (playout.h), and
 * single moves. A node has them once it has been passed a few times, one more
 * each few times again: the best at once of each verb first (a family), then
 * the best of all others. Each seat takes the arm that brought most to itself,
 * or the one that was looked at too little to say so (UCB1); one that is not
 * legal on the board of the moment is passed over. Whole numbers alone are
 * reckoned with.
 */

#include "computer/playout.h"

struct tree {
	struct playout *p;
	struct tree_arm *arm; /* owned */
	int n;
	/* the arms that are taken from the root on, and by whom */
	int path[32], by[32], depth;
};

/* The node behind a move at the root. */
int tree_grow(struct tree *t);
void tree_release(struct tree *t);
/* Plays on from the board of p, on which the move of this node was just made in
 * turn `turn`, to the end of what is looked at: along the tree, which learns
 * from it, and then as usual. What each seat has then is in reward. */
void tree_play(struct tree *t, int node, int turn, int reward[SEATS_MAX + 1]);

#endif
