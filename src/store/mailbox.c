/* SPDX-License-Identifier: MIT */
#include "store/mailbox.h"

#include "store/sql.h"

int
mailbox_read(struct db *db, struct mailbox *out, struct err *e)
{
	*out = (struct mailbox){ 0 };
	return sql_done(db, e,
	    "SELECT works, fails, reason, failures, again FROM mailbox",
	    TO(out->works), TO(out->fails), TO_ARRAY(out->reason),
	    TO(out->failures), TO(out->again));
}

int
mailbox_write(struct db *db, const struct mailbox *m, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE mailbox SET works = $1, fails = $2, reason = $3, failures "
	    "= $4, again = $5",
	    INT(m->works), INT(m->fails), TEXT(m->reason), INT(m->failures),
	    INT(m->again));
}
