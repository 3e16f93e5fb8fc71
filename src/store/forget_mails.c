/* SPDX-License-Identifier: MIT */

/* The mails from and to who is forgotten, and those about their games. */

#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "store/forget_own.h"
#include "store/outgoing.h"
#include "store/picture.h"

static int
drop_body(struct forgetting *f, int64_t inbox)
{
	return sql_do(f->db, f->e,
		   "UPDATE inbox SET sender = NULL, state = CASE state WHEN 4 "
		   "THEN 2 ELSE state END WHERE id = $1",
		   INT(inbox)) ||
		sql_do(f->db, f->e, "DELETE FROM inbox_body WHERE inbox = $1",
		    INT(inbox)) ?
	    -1 :
	    0;
}

/* As it came, and as it reads. */
static bool
names_them(const struct forgetting *f, const struct buf *raw)
{
	struct buf text = BUF_INIT;
	char *whole;
	bool does;

	buf_add(&text, buf_text(raw), raw->len);
	f->reads(buf_text(raw), raw->len, &text);
	for (size_t i = 0; i < text.len; i++)
		if (text.data[i] == '\0')
			text.data[i] = '\n';
	whole = buf_steal(&text);
	does = forget_names(f, &whole);
	free(whole);
	return does;
}

/* Mails that came and are done with, if one of the names is in them. Held
 * ones are, when nobody can confirm them any more; those set aside, which are
 * ignored then, in any case. */
static int
drop_inbox(struct forgetting *f)
{
	struct sql q = sql_ask(f->db, f->e,
	    "SELECT inbox.id, inbox_body.raw FROM inbox JOIN inbox_body ON "
	    "inbox_body.inbox = inbox.id WHERE (inbox.state IN (1, 2, 4) OR "
	    "(inbox.state = 3 AND NOT EXISTS (SELECT 1 FROM hold WHERE "
	    "hold.inbox = inbox.id))) AND $1 > 0",
	    INT(f->player));
	int64_t *id = NULL;
	size_t n = 0;
	int rc;

	while (sql_next(&q)) {
		struct buf raw = BUF_INIT;
		int64_t inbox;

		sql_read(&q, TO(inbox), TO(raw));
		if (names_them(f, &raw)) {
			id = mem_more(id, n, sizeof *id);
			id[n++] = inbox;
		}
		buf_release(&raw);
	}
	rc = sql_end(&q);
	for (size_t i = 0; i < n && rc >= 0; i++)
		rc = drop_body(f, id[i]);
	free(id);
	return rc < 0 ? -1 : 0;
}

/* Whether the raw mail of that hash is kept still. 1, 0 */
static int
is_kept(struct forgetting *f, const char *sha256)
{
	uint8_t hash[HASH_SIZE];

	if (hash_unhex(sha256, strlen(sha256), hash, sizeof hash) != 0)
		return 0;
	return sql_do(f->db, f->e,
	    "SELECT inbox FROM inbox JOIN inbox_body ON inbox = inbox.id WHERE "
	    "sha256 = $1",
	    BLOB(hash, sizeof hash));
}

/* What names a mail of their games that is gone proves nothing any more, but
 * would lead to its Message-ID. */
static int
drop_proofs_of_events(struct forgetting *f)
{
	struct changes c = { .n = 0 };
	struct sql q = sql_ask(f->db, f->e,
	    "SELECT game, seq, mail FROM event WHERE mail IS NOT NULL AND game "
	    "IN " THEIR_GAMES,
	    INT(f->player));
	int rc;

	while (sql_next(&q)) {
		struct change row;

		sql_read(&q, TO(row.a), TO(row.b), TO(row.text));
		c.at = mem_more(c.at, (size_t)c.n, sizeof *c.at);
		c.at[c.n++] = row;
	}
	rc = sql_end(&q);
	for (int i = 0; i < c.n; i++) {
		if (rc >= 0 && (rc = is_kept(f, c.at[i].text)) == 0)
			rc = sql_do(f->db, f->e,
			    "UPDATE event SET mail = NULL WHERE game = $1 AND "
			    "seq = $2",
			    INT(c.at[i].a), INT(c.at[i].b));
		free(c.at[i].text);
	}
	free(c.at);
	return rc < 0 ? -1 : 0;
}

static int
drop_proofs(struct forgetting *f)
{
	return drop_proofs_of_events(f) ||
		forget_with(f,
		    "UPDATE seat SET entropy_mail = NULL WHERE entropy_mail IS "
		    "NOT NULL AND game IN " THEIR_GAMES) < 0 ||
		forget_with(f,
		    "UPDATE ahead SET mails = '' WHERE mails <> '' AND game "
		    "IN " THEIR_GAMES) < 0 ?
	    -1 :
	    0;
}

int
forget_mails(struct forgetting *f)
{
	return forget_with(f,
		   "DELETE FROM outbox_body WHERE outbox IN (SELECT id FROM "
		   "outbox WHERE player = $1 OR rcpt IN (SELECT address FROM "
		   "address WHERE player = $1) "
		   /* Of a game that goes on they are still asked for. */
		   "OR (state <> 0 AND game IN (SELECT id FROM game WHERE "
		   "state IN (2, 3) AND id IN " THEIR_GAMES ")))") ||
		forget_with(f,
		    "DELETE FROM attempt WHERE outbox IN (SELECT id FROM "
		    "outbox WHERE player = $1 OR rcpt IN (SELECT address FROM "
		    "address WHERE player = $1))") ||
		forget_with(f,
		    "UPDATE inbox SET sender = NULL WHERE state <> 5 AND "
		    "sender IN (SELECT address FROM address WHERE player = "
		    "$1)") ||
		forget_with(f,
		    "DELETE FROM outbox WHERE state = 0 AND (player = $1 OR "
		    "rcpt IN (SELECT address FROM address WHERE player = "
		    "$1))") ||
		outgoing_withdraw(f->db, f->e) ||
		forget_with(f,
		    "UPDATE outbox SET rcpt = '', last_error = NULL WHERE "
		    "player = $1 OR rcpt IN (SELECT address FROM address WHERE "
		    "player = $1)") ||
		forget_with(f,
		    "UPDATE inbox SET state = 2, sender = NULL WHERE state = 5 "
		    "AND sender IN (SELECT address FROM address WHERE player = "
		    "$1)") ||
		forget_with(f,
		    "DELETE FROM hold WHERE player = $1 OR address IN (SELECT "
		    "address FROM address WHERE player = $1)") ||
		forget_with(f,
		    "UPDATE event SET mid = NULL WHERE mid IS NOT NULL AND "
		    "game IN " THEIR_GAMES) ||
		drop_inbox(f) || drop_proofs(f) ||
		/* What is drawn has names in it. */
		picture_prune(f->db, INT64_MIN, f->e) ?
	    -1 :
	    0;
}
