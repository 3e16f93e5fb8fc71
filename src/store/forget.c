/* SPDX-License-Identifier: MIT */
#include "store/forget.h"

#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "store/audit.h"
#include "store/digest.h"
#include "store/game.h"
#include "store/picture.h"
#include "store/sql.h"

struct forgetting {
	struct db *db;
	int64_t player;
	char number[24]; /* "#17" */
	/* owned: what they were called, and their addresses; longest first */
	char **name;
	int names;
	struct err *e;
};

/* A letter or digit of any script begins at p. */
static bool
is_letter(const char *p)
{
	size_t len = *p != '\0';

	while (len > 0 && (p[len] & 0xc0) == 0x80)
		len++;
	return len > 0 && *p != ' ' && utf8_plain(p, len, "");
}

/* The character that ends before p. */
static const char *
one_back(const char *text, const char *p)
{
	while (--p > text && (*p & 0xc0) == 0x80)
		;
	return p;
}

/* Addresses are the same in any case. */
static bool
is_here(const char *text, const char *p, const char *name, size_t len)
{
	if (len == 0 ||
	    (strchr(name, '@') != NULL ? strncasecmp(p, name, len) :
					 strncmp(p, name, len)) != 0)
		return false;
	return (p == text || !is_letter(one_back(text, p))) &&
	    !is_letter(p + len);
}

/* How long a line is that tells of a chain, whoever is called like its words;
 * 0: it is none. */
static size_t
anew_line(const char *p)
{
	static const char *const lines[] = { GAME_ANEW "restored",
		GAME_ANEW "forgotten", GAME_ANEW "imported",
		GAME_ANEW "rebuilt" };

	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if (strncmp(p, lines[i], strcspn(p, "\n")) == 0 && *p == '#' &&
		    strlen(lines[i]) == strcspn(p, "\n"))
			return strlen(lines[i]);
	return 0;
}

bool
forget_words(const char *text, const char *name, const char *instead,
    struct buf *out)
{
	size_t len = strlen(name);
	bool found = false;

	for (const char *p = text; *p != '\0';) {
		size_t ours = p == text || p[-1] == '\n' ? anew_line(p) : 0;

		buf_add(out, p, ours);
		p += ours;
		if (*p == '\0')
			break;
		if (is_here(text, p, name, len)) {
			buf_str(out, instead);
			p += len;
			found = true;
		} else {
			buf_char(out, *p++);
		}
	}
	return found;
}

/* Runs a statement with the player's number as $1. */
static int
with_player(struct forgetting *f, const char *text)
{
	return sql_do(f->db, f->e, text, INT(f->player));
}

static int
check_games(struct forgetting *f)
{
	int64_t game = 0;
	int got = sql_do(f->db, f->e,
	    "SELECT game.id FROM game LEFT JOIN seat ON seat.game = game.id "
	    "AND seat.player = $1 WHERE game.state IN (0, 1) AND (seat.player "
	    "IS NOT NULL OR game.moderator = $1) ORDER BY game.id LIMIT 1",
	    INT(f->player), TO(game));

	if (got > 0)
		return err_set(f->e, ERR_GIVEUP,
		    "game %lld is not over: give the seat to somebody else "
		    "first",
		    (long long)game);
	return got;
}

static void
add_name(struct forgetting *f, char *name)
{
	bool known = name == NULL || *name == '\0' ||
	    strcmp(name, f->number) == 0;
	int at = f->names;

	for (int i = 0; i < f->names && !known; i++)
		known = strcmp(f->name[i], name) == 0;
	if (known) {
		free(name);
		return;
	}
	f->name = mem_more(f->name, (size_t)f->names++, sizeof *f->name);
	for (; at > 0 && strlen(f->name[at - 1]) < strlen(name); at--)
		f->name[at] = f->name[at - 1];
	f->name[at] = name;
}

/* What they were called up to a `rename` of a seat that they have, or had when
 * it was given to somebody else after that. */
