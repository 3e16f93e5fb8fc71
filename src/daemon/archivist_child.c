/* SPDX-License-Identifier: MIT */

/* The process in which pages are made. */

#include "archive/archive.h"
#include "base/mem.h"
#include "daemon/archivist.h"
#include "daemon/daemon.h"
#include "mail/child.h"
#include "text/texts.h"

/* A page of a long game takes seconds; all that stands beside a hundred
 * thousand games a minute. */
enum { CPU_SECONDS = 540 };
static const size_t memory_max = (size_t)2 << 30;

struct job_of_pages {
	char *lang, *club, *tz, *url, *dir, *kind, *analysis,
	    *comments; /* owned */
	int64_t game, started;
	const char *log; /* borrowed from the frame; empty: the pages go */
	size_t len;
};

static int
read_job(struct frame *f, struct job_of_pages *j)
{
	j->lang = frame_text(f);
	j->club = frame_text(f);
	j->tz = frame_text(f);
	j->url = frame_text(f);
	j->dir = frame_text(f);
	j->game = frame_i64(f);
	j->kind = frame_text(f);
	j->started = frame_i64(f);
	j->analysis = frame_text(f);
	j->comments = frame_text(f);
	j->log = frame_bytes(f, &j->len);
	return frame_whole(f) && j->dir != NULL && j->analysis != NULL &&
		j->comments != NULL ?
	    0 :
	    -1;
}

static void
job_release(struct job_of_pages *j)
{
	free(j->lang);
	free(j->club);
	free(j->tz);
	free(j->url);
	free(j->dir);
	free(j->kind);
	free(j->analysis);
	free(j->comments);
}

/* What keeps a game out keeps no other from the shelf. An archivist_did, or
 * -1. */
static int
make(const struct site *site, const struct job_of_pages *j, struct err *e)
{
	struct archive *a;
	struct err other;
	int rc, closed;

	if (archive_open(site, j->dir, ARCHIVE_CLUB, &a, e) != 0)
		return -1;
	if (j->len == 0)
		rc = archive_drop(a, j->game, j->kind, j->started, e);
	else
		rc = archive_put(a, j->log, j->len,
		    &(struct beside){ j->analysis, j->comments }, e);
	closed = archive_close(a, &other);
	if (closed != 0)
		*e = other;
	if (rc < 0 || closed != 0)
		return -1;
	/* What is there already may be of one who could not say so any more. */
	return j->len > 0 ? ARCHIVIST_MADE :
	    rc > 0        ? ARCHIVIST_REMOVED :
			    ARCHIVIST_NOTHING;
}

static int
make_pages(const struct job_of_pages *j, struct err *e)
{
	struct texts *texts;
	struct site site;
	int rc;

	if (texts_open(NULL, &texts, e) != 0)
		return -1;
	rc = site_open(texts, j->lang, j->club, j->tz, j->url, &site, e);
	if (rc == 0) {
		rc = make(&site, j, e);
		site_close(&site);
	}
	texts_free(texts);
	return rc;
}

static int
build(struct channel *c)
{
	struct job_of_pages j = { .dir = NULL };
	struct frame f;
	struct err e;
	int rc = channel_next(c, INT64_MAX, &f) == 1 &&
		f.word == CHANNEL_BUILD && read_job(&f, &j) == 0 ?
	    0 :
	    1;

	if (rc == 0) {
		int made = make_pages(&j, &e);

		channel_begin(c, CHANNEL_BUILT);
		channel_u32(c, made < 0 ? e.kind : ERR_NONE);
		channel_text(c, made < 0 ? e.text : NULL);
		channel_u32(c, made < 0 ? ARCHIVIST_NOTHING : (uint32_t)made);
		channel_end(c);
		rc = channel_flush(c, INT64_MAX) != 0;
	}
	job_release(&j);
	return rc;
}

int
daemon_archivist(int argc, char **argv)
{
	struct channel c;
	int status;

	if (!child_is(archivist_word, argc, argv, &status))
		return -1;
	if (status != 0)
		return status;
	child_stay();
	child_limit_writing(memory_max);
	child_polite(CPU_SECONDS);
	mem_init_json();
	channel_init(&c, CHILD_FD);
	child_exit(build(&c));
}
