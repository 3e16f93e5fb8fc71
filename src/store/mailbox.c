/* SPDX-License-Identifier: MIT */
#include "store/mailbox.h"

#include "store/sql.h"

int
mailbox_read(struct db *db, struct mailbox *out, struct err *e)
{
	*out = (struct mailbox){ 0 };
	return sql_done(db, e, "SELECT works, fails, reason FROM mailbox",
	    TO(out->works), TO(out->fails), TO_ARRAY(out->reason));
}

int
mailbox_write(struct db *db, const struct mailbox *m, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE mailbox SET works = $1, fails = $2, reason = $3",
	    INT(m->works), INT(m->fails), TEXT(m->reason));
}
