/* SPDX-License-Identifier: MIT */

/* Of several daemons of a club one leads; all judge and send. */

#include <unistd.h>

#include "base/log.h"
#include "daemon/own.h"
#include "daemon/ticker.h"
#include "store/several.h"

enum {
	ALONE_MS = 60 * 1000,
	BESIDE_MS = 1000,
	APART = 10 /* seconds: a host that is busy finds two or three */
};

int
lead_rooms(struct daemon *d, struct err *e)
{
	d->alarms = (struct alarms){ 0 };
	return ticker_open(d, e) != 0 || alarms_open(d, e) != 0 ? -1 : 0;
}

/* As after a restart: nothing that was in memory holds, and the first look at
 * each mailbox is its own. */
static int
lead_begin(struct daemon *d, struct err *e)
{
	int rc;

	desk_forget(d->desk);
	fetch_close(d, 0);
	rc = lead_rooms(d, e);
	if (rc == 0 && (d->what & DAEMON_INBOX) != 0)
		rc = fetch_open(d, e);
	/* It would keep the lead from one that can. */
	if (rc == FETCH_NONE)
		d->unfit = *e;
	if (rc != 0)
		return -1;
	fetch_go_on(d);
	d->leads = true;
	log_event(LOG_LEVEL_INFO, "daemon.ready", "file", d->config, NULL);
	return 0;
}

/* Deadlines are kept by the clock of whoever leads. */
static void
compare_clocks(struct daemon *d)
{
	int64_t ahead = db_ahead(d->db);
	char host[64] = "", why[160];

	if (ahead >= -APART && ahead <= APART) {
		if (!ticker_still(d))
			alarm_clear(d, ALARM_CLOCK);
		return;
	}
	(void)gethostname(host, sizeof host - 1);
	(void)snprintf(why, sizeof why,
	    "the clock of %s is %s that of the database's server: set both "
	    "by NTP",
	    host, ahead > 0 ? "ahead of" : "behind");
	alarm_raise(d, ALARM_CLOCK, why);
}

/* What led and lost that is told by db_taken. */
bool
lead_step(struct daemon *d)
{
	struct err e;
	int got;

	if (!db_several(d->db))
		return true;
	got = db_lead(d->db, &e);
	if (d->leads) {
		compare_clocks(d);
		return true;
	}
	if (got > 0)
		got = lead_begin(d, &e) == 0 ? 1 : -1;
	(void)backoff_tried(&d->leading, "lead.failed", got, &e);
	return d->leads;
}

int
lead_timeout(const struct daemon *d)
{
	struct several now;

	if (!db_several(d->db))
		return ALONE_MS;
	db_see(d->db, &now);
	return d->leads && now.patience * 250 < ALONE_MS ?
	    (int)now.patience * 250 :
	    d->leads ? ALONE_MS :
		       BESIDE_MS;
}
