/* SPDX-License-Identifier: MIT */
#include "store/lease.h"

#include "store/several.h"
#include "store/sql.h"

/* The moment is a whole second that has begun. */
static int64_t
lease_until(const struct several *now, int64_t seconds)
{
	return now->moment + 1 + seconds;
}

int
lease_take(struct db *db, struct outbox_row *rows, int n, int64_t seconds,
    struct err *e)
{
	struct several now;

	db_see(db, &now);
	for (int i = 0; i < n; i++) {
		if (sql_do(db, e,
			"UPDATE outbox SET claim = $1, leased = $2 WHERE id = "
			"$3",
			INT(now.number), INT(lease_until(&now, seconds)),
			INT(rows[i].id)) < 0)
			return -1;
		rows[i].claim = now.number;
	}
	return 0;
}

int
lease_renew(struct db *db, int64_t id, int64_t claim, int64_t seconds,
    struct err *e)
{
	struct several now;

	db_see(db, &now);
	return sql_do(db, e,
	    "UPDATE outbox SET leased = $1 WHERE id = $2 AND claim = $3 AND "
	    "state = 0 RETURNING id",
	    INT(lease_until(&now, seconds)), INT(id), INT(claim));
}

int
lease_end(struct db *db, int64_t id, int64_t claim, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE outbox SET leased = 0 WHERE id = $1 AND claim = $2 AND "
	    "state = 0 RETURNING id",
	    INT(id), INT(claim));
}
