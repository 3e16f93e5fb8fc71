/* SPDX-License-Identifier: MIT */
#include "daemon/own.h"

#include "archive/archive.h"
#include "base/log.h"
#include "match/match.h"
#include "store/due.h"
#include "store/several.h"

static void
note(const char *event, int64_t game, const struct err *e)
{
	char id[24];

	(void)snprintf(id, sizeof id, "%lld", (long long)game);
	log_event(e != NULL ? LOG_LEVEL_ERROR : LOG_LEVEL_INFO, event, "game",
	    id, e != NULL ? "why" : NULL, e != NULL ? e->text : NULL, NULL);
}

/* The pages of one game; a game that cannot have any is no failure. */
static int
put_game(struct archive *a, struct match *m, int64_t game, struct err *e)
{
	struct buf log = BUF_INIT, analysis = BUF_INIT;
	bool over = m->game.state == GAME_OVER ||
	    m->game.state == GAME_CANCELLED;
	int rc = over ? match_archived(m, e) : 0;

	if (rc == 0)
		archive_drop(a, game);
	else if (rc > 0 && m->game.seq > 0)
		rc = match_log(m, ARCHIVE, false, &log, e);
	if (rc == 0 && log.len > 0 && match_analysis(m, &analysis, e) < 0)
		rc = -1;
	if (rc == 0 && log.len > 0)
		rc = archive_put(a, log.data, log.len, buf_text(&analysis), e);
	if (rc < 0 && e->kind == ERR_CORRUPT) {
		note("archive.refused", game, e);
		rc = 0;
	}
	buf_release(&log);
	buf_release(&analysis);
	return rc;
}

static int
make_pages(struct daemon *d, int64_t game, struct err *e)
{
	const struct conf *c = d->conf;
	struct site site;
	struct archive *a;
	struct match *m;
	struct err other;
	int rc = match_look(&d->desk->club, game, &m, e), closed;

	if (rc < 1)
		return rc;
	rc = site_open(d->texts, c->club.lang, c->club.name, c->club.tz,
	    c->archive.url, &site, e);
	if (rc == 0 && archive_open(&site, c->archive.dir, &a, e) == 0) {
		rc = put_game(a, m, game, e);
		db_alive(d->db);
		closed = archive_close(a, rc < 0 ? &other : e);
		rc = rc < 0 ? rc : closed;
	} else {
		rc = -1;
	}
	site_close(&site);
	match_drop(m);
	return rc;
}

/* A database that fails has an alarm of its own, and one that is busy none. */
static void
archive_failed(struct daemon *d, const struct err *e)
{
	const char *why;

	backoff_fail(&d->archiving, "archive.failed", e);
	if (e->kind != ERR_RETRY && db_health(d->db, &why) == DB_WELL)
		alarm_raise(d, ALARM_ARCHIVE, e->text);
}

int
archivist_step(struct daemon *d, struct err *e)
{
	int64_t game, times;
	int rc;

	if (d->conf->archive.dir == NULL)
		alarm_clear(d, ALARM_ARCHIVE);
	if (d->conf->archive.dir == NULL || !backoff_over(&d->archiving))
		return 0;
	rc = due_next(d->db, &game, &times, e);
	if (rc > 0 &&
	    (make_pages(d, game, e) < 0 ||
		due_done(d->db, game, times, e) != 0))
		rc = -1;
	if (rc > 0)
		note("archive.made", game, NULL);
	if (rc < 0)
		archive_failed(d, e);
	else
		backoff_done(&d->archiving);
	if (rc >= 0)
		alarm_clear(d, ALARM_ARCHIVE);
	return rc;
}
