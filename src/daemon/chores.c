/* SPDX-License-Identifier: MIT */

/* What is done each minute beside the mails: numbers for whoever watches, and
 * the forgetting of what is old. */

#include "config.h"

#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "daemon/ticker.h"
#include "desk/beacons.h"
#include "picture/picture.h"
#include "store/awaited.h"
#include "store/backup.h"
#include "store/bucket.h"
#include "store/counts.h"
#include "store/game.h"
#include "store/mailbox.h"
#include "store/outgoing.h"
#include "store/picture.h"
#include "store/player.h"
#include "store/trouble.h"

enum {
	EVERY_MS = 60 * 1000,
	HOUR = 3600,
	REST_MS = HOUR * 1000,
	PAINT_MS = 10 * 60 * 1000,
	PRUNE_MS = 100,
	BACKLOG = 100, /* mails, of which memory is left over */
	PICTURE_KEEP = 2 * 86400
};

static void
gauge(struct buf *out, const char *name, const char *help, int64_t value)
{
	buf_printf(out,
	    "# HELP paquebot_%s %s\n# TYPE paquebot_%s gauge\n"
	    "paquebot_%s %lld\n",
	    name, help, name, name, (long long)value);
}

static void
counter(struct buf *out, const char *name, const char *help, int64_t value)
{
	buf_printf(out,
	    "# HELP paquebot_%s %s\n# TYPE paquebot_%s counter\n"
	    "paquebot_%s %lld\n",
	    name, help, name, name, (long long)value);
}

static void
write_games(const struct counts *c, struct buf *out)
{
	buf_str(out,
	    "# HELP paquebot_games Games by state.\n"
	    "# TYPE paquebot_games gauge\n");
	for (int i = 0; i < 4; i++)
		buf_printf(out, "paquebot_games{state=\"%s\"} %d\n",
		    game_state_name((enum game_state)i), c->games[i]);
}

static void
write_counts(const struct counts *c, int64_t now, struct buf *out)
{
	write_games(c, out);
	gauge(out, "players", "Players on record.", c->players);
	gauge(out, "addresses_failing", "Addresses whose mail comes back.",
	    c->failing);
	gauge(out, "decisions_late", "Decisions past their deadline.", c->late);
	gauge(out, "inbox_waiting", "Mails that came in and are not judged.",
	    c->inbox_new);
	gauge(out, "inbox_aside", "Mails that were set aside for the keeper.",
	    c->inbox_aside);
	gauge(out, "inbox_deferred",
	    "Mails that wait for an hour with room for their answers.",
	    c->inbox_deferred);
	gauge(out, "inbox_held", "Mails that wait for their sender's word.",
	    c->held);
	gauge(out, "outbox_waiting", "Mails that wait to be sent.",
	    c->outbox_waiting);
	gauge(out, "outbox_failed", "Mails that were given up.",
	    c->outbox_failed);
	gauge(out, "outbox_oldest_seconds",
	    "Age of the oldest mail that waits to be sent.",
	    c->outbox_oldest ? now - c->outbox_oldest : 0);
}

static void
write_tally(const struct daemon *d, struct buf *out)
{
	int failures = 0; /* of the mailbox that has most */

	counter(out, "mails_fetched_total", "Mails fetched since the start.",
	    d->tally.fetched);
	counter(out, "mails_judged_total", "Mails judged since the start.",
	    d->tally.judged);
	counter(out, "mails_sent_total", "Mails sent since the start.",
	    d->tally.sent);
	counter(out, "mails_postponed_total",
	    "Attempts to send a mail that failed for now, since the start.",
	    d->tally.later);
	counter(out, "mails_given_up_total", "Mails given up since the start.",
	    d->tally.failed);
	for (int i = 0; i < d->in.n; i++)
		if (d->in.at[i].backoff.failures > failures)
			failures = d->in.at[i].backoff.failures;
	gauge(out, "mailbox_failures",
	    "Attempts to fetch mail that failed, one after the other.",
	    failures);
	gauge(out, "mailbox_last_poll_time_seconds",
	    "When the last look into the mailbox began that came to its end.",
	    d->ticker.polled);
	gauge(out, "start_time_seconds", "When the daemon began.",
	    d->tally.began);
}

