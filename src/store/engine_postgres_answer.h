/* SPDX-License-Identifier: MIT */
#ifndef STORE_ENGINE_POSTGRES_ANSWER_H
#define STORE_ENGINE_POSTGRES_ANSWER_H

/*
 * Private to engine_postgres*.c: what is said to a server, and how long its
 * answer is waited for. A host that is gone is found out by the system, within
 * half a minute. One that is there and says nothing (a disk that hangs, a
 * process that is stopped) is given up by a daemon after four times its
 * patience, twelve seconds at least, since no lock is waited for longer than
 * ten: the connection is lost then, and what became of the statement is not
 * known. A tool waits for ever, as does a migration.
 */

#include "store/engine_postgres.h"

/* A connection to where, whatever its state. */
PGconn *postgres_dial(const char *where);
/* The last result of what was sent (of PQsend…: 0, it was not); NULL: none. */
PGresult *postgres_answer(const struct postgres *p, int sent);
/* As PQexec. */
PGresult *postgres_say(const struct postgres *p, const char *text);

#endif
