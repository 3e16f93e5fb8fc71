/* SPDX-License-Identifier: MIT */
#include "daemon/daemon.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "daemon/ticker.h"
#include "picture/picture.h"
#include "store/several.h"
#include "text/texts.h"

enum {
	LONGEST_WAIT_MS = 60 * 1000,
	/* verdicts kept back at most so many */
	MARK_AT = UNMARKED_MOST * 3 / 4,
	MARK_MS = 500, /* and so long */
	STANDBY_MS = 500,
	CLOSE_MS = 2000 /* for the mailbox's last order */
};

/* A club on a server that somebody has alone, or a daemon of an older version,
 * is waited for. */
static int
daemon_stand_by(struct daemon *d, struct err *e)
{
	enum db_how how = (d->what & DAEMON_STANDBY) != 0 ? DB_WORK :
							    DB_MIGRATE;
	bool waits = false;

	while (db_open(d->conf->store.where, how, &d->db, e) != 0) {
		/* A server that goes down meanwhile comes back. */
		if ((d->what & DAEMON_STANDBY) == 0 ||
		    (e->kind != ERR_RETRY && !(waits && e->kind == ERR_LATER)))
			return -1;
		if (!waits)
			log_event(LOG_LEVEL_INFO, "daemon.waiting", "why",
			    e->text, NULL);
		waits = true;
		notify_supervisor("READY=1");
		notify_alive();
		(void)poll(NULL, 0, STANDBY_MS);
	}
	return 0;
}

/* Whoever judges alone may judge: two would play the computer seats twice. And
 * they alone change the form of the database. */
static int
daemon_store(struct daemon *d, struct err *e)
{
	if (d->what == DAEMON_TRIAL)
		return db_open(d->conf->store.where, DB_USE, &d->db, e);
	return db_lock(d->conf->store.where, &d->lock, e) != 0 ?
	    -1 :
	    daemon_stand_by(d, e);
}

/* The result of reading an installed file: one that is not of its form is for a
 * person to mend, and no damage of the database. */
static int
installed(int rc, struct err *e)
{
	if (rc != 0 && e->kind == ERR_CORRUPT)
		e->kind = ERR_GIVEUP;
	return rc;
}

/* Programs that fetch mail take what `deliver` says for a failure, and bring
 * the mail again: it logs no more than what went wrong, unless that is asked
 * for. */
static int
daemon_rooms(struct daemon *d, struct err *e)
{
	enum log_level level;
	int leads;

	if (installed(conf_load(d->config, &d->conf, e), e) != 0)
		return -1;
	if (log_level_parse(d->conf->log.level, &level) == 0)
		log_set_level(level == LOG_LEVEL_INFO &&
			    d->what == DAEMON_OUTBOX ?
			LOG_LEVEL_WARNING :
			level);
	if (daemon_store(d, e) != 0 ||
	    installed(texts_open(NULL, &d->texts, e), e) != 0)
		return -1;
	d->desk = mem_zero(1, sizeof *d->desk);
	if (desk_open(d->desk, d->db, d->texts, d->conf, e) != 0) {
		free(d->desk);
		d->desk = NULL;
		return -1;
	}
	d->shares = (d->what & DAEMON_STANDBY) != 0 && db_several(d->db);
	leads = db_lead(d->db, e);
	d->leads = leads > 0;
	return leads < 0 || (d->leads && lead_rooms(d, e) != 0) ? -1 : 0;
}

int
daemon_open(const char *config, int what, struct daemon **out, struct err *e)
{
	struct daemon *d = mem_zero(1, sizeof *d);

	d->config = mem_dup(config);
	d->what = what;
	d->lock = d->wake.epoll = d->wake.signals = d->wake.others = -1;
	d->tally.began = clock_now();
	(void)signal(SIGPIPE, SIG_IGN);
	if (daemon_rooms(d, e) != 0 ||
	    ((what & DAEMON_INBOX) != 0 && fetch_open(d, e) != 0) ||
	    ((what & DAEMON_OUTBOX) != 0 &&
		(runner_open(d, e) != 0 || breaker_open(d, e) != 0))) {
		daemon_close(d);
		return -1;
	}
	if (!d->leads)
		fetch_close(d, 0);
	*out = d;
	return 0;
}