static void
write_alarms(const struct daemon *d, struct buf *out)
{
	buf_str(out,
	    "# HELP paquebot_alarm Trouble that is under way.\n"
	    "# TYPE paquebot_alarm gauge\n");
	for (int i = 0; i < ALARM_KINDS; i++)
		buf_printf(out, "paquebot_alarm{name=\"%s\"} %d\n",
		    alarm_name((enum alarm_kind)i),
		    alarm_on(d, (enum alarm_kind)i));
}

static int
write_metrics(struct daemon *d, struct err *e)
{
	int64_t now = clock_now();
	struct buf out = BUF_INIT;
	struct outgoing o;
	struct counts c;
	int64_t backup = 0;
	int rc;

	if (d->conf->log.metrics == NULL)
		return 0;
	rc = counts_read(d->db, now, &c, e);
	if (rc == 0)
		rc = outgoing_read(d->db, &o, e);
	if (rc == 0)
		rc = db_backup_last(d->db, &backup, e);
	if (rc == 0) {
		buf_printf(&out,
		    "# HELP paquebot_info The version.\n"
		    "# TYPE paquebot_info gauge\n"
		    "paquebot_info{version=\"%s\"} 1\n",
		    PACKAGE_VERSION);
		write_counts(&c, now, &out);
		write_tally(d, &out);
		write_alarms(d, &out);
		gauge(&out, "outgoing_failures",
		    "Attempts to send that failed for no mail's fault, one "
		    "after the other.",
		    o.failures);
		gauge(&out, "backup_last_time_seconds",
		    "When the last good backup was made; 0 is never.", backup);
		/* Others read it: a collector that runs as somebody else. */
		rc = file_write(d->conf->log.metrics, out.data, out.len, 0644,
		    e);
	}
	buf_release(&out);
	return rc;
}

/* Nobody asks for what is known of a mailbox that the configuration has no
 * more; one that comes back begins anew. */
static int
prune_mailboxes(struct daemon *d, struct err *e)
{
	const struct conf_mailbox *m;
	struct buf names = BUF_INIT;
	int rc;

	buf_char(&names, '\n');
	for (int i = 0; (m = conf_mailbox(d->conf, i)) != NULL; i++)
		buf_printf(&names, "%s\n", conf_name(m));
	rc = mailbox_prune(d->db, names.data, e);
	buf_release(&names);
	return rc;
}

/* Batches of old mails, no longer than other mails can wait: 1 if there may be
 * more, 0, -1. */
static int
prune_mails(struct daemon *d, struct err *e)
{
	static int (*const walk[])(struct db *, const struct prune *, int64_t *,
	    struct err *) = { prune_inbox, prune_outbox };
	enum { WALKS = sizeof walk / sizeof *walk };
	const struct prune p = { clock_now(), d->conf->store.keep };
	int64_t until = clock_monotonic_ms() + PRUNE_MS;
	struct chores *c = &d->chores;

	if (p.keep == 0)
		return 0;
	do {
		if (walk[c->walk](d->db, &p, &c->at, e) < 0)
			return -1;
		if (c->at == 0)
			c->walk = (c->walk + 1) % WALKS;
	} while ((c->walk != 0 || c->at != 0) && clock_monotonic_ms() < until);
	return c->walk != 0 || c->at != 0;
}

/* When all was seen, not again for an hour. */
static int
prune(struct daemon *d, struct err *e)
{
	int more;

	if (clock_monotonic_ms() < d->chores.rest)
		return 0;
	more = prune_mails(d, e);
	if (more != 0)
		return more < 0 ? -1 : 0;
	d->chores.rest = clock_monotonic_ms() + REST_MS;
	if (bucket_prune(d->db, clock_now() - HOUR, e) != 0 ||
	    picture_prune(d->db, clock_now() - PICTURE_KEEP, e) != 0)
		return -1;
	return prune_mailboxes(d, e);
}

/* What was forgotten while somebody read the database. */
static int
scrub(struct daemon *d, struct err *e)
{
	int rc = db_scrub_rest(d->db, e);

	if (rc == 1)
		log_event(LOG_LEVEL_INFO, "store.scrubbed", NULL);
	return rc < 0 ? -1 : 0;
}

