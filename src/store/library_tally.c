/* SPDX-License-Identifier: MIT */
#include "store/library_ask.h"
#include "store/library_own.h"

/* What goes with winning: seats of finished games in groups. */

const char *const library_by_word[BY_ALL] = {
	[BY_SEAT] = "seat",
	[BY_SEATS] = "seats",
	[BY_OPENING] = "opening",
	[BY_OPTION] = "option",
	[BY_CARD] = "card",
};

/* From a kind, what a seat is grouped by, and the seat; of cards there are the
 * sums. */
static const char *const source[BY_ALL] = {
	[BY_SEAT] = "SELECT kind, 'p' || seat AS what, game, seat FROM seats "
		    "JOIN games USING (game)",
	[BY_SEATS] = "SELECT kind, g.seats || ' seats, p' || seat AS what, "
		     "game, seat FROM seats JOIN games g USING (game)",
	[BY_OPENING] = "SELECT a.kind, a.words AS what, game, seat FROM seats "
		       "JOIN acts a ON a.act = opening",
	[BY_OPTION] = "SELECT kind, key || '=' || value || ', p' || seat AS "
		      "what, game, seat FROM seats JOIN games USING (game) "
		      "JOIN options USING (game)",
};

static void
write_sql(enum library_by by, struct buf *sql)
{
	if (by == BY_CARD)
		buf_str(sql,
		    "SELECT kind, card, seats, share, even, points FROM cards "
		    "WHERE ?1 IS NULL OR kind = ?1 ORDER BY kind, seats DESC, "
		    "card");
	else
		buf_printf(sql,
		    "SELECT w.kind, w.what, count(*), sum(s.share), sum(1.0 / "
		    "g.seats), sum(s.score) FROM (%s) w JOIN seats s ON s.game "
		    "= w.game AND s.seat = w.seat JOIN games g ON g.game = "
		    "w.game WHERE s.share IS NOT NULL AND (?1 IS NULL OR "
		    "w.kind = ?1) GROUP BY w.kind, w.what ORDER BY w.kind, "
		    "count(*) DESC, w.what",
		    source[by]);
}

int
library_tally(struct library *l, enum library_by by, const char *kind,
    void (*each)(void *arg, const struct library_tally *t), void *arg,
    struct err *e)
{
	struct buf sql = BUF_INIT;
	sqlite3_stmt *stmt = NULL;
	int rc;

	write_sql(by, &sql);
	rc = sqlite3_prepare_v2(l->db, buf_text(&sql), -1, &stmt, NULL);
	buf_release(&sql);
	if (rc != SQLITE_OK)
		return library_fail(l, "library", e);
	(void)sqlite3_bind_text(stmt, 1, kind, -1, SQLITE_STATIC);
	while ((rc = sqlite3_step(stmt)) == SQLITE_ROW)
		each(arg,
		    &(struct library_tally){
			.kind = (const char *)sqlite3_column_text(stmt, 0),
			.what = (const char *)sqlite3_column_text(stmt, 1),
			.seats = sqlite3_column_int64(stmt, 2),
			.won = sqlite3_column_double(stmt, 3),
			.even = sqlite3_column_double(stmt, 4),
			.points = sqlite3_column_double(stmt, 5) });
	rc = rc == SQLITE_DONE ? 0 : library_fail(l, "library", e);
	(void)sqlite3_finalize(stmt);
	return rc;
}
