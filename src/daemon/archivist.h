/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_ARCHIVIST_H
#define DAEMON_ARCHIVIST_H

/*
 * Makes the pages of games that have ended, if the configuration names a
 * directory: one game at a time and between mails, so none waits for long.
 * What is to be done stands in the database (store/due.h), so a crash loses
 * nothing. A game that goes on after all loses its pages.
 */

#include "daemon/own.h"

/* 1: one was made, there may be more; 0: none is due; -1. */
int archivist_step(struct daemon *d, struct err *e);

#endif