static int
collect_former(struct forgetting *f)
{
	static const char held[] = "held by ";
	struct sql q = sql_ask(f->db, f->e,
	    "SELECT derived FROM event WHERE actor < 0 AND (EXISTS (SELECT 1 "
	    "FROM seat WHERE seat.game = event.game AND seat.player = $1 AND "
	    "event.words = 'rename p' || seat.seat) OR EXISTS (SELECT 1 FROM "
	    "knowledge WHERE knowledge.game = event.game AND knowledge.player "
	    "= $1 AND event.words = 'rename p' || knowledge.seat))",
	    INT(f->player));

	while (sql_next(&q)) {
		char *text = sql_get_text(&q), *name = strstr(text, held);

		if (name != NULL) {
			name += strlen(held);
			add_name(f, mem_ndup(name, strcspn(name, "\n")));
		}
		free(text);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

/* All that they were called: on their row, and at tables. */
static int
collect_names(struct forgetting *f)
{
	struct sql q = sql_ask(f->db, f->e,
	    "SELECT name FROM player WHERE id = $1 UNION SELECT name FROM seat "
	    "WHERE player = $1",
	    INT(f->player));

	while (sql_next(&q))
		add_name(f, sql_get_text(&q));
	if (sql_end(&q) == 0)
		return err_set(f->e, ERR_GIVEUP, "there is no player %lld",
		    (long long)f->player);
	return q.rows < 0 ? -1 : collect_former(f);
}

/* Rows of two keys and a text: which changed, with what. */
struct change {
	int64_t a, b;
	char *text;
};
struct changes {
	struct change *at;
	int n;
};

static void
take_row(struct forgetting *f, struct changes *c, struct sql *q)
{
	int64_t a, b;
	char *text;
	bool changed = false;

	sql_read(q, TO(a), TO(b), TO(text));
	for (int i = 0; i < f->names && text != NULL; i++) {
		struct buf out = BUF_INIT;

		if (forget_words(text, f->name[i], f->number, &out)) {
			free(text);
			text = buf_steal(&out);
			changed = true;
		}
		buf_release(&out);
	}
	if (!changed) {
		free(text);
		return;
	}
	c->at = mem_more(c->at, (size_t)c->n, sizeof *c->at);
	c->at[c->n++] = (struct change){ a, b, text };
}

/* select gives two keys and a text for the player; update takes the text and
 * the keys. */
static int
reword(struct forgetting *f, const char *select, const char *update)
{
	struct changes c = { .n = 0 };
	struct sql q = sql_ask(f->db, f->e, select, INT(f->player));
	int rc;

	while (sql_next(&q))
		take_row(f, &c, &q);
	rc = sql_end(&q);
	for (int i = 0; i < c.n; i++) {
		if (rc >= 0)
			rc = sql_do(f->db, f->e, update, TEXT(c.at[i].text),
			    INT(c.at[i].a), INT(c.at[i].b));
		free(c.at[i].text);
	}
	free(c.at);
	return rc < 0 ? -1 : 0;
}

/* Those they have a seat in, or had one, or watch, or moderate, or where their
 * name is told below an act: they moderated, or held a seat. */
#define THEIR_GAMES \
	"(SELECT game FROM seat WHERE player = $1 " \
	"UNION SELECT game FROM knowledge WHERE player = $1 " \
	"UNION SELECT game FROM observer WHERE player = $1 " \
	"UNION SELECT id FROM game WHERE moderator = $1 " \
	"UNION SELECT game FROM event, player WHERE player.id = $1 " \
	"AND actor < 0 AND (instr(derived, " \
	"'by the moderator ' || name || ':') = 1 OR instr(derived, " \
	"'by the moderator ' || name || '\n') = 1 OR instr(derived, " \
	"'held by ' || name || '\n') = 1 OR instr(derived, " \
	"'\nheld by ' || name || '\n') > 0))"

/* A chain binds what was said, and by whom: where that goes, it goes too. Of a
 * game that goes on it begins anew, and its log and all mails since say so: the
 * heads that stand in kept mails prove nothing more, and accuse nobody. */
static int
forget_chains(struct forgetting *f)
{
	return with_player(f,
		   "UPDATE event SET chat = CASE WHEN chat = '' THEN "
		   "'" GAME_ANEW "forgotten' ELSE chat || '\n" GAME_ANEW
		   "forgotten' END WHERE (game, seq) IN (SELECT id, seq "
		   "FROM game WHERE (state = 1 OR (state = 3 AND final = 0)) "
		   "AND EXISTS (SELECT 1 FROM event AS one WHERE one.game = "
		   "game.id AND one.chain IS NOT NULL) AND id IN " THEIR_GAMES
		   ")") < 0 ||
		with_player(f,
		    "UPDATE game SET chains = chains + 1 WHERE (state = 1 OR "
		    "(state = 3 AND final = 0)) AND EXISTS (SELECT 1 FROM "
		    "event WHERE event.game = game.id AND event.chain IS NOT "
		    "NULL) AND id IN " THEIR_GAMES) < 0 ||
		with_player(f,
		    "UPDATE event SET chain = NULL WHERE chain IS NOT NULL AND "
		    "game IN " THEIR_GAMES) < 0 ||
		with_player(f,
		    "UPDATE game SET chain = NULL WHERE id IN " THEIR_GAMES) <
		    0 ?
	    -1 :
	    0;
}

static int
forget_words_of_games(struct forgetting *f)
{
	return reword(f,
		   "SELECT game, seq, chat FROM event WHERE chat <> '' AND "
		   "game IN " THEIR_GAMES,
		   "UPDATE event SET chat = $1 WHERE game = $2 AND seq = $3") ||
		/* What stood on a page under their name is gone. */
		with_player(f,
		    "UPDATE press SET text = '' WHERE id IN (SELECT press FROM "
		    "comment WHERE player = $1)") < 0 ||
		with_player(f,
		    "UPDATE comment SET withdrawn = 1, player = NULL WHERE "
		    "player = $1") < 0 ||
		reword(f,
		    "SELECT id, 0, text FROM press WHERE game IN " THEIR_GAMES,
		    "UPDATE press SET text = $1 WHERE id = $2 + $3") ||
		reword(f,
		    "SELECT id, 0, name FROM press WHERE game IN " THEIR_GAMES,
		    "UPDATE press SET name = $1 WHERE id = $2 + $3") ||
		reword(f,
		    "SELECT game, 0, title FROM terms WHERE title <> '' AND "
		    "game IN " THEIR_GAMES,
		    "UPDATE terms SET title = $1 WHERE game = $2 + $3") ||
		reword(f, "SELECT id, 0, what FROM audit WHERE $1 > 0",
		    "UPDATE audit SET what = $1 WHERE id = $2 + $3") ||
		reword(f, "SELECT id, 0, who FROM audit WHERE $1 > 0",
		    "UPDATE audit SET who = $1 WHERE id = $2 + $3") ||
		/* Last, for some of their games are known by it alone. */
		reword(f,
		    "SELECT game, seq, derived FROM event WHERE actor < 0 AND "
		    "derived <> '' AND game IN " THEIR_GAMES,
		    "UPDATE event SET derived = $1 WHERE game = $2 AND seq = "
		    "$3") ?
	    -1 :
	    0;
}

/* An address counts as a name: it stands in the audit, and in mails. */
static int
collect_addresses(struct forgetting *f)
{
	struct sql q = sql_ask(f->db, f->e,
	    "SELECT address FROM address WHERE player = $1", INT(f->player));

	while (sql_next(&q))
		add_name(f, sql_get_text(&q));
	return sql_end(&q) < 0 ? -1 : 0;
}

static int
drop_body(struct forgetting *f, int64_t inbox)
{
	return sql_do(f->db, f->e,
		   "UPDATE inbox SET sender = NULL WHERE id = $1",
		   INT(inbox)) ||
		sql_do(f->db, f->e, "DELETE FROM inbox_body WHERE inbox = $1",
		    INT(inbox)) ?
	    -1 :
	    0;
}

/* Mails that came and are done with, if one of the names is in them. Held
 * ones are, when nobody can confirm them any more. */
static int
drop_inbox(struct forgetting *f)
{
	struct changes c = { .n = 0 };
	struct sql q = sql_ask(f->db, f->e,
	    "SELECT inbox.id, 0, inbox_body.raw FROM inbox JOIN inbox_body ON "
	    "inbox_body.inbox = inbox.id WHERE (inbox.state IN (1, 2) OR "
	    "(inbox.state = 3 AND NOT EXISTS (SELECT 1 FROM hold WHERE "
	    "hold.inbox = inbox.id))) AND $1 > 0",
	    INT(f->player));
	int rc;

	while (sql_next(&q))
		take_row(f, &c, &q);
	rc = sql_end(&q);
	for (int i = 0; i < c.n; i++) {
		if (rc >= 0)
			rc = drop_body(f, c.at[i].a);
		free(c.at[i].text);
	}
	free(c.at);
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
		with_player(f,
		    "UPDATE seat SET entropy_mail = NULL WHERE entropy_mail IS "
		    "NOT NULL AND game IN " THEIR_GAMES) < 0 ||
		with_player(f,
		    "UPDATE ahead SET mails = '' WHERE mails <> '' AND game "
		    "IN " THEIR_GAMES) < 0 ?
	    -1 :
	    0;
}

static int
drop_mails(struct forgetting *f)
{
	return with_player(f,
		   "DELETE FROM outbox_body WHERE outbox IN (SELECT id FROM "
		   "outbox WHERE player = $1 OR rcpt IN (SELECT address FROM "
		   "address WHERE player = $1) "
		   /* Of a game that goes on they are still asked for. */
		   "OR (state <> 0 AND game IN (SELECT id FROM game WHERE "
		   "state IN (2, 3) AND id IN " THEIR_GAMES ")))") ||
		with_player(f,
		    "DELETE FROM attempt WHERE outbox IN (SELECT id FROM "
		    "outbox WHERE player = $1 OR rcpt IN (SELECT address FROM "
		    "address WHERE player = $1))") ||
		with_player(f,
		    "UPDATE inbox SET sender = NULL WHERE state <> 5 AND "
		    "sender IN (SELECT address FROM address WHERE player = "
		    "$1)") ||
		with_player(f,
		    "DELETE FROM outbox WHERE state = 0 AND (player = $1 OR "
		    "rcpt IN (SELECT address FROM address WHERE player = "
		    "$1))") ||
		with_player(f,
		    "UPDATE outbox SET rcpt = '', last_error = NULL WHERE "
		    "player = $1 OR rcpt IN (SELECT address FROM address WHERE "
		    "player = $1)") ||
		with_player(f,
		    "UPDATE inbox SET state = 2, sender = NULL WHERE state = 5 "
		    "AND sender IN (SELECT address FROM address WHERE player = "
		    "$1)") ||
		with_player(f,
		    "DELETE FROM hold WHERE player = $1 OR address IN (SELECT "
		    "address FROM address WHERE player = $1)") ||
		with_player(f,
		    "UPDATE event SET mid = NULL WHERE mid IS NOT NULL AND "
		    "game IN " THEIR_GAMES) ||
		drop_inbox(f) || drop_proofs(f) ||
		/* What is drawn has names in it. */
		picture_prune(f->db, INT64_MIN, f->e) ?
	    -1 :
	    0;
}

static int
drop_person(struct forgetting *f)
{
	if (with_player(f,
		"DELETE FROM request WHERE player = $1 OR address IN (SELECT "
		"address FROM address WHERE player = $1)") ||
	    digest_forget(f->db, f->player, f->e) ||
	    with_player(f, "DELETE FROM observer WHERE player = $1") ||
	    with_player(f,
		"DELETE FROM owed WHERE author = $1 OR player = $1") ||
	    with_player(f, "DELETE FROM address WHERE player = $1") ||
	    with_player(f,
		"UPDATE player SET tz = 'UTC', digest_due = 0, holder = holder "
		"+ 1 WHERE id = $1"))
		return -1;
	return sql_do(f->db, f->e, "UPDATE player SET name = $1 WHERE id = $2",
	    TEXT(f->number), INT(f->player));
}

/* The seats that they hold, and those that nobody took after them: a computer
 * player goes on under their name. */
static int
rename_seats(struct forgetting *f)
{
	return sql_do(f->db, f->e,
	    "UPDATE seat SET name = $1 WHERE player = $2 OR (player IS NULL "
	    "AND $2 = (SELECT player FROM knowledge WHERE knowledge.game = "
	    "seat.game AND knowledge.seat = seat.seat AND player IS NOT NULL "
	    "ORDER BY id DESC LIMIT 1))",
	    TEXT(f->number), INT(f->player));
}

static int
ask_archive(struct forgetting *f)
{
	return with_player(f,
	    "INSERT INTO archive_due (game, times) SELECT id, 1 FROM game "
	    "WHERE state IN (2, 3) AND seq > 0 AND id IN " THEIR_GAMES
	    " ON CONFLICT (game) DO UPDATE SET times = archive_due.times + 1");
}

int
forget_player(struct db *db, int64_t player, int64_t now, struct err *e)
{
	struct forgetting f = { .db = db, .player = player, .e = e };
	char what[64];
	int rc;

	(void)snprintf(f.number, sizeof f.number, "#%lld", (long long)player);
	(void)snprintf(what, sizeof what, "forget %lld", (long long)player);
	/* Which games are theirs is asked while their name is still in them. */
	rc = check_games(&f) || collect_names(&f) || collect_addresses(&f) ||
		ask_archive(&f) || drop_mails(&f) || forget_chains(&f) ||
		forget_words_of_games(&f) || rename_seats(&f) ||
		drop_person(&f) || audit_add(db, 0, "keeper", what, now, e) ?
	    -1 :
	    0;
	for (int i = 0; i < f.names; i++)
		free(f.name[i]);
	free(f.name);
	return rc;
}