void
daemon_close(struct daemon *d)
{
	struct err e;

	if (d == NULL)
		return;
	wake_close(d);
	/* A server that hangs keeps us for no longer than another one does. */
	runner_finish(d);
	fetch_close(d, CLOSE_MS);
	judge_nothing(d);
	runner_close(d);
	beacon_close(d);
	thinker_close(d);
	archivist_close(d);
	pictures_free(d->pictures);
	if (d->desk != NULL && runner_mark(d, &e) != 0)
		log_event(LOG_LEVEL_WARNING, "outbox.unmarked", "why", e.text,
		    NULL);
	if (d->desk != NULL && d->leads && d->what != DAEMON_TRIAL) {
		d->alarms.not_before = 0; /* the next start goes on from it */
		(void)alarms_step(d);
		ticker_close(d);
	}
	fetch_release(d);
	free(d->out.verdicts.at);
	if (d->desk != NULL)
		desk_close(d->desk);
	free(d->desk);
	texts_free(d->texts);
	db_close(d->db);
	if (d->lock >= 0)
		(void)close(d->lock);
	conf_free(d->conf);
	free(d->config);
	free(d);
}

struct db *
daemon_db(struct daemon *d)
{
	return d->db;
}

struct desk *
daemon_desk(struct daemon *d)
{
	return d->desk;
}

/* What lies in the inbox: from before a crash, from a pipe, or failed once. */
static int
step_waiting(struct daemon *d, struct err *e)
{
	if (!backoff_over(&d->judging))
		return 0;
	return backoff_tried(&d->judging, "judging.failed",
	    d->shares ? judge_claimed(d, e) : judge_waiting(d, e), e);
}

/* A look has found the end. 1: deadlines were put off, so that more can be
 * judged; 0, -1. */
static int
step_looked(struct daemon *d, struct fetching *in, struct err *e)
{
	int64_t all;
	int rc = 0;

	in->looked = in->began;
	in->began = 0;
	all = fetch_looked(d);
	if (all != 0)
		rc = ticker_looked(d, all, e);
	/* One that could not be noted is made once more. */
	in->look = rc < 0;
	if (rc < 0)
		fetch_stuck(in, e);
	if (backoff_over(&in->backoff))
		fetch_works(d, in);
	return rc;
}

/* While others are fresh nothing is stored: a look that ended, or failed, ahead
 * of its turn waits for none of them. */
static int
step_mailbox(struct daemon *d, struct fetching *in, bool fresh, struct err *e)
{
	int n;

	if (!in->look || !backoff_over(&in->backoff) ||
	    (fresh && (in->ahead.n > 0 || in->ahead.n == SOURCE_BUSY)))
		return 0;
	notify_alive();
	n = fetch_batch(d, in, e);
	if (n == 0)
		return step_looked(d, in, e);
	return n == SOURCE_BUSY ? 0 : n;
}

/* While the servers are at work, what has come is judged. One that fails is no
 * failure while others go on: it rests, and is told of when they have come to
 * their end (drain_mailboxes). */
static int
step_fetch(struct daemon *d, struct err *e)
{
	bool failed = false, others = false, fresh = d->in.n_fresh > 0;
	int sum = 0;

	if (leftovers_due(d) == 0)
		fetch_look(d);
	for (int i = 0; i < d->in.n; i++) {
		struct err why;
		int n = step_mailbox(d, &d->in.at[i], fresh, &why);

		if (n < 0) {
			*e = why;
			failed = true;
		} else {
			sum += n;
			others |= d->in.at[i].look &&
			    !fetch_rests(&d->in.at[i]);
		}
	}
	return failed && !others ? -1 : sum;
}

static int
step_ticker(struct daemon *d, struct err *e)
{
	if (!backoff_over(&d->ticker.backoff))
		return 0;
	return backoff_tried(&d->ticker.backoff, "clocks.failed",
	    ticker_step(d, e), e);
}

static int
step_fresh(struct daemon *d, struct err *e)
{
	int n = d->shares ? 0 : judge_fresh(d, e);

	if (n < 0)
		backoff_fail(&d->judging, "judging.failed", e);
	return n;
}

/* Marks are gathered while letters are under way, so that they share commits:
 * what is sent and not yet marked may be sent twice after a crash. */
static bool
marks_due(const struct daemon *d)
{
	return d->out.verdicts.n > 0 &&
	    (d->out.flying + d->out.flying_old == 0 ||
		d->out.verdicts.n >= MARK_AT ||
		clock_monotonic_ms() - d->out.verdicts.since >= MARK_MS);
}

/* What cannot be read keeps nothing from being marked. */
static int
step_outbox(struct daemon *d, struct err *e)
{
	int n = runner_go_on(d, e);

	if (db_several(d->db) && leases_keep(d, e) != 0)
		n = -1;
	if (marks_due(d) && backoff_over(&d->out.marking) &&
	    runner_mark(d, e) != 0) {
		backoff_fail(&d->out.marking, "outbox.failed", e);
		n = -1;
	}
	return n;
}

/* Seconds until there is something to send, as runner_due: what is not marked
 * yet still looks as if it were due, and so does what could not be read. */
