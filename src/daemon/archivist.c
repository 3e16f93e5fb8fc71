/* SPDX-License-Identifier: MIT */
#include "daemon/archivist.h"

#include <errno.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/lead.h"
#include "daemon/own.h"
#include "mail/child.h"
#include "match/pages.h"
#include "store/several.h"

const char archivist_word[] = "--archive";

/* It was stopped, by the clock; a log is taken from us. */
enum { LAST_MS = 600 * 1000, ASK_MS = 10 * 1000 };

bool
archivist_busy(const struct daemon *d)
{
	return d->archivist.pid != 0;
}

int
archivist_fd(const struct daemon *d)
{
	return archivist_busy(d) ? d->archivist.channel.fd : -1;
}

static void
end(struct archivist *a, struct buf *how)
{
	child_end(a->pid, &a->channel, how);
	a->pid = 0;
}

/* Others may take it; if that cannot be written, when its lease is over. */
static void
leave(struct daemon *d, const char *why)
{
	struct archivist *a = &d->archivist;
	struct err ignored;

	if (a->due.game != 0 && db_begin_beside(d->db, &ignored) == 0)
		(void)db_leave(d->db, true,
		    due_leave(d->db, &a->due, why, &ignored), &ignored);
	a->due.game = 0;
}

void
archivist_close(struct daemon *d)
{
	if (!archivist_busy(d))
		return;
	end(&d->archivist, NULL);
	leave(d, NULL);
}

static void
note(const char *event, int64_t game, const struct err *e)
{
	char id[24];

	(void)snprintf(id, sizeof id, "%lld", (long long)game);
	log_event(e != NULL ? LOG_LEVEL_ERROR : LOG_LEVEL_INFO, event, "game",
	    id, e != NULL ? "why" : NULL, e != NULL ? e->text : NULL, NULL);
}

static int
ask(struct daemon *d, const struct pages_of *of, struct err *e)
{
	struct archivist *a = &d->archivist;
	const struct conf *c = d->conf;
	pid_t pid;

	if (child_start(archivist_word, &a->channel, &pid, e) != 0)
		return -1;
	a->pid = pid;
	a->began = clock_monotonic_ms();
	channel_begin(&a->channel, CHANNEL_BUILD);
	channel_text(&a->channel, c->club.lang);
	channel_text(&a->channel, c->club.name);
	channel_text(&a->channel, c->club.tz);
	channel_text(&a->channel, c->archive.url);
	channel_text(&a->channel, c->archive.dir);
	channel_i64(&a->channel, a->due.game);
	channel_text(&a->channel, of->kind);
	channel_i64(&a->channel, of->started);
	channel_text(&a->channel, buf_text(&of->analysis));
	channel_text(&a->channel, buf_text(&of->comments));
	channel_bytes(&a->channel, buf_text(&of->log), of->log.len);
	channel_end(&a->channel);
	if (channel_flush(&a->channel, a->began + ASK_MS) == 0)
		return 0;
	end(a, NULL);
	return err_set(e, ERR_LATER, "the archive's process took no log");
}

/* Is there one to take? Who leads tells of trouble. A club of one daemon that
 * has no archive has neither. */
static int
look(struct daemon *d, struct err *e)
{
	struct due_state s = { .why = NULL };

	if ((d->shares || d->conf->archive.dir != NULL) &&
	    due_look(d->db, &s, e) != 0)
		return -1;
	if (d->leads && s.why != NULL)
		alarm_raise(d, ALARM_ARCHIVE, s.why);
	else if (d->leads)
		alarm_clear(d, ALARM_ARCHIVE);
	free(s.why);
	return s.waits;
}

/* Not by way of the backoff of what is made: who cannot make pages tells of it
 * at once. */
static int
look_again(struct daemon *d, struct err *e)
{
	struct backoff *p = &d->archivist.looking;

	return backoff_over(p) ?
	    backoff_tried(p, "archive.failed", look(d, e), e) :
	    0;
}

static int
take_one(struct daemon *d, struct err *e)
{
	struct archivist *a = &d->archivist;

	if (!d->shares)
		return due_take(d->db, 0, &a->due, e);
	a->leased = clock_boot_ms();
	return db_begin_beside(d->db, e) != 0 ?
	    -1 :
	    db_leave(d->db, true,
		due_take(d->db, leases_seconds(d), &a->due, e), e);
}

static int
done(struct daemon *d, struct err *e)
{
	struct archivist *a = &d->archivist;
	int rc;

	if (db_begin_beside(d->db, e) != 0)
		return -1;
	rc = db_leave(d->db, true, due_done(d->db, &a->due, e), e);
	if (rc >= 0)
		a->due.game = 0;
	return rc;
}

