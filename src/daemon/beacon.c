/* SPDX-License-Identifier: MIT */

/*
 * The values of the beacon's rounds that games wait for (turnlog T33), by the
 * command that the keeper has configured. A thread waits for it, one at a time,
 * so no mail does; what it printed is judged by the thread that judges mails.
 * Players may enter the value meanwhile, and do so where no command is.
 */

#include "daemon/own.h"

#include "base/clock.h"
#include "base/command.h"
#include "base/log.h"
#include "base/mem.h"
#include "desk/beacons.h"
#include "game/beacon.h"
#include "store/awaited.h"

enum {
	COMMAND_SECONDS = 30,
	ANSWER_MOST = 4096,
	/* drand's nodes have a value a moment after its time */
	OUT_SECONDS = 2,
	/* of failures, before the keeper is told */
	ALARM_SECONDS = 600,
	LOOK_MS = 100
};

static const char name[] = "the command for the beacon";

static void *
fetch(void *arg)
{
	struct beacon_fetch *f = arg;
	char round[24];
	const struct shell_command c = { .line = f->command,
		.arg = round,
		.name = name,
		.stop = &f->stop,
		.seconds = COMMAND_SECONDS,
		.most = ANSWER_MOST };

	(void)snprintf(round, sizeof round, "%lld", (long long)f->round);
	f->rc = command_output(&c, &f->answer, &f->err);
	f->done = true;
	return NULL;
}

/* 1: a game did not take it. */
static int
enter(struct daemon *d, int64_t round, const char *value, struct err *e)
{
	struct err why;
	int rc;

	if (db_begin(d->db, e) != 0)
		return -1;
	rc = desk_beacon_enter(d->desk, round, value, e);
	if (rc >= 0 && db_commit(d->db, rc == 0 ? e : &why) == 0)
		return rc;
	db_abort(d->db);
	desk_forget(d->desk);
	return -1;
}

static void
release(struct beacon_fetch *f)
{
	(void)pthread_join(f->thread, NULL);
	free(f->command);
	f->command = NULL;
	f->busy = false;
}

static void
well(struct daemon *d)
{
	if (d->beacon.backoff.failures > 0)
		backoff_done(&d->beacon.backoff);
	alarm_clear(d, ALARM_BEACON);
}

static int
failed(struct daemon *d, const struct err *e)
{
	struct backoff *b = &d->beacon.backoff;

	backoff_fail(b, "beacon.failed", e);
	if (clock_now() - b->since >= ALARM_SECONDS)
		alarm_raise(d, ALARM_BEACON, e->text);
	return -1;
}

/* What came of it: 1 it was entered, -1. */
static int
end(struct daemon *d, struct err *e)
{
	struct beacon_fetch *f = &d->beacon;
	char value[HASH_HEX_SIZE];

	release(f);
	if (f->rc != 0)
		*e = f->err;
	if (f->rc == 0 &&
	    beacon_answer(buf_text(&f->answer), f->round, value, e) == 0 &&
	    enter(d, f->round, value, e) == 0) {
		f->after = 0;
		well(d);
		return 1;
	}
	/* Another round's turn. */
	f->after = f->round;
	return failed(d, e);
}

static int
next_round(struct daemon *d, int64_t *round, struct err *e)
{
	int64_t latest = beacon_round(clock_now() - OUT_SECONDS) - 1;
	int rc = awaited_round(d->db, d->beacon.after, latest, round, e);

	if (rc == 0 && d->beacon.after > 0) {
		d->beacon.after = 0;
		rc = awaited_round(d->db, 0, latest, round, e);
	}
	return rc;
}

static int
start(struct daemon *d, int64_t round, struct err *e)
{
	struct beacon_fetch *f = &d->beacon;

	f->round = round;
	f->command = mem_dup(d->conf->club.beacon_command);
	f->done = f->stop = false;
	buf_clear(&f->answer);
	if (pthread_create(&f->thread, NULL, fetch, f) != 0) {
		free(f->command);
		f->command = NULL;
		return err_set(e, ERR_LATER, "no thread for the beacon");
	}
	f->busy = true;
	return 0;
}

int
beacon_step(struct daemon *d, struct err *e)
{
	struct beacon_fetch *f = &d->beacon;
	int64_t round;
	int rc = 0;

	if (f->busy)
		return f->done ? end(d, e) : 0;
	if (d->wake.epoll < 0 || !backoff_over(&f->backoff))
		return 0;
	if (d->conf->club.beacon_command != NULL)
		rc = next_round(d, &round, e);
	/* A player was first, or the keeper took the command away. */
	if (rc == 0)
		well(d);
	if (rc == 1)
		rc = start(d, round, e);
	return rc < 0 ? failed(d, e) : 0;
}

int
beacon_timeout(const struct daemon *d)
{
	const struct backoff *b = &d->beacon.backoff;

	if (d->beacon.busy)
		return LOOK_MS;
	return b->failures > 0 ? backoff_left(b) + 1 : -1;
}

void
beacon_close(struct daemon *d)
{
	d->beacon.stop = true;
	if (d->beacon.busy)
		release(&d->beacon);
	buf_release(&d->beacon.answer);
}
