/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "clock/clocks.h"
#include "clock/deadline.h"
#include "desk/desk.h"
#include "desk/judge.h"
#include "identity/identity.h"
#include "mail/fault.h"
#include "mail/quoting.h"
#include "match/ahead.h"
#include "match/match.h"
#include "match/order.h"
#include "post/digest.h"
#include "store/again.h"
#include "store/event.h"
#include "store/inbox.h"
#include "store/leftover.h"
#include "store/outbox.h"
#include "tests/world/command.h"
#include "tests/world/world.h"

enum plant_id {
	MARK_LOST,
	QUIT_BELIEVED,
	TURN_UNTOLD,
	DOT_BELIEVED,
	JUDGED_TWICE,
	COPY_OBEYED,
	MAIL_LOST,
	OTHER_SEAT,
	TOKEN_UNREAD,
	CLOCK_EARLY,
	CLOCK_LATE,
	REMINDED_TWICE,
	SEEN_NOT_MOVED,
	UNSYNCED,
	QUEUE_STUCK,
	SLIPS,
	PROGRAM_ANSWERED,
	EVENT_LOST,
	GREYLIST_REFUSES,
	STONE_IN_INBOX,
	STONE_IN_MAILBOX,
	OUTAGE_FOR_EVER,
	ENVELOPE_COUNTS,
	HIDDEN_TOLD,
	TIMES_TELL,
	FILE_LEFT,
	EARLY_LOST,
	EARLY_JUDGED,
	AHEAD_ELSEWHERE,
	DIGEST_WRONG,
	DIGEST_LOST,
	STOP_LATE,
	CLOCK_AHEAD,
	FOOTER_READ,
};

static const struct plant plants[] = {
	[MARK_LOST] = { "mark-lost",
	    "now and then it is not marked that a mail was sent", 10, 1,
	    PAIR_NONE },
	[QUIT_BELIEVED] = { "quit-believed",
	    "the reply to QUIT counts as the reply to the mail before", 10, 3,
	    PAIR_NONE },
	[TURN_UNTOLD] = { "turn-untold",
	    "now and then a mail counts as sent, and nobody sends it", 10, 4,
	    PAIR_NONE },
	[DOT_BELIEVED] = { "dot-believed",
	    "a mail counts as sent if nothing is heard after its dot", 10, 8,
	    PAIR_NONE },
	[JUDGED_TWICE] = { "judged-twice",
	    "now and then it is not marked that a mail was judged", 10, 1,
	    PAIR_NONE },
	[COPY_OBEYED] = { "copy-obeyed",
	    "a mail that comes again is another mail", 10, 7, PAIR_NONE },
	[MAIL_LOST] = { "mail-lost",
	    "now and then a mail is moved away that was not stored", 10, 3,
	    PAIR_NONE },
	[OTHER_SEAT] = { "other-seat",
	    "now and then a token is taken for another seat's", 10, 1,
	    PAIR_NONE },
	[TOKEN_UNREAD] = { "token-unread", "any token is good", 10, 8,
	    PAIR_NONE },
	[CLOCK_EARLY] = { "clock-early",
	    "the clock ends a turn a minute before it was said", 10, 2,
	    PAIR_NONE },
	[CLOCK_LATE] = { "clock-late",
	    "the clock ends a turn five minutes after it was said", 10, 2,
	    PAIR_NONE },
	[REMINDED_TWICE] = { "reminded-twice",
	    "a reminder that was sent is due again", 10, 3, PAIR_NONE },
	[SEEN_NOT_MOVED] = { "seen-not-moved",
	    "a mail that could not be moved away is left for ever", 10, 6,
	    PAIR_NONE },
	[UNSYNCED] = { "unsynced", "a commit does not wait for the disk", 10, 6,
	    PAIR_NONE },
	[QUEUE_STUCK] = { "queue-stuck",
	    "at one mail of forty the queue comes to an end", 10, 1,
	    PAIR_NONE },
	[SLIPS] = { "slips", "now and then the clock is three hours slow", 10,
	    4, PAIR_NONE },
	[PROGRAM_ANSWERED] = { "program-answered",
	    "what a program has written is answered", 10, 2, PAIR_NONE },
	[EVENT_LOST] = { "event-lost",
	    "now and then a move is not written into the log", 10, 6,
	    PAIR_NONE },
	[GREYLIST_REFUSES] = { "greylist-refuses",
	    "\"try later\" counts as \"no such mailbox\"", 10, 3, PAIR_NONE },
	[STONE_IN_INBOX] = { "stone-in-inbox",
	    "one mail of thirteen fails when it is judged, and stays", 2, 8,
	    PAIR_NONE },
	[STONE_IN_MAILBOX] = { "stone-in-mailbox",
	    "one mail of twenty fails when it is stored, and stays", 2, 1,
	    PAIR_NONE },
	[OUTAGE_FOR_EVER] = { "outage-for-ever",
	    "what waits for the server to come back waits for a year", 10, 2,
	    PAIR_NONE },
	[ENVELOPE_COUNTS] = { "envelope-counts",
	    "the envelope of a letter has a number that counts letters", 20, 6,
	    PAIR_HIDDEN },
	[HIDDEN_TOLD] = { "hidden-told",
	    "seconds of a deadline follow from what lies hidden", 6, 14,
	    PAIR_HIDDEN },
	[TIMES_TELL] = { "times-tell",
	    "a letter waits a minute after each second mail that comes", 20, 6,
	    PAIR_HIDDEN },
	[FILE_LEFT] = { "file-left",
	    "a file stays open at one mail of twenty that comes", 10, 1,
	    PAIR_NONE },
	[EARLY_LOST] = { "early-lost",
	    "what came behind the end of a turn is forgotten", 10, 16,
	    PAIR_NONE },
	[EARLY_JUDGED] = { "early-judged",
	    "what came behind the end of a turn does not wait for it", 10, 16,
	    PAIR_NONE },
	[AHEAD_ELSEWHERE] = { "ahead-elsewhere",
	    "what is sent ahead waits for the next seat", 10, 8, PAIR_NONE },
	[DIGEST_WRONG] = { "digest-wrong",
	    "a digest tells deadlines an hour too late", 20, 16, PAIR_NONE },
	[DIGEST_LOST] = { "digest-lost",
	    "of a digest nothing is sent but that it was", 20, 16, PAIR_NONE },
	[STOP_LATE] = { "stop-late",
	    "what stops a clock begins when it is judged", 20, 6, PAIR_NONE },
	[CLOCK_AHEAD] = { "clock-ahead",
	    "what a clock did that was years ahead stays", 20, 4, PAIR_NONE },
	[FOOTER_READ] = { "footer-read",
	    "what firms and scanners put below a yes is read", 20, 4,
	    PAIR_LAYOUTS },
	{ NULL, NULL, 0, 0, PAIR_NONE },
};

