/* SPDX-License-Identifier: MIT */
#include "store/mailbox.h"

#include "store/sql.h"

int
mailbox_read(struct db *db, struct mailbox *out, struct err *e)
{
	struct sql q;
	char *reason;
	int got;

	*out = (struct mailbox){ 0 };
	if (sql_open(db, &q, "SELECT works, fails, reason FROM mailbox",
	    e) != 0)
		return -1;
	got = sql_step(&q, e);
	if (got > 0) {
		out->works = sql_get_int(&q);
		out->fails = sql_get_int(&q);
		reason = sql_get_text(&q);
		(void)snprintf(out->reason, sizeof out->reason, "%s", reason);
		free(reason);
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}

int
mailbox_write(struct db *db, const struct mailbox *m, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE mailbox SET works = $1, fails = $2, "
	    "reason = $3", e) != 0)
		return -1;
	sql_int(&q, m->works);
	sql_int(&q, m->fails);
	sql_text(&q, m->reason);
	return sql_run(&q, e) < 0 ? -1 : 0;
}
