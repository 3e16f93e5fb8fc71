/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DESK_TROUBLE_H
#define TESTS_DESK_TROUBLE_H

/*
 * A world that fails. Before each act of a scene, it is tried in vain: once for
 * each way, told by who called whom, on which it comes to the database, to a
 * template or to the writing of a mail, and that no act before has failed on.
 * Each time the failure must come back whole, and the database be as it was;
 * what then follows must be as if nothing had happened.
 *
 * The program is linked with TROUBLE_WRAPS (tests/desk/local.mk).
 */

#include "scene.h"

void trouble_begin(struct scene *s);
/* The same without a scene: from here on the next new way fails, or each does,
 * as what passes if `late`; and whether one did. */
void trouble_start(bool late, bool all);
bool trouble_stop(void);

/* How many acts have failed; whatever was wrong has ended the program. */
int trouble_tried(void);

#endif
