/* SPDX-License-Identifier: MIT */
#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "text/texts.h"

/* So long an idle mailbox may take to say goodbye; nothing is judged then. */
enum { RELOAD_MS = 300 };

/* Everything new stands before anything old goes; borrowed things live as
 * long as the configuration they were opened with. */
struct fresh {
	struct conf *conf;
	struct texts *texts;
	struct desk *desk;
	struct daemon parts; /* its source and transport are used */
};

static void
fresh_release(struct fresh *f)
{
	if (f->desk != NULL)
		desk_close(f->desk);
	free(f->desk);
	fetch_close(&f->parts, RELOAD_MS);
	runner_close(&f->parts);
	texts_free(f->texts);
	conf_free(f->conf);
}

static int
fresh_desk(struct daemon *d, struct fresh *f, struct err *e)
{
	struct desk *desk = mem_zero(1, sizeof *desk);

	if (desk_open(desk, d->db, f->texts, f->conf, e) != 0) {
		free(desk);
		return -1;
	}
	f->desk = desk;
	return 0;
}

static int
fresh_open(struct daemon *d, struct fresh *f, struct err *e)
{
	if (conf_load(d->config, &f->conf, e) != 0)
		return -1;
	if (strcmp(d->conf->store.where, f->conf->store.where) != 0)
		return err_set(e, ERR_GIVEUP,
		    "the store has changed, which needs a restart");
	f->parts.conf = f->conf;
	f->parts.db = d->db;
	if (texts_open(NULL, &f->texts, e) != 0 || fresh_desk(d, f, e) != 0)
		return -1;
	if ((d->what & DAEMON_INBOX) != 0 && fetch_open(&f->parts, e) != 0)
		return -1;
	return d->out.driver != NULL ? runner_open(&f->parts, e) : 0;
}

/* Afterwards the old parts are in f. */
static void
fresh_swap(struct daemon *d, struct fresh *f)
{
	struct fresh old = { .conf = d->conf,
		.texts = d->texts,
		.desk = d->desk,
		.parts = { .in = { .at = d->in.at, .n = d->in.n } } };

	/* Letters under way keep what they were begun with. */
	if (d->out.driver != NULL) {
		runner_replace(d, &f->parts, d->conf);
		old.conf = NULL;
	}
	d->conf = f->conf;
	d->texts = f->texts;
	d->desk = f->desk;
	/* What was coming comes again. */
	d->in.at = f->parts.in.at;
	d->in.n = f->parts.in.n;
	*f = old;
	backoff_done(&d->judging);
}

void
daemon_reload(struct daemon *d)
{
	struct fresh f = { .conf = NULL };
	enum log_level level;
	struct err e;

	d->wake.reload = false;
	notify_supervisor("RELOADING=1");
	wake_close(d); /* the transport's descriptor may change */
	if (fresh_open(d, &f, &e) == 0) {
		fresh_swap(d, &f);
		if (!d->leads)
			fetch_close(d, RELOAD_MS);
		breaker_try(d);
		if (log_level_parse(d->conf->log.level, &level) == 0)
			log_set_level(level);
		log_event(LOG_LEVEL_INFO, "daemon.reloaded", "file", d->config,
		    NULL);
	} else {
		log_event(LOG_LEVEL_ERROR, "daemon.reload-failed", "why",
		    e.text, NULL);
	}
	fresh_release(&f);
	if (wake_open(d, &e) != 0)
		log_event(LOG_LEVEL_ERROR, "wake.failed", "why", e.text, NULL);
	notify_ready(conf_timeout(d->conf));
}
