/* SPDX-License-Identifier: MIT */
#include "store/mailbox.h"

#include "store/sql.h"

int
mailbox_read(struct db *db, struct mailbox *out, struct err *e)
{
	struct sql q = sql_ask(db, e, "SELECT works, fails, reason "
	    "FROM mailbox");
	char *reason;

	*out = (struct mailbox){ 0 };
	if (sql_next(&q)) {
		out->works = sql_get_int(&q);
		out->fails = sql_get_int(&q);
		reason = sql_get_text(&q);
		(void)snprintf(out->reason, sizeof out->reason, "%s", reason);
		free(reason);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
mailbox_write(struct db *db, const struct mailbox *m, struct err *e)
{
	return sql_do(db, e, "UPDATE mailbox SET works = $1, fails = $2, "
	    "reason = $3", INT(m->works), INT(m->fails), TEXT(m->reason));
}