static int64_t
step_outbox_due(struct daemon *d)
{
	return d->out.verdicts.n > 0 || d->out.filling.failures > 0 ?
	    -1 :
	    runner_due(d);
}

/* Another daemon leads. */
static int
step_beside(struct daemon *d, struct err *e)
{
	struct err other;
	int judged, sent, made;

	chores_beside(d);
	runner_collect(d);
	judged = step_waiting(d, &other);
	sent = step_outbox(d, e);
	if (judged < 0)
		*e = other;
	made = archivist_step(d, &other);
	return judged < 0 || sent < 0 ? -1 : judged > 0 || sent > 0 || made > 0;
}

/* Does what there is to do. 1: there may be more at once; 0: not; -1: a
 * part failed (logged, tried again when its backoff is over). */
static int
daemon_step(struct daemon *d, struct err *e)
{
	int waiting = 0, fetched = 0, judged, ticked, sent, made, entered, told;
	int thought;
	struct err other;
	bool failed;

	if (!lead_step(d))
		return step_beside(d, e);
	chores_do(d);
	runner_collect(d);
	/* What came while others were judged lies there, too. */
	if (d->in.n_fresh == 0)
		waiting = step_waiting(d, e);
	/* What is fetched must not overtake what lies there. */
	if (waiting == 0 || d->shares)
		fetched = step_fetch(d, e);
	judged = step_fresh(d, fetched < 0 || waiting < 0 ? &other : e);
	failed = fetched < 0 || waiting < 0 || judged < 0;
	ticked = step_ticker(d, failed ? &other : e);
	failed = failed || ticked < 0;
	sent = step_outbox(d, failed ? &other : e);
	/* After everything that somebody waits for. */
	made = archivist_step(d, &other);
	entered = beacon_step(d, &other);
	thought = thinker_step(d, &other);
	told = alarms_step(d);
	if (failed || sent < 0)
		return -1;
	return waiting > 0 || fetched > 0 || judged > 0 || ticked > 0 ||
	    sent > 0 || made > 0 || entered > 0 || thought > 0 || told > 0;
}

static int
least(int a, int64_t b)
{
	return b < a ? (int)b : a;
}

/* The sooner of that and what one that leads has to do. */
static int
leader_timeout(struct daemon *d, int ms)
{
	int64_t tick = ticker_due(d), leftover = leftovers_due(d);
	int beacon = beacon_timeout(d), thinker = thinker_timeout(d);

	ms = least(ms, chores_timeout());
	if (leftover > 0 && leftover <= 60)
		ms = least(ms, leftover * 1000);
	/* At the beginning of that second: nobody can tell by the moment of a
	 * reminder when somebody else was the last to keep us awake. */
	if (tick > 0 && tick <= 60 && backoff_over(&d->ticker.backoff))
		ms = least(ms, tick * 1000 - clock_part_ms());
	if (beacon >= 0)
		ms = least(ms, beacon);
	if (thinker >= 0)
		ms = least(ms, thinker);
	/* While a server is at work it wakes us (daemon_sleep). */
	for (int i = 0; i < d->in.n; i++)
		if (d->in.at[i].began == 0 && d->in.at[i].backoff.failures > 0)
			ms = least(ms, backoff_left(&d->in.at[i].backoff) + 1);
	return ms;
}

int
daemon_timeout(struct daemon *d)
{
	int64_t due = step_outbox_due(d);
	int ms = lead_timeout(d), archivist = archivist_timeout(d);

	if (due >= 0)
		ms = due > 60 ? ms : least(ms, due * 1000);
	if (archivist >= 0)
		ms = least(ms, archivist);
	if (d->leads)
		ms = leader_timeout(d, ms);
	if (d->judging.failures > 0)
		ms = least(ms, backoff_left(&d->judging) + 1);
	if (d->out.verdicts.n > 0)
		ms = least(ms,
		    d->out.marking.failures == 0 ?
			MARK_MS :
			backoff_left(&d->out.marking) + 1);
	/* Else marks are first (runner_go_on). */
	if (d->out.filling.failures > 0 && d->out.marking.failures == 0)
		ms = least(ms, backoff_left(&d->out.filling) + 1);
	return ms;
}

/* Sleeps until something happens, with the mailboxes in whatever they do, or
 * those alone that are looked through; while one rests after a failure nobody
 * reads from it. */
static void
daemon_sleep(struct daemon *d, bool all, int ms)
{
	int fds[CONF_MAILBOXES + 2], n = 0;

	fds[n++] = thinker_fd(d);
	fds[n++] = archivist_fd(d);
	for (int i = 0; i < d->in.n; i++) {
		const struct fetching *in = &d->in.at[i];
		int wanted;

		if (fetch_rests(in) || in->source == NULL ||
		    (!all && !in->look))
			continue;
		fds[n++] = in->driver->fd(in->source);
		wanted = in->driver->timeout(in->source);
		if (wanted >= 0)
			ms = least(ms, wanted);
	}
	wake_wait(d, fds, n, ms);
}

