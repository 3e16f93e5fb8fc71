/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DESK_MEASURE_H
#define TESTS_DESK_MEASURE_H

/* What it costs to judge mails that lie in the inbox of a scene. */

#include "scene.h"

/* Of CPU, that this process has taken. */
double measure_seconds(void);
/* Judges the next `most` mails in one transaction: how many there were. Their
 * seconds are added to *took; a mail that is given up aborts. */
int measure_judging(struct scene *s, int most, double *took);
/* The number of a game's last event. */
int measure_events(struct scene *s, int64_t game);

#endif