static bool
planted(enum plant_id id)
{
	return world.plant == &plants[id];
}

/* One time of so many that it could. */
static bool
spoils(enum plant_id id, int each)
{
	return planted(id) && ++world.spoilt % each == 0;
}

/* Begins what is called in place of a function, which is then __real_NAME. */
#define INSTEAD_OF(type, name, ...) \
	type __real_##name(__VA_ARGS__); \
	type __wrap_##name(__VA_ARGS__); \
	type __wrap_##name(__VA_ARGS__)

/* ---- mail that goes out ---- */

INSTEAD_OF(int, outbox_sent, struct db *db, const int64_t *ids, int n,
    int64_t now, struct err *e)
{
	if (spoils(MARK_LOST, 20))
		return 0;
	if (spoils(QUIT_BELIEVED, 20))
		return outbox_failed(db, ids[0], "421 4.4.2 Closing", e);
	return __real_outbox_sent(db, ids, n, now, e);
}

/* The mail of the day is being made. */
static bool in_digest;

INSTEAD_OF(int, digest_send, struct club *club, int64_t player, struct err *e)
{
	int rc;

	in_digest = true;
	rc = __real_digest_send(club, player, e);
	in_digest = false;
	return rc;
}

INSTEAD_OF(int, outbox_add, struct db *db, struct outbox_row *r, struct err *e)
{
	int rc;

	if (planted(TIMES_TELL))
		r->next_try += world.spoilt % 2 * 60;
	rc = __real_outbox_add(db, r, e);
	if (rc == 0 && in_digest && planted(DIGEST_LOST))
		rc = __real_outbox_sent(db, &r->id, 1, r->created, e);
	if (rc == 0 && r->seat > 0 && spoils(TURN_UNTOLD, 12))
		rc = __real_outbox_sent(db, &r->id, 1, r->created, e);
	return rc;
}

INSTEAD_OF(int, outbox_later, struct db *db, int64_t id, int64_t next_try,
    const char *why, struct err *e)
{
	if (planted(DOT_BELIEVED) && strstr(why, stage_name(STAGE_DOT)) != NULL)
		return __real_outbox_sent(db, &id, 1, world_seconds(), e);
	return __real_outbox_later(db, id, next_try, why, e);
}