/* Half of its lease is over; what another has taken is made by that. */
static int
keep(struct daemon *d, struct err *e)
{
	struct archivist *a = &d->archivist;
	int64_t now = clock_boot_ms(), seconds = leases_seconds(d);
	int rc;

	if (a->due.claim == 0 || now - a->leased < seconds * 500)
		return 0;
	if (db_begin_beside(d->db, e) != 0)
		return -1;
	rc = db_leave(d->db, true, due_renew(d->db, &a->due, seconds, e), e);
	if (rc == 0) {
		a->due.game = 0;
		end(a, NULL);
	}
	a->leased = now;
	return rc < 0 ? -1 : 0;
}

static int
begin(struct daemon *d, struct err *e)
{
	struct archivist *a = &d->archivist;
	struct pages_of of = PAGES_NONE;
	int rc = take_one(d, e);

	if (rc <= 0)
		a->due.game = 0;
	else
		/* An empty log: its pages are to go. */
		rc = match_pages_now(&d->desk->club, a->due.game, &of, e) == 0 ?
		    ask(d, &of, e) :
		    -1;
	pages_of_release(&of);
	return rc;
}

/* It said how it went. A game that cannot have any pages is no failure. */
static int
take(struct daemon *d, struct frame *f, struct err *e)
{
	struct archivist *a = &d->archivist;
	struct err why = { .kind = ERR_NONE };
	int64_t game = a->due.game;
	char *text;
	uint32_t what;

	why.kind = (enum err_kind)frame_u32(f);
	text = frame_text(f);
	what = frame_u32(f);
	(void)snprintf(why.text, sizeof why.text, "%s",
	    text != NULL ? text : "");
	free(text);
	end(a, NULL);
	if (why.kind == ERR_CORRUPT)
		note("archive.refused", game, &why);
	else if (why.kind != ERR_NONE) {
		*e = why;
		return -1;
	}
	if (done(d, e) < 0)
		return -1;
	if (what == ARCHIVIST_MADE)
		note("archive.made", game, NULL);
	else if (what == ARCHIVIST_REMOVED)
		note("archive.removed", game, NULL);
	return 1;
}

static int
go_on(struct daemon *d, struct err *e)
{
	struct archivist *a = &d->archivist;
	struct buf how = BUF_INIT;
	struct frame f;
	int rc = channel_next(&a->channel, clock_monotonic_ms(), &f);
	bool works = rc == -1 && errno == ETIMEDOUT;

	if (rc == 1 && f.word == CHANNEL_BUILT)
		return take(d, &f, e);
	if (works && clock_monotonic_ms() - a->began <= LAST_MS)
		return keep(d, e);
	end(a, &how);
	/* That we killed it says nothing to the keeper. */
	(void)err_set(e, ERR_LATER, "game %lld: %s", (long long)a->due.game,
	    works ? "its pages were not made in 10 minutes" : buf_text(&how));
	buf_release(&how);
	return -1;
}

/* A database that fails has an alarm of its own, and one that is busy none. */
static void
archive_failed(struct daemon *d, const struct err *e)
{
	const char *why;
	bool matters = e->kind != ERR_RETRY &&
	    db_health(d->db, &why) == DB_WELL;
	char host[64] = "", text[sizeof e->text + sizeof host];

	backoff_fail(&d->archivist.backoff, "archive.failed", e);
	if (archivist_busy(d))
		return;
	if (d->shares)
		(void)gethostname(host, sizeof host - 1);
	(void)snprintf(text, sizeof text, "%s%s%s", host, d->shares ? ": " : "",
	    e->text);
	leave(d, matters ? text : NULL);
}

/* That there is nothing to do says nothing of the directory: of several daemons
 * another may have made what this one could not. */
int
archivist_step(struct daemon *d, struct err *e)
{
	struct archivist *a = &d->archivist;
	bool may = d->conf->archive.dir != NULL && child_ready() &&
	    backoff_over(&a->backoff);
	int rc;

	if (d->conf->archive.dir == NULL) {
		archivist_close(d);
		backoff_done(&a->backoff);
	}
	if (!archivist_busy(d)) {
		rc = look_again(d, e);
		if (rc <= 0)
			return rc;
		rc = may ? begin(d, e) : 0;
	} else {
		rc = may ? go_on(d, e) : 0;
	}
	if (rc < 0)
		archive_failed(d, e);
	else if (rc > 0 && !archivist_busy(d))
		backoff_done(&a->backoff);
	return rc;
}

int
archivist_timeout(const struct daemon *d)
{
	const struct archivist *a = &d->archivist;
	int64_t left = a->began + LAST_MS - clock_monotonic_ms();
	const struct backoff *p = backoff_over(&a->looking) ? &a->backoff :
							      &a->looking;

	if (archivist_busy(d))
		return left < 0 ? 0 : (int)left + 1;
	return backoff_over(p) ? -1 : backoff_left(p) + 1;
}
