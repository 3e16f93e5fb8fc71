/* SPDX-License-Identifier: MIT */
#include "store/mailbox.h"

#include "store/sql.h"

int
mailbox_read(struct db *db, const char *name, struct mailbox *out,
    struct err *e)
{
	*out = (struct mailbox){ 0 };
	return sql_do(db, e,
		   "SELECT works, fails, reason, failures, again FROM mailbox "
		   "WHERE name = $1",
		   TEXT(name), TO(out->works), TO(out->fails),
		   TO_ARRAY(out->reason), TO(out->failures),
		   TO(out->again)) < 0 ?
	    -1 :
	    0;
}

int
mailbox_write(struct db *db, const char *name, const struct mailbox *m,
    struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO mailbox (\"only\", works, fails, reason, failures, "
	    "again, name) SELECT coalesce(max(\"only\"), 0) + 1, $1, $2, $3, "
	    "$4, "
	    "$5, $6 FROM mailbox WHERE 1 = 1 ON CONFLICT (name) DO UPDATE SET "
	    "works = excluded.works, fails = excluded.fails, reason = "
	    "excluded.reason, failures = excluded.failures, again = "
	    "excluded.again",
	    INT(m->works), INT(m->fails), TEXT(m->reason), INT(m->failures),
	    INT(m->again), TEXT(name));
}

int
mailbox_prune(struct db *db, const char *names, struct err *e)
{
	return sql_done(db, e,
	    "DELETE FROM mailbox WHERE instr($1, $2 || name || $2) = 0",
	    TEXT(names), TEXT("\n"));
}