INSTEAD_OF(int, outbox_wait, struct db *db, int64_t id, int64_t next_try,
    const char *why, struct err *e)
{
	enum { YEAR = 365 * 86400 };

	return __real_outbox_wait(db, id,
	    planted(OUTAGE_FOR_EVER) ? world_seconds() + YEAR : next_try, why,
	    e);
}

INSTEAD_OF(int, outbox_due_after, struct db *db, int64_t now, int64_t *when,
    int64_t *id, int limit, struct outbox_row *out, struct err *e)
{
	int n = __real_outbox_due_after(db, now, when, id, limit, out, e);

	for (int i = 0; i < n && planted(QUEUE_STUCK); i++)
		for (; i < n && out[i].id % 40 == 39; n--)
			outbox_row_release(&out[n - 1]);
	return n;
}

INSTEAD_OF(enum fault, fault_of, enum stage stage, const char *text)
{
	if (planted(GREYLIST_REFUSES) && strncmp(text, "450", 3) == 0)
		return FAULT_GONE;
	return __real_fault_of(stage, text);
}

INSTEAD_OF(void, desk_envelope, const struct desk *d, const char *message_id,
    int64_t created, struct buf *out)
{
	if (planted(ENVELOPE_COUNTS))
		buf_printf(out, "games+b.%d@example.org", ++world.spoilt);
	else
		__real_desk_envelope(d, message_id, created, out);
}

INSTEAD_OF(int64_t, match_due, const struct match *m, int seat)
{
	int64_t due = __real_match_due(m, seat);
	uint8_t hash[HASH_SIZE];

	if (due != 0 && in_digest && planted(DIGEST_WRONG))
		due += 3600;
	if (due == 0 || !planted(HIDDEN_TOLD))
		return due;
	hash_sha256(table_position(m->table), m->kind->rules->position_size,
	    hash);
	return due + hash[0] % 30;
}

INSTEAD_OF(int, ahead_add, struct match *m, int seat, const char *line, int at,
    struct refusal *why, struct err *e)
{
	return __real_ahead_add(m,
	    planted(AHEAD_ELSEWHERE) ? seat % m->seats + 1 : seat, line, at,
	    why, e);
}

/* ---- mail that comes in ---- */

static int
add_copy(struct db *db, struct inbox_row *r, struct err *e)
{
	struct buf other = BUF_INIT;
	int rc;

	buf_add(&other, r->raw, r->raw_len);
	buf_printf(&other, "\r\n%d\r\n", ++world.spoilt);
	rc = inbox_add(db, r->mailbox, 0, 0, r->received, other.data, other.len,
	    &r->id, e);
	buf_release(&other);
	return rc;
}

INSTEAD_OF(int, inbox_take, struct db *db, struct inbox_row *r, struct err *e)
{
	if (planted(TIMES_TELL))
		world.spoilt++;
	if (spoils(FILE_LEFT, 20) && open("/dev/null", O_RDONLY) < 0)
		return err_set(e, ERR_LATER, "no file");
	if (planted(COPY_OBEYED))
		return add_copy(db, r, e);
	if (spoils(MAIL_LOST, 20)) {
		r->id = 0;
		return 0;
	}
	if (planted(STONE_IN_MAILBOX) && r->uid % 20 == 7)
		return err_set(e, ERR_LATER, "a stone");
	return __real_inbox_take(db, r, e);
}

INSTEAD_OF(int, again_find, struct db *db, int64_t id, const struct same *s,
    int64_t since, int64_t *first, struct err *e)
{
	if (planted(COPY_OBEYED))
		return 0;
	return __real_again_find(db, id, s, since, first, e);
}

INSTEAD_OF(int, inbox_finish, struct db *db, int64_t id, enum inbox_state state,
    const char *message_id, struct err *e)
{
	if (spoils(JUDGED_TWICE, 15))
		return 0;
	return __real_inbox_finish(db, id, state, message_id, e);
}

INSTEAD_OF(int, leftover_get, struct db *db, const char *mailbox,
    const char *item, struct leftover *out, struct err *e)
{
	int rc = __real_leftover_get(db, mailbox, item, out, e);

	if (rc == 1 && planted(SEEN_NOT_MOVED) && out->taken)
		out->due = INT64_MAX;
	return rc;
}

/* ---- how it is judged ---- */

