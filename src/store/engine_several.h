/* SPDX-License-Identifier: MIT */
#ifndef STORE_ENGINE_SEVERAL_H
#define STORE_ENGINE_SEVERAL_H

/* What an engine does that lets several daemons work (store/several.h), beside
 * store/engine.h. */

#include "store/engine.h"
#include "store/several.h"

struct engine_several {
	int (*lead)(struct db *db, struct err *e); /* as db_lead */
	void (*see)(const struct db *db, struct several *out);
	void (*alive)(struct db *db); /* as db_alive */
};

#endif
