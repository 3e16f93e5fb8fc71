/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/mem.h"
#include "store/audit.h"
#include "store/digest.h"
#include "store/forget_own.h"
#include "store/game.h"
#include "store/sql.h"

int
forget_with(struct forgetting *f, const char *text)
{
	return sql_do(f->db, f->e, text, INT(f->key));
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

/* Whose a `rename` was: as often as the seat was given to somebody else after
 * it, so many left it after them, and its holder of now came then. Who left a
 * seat here is known (store/knowledge.h), the last first; who did where
 * the game was before it was taken over is not. */
#define SEATS_SINCE \
	"(SELECT 0 WHERE seat.player = $1 UNION ALL SELECT (CASE WHEN " \
	"seat.player IS NULL THEN 0 ELSE 1 END) + (SELECT count(*) FROM " \
	"knowledge AS next WHERE next.game = had.game AND next.seat = " \
	"had.seat " \
	"AND next.player IS NOT NULL AND next.id > had.id) FROM knowledge AS " \
	"had WHERE had.game = seat.game AND had.seat = seat.seat AND " \
	"had.player = $1)"

/* What seats are called at a table that is not to know who is who is nobody's
 * name; nor is, once it knows, what each was called until its first `rename`.
 */
#define NAMES_HIDDEN \
	"EXISTS (SELECT 1 FROM terms WHERE terms.game = seat.game AND " \
	"terms.anonymous = 1)"
#define NAME_INVENTED \
	"(EXISTS (SELECT 1 FROM terms WHERE terms.game = seat.game AND " \
	"terms.anonymous <> 0) AND NOT EXISTS (SELECT 1 FROM event AS " \
	"earlier " \
	"WHERE earlier.game = event.game AND earlier.seq < event.seq AND " \
	"earlier.actor < 0 AND earlier.words = event.words))"

/* What they were called up to each `rename` of a seat while it was theirs. */
static int
collect_former(struct forgetting *f)
{
	static const char held[] = "held by ";
	struct sql q = sql_ask(f->db, f->e,
	    "SELECT derived FROM event JOIN seat ON seat.game = event.game AND "
	    "event.words = 'rename p' || seat.seat WHERE actor < 0 AND "
	    "event.game IN (SELECT game FROM seat WHERE player = $1 UNION "
	    "SELECT game FROM knowledge WHERE player = $1) AND "
	    "NOT " NAME_INVENTED " AND (SELECT "
	    "count(*) FROM event AS given WHERE given.game = event.game AND "
	    "given.seq > event.seq AND given.actor < 0 AND given.words = "
	    "'replace p' || seat.seat) IN " SEATS_SINCE,
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
	    "WHERE player = $1 AND NOT " NAMES_HIDDEN,
	    INT(f->player));

	while (sql_next(&q))
		add_name(f, sql_get_text(&q));
	if (sql_end(&q) == 0)
		return err_set(f->e, ERR_GIVEUP, "there is no player %lld",
		    (long long)f->player);
	return q.rows < 0 ? -1 : collect_former(f);
}

/* Elsewhere, of what is told below an act, the reason alone: whoever did it, or
 * held a seat, may be called as they were. */
static bool
without_name(const struct forgetting *f, const char *text, const char *name,
    struct buf *out)
{
	static const char by[] = "by the ";
	bool changed = false;

	if (!f->reasons)
		return forget_words(text, name, f->number, out);
	while (*text != '\0') {
		size_t n = strcspn(text, "\n"), kept = n;
		const char *why = strstr(text, ": ");
		char *rest;

		if (strncmp(text, by, strlen(by)) == 0 && why != NULL &&
		    why < text + n)
			kept = (size_t)(why - text);
		rest = mem_ndup(text + kept, n - kept);
		buf_add(out, text, kept);
		changed |= forget_words(rest, name, f->number, out);
		free(rest);
		buf_add(out, text + n, text[n] == '\n');
		text += n + (text[n] == '\n');
	}
	return changed;
}

bool
forget_names(const struct forgetting *f, char **text)
{
	bool changed = false;

	for (int i = 0; i < f->names && *text != NULL; i++) {
		struct buf out = BUF_INIT;

		if (without_name(f, *text, f->name[i], &out)) {
			free(*text);
			*text = buf_steal(&out);
			changed = true;
		}
		buf_release(&out);
	}
	return changed;
}

/* Of a row of two keys and a text, if a name of theirs is in it, what it
 * becomes. */
static void
take_row(struct forgetting *f, struct changes *c, struct sql *q)
{
	int64_t a, b;
	char *text;

	sql_read(q, TO(a), TO(b), TO(text));
	if (!forget_names(f, &text)) {
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
	struct sql q = sql_ask(f->db, f->e, select, INT(f->key));
	int rc;

	while (sql_next(&q))
		take_row(f, &c, &q);
	rc = sql_end(&q);
	f->changed += c.n;
	for (int i = 0; i < c.n; i++) {
		if (rc >= 0)
			rc = sql_do(f->db, f->e, update, TEXT(c.at[i].text),
			    INT(c.at[i].a), INT(c.at[i].b));
		free(c.at[i].text);
	}
	free(c.at);
	return rc < 0 ? -1 : 0;
}

#define ONE_GAME "($1)"
#define GAMES(f, head, tail) \
	((f)->elsewhere ? head ONE_GAME tail : head THEIR_GAMES tail)

/* A chain binds what was said, and by whom: where that goes, it goes too. Of a
 * game that goes on it begins anew, and its log and all mails since say so: the
 * heads that stand in kept mails prove nothing more, and accuse nobody. */
static int
forget_chains(struct forgetting *f)
{
	return forget_with(f,
		   GAMES(f,
		       "UPDATE event SET chat = CASE WHEN chat = '' THEN "
		       "'" GAME_ANEW "forgotten' ELSE chat || '\n" GAME_ANEW
		       "forgotten' END WHERE (game, seq) IN (SELECT id, seq "
		       "FROM game WHERE (state = 1 OR (state = 3 AND final = "
		       "0)) AND EXISTS (SELECT 1 FROM event AS one WHERE "
		       "one.game = game.id AND one.chain IS NOT NULL) AND id "
		       "IN ",
		       ")")) < 0 ||
		forget_with(f,
		    GAMES(f,
			"UPDATE game SET chains = chains + 1 WHERE (state = 1 "
			"OR (state = 3 AND final = 0)) AND EXISTS (SELECT 1 "
			"FROM event WHERE event.game = game.id AND event.chain "
			"IS NOT NULL) AND id IN ",
			"")) < 0 ||
		forget_with(f,
		    GAMES(f,
			"UPDATE event SET chain = NULL WHERE chain IS NOT NULL "
			"AND game IN ",
			"")) < 0 ||
		forget_with(f,
		    GAMES(f, "UPDATE game SET chain = NULL WHERE id IN ", "")) <
		    0 ?
	    -1 :
	    0;
}

/* And comments of the log, also those above the first event. */
static int
forget_chat(struct forgetting *f)
{
	return reword(f,
		   GAMES(f,
		       "SELECT game, seq, chat FROM event WHERE chat <> '' AND "
		       "game IN ",
		       ""),
		   "UPDATE event SET chat = $1 WHERE game = $2 AND seq = "
		   "$3") ||
		reword(f,
		    GAMES(f,
			"SELECT id, 0, anew FROM game WHERE anew <> '' "
			"AND id IN ",
			""),
		    "UPDATE game SET anew = $1 WHERE id = $2 + $3") ?
	    -1 :
	    0;
}

/* What was written beside the log. */
static int
forget_letters(struct forgetting *f)
{
	return reword(f,
		   GAMES(f, "SELECT id, 0, text FROM press WHERE game IN ", ""),
		   "UPDATE press SET text = $1 WHERE id = $2 + $3") ||
		reword(f,
		    GAMES(f,
			"SELECT game, 0, title FROM terms WHERE title <> '' "
			"AND game IN ",
			""),
		    "UPDATE terms SET title = $1 WHERE game = $2 + $3") ?
	    -1 :
	    0;
}

static int
forget_acts(struct forgetting *f)
{
	int rc;

	f->reasons = f->elsewhere;
	rc = reword(f,
	    GAMES(f,
		"SELECT game, seq, derived FROM event WHERE actor < 0 AND "
		"derived <> '' AND game IN ",
		""),
	    "UPDATE event SET derived = $1 WHERE game = $2 AND seq = $3");
	f->reasons = false;
	return rc;
}

static int
forget_words_of_games(struct forgetting *f)
{
	return forget_chat(f) ||
		/* What stood on a page under their name is gone. */
		forget_with(f,
		    "UPDATE press SET text = '' WHERE id IN (SELECT press FROM "
		    "comment WHERE player = $1)") < 0 ||
		forget_with(f,
		    "UPDATE comment SET withdrawn = 1, player = NULL WHERE "
		    "player = $1") < 0 ||
		forget_letters(f) ||
		reword(f,
		    "SELECT id, 0, name FROM press WHERE game IN " THEIR_GAMES,
		    "UPDATE press SET name = $1 WHERE id = $2 + $3") ||
		reword(f, "SELECT id, 0, what FROM audit WHERE $1 > 0",
		    "UPDATE audit SET what = $1 WHERE id = $2 + $3") ||
		reword(f, "SELECT id, 0, who FROM audit WHERE $1 > 0",
		    "UPDATE audit SET who = $1 WHERE id = $2 + $3") ||
		/* Last, for some of their games are known by it alone. */
		forget_acts(f) ?
	    -1 :
	    0;
}

/* The games in which others named them, and had no part with them. */
struct elsewhere {
	int64_t *game;
	int n;
};

static int
see_named(struct forgetting *f, const char *select, struct elsewhere *w)
{
	struct sql q = sql_ask(f->db, f->e, select, INT(f->player));

	while (sql_next(&q)) {
		int64_t game;
		char *text;
		bool known = false;

		sql_read(&q, TO(game), TO(text));
		for (int i = 0; i < w->n && !known; i++)
			known = w->game[i] == game;
		if (!known && forget_names(f, &text)) {
			w->game = mem_more(w->game, (size_t)w->n,
			    sizeof *w->game);
			w->game[w->n++] = game;
		}
		free(text);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

static int
find_elsewhere(struct forgetting *f, struct elsewhere *w)
{
	int rc = see_named(f,
		     "SELECT game, chat FROM event WHERE chat <> '' AND game "
		     "NOT IN " THEIR_GAMES,
		     w) ||
		see_named(f,
		    "SELECT id, anew FROM game WHERE anew <> '' AND id "
		    "NOT IN " THEIR_GAMES,
		    w) ||
		see_named(f,
		    "SELECT game, text FROM press WHERE game NOT "
		    "IN " THEIR_GAMES,
		    w) ||
		see_named(f,
		    "SELECT game, title FROM terms WHERE title <> '' AND game "
		    "NOT IN " THEIR_GAMES,
		    w) ?
	    -1 :
	    0;

	f->reasons = true;
	if (rc == 0)
		rc = see_named(f,
		    "SELECT game, derived FROM event WHERE actor < 0 AND "
		    "derived <> '' AND game NOT IN " THEIR_GAMES,
		    w);
	f->reasons = false;
	return rc;
}

/* What somebody of that table is called stays: it is meant for them. */
static int
drop_borne(struct forgetting *f)
{
	struct sql q = sql_ask(f->db, f->e,
	    "SELECT name FROM seat WHERE game = $1 UNION SELECT player.name "
	    "FROM player JOIN game ON game.moderator = player.id WHERE game.id "
	    "= $1 UNION SELECT player.name FROM player JOIN knowledge ON "
	    "knowledge.player = player.id WHERE knowledge.game = $1 UNION "
	    "SELECT player.name FROM player JOIN observer ON observer.player = "
	    "player.id WHERE observer.game = $1",
	    INT(f->key));

	while (sql_next(&q)) {
		char *name = sql_get_text(&q);

		for (int i = f->names; i-- > 0;) {
			struct buf out = BUF_INIT;

			if (forget_words(name, f->name[i], "", &out)) {
				memmove(f->name + i, f->name + i + 1,
				    (size_t)(f->names - i - 1) *
					sizeof *f->name);
				f->names--;
			}
			buf_release(&out);
		}
		free(name);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

/* In a game that is none of theirs, by its key. */
static int
forget_in(struct forgetting *f)
{
	int rc = forget_chat(f) || forget_acts(f) ? -1 : 0;

	if (rc == 0 && f->changed > 0)
		rc = forget_chains(f);
	if (rc == 0)
		rc = forget_letters(f);
	if (rc != 0 || f->changed == 0)
		return rc;
	return forget_with(f,
		   "DELETE FROM outbox_body WHERE outbox IN (SELECT id FROM "
		   "outbox WHERE state <> 0 AND game IN (SELECT id FROM game "
		   "WHERE state IN (2, 3) AND id = $1))") < 0 ||
		forget_with(f,
		    "INSERT INTO archive_due (game, times) SELECT id, 1 FROM "
		    "game WHERE state IN (2, 3) AND seq > 0 AND id = $1 ON "
		    "CONFLICT (game) DO UPDATE SET times = archive_due.times + "
		    "1") < 0 ?
	    -1 :
	    0;
}

static int
forget_elsewhere(struct forgetting *f)
{
	struct elsewhere w = { .n = 0 };
	int rc = find_elsewhere(f, &w);

	for (int i = 0; i < w.n && rc == 0; i++) {
		struct forgetting one = *f;
		size_t size = (size_t)f->names * sizeof *f->name;

		one.elsewhere = true;
		one.key = w.game[i];
		one.name = mem_alloc(size);
		memcpy(one.name, f->name, size);
		rc = drop_borne(&one);
		if (rc == 0)
			rc = forget_in(&one);
		free(one.name);
	}
	free(w.game);
	return rc;
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
drop_person(struct forgetting *f)
{
	if (forget_with(f,
		"DELETE FROM request WHERE player = $1 OR address IN (SELECT "
		"address FROM address WHERE player = $1)") ||
	    digest_forget(f->db, f->player, f->e) ||
	    forget_with(f, "DELETE FROM observer WHERE player = $1") ||
	    forget_with(f,
		"UPDATE terms SET deputy = NULL WHERE deputy = $1") ||
	    forget_with(f,
		"DELETE FROM owed WHERE author = $1 OR player = $1") ||
	    forget_with(f, "DELETE FROM address WHERE player = $1") ||
	    forget_with(f,
		"UPDATE player SET tz = 'UTC', digest_due = 0, holder = holder "
		"+ 1 WHERE id = $1"))
		return -1;
	return sql_do(f->db, f->e, "UPDATE player SET name = $1 WHERE id = $2",
	    TEXT(f->number), INT(f->player));
}

/* The seats that they hold, and those that nobody took after them: a computer
 * player goes on under their name. Where names are hidden it is none of theirs,
 * and to change it would tell whose it was. */
static int
rename_seats(struct forgetting *f)
{
	return sql_do(f->db, f->e,
	    "UPDATE seat SET name = $1 WHERE (player = $2 OR (player IS NULL "
	    "AND $2 = (SELECT player FROM knowledge WHERE knowledge.game = "
	    "seat.game AND knowledge.seat = seat.seat AND player IS NOT NULL "
	    "ORDER BY id DESC LIMIT 1))) AND NOT " NAMES_HIDDEN,
	    TEXT(f->number), INT(f->player));
}

static int
ask_archive(struct forgetting *f)
{
	return forget_with(f,
	    "INSERT INTO archive_due (game, times) SELECT id, 1 FROM game "
	    "WHERE state IN (2, 3) AND seq > 0 AND id IN " THEIR_GAMES
	    " ON CONFLICT (game) DO UPDATE SET times = archive_due.times + 1");
}

int
forget_player(struct db *db, int64_t player, int64_t now, forget_reads *reads,
    struct err *e)
{
	struct forgetting f = { .db = db,
		.key = player,
		.player = player,
		.reads = reads,
		.e = e };
	char what[64];
	int rc;

	(void)snprintf(f.number, sizeof f.number, "#%lld", (long long)player);
	(void)snprintf(what, sizeof what, "forget %lld", (long long)player);
	/* Which games are theirs is asked while their name is still in them. */
	rc = check_games(&f) || collect_names(&f) || collect_addresses(&f) ||
		forget_elsewhere(&f) || ask_archive(&f) || forget_mails(&f) ||
		forget_chains(&f) || forget_words_of_games(&f) ||
		rename_seats(&f) || drop_person(&f) ||
		audit_add(db, 0, "keeper", what, now, e) ?
	    -1 :
	    0;
	for (int i = 0; i < f.names; i++)
		free(f.name[i]);
	free(f.name);
	return rc;
}