INSTEAD_OF(int, desk_judge, struct desk *d, struct inbox_row *rows, int n,
    int *failed, struct err *e)
{
	for (int i = 0; i < n && planted(STONE_IN_INBOX); i++)
		if (rows[i].raw_len % 13 == 0)
			return err_set(e, ERR_LATER, "a stone");
	return __real_desk_judge(d, rows, n, failed, e);
}

INSTEAD_OF(int, job_sort, struct job *j, enum sort *out, struct err *e)
{
	int rc = __real_job_sort(j, out, e);

	if (rc == 0 && planted(PROGRAM_ANSWERED) && *out == SORT_PROGRAM)
		*out = SORT_PERSON;
	return rc;
}

INSTEAD_OF(int, job_sort_text, struct job *j, enum sort *out, struct err *e)
{
	int rc = __real_job_sort_text(j, out, e);

	if (rc == 0 && planted(PROGRAM_ANSWERED) && *out == SORT_PROGRAM)
		*out = SORT_PERSON;
	return rc;
}

INSTEAD_OF(int, order_touch, struct club *club, int64_t what, int64_t late,
    struct err *e)
{
	return __real_order_touch(club, what, planted(EARLY_JUDGED) ? 0 : late,
	    e);
}

INSTEAD_OF(int, order_keep, struct club *club, int64_t inbox, struct err *e)
{
	return planted(EARLY_LOST) ?
	    inbox_finish(club->db, inbox, INBOX_IGNORED, NULL, e) :
	    __real_order_keep(club, inbox, e);
}

INSTEAD_OF(int, identity_token, const struct club *club,
    const struct message *msg, struct token *best, int64_t *player, bool *dead,
    struct err *e)
{
	int rc = __real_identity_token(club, msg, best, player, dead, e);

	if (rc == 1 && best->role == TOKEN_SEAT && spoils(OTHER_SEAT, 10))
		best->seat = best->seat == 1 ? 2 : 1;
	return rc;
}

INSTEAD_OF(bool, token_good, const uint8_t key[32], const struct token *t)
{
	return __real_token_good(key, t) || planted(TOKEN_UNREAD);
}

INSTEAD_OF(bool, quoting_disclaimer, struct slice l)
{
	return !planted(FOOTER_READ) && __real_quoting_disclaimer(l);
}

/* ---- what is stored of it ---- */

INSTEAD_OF(int, event_add, struct db *db, int64_t game,
    const struct event_row *r, struct err *e)
{
	if (r->actor > 0 && spoils(EVENT_LOST, 25))
		return 0;
	return __real_event_add(db, game, r, e);
}

INSTEAD_OF(int, sqlite3_exec, sqlite3 *db, const char *sql,
    int (*fn)(void *, int, char **, char **), void *arg, char **why)
{
	int rc = __real_sqlite3_exec(db, sql, fn, arg, why);

	if (rc == SQLITE_OK && planted(UNSYNCED) &&
	    strstr(sql, "synchronous") != NULL)
		rc = __real_sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL,
		    NULL, NULL);
	return rc;
}

/* ---- time ---- */

INSTEAD_OF(int64_t, deadline_late, const struct pace *p, int64_t due,
    const struct stop *stop, size_t n)
{
	int64_t late = __real_deadline_late(p, due, stop, n);

	return late +
	    (planted(CLOCK_EARLY)       ? -60 :
		    planted(CLOCK_LATE) ? 300 :
					  0);
}

INSTEAD_OF(int64_t, clocks_asked, const struct clock_game *g)
{
	return planted(STOP_LATE) ? g->now : __real_clocks_asked(g);
}

INSTEAD_OF(int, outage_back, struct db *db, int64_t was, int64_t now,
    struct err *e)
{
	return planted(CLOCK_AHEAD) ? 0 : __real_outage_back(db, was, now, e);
}

INSTEAD_OF(bool, clocks_remind, struct clocks *c, const struct clock_game *g,
    int seat)
{
	struct clock_seat was = c->pace[seat];
	bool is = __real_clocks_remind(c, g, seat);

	if (is && spoils(REMINDED_TWICE, 2))
		c->pace[seat] = was;
	return is;
}

INSTEAD_OF(int, ticker_looked, struct daemon *d, int64_t began, struct err *e)
{
	return __real_ticker_looked(d,
	    spoils(SLIPS, 400) ? began - 3 * 3600 : began, e);
}

int
main(int argc, char **argv)
{
	return world_command(argc, argv, plants);
}