/* A transaction of their own for so many, as for mails. */
static int
digests(struct daemon *d, struct err *e)
{
	int64_t when;
	int n = desk_next_digest(d->desk, &when, e);

	while (n > 0 && when <= clock_now()) {
		if (ticker_note(d, e) != 0 || db_begin(d->db, e) != 0)
			return -1;
		n = desk_digests(d->desk, JUDGE_BATCH, e);
		if (n < 0 || db_commit(d->db, e) != 0) {
			db_abort(d->db);
			desk_forget(d->desk);
			return -1;
		}
		if (n > 0)
			n = desk_next_digest(d->desk, &when, e);
	}
	return n < 0 ? -1 : 0;
}

static int
in_transaction(struct daemon *d, int (*run)(struct desk *d, struct err *e),
    struct err *e)
{
	if (db_begin(d->db, e) != 0)
		return -1;
	if (run(d->desk, e) < 0 || db_commit(d->db, e) != 0) {
		db_abort(d->db);
		desk_forget(d->desk);
		return -1;
	}
	return 0;
}

/* What the keeper is told once a day. */
static int
troubles(struct daemon *d, struct err *e)
{
	int64_t since;
	int n, rc = trouble_waiting(d->db, &since, &n, e);

	return rc > 0 ? in_transaction(d, desk_troubles, e) : rc;
}

/* People whose game waits for a value that is out. */
static int
beacon_asks(struct daemon *d, struct err *e)
{
	struct game_ids ids;
	int rc = awaited_asks(d->db, clock_now(), &ids, e);

	if (rc == 0 && ids.n > 0)
		rc = in_transaction(d, desk_beacon_asks, e);
	free(ids.at);
	return rc;
}

/* By both clocks: the one that only goes on stands still while a machine
 * sleeps, and what is due each day is due when it wakes. At the beginning of a
 * minute: nobody can tell by the moment of a digest when somebody else was the
 * last to keep us awake. */
static bool
minute_over(struct daemon *d)
{
	int64_t now = clock_monotonic_ms(), today = clock_now();

	if (now < d->chores.next && today < d->chores.today)
		return false;
	d->chores.next = now + EVERY_MS;
	d->chores.today = today - today % 60 + 60;
	return true;
}

/* Mails that were put off. */
static int
wake_mails(struct daemon *d, struct err *e)
{
	return inbox_wake(d->db, clock_now(), JUDGE_BATCH, e) < 0 ? -1 : 0;
}

/* What is kept to paint with is some 3 MB a map; who has not painted for a
 * while has no need of it. Games that are read again lie close together; those
 * that stayed lay scattered over what was free, a year's growth of 3 MB. */
static void
settle(struct daemon *d)
{
	if (clock_monotonic_ms() - d->chores.painted > PAINT_MS) {
		pictures_free(d->pictures);
		d->pictures = NULL;
	}
	club_forget(&d->desk->club);
	db_reclaim(d->db, DB_MEMORY);
	mem_settle();
	d->chores.settled = d->tally.judged;
}

void
chores_rest(struct daemon *d)
{
	if (d->tally.judged - d->chores.settled >= BACKLOG &&
	    d->out.flying == 0 && d->out.verdicts.n == 0)
		settle(d);
}

int
chores_timeout(void)
{
	return (int)(60 - clock_now() % 60) * 1000 - clock_part_ms();
}

void
chores_beside(struct daemon *d)
{
	if (minute_over(d))
		settle(d);
}

/* Whoever has removed the lock's file has let others in beside us. */
static void
see_lock(struct daemon *d)
{
	struct stat st;

	if (d->lock >= 0 && fstat(d->lock, &st) == 0 && st.st_nlink == 0)
		(void)err_set(&d->unfit, ERR_RETRY,
		    "%s: the file of its lock was removed: another paquebot "
		    "may be at work on this database",
		    d->conf->store.where);
}

void
chores_do(struct daemon *d)
{
	static const struct {
		const char *failed;
		int (*run)(struct daemon *d, struct err *e);
	} chores[] = {
		{ "metrics.failed", write_metrics },
		{ "digests.failed", digests },
		{ "troubles.failed", troubles },
		{ "beacons.failed", beacon_asks },
		{ "inbox.failed", wake_mails },
		{ "prune.failed", prune },
		{ "scrub.failed", scrub },
	};
	struct err e;

	if (!minute_over(d))
		return;
	see_lock(d);
	for (size_t i = 0; i < sizeof chores / sizeof *chores; i++)
		if (chores[i].run(d, &e) != 0)
			log_event(LOG_LEVEL_WARNING, chores[i].failed, "why",
			    e.text, NULL);
	settle(d);
}