/* Until there is something to do. */
static void
daemon_wait(struct daemon *d)
{
	bool heard = false;
	struct err e;

	for (int i = 0; i < d->in.n; i++) {
		struct fetching *in = &d->in.at[i];
		int rc;

		if (in->look)
			continue;
		rc = in->driver->watch(in->source, &e);
		if (rc < 0)
			fetch_failed(d, in, &e);
		in->look = rc != 0;
		heard |= rc > 0;
	}
	if (!heard)
		daemon_sleep(d, true, daemon_timeout(d));
}

static void
daemon_signals_blocked(void)
{
	sigset_t set;

	(void)sigemptyset(&set);
	(void)sigaddset(&set, SIGTERM);
	(void)sigaddset(&set, SIGINT);
	(void)sigaddset(&set, SIGHUP);
	(void)sigprocmask(SIG_BLOCK, &set, NULL);
}

/* What is under way comes to its end, the keeper's letter too. */
static int
drain_failed(struct daemon *d)
{
	while (d->out.flying > 0 && !d->wake.stop) {
		notify_alive();
		wake_wait(d, NULL, 0, LONGEST_WAIT_MS);
		wake_drain(d);
		runner_collect(d);
	}
	return -1;
}

/* Nothing mends a damaged file by being tried again. */
static int
daemon_damaged(struct daemon *d, struct err *e)
{
	(void)drain_failed(d);
	return err_set(e, ERR_CORRUPT,
	    "%s is damaged: \"paquebot restore\" puts a backup in its place",
	    d->conf->store.where);
}

/* Our connection was lost, and another daemon was first: the letters that are
 * not begun are for that one to send. Who watches over us starts us again, to
 * stand by. */
static int
daemon_taken(struct daemon *d, struct err *e)
{
	if (d->out.transport != NULL)
		d->out.driver->recall(d->out.transport);
	(void)drain_failed(d);
	return err_set(e, ERR_RETRY,
	    "another paquebotd has taken the club over");
}

/* As one that starts and cannot open a mailbox: whoever watches over us does
 * not start it again, and another leads. Or whose lock keeps nobody out. */
static int
daemon_unfit(struct daemon *d, struct err *e)
{
	(void)drain_failed(d);
	*e = d->unfit;
	return -1;
}

int
daemon_run(struct daemon *d, struct err *e)
{
	struct err logged;
	int more;

	daemon_signals_blocked();
	if (wake_open(d, e) != 0)
		return -1;
	log_event(LOG_LEVEL_INFO, d->leads ? "daemon.ready" : "daemon.waiting",
	    "file", d->config, NULL);
	notify_ready(conf_timeout(d->conf));
	while (!d->wake.stop) {
		wake_drain(d);
		if (d->wake.stop)
			break;
		if (d->wake.reload)
			daemon_reload(d);
		notify_alive();
		more = daemon_step(d, &logged);
		if (db_damaged(d->db))
			return daemon_damaged(d, e);
		if (db_taken(d->db))
			return daemon_taken(d, e);
		if (d->unfit.kind != 0)
			return daemon_unfit(d, e);
		if (more <= 0 && !fetch_has(d)) {
			chores_rest(d);
			daemon_wait(d);
		}
	}
	log_event(LOG_LEVEL_INFO, "daemon.stopped", NULL);
	notify_supervisor("STOPPING=1");
	return 0;
}

/* One is at work; or rests: -1. 0: all were looked through. */
static int
drain_mailboxes(struct daemon *d, struct err *e)
{
	int busy = 0;

	for (int i = 0; i < d->in.n; i++) {
		const struct fetching *in = &d->in.at[i];

		if (fetch_rests(in) && busy == 0)
			busy = err_set(e, ERR_LATER, "%s", in->backoff.text);
		else if (in->look && !fetch_rests(in))
			busy = 1;
	}
	return busy;
}

int
daemon_drain(struct daemon *d, struct err *e)
{
	fetch_look(d);
	for (;;) {
		int more = daemon_step(d, e), busy = 0;

		if (db_damaged(d->db))
			return daemon_damaged(d, e);
		if (more == 0)
			busy = drain_mailboxes(d, e);
		if (more < 0 || busy < 0)
			return drain_failed(d);
		if (more == 0 &&
		    (d->out.flying > 0 || d->out.verdicts.n > 0 || busy > 0 ||
			thinker_busy(d) || archivist_busy(d)))
			daemon_sleep(d, false, daemon_timeout(d));
		else if (more == 0 && step_outbox_due(d) != 0)
			return 0;
	}
}
